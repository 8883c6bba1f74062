package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
)

// Read holds an object against the schema. It returns the fields that fit, and what is wrong with the others, as Validate does. Of a
// field that is an object or a list with problems further down, what fits stays, so that what is found in it later is reported at once.
func (s *Schema) Read(object json.RawMessage) (fields map[string]json.RawMessage, problems []platform.Problem) {
	problems = s.Validate(object)
	return fitting(object, "", problems), problems
}

// fitting returns the fields of the object at a location without those that a problem is about.
func fitting(object json.RawMessage, at string, found []platform.Problem) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(object, &all) != nil {
		return nil
	}
	for name, raw := range all {
		if part := fittingPart(raw, at+name, found); part != nil {
			all[name] = part
		} else {
			delete(all, name)
		}
	}
	return all
}

// fittingPart returns what fits of the value at a location, nil when nothing does.
func fittingPart(raw json.RawMessage, at string, found []platform.Problem) json.RawMessage {
	below := false
	for _, p := range found {
		rest, ok := strings.CutPrefix(p.Location, at)
		if p.Location == "" || ok && rest == "" {
			return nil
		}
		below = below || ok && (rest[0] == '.' || rest[0] == '[')
	}
	if !below {
		return raw
	}
	var items []json.RawMessage
	var fits any = fitting(raw, at+".", found)
	if json.Unmarshal(raw, &items) == nil {
		for i := range items {
			if items[i] = fittingPart(items[i], fmt.Sprintf("%s[%d]", at, i), found); items[i] == nil {
				items[i] = json.RawMessage("{}") // keeps the places of those behind it
			}
		}
		fits = items
	}
	part, err := json.Marshal(fits)
	if err != nil || string(part) == "null" {
		return nil
	}
	return part
}
