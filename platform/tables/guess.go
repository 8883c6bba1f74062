package tables

import (
	"regexp"
	"strings"

	"berth/platform"
)

// Seen says which ways of writing numbers and dates texts certainly have. Where it says both of two, they contradict each other.
type Seen struct {
	Comma, Point bool // before the fraction of a number
	Day, Month   bool // first in a date
}

// With is what both say.
func (s Seen) With(o Seen) Seen {
	return Seen{Comma: s.Comma || o.Comma, Point: s.Point || o.Point, Day: s.Day || o.Day, Month: s.Month || o.Month}
}

// Style is how texts are written of which so much is certain. Where nothing tells, it is the zero style.
func (s Seen) Style() Style {
	return Style{DecimalComma: s.Comma && !s.Point, Torn: s.Comma && s.Point, DayFirst: s.Day && !s.Month, MonthFirst: s.Month && !s.Day}
}

// StyleOf recognises how texts write numbers and dates, from those that can be read in one way only.
func StyleOf(texts []string) Style { return See(texts).Style() }

// See reads from texts what can be read in one way only.
func See(texts []string) Seen {
	var seen Seen
	var thousands, large bool
	for _, s := range texts {
		s = strings.TrimSpace(s)
		if amount, currency, ok := splitCurrency(s); ok && len(s) < 40 {
			amount = strings.Trim(amount, "+-()") // a sign makes no number surer
			thousands = thousands || len(currency) > 0 && grouped.MatchString(amount)
			large = large || len(amount) == 3 && !strings.ContainsAny(amount, ".,")
			seen.number(amount)
		}
		if found := slashed.FindStringSubmatch(s); found != nil {
			a, b := number(found[1]), number(found[2])
			seen.Day = seen.Day || a > 12 && b <= 12
			seen.Month = seen.Month || b > 12 && a <= 12
		}
	}
	seen.Comma = seen.Comma || thousands && large && !seen.Point // 1.450 € beside 780 €
	return seen
}

// number adds what a number without its sign tells.
func (s *Seen) number(amount string) {
	at := decimalOf(amount, Style{})
	_, program := scientific(amount)
	switch points, commas := strings.Count(amount, "."), strings.Count(amount, ","); {
	case program:
		s.Point = s.Point || points > 0
	case at >= 0 && amount[at] == ',', points > 1 && commas == 0: // 1.234.567
		s.Comma = true
	case at >= 0 && decimalOf(amount, Style{DecimalComma: true}) == at, commas > 1 && points == 0: // 1,234,567
		s.Point = true
	}
}

// grouped is an amount with a point before its last three digits, as thousands are written where decimals have a comma.
var grouped = regexp.MustCompile(`^\d{1,3}\.\d{3}$`)

// pointed are figures with a point before each three digits, whatever stands around them.
var pointed = regexp.MustCompile(`^\D{0,4}[1-9]\d{0,2}(?:\.\d{3})+\D{0,4}$`)

// Thousands reports whether the figures of a column have points before each three digits, or are too small for that: at least one has such a point,
// and no other has a point or a comma. StyleOf is surer, and does not ask in which language they are: in English a point stands before decimals.
func Thousands(texts []string) bool {
	n := 0
	for _, s := range texts {
		if pointed.MatchString(s) {
			n++
		} else if strings.ContainsAny(s, ".,") {
			return false
		}
	}
	return n > 0
}

// slashed is a date in which the day or the month may be first.
var slashed = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](?:\d{2}|\d{4})\b`)

// code is a text of digits that is no quantity: 007, 0049 30 12, +34 600 111 222, whose sign a number would lose.
var code = regexp.MustCompile(`^[+-]?0\d|^[+-]?\d{16,}$|^\+\d(?:[\s\p{Zs}.]?\d){8,14}$|[eE]`)

// Guess returns a column, without a name, of the narrowest type that all texts have; its Currency is set where they tell it.
// Texts that are empty tell nothing. What looks like a number and is a code, such as 007, makes the column text.
func Guess(texts []string, style Style) platform.Column {
	var told []string
	for _, s := range texts {
		if s = strings.TrimSpace(s); s != "" {
			told = append(told, s)
		}
	}
	if len(told) == 0 {
		return platform.Column{Type: platform.ColumnText}
	}
	for _, t := range []platform.ColumnType{
		platform.ColumnBoolean, platform.ColumnInteger, platform.ColumnNumber, platform.ColumnMoney, platform.ColumnDate, platform.ColumnTime,
		platform.ColumnDateTime, platform.ColumnPlace, platform.ColumnImage, platform.ColumnURL, platform.ColumnEmail, platform.ColumnPhone,
	} {
		c := platform.Column{Type: t}
		if t == platform.ColumnMoney {
			if c.Currency = currencyOf(told); c.Currency == "" {
				continue
			}
		}
		if all(told, func(s string) bool { return looks(c, s, style) }) {
			return c
		}
	}
	return platform.Column{Type: platform.ColumnText}
}

func all(texts []string, fits func(string) bool) bool {
	for _, s := range texts {
		if !fits(s) {
			return false
		}
	}
	return true
}

// looks reports whether a text would be written so only by somebody who means that type.
func looks(c platform.Column, s string, style Style) bool {
	if _, fault := ParseCell(c, s, style); fault != "" {
		return false
	}
	switch c.Type {
	case platform.ColumnBoolean:
		return len(s) > 1 && strings.Trim(s, "0123456789") != "" || strings.ContainsAny(s, "✓✔☑✗✘☐")
	case platform.ColumnInteger, platform.ColumnNumber:
		return !code.MatchString(s)
	case platform.ColumnPlace:
		return strings.Count(s, ".") >= 2
	case platform.ColumnImage:
		path, _, _ := strings.Cut(strings.ToLower(s), "?")
		return strings.HasPrefix(path, "data:") || hasAnySuffix(path, ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
	case platform.ColumnDate:
		return !strings.Contains(s, ":")
	case platform.ColumnTime:
		return strings.Contains(s, ":")
	case platform.ColumnPhone:
		return s[0] == '+' || s[0] == '(' || strings.HasPrefix(s, "00") && len(s) > 6 // 001 is a code
	}
	return true
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// currencyOf returns the currency that all amounts may be in, the likeliest one, "" where one has none or they differ.
func currencyOf(texts []string) string {
	var possible []string
	for i, s := range texts {
		_, codes, ok := splitCurrency(s)
		if !ok || len(codes) == 0 {
			return ""
		}
		if i == 0 {
			possible = codes
			continue
		}
		var both []string
		for _, code := range possible {
			for _, other := range codes {
				if code == other {
					both = append(both, code)
				}
			}
		}
		possible = both
	}
	if len(possible) == 0 {
		return ""
	}
	return possible[0]
}
