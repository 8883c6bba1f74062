package pasted

import (
	"regexp"
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

// loosely reads lines below the first one, or below the first paragraph, that have nothing in common but that they are short and none is a sentence: they are kept
// as they are, four or more of them, most of which have a figure, or which are set off from what is said above and ask for nothing.
func loosely(text string, w Words) (rest string, t Table, ok bool) {
	lines, tries := strings.Split(text, "\n"), 0
	for from := range lines {
		if from == 0 || tries > 3 || strings.TrimSpace(lines[from]) == "" || from > 1 && strings.TrimSpace(lines[from-1]) != "" {
			continue
		}
		tries++
		if t, n := alone(lines[from:], apartFrom(lines[:from]), w); n > 0 {
			t.Title, t.Lead = above(lines[:from]), lastLine(lines[:from])
			return strings.TrimSpace(strings.Join(append(lines[:from:from], lines[from+n:]...), "\n")), t, true
		}
	}
	return text, Table{}, false
}

// alone reads lines that have nothing in common, one cell each, and goes on behind blank ones. apart says that they are set off from what is said above.
func alone(lines []string, apart bool, w Words) (t Table, n int) {
	figures, asks, most := 0, 0, 8
	if t.Form = Names; apart {
		most = 14
	}
	for i, l := range lines {
		l = strings.TrimSpace(l)
		m := coloned.FindStringSubmatch(l)
		parted := apart && !strings.HasSuffix(l, ":") && (m != nil || slices.ContainsFunc(separators[:slash], func(by *regexp.Regexp) bool { return by.MatchString(l) }))
		if l == "" && apart {
			continue
		}
		if l == "" || len(strings.Fields(l)) > most || prosaic(l) && !parted || closing.MatchString(l) || m != nil && w.Instruction(m[1]) {
			break
		}
		if strings.ContainsAny(l, "0123456789") {
			figures++
		}
		if w.Asks == nil || w.Asks(l) {
			asks++
		}
		t.Rows, n = append(t.Rows, []string{unbulleted(l)}), i+1
	}
	if most := len(t.Rows); most < 4 || 2*figures <= most && !(apart && figures > 1 && (3*asks <= most || 3*figures >= most)) {
		return Table{}, 0
	}
	return t, n
}

// sundry reads a paragraph of kept lines that begins with the from-th, most of which have a figure: things of one kind that nobody reads as rows. None of them may ask
// for something, or say how somebody is reached.
func sundry(kept []string, from int, w Words) (Table, int) {
	lines, figures := kept[from:], 0
	if len(lines) < 3 || spoken(kept[:from]) == 0 {
		return Table{}, 0
	}
	t := Table{Form: Names}
	for _, l := range lines {
		if !rowlike(l) || w.wish(l) || reached(l, true) {
			return Table{}, 0
		}
		if strings.ContainsAny(l, "0123456789") {
			figures++
		}
		t.Rows = append(t.Rows, []string{unbulleted(strings.TrimSpace(l))})
	}
	if 2*figures <= len(lines) {
		return Table{}, 0
	}
	return t, len(lines)
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
