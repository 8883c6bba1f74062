package offline

import (
	"slices"
	"strings"
	"time"
)

// query returns what somebody might search for.
func (w *wish) query() string { return strings.ToLower(plain(w.subject)) }

// details shows the first row in detail.
func (s *sheet) details(w *wish) object {
	row := s.rows[0]
	name := s.name(row)
	o := object{{"title", name}}.with("subtitle", clip(s.text(row, roleSubtitle), 200)).with("badge", clip(s.text(row, roleBadge), 40)).
		with("price", clip(s.text(row, rolePrice), 60)).with("image", s.image("details", row)).with("description", clip(s.text(row, roleAbout), 2000)).with("tags", s.tags(row))
	var facts []any
	for i, c := range s.columns {
		v := written(row[i])
		if i > 0 && v != "" && c.role != roleAbout && c.role != roleBadge && c.role != rolePrice && !hidden(c.key) && len(facts) < 60 {
			facts = append(facts, object{{"label", clip(c.label, 80)}, {"value", clip(v, 500)}})
		}
	}
	var others []any
	for _, r := range s.rows[1:min(len(s.rows), 5)] {
		others = append(others, clip(strings.TrimSuffix(s.name(r)+" · "+s.text(r, roleSubtitle), " · "), 500))
	}
	o = o.with("facts", facts)
	if len(others) > 0 {
		o = o.with("sections", []any{object{{"title", clip("Other "+w.subject, 120)}, {"items", others}}})
	}
	if s.actions != nil {
		return o.with("actions", s.actions)
	}
	return o.with("actions", []any{object{{"label", "Similar ones"}, {"prompt", clip("Show me "+w.subject+" like "+name+".", 1000)}}})
}

// timeline shows the domain's steps, otherwise the rows by their day.
func (s *sheet) timeline() object {
	var items []any
	if s.pristine() && len(s.domain.Steps) > 0 {
		for _, step := range s.domain.Steps {
			day := written(step[1])
			if n, ok := step[1].(float64); ok {
				day = s.day(int(n))
			}
			items = append(items, object{{"title", step[0]}, {"date", day}, {"status", step[2]}, {"description", step[3]}})
		}
		return s.head("timeline").with("items", items)
	}
	if i := s.first(roleDate); i >= 0 {
		slices.SortStableFunc(s.rows, func(a, b []any) int { return strings.Compare(written(a[i]), written(b[i])) })
	}
	row := -1
	items = s.items("timeline", func(values []any) object {
		row++
		day := s.text(values, roleDate)
		if day == "" {
			day = s.day(3 * (row - len(s.rows)/2))
		}
		text := s.text(values, roleAbout)
		if text == "" {
			text = s.text(values, roleSubtitle)
		}
		o := object{{"title", s.name(values)}}.with("date", clip(day, 60)).with("description", clip(text, 1000))
		if label := s.text(values, roleBadge); label != "" {
			return o.with("status", status(label, day, s.day(0))).with("statusLabel", clip(label, 40))
		}
		return o.with("status", status("", day, s.day(0)))
	})
	return s.head("timeline").with("items", items)
}

// dated reports whether a text is a calendar day.
func dated(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// status returns the status of an event: by its label if that says it, otherwise by its day.
func status(label, day, today string) string {
	switch strings.ToLower(label) {
	case "done", "paid", "final", "delivered", "completed", "closed", "fixed", "answered", "taken":
		return "done"
	case "delayed", "overdue", "at risk", "late":
		return "delayed"
	case "cancelled", "canceled", "rejected":
		return "cancelled"
	case "in progress", "active", "on its way", "today", "running", "due":
		return "active"
	}
	switch {
	case len(day) == 4 && day < today[:4]:
		return "done"
	case !dated(day):
		return "upcoming" // an hour, a quarter, a part
	case day < today:
		return "done"
	case day == today:
		return "active"
	}
	return "upcoming"
}

// mapped puts the rows at their positions, otherwise around the city that was named.
func (s *sheet) mapped(w *wish) object {
	at := home()
	if w.city != nil {
		at = *w.city
	}
	row := -1
	places := s.items("map", func(values []any) object {
		row++
		spot := around(at, row)
		if row < len(s.at) {
			spot = s.at[row]
		}
		text := s.text(values, roleSubtitle)
		if about := s.text(values, roleAbout); about != "" {
			text = strings.TrimPrefix(text+". "+about, ". ")
		}
		return object{{"name", s.name(values)}, {"latitude", spot[0]}, {"longitude", spot[1]}}.with("description", clip(text, 500)).with("badge", clip(s.text(values, roleBadge), 40))
	})
	return s.head("map").with("places", places)
}
