package pasted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// labels are words that name what follows them: "Trainer: Sven", "ext. 210", or what a sum is for: "adults 14 €, children 9 €".
var (
	prefixed = regexp.MustCompile(`^(\pL[\pL.'’-]{2,}(?:\s\pL+)?)(\s?:)?\s+(\S.*)$`)
	within   = regexp.MustCompile(`^(.*\S)\s(\pL{3,}):\s+(\S.*)$`)
)

// labelled makes headings of words that stand in all cells of a column beside others, and of columns that say the same in all rows beside a value.
// What has no such heading has none.
func (t Table) labelled(w Words) Table {
	if t.Header != nil || len(t.Rows) < 2 || t.Form != Grid && t.Form != Pairs && t.Form != Sections {
		return t
	}
	width := len(t.Rows[0])
	header := make([]string, width)
	for i := 0; i < len(header); i++ {
		if t.Form == Sections && i == len(header)-1 {
			break // what stands above
		}
		if label, at := t.embedded(i); label != "" {
			header = slices.Insert(header, i+1, label)
			for j, row := range t.Rows {
				rest := ""
				if m := at(row[i]); m != nil {
					row[i], rest = m[1], m[3]
				}
				t.Rows[j] = slices.Insert(row, i+1, rest)
			}
			i++
		} else if label := t.same(i, w); label != "" {
			header[i] = label
			for _, row := range t.Rows {
				if m := prefixed.FindStringSubmatch(row[i]); m != nil {
					row[i] = m[3]
				}
			}
		}
	}
	if word := t.constant(0); word != "" && len(header) > 2 && header[1] == "" && !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[0] == "" || row[1] == "" }) {
		header = header[1:] // "Driver: Uwe" in each line
		header[0] = word
		for j := range t.Rows {
			t.Rows[j] = t.Rows[j][1:]
		}
	}
	header = t.named(header)
	if !slices.ContainsFunc(header, func(h string) bool { return h != "" }) {
		return t
	}
	if t.Header = header; t.Form != Sections && (len(header) != 2 || t.Form == Pairs) {
		t.Form = Grid
	}
	return t
}

// embedded returns the label that stands within most cells of a column, with a colon behind it.
func (t Table) embedded(i int) (label string, match func(string) []string) {
	n, told := 0, 0
	for _, row := range t.Rows {
		if row[i] != "" {
			told++
		}
		m := within.FindStringSubmatch(row[i])
		if m == nil || label != "" && m[2] != label {
			continue
		}
		label = m[2]
		n++
	}
	if n < 2 || 3*n < 2*told {
		return "", nil
	}
	return label, func(cell string) []string {
		if m := within.FindStringSubmatch(cell); m != nil && m[2] == label {
			return m
		}
		return nil
	}
}

// same returns the word that all cells of a column begin with, and what follows is a figure, or a colon stands between, or the word is a usual heading;
// "" for none.
func (t Table) same(i int, w Words) (label string) {
	n := 0
	for _, row := range t.Rows {
		if row[i] == "" {
			continue
		}
		m := prefixed.FindStringSubmatch(row[i])
		if m == nil || label != "" && m[1] != label || kindOf(row[i]) != Text {
			return ""
		}
		figure := strings.Trim(m[3], "0123456789 /-") == "" || strong(kindOf(m[3])) || priceLike.MatchString(m[3]) || said.MatchString(m[3])
		if m[2] == "" && (i == 0 || !figure && !(w.Heading(m[1]) && small(m[1]) && small(m[3]))) {
			return ""
		}
		label = m[1]
		n++
	}
	if n < 2 {
		return ""
	}
	return label
}

// small reports whether a text begins with a small letter: "dificultad media", and not "Shop Manager".
func small(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// constant returns what a column says in every row in which it says something, where that are some words in at least two; "" for others.
func (t Table) constant(i int) (word string) {
	n := 0
	for _, row := range t.Rows {
		if c := row[i]; c != "" && (word != "" && c != word || kindOf(c) != Text || len(strings.Fields(c)) > 3) {
			return ""
		} else if c != "" {
			word = c
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return word
}

// values reports whether the cells of a column are sums or figures, in just the rows in which another one says something.
func (t Table) values(i, beside int) bool {
	for _, row := range t.Rows {
		if k := kindOf(row[i]); (row[i] == "") != (row[beside] == "") || row[i] != "" && k != Money && k != Figure && k != Time && k != Quantity {
			return false
		}
	}
	return true
}

// named makes headings of columns that say the same in all rows beside values: all of those, or none.
func (t Table) named(header []string) []string {
	last := len(header) - 1
	behind := last > 1 && t.constant(last) != "" && t.constant(1) == "" // values stand before the words that say what they are
	of := map[int]int{}
	for i := 1; i <= last; i++ {
		if t.constant(i) == "" || header[i] != "" {
			continue
		}
		to := i + 1
		if behind {
			to = i - 1
		}
		if to < 1 || to > last || header[to] != "" || !t.values(to, i) {
			return header
		}
		of[i] = to
	}
	if len(of) < 2 {
		return header // "available" beside each price does not name it
	}
	for i := last; i > 0; i-- {
		if to, ok := of[i]; ok {
			header[to] = t.constant(i)
		}
	}
	for i := last; i > 0; i-- {
		if _, ok := of[i]; ok {
			header = slices.Delete(header, i, i+1)
			for j, row := range t.Rows {
				t.Rows[j] = slices.Delete(row, i, i+1)
			}
		}
	}
	return header
}

// prepared joins words that stand in all lines before a value of a kind, with only a blank between, to that: they name it.
func prepared(lines [][]piece) {
	last := func(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }
	ends := func(p []piece) bool {
		w := last(p[0].text)
		worded := !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		return len(p) > 1 && p[0].kind == Text && w != p[0].text && worded && w == strings.ToLower(w) && w == last(lines[0][0].text) && strong(p[1].kind) && p[1].before == " "
	}
	if len(lines) > 1 && !slices.ContainsFunc(lines, func(p []piece) bool { return !ends(p) }) {
		for _, p := range lines { // "instead of" behind each name
			w := last(p[0].text)
			p[0].text, p[1].text = strings.TrimSuffix(p[0].text, " "+w), w+" "+p[1].text
		}
	}
	count, having := map[string]int{}, [kinds]int{}
	before := func(pieces []piece, j int) bool {
		return j > 0 && j+1 < len(pieces) && pieces[j].kind == Text && len(strings.Fields(pieces[j].text)) < 3 && strong(pieces[j+1].kind) &&
			pieces[j+1].before != "" && strings.TrimSpace(pieces[j+1].before) == ""
	}
	for _, pieces := range lines {
		var seen [kinds]bool
		for j, p := range pieces {
			if before(pieces, j) {
				count[p.text]++
			}
			if !seen[p.kind] {
				having[p.kind]++
			}
			seen[p.kind] = true
		}
	}
	for i, pieces := range lines {
		for j := len(pieces) - 2; j > 0; j-- {
			if before(pieces, j) && count[pieces[j].text] > 1 && count[pieces[j].text] == having[pieces[j+1].kind] {
				pieces[j+1].text = pieces[j].text + pieces[j+1].before + pieces[j+1].text
				pieces[j+1].before = pieces[j].before
				pieces = slices.Delete(pieces, j, j+1)
			}
		}
		lines[i] = pieces
	}
}

// oncePriced makes one sum of the several that a line has where most have one, "3.20 €, whole 29 €", unless what stands between all parts stands between these.
func oncePriced(lines [][]piece, by int) {
	sums := func(l []piece) (from, to, n int) {
		for j, p := range l {
			if p.kind == Money {
				if n++; n == 1 {
					from = j
				}
				to = j
			}
		}
		return from, to, n
	}
	own := func(p piece) bool { return by < slash && separators[by].MatchString(p.before) }
	ones := 0
	for _, l := range lines {
		if _, _, n := sums(l); n == 1 {
			ones++
		}
	}
	for i, l := range lines {
		if from, to, n := sums(l); n > 1 && from > 0 && 4*ones >= 3*len(lines) && !slices.ContainsFunc(l[from+1:to+1], own) {
			lines[i] = slices.Concat(l[:from], []piece{{before: l[from].before, text: joined(l[from : to+1]), kind: Money}}, l[to+1:])
		}
	}
}

// daysApart makes a row of each day where a name has several.
func (t Table) daysApart() Table {
	if t.Header != nil || t.Form != Grid || len(t.Rows[0]) < 3 {
		return t
	}
	var rows [][]string
	for _, row := range t.Rows {
		for i, c := range row[1:] {
			if c != "" && kindOf(c) != Date {
				return t
			}
			if c != "" || i == 0 {
				rows = append(rows, []string{row[0], c})
			}
		}
	}
	t.Rows, t.Form = rows, Pairs
	return t
}
