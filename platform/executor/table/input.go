package table

import (
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/tables"
)

// object is a JSON Schema of an object whose properties have an order.
type object struct {
	names    []string
	schemas  map[string]map[string]any
	required []string
}

func (o *object) add(name string, schema map[string]any, required bool) {
	if o.schemas == nil {
		o.schemas = map[string]map[string]any{}
	}
	if _, twice := o.schemas[name]; !twice {
		o.names = append(o.names, name)
	}
	o.schemas[name] = schema
	if required && !slices.Contains(o.required, name) {
		o.required = append(o.required, name)
	}
}

// MarshalJSON writes the properties in the order in which they were added, which is the one in which people read them.
func (o *object) MarshalJSON() ([]byte, error) {
	out := []byte(`{"type":"object","properties":{`)
	for i, name := range o.names {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := platform.PlainJSON(name)
		if err != nil {
			return nil, err
		}
		value, err := platform.PlainJSON(o.schemas[name])
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	out = append(out, '}')
	if len(o.required) > 0 {
		required, err := platform.PlainJSON(o.required)
		if err != nil {
			return nil, err
		}
		out = append(append(out, `,"required":`...), required...)
	}
	return append(out, `,"additionalProperties":false}`...), nil
}

func (o *object) schema() json.RawMessage {
	raw, err := o.MarshalJSON()
	if err != nil {
		panic("table: a schema of strings and numbers that cannot be encoded: " + err.Error())
	}
	return raw
}

// titleOf returns what people call a column.
func titleOf(c platform.Column) string {
	if c.Title != "" {
		return c.Title
	}
	return c.Name
}

// cellSchema describes the cells of a column.
func cellSchema(c platform.Column) map[string]any {
	s := map[string]any{"type": "string"}
	about := titleOf(c)
	switch c.Type {
	case platform.ColumnNumber:
		s["type"] = "number"
	case platform.ColumnInteger:
		s["type"] = "integer"
	case platform.ColumnMoney:
		if s["type"] = "number"; c.Currency != "" {
			about += ", in " + c.Currency
		}
	case platform.ColumnBoolean:
		s["type"] = "boolean"
	case platform.ColumnDate:
		s["format"] = "date"
		about += ", such as 2026-11-22"
	case platform.ColumnTime:
		about += ", such as 09:30"
	case platform.ColumnDateTime:
		s["format"] = "date-time"
		about += ", such as 2026-11-22T09:30:00+01:00"
	case platform.ColumnEnum:
		s["enum"] = c.Values
	case platform.ColumnTags:
		s = map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	case platform.ColumnURL:
		s["format"] = "uri"
	case platform.ColumnImage:
		about += ": the https address of a picture"
	case platform.ColumnEmail:
		s["format"] = "email"
	case platform.ColumnPlace:
		s = place("label", map[string]any{"type": "string"})
		s["required"] = []string{"lat", "lon"}
		about += ", in degrees"
	}
	s["description"] = about
	return s
}

// place is an object of coordinates and one thing more.
func place(more string, schema map[string]any) map[string]any {
	return map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{
		"lat": coordinate("lat"), "lon": coordinate("lon"), more: schema,
	}}
}

// coordinate describes lat or lon, in degrees.
func coordinate(name string) map[string]any {
	most := 90
	if name == "lon" {
		most = 180
	}
	return map[string]any{"type": "number", "minimum": -most, "maximum": most}
}

// filterSchema describes the argument of a filter.
func filterSchema(c platform.Column, op tables.Op) map[string]any {
	if op == tables.OpNear {
		s := place("km", map[string]any{"type": "number", "minimum": 0})
		s["required"] = []string{"lat", "lon", "km"}
		s["description"] = fmt.Sprintf("Only what is within so many kilometres of this place, by %s; the nearest first", titleOf(c))
		return s
	}
	s := cellSchema(c)
	if op == tables.OpContains || c.Type == platform.ColumnTags {
		s = map[string]any{"type": "string"}
	}
	s["description"] = "Only what has " + relation(c, op, fmt.Sprint(cellSchema(c)["description"]))
	return s
}

// relation says in words what a filter asks of a column, which is described.
func relation(c platform.Column, op tables.Op, column string) string {
	switch op {
	case tables.OpNe:
		return "another value than this as " + column
	case tables.OpLt:
		return "less than this as " + column
	case tables.OpLte:
		return "at most this as " + column
	case tables.OpGt:
		return "more than this as " + column
	case tables.OpGte:
		return "at least this as " + column
	case tables.OpContains:
		if c.Type == platform.ColumnTags {
			return "this among its " + column
		}
		return "this text in its " + column
	}
	return "this as " + column
}

// queryInput is the schema of a query's arguments.
func queryInput(h handler, t platform.Table) json.RawMessage {
	var o object
	if len(h.Search) > 0 {
		o.add(queryArgument, map[string]any{"type": "string", "maxLength": 1000, "description": "Words to look for, the best matches first; leave it out for everything"}, false)
	}
	for _, f := range h.Filters {
		if c, ok := column(t, f.Column); ok {
			o.add(f.Argument, filterSchema(c, f.Op), false)
		}
	}
	o.add(limitArgument, map[string]any{"type": "integer", "minimum": 1, "maximum": maxLimit, "default": h.limit(), "description": "How many to return at most"}, false)
	return o.schema()
}

func (h handler) limit() int {
	if h.Limit == 0 {
		return defaultLimit
	}
	return h.Limit
}

// writeInput is the schema of the arguments of a tool that writes: those that its values name, or every column for nil.
func writeInput(kind string, t platform.Table, named []argument) json.RawMessage {
	var o object
	if kind != Insert {
		o.add(idArgument, map[string]any{"type": "string", "description": "The id of the row"}, true)
	}
	if kind == Delete {
		return o.schema()
	}
	if named == nil {
		for _, c := range t.Columns {
			named = append(named, wholeCell(kind, c, c.Name))
		}
	}
	for _, a := range named {
		if a.schema == nil {
			if a.schema = map[string]any{"type": "string"}; !a.required && kind == Insert {
				a.schema = nullable(a.schema)
			}
			if is, there := o.schemas[a.name]; there && len(a.within) == 0 {
				a.schema = is
			}
		}
		if len(a.within) > 0 {
			a.schema = joined(o.schemas[a.name], within(a.within, a.schema, a.required))
		}
		if a.name != idArgument || kind == Insert {
			o.add(a.name, a.schema, a.required)
		}
	}
	return o.schema()
}

// within describes objects within each other, of which the innermost has a value under the last of the names.
func within(names []string, value map[string]any, required bool) map[string]any {
	for _, name := range slices.Backward(names) {
		value = map[string]any{"type": "object", "properties": map[string]any{name: value}, "additionalProperties": false}
		if required {
			value["required"] = []string{name}
		}
	}
	return value
}

// joined describes an object that has what two have; what is no object is what the second says.
func joined(a, b map[string]any) map[string]any {
	mine, ok := a["properties"].(map[string]any)
	theirs, both := b["properties"].(map[string]any)
	if !ok || !both {
		return b
	}
	for name, s := range mine {
		first, _ := s.(map[string]any)
		if second, twice := theirs[name].(map[string]any); twice {
			theirs[name] = joined(first, second)
		} else {
			theirs[name] = s
		}
	}
	asked, _ := a["required"].([]string)
	more, _ := b["required"].([]string)
	if all := slices.Concat(asked, more); len(all) > 0 {
		slices.Sort(all)
		b["required"] = slices.Compact(all)
	}
	return b
}

// emptied is nullable where null takes away what is there.
func emptied(s map[string]any) map[string]any {
	s = nullable(s)
	s["description"] = fmt.Sprint(s["description"]) + "; null empties it"
	return s
}

// nullable lets null through besides.
func nullable(s map[string]any) map[string]any {
	s["type"] = []any{s["type"], "null"}
	if values, ok := s["enum"].([]string); ok {
		all := []any{}
		for _, v := range values {
			all = append(all, v)
		}
		s["enum"] = append(all, nil)
	}
	return s
}

func column(t platform.Table, name string) (platform.Column, bool) {
	at := slices.IndexFunc(t.Columns, func(c platform.Column) bool { return c.Name == name })
	if at < 0 {
		return platform.Column{}, false
	}
	return t.Columns[at], true
}

// rowsOutput and rowOutput describe answers without a layout.
func rowsOutput(t platform.Table) json.RawMessage {
	var o object
	o.add("rows", map[string]any{"type": "array", "items": rowSchema(t)}, true)
	o.add("count", map[string]any{"type": "integer", "description": "How many fit in all"}, true)
	return o.schema()
}

func rowOutput(t platform.Table) json.RawMessage {
	var o object
	o.add("row", rowSchema(t), true)
	return o.schema()
}

// rowSchema says what the columns are, and lets any value through: columns that no filter needs may be retyped, and others added,
// after the release.
func rowSchema(t platform.Table) map[string]any {
	properties := map[string]any{idArgument: map[string]any{"type": "string"}}
	for _, c := range t.Columns {
		properties[c.Name] = map[string]any{"description": cellSchema(c)["description"]}
	}
	return map[string]any{"type": "object", "required": []string{idArgument}, "properties": properties}
}
