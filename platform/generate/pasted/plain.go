package pasted

import (
	"slices"
	"strings"
)

// apartFrom reports whether what follows some lines is set off from them: by a blank line, or by a colon.
func apartFrom(kept []string) bool {
	if len(kept) == 0 || !slices.ContainsFunc(kept, func(l string) bool { return strings.TrimSpace(l) != "" }) {
		return false
	}
	last := strings.TrimSpace(kept[len(kept)-1])
	return last == "" || strings.HasSuffix(last, ":")
}

// loosely reads lines below the first one that have nothing in common but that they are short and none is a sentence: they are kept as they are, four or
// more of them, most of which have a figure.
func loosely(text string, w Words) (rest string, t Table, ok bool) {
	lines := strings.Split(text, "\n")
	from := 1
	for from < len(lines) && strings.TrimSpace(lines[from]) == "" {
		from++
	}
	figures, to := 0, from
	for ; to < len(lines); to++ {
		l := strings.TrimSpace(lines[to])
		m := coloned.FindStringSubmatch(l)
		if l == "" || len(strings.Fields(l)) > 8 || prosaic(l) || closing.MatchString(l) || m != nil && w.Instruction(m[1]) {
			break
		}
		if strings.ContainsAny(l, "0123456789") {
			figures++
		}
		t.Rows = append(t.Rows, []string{unbulleted(l)})
	}
	if len(t.Rows) < 4 || 2*figures <= len(t.Rows) {
		return text, Table{}, false
	}
	t.Form, t.Title, t.Lead = Names, above(lines[:from]), lastLine(lines[:from])
	return strings.TrimSpace(strings.Join(append(lines[:from:from], lines[to:]...), "\n")), t, true
}

// plain reads lines of some words each, which are names: four or more of them. Those that are what parts of a menu are called stand above the others.
func plain(lines []string, w Words) (Table, int) {
	section := func(l string) bool { return w.Section != nil && w.Section(strings.Trim(l, "#*:=~–—- ")) }
	t, n, of, sections, figures := Table{Form: Names}, 0, "", 0, 0
	var under []string
	for i, l := range lines {
		if l = strings.TrimSpace(l); l == "" && sections > 0 {
			continue
		}
		shirt := strings.HasPrefix(l, "#")
		if !shirt && strings.ContainsAny(l, "\t|;:,=<>{}") && l != "" || strings.Contains(l, " - ") || strings.Contains(l, " – ") || strings.Contains(l, " — ") {
			return Table{}, 0 // it has parts, or is a sentence
		}
		if !section(l) && (l == "" || len(strings.Fields(l)) > 6 || strings.ContainsAny(l[len(l)-1:], ".!?") || closing.MatchString(l)) {
			break
		}
		if n = i + 1; section(l) {
			of = strings.Trim(l, "#*:=~–—- ")
			sections++
			continue
		}
		t.Rows, under = append(t.Rows, []string{l}), append(under, of)
		if !shirt && strings.ContainsAny(l, "0123456789") {
			figures++
		}
	}
	if len(t.Rows) < 4 || 2*figures > len(t.Rows) {
		return Table{}, 0
	}
	if sections > 1 && under[0] != "" {
		t.Form = Sections
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], under[i])
		}
	} else if sections > 0 {
		return Table{}, 0
	}
	return t, n
}
