package offline

import (
	"slices"
	"strings"
)

// localize moves the rows into the named city when the domain has rows for other cities only. Rows without a name of
// their own are called by the description's noun.
func (s *sheet) localize(w *wish) {
	noun := capital(w.domain.One)
	if i := strings.LastIndexByte(w.subject, ' ') + 1; w.subject != w.domain.Many && !w.strange && latin(w.subject[i:]) {
		noun = capital(singular(fold(w.subject[i:])))
	}
	for _, row := range s.rows {
		if name, ok := strings.CutPrefix(written(row[0]), "~ "); ok {
			row[0] = noun + " " + name
		}
	}
	if w.city == nil {
		return
	}
	s.within(w.city.Name)
	if len(w.domain.Locals) < len(s.rows) {
		return
	}
	i := slices.IndexFunc(s.columns, func(c column) bool { return c.label == "City" })
	for n, row := range s.rows {
		if i < 0 || row[i] == w.city.Name {
			continue
		}
		row[0], row[i] = w.domain.Locals[n], w.city.Name
		if about := s.first(roleAbout); about >= 0 {
			row[about] = "In the middle of " + w.city.Name + ", and worth two hours."
		}
		if n < len(s.at) {
			s.at[n] = around(*w.city, n)
		}
	}
}

// within keeps only the rows in a place, if some rows are there and some elsewhere.
func (s *sheet) within(place string) {
	here := func(row []any) bool {
		for i, v := range row {
			if i > 0 && s.columns[i].role != roleAbout && written(v) == place {
				return true
			}
		}
		return false
	}
	n := 0
	for _, row := range s.rows {
		if here(row) {
			n++
		}
	}
	if n < 2 || n == len(s.rows) {
		return
	}
	var rows [][]any
	var at [][2]float64
	for i, row := range s.rows {
		if !here(row) {
			continue
		}
		rows = append(rows, row)
		if i < len(s.at) {
			at = append(at, s.at[i])
		}
	}
	s.rows, s.at = rows, at
}
