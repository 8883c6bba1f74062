package pasted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sample is how many lines tell how all are written, and maxTries at how many places of a text rows, or things of several lines, may begin.
const sample, maxTries = 24, 40

// rows reads lines of which most have the same parts in the same order, whatever stands between these. Lines without any above some
// of the others are headings of sections, which become a column.
func rows(lines []string, w Words) (Table, int) {
	if !strings.ContainsAny(lines[0], "\t|;:,–—·•=→/…0123456789@*") && !strings.Contains(lines[0], "  ") && !strings.Contains(lines[0], " - ") && !strings.HasSuffix(lines[0], ")") {
		return Table{}, 0 // it has no parts
	}
	if w.spent(1) {
		return Table{}, 0
	}
	if len(lines) > 2 && coloned.MatchString(lines[0]) && coloned.MatchString(lines[1]) {
		if _, n := blocks(lines[1:], w); n > 0 {
			return Table{}, 0 // it stands above things with their fields
		}
	}
	if len(lines) > 2 && strings.TrimSpace(lines[1]) == "" && tabled(lines[2:], w) && !tabled(lines, w) || dayed(lines[0]) && headsTable(lines, w) {
		return Table{}, 0 // it stands above a table
	}
	first := func(l string) bool { m := numbered.FindStringSubmatch(l); return m != nil && m[1] == "1" }
	if len(lines) > 2 && !bullet.MatchString(lines[0]) && first(lines[1]) && slices.ContainsFunc(lines[2:min(len(lines), sample)], first) {
		return Table{}, 0 // it stands above the first of several lists
	}
	b := mannerOf(lines[:min(len(lines), sample)], w)
	if b == nil {
		return Table{}, 0
	}
	header, by := b.header(lines, w)
	if header == nil && b.titled(lines) {
		return Table{}, 0
	}
	above := 0
	if header != nil {
		above = 1
	}
	cut, sections, n := b.gather(lines[above:], header == nil)
	if n += above; len(cut) < 2 {
		return Table{}, 0
	}
	if one := b.thing(lines[:n]); one.Rows != nil {
		return one, n
	}
	t := Table{Form: Grid, Header: header, Whole: header == nil && uncut(cut)}
	if t.Rows = b.below(header, lines[above:n], by); t.Rows == nil {
		parts := b.evenly(cut)
		oncePriced(cut, b.by)
		prepared(cut)
		t.Whole = header == nil && b.by == comma && ordered(cut) || t.Whole
		if t.Rows = align(cut); parts != nil && scattered(parts, t.Rows) {
			t.Rows = parts
		}
		if header == nil {
			t.Rows = parted(remarks(codes(t.Rows)))
			for i := 1; b.noted && i < len(t.Rows[0]); i++ {
				i += spread(t.Rows, i) - 1
			}
		}
	}
	width := len(t.Rows[0])
	if width < 2 && sections == nil || header != nil && width != len(header) || b.by == comma && !b.valued && !agree(cut) {
		return Table{}, 0
	}
	if width == 2 && header == nil && slices.Contains([]Kind{Text, Year, Counted}, t.Kinds()[0]) {
		t.Form = Pairs
	}
	if sections != nil {
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], sections[i])
		}
		t.Form = Sections
	}
	return t, n
}

// gather returns the pieces of rows, and the heading above each where there are some; n is how many lines they are.
func (b *manner) gather(lines []string, sectioned bool) (cut [][]piece, sections []string, n int) {
	if cut, n = b.detailed(lines); n > 0 {
		return cut, nil, n
	}
	section, named, below, spaced, inside := "", 0, 0, true, 0
	var bare []int // the rows before which a line stands that may be a heading as well as a name of which no more is known
	for n < len(lines) {
		if apart := timed(lines[n]); len(apart) > 1 {
			for _, l := range apart {
				cut, sections = append(cut, b.cut(b.plain(l))), append(sections, section)
			}
			n++
			continue
		}
		pieces := b.row(lines[n])
		if pieces == nil && len(cut) > 0 && b.amid(lines[n:]) {
			pieces = b.cut(b.plain(lines[n]))
		}
		if pieces == nil && len(cut) > 0 && strings.TrimSpace(lines[n]) != "" {
			if pieces = b.priced(lines[n]); pieces == nil && b.kin(lines[n]) {
				pieces = b.cut(b.plain(lines[n]))
			}
		}
		if pieces != nil {
			if below = max(below, indent(lines[n])); indent(lines[n]) < below { // the heading is that of lines further in
				section, below = "", 0
			}
			cut, sections = append(cut, pieces), append(sections, section)
			n, inside = n+1, inside+1
			continue
		}
		if more := strings.TrimSpace(lines[n]); len(cut) > 0 && !small(cut[len(cut)-1][0].text) && b.remark(lines[n:]) {
			cut[len(cut)-1] = append(cut[len(cut)-1], piece{before: "\n", text: more})
			n++
			continue
		}
		title, next := b.section(lines[n:])
		if next == 0 || len(cut) == 0 || !sectioned {
			break
		}
		if spaced = spaced && strings.TrimSpace(lines[n]) == ""; title == "" && spaced && named > 0 && inside > 1 {
			section = ""
		}
		inside = 0
		if title != "" {
			section, below = title, 0
			if named++; next == 1 && b.plain(lines[n]) == title && kindOf(title) == Text {
				bare = append(bare, len(cut))
			}
		}
		n += next
	}
	if named == 0 {
		return cut, nil, n
	}
	paid := slices.ContainsFunc(cut, func(l []piece) bool {
		return slices.ContainsFunc(l, func(p piece) bool { return p.kind == Money || priceLike.MatchString(p.text) })
	})
	if len(bare) < named || paid || cut[0][0].kind != Text || named > 1 && len(cut)-bare[0] > named {
		return cut, sections, n
	}
	for i := len(bare) - 1; i >= 0; i-- {
		cut = slices.Insert(cut, bare[i], []piece{{text: sections[bare[i]]}})
	}
	if n < len(lines) && item(strings.TrimSpace(lines[n]), cut[bare[0]][0].text) { // the last one
		cut, n = append(cut, []piece{{text: strings.TrimSpace(lines[n])}}), n+1
	}
	return cut, nil, n
}

// oneName is a word without a point or a mark behind it, and closing one that ends a message.
var (
	oneName = regexp.MustCompile(`^\pL[\pL'’-]*$`)
	closing = regexp.MustCompile(`^(?i:thanks|thx|ta|cheers|please|bye|danke|dankeschön|bitte|lg|vg|mfg|grüße|gruß|merci|svp|stp|bisous|gracias|porfa|saludos|obrigad[oa]|valeu|abraços?|grazie|ciao|saluti)$`)
)

// parting reports whether a line ends a message, with whatever marks behind it.
func parting(line string) bool { return closing.MatchString(strings.TrimRight(line, "!,. ")) }

// indent returns how many blanks a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// added is what something costs besides: "add chips +2.50".
var added = regexp.MustCompile(`^(\pL[^\d,;:|]*\S)\s(\+(?:` + price + `|\d+[.,]\d\d|\d+\s?(?:p|c|ct)\b))$`)

// item reports whether a line below rows is the name of one more thing, written as another one is: a word, and none that ends a message.
func item(line, other string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	o, _ := utf8.DecodeRuneInString(other)
	return oneName.MatchString(line) && !closing.MatchString(line) && unicode.IsUpper(r) == unicode.IsUpper(o)
}

// detailed returns rows of which each has a line without values below it: what is on the plate below a dish and its price.
func (b *manner) detailed(lines []string) (cut [][]piece, n int) {
	if b.bulleted || !b.common[Money] {
		return nil, 0
	}
	for n+1 < len(lines) && strings.TrimSpace(lines[n]) != "" {
		pieces, below := b.row(lines[n]), strings.TrimSpace(lines[n+1])
		if pieces == nil || !valued(pieces) || below == "" || strings.HasSuffix(below, ":") || valued(b.cut(below)) {
			return nil, 0
		}
		cut, n = append(cut, append(pieces, piece{before: "\n", text: below})), n+2
	}
	if len(cut) < 2 || n < len(lines) && strings.TrimSpace(lines[n]) != "" {
		return nil, 0
	}
	return cut, n
}

// amid reports whether a line of several parts is a row because the next one is.
func (b *manner) amid(lines []string) bool {
	if len(lines) < 2 || strings.TrimSpace(lines[0]) == "" || !b.like(lines[0]) || !b.continues(lines[1]) {
		return false
	}
	line := b.plain(lines[0])
	return !prosaic(line) && len(b.cut(line)) > 1
}

// priced returns a name and a price without what stands between these in the rows above, nil for others.
func (b *manner) priced(line string) []piece {
	if m := added.FindStringSubmatch(b.plain(line)); m != nil && b.common[Money] && b.like(line) {
		return []piece{{text: m[1]}, {before: " ", text: m[2], kind: Money}}
	}
	c := cutter{by: noSeparator, signs: b.signs}
	c.loose[Money] = true
	pieces := c.cut(b.plain(line))
	if !b.common[Money] || !b.like(line) || len(pieces) != 2 || pieces[0].kind != Text || pieces[1].kind != Money || len(strings.Fields(pieces[0].text)) > 4 {
		return nil
	}
	return pieces
}

// kin reports whether a line has a name and a colon as the others have, and asks for nothing: it says something else than these of what it names.
func (b *manner) kin(line string) bool {
	m := named.FindStringSubmatch(b.plain(line))
	return b.named && b.like(line) && m != nil && len(strings.Fields(m[1])) < 4 && !prosaic(line) && !b.words.Instruction(m[1]) && !b.words.notice([]string{line}) &&
		b.words.Asks != nil && !b.words.Asks(line)
}

// agree reports whether lines of which no part is a value are rows all the same: there are several, with as many parts each.
func agree(lines [][]piece) bool {
	for _, l := range lines {
		if len(l) != len(lines[0]) || slices.ContainsFunc(l, func(p piece) bool {
			n := len(strings.Fields(p.text))
			return n > 8 || n > 4 && strings.HasSuffix(p.text, ".")
		}) {
			return false
		}
	}
	return len(lines) > 2 || len(lines[0]) > 2
}

// thing makes one row of lines whose names are headings: they are the fields of one thing.
func (b *manner) thing(lines []string) Table {
	one := Table{Form: Grid, Rows: [][]string{{}}}
	known := 0
	for _, l := range lines {
		m := named.FindStringSubmatch(b.plain(l))
		if m == nil || slices.Contains(one.Header, m[1]) {
			return Table{}
		}
		if b.words.Heading(m[1]) && !strings.ContainsAny(m[1], "0123456789") {
			known++
		}
		one.Header, one.Rows[0] = append(one.Header, m[1]), append(one.Rows[0], m[3])
	}
	if 2*known <= len(lines) || b.valued && b.alike(lines) {
		return Table{}
	}
	return one
}

// alike reports whether there are values of a kind behind the names of all lines, which are those of several things.
func (b *manner) alike(lines []string) bool {
	for _, k := range []Kind{Money, Phone, Email, Date, Opening, Quantity} {
		if len(lines) > 1 && !slices.ContainsFunc(lines, func(l string) bool {
			return !slices.ContainsFunc(b.cut(b.plain(l)), func(p piece) bool { return p.kind == k })
		}) {
			return true
		}
	}
	return false
}
