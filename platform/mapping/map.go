// Package mapping turns what a tool has found, rows of a table or somebody's answer, into the data of a layout. A field map says
// which value fills which field; it has no expressions, so that it can be checked before it runs, takes linear time and bounded
// room. It is pure: it knows neither tables nor servers.
package mapping

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

// What a map may hold, and show, at most.
const (
	maxTake    = 200 // entries
	maxMap     = 64 << 10
	maxMembers = 60 // fields of an entry, or of the data; labelled lines; conditions
)

// Map is a field map as its author wrote it: {each?, where?, take?, item, data}. It is immutable.
type Map struct {
	each  pointer // nil = the answer itself
	where []condition
	take  int // 0 = as many as the layout bears, at most maxTake
	item  []member
	data  []member
}

// Entries reports whether the map makes entries, and not only fields of the whole answer.
func (m *Map) Entries() bool { return len(m.item) > 0 }

// member fills one field.
type member struct {
	name string
	source
}

// Parse reads a field map. Every problem is returned, located relative to the map ("item.title.from", "where[0].op"); with one
// there is no map.
func Parse(raw json.RawMessage) (*Map, []platform.Problem) {
	if len(raw) > maxMap {
		return nil, []platform.Problem{{Message: "is larger than 64 KiB"}}
	}
	var v any
	if err := decodeStrictly(raw, &v); err != nil {
		return nil, []platform.Problem{{Message: "is not valid JSON"}}
	}
	r, m := reader{}, &Map{}
	r.object(v, "", map[string]func(any, string){
		"each": func(v any, at string) { m.each = r.pointer(v, at) },
		"where": func(v any, at string) {
			for i, item := range r.list(v, at) {
				m.where = append(m.where, r.condition(item, at+"["+strconv.Itoa(i)+"]"))
			}
		},
		"take": func(v any, at string) { m.take = r.take(v, at) },
		"item": func(v any, at string) { m.item = r.members(v, at) },
		"data": func(v any, at string) { m.data = r.members(v, at) },
	})
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return m, nil
}

// reader collects the problems of a map.
type reader struct{ problems []platform.Problem }

func (r *reader) report(at, message string) {
	r.problems = append(r.problems, platform.Problem{Location: at, Message: message})
}

// object reads the known fields of an object in the order of their names. A null counts as left out.
func (r *reader) object(v any, at string, known map[string]func(v any, at string)) {
	object, ok := v.(map[string]any)
	if !ok {
		r.report(at, "must be an object with "+strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		read, ok := known[name]
		switch {
		case !ok:
			r.report(join(at, name), "is not a known field; known fields: "+strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		case object[name] != nil || name == "const":
			read(object[name], join(at, name))
		}
	}
}

func (r *reader) list(v any, at string) []any {
	list, ok := v.([]any)
	if !ok {
		r.report(at, "must be a list")
	}
	if len(list) > maxMembers {
		r.report(at, "must have at most "+strconv.Itoa(maxMembers)+" entries")
		return nil
	}
	return list
}

func (r *reader) pointer(v any, at string) pointer {
	s, ok := v.(string)
	if !ok {
		r.report(at, `must be a JSON pointer such as "/name"`)
		return nil
	}
	p, fault := parsePointer(s)
	if fault != "" {
		r.report(at, fault)
	}
	return p
}

func (r *reader) word(v any, at string, allowed ...string) string {
	s, _ := v.(string)
	if !slices.Contains(allowed, s) {
		r.report(at, "must be one of "+strings.Join(allowed, ", "))
	}
	return s
}

func (r *reader) take(v any, at string) int {
	n, ok := v.(json.Number)
	take, err := strconv.Atoi(string(n))
	if !ok || err != nil || take < 1 || take > maxTake {
		r.report(at, "must be a whole number from 1 to "+strconv.Itoa(maxTake))
	}
	return take
}

func (r *reader) members(v any, at string) []member {
	object, ok := v.(map[string]any)
	if !ok {
		r.report(at, `must be an object of fields, such as {"title": {"from": "/name"}}`)
		return nil
	}
	if len(object) > maxMembers {
		r.report(at, "must have at most "+strconv.Itoa(maxMembers)+" fields")
		return nil
	}
	var all []member
	for _, name := range slices.Sorted(maps.Keys(object)) {
		all = append(all, member{name, r.source(object[name], join(at, name), nil)})
	}
	return all
}

// source reads one of {from}, {const}, {template} and {lines}. Within lines there is a label.
func (r *reader) source(v any, at string, label *string) source {
	var s source
	var kinds []string
	is := func(kind sourceKind, at string) { s.kind, kinds = kind, append(kinds, at) }
	known := map[string]func(any, string){
		"from":     func(v any, at string) { is(fromPointer, at); s.from = r.pointer(v, at) },
		"const":    func(v any, at string) { is(fromConstant, at); s.constant = v },
		"template": func(v any, at string) { is(fromTemplate, at); s.template = r.template(v, at) },
		"as": func(v any, at string) {
			s.as = r.word(v, at, "text", "number", "money", "date", "datetime", "url", "boolean")
		},
		"currency": func(v any, at string) { s.currency = r.currency(v, at) },
		"fallback": func(v any, _ string) { s.fallback = v },
	}
	if label == nil {
		known["lines"] = func(v any, at string) { is(fromLines, at); s.lines = r.lines(v, at) }
	} else {
		known["label"] = func(v any, at string) {
			var ok bool
			if *label, ok = v.(string); !ok || len(*label) > 300 {
				r.report(at, "must be a text of at most 300 bytes")
			}
		}
	}
	before := len(r.problems)
	r.object(v, at, known)
	switch {
	case len(r.problems) > before:
	case len(kinds) != 1:
		r.report(at, "must have exactly one of from, const and template")
	case s.kind == fromConstant && s.constant == nil:
		r.report(kinds[0], "must not be null")
	case s.currency != "" && s.as != "money":
		r.report(at+".currency", `needs "as": "money" beside it`)
	}
	return s
}

func (r *reader) template(v any, at string) []piece {
	s, ok := v.(string)
	if !ok {
		r.report(at, `must be a text such as "{{name}}, {{city}}"`)
		return nil
	}
	pieces, fault := parseTemplate(s)
	if fault != "" {
		r.report(at, fault)
	}
	return pieces
}

func (r *reader) currency(v any, at string) string {
	s, _ := v.(string)
	if len(s) != 3 || strings.ContainsFunc(s, func(c rune) bool { return c < 'A' || c > 'Z' }) {
		r.report(at, "must be a currency of three capitals, such as EUR (ISO 4217)")
	}
	return s
}

func (r *reader) lines(v any, at string) []line {
	var all []line
	for i, item := range r.list(v, at) {
		var l line
		l.source = r.source(item, at+"["+strconv.Itoa(i)+"]", &l.label)
		all = append(all, l)
	}
	return all
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
