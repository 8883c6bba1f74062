package offline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// has reports whether the sheet has a column with that heading.
func (s *sheet) has(heading string) bool {
	return slices.ContainsFunc(s.columns, func(c column) bool { return phrase(c.label) == phrase(heading) })
}

// drop removes the columns that a heading means, except the name.
func (s *sheet) drop(heading string) bool {
	h := phrase(heading)
	if slices.Contains([]string{" image ", " picture ", " photo "}, h) {
		s.bare = true
		return true
	}
	var keep []int
	for i, c := range s.columns {
		if i == 0 || !same(c.label, heading) && string(c.role) != strings.TrimSpace(h) {
			keep = append(keep, i)
		}
	}
	if len(keep) == len(s.columns) {
		return false
	}
	s.pick(keep)
	return true
}

// same reports whether two headings mean one column: "E-mail" and "email", "Due" and "due date".
func same(a, b string) bool {
	x, y := phrase(a), phrase(b)
	tight := func(p string) string { return strings.ReplaceAll(p, " ", "") }
	return strings.Contains(x, y) || strings.Contains(y, x) || tight(x) == tight(y)
}

// without removes the row with that name, and reports whether there is one.
func (s *sheet) without(name string) bool {
	i := slices.IndexFunc(s.rows, func(row []any) bool { return phrase(written(row[0])) == phrase(name) })
	if i < 0 || len(s.rows) < 2 {
		return false
	}
	s.rows = slices.Delete(s.rows, i, i+1)
	if i < len(s.at) {
		s.at = slices.Delete(s.at, i, i+1)
	}
	return true
}

// append adds a row with that name and values that fit any row.
func (s *sheet) append(name string) {
	s.rows = append(s.rows, s.named(s.rows, len(s.rows), capital(name)))
}

// take copies a column of another sheet that has as many rows; rows of the same name keep their own values.
func (s *sheet) take(from *sheet, column int) {
	c := from.columns[column]
	if s.first(c.role) >= 0 && c.role != roleTag && c.role != roleNumber {
		c.role = roleFact
	}
	s.columns = append(s.columns, c)
	for i, row := range s.rows {
		value := from.rows[i][column]
		for _, r := range from.rows {
			if written(r[0]) == written(row[0]) {
				value = r[column]
			}
		}
		s.rows[i] = append(slices.Clip(row), value)
	}
	s.square()
}

// sort orders the rows by the column that a heading means: figures by their size, the best rated first.
func (s *sheet) sort(heading string) bool {
	h := phrase(heading)
	at := slices.IndexFunc(s.columns, func(c column) bool {
		return strings.Contains(h, phrase(c.label)) || strings.Contains(phrase(c.label), h)
	})
	if at < 0 {
		k, ok := s.lex.kindOf(heading)
		if at = s.first(k.Role); !ok || at < 0 {
			return false
		}
	}
	down := strings.Contains(h, " rating ") || strings.Contains(h, " highest ") || strings.Contains(h, " descending ")
	slices.SortStableFunc(s.rows, func(a, b []any) int {
		x, isX := figure(a[at])
		y, isY := figure(b[at])
		order := strings.Compare(written(a[at]), written(b[at]))
		if isX && isY {
			order = cmp.Compare(x, y)
		}
		if down {
			return -order
		}
		return order
	})
	s.at = nil
	return true
}

// figure reads the number in a value such as "$1,350" or "from $4.20".
func figure(v any) (float64, bool) {
	if n, ok := v.(float64); ok {
		return n, true
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, written(v))
	n, err := strconv.ParseFloat(strings.Trim(digits, "."), 64)
	return n, err == nil && strings.ContainsAny(written(v), "$€£")
}

// currency changes the currency sign before every price.
func (s *sheet) currency(sign string) {
	for _, row := range s.rows {
		for i, v := range row {
			if text, ok := v.(string); ok && s.columns[i].role != roleAbout && strings.ContainsAny(text, "$€£0123456789") {
				row[i] = strings.NewReplacer("R$", sign, "$", sign, "€", sign, "£", sign).Replace(text)
			}
		}
	}
}
