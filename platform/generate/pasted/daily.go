package pasted

import "strings"

// daily reads lines without parts below the names of days: what there is to eat on each.
func daily(lines []string, w Words) (Table, int) {
	name := func(line string) string { return strings.Trim(line, "#*: ") }
	day := func(line string) bool {
		line = name(line)
		return line != "" && len(strings.Fields(line)) < 5 && w.Weekday(line+" x") // the name of a day may be all
	}
	if !day(lines[0]) || w.spent(1) || headsTable(lines, w) {
		return Table{}, 0
	}
	t, of, named, n := Table{Form: Sections}, "", 0, 0
	var below []string
	for i, l := range lines {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if day(l) {
			of = name(l)
			named++
		} else if prosaic(l) || closing.MatchString(l) {
			break
		} else {
			l = bullet.ReplaceAllString(l, "$1")
			below = append(below, l)
			t.Rows = append(t.Rows, []string{l, of})
		}
		n = i + 1
	}
	if named < 2 || len(t.Rows) < named {
		return Table{}, 0
	}
	if b := mannerOf(below[:min(len(below), sample)], w); b != nil && (b.valued || b.by != noSeparator) {
		return Table{}, 0 // they have parts
	}
	if _, parted := rows(below, w); parted > 0 {
		return Table{}, 0
	}
	return t, n
}
