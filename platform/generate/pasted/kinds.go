package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Kind says what a piece of a line is by its form alone.
type Kind uint8

// The kinds. A Text may be anything.
const (
	Text Kind = iota
	Money
	Phone
	Email
	Link
	Date
	Time
	Opening // when something is open
	Day     // a weekday
	Place   // a latitude and a longitude
	Figure
	Year
	Quantity
	Counted // a number and what it counts: "2 beds"
	Address
	City
	Size     // of clothes
	Score    // of a match
	Category // the heading above some of the lines
	none     // it says that there is nothing: "n/a"
	kinds
)

// kindOf returns what a piece is.
func kindOf(s string) Kind {
	if len(s) > 120 {
		return Text
	}
	figures := strings.ContainsAny(s, "0123456789")
	for _, f := range forms() {
		if (figures || !f.figures) && f.MatchString(s) && (f.kind != Phone || dialled(s)) {
			return f.kind
		}
	}
	if figures && !numbersOf.MatchString(s) && !strings.Contains(s, "@") && len(strings.Fields(s)) < 11 &&
		(numberFirst.MatchString(s) || roadFirst.MatchString(s) || german.MatchString(s)) {
		return Address
	}
	return Text
}

// worded returns what a piece is, or what it is without its last word: "80 € VB".
func worded(s string) Kind {
	k := kindOf(s)
	if m := oneWord.FindStringSubmatch(s); k == Text && m != nil && kindOf(m[1]) == Money {
		return Money
	}
	return k
}

// near returns the kind for which another may stand: a figure for a price.
func (k Kind) near() Kind {
	switch k {
	case Figure, Year:
		return Money
	case Opening:
		return Time
	case Day:
		return Date
	}
	return k
}

// dialled reports whether digits are those of a telephone rather than of a large number.
func dialled(s string) bool {
	if monthYear.MatchString(s) || datedFigure.MatchString(s) {
		return false
	}
	n := digits(s)
	if n == 13 && bookland.MatchString(s) {
		return false
	}
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '+' && r != '(' })
	return n < 16 && (n > 8 || n > 5 && local(s) || dialDigits.MatchString(s))
}

// digits returns how many digits a text has.
func digits(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// serial is a heading of numbers that nobody dials.
var serial = regexp.MustCompile(`\b(?:ISBN|ISSN|EAN|GTIN|IBAN)\b`)

// bookland is the number of a book, an ISBN of 13 digits, whatever is between these.
var bookland = regexp.MustCompile(`^97[89][\d -]+$`)

// emergency reports whether a text may be a telephone number of three digits.
func emergency(s string) bool { return len(s) == 3 && strings.Trim(s, "0123456789") == "" }

// local reports whether a number begins as one that is dialled does.
func local(s string) bool { return s != "" && strings.ContainsRune("0+(", rune(s[0])) }

// unopened returns a number without the beginning of a bracket behind it: "01234 567890" of "01234 567890 (8-4".
func unopened(number string) string {
	if at := strings.LastIndex(number, " ("); at > 0 && !strings.Contains(number[at:], ")") {
		return strings.TrimRight(number[:at], " ")
	}
	return number
}

// spanned is from one hour to another.
var spanned = regexp.MustCompile(`^` + span + `$`)

// Kinds returns what the cells of each column are, by most of them: as many kinds as a row has cells, nil for a table without rows. All rows must
// have as many cells as the first one, as those of Find have. It changes nothing, and may be called at the same time.
func (t Table) Kinds() []Kind {
	if len(t.Rows) == 0 {
		return nil
	}
	out := make([]Kind, len(t.Rows[0]))
	for i := range out {
		var counts [kinds]int
		told, towns, years, spans, short, dials := 0, 0, 0, 0, 0, 0
		for _, row := range t.Rows {
			if k := worded(row[i]); row[i] != "" && k != none {
				if k == Phone && t.Header != nil && (strings.Trim(row[i], "0123456789") == "" || serial.MatchString(t.Header[i])) {
					k = Figure // unless the heading says so
				}
				counts[k]++
				told++
			}
			if spanned.MatchString(row[i]) {
				spans++
			}
			if yearLike.MatchString(row[i]) {
				years++
			}
			if emergency(row[i]) {
				short++
			} else if kindOf(row[i]) == Phone && local(row[i]) {
				dials++
			}
			if townLike.MatchString(row[i]) {
				towns++
			}
		}
		counts[Figure] += counts[Year]
		if counts[Money] > 0 && counts[Money]+counts[Figure] == told {
			counts[Money] = told
		}
		if 2*counts[Phone] >= told && counts[Phone]+counts[Figure] == told || dials > 0 && dials+short == told {
			counts[Phone] = told // 110 among them
		}
		if years < told {
			counts[Year] = 0
		}
		for _, k := range []Kind{Year, Money, Phone, Email, Link, Date, Time, Opening, Day, Place, Figure, Quantity, Counted, Address, City, Size, Score} {
			if told > 0 && 5*counts[k] >= 3*told {
				out[i] = k
				break
			}
		}
		if out[i] == Date && t.rated(i) {
			out[i] = Score
		}
		if t.Form == Sections && i == len(out)-1 && (out[i] != Date || weekly().MatchString(t.Rows[0][i])) {
			out[i] = Category
		} else if i > 0 && out[i] == Figure && out[i-1] == Day && told > 0 && spans == told {
			out[i] = Time
		} else if i > 0 && out[i] == Text && out[i-1] == Address && told > 0 && towns == told {
			out[i] = City
		}
	}
	return out
}

// outOf is how many points something has, of 5 or 10: it may be a day as well.
var outOf = regexp.MustCompile(`^(\d{1,2})/(5|10)$`)

// rated reports whether what may be days are points out of as many, since they do not follow each other.
func (t Table) rated(i int) bool {
	all, last, rising := "", "", true
	for _, row := range t.Rows {
		m := outOf.FindStringSubmatch(row[i])
		if m == nil || all != "" && m[2] != all || len(m[1]) > len(m[2]) || len(m[1]) == len(m[2]) && m[1] > m[2] {
			return false
		}
		rising, all, last = rising && (len(m[1]) > len(last) || m[1] >= last), m[2], m[1]
	}
	return !rising
}

// priceLike is a figure in the form of a price.
var priceLike = regexp.MustCompile(`^\d+[.,]\d\d$`)

// Prices reports whether the figures of a column are written as prices are, beside no others.
func (t Table) Prices(kinds []Kind, i int) bool {
	like := func(row []string) bool { return priceLike.MatchString(row[i]) }
	unlike := func(row []string) bool { return row[i] != "" && !like(row) }
	if t.Form == Pairs || t.Form == Sections {
		return slices.ContainsFunc(t.Rows, like)
	}
	return !slices.ContainsFunc(t.Rows, unlike) && i > 0 && !slices.Contains(append(kinds[:i:i], kinds[i+1:]...), Figure)
}

// Numbered reports whether the first cells of rows count them.
func (t Table) Numbered() bool {
	for i, row := range t.Rows {
		if i > 0 && !t.Listed && !follows(t.Rows[i-1][0], row[0]) {
			return false
		}
	}
	return len(t.Rows) > 2
}

// Coded reports whether the first cells of rows are codes.
func (t Table) Coded() bool {
	return len(t.Rows[0]) > 2 && !slices.ContainsFunc(t.Rows, func(row []string) bool { return !coded.MatchString(row[0] + " x") })
}

// Naming reports whether a column has the names of rows: the first text has, but behind codes, and not beside addresses and places.
func (t Table) Naming(kinds []Kind, i int) bool {
	first := i == slices.Index(kinds, Text) && (i == 0 || !t.Wordless(i)) || i == 1 && t.Coded()
	return first && kinds[0] != Address && kinds[0] != Place
}

// Commas reports whether a comma stands before the decimals of a figure, so that points elsewhere may stand between thousands.
func (t Table) Commas() bool {
	return slices.ContainsFunc(t.Rows, func(row []string) bool { return slices.ContainsFunc(row, decimalComma.MatchString) })
}

// decimalComma is a figure with decimals behind a comma.
var decimalComma = regexp.MustCompile(`^\D{0,4}\d+,\d{1,2}\D{0,6}$`)

// AtTimes reports whether hours are those at which something begins, and not from when until when.
func (t Table) AtTimes() bool {
	return !slices.ContainsFunc(t.Rows, func(row []string) bool { return opened.MatchString(row[len(row)-1]) })
}

// Opens reports whether the hours of a column are those of places: of several days in a row, at several times, or of a day on which something is closed.
// Else something takes place then.
func (t Table) Opens(i int) bool {
	return slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != "" && !once().MatchString(row[i]) })
}

// once is a day, or one and another, and a time on it, or from when until when.
var once = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^` + weekday + `(?:(?:\s?[+&/]\s?|\s(?i:und|and|et|y|e)\s)` + weekday + `)?[.,:]?\s(?:` + span + `|` + clocks + `)$`)
})

// Wordless reports whether no cell of a column has a letter.
func (t Table) Wordless(i int) bool {
	return !slices.ContainsFunc(t.Rows, func(row []string) bool { return strings.ContainsFunc(row[i], unicode.IsLetter) })
}
