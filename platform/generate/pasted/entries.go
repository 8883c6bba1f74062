package pasted

import (
	"slices"
	"strings"
)

// most is how many lines a thing may have.
const most = 6

// entries reads things of several lines each: a name, and below it what is known of it, often with a blank line after it.
func entries(lines []string, w Words) (Table, int) {
	if !begins(lines) || w.spent(1) || headsTable(lines, w) {
		return Table{}, 0
	}
	groups, n := apiece(lines)
	loose := len(groups) > 1 && !slices.ContainsFunc(groups, func(g []string) bool { return slices.ContainsFunc(g[1:], tells) })
	if loose && (len(groups) < 3 || slices.ContainsFunc(groups, func(g []string) bool { return len(g) != len(groups[0]) })) {
		return Table{}, 0 // they may be rows below headings
	}
	if len(groups) < 2 {
		if groups, n = alternating(lines); len(groups) < 2 {
			return Table{}, 0
		}
	}
	if announced(groups) {
		return Table{}, 0
	}
	var below []string
	for _, g := range groups {
		below = append(below, g[1:]...)
	}
	c := cutter{by: noSeparator}
	if len(below) == len(groups) {
		c = cutterOf(below)
	} else {
		c.loosen(below)
	}
	c.figures = c.figures && !slices.ContainsFunc(below, func(l string) bool { return kindOf(l) == Address }) // the number of a house is a part of it
	var cut [][]piece
	for _, g := range groups {
		if w.Weekday(g[0]) {
			return Table{}, 0
		}
		pieces := []piece{{text: g[0]}}
		for _, l := range g[1:] {
			pieces = append(pieces, after("\n", ofOne(l, c.cut(l)))...)
		}
		var seen [kinds]int
		for _, p := range pieces {
			kind := p.kind
			if loose {
				kind = kind.near()
			}
			if seen[kind]++; seen[kind] > 1 && slices.Contains([]Kind{Money, Opening, Date, Day, Place, Quantity}, kind) {
				w.spent(n / sample)
				return Table{}, 0 // they are rows below a heading
			}
		}
		cut = append(cut, pieces)
	}
	return Table{Form: Grid, Rows: remarks(align(cut))}, n
}

// ofOne makes one piece of a line that lists values of a kind: "Mon, Wed".
func ofOne(line string, pieces []piece) []piece {
	if k := pieces[0].kind; k == Text || slices.ContainsFunc(pieces, func(p piece) bool { return p.kind != k }) {
		return pieces
	}
	return []piece{{text: line, kind: pieces[0].kind}}
}

// announced reports whether the first line stands above all things: below it, the first one is like the second.
func announced(groups [][]string) bool {
	first, second := groups[0][1:], groups[1]
	if len(first) != len(second) || len(first) < 2 || len(groups) > 2 && len(groups[2]) > len(second) {
		return false
	}
	for i, l := range first {
		if kindOf(l) != kindOf(second[i]) {
			return false
		}
	}
	return true
}

// begins reports whether a first line may be a name and one of the next says more, which costs the same however many lines there are.
func begins(lines []string) bool {
	if len(lines) < 2 || !titled(strings.TrimSpace(lines[0])) {
		return false
	}
	for _, l := range lines[1:min(len(lines), most)] {
		if l = strings.TrimSpace(l); l == "" {
			return false
		} else if tells(l) || valuable(l) {
			return true
		}
	}
	return false
}

// valuable reports whether a line has a value anywhere.
func valuable(line string) bool {
	c := cutter{by: noSeparator}
	for k := range c.loose {
		c.loose[k] = true
	}
	return slices.ContainsFunc(c.cut(line), func(p piece) bool { return strong(p.kind) })
}

// apiece returns groups of lines with blank lines between them, each a name and what is known of it.
func apiece(lines []string) (groups [][]string, n int) {
	return paragraphs(lines, func(g []string) bool {
		return titled(g[0]) && slices.ContainsFunc(g[1:], func(l string) bool { return tells(l) || valuable(l) }) &&
			!slices.ContainsFunc(g, func(l string) bool {
				return bullet.MatchString(l) || prosaic(l) || named.MatchString(l) && kindOf(l) == Text
			})
	})
}

// paragraphs returns groups of some lines, with blank lines between them, as long as they fit, and how many lines they take.
func paragraphs(lines []string, fits func(group []string) bool) (groups [][]string, n int) {
	for i := 0; i < len(lines); {
		var g []string
		for ; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
			g = append(g, strings.TrimSpace(lines[i]))
		}
		if len(g) < 2 || len(g) > most || !fits(g) {
			break
		}
		groups, n = append(groups, g), i
		for ; i < len(lines) && strings.TrimSpace(lines[i]) == ""; i++ {
			continue
		}
	}
	return groups, n
}

// alternating returns pairs of lines: a name, and a line that begins with a value.
func alternating(lines []string) (groups [][]string, n int) {
	for ; n+1 < len(lines); n += 2 {
		name, rest := strings.TrimSpace(lines[n]), strings.TrimSpace(lines[n+1])
		if !titled(name) || !tells(rest) || bullet.MatchString(name) {
			break
		}
		groups = append(groups, []string{name, rest})
	}
	return groups, n
}

// titled reports whether a line may be a name above what is known of it.
func titled(line string) bool {
	c := cutter{by: noSeparator}
	for k := range c.loose {
		c.loose[k] = true
	}
	return line != "" && len(strings.Fields(line)) < 7 && !strings.HasSuffix(line, ":") && !valued(c.cut(line))
}

// tells reports whether a line begins with a value.
func tells(line string) bool {
	if k := kindOf(line); k != Text && k != Counted {
		return true
	}
	for _, by := range separators {
		if parts := split(line, by); len(parts) > 1 {
			return strong(kindOf(parts[0].text)) || kindOf(parts[0].text) == Address
		}
	}
	return false
}
