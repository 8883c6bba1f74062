package offline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// query is what somebody might search for.
func (w *wish) query() string { return strings.ToLower(plain(w.subject)) }

// details shows the first row in depth.
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

// dashboard shows figures that the domain knows, else those that can be counted.
func (s *sheet) dashboard(w *wish) object {
	var stats []any
	if s.domain != nil && s.pristine() {
		for _, x := range s.domain.Stats {
			stats = append(stats, object{{"label", x[0]}, {"value", x[1]}, {"change", x[2]}, {"history", x[3]}})
		}
	}
	if s.given != nil {
		stats = s.told(stats)
	}
	if len(stats) == 0 {
		stats = s.counts(w)
	}
	var items []any
	for _, row := range s.rows[:min(len(s.rows), 50)] {
		items = append(items, object{{"title", s.name(row)}}.with("subtitle", clip(s.text(row, roleSubtitle), 200)).
			with("badge", clip(s.text(row, roleBadge), 40)).with("time", clip(s.text(row, roleDate), 60)))
	}
	for i, item := range s.items("dashboard", func([]any) object { return object{} })[:len(items)] {
		items[i] = append(items[i].(object), item.(object)...)
	}
	heading := "Latest " + w.subject
	if s.first(roleDate) < 0 {
		heading = "By " + uncapital(s.columns[0].label)
	}
	return s.head("dashboard").with("stats", stats).with("itemsTitle", clip(heading, 120)).with("items", items)
}

// told are the figures that the description names: with the values that it gives, else with those of the trade, else with
// ones that are made up.
func (s *sheet) told(known []any) []any {
	var stats []any
	for i, label := range s.given.labels[:min(len(s.given.labels), 12)] {
		at := slices.IndexFunc(known, func(x any) bool { o, _ := x.(object); return phrase(o.text("label")) == phrase(label) })
		by := float64(seed(label)%80 + 20)
		switch {
		case len(s.given.values) > 0:
			text := s.given.texts[i]
			if s.given.sign != "" {
				text = s.given.money(i)
			}
			stats = append(stats, object{{"label", clip(label, 120)}, {"value", text + s.given.unit}})
		case at >= 0:
			stats = append(stats, known[at])
		default:
			stats = append(stats, object{{"label", clip(label, 120)}, {"value", by * 7}, {"change", "+3%"}, {"history", []any{by * 6, by * 6.2, by * 6.1, by * 6.6, by * 6.8, by * 7}}})
		}
	}
	return stats
}

// pristine reports whether the sheet still has the columns of its domain.
func (s *sheet) pristine() bool {
	return s.domain != nil && len(s.domain.Columns) == len(s.columns) && len(s.domain.Rows) > 0 && !slices.ContainsFunc(s.columns, func(c column) bool {
		return matching(s.domain.Columns, c.label) < 0
	})
}

func (s *sheet) counts(w *wish) []any {
	stats := []any{object{{"label", clip(capital(w.subject), 120)}, {"value", float64(len(s.rows))}}}
	for i, c := range s.columns {
		if c.role != roleNumber || len(stats) > 3 {
			continue
		}
		sum, n, history := 0.0, 0, []any{}
		for _, row := range s.rows {
			if v, ok := row[i].(float64); ok {
				sum, n, history = sum+v, n+1, append(history, v)
			}
		}
		if n > 0 {
			stats = append(stats, object{{"label", clip(c.label+", average", 120)}, {"value", math.Round(sum/float64(n)*10) / 10}}.with("history", history[:min(n, 60)]))
		}
	}
	for _, r := range []role{roleBadge, roleTag} {
		if values, counts := s.tally(r); len(values) > 0 && len(values) < len(s.rows) {
			stats = append(stats, object{{"label", clip(values[0], 120)}, {"value", counts[0]}, {"note", clip("of "+strconv.Itoa(len(s.rows))+" "+w.subject, 120)}})
		}
	}
	return stats
}

// tally counts the values of a role, most frequent first.
func (s *sheet) tally(r role) (values []string, counts []float64) {
	i := s.first(r)
	if i < 0 {
		return nil, nil
	}
	n := map[string]float64{}
	for _, row := range s.rows {
		if v := written(row[i]); v != "" {
			if n[v]++; n[v] == 1 {
				values = append(values, v)
			}
		}
	}
	slices.SortStableFunc(values, func(a, b string) int { return int(n[b] - n[a]) })
	for _, v := range values {
		counts = append(counts, n[v])
	}
	return values, counts
}

// chart draws the domain's course over time, else a figure of every row, else how often each label occurs.
func (s *sheet) chart(w *wish) object {
	o := s.head("chart")
	kind := ""
	for _, x := range []struct{ phrase, kind string }{{" pie ", "donut"}, {" donut ", "donut"}, {" doughnut ", "donut"}, {" breakdown ", "donut"}, {" share of ", "donut"},
		{" bar ", "bar"}, {" area ", "area"}, {" line ", "line"}} {
		if strings.Contains(w.text, x.phrase) {
			kind = x.kind
			break
		}
	}
	course := slices.ContainsFunc([]string{" over time ", " trend ", " month", " week", " year"}, func(p string) bool { return strings.Contains(w.text, p) })
	number := s.first(roleNumber)
	fixed := s.domain != nil && s.domain.Chart != "" && kind == "" && !course
	switch {
	case kind != "donut" && !fixed && s.pristine() && (s.domain.Trend != nil || course || number < 0):
		return s.course(o, w, kind)
	case number >= 0:
		if kind == "" && s.given != nil {
			kind = s.given.kind()
		}
		if kind == "" && s.domain != nil {
			kind = s.domain.Chart
		}
		if kind == "" {
			kind = "bar"
		}
		labels, values := []any{}, []any{}
		for _, row := range s.rows {
			v, ok := row[number].(float64)
			if !ok {
				continue
			}
			labels, values = append(labels, clip(s.name(row), 80)), append(values, v)
		}
		heading := s.columns[number].label
		return append(o, member{"type", kind}, member{"xTitle", clip(s.columns[0].label, 80)}, member{"yTitle", clip(heading, 80)}, member{"labels", labels},
			member{"series", []any{object{{"name", clip(heading, 80)}, {"values", values}}}}).with("unit", s.units).with("currency", s.money)
	}
	for _, r := range []role{roleTag, roleBadge} {
		if names, counts := s.tally(r); len(names) > 1 {
			if kind == "" || kind == "line" || kind == "area" {
				kind = "bar"
			}
			return append(o, member{"type", kind}, member{"yTitle", clip(capital(w.subject), 80)}, member{"labels", names},
				member{"series", []any{object{{"name", clip(capital(w.subject), 80)}, {"values", counts}}}})
		}
	}
	return s.course(o, w, kind)
}

// course draws twelve months up to now.
func (s *sheet) course(o object, w *wish, kind string) object {
	t := &trend{Name: clip(capital(w.subject), 80)}
	if s.domain != nil && s.domain.Trend != nil {
		t = s.domain.Trend
	} else {
		base := float64(40 + seed(w.subject)%160)
		for i := range 12 {
			t.Values = append(t.Values, math.Round(base*(1+0.03*float64(i)+0.12*math.Sin(float64(i)+base))))
		}
	}
	if kind == "" {
		if kind = t.Type; kind == "" {
			kind = "line"
		}
	}
	period, labels := s.periods(w.text, len(t.Values))
	t = &trend{Name: t.Name, Unit: t.Unit, Currency: t.Currency, Values: t.Values[len(t.Values)-len(labels):]}
	values := make([]any, len(t.Values))
	for i, v := range t.Values {
		values[i] = v
	}
	return append(o, member{"type", kind}, member{"xTitle", period}, member{"yTitle", t.Name}, member{"labels", labels},
		member{"series", []any{object{{"name", t.Name}, {"values", values}}}}).with("unit", t.Unit).with("currency", t.Currency)
}

// periods names the last n stretches of time of the length that the words name, months without one.
func (s *sheet) periods(text string, n int) (name string, labels []any) {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, " "+w+" ") })
	}
	back := func(n int, each func(i int) string) (labels []any) {
		for i := n - 1; i >= 0; i-- {
			labels = append(labels, each(i))
		}
		return labels
	}
	switch {
	case has("weekday", "day of the week", "daily", "per day", "by day", "each day", "this week", "last week"):
		return "Day", back(min(n, 7), func(i int) string { return s.now.AddDate(0, 0, -i).Format("Mon") })
	case has("hour", "hourly"):
		return "Hour", back(n, func(i int) string { return fmt.Sprintf("%d:00", 24-2*(i+1)) })
	case has("per week", "weekly", "by week", "each week"):
		return "Week", back(n, func(i int) string {
			_, week := s.now.AddDate(0, 0, -7*i).ISOWeek()
			return fmt.Sprintf("Week %d", week)
		})
	case has("quarter", "quarterly"):
		return "Quarter", back(min(n, 4), func(i int) string {
			at := s.now.AddDate(0, -3*i, 0)
			return fmt.Sprintf("Q%d %d", (int(at.Month())+2)/3, at.Year())
		})
	case has("per year", "by year", "yearly", "annual", "each year"):
		return "Year", back(min(n, 6), func(i int) string { return strconv.Itoa(s.now.Year() - i) })
	}
	return "Month", back(n, func(i int) string {
		return time.Date(s.now.Year(), s.now.Month()-time.Month(i), 1, 0, 0, 0, 0, time.UTC).Format("Jan 2006")
	})
}

// timeline shows the domain's steps, else the rows by their day.
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

// status finds out how an event stands: by its label where that says so, else by its day.
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

// mapped puts the rows where they are, else about the city that was named.
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

// page writes a text: what it is about, and every row as a part of it.
func (s *sheet) page(w *wish) object {
	var b strings.Builder
	about := s.first(roleAbout)
	fmt.Fprintf(&b, "%s\n\n", capital(escape(w.domain.opening())))
	for _, row := range s.rows[:min(len(s.rows), 40)] {
		fmt.Fprintf(&b, "## %s\n\n", escape(s.name(row)))
		if about >= 0 && written(row[about]) != "" {
			fmt.Fprintf(&b, "%s\n\n", escape(written(row[about])))
		}
		if w.domain.ID == "faq" || w.domain.ID == "support" {
			continue
		}
		for i, c := range s.columns {
			if v := written(row[i]); i > 0 && i != about && v != "" && !hidden(c.key) {
				fmt.Fprintf(&b, "- **%s:** %s\n", escape(c.label), escape(v))
			}
		}
		b.WriteByte('\n')
	}
	return object{}.with("title", clip(s.title, 120)).with("text", clip(strings.TrimSpace(b.String()), 30000)).with("actions", s.more(w))
}

// opening says what a page is for.
func (d *domain) opening() string {
	if d.ID == "faq" || d.ID == "support" {
		return "what people ask most, with short answers."
	}
	return "what you need to know about " + d.Many + ", at a glance."
}

// escape keeps text from being read as Markdown.
func escape(s string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "]", "\\]", "<", "\\<", "#", "\\#", "|", "\\|", "\n", " ", "\r", " ").Replace(s)
}

// chat opens a conversation by a question and its answer.
func (s *sheet) chat(w *wish) object {
	var messages, suggestions []any
	about := s.first(roleAbout)
	question := func(row []any) string {
		if name := s.name(row); strings.HasSuffix(name, "?") || w.domain.ID == "support" || w.domain.ID == "faq" {
			return name
		}
		return "Tell me about " + s.name(row) + "."
	}
	for _, row := range s.rows[:min(len(s.rows), 2)] {
		answer := ""
		if about >= 0 {
			answer = written(row[about])
		}
		if answer == "" {
			answer = s.facts(row)
		}
		if answer == "" {
			answer = "Of course. What would you like to know first?"
		}
		messages = append(messages, object{{"role", "user"}, {"text", question(row)}}, object{{"role", "assistant"}, {"name", clip(w.appName(), 80)}, {"text", answer}})
	}
	for _, row := range s.rows[min(len(s.rows), 2):min(len(s.rows), 5)] {
		suggestions = append(suggestions, clip(question(row), 1000))
	}
	return s.head("chat").with("messages", messages).with("suggestions", suggestions)
}
