package offline

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// lists returns the fields in which a layout keeps its rows.
func lists(layout string) []string {
	return map[string][]string{"table": {"rows", "data"}, "search-results": {"results"}, "map": {"places"}, "dashboard": {"items"}}[layout]
}

func roleOf(key string) role {
	return map[string]role{"title": roleTitle, "name": roleTitle, "subtitle": roleSubtitle, "description": roleAbout, "price": rolePrice, "value": rolePrice,
		"badge": roleBadge, "statusLabel": roleBadge, "date": roleDate, "time": roleDate, "tags": roleTag, "image": roleFact}[key]
}

// readBack reads the data of a draft into a sheet; ok is false when it has no rows.
func (l *lexicon) readBack(data json.RawMessage, layout string, now time.Time) (s *sheet, ok bool) {
	v, err := decode(data)
	root, isObject := v.(object)
	if err != nil || !isObject {
		return nil, false
	}
	s = &sheet{lex: l, title: root.text("title"), subtitle: root.text("subtitle"), now: now}
	s.actions, _ = root.get("actions").([]any)
	switch layout {
	case "chart":
		return s, s.readChart(root)
	case "details":
		return s, s.readDetails(root)
	case "form", "markdown", "chat":
		return s, false
	}
	for _, name := range append(lists(layout), "items") {
		if list, isList := root.get(name).([]any); isList && len(list) > 0 {
			return s, s.readItems(list, labelsOf(root))
		}
	}
	return s, false
}

// labelsOf returns the headings that a table gives its columns, by key.
func labelsOf(root object) map[string]string {
	labels := map[string]string{}
	columns, _ := root.get("columns").([]any)
	for _, c := range columns {
		if o, ok := c.(object); ok && o.text("label") != "" {
			labels[o.text("key")] = o.text("label")
		}
	}
	return labels
}

// readItems makes a column of every field that at least one row has, the name first.
func (s *sheet) readItems(list []any, labels map[string]string) bool {
	index := map[string]int{}
	var rows []object
	for _, item := range list[:min(len(list), 500)] {
		if o, ok := item.(object); ok {
			rows = append(rows, o)
		}
	}
	for _, o := range rows {
		for _, m := range o {
			if _, known := index[m.key]; known || len(s.columns) == 40 || m.key == "status" && o.get("statusLabel") != nil ||
				slices.Contains([]string{"id", "action", "latitude", "longitude"}, m.key) {
				continue
			}
			c := column{key: m.key, label: label(m.key), role: roleOf(m.key)}
			if l := labels[m.key]; l != "" {
				c.label = l
			}
			index[m.key] = len(s.columns)
			s.columns = append(s.columns, c)
		}
	}
	if len(s.columns) == 0 {
		return false
	}
	for _, o := range rows {
		row := make([]any, len(s.columns))
		for i, c := range s.columns {
			row[i] = scalar(o.get(c.key))
		}
		s.rows = append(s.rows, row)
		lat, isLat := o.get("latitude").(float64)
		lon, isLon := o.get("longitude").(float64)
		if isLat && isLon && len(s.at) == len(s.rows)-1 {
			s.at = append(s.at, [2]float64{lat, lon})
		}
	}
	s.settle()
	return true
}

// scalar returns a value as the value of a cell; a list of short texts becomes one text.
func scalar(v any) any {
	switch v := v.(type) {
	case string, float64, bool:
		return v
	case []any:
		var parts []string
		for _, x := range v {
			if text := written(x); text != "" {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, ", ")
	}
	return nil
}

// settle puts the name first, drops columns that a layout copied from another column, and finds the roles of the rest.
func (s *sheet) settle() {
	title := max(0, s.first(roleTitle))
	keep := []int{title}
	for i, c := range s.columns {
		if i == title {
			continue
		}
		if twin := s.twin(i); twin >= 0 && c.role != "" {
			if s.columns[twin].role == "" && twin != title {
				s.columns[twin].role = c.role
			}
			continue
		}
		keep = append(keep, i)
	}
	s.pick(keep)
	for i := range s.columns {
		c := &s.columns[i]
		switch {
		case i == 0:
			c.role = roleTitle
			if c.key == "title" {
				c.key, c.label = "name", "Name"
			}
		case c.role == roleTitle:
			c.role = roleFact
		case c.role == "":
			c.role = s.guess(i)
		}
	}
}

// relabel restores the headings of the columns that the domain knows, which layouts of cards do not keep.
func (s *sheet) relabel(d *domain) {
	for i := range s.columns {
		for _, spec := range d.Columns[1:] {
			if own := columnOf(spec); i > 0 && own.key == s.columns[i].key && s.columns[i].label == label(own.key) {
				s.columns[i].label = own.label
			}
		}
	}
}

// twin returns a column without a role of its own that has the same values as column i, -1 when there is none.
func (s *sheet) twin(i int) int {
	for j, c := range s.columns {
		if i == j || roleOf(c.key) != "" {
			continue
		}
		same, some := true, false
		for _, row := range s.rows {
			a, b := written(row[i]), written(row[j])
			some = some || b != ""
			if a != b && (s.columns[i].key != "tags" || !strings.Contains(", "+a+", ", ", "+b+", ")) {
				same = false
				break
			}
		}
		if same && some {
			return j
		}
	}
	return -1
}

// guess returns the role of a column by its heading and its values.
func (s *sheet) guess(i int) role {
	numbers, days := len(s.rows) > 0, len(s.rows) > 0
	for _, row := range s.rows {
		days = days && dated(written(row[i]))
		if _, ok := row[i].(float64); !ok && row[i] != nil {
			numbers = false
		}
	}
	k, known := s.lex.kindOf(s.columns[i].label)
	r := k.Role
	switch {
	case numbers:
		r = roleNumber
	case days:
		return roleDate
	case !known || r == roleNumber || r == roleTitle:
		return roleFact
	}
	if r != roleNumber && r != roleTag && r != roleDate && s.first(r) >= 0 {
		return roleFact
	}
	return r
}

func (s *sheet) readChart(root object) bool {
	series, _ := root.get("series").([]any)
	labels, _ := root.get("labels").([]any)
	s.units, s.money = root.text("unit"), root.text("currency")
	heading := root.text("xTitle")
	if heading == "" {
		heading = "Label"
	}
	s.columns = []column{{key: camel(heading), label: heading, role: roleTitle}}
	for _, x := range series {
		one, _ := x.(object)
		values, _ := one.get("values").([]any)
		name := one.text("name")
		if name == "" {
			name = "Value"
		}
		s.columns = append(s.columns, column{key: camel(name), label: name, role: roleNumber})
		for i, v := range values[:min(len(values), 500)] {
			for len(s.rows) <= i {
				label := written(float64(len(s.rows) + 1))
				if len(labels) > len(s.rows) {
					label = written(labels[len(s.rows)])
				}
				s.rows = append(s.rows, []any{label})
			}
			for len(s.rows[i]) < len(s.columns)-1 {
				s.rows[i] = append(s.rows[i], nil)
			}
			s.rows[i] = append(s.rows[i], scalar(v))
		}
	}
	s.square()
	return len(s.rows) > 0
}

// square gives every row as many values as there are columns, and every column a unique key.
func (s *sheet) square() {
	seen := map[string]bool{}
	for i := range s.columns {
		c := &s.columns[i]
		for c.key == "" || seen[c.key] {
			c.key += "x"
		}
		seen[c.key] = true
	}
	for i := range s.rows {
		for len(s.rows[i]) < len(s.columns) {
			s.rows[i] = append(s.rows[i], nil)
		}
	}
}

// readDetails makes one row of a thing and its facts.
func (s *sheet) readDetails(root object) bool {
	s.columns = []column{{key: "name", label: "Name", role: roleTitle}}
	row := []any{root.text("title")}
	for _, key := range []string{"subtitle", "description", "price", "badge", "image"} {
		if v := root.text(key); v != "" {
			s.columns, row = append(s.columns, column{key: key, label: label(key), role: roleOf(key)}), append(row, v)
		}
	}
	facts, _ := root.get("facts").([]any)
	for _, x := range facts[:min(len(facts), 30)] {
		f, _ := x.(object)
		if name := f.text("label"); name != "" && !slices.Contains(row, any(written(f.get("value")))) {
			s.columns, row = append(s.columns, column{key: camel(name), label: name, role: roleFact}), append(row, scalar(f.get("value")))
		}
	}
	s.rows = [][]any{row}
	s.square()
	return true
}
