package offline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// dashboard shows the domain's figures, otherwise those that can be counted.
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

// told returns the figures that the description names: with its own values, otherwise with those of the trade, otherwise
// with invented ones.
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
			stats = append(stats, object{{"label", clip(label, 120)}, {"value", by * 7}, {"change", "+3%"}, {"history", []any{by * 6, by*6 + 9, by*6 + 5, by*7 - 9, by*7 - 4, by * 7}}})
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

// tally counts the values of a role, the most frequent first.
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

// chart draws the domain's series over time, otherwise a figure of every row, otherwise how often each label occurs.
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
	if kind == "donut" {
		number = s.shares(number)
	}
	fixed := s.domain != nil && s.domain.Chart != "" && kind == "" && !course
	switch {
	case kind != "donut" && !fixed && s.pristine() && (s.domain.Trend != nil || course && s.domain.Chart == "" || number < 0):
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
		labels, series := s.series(number)
		heading := s.columns[number].label
		return append(o, member{"type", kind}, member{"xTitle", clip(s.columns[0].label, 80)}, member{"yTitle", clip(heading, 80)}, member{"labels", labels},
			member{"series", series}).with("unit", s.units).with("currency", s.money)
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

// shares returns the first column of figures without a negative one: a ring cannot show losses.
func (s *sheet) shares(number int) int {
	for i, c := range s.columns {
		if c.role == roleNumber && !slices.ContainsFunc(s.rows, func(row []any) bool { v, ok := row[i].(float64); return ok && v < 0 }) {
			return i
		}
	}
	return number
}

// series returns the figures of a column, and of the others in the same unit: "Upper (mmHg)" and "Lower (mmHg)".
func (s *sheet) series(number int) (labels, series []any) {
	_, unit, paired := strings.Cut(s.columns[number].label, "(")
	for j, c := range s.columns {
		if j != number && (!paired || s.domain == nil || s.domain.Chart != "line" || c.role != roleNumber || !strings.HasSuffix(c.label, "("+unit)) {
			continue
		}
		labels = []any{}
		values := []any{}
		for _, row := range s.rows {
			v, ok := row[number].(float64)
			if own, is := row[j].(float64); ok && is {
				v = own
			}
			if ok {
				labels, values = append(labels, clip(s.name(row), 80)), append(values, v)
			}
		}
		series = append(series, object{{"name", clip(c.label, 80)}, {"values", values}})
	}
	return labels, series
}

// course draws the twelve months up to now.
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

// periods names the last n periods of the length that text names, months when it names none.
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
