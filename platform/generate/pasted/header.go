package pasted

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// header returns the headings in the first of some lines, which may be separated in another way than the rows, and what separates them.
func (b *manner) header(lines []string, w Words) ([]string, *regexp.Regexp) {
	line := b.plain(lines[0])
	if by := separators[blanks]; strings.HasPrefix(lines[0], "  ") { // the first heading is empty, as in a timetable
		names := append([]string{""}, texts(split(line, by))...)
		if rows := b.below(names, lines[1:min(len(lines), 3)], by); len(names) > 2 && len(rows) == 2 {
			return names, by
		}
	}
	for _, by := range separators[:dash+1] {
		if parts := split(line, by); len(parts) > 3 && ascending(texts(parts)) && b.valuesBelow(lines[1:min(len(lines), sample)], len(parts), by) {
			return texts(parts), by
		}
	}
	if strings.ContainsAny(line, "0123456789:") {
		return nil, nil
	}
	for _, by := range separators {
		parts := split(line, by)
		if len(parts) < 2 || by == separators[comma] && b.named && b.by == comma {
			continue // lines with a colon before their first comma have a name besides
		}
		known := 0
		var names []string
		for _, p := range parts {
			if kindOf(p.text) != Text || p.text == "" {
				return nil, nil
			}
			if w.Heading(p.text) {
				known++
			}
			names = append(names, p.text)
		}
		rows := lines[1:min(len(lines), sample)]
		alike := b.valuesBelow(rows, len(parts), by)
		if by == separators[comma] && !alike && (known < len(parts) || slices.ContainsFunc(names, func(n string) bool { return len(strings.Fields(n)) > 4 })) {
			continue // "sales per region, show me a bar chart"
		}
		if known == len(parts) || 2*known >= len(parts) && (len(parts) > 2 || alike) || len(parts) > 2 && (known > 0 || b.mostly(rows, by)) && alike {
			return names, by
		}
	}
	return nil, nil
}

// valuesBelow reports whether most lines have as many parts as there are headings, and values among them, while the headings have none.
func (b *manner) valuesBelow(lines []string, width int, by *regexp.Regexp) bool {
	alike, all := 0, 0
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			break
		}
		all++
		if parts := split(b.plain(l), by); len(parts) == width && slices.ContainsFunc(parts, func(p piece) bool { return kindOf(p.text) != Text }) {
			alike++
		}
	}
	return alike > 1 && 3*alike >= 2*all
}

// mostly reports whether most of what all lines have are values.
func (b *manner) mostly(lines []string, by *regexp.Regexp) bool {
	values, all := 0, 0
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			break
		}
		for _, p := range split(b.plain(l), by) {
			if all++; strong(kindOf(p.text)) || kindOf(p.text) == Figure {
				values++
			}
		}
	}
	return all > 0 && 2*values > all
}

func texts(parts []piece) (out []string) {
	for _, p := range parts {
		out = append(out, p.text)
	}
	return out
}

// ascending reports whether cells are a word and figures that rise, such as sizes or years, which are headings.
func ascending(cells []string) bool {
	last := -1
	for i, c := range cells {
		n, err := strconv.Atoi(c)
		if (i == 0) != (err != nil) || i == 0 && c == "" || i > 0 && n <= last {
			return false
		}
		if i > 0 {
			last = n
		}
	}
	return len(cells) > 3
}

// below returns the cells of lines that all have as many parts as there are headings, nil for others.
func (b *manner) below(header []string, lines []string, by *regexp.Regexp) (rows [][]string) {
	if header == nil {
		return nil
	}
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		parts := split(b.plain(l), by)
		if len(parts) != len(header) {
			return nil
		}
		var row []string
		for _, p := range parts {
			row = append(row, p.text)
		}
		rows = append(rows, row)
	}
	return rows
}
