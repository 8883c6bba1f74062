package offline

import (
	"slices"
	"strings"
	"time"
)

// sheet returns the data that the description asks for.
func (w *wish) sheet(now time.Time) *sheet {
	s := newSheet(w.lex, w.domain, now)
	s.localize(w)
	s.favour(w.words)
	switch {
	case w.layout == "form":
	case len(w.fields) == 1 && !s.has(w.fields[0]) && matching(w.domain.Columns, w.fields[0]) < 0:
		s.add(w.fields[0])
	case len(w.fields) > 1:
		fields := w.fields
		if i := s.first(roleDate); w.layout == "timeline" && i > 0 {
			fields = append(slices.Clip(fields), s.columns[i].label) // a timeline needs the day of each row
		}
		if i := s.first(roleAbout); i > 0 && !w.exact && slices.Contains([]string{"cards", "carousel", "gallery", "details"}, w.layout) && w.known {
			fields = append(slices.Clip(fields), s.columns[i].label) // "with price and size" keeps the sentence about the row
		}
		s.choose(fields, w.exact)
	}
	if w.layout == "dashboard" && len(w.given.labels) > 0 {
		s.given = &w.given
	} else {
		s.give(w.given, w.layout)
	}
	if w.layout == "details" && w.single != "" && len(s.rows) > 0 {
		s.rows = append([][]any{s.named(s.rows, 0, capital(w.single))}, s.rows...)
		s.at = nil
	}
	if w.count > 0 && s.given == nil {
		s.resize(w.count)
	}
	s.spend(w.budget)
	if w.city != nil && len(w.domain.At) == 0 {
		s.at = nil
	}
	s.title = w.heading()
	return s
}

// favour moves the rows that contain words of the description to the front.
func (s *sheet) favour(ws []word) {
	if len(s.at) > 0 || s.first(roleDate) >= 0 && s.domain.Layout == "timeline" {
		return // these rows have an order of their own
	}
	hits := func(row []any) int {
		n, text := 0, ""
		for _, v := range row {
			text += " " + written(v)
		}
		text = phrase(text)
		for _, x := range ws {
			if !s.lex.empty(x) && len(x.root) > 3 && strings.Contains(text, " "+x.root+" ") && !s.domain.continues(x.root+" ") {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(s.rows, func(a, b []any) int { return hits(b) - hits(a) })
}
