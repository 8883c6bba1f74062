package openapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/mapping"
	"berth/platform/view"
)

// shown is what a tool shows of an answer.
type shown struct {
	layout string          // "" = none
	result json.RawMessage // the field map, nil = none
	mock   json.RawMessage
	lists  bool // it answers a list
}

// answer reads what the operation answers where all is well.
func (b *building) answer() shown {
	responses := b.at.in("responses")
	codes := slices.DeleteFunc(slices.Sorted(maps.Keys(responses.object())), func(code string) bool { return !strings.HasPrefix(code, "2") && code != "default" })
	for _, code := range codes {
		m, kind, _ := media(b.follow(responses.in(code)).in("content"))
		switch kind {
		case "json":
			return b.show(m)
		case "text":
			return shown{mock: encode(object{"text": "An example of what is answered."})}
		case "":
		default:
			b.say(m.at, "answers "+platform.Clip(kind, 60)+"; tools read JSON and texts")
		}
	}
	return shown{mock: encode(object{})}
}

// show finds what a layout can show of JSON.
func (b *building) show(m part) shown {
	quiet := reading{Document: b.Document, silent: true, about: singular(last(steps(b.Path)))}
	s := m.in("schema")
	example := quiet.given(m)
	if example == nil {
		example = quiet.exampleOf(s, nil, "", 0)
	}
	found := quiet.elements(s, nil, "", 0, !b.reads() || strings.HasSuffix(b.Path, "}"))
	if found.item.value != nil {
		n := quiet.schema(found.item, found.within)
		t := quiet.columns(n, found.within)
		t.table.Title = humanized(strings.TrimPrefix(b.name, b.verb))
		for _, name := range layoutsFor(t, found.list) {
			if l, ok := b.layouts(name); ok {
				if out, ok := t.show(l, found, example); ok {
					return out
				}
			}
		}
	}
	return shown{mock: plainly(example), lists: found.list}
}

// plainly is an answer as a tool without a widget shows it.
func plainly(example any) json.RawMessage {
	made := object{}
	switch v := example.(type) {
	case object:
		made = v
	case []any:
		made["items"] = v
	case nil:
	default:
		made["text"] = v
	}
	if raw := encode(made); len(raw) <= maxMock {
		return raw
	}
	return json.RawMessage("{}")
}

// found is what of an answer is shown: its elements, or itself.
type found struct {
	item   part // the schema of one
	within []string
	at     string // JSON pointer into the answer
	list   bool
}

// Names of the list in an answer that has more than it, the likeliest first, and of what only wraps an answer or is said beside it.
var (
	listNames = strings.Fields("data items results records rows entries list content hits values objects value elements collection members features docs documents")
	wrappers  = strings.Fields("data result response _embedded payload body output content attributes")
	beside    = strings.Fields("total count page pages limit offset next previous prev cursor has_more hasMore object status success message links meta href url kind etag " +
		"self per_page perPage size next_page next_cursor nextPageToken next_page_token paging pagination error errors code warnings took request_id took_ms")
)

// elements finds the list that an answer is about, or the thing itself. one says that one thing was asked for.
func (r *reading) elements(p part, within []string, at string, depth int, one bool) found {
	n := r.schema(p, within)
	if n.cut || depth > 3 || len(n.types) == 0 {
		return found{}
	}
	within = slices.Concat(within, n.refs)
	switch n.types[0] {
	case "array":
		return found{n.items, within, at, true}
	case "object":
	default:
		return found{}
	}
	own, lists, wrapped := 0, []string{}, []string{}
	for _, name := range slices.Sorted(maps.Keys(n.props)) {
		inner := r.schema(n.props[name], within)
		switch {
		case len(inner.types) == 0:
		case inner.types[0] == "array":
			if item := r.schema(inner.items, slices.Concat(within, inner.refs)); slices.Contains(item.types, "object") || item.cut {
				lists = append(lists, name)
			}
		case inner.types[0] == "object":
			if slices.Contains(wrappers, name) {
				wrapped = append(wrapped, name)
			}
		case !slices.Contains(beside, name):
			own++
		}
	}
	rank := func(name string) int {
		if r.about != "" && singular(strings.Join(split(name), "_")) == r.about {
			return -1
		}
		if i := slices.Index(listNames, name); i >= 0 {
			return i
		}
		return len(listNames)
	}
	slices.SortStableFunc(lists, func(a, b string) int { return rank(a) - rank(b) })
	known := len(lists) > 0 && rank(lists[0]) < len(listNames)
	if len(lists) > 0 && (own < 2 || own < 3 && known && !one) && (known || !one || own == 0 && len(lists) == 1) {
		inner := r.schema(n.props[lists[0]], within)
		return found{inner.items, slices.Concat(within, inner.refs), at + "/" + escape(lists[0]), true}
	}
	if own < 2 && len(wrapped) > 0 {
		if inner := r.elements(n.props[wrapped[0]], within, at+"/"+escape(wrapped[0]), depth+1, one); inner.item.value != nil {
			return inner
		}
	}
	return found{item: p, within: within[:len(within)-len(n.refs)], at: at}
}

// layoutsFor lists the layouts that fit, the best first.
func layoutsFor(s *showing, list bool) []string {
	numbers := 0
	for _, c := range s.table.Columns {
		if slices.Contains([]platform.ColumnType{platform.ColumnNumber, platform.ColumnInteger, platform.ColumnDate, platform.ColumnDateTime}, c.Type) {
			numbers++
		}
	}
	switch {
	case len(s.table.Columns) == 0:
		return nil
	case !list:
		return []string{"details"}
	case s.has(platform.ColumnPlace):
		return []string{"map", "list"}
	case s.has(platform.ColumnImage):
		return []string{"cards", "list"}
	case len(s.table.Columns) >= 4 && 2*numbers >= len(s.table.Columns):
		return []string{"table", "list"}
	}
	return []string{"list"}
}

// show makes the field map for a layout, and the data that it makes of the example. ok is false where the layout cannot show it.
func (s *showing) show(l view.Layout, of found, example any) (shown, bool) {
	shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
	if err != nil {
		return shown{}, false
	}
	plan, problems := mapping.Default(shape, &s.table)
	if len(problems) > 0 {
		return shown{}, false
	}
	var m map[string]any
	if json.Unmarshal(plan.Written(), &m) != nil {
		return shown{}, false
	}
	s.point(m)
	for name, source := range asObject(m["item"]) {
		lines, ok := asObject(source)["lines"].([]any)
		lines = slices.DeleteFunc(lines, func(l any) bool { return asObject(l)["from"] == nowhere })
		if ok {
			asObject(source)["lines"] = lines
		}
		if ok && len(lines) == 0 {
			delete(asObject(m["item"]), name)
		}
	}
	if of.at != "" {
		m["each"] = of.at
		if !of.list {
			s.lead(m, of.at)
		}
	}
	raw := encode(m)
	parsed, problems := mapping.Parse(raw)
	if len(problems) > 0 {
		return shown{}, false
	}
	if plan, problems = mapping.Compile(parsed, shape, nil); len(problems) > 0 {
		return shown{}, false
	}
	made, err := plan.Apply(example)
	if err != nil {
		return shown{}, false
	}
	out := shown{layout: l.Name, result: raw, mock: json.RawMessage(made.Data), lists: of.list}
	if made.Count-made.Omitted == 0 && of.list || len(out.mock) > maxMock {
		out.mock = nil // the layout's own sample is shown
	}
	return out, true
}

// lead makes a map of one thing start where the thing is.
func (s *showing) lead(m map[string]any, at string) {
	delete(m, "each")
	walk(m, func(from string) string { return at + from })
}

// point replaces the columns of a map by their places in the answer.
func (s *showing) point(m map[string]any) {
	if item, ok := m["item"].(map[string]any); ok && !s.id {
		if id, ok := item["id"].(map[string]any); ok && id["from"] == "/id" {
			delete(item, "id")
		}
	}
	walk(m, func(from string) string {
		name := strings.TrimPrefix(from, "/")
		if to, ok := s.pointers[name]; ok {
			return to
		}
		return from
	})
}

// walk changes every pointer of a field map.
func walk(v any, change func(from string) string) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if from, ok := inner.(string); ok && name == "from" {
				v[name] = change(from)
				continue
			}
			walk(inner, change)
		}
	case []any:
		for _, inner := range v {
			walk(inner, change)
		}
	}
}
