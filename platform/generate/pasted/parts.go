package pasted

import (
	"regexp"
	"slices"
	"strings"
)

// said is yes or no.
var said = regexp.MustCompile(`^(?i:yes|no|ja|nein|oui|non|sí|si|sim|não|sì)$`)

// labelOfPart returns the word that names a figure, or yes or no, behind it: "sleeps" of "sleeps 4", "" for none.
func labelOfPart(part string) string {
	if m := prefixed.FindStringSubmatch(part); m != nil && kindOf(part) == Text && (said.MatchString(m[3]) || kindOf(m[3]) == Figure || kindOf(m[3]) == Money) {
		return m[1]
	}
	return ""
}

// parted makes columns of what stands between commas in the cells of a column: of parts that the same words name in most rows, "sleeps 4, dogs yes",
// wherever they stand, or of as many parts in all rows, with something counted at the same place.
func parted(rows [][]string) [][]string {
	for i := 1; i < len(rows[0]) && len(rows) > 1; i++ {
		cut, told := make([][]string, len(rows)), 0
		var labels []string
		count, even := map[string]int{}, true
		for j, row := range rows {
			if row[i] == "" {
				continue
			}
			told++
			by := comma
			if m := sized(row[i], true); m != nil && m[0] == "" {
				by = slash
			}
			cut[j] = texts(split(row[i], separators[by]))
			even = even && len(cut[j]) == len(cut[0])
			for _, part := range cut[j] {
				l := labelOfPart(part)
				if count[l]++; l != "" && count[l] == 1 {
					labels = append(labels, l)
				}
			}
		}
		labels = slices.DeleteFunc(labels, func(l string) bool { return 3*count[l] < 2*told || count[l] < 2 })
		width := len(cut[0])
		switch {
		case len(labels) > 1:
			rows = arranged(rows, i, cut, labels)
		case even && told == len(rows) && width > 1 && width < 5 && someCounted(cut):
			for j, row := range rows {
				rows[j] = slices.Replace(row, i, i+1, cut[j]...)
			}
		}
	}
	return rows
}

// someCounted reports whether one of the parts, and not all, are things that are counted, in all rows.
func someCounted(cut [][]string) bool {
	n := 0
	for i := range cut[0] {
		if !slices.ContainsFunc(cut, func(parts []string) bool { return kindOf(parts[i]) != Counted }) {
			n++
		}
	}
	return n > 0 && n < len(cut[0])
}

// arranged puts each part in the column of its label, and the others in one behind those.
func arranged(rows [][]string, i int, cut [][]string, labels []string) [][]string {
	more := false
	for j, row := range rows {
		cells := make([]string, len(labels)+1)
		for _, part := range cut[j] {
			at := slices.Index(labels, labelOfPart(part))
			if at < 0 || cells[at] != "" {
				at, more = len(labels), true
			}
			cells[at] = strings.TrimPrefix(cells[at]+", "+part, ", ")
		}
		rows[j] = slices.Replace(row, i, i+1, cells...)
	}
	if !more {
		for j, row := range rows {
			rows[j] = slices.Delete(row, i+len(labels), i+len(labels)+1)
		}
	}
	return rows
}

// evenly returns what stands between the separators of lines that have a strong one and all as many parts, three or more, nil for others.
func (b *manner) evenly(lines [][]piece) (rows [][]string) {
	if b.by > comma || b.by == slash || b.named || b.tailed || b.common[Phone] || b.common[Email] { // some are reached in one way, some in another
		return nil
	}
	for _, pieces := range lines {
		parts := split(joined(pieces), separators[b.by])
		if rows = append(rows, texts(parts)); len(parts) < 3 || b.by == comma && len(parts) < 4 || len(parts) != len(rows[0]) {
			return nil
		}
	}
	return rows
}

// scattered reports whether parts that stand at one place of their lines are in several columns of some rows.
func scattered(parts, rows [][]string) bool {
	for j := range parts[0] {
		at := -1
		for i, row := range rows {
			if k := slices.Index(row, parts[i][j]); k >= 0 && parts[i][j] != "" {
				if at >= 0 && k != at {
					return true
				}
				at = k
			}
		}
	}
	return false
}
