package pasted

import (
	"regexp"
	"slices"
	"strings"
)

var (
	bracketed = regexp.MustCompile(`([^(),;]*?)\s\(([^()]*\d[^()]*)\)`)
	listEnd   = regexp.MustCompile(`^(?:and|und|et|y|e|ed|&)\s`)
)

// thingsIn reads things with what is known of each in a sentence: "Blue (2 people, 60 €) and Green (3 people, 75 €)", or all in one bracket or behind a colon,
// "(Blue, 2 people, 60 €, and Green, 3 people, 75 €)". lead is what stands before them, and tail what follows.
func thingsIn(sentence string) (t Table, lead, tail string) {
	all := bracketed.FindAllStringSubmatchIndex(sentence, -1)
	for i, m := range all {
		name := strings.TrimSpace(sentence[m[2]:m[3]])
		if i == 0 {
			var at int
			if colon := strings.LastIndex(name, ": "); colon >= 0 {
				at = colon + 2
			} else if at = strings.LastIndexByte(name, ' ') + 1; name == "" || small(name[at:]) {
				break // it is no name
			}
			lead, name = sentence[:m[2]]+name[:at], name[at:]
		} else if strings.Trim(sentence[all[i-1][1]:m[2]], " ,;") != "" {
			return Table{}, "", ""
		}
		t.Rows = append(t.Rows, append([]string{listEnd.ReplaceAllString(name, "")}, cut(sentence[m[4]:m[5]])...))
	}
	if t.things() {
		return t, lead, sentence[all[len(all)-1][1]:]
	}
	for _, m := range all {
		if t.Rows = grouping(cut(sentence[m[4]:m[5]])); t.things() {
			return t, sentence[:m[4]-2], sentence[m[1]:]
		}
	}
	if before, list, ok := strings.Cut(sentence, ": "); ok {
		if t.Rows = grouping(cut(list)); t.things() {
			return t, before, ""
		}
	}
	return Table{}, "", ""
}

// grouping makes a row of each part without a figure and of those with one that follow it.
func grouping(parts []string) (rows [][]string) {
	for _, p := range parts {
		p = listEnd.ReplaceAllString(p, "")
		if !strings.ContainsAny(p, "0123456789") {
			rows = append(rows, []string{p})
		} else if len(rows) == 0 {
			return nil
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], p)
		}
	}
	return rows
}

// things reports whether rows are things: two or more with as much known of each, more than one figure or a price or what is counted among them.
func (t Table) things() bool {
	if len(t.Rows) < 2 || slices.ContainsFunc(t.Rows, func(row []string) bool {
		return len(row) != len(t.Rows[0]) || row[0] == "" || len(strings.Fields(row[0])) > 4 || strings.ContainsAny(row[0], "0123456789")
	}) {
		return false
	}
	kinds := t.Kinds()
	return len(kinds) > 2 && (slices.Contains(kinds, Money) || slices.Contains(kinds, Counted))
}
