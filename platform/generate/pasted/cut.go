package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// cutter cuts lines in the way in which most of them are written.
type cutter struct {
	by      int         // the separator
	named   bool        // a name and a colon stand first
	tailed  bool        // a figure or sum alone stands behind the colon
	monthly bool        // a month or a day of the week stands first, and a figure behind it
	loose   [kinds]bool // what is found between blanks
	figures bool        // most lines end in a figure
	noted   bool        // most lines have something in brackets
	dials   bool        // most lines have a telephone number
	prices  bool        // most lines end in a price without a currency, which may be a round one
	unit    string      // the word behind the figure at the end of most lines: "points"
	whole   bool        // few lines have words before a value, or several, within a part
	signs   bool        // a price has a plus before it, so that a dash before another one is a minus
	sizes   []string    // what several prices in a line are for, where one of them is written as a price
}

var (
	emphasised = regexp.MustCompile(`^(?:\*\*|__)(.+?)(?:\*\*|__)(\s*(?:[:,–—|-]\s+|:$)?)(.*)$`)
	noted      = regexp.MustCompile(`^([^(]*\S)(\s*\()([^()]+)(\)[\s,:;–—-]*)(.*)$`)
	named      = regexp.MustCompile(`^([^:]*[^:\s])(\s?:\s+)(\S.*)$`)
	rounded    = regexp.MustCompile(`^(.*\pL.*?)\s+(\d{1,4})$`)
	brief      = regexp.MustCompile(`^(.*\pL.*?)\s+(\d{3,5})$`)
	called     = regexp.MustCompile(`^(.*\pL.*?)\s+(` + dial + `)$`)
	dialFirst  = regexp.MustCompile(`^` + dial + `(?:$|[\s,;/(])`)
	counted    = regexp.MustCompile(`^(.*\pL.*?)\s+(` + amount + `)$`)
)

// cutterOf finds out how lines are written.
func cutterOf(lines []string) cutter {
	c := cutter{by: noSeparator}
	heads, sums := 0, 0
	for _, l := range lines {
		if m := named.FindStringSubmatch(l); m != nil && heading(m[1], m[3]) {
			heads++
			if k := kindOf(m[3]); k == Figure || k == Money {
				sums++
			}
		}
	}
	c.named = 2*heads > len(lines)
	c.tailed = c.named && sums == heads
	for by, s := range separators {
		n := 0
		for _, l := range lines {
			if len(split(l, s)) > 1 && !(by == slash && together(l)) {
				n++
			}
		}
		if 2*n >= len(lines) && n > 0 && (n > 1 || len(lines) < 3) {
			c.by = by
			break
		}
	}
	if c.by == dash && !c.named && commas(lines) {
		c.by = comma
	}
	if c.by == dash && !c.named && (versus(lines) || scored(lines)) || c.by == dash && paired(lines) || c.by == comma && c.named && enumerating(lines) {
		c.by = noSeparator
	}
	c.monthly = byMonth(lines)
	c.sizes = sizesIn(lines)
	c.loosen(lines)
	return c
}

// surcharges reports whether one of some lines says what something costs besides.
func surcharges(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return plus().MatchString(l) })
}

var plus = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s\+\s?` + price) })

// together reports whether a slash stands between the prices of one thing.
func together(line string) bool {
	return several(line) != nil || pricedPer().MatchString(line) || slices.ContainsFunc(append(split(line, separators[comma]), piece{text: line}), func(p piece) bool {
		return sized(p.text, true) != nil
	})
}

// ofMonth is a month, or a day of the week, and what is said of it.
var ofMonth = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(` + month + `|` + weekday + `)(\s?[:–-]?\s+)(\S.*)$`)
})

// byMonth reports whether most lines are a month, or a day of the week, with its figure, some of which are no days: "Feb 48 mm".
func byMonth(lines []string) bool {
	n, more := 0, false
	for _, l := range lines {
		if m := ofMonth().FindStringSubmatch(l); m != nil && (kindOf(m[3]) == Figure || kindOf(m[3]) == Money) {
			n++
			more = more || len(strings.Trim(m[3], "0123456789")) > 0 || len(m[3]) > 2
		}
	}
	return n > 2 && more && 3*n >= 2*len(lines)
}

// loosen decides what is found between blanks: what at least half of the lines have.
func (c *cutter) loosen(lines []string) {
	for k := range c.loose {
		c.loose[k] = true
	}
	var counts [kinds]int
	figures, notes, amid, repeated, priced, round, briefs, dials := 0, 0, 0, 0, 0, 0, 0, 0
	for _, l := range lines {
		var seen [kinds]bool
		pieces, again := c.cut(l), false
		for _, p := range pieces {
			again = again || seen[p.kind] && (p.kind == Quantity || p.kind == Size)
			seen[p.kind] = true
		}
		if again {
			repeated++
		}
		for k, s := range seen {
			if s {
				counts[k]++
			}
		}
		if slices.ContainsFunc(pieces, func(p piece) bool { return p.amid }) {
			amid++
		}
		switch last := pieces[len(pieces)-1]; {
		case len(pieces) > 1 && priceLike.MatchString(last.text):
			priced++
		case last.kind == Phone && local(last.text):
			dials++
		case rounded.MatchString(last.text):
			round++
			if len(pieces) < 2 && emergency(l[strings.LastIndexByte(l, ' ')+1:]) {
				briefs++
			}
		}
		if len(pieces) < 2 && (pieces[0].kind == Text || pieces[0].kind == Address) && ended(l) != nil {
			figures++
		}
		if noted.MatchString(l) && len(pieces) < 2 {
			notes++
		}
	}
	for k := range c.loose {
		c.loose[k] = 2*counts[k] >= len(lines)
	}
	c.dials = c.loose[Phone] || dials > 0 && dials+briefs == len(lines) // "Police 110" beside one of more digits
	c.loose[Phone] = c.dials
	c.prices = priced > 0 && 2*(priced+round) >= len(lines)
	c.loose[Money] = c.loose[Money] || c.prices
	c.figures = figures > 1 && 3*figures >= 2*len(lines) && !c.dials
	c.noted = notes > 1 && 3*notes >= 2*len(lines)
	c.unit = unitOf(lines)
	c.whole = 2*amid < len(lines)
	if c.named && 2*repeated >= len(lines) {
		c.by, c.loose, c.figures, c.noted = noSeparator, [kinds]bool{}, false, false // a list behind each name
	}
}

// tallied is what ends in a number of things.
var tallied = regexp.MustCompile(`^(.*\pL)\s(\d{1,4}\s(\pL{3,20}))$`)

// unitOf returns the word that stands behind a figure at the end of all lines, at least three, which have no other: "Eagles 21 points"; "" for none.
func unitOf(lines []string) (unit string) {
	for _, l := range lines {
		m := tallied.FindStringSubmatch(l)
		if m == nil || unit != "" && m[3] != unit || strings.ContainsAny(placed.ReplaceAllString(m[1], ""), "0123456789") {
			return ""
		}
		unit = m[3]
	}
	if len(lines) < 3 {
		return ""
	}
	return unit
}

// dated is a date with more behind it that no separator cuts off.
var dated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:` + days + `)\s[^–—-]`) })

// ended returns what a text is, and the telephone number or figure at its end; nil where it has none.
func ended(s string) []string {
	if m := called.FindStringSubmatch(s); m != nil && dialled(m[2]) {
		return m
	}
	return counted.FindStringSubmatch(s)
}

// versus reports whether a dash stands within the name of what happens at a date: "5/4 Lions - Tigers 18:00".
func versus(lines []string) bool {
	n := 0
	for _, l := range lines {
		if dated().MatchString(l) && len(split(l, separators[dash])) == 2 {
			n++
		}
	}
	return 2*n > len(lines)
}

// enumerating reports whether the commas behind names stand within lists, of unequal length and without values: "Friday: Ann, Bo, Cy".
func enumerating(lines []string) bool {
	length, uneven := 0, false
	for _, l := range lines {
		m := named.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		parts := split(m[3], separators[comma])
		if slices.ContainsFunc(parts, func(p piece) bool { return kindOf(p.text) != Text }) {
			return false
		}
		uneven = uneven || length > 0 && len(parts) != length
		length = len(parts)
	}
	return uneven
}

// commas reports whether all lines have two commas or more between their parts, while some have a dash and more commas, and others none: it is within a part.
func commas(lines []string) bool {
	none := false
	for _, l := range lines {
		parts, dashes := len(split(l, separators[comma])), len(split(l, separators[dash]))
		if parts < 4 || parts <= dashes {
			return false
		}
		none = none || dashes == 1
	}
	return none
}

// goals are those of two, with a dash between: "Lions 5 - 4 Tigers".
var goals = regexp.MustCompile(`\pL\S*\s\d{1,3}\s[–-]\s\d{1,3}\s\pL`)

// scored reports whether a dash stands between those of whom lines tell the score: "Lions - Tigers 3:1", or between what they have scored.
func scored(lines []string) bool {
	n := 0
	for _, l := range lines {
		if at := strings.LastIndexByte(l, ' '); at > 0 && kindOf(l[at+1:]) == Score || goals.MatchString(l) && len(split(l, separators[dash])) < 3 {
			n++
		}
	}
	return 2*n > len(lines)
}

// paired reports whether a dash stands between a word, which other lines have as well, and what it says in each part between commas of most lines:
// "Mon: morning - Ann, evening - Bo".
func paired(lines []string) bool {
	n, count := 0, map[string]int{}
	var heads []string
	for _, l := range lines {
		if m := named.FindStringSubmatch(l); m != nil && heading(m[1], m[3]) {
			l = m[3]
		}
		parts := split(l, separators[comma])
		if len(parts) < 2 || slices.ContainsFunc(parts, func(p piece) bool { return len(split(p.text, separators[dash])) != 2 }) {
			continue
		}
		n++
		for _, p := range parts {
			head := split(p.text, separators[dash])[0].text
			heads = append(heads, head)
			count[head]++
		}
	}
	return 2*n > len(lines) && !slices.ContainsFunc(heads, func(h string) bool { return count[h] < 2 })
}

// heading reports whether what stands before a colon names the rest.
func heading(head, rest string) bool {
	n := len(strings.Fields(head))
	if kindOf(rest) == Text && (strings.Contains(head, ", ") || separators[dash].MatchString(head) && separators[dash].MatchString(rest)) {
		return false // the last of several parts has a name
	}
	return n < 6 || n < 11 && kindOf(rest) != Text
}
