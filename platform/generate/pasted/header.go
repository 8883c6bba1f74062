package pasted

import (
	"regexp"
	"slices"
	"strings"
)

// header returns the headings in the first of some lines, which may be separated in another way than the rows, and what separates them.
func (b *manner) header(lines []string, w Words) ([]string, *regexp.Regexp) {
	line := b.plain(lines[0])
	if strings.ContainsAny(line, "0123456789:") {
		return nil, nil
	}
	for _, by := range separators {
		parts := split(line, by)
		if len(parts) < 2 {
			continue
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
		if 2*known >= len(parts) || known > 0 && len(parts) > 2 && b.valuesBelow(lines[1:min(len(lines), sample)], len(parts), by) {
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
