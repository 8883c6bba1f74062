package echo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
)

const (
	deepest   = 12 // levels of a schema that are followed; what is optional below is left out
	mostItems = 4
)

// told are the optional fields that are filled: those that say something.
var told = []string{"title", "description", "text", "answer", "summary"}

// whole are the fields that say everything, where they stand at the root.
var whole = []string{"text", "answer", "summary"}

// whole returns all texts as one.
func (f filler) whole(s map[string]any) string {
	text := strings.Join(f.texts, "\n\n")
	if most, has := s["maxLength"].(float64); has {
		text = platform.Shorten(text, int(most))
	}
	return text
}

// filled returns JSON that fits a schema, made of the texts: the message first, then what is known.
func filled(schema json.RawMessage, texts []string) (string, error) {
	var root map[string]any
	if err := json.Unmarshal(schema, &root); err != nil {
		return "", fmt.Errorf("read schema: %w", err)
	}
	f := filler{root: root, texts: texts}
	v, ok := f.value(root, 0, 0)
	if !ok {
		return "", errors.New("the schema cannot be filled")
	}
	return platform.PlainJSON(v)
}

type filler struct {
	root  map[string]any
	texts []string
}

// value makes a value of a schema; which says which of the texts it is about.
func (f filler) value(s map[string]any, which, depth int) (v any, ok bool) {
	if depth > deepest {
		return nil, false
	}
	if ref, isRef := s["$ref"].(string); isRef {
		return f.value(f.resolved(ref), which, depth+1)
	}
	if v, has := s["const"]; has {
		return v, true
	}
	if values, has := s["enum"].([]any); has && len(values) > 0 {
		return values[0], true
	}
	alternative, complete := f.alternative(s)
	if complete {
		return f.value(alternative, which, depth+1)
	}
	switch kindOf(s) {
	case "object":
		return f.object(s, alternative, which, depth)
	case "array":
		return f.array(s, which, depth)
	case "boolean":
		return true, true
	case "null":
		return nil, true
	case "integer":
		return math.Ceil(number(s, f.text(which))), true
	case "number":
		return number(s, f.text(which)), true
	}
	return f.string(s, which)
}

func (f filler) resolved(ref string) map[string]any {
	name, _ := strings.CutPrefix(ref, "#/$defs/")
	defs, _ := f.root["$defs"].(map[string]any)
	s, _ := defs[name].(map[string]any)
	return s
}

// alternative returns the first alternative of a schema: one that is a value by itself, or what it demands besides.
func (f filler) alternative(s map[string]any) (first map[string]any, whole bool) {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list, _ := s[keyword].([]any)
		if len(list) == 0 {
			continue
		}
		first, _ = list[0].(map[string]any)
		return first, first["type"] != nil || first["$ref"] != nil || first["enum"] != nil || first["const"] != nil
	}
	return nil, false
}

func kindOf(s map[string]any) string {
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		for _, one := range t {
			if one == "string" {
				return "string"
			}
		}
		if len(t) > 0 {
			kind, _ := t[0].(string)
			return kind
		}
	}
	if s["properties"] != nil || s["required"] != nil {
		return "object"
	}
	return "string"
}

func (f filler) object(s, besides map[string]any, which, depth int) (any, bool) {
	properties, _ := s["properties"].(map[string]any)
	out := map[string]any{}
	needed := append(names(s["required"]), names(besides["required"])...)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		part, _ := properties[name].(map[string]any)
		isNeeded := slices.Contains(needed, name)
		if !isNeeded && !slices.Contains(told, name) {
			continue
		}
		v, ok := f.value(part, which, depth+1)
		if text, isText := v.(string); isText && depth == 0 && text == f.texts[0] && slices.Contains(whole, name) {
			v = f.whole(part)
		}
		switch {
		case ok:
			out[name] = v
		case isNeeded:
			return nil, false
		}
	}
	for _, name := range needed {
		if _, there := out[name]; !there {
			out[name] = f.text(which)
		}
	}
	return out, true
}

// array makes one item of each text.
func (f filler) array(s map[string]any, which, depth int) (any, bool) {
	items, _ := s["items"].(map[string]any)
	n := 1
	if depth < 2 {
		n = min(len(f.texts), mostItems)
	}
	least, _ := s["minItems"].(float64)
	if n = max(n, int(least)); n > 100 {
		return nil, false
	}
	if most, has := s["maxItems"].(float64); has {
		n = min(n, int(most))
	}
	out := []any{}
	for i := range n {
		at := which
		if depth < 2 {
			at = i
		}
		v, ok := f.value(items, at, depth+1)
		if !ok {
			return out, len(out) >= int(least)
		}
		out = append(out, v)
	}
	return out, true
}

func (f filler) text(which int) string { return f.texts[which%len(f.texts)] }

// string returns the first text that fits: one of the texts, else one of the usual forms.
func (f filler) string(s map[string]any, which int) (any, bool) {
	text := f.text(which)
	if most, has := s["maxLength"].(float64); has {
		text = platform.Shorten(text, int(most))
	}
	least, _ := s["minLength"].(float64)
	if short := int(least) - utf8.RuneCountInString(text); short > 0 {
		text += strings.Repeat(".", short)
	}
	format, _ := s["format"].(string)
	if usual := map[string]string{"date": "2026-01-01", "date-time": "2026-01-01T00:00:00Z", "time": "00:00:00Z", "email": "echo@example.com", "uri": "https://example.com/",
		"uuid": "00000000-0000-4000-8000-000000000000"}[format]; usual != "" {
		text = usual
	}
	pattern, has := s["pattern"].(string)
	if !has {
		return text, true
	}
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return nil, false
	}
	for _, candidate := range []string{text, strings.ToLower(strings.Join(strings.FieldsFunc(text, notName), "_")),
		"data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E", "https://example.com/", "#336699", "EUR", "echo", "2026-01-01", "00:00", "0", "A"} {
		if expression.MatchString(candidate) {
			return candidate, true
		}
	}
	return nil, false
}

func notName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// number is the same for the same text, and within the bounds.
func number(s map[string]any, text string) float64 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(text)) // never fails
	n := float64(sum.Sum32() % 100)
	if most, has := s["maximum"].(float64); has {
		n = min(n, most)
	}
	if least, has := s["minimum"].(float64); has {
		n = max(n, least)
	}
	return n
}

func names(list any) (all []string) {
	values, _ := list.([]any)
	for _, v := range values {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// texts returns the texts, numbers and truths of an object, in their order.
func texts(object json.RawMessage) (all []string) {
	d := json.NewDecoder(bytes.NewReader(object))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	for d.More() {
		var v any
		if _, err := d.Token(); err != nil || d.Decode(&v) != nil {
			return all
		}
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case float64, bool:
			all = append(all, fmt.Sprint(v))
		}
	}
	return all
}
