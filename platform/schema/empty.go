package schema

import (
	"encoding/json"
	"regexp"
	"strings"
)

// emptyField is the field in which data say why there are none, as package view has it.
const emptyField = "empty"

const maxEmptyDepth = 8

// Empty returns the least object that the schema accepts, nil when it has found none. A text that must not be empty, and the field
// empty where there is one, hold the sentence.
func Empty(raw json.RawMessage, sentence string) json.RawMessage {
	s, err := Compile(raw)
	if err != nil {
		return nil
	}
	var root map[string]any
	if json.Unmarshal(raw, &root) != nil {
		return nil
	}
	data, err := json.Marshal(emptier{root, sentence}.value(root, 0))
	if err != nil || len(data) == 0 || data[0] != '{' || len(s.Validate(data)) > 0 {
		return nil
	}
	return data
}

type emptier struct {
	root     map[string]any
	sentence string
}

func (e emptier) value(schema any, depth int) any {
	s, ok := schema.(map[string]any)
	if !ok || depth > maxEmptyDepth {
		return nil
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if all, ok := s["enum"].([]any); ok && len(all) > 0 {
		return all[0]
	}
	if ref, ok := s["$ref"].(string); ok {
		return e.value(e.follow(ref), depth+1)
	}
	for _, choice := range []string{"anyOf", "oneOf", "allOf"} {
		if all, ok := s[choice].([]any); ok && len(all) > 0 && s["properties"] == nil {
			return e.value(all[0], depth+1)
		}
	}
	switch e.kind(s) {
	case "object":
		return e.object(s, depth)
	case "array":
		list := []any{}
		for range count(s, "minItems") {
			list = append(list, e.value(s["items"], depth+1))
		}
		return list
	case "string":
		return e.text(s)
	case "number", "integer":
		for _, bound := range []string{"minimum", "maximum"} {
			if n, ok := s[bound].(float64); ok && (bound == "minimum") == (n > 0) {
				return n
			}
		}
		return 0
	case "boolean":
		return false
	}
	return nil
}

func (e emptier) kind(s map[string]any) string {
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		if len(t) > 0 {
			first, _ := t[0].(string)
			return first
		}
	}
	if s["properties"] != nil || s["required"] != nil {
		return "object"
	}
	return ""
}

func (e emptier) object(s map[string]any, depth int) map[string]any {
	out := map[string]any{}
	fields, _ := s["properties"].(map[string]any)
	for _, name := range e.required(s, depth) {
		out[name] = e.value(fields[name], depth+1)
	}
	if field, ok := fields[emptyField].(map[string]any); ok && depth == 0 && e.kind(field) == "string" {
		out[emptyField] = cutText(e.sentence, field)
	}
	return out
}

// required lists the fields that there must be, also those that the first of its choices asks for, and of the choices within that.
func (e emptier) required(schema any, depth int) (names []string) {
	s, ok := schema.(map[string]any)
	if !ok || depth > maxEmptyDepth {
		return nil
	}
	list, _ := s["required"].([]any)
	for _, name := range list {
		if name, ok := name.(string); ok {
			names = append(names, name)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		names = append(names, e.required(e.follow(ref), depth+1)...)
	}
	for _, choice := range []string{"anyOf", "oneOf", "allOf"} {
		parts, _ := s[choice].([]any)
		if choice != "allOf" {
			parts = parts[:min(len(parts), 1)]
		}
		for _, part := range parts {
			names = append(names, e.required(part, depth+1)...)
		}
	}
	return names
}

// text is as short as it may be. One with a pattern is the first of some that fits.
func (e emptier) text(s map[string]any) string {
	if pattern, ok := s["pattern"].(string); ok {
		fits, err := regexp.Compile(pattern)
		for _, candidate := range []string{"", e.sentence, "x", "X", "0", "XXX", "#000000", "https://example.com", "2000-01-01"} {
			if err == nil && fits.MatchString(candidate) {
				return candidate
			}
		}
	}
	least := count(s, "minLength")
	if least == 0 {
		return ""
	}
	text := e.sentence + strings.Repeat(".", max(0, least-len(e.sentence)))
	return cutText(text, s)
}

func cutText(text string, s map[string]any) string {
	if most, ok := s["maxLength"].(float64); ok && len(text) > int(most) {
		return text[:int(most)]
	}
	return text
}

// count reads a bound that may not be large.
func count(s map[string]any, name string) int {
	n, _ := s[name].(float64)
	return int(min(n, 100))
}

// follow returns what a reference within the schema names.
func (e emptier) follow(ref string) any {
	var at any = e.root
	for _, step := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(ref, "#"), "/"), "/") {
		in, ok := at.(map[string]any)
		if step == "" || !ok {
			return at
		}
		at = in[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return at
}
