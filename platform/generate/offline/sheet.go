package offline

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// role says what a column means for its row, whatever the layout.
type role string

const (
	roleTitle    role = "title"
	roleSubtitle role = "subtitle"
	roleAbout    role = "about"
	rolePrice    role = "price"
	roleBadge    role = "badge"
	roleTag      role = "tag"
	roleNumber   role = "number"
	roleDate     role = "date"
	roleFact     role = "fact"
)

type column struct {
	key, label string
	role       role
}

// sheet is the data before it has a layout: a table whose columns have roles. Values are string, float64, bool or nil.
type sheet struct {
	lex             *lexicon
	title, subtitle string
	columns         []column
	rows            [][]any
	at              [][2]float64 // as long as rows
	actions         []any        // as the author wrote them
	bare            bool         // no pictures, unless the layout is made of them
	units, money    string       // of the figures of a chart: "%", "EUR"
	given           *given       // the data in the description, nil for none
	// What the domain has besides its rows.
	domain *domain
	now    time.Time
}

func columnOf(spec string) column {
	name, r, ok := strings.Cut(spec, ":")
	c := column{key: camel(name), label: name, role: role(r)}
	if !ok {
		c.role = roleTitle
	}
	return c
}

// newSheet copies the rows of a domain, with its days counted from now.
func newSheet(l *lexicon, d *domain, now time.Time) *sheet {
	s := &sheet{lex: l, title: d.Title, domain: d, now: now, at: slices.Clone(d.At)}
	for _, spec := range d.Columns {
		s.columns = append(s.columns, columnOf(spec))
	}
	for _, row := range d.Rows {
		values := slices.Clone(row)
		for i, c := range s.columns {
			if n, ok := values[i].(float64); ok && c.role == roleDate {
				values[i] = s.day(int(n))
			}
		}
		s.rows = append(s.rows, values)
	}
	return s
}

// day returns the day offset days from now.
func (s *sheet) day(offset int) string { return s.now.AddDate(0, 0, offset).Format(time.DateOnly) }

// first returns the index of the first column with a role, -1 when there is none.
func (s *sheet) first(r role) int {
	return slices.IndexFunc(s.columns, func(c column) bool { return c.role == r })
}

// value returns a row's value of a role, nil when there is none.
func (s *sheet) value(row []any, r role) any {
	if i := s.first(r); i >= 0 {
		return row[i]
	}
	return nil
}

// text returns a row's value of a role as people read it.
func (s *sheet) text(row []any, r role) string { return written(s.value(row, r)) }

// written formats a value for people.
func written(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
	case bool:
		if v {
			return "Yes"
		}
		return "No"
	}
	return ""
}

// resize makes the sheet n rows long. New rows mix parts of those there are, so that they suit the trade.
func (s *sheet) resize(n int) {
	n = min(max(n, 1), 60)
	if n < len(s.rows) {
		s.rows = s.rows[:n]
	}
	have := len(s.rows)
	if have == 0 {
		return
	}
	seen := map[string]bool{}
	for _, row := range s.rows {
		seen[written(row[0])] = true
	}
	for i := 0; len(s.rows) < n && i < 40*n; i++ {
		a, b := i%have, (i+1+i/have)%have
		row := slices.Clone(s.rows[a])
		title := blend(written(s.rows[a][0]), written(s.rows[b][0]), 2+i/(have*have))
		if seen[title] {
			continue
		}
		seen[title] = true
		row[0] = title
		for j, c := range s.columns {
			switch v := row[j].(type) {
			case float64:
				if j > 0 && (c.role != roleFact || v < 1900) {
					row[j] = jitter(v, title+c.key)
				}
			default:
				if j > 0 && c.role != roleAbout {
					row[j] = s.rows[b][j]
				}
			}
		}
		s.rows = append(s.rows, row)
	}
	if len(s.at) > 0 {
		s.at = s.at[:min(len(s.at), len(s.rows), have)]
	}
}

// blend joins the beginning of one name and the end of another; a number distinguishes names that are too short for that.
func blend(a, b string, round int) string {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) > 1 && len(y) > 1 && len(x) < 4 && round == 2 {
		return x[0] + " " + strings.Join(y[1:], " ")
	}
	return fmt.Sprintf("%s %d", a, round)
}

// jitter moves a figure by up to a tenth, with as many decimals as it had.
func jitter(v float64, by string) float64 {
	moved := v * (0.9 + float64(seed(by)%200)/1000)
	if v == float64(int(v)) {
		return float64(int(moved + 0.5))
	}
	return float64(int(moved*10+0.5)) / 10
}
