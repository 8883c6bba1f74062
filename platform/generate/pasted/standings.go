package pasted

import (
	"slices"
	"strings"
)

// standings reads lines that blanks alone part below headings of a word each: figures before and behind a name of some words, as in the table of a league. The
// name is what is left between as many figures as there are headings on either side.
func standings(lines []string, _ Words) (Table, int) {
	header := strings.Fields(lines[0])
	if len(header) < 4 || len(header) > widest || strings.ContainsAny(lines[0], "0123456789\t|;:,") || slices.ContainsFunc(header, small) {
		return Table{}, 0
	}
	figure := func(s string) bool {
		return strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789.,:+-–−%") == "" && !(s[0] == '0' && len(s) > 1 && s[1] <= '9' && s[1] >= '0') // which is dialled
	}
	t, name := Table{Form: Grid, Header: header}, -1
	for _, l := range lines[1:] {
		parts := strings.Fields(l)
		if len(parts) < len(header) {
			break
		}
		first := slices.IndexFunc(parts, func(p string) bool { return !figure(p) })
		if name < 0 {
			name = first
		}
		behind := len(header) - 1 - first
		if first < 0 || first != name || behind < 2 || slices.ContainsFunc(parts[len(parts)-behind:], func(p string) bool { return !figure(p) }) {
			break
		}
		to := len(parts) - behind
		t.Rows = append(t.Rows, slices.Concat(parts[:first], []string{strings.Join(parts[first:to], " ")}, parts[to:]))
	}
	if len(t.Rows) < 2 {
		return Table{}, 0
	}
	return t, len(t.Rows) + 1
}
