package pasted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// sayings returns the words and figures of a text, in small letters, with the signs of currencies.
func sayings(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("€$£%", r)
	})
}

// keeps reports whether a table says what its lines say: each word and figure as often, but for what stands in its headings, and no other; and whether what
// brackets enclose stays together.
func (t Table) keeps(lines []string) bool {
	in, out, said, headed, even := map[string]int{}, map[string]int{}, map[string]bool{}, sayings(strings.Join(t.Header, " ")), true
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			continue
		}
		for _, s := range sayings(visible(l)) {
			said[s] = true
		}
		for _, l := range timed(t.Form.bare(l)) {
			even = even && balanced(l)
			for _, s := range sayings(l) {
				in[s]++
			}
		}
	}
	for _, row := range t.Rows {
		for i, c := range row {
			if even && !balanced(c) {
				return false
			}
			for _, s := range sayings(c) {
				if out[s]++; !said[s] && !(t.Form == Sections && i == len(row)-1) {
					return false
				}
			}
		}
	}
	for s, n := range in {
		if out[s] < n && !slices.ContainsFunc(headed, func(h string) bool { return h == s || shared(h, s) > 4 }) {
			return false
		}
	}
	return true
}

// widest is how many columns a table may have beside those that an app adds.
const widest = 36

// narrowed returns a table that is too wide for an app with what stands in its last columns in one, below each other with their headings.
func (t Table) narrowed() Table {
	if len(t.Rows) == 0 || len(t.Rows[0]) <= widest {
		return t
	}
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		var more []string
		for j, c := range row[widest-1:] {
			if t.Header != nil && t.Header[widest-1+j] != "" {
				c = t.Header[widest-1+j] + ": " + c
			}
			more = append(more, c)
		}
		rows[i] = append(row[:widest-1:widest-1], strings.Join(more, "\n"))
	}
	if t.Rows = rows; t.Header != nil {
		t.Header = append(t.Header[:widest-1:widest-1], "")
	}
	return t
}

// unheaded reports whether lines have no headings that people use, no points and are no messages: they may be a part of what stands right above or below them.
func (t Table) unheaded(lines []string, w Words) bool {
	known := slices.DeleteFunc(slices.Clone(t.Header), func(h string) bool { return !w.Heading(h) })
	return (t.Form == Grid || t.Form == Pairs || t.Form == Names) && !t.Chat && (t.Header == nil || 2*len(known) < len(t.Header)) &&
		!slices.ContainsFunc(lines, func(l string) bool { return bullet.MatchString(l) || strings.ContainsAny(l, "\t|") })
}

func balanced(s string) bool { return strings.Count(s, "(") == strings.Count(s, ")") }

// bare returns a line without what only says of which form it is.
func (f Form) bare(line string) string {
	line = unbulleted(visible(line))
	if m := headline().FindStringSubmatch(line); m != nil {
		return strings.Join(m[1:], " ")
	}
	switch f {
	case Questions:
		line = bare(line)
		for _, m := range [][]string{asked.FindStringSubmatch(line), answered.FindStringSubmatch(line)} {
			if m != nil {
				return m[1]
			}
		}
	case Amounts:
		if m := amountOf.FindStringSubmatch(line); m != nil {
			return m[1] + " " + m[3] + " " + ofThat.ReplaceAllString(m[4], " ")
		}
	}
	return line
}

// simpler reads lines that another reader tears or loses something of: a name and what is said of it where a colon or a dash stands in all of them, else
// each line as it is.
func simpler(lines []string) Table {
	t, points := Table{Form: Grid, Whole: true}, listed(lines)
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			if points {
				l = unbulleted(l)
			}
			t.Rows = append(t.Rows, []string{l})
		}
	}
	var cut [][]string
	for _, row := range t.Rows {
		m := named.FindStringSubmatch(row[0])
		if m == nil {
			if head, before, rest := dashed(row[0]); head != "" {
				m = []string{"", head, before, rest}
			}
		}
		if m == nil || !balanced(m[1]) {
			t.Form = Names
			return t
		}
		cut = append(cut, []string{m[1], m[3]})
	}
	t.Rows = cut
	return t
}

// uncut puts lines together again that are cut where the others are not: a colon, a dash or a slash stands within a part of them, and what is weaker
// cuts that off, while most lines have no such part.
func uncut(cut [][]piece) (whole bool) {
	var odd []int
	for i, pieces := range cut {
		if tears(pieces) {
			odd = append(odd, i)
		}
	}
	if 2*len(odd) >= len(cut) {
		return false
	}
	return rejoined(cut, odd)
}

// rejoined puts some of the lines together again, and reports whether there are any.
func rejoined(lines [][]piece, which []int) bool {
	for _, i := range which {
		lines[i] = []piece{{text: joined(lines[i])}}
	}
	return len(which) > 0
}

// joined returns the text that pieces were cut from.
func joined(pieces []piece) string {
	text := pieces[0].text
	for i := range pieces[1:] {
		text += spelled(pieces, i+1)
	}
	if strings.Count(text, "(") > strings.Count(text, ")") {
		text += ")"
	}
	return text
}

// spelled returns the i-th piece with what stands before it, and with the end of its bracket unless the next one has that.
func spelled(pieces []piece, i int) string {
	p, ended := pieces[i], i+1 < len(pieces) && strings.HasPrefix(pieces[i+1].before, ")")
	if strings.HasSuffix(p.before, "(") && !ended {
		return p.before + p.text + ")"
	}
	return p.before + p.text
}

// tears reports whether something weaker than what stands within a text cuts off what stands behind that and has no such separator itself.
func tears(pieces []piece) bool {
	for j, p := range pieces {
		if p.kind != Text || j+1 == len(pieces) {
			continue
		}
		if in, next := strength(p.text), pieces[j+1]; in < force(next.before) && strength(next.text) != in {
			return true
		}
	}
	return false
}

// force returns how strong what separates two pieces is, as an index of separators; a colon, a bracket and the end of a line are like a dash.
func force(before string) int {
	if strings.ContainsAny(before, ":()\n") {
		return dash
	}
	if at := slices.IndexFunc(separators, func(by *regexp.Regexp) bool { return by.MatchString(before) }); at >= 0 {
		return at
	}
	return noSeparator
}

// strength returns the strongest separator within a text but for commas, which are those of names as well.
func strength(text string) int {
	text = enclosing.ReplaceAllString(text, "()")
	if m := named.FindStringSubmatch(text); m != nil && heading(m[1], m[3]) {
		return dash
	}
	if at := slices.IndexFunc(separators[:comma], func(by *regexp.Regexp) bool { return len(split(text, by)) > 1 }); at >= 0 {
		return at
	}
	return noSeparator
}

var enclosing = regexp.MustCompile(`\([^()]*\)`)
