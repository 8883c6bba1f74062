package pasted

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var remarked = regexp.MustCompile(`^([^(]*[^(\s])\s+\(([^()]+)\)$`)

var coded = regexp.MustCompile(`^(\d{3,}|[A-Z]{1,3}-?\d{2,})\s+(\pL.*)$`)

// placed is which one of several something is: "1º", "2nd"; rank is that, a figure or a code, and a name behind it.
var placed = regexp.MustCompile(`^\d{1,3}(?:[º°ª]|st|nd|rd|th)?\s`)

var rank = regexp.MustCompile(`^(\d{1,3}|\d{3,}|[A-Z]{1,3}-?\d{2,})\s+(\pL.*)$`)

// ranked reports whether a figure that counts the rows, from one on, stands before all names.
func ranked(rows [][]string) bool {
	for i, row := range rows {
		if m := rank.FindStringSubmatch(row[0]); m == nil || m[1] != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(rows) > 2
}

// codes makes a column of the codes that stand before all names, or of what counts these.
func codes(rows [][]string) [][]string {
	if len(rows) < 2 || slices.ContainsFunc(rows, func(row []string) bool {
		m := coded.FindStringSubmatch(row[0])
		return m == nil || kindOf(row[0]) != Text || strings.ToUpper(m[2]) == m[2] // "AB12 CDE" is one code
	}) && !ranked(rows) {
		return rows
	}
	for j, row := range rows {
		m := rank.FindStringSubmatch(row[0])
		rows[j] = append([]string{m[1], m[2]}, row[1:]...)
	}
	return rows
}

// remarks makes a column of what stands in brackets behind texts, where most texts of a column have that: "Salsa (Carlos)".
func remarks(rows [][]string) [][]string {
	for i := 0; i < len(rows[0]) && len(rows) > 1; i++ {
		told, noted := 0, 0
		for _, row := range rows {
			if row[i] != "" {
				told++
			}
			if m := remarked.FindStringSubmatch(row[i]); m != nil && kindOf(row[i]) == Text {
				noted++
			}
		}
		if noted < 2 || 3*noted < 2*told {
			continue
		}
		for j, row := range rows {
			remark := ""
			if m := remarked.FindStringSubmatch(row[i]); m != nil {
				row[i], remark = m[1], m[2]
			}
			rows[j] = slices.Insert(row, i+1, remark)
		}
		i += spread(rows, i+1)
	}
	return rows
}

// spread makes columns of what stands between commas in remarks that all have as many parts, with values among them, and returns how many.
func spread(rows [][]string, at int) int {
	width, values := 0, false
	for _, row := range rows {
		if row[at] == "" {
			continue
		}
		parts := split(row[at], separators[comma])
		if width > 0 && len(parts) != width {
			return 1
		}
		width = len(parts)
		values = values || slices.ContainsFunc(parts, func(p piece) bool { return kindOf(p.text) != Text })
	}
	if width < 2 || width > 4 || !values {
		return 1
	}
	for j, row := range rows {
		cells := make([]string, width)
		if row[at] != "" {
			cells = texts(split(row[at], separators[comma]))
		}
		rows[j] = slices.Replace(row, at, at+1, cells...)
	}
	return width
}
