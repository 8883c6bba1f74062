package pasted

import (
	"slices"
	"strings"
)

// odd is a line that is written unlike those around it, and stands before the at-th of these.
type odd struct {
	at   int
	text string
}

// read reads a block that begins with the first line, and goes on behind lines that are written unlike the others and stand amid them: at most two side by
// side. Those are rows with all that they say in one cell. n is how many lines it took, 0 when there is no block.
func (w Words) read(lines []string) (t Table, n int) {
	if t, n = block(lines, w); n == 0 {
		return t, n
	}
	rest, apart := lines, []odd(nil)
	for k := 1; k < 3 && n+k < len(rest) && len(apart) < n && w.amid(rest[n-1:n+k+1]) && !w.spent(1); k++ {
		next := slices.Concat(rest[:n], rest[n+k:])
		more, to := block(next, w)
		if to <= n || more.Form != t.Form || !more.linewise(next[:to]) {
			continue
		}
		for _, l := range rest[n : n+k] {
			apart = append(apart, odd{n, strings.TrimSpace(l)})
		}
		rest, t, n, k = next, more, to, 0
	}
	taken := lines[:n+len(apart)]
	t = t.labelled(w).daysApart()
	kept := t.keeps(rest[:n])
	if kept && len(apart) > 0 {
		t = t.with(rest[:n], apart)
		kept = t.Rows != nil
	}
	if !kept {
		t = simpler(taken)
	}
	return t.counted(taken), len(taken)
}

// counted returns a table of the points of a list with their numbers first where these do not follow each other: then they mean something.
func (t Table) counted(lines []string) Table {
	var numbers []string
	leaps := false
	for _, l := range lines {
		if m := numbered.FindStringSubmatch(l); m != nil && !monthly().MatchString(l) {
			leaps = leaps || len(numbers) > 0 && m[1] != "1" && !follows(numbers[len(numbers)-1], m[1])
			numbers = append(numbers, m[1])
		}
	}
	if !leaps || len(numbers) != len(t.Rows) || slices.ContainsFunc(t.Rows, func(row []string) bool { return numbered.MatchString(row[0]) }) {
		return t
	}
	for i, n := range numbers {
		t.Rows[i] = append([]string{n}, t.Rows[i]...)
	}
	if t.Listed = true; t.Header != nil {
		t.Header = append([]string{""}, t.Header...)
	}
	if t.Form != Sections {
		t.Form = Grid
	}
	return t
}

// amid reports whether all but the first and the last of some lines may be rows that are written unlike the others.
func (w Words) amid(lines []string) bool {
	last := len(lines) - 1
	if strings.TrimSpace(lines[0]) == "" || strings.TrimSpace(lines[last]) == "" {
		return false
	}
	return !slices.ContainsFunc(lines[1:last], func(l string) bool {
		said := coloned.MatchString(l) && coloned.MatchString(lines[0]) && len(strings.Fields(l)) < 15 // by somebody, as above
		return !said && !rowlike(l) || bullet.MatchString(l) != bullet.MatchString(lines[0]) || dayed(l) || w.notice([]string{l})
	})
}

// rowlike reports whether a line may be one of several that are no sentences: it announces nothing and ends no message.
func rowlike(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && len(line) < longest && !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "#") && !prosaic(line) &&
		!parting(line) && strings.Trim(line, "|-:=_* \t") != ""
}

// spoken returns how many of some lines say something.
func spoken(lines []string) (n int) {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			n++
		}
	}
	return n
}

// linewise reports whether each line is a row, but for the first, which may be the header, and what stands above others.
func (t Table) linewise(lines []string) bool {
	return len(t.Rows) > 0 && t.before(lines) == len(t.Rows) && !slices.ContainsFunc(lines, func(l string) bool { return len(timed(l)) > 1 })
}

// before returns how many rows some first lines of a table make that is linewise.
func (t Table) before(lines []string) (n int) {
	if n = spoken(lines); t.Header != nil && n > 0 {
		n--
	}
	if t.Form != Sections {
		return n
	}
	last := len(t.Rows[0]) - 1
	for _, l := range lines {
		if l = headlineOf(l); slices.ContainsFunc(t.Rows, func(row []string) bool { return l != "" && row[last] == l }) {
			n--
		}
	}
	return n
}

// headlineOf returns what a line above rows says.
func headlineOf(line string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "#*_:=~–—- "))
}

// with puts in lines that are written unlike the others, each in the first cell that is a text; nil rows where nobody knows where they stand.
func (t Table) with(lines []string, apart []odd) Table {
	headed := t
	if spoken(lines) == len(t.Rows) {
		headed.Header = nil // nobody wrote one
	}
	if len(t.Rows) == 0 || headed.before(lines) != len(t.Rows) {
		return Table{}
	}
	at := max(0, slices.IndexFunc(t.Kinds(), func(k Kind) bool { return k == Text || k == Counted }))
	for _, o := range slices.Backward(apart) {
		row, i := make([]string, len(t.Rows[0])), headed.before(lines[:o.at])
		if row[at] = o.text; t.Form == Sections && i > 0 {
			row[len(row)-1] = t.Rows[i-1][len(row)-1]
		}
		t.Rows = slices.Insert(t.Rows, i, row)
	}
	t.Whole = true
	return t
}

// farthest is how many lines around a table may be of one list with it.
const farthest = 200

// engulfed returns all lines of a paragraph that is set off from what is said above it, where a reader took but the fewer of them and none is a sentence: they are
// one list that no reader takes as a whole. above is how many of those already passed are of it, below how many of those that follow.
func engulfed(kept, taken, following []string) (above, below int) {
	for above < min(len(kept), farthest) && strings.TrimSpace(kept[len(kept)-1-above]) != "" && !strings.HasSuffix(strings.TrimSpace(kept[len(kept)-1-above]), ":") {
		above++
	}
	for below < min(len(following), farthest) && strings.TrimSpace(following[below]) != "" {
		below++
	}
	more := slices.Concat(kept[len(kept)-above:], following[:below])
	if above+below >= farthest {
		return 0, 0
	}
	if spoken(kept[:len(kept)-above]) == 0 || spoken(taken) < len(taken) || len(more) <= len(taken) || slices.ContainsFunc(more, func(l string) bool { return !rowlike(l) }) {
		return 0, 0
	}
	return above, below
}

// unsectioned turns what was taken for headings amid rows back into rows, where the first rows have none and no heading is written as one: "Grandpa †" among birthdays.
func (t Table) unsectioned(lines []string) Table {
	last := len(t.Rows[0]) - 1
	if t.Rows[0][last] != "" || t.Header != nil {
		return t
	}
	of := func(l string) int {
		return slices.IndexFunc(t.Rows, func(row []string) bool { return row[last] != "" && row[last] == headlineOf(l) })
	}
	for i, l := range lines {
		if at := of(l); at >= 0 && (strings.TrimSpace(l) != t.Rows[at][last] || strings.ToUpper(l) == l || i > 0 && strings.TrimSpace(lines[i-1]) == "" ||
			bullet.MatchString(lines[i+1]) || indent(lines[i+1]) > indent(l)) {
			return t
		}
	}
	var rows [][]string
	title := ""
	for _, row := range t.Rows {
		if row[last] != title {
			title = row[last]
			rows = append(rows, slices.Concat([]string{title}, make([]string, last-1)))
		}
		rows = append(rows, row[:last:last])
	}
	if t.Rows, t.Form = rows, Grid; last == 2 {
		t.Form = Pairs
	}
	t.Whole = true
	return t
}
