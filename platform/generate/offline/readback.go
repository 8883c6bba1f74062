package offline

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
)

// readBack reads the data of a draft into a sheet: its table where it has one, otherwise what its first tool lists or asks
// for; ok is false when that is nothing.
func (r *refinement) readBack(former platform.Proposal) (s *sheet, ok bool) {
	root, _ := valueOf(former.Tools[0].MockData).(map[string]any)
	s = &sheet{example: former.ExampleData}
	s.title, _ = root["title"].(string)
	s.actions, _ = root["actions"].([]any)
	switch {
	case len(former.Tables) > 0:
		s.readTable(former.Tables[0])
	case former.Tools[0].Layout == "form":
		s.readForm(list(root, "fields"))
	default:
		for _, o := range list(root, "items", "rows", "data", "results", "places") {
			s.record(r.lang, o)
		}
		for _, c := range list(root, "columns") {
			at := slices.IndexFunc(s.columns, func(own platform.Column) bool { return own.Name == c["key"] })
			if label, ok := c["label"].(string); ok && at >= 0 && label != "" {
				s.columns[at].Title = label
			}
		}
	}
	return s, len(s.columns) > 0
}

// list returns the objects of the first of those fields that has some.
func list(root map[string]any, names ...string) (objects []map[string]any) {
	for _, name := range names {
		items, _ := root[name].([]any)
		for _, item := range items[:min(len(items), 500)] {
			if o, ok := item.(map[string]any); ok {
				objects = append(objects, o)
			}
		}
		if len(objects) > 0 {
			break
		}
	}
	return objects
}

func (s *sheet) readTable(t platform.TableDraft) {
	s.columns = slices.Clone(t.Columns)
	for _, raw := range t.Rows {
		var values map[string]json.RawMessage
		if json.Unmarshal(raw, &values) != nil {
			continue
		}
		row := make([]json.RawMessage, len(s.columns))
		for i, c := range s.columns {
			row[i] = values[c.Name]
		}
		s.rows = append(s.rows, row)
	}
}

// readForm makes a column of every field.
func (s *sheet) readForm(fields []map[string]any) {
	for _, f := range fields {
		name, _ := f["name"].(string)
		title, _ := f["label"].(string)
		if title == "" {
			title = label(name)
		}
		at := s.add(title, columnFor(f))
		if name != "" {
			s.columns[at].Name = name
		}
		options, _ := f["options"].([]any)
		for _, o := range options {
			if text, ok := o.(string); ok {
				s.columns[at].Type, s.columns[at].Values = platform.ColumnEnum, append(s.columns[at].Values, text)
			}
		}
		s.columns[at].Required = f["required"] == true
	}
}

// record adds a row, and a column for every field that no row before had: the name first, then the lines, then the others.
func (s *sheet) record(l *language, o map[string]any) {
	row := make([]json.RawMessage, len(s.columns))
	set := func(key, title string, value any) {
		t := platform.ColumnText
		switch v := value.(type) {
		case json.Number:
			t = platform.ColumnNumber
		case bool:
			t = platform.ColumnBoolean
		case string:
			if key == "image" {
				t = platform.ColumnImage
			}
			if v == "" {
				return
			}
		default:
			return
		}
		at := slices.IndexFunc(s.columns, func(c platform.Column) bool { return c.Name == key })
		if at < 0 {
			if len(s.columns) == 40 || snake(key) == "" {
				return
			}
			at = s.add(title, t)
			s.columns[at].Name, row = key, slices.Concat(row, []json.RawMessage{nil})
		}
		if raw, err := platform.PlainJSON(value); err == nil {
			row[at] = json.RawMessage(raw)
		}
	}
	for _, key := range []string{"title", "name"} {
		if o[key] != nil {
			set("name", l.Name, o[key])
			break
		}
	}
	for _, line := range list(o, "lines") {
		if title, ok := line["label"].(string); ok {
			set(snake(title), title, line["value"])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(strings.Fields("title name id latitude longitude imageAlt"), key) {
			set(key, label(key), o[key])
		}
	}
	s.rows = append(s.rows, row)
	for i := range s.rows {
		s.rows[i] = append(s.rows[i], make([]json.RawMessage, len(s.columns)-len(s.rows[i]))...)
	}
}

// label makes a heading from a key.
func label(key string) string {
	return capital(strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(key)))
}

// calledBy returns the tool that a form calls, another one when it calls none.
func calledBy(data json.RawMessage, otherwise string) string {
	root, _ := valueOf(data).(map[string]any)
	if tool, ok := root["tool"].(string); ok && tool != "" {
		return tool
	}
	return otherwise
}

// calling makes a form that called a tool by its former name call it by its present one.
func calling(data json.RawMessage, former, now string) json.RawMessage {
	root, _ := valueOf(data).(map[string]any)
	if root["tool"] != former {
		return data
	}
	root["tool"] = now
	raw, err := platform.PlainJSON(root)
	if err != nil {
		return data // it came from JSON
	}
	return json.RawMessage(raw)
}
