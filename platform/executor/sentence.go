package executor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

const (
	maxNamed   = 8   // items that a sentence names
	maxItem    = 80  // characters of an item's name
	maxPassage = 600 // characters of a longer text
)

// Sentence says in words what data, a JSON object, holds: enough for a client without widgets. It is derived from the
// data alone, whatever its layout: a heading, a longer text, and the first list with the names of its items.
func Sentence(data json.RawMessage) string { return sentenceOf(membersOf(data)) }

// SentenceOf is Sentence for decoded data, whose list of entries is the field list, "" where there is none.
func SentenceOf(data map[string]any, list string) string {
	root := make([]member, 0, len(data))
	for key, value := range data {
		root = append(root, member{key, value})
	}
	slices.SortFunc(root, func(a, b member) int {
		if first := a.key == list; first != (b.key == list) {
			return map[bool]int{true: -1, false: 1}[first]
		}
		return strings.Compare(a.key, b.key)
	})
	return sentenceOf(root)
}

func sentenceOf(root []member) string {
	var parts []string
	if heading := first(root, "title", "name", "heading"); heading != "" {
		parts = append(parts, sentence(platform.Shorten(heading, maxItem)))
	}
	if text := passage(root); text != "" {
		parts = append(parts, sentence(platform.Shorten(text, maxPassage)))
	}
	if key, list := mainList(root); list != nil {
		parts = append(parts, enumerate(key, list, nameKey(root)))
	}
	if len(parts) == 0 {
		return "Here is the result."
	}
	return strings.Join(parts, " ")
}

// mainList returns the first list of content. A list that only serves another one comes after it: the headings of a table,
// the labels of a chart, and suggestions. Buttons are not content.
func mainList(members []member) (key string, list []any) {
	for _, m := range members {
		own, ok := m.value.([]any)
		if !ok || m.key == "actions" {
			continue
		}
		if !slices.Contains([]string{"columns", "labels", "suggestions"}, m.key) {
			return m.key, own
		}
		if list == nil {
			key, list = m.key, own
		}
	}
	return key, list
}

// nameKey returns the key of a table's first column, which names its rows; "" where there are no columns.
func nameKey(members []member) string {
	for _, m := range members {
		columns, _ := m.value.([]any)
		if m.key != "columns" || len(columns) == 0 {
			continue
		}
		if column, ok := columns[0].(map[string]any); ok {
			return scalar(column["key"])
		}
		return scalar(columns[0])
	}
	return ""
}

// member is one field of the root object. Their order in the document says which list matters.
type member struct {
	key   string
	value any
}

func membersOf(data json.RawMessage) []member {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []member
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return out
		}
		var m member
		m.key, _ = key.(string) // keys are strings
		if d.Decode(&m.value) != nil {
			return out
		}
		out = append(out, m)
	}
	return out
}

func first(members []member, keys ...string) string {
	for _, key := range keys {
		for _, m := range members {
			if s := scalar(m.value); m.key == key && s != "" {
				return s
			}
		}
	}
	return ""
}

// passage returns the longer text, with its line breaks.
func passage(members []member) string {
	for _, key := range []string{"markdown", "content", "text", "summary", "description", "subtitle"} {
		for _, m := range members {
			if s, ok := m.value.(string); ok && m.key == key {
				return strings.TrimSpace(s)
			}
		}
	}
	return ""
}

// enumerate: "Here are 3 items: A, B and C." The items are named by their field nameKey where they have one.
func enumerate(key string, list []any, nameKey string) string {
	noun := strings.ToLower(strings.Join(strings.Fields(platform.Shorten(key, 40)), " "))
	if len(list) == 0 {
		return fmt.Sprintf("There are no %s.", noun)
	}
	var names []string
	for _, item := range list {
		if len(names) > maxNamed { // enough to tell that there are more
			break
		}
		if name := nameOf(item, nameKey); name != "" {
			names = append(names, name)
		}
	}
	opening := fmt.Sprintf("Here are %d %s", len(list), noun)
	if len(list) == 1 {
		if noun != "series" {
			noun = strings.TrimSuffix(noun, "s")
		}
		opening = "Here is 1 " + noun
	}
	if len(names) == 0 {
		return opening + "."
	}
	if more := len(list) - maxNamed; len(names) > maxNamed && more > 0 {
		names = append(names[:maxNamed], fmt.Sprintf("%d more", more))
	}
	if n := len(names); n > 1 {
		names = append(names[:n-2], names[n-2]+" and "+names[n-1])
	}
	return opening + ": " + strings.TrimRight(strings.Join(names, ", "), ".") + "."
}

// nameOf returns what an item is called, by its field key or the usual ones, with its value where it has one.
func nameOf(item any, key string) string {
	fields, ok := item.(map[string]any)
	if !ok {
		return platform.Shorten(scalar(item), maxItem)
	}
	find := func(keys ...string) (name, key string) {
		for _, k := range keys {
			if s := scalar(fields[k]); s != "" {
				return platform.Shorten(s, maxItem), k
			}
		}
		return "", ""
	}
	name, key := find(key, "title", "name", "label", "heading", "question", "text", "content", "id")
	value, _ := find(slices.DeleteFunc([]string{"value", "price", "date", "time", "status"}, func(k string) bool { return k == key })...)
	if name != "" && value != "" {
		return name + " (" + value + ")"
	}
	return name + value
}

func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case json.Number:
		return v.String()
	}
	return ""
}

func sentence(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "…") || strings.HasSuffix(s, ":") {
		return s
	}
	return s + "."
}
