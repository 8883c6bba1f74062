package pasted

import (
	"slices"
	"strings"
)

// cards reads things of several lines each: a name, and below it what is known of it, each with its name and a colon. Blank lines stand between them.
func cards(lines []string, w Words) (Table, int) {
	if len(lines) < 2 || coloned.MatchString(lines[0]) || !coloned.MatchString(lines[1]) || w.over() {
		return Table{}, 0
	}
	t, n := Table{Form: Grid, Header: []string{""}}, 0
	for i := 0; i < len(lines); {
		name, row, ok := strings.TrimSpace(lines[i]), []string{}, true
		if name == "" || coloned.MatchString(name) || prosaic(name) || len(strings.Fields(name)) > 7 || w.Weekday(name) {
			break
		}
		row = append(row, strings.TrimSpace(unmarked(name)))
		row = append(row, make([]string, len(t.Header)-1)...)
		end := i + 1
		for ; end < len(lines) && strings.TrimSpace(lines[end]) != "" && ok; end++ {
			if end > i+1 && bullet.MatchString(lines[i+1]) && !bullet.MatchString(lines[end]) {
				break // the next thing
			}
			m := coloned.FindStringSubmatch(unbulleted(strings.TrimSpace(lines[end])))
			if ok = m != nil && len(strings.Fields(m[1])) < 4 && !w.Weekday(m[1]+" x") && len(t.Header) < 20; !ok {
				break
			}
			at := slices.IndexFunc(t.Header, func(h string) bool { return h == m[1] || h != "" && shared(h, m[1]) > 4 && abs(len(h)-len(m[1])) < 3 })
			if at < 0 {
				at = len(t.Header)
				t.Header, row = append(t.Header, m[1]), append(row, "")
			}
			if ok = row[at] == ""; ok {
				row[at] = strings.TrimSpace(m[2])
			}
		}
		if !ok || end == i+1 {
			break
		}
		t.Rows, n = append(t.Rows, row), end
		for i = end; i < len(lines) && strings.TrimSpace(lines[i]) == ""; i++ {
			continue
		}
	}
	told := 0
	for i, row := range t.Rows {
		t.Rows[i] = append(row, make([]string, len(t.Header)-len(row))...)
		for _, c := range row {
			if c != "" {
				told++
			}
		}
	}
	if len(t.Rows) < 2 || len(t.Header) < 2 || 2*told < len(t.Rows)*len(t.Header) {
		return Table{}, 0
	}
	return t, n
}

// grouped reads things of as many lines each, with blank lines between them: the parts of the first line, and each further line as one cell, below the label
// that it has in all of them.
func grouped(lines []string, w Words) (Table, int) {
	if w.over() {
		return Table{}, 0
	}
	long := 0 // as many lines as the first has
	groups, n := paragraphs(lines, func(g []string) bool {
		if long == 0 {
			long = len(g)
		}
		return len(g) == long && !slices.ContainsFunc(g, func(l string) bool { return bullet.MatchString(l) || prosaic(l) || strings.ContainsAny(l, "|\t") })
	})
	if len(groups) < 3 {
		return Table{}, 0
	}
	var names []string
	for _, g := range groups {
		if w.Weekday(g[0]) || coloned.MatchString(g[0]) || tells(g[0]) || valuable(g[0]) != valuable(groups[0][0]) { // else the first is no name
			return Table{}, 0
		}
		names = append(names, g[0])
	}
	c := cutterOf(names)
	var first [][]piece
	for _, name := range names {
		first = append(first, c.cut(name))
	}
	t := Table{Form: Grid, Rows: align(first)}
	t.Header = make([]string, len(t.Rows[0]))
	valuedLines := 0
	for j := 1; j < len(groups[0]); j++ {
		label := labelOf(groups, j, w)
		t.Header = append(t.Header, label)
		for i, g := range groups {
			cell := g[j]
			if label != "" {
				cell = coloned.FindStringSubmatch(cell)[2]
			}
			if label != "" || valuable(cell) || tells(cell) {
				valuedLines++
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	if 2*valuedLines < len(groups)*(len(groups[0])-1) { // paragraphs
		return Table{}, 0
	}
	w.spent(n / sample)
	if !slices.ContainsFunc(t.Header, func(h string) bool { return h != "" }) {
		t.Header = nil
	}
	return t, n
}

// labelOf returns the label, with a colon behind it, that the j-th lines of all groups have; "" for none.
func labelOf(groups [][]string, j int, w Words) (label string) {
	for i, g := range groups {
		m := coloned.FindStringSubmatch(g[j])
		if m == nil || len(strings.Fields(m[1])) > 3 || w.Weekday(m[1]+" x") || i > 0 && m[1] != label {
			return ""
		}
		label = m[1]
	}
	return label
}

func abs(n int) int { return max(n, -n) }
