package view

import (
	"encoding/json"

	"berth/platform"
)

// emptyField is the field of the data that says why there are no entries. It is shown as it is, never as markup.
const emptyField = "empty"

// Empty returns data that the layout's schema accepts and that show one sentence in place of entries, such as
// "Nothing found for vegan."; what is too long for the field is cut. It is nil for a layout that cannot be empty: form,
// and those of seeded apps.
func (l Layout) Empty(sentence string) json.RawMessage {
	type field struct {
		Type                 json.RawMessage // a string, or several
		MinLength, MaxLength int
	}
	var root struct {
		Required   []string
		Properties map[string]field
	}
	if json.Unmarshal(l.DataSchema, &root) != nil || !l.Authored {
		return nil
	}
	said, ok := root.Properties[emptyField]
	if !ok {
		return nil
	}
	data := map[string]any{emptyField: platform.Shorten(sentence, said.MaxLength)}
	if l.List != "" {
		data[l.List] = []any{}
	}
	for _, name := range root.Required {
		switch f := root.Properties[name]; {
		case string(f.Type) == `"array"`:
			data[name] = []any{}
		case f.MinLength == 0:
			data[name] = ""
		default:
			data[name] = platform.Shorten(sentence, f.MaxLength)
		}
	}
	raw, err := json.Marshal(data)
	if err != nil { // of strings and empty lists
		return nil
	}
	return raw
}
