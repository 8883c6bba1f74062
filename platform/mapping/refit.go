package mapping

import (
	"encoding/json"
	"slices"
	"strings"

	"berth/platform"
)

// Written returns a plan as the field map that its author could have written, nil for one that no map can say.
func (p *Plan) Written() json.RawMessage {
	if p.whole != nil {
		return nil
	}
	out := map[string]any{"item": written(p.item)}
	if data := written(p.data); len(data) > 0 { // of a table the headings too, which say the order of its columns
		out["data"] = data
	}
	return encoded(out)
}

// Refit returns an author's map of a table's rows as another layout needs it: the columns that it shows stay those that are shown,
// each in the field of the same name, else where Default would put it. It is nil where the columns have to find their places by
// name and type, as without a map.
func Refit(raw json.RawMessage, to *Shape, t *platform.Table) json.RawMessage {
	m, problems := Parse(raw)
	if len(problems) > 0 {
		return nil
	}
	c := newChooser(to, nil)
	for _, one := range m.item {
		of := to.entry.properties[one.name]
		if of != nil && !to.columnar() && !of.lines() && one.kind != fromLines {
			c.add(one.name, one.source, "")
			continue
		}
		for _, at := range one.asked() {
			i := slices.IndexFunc(t.Columns, func(col platform.Column) bool { return len(at) > 0 && col.Name == at[0] })
			if i >= 0 && !slices.ContainsFunc(c.columns, func(col platform.Column) bool { return col.Name == at[0] }) {
				c.columns = append(c.columns, t.Columns[i])
			}
		}
	}
	plan, problems := c.choose(t)
	if len(problems) > 0 || plan.whole != nil {
		return nil
	}
	var out map[string]any
	if decodeStrictly(raw, &out) != nil {
		return nil
	}
	delete(out, "data")
	for name, value := range map[string][]binding{"item": plan.item, "data": plan.data} {
		if all := written(value); len(all) > 0 {
			out[name] = all
		}
	}
	made := encoded(out)
	if m, problems = Parse(made); len(problems) == 0 {
		_, problems = Compile(m, to, t)
	}
	if len(problems) > 0 {
		return nil
	}
	return made
}

// written returns bindings as they stand in a map.
func written(bindings []binding) map[string]any {
	all := map[string]any{}
	for _, b := range bindings {
		all[b.name] = b.written()
	}
	return all
}

func (s source) written() map[string]any {
	out := map[string]any{}
	switch s.kind {
	case fromConstant:
		out["const"] = s.constant
	case fromTemplate:
		text := ""
		for _, p := range s.template {
			if text += p.plain; p.value != nil {
				text += "{{" + strings.Join(p.value, ".") + "}}"
			}
		}
		out["template"] = text
	case fromLines:
		lines := []any{}
		for _, l := range s.lines {
			one := l.written()
			if l.label != "" {
				one["label"] = l.label
			}
			lines = append(lines, one)
		}
		out["lines"] = lines
	default:
		out["from"] = s.from.String()
	}
	for name, value := range map[string]string{"as": s.as, "currency": s.currency} {
		if value != "" {
			out[name] = value
		}
	}
	if s.fallback != nil {
		out["fallback"] = s.fallback
	}
	return out
}

// encoded writes what came from JSON as JSON.
func encoded(v any) json.RawMessage {
	raw, err := platform.PlainJSON(v)
	if err != nil {
		return nil
	}
	return json.RawMessage(raw)
}
