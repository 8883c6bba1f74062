package offline

import (
	"encoding/json"
	"slices"

	"berth/platform"
	"berth/platform/mapping"
)

// readBack reads the first table of a draft into a sheet; nil where it has none.
func readBack(former platform.Proposal) *sheet {
	if len(former.Tables) == 0 {
		return nil
	}
	t := former.Tables[0]
	s := &sheet{example: former.ExampleData, columns: slices.Clone(t.Columns)}
	if root, ok := valueOf(former.Tools[0].MockData).(map[string]any); ok {
		s.title, _ = root["title"].(string)
		s.actions, _ = root["actions"].([]any)
	}
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
	return s
}

// remapped returns data of one layout as another shows them; nil where it cannot.
func (g *grammar) remapped(data json.RawMessage, from, to string) json.RawMessage {
	root, _ := valueOf(data).(map[string]any)
	if g.Options.Layouts[from] == nil || g.Options.Layouts[to] == nil || root == nil {
		return nil
	}
	shown, _, fault := mapping.Remap(g.Options.Layouts[from], g.Options.Layouts[to], root)
	raw, err := platform.PlainJSON(shown)
	if fault != "" || err != nil {
		return nil
	}
	return json.RawMessage(raw)
}

// calling returns the data of a form that calls another tool than before; former "" = whatever it called.
func calling(data json.RawMessage, former, now string) (json.RawMessage, string) {
	root, _ := valueOf(data).(map[string]any)
	tool, _ := root["tool"].(string)
	if tool == "" || tool != former && former != "" {
		return data, tool
	}
	root["tool"] = now
	raw, err := platform.PlainJSON(root)
	if err != nil {
		return data, tool // it came from JSON
	}
	return json.RawMessage(raw), tool
}
