package mapping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/request"
)

// Shape is what the data of a layout may hold. It is immutable and safe for concurrent use.
type Shape struct {
	layout string
	list   string // the root's array of entries, "" = none
	root   *field
	entry  *field // what is in the list; without one, the root
}

// NewShape reads the schema of a layout. list names the array that holds its entries, "" for a layout without one. The error is
// a keyword that this package does not know, or a list that is none: layouts are ours, so that a test finds it.
func NewShape(layout, list string, dataSchema json.RawMessage) (*Shape, error) {
	root, err := readField(dataSchema)
	if err != nil {
		return nil, fmt.Errorf("layout %s: %w", layout, err)
	}
	s := &Shape{layout: layout, list: list, root: root, entry: root}
	if list != "" {
		of := root.properties[list]
		if of == nil || of.items == nil || !of.takes("array") {
			return nil, fmt.Errorf("layout %s: its list %q is no array", layout, list)
		}
		s.entry = of.items
	}
	return s, nil
}

// field is the schema of one value: the keywords that layouts use.
type field struct {
	Types      types                      `json:"type"`
	Enum       []any                      `json:"enum"`
	Required   []string                   `json:"required"`
	Properties map[string]json.RawMessage `json:"properties"`
	Additional *bool                      `json:"additionalProperties"`
	Items      json.RawMessage            `json:"items"`
	MinLength  *int                       `json:"minLength"`
	MaxLength  *int                       `json:"maxLength"`
	MinItems   *int                       `json:"minItems"`
	MaxItems   *int                       `json:"maxItems"`
	Minimum    *float64                   `json:"minimum"`
	Maximum    *float64                   `json:"maximum"`
	Pattern    string                     `json:"pattern"`
	AnyOf      []alternative              `json:"anyOf"`
	OneOf      []alternative              `json:"oneOf"`

	// For people alone:
	Schema      string `json:"$schema"`
	Title       string `json:"title"`
	Description string `json:"description"`

	properties map[string]*field
	items      *field
	pattern    *regexp.Regexp
}

// alternative is one of several lists of fields of which one must be there.
type alternative struct {
	Required []string `json:"required"`
}

type types []string

// UnmarshalJSON reads one type or a list of them.
func (t *types) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		*t = types{""}
		return json.Unmarshal(raw, &(*t)[0])
	}
	return json.Unmarshal(raw, (*[]string)(t))
}

func readField(raw json.RawMessage) (f *field, err error) {
	f = &field{properties: map[string]*field{}}
	if err := decodeStrictly(raw, f); err != nil {
		return nil, err
	}
	if f.Pattern != "" {
		if f.pattern, err = regexp.Compile(f.Pattern); err != nil {
			return nil, err
		}
	}
	for name, of := range f.Properties {
		if f.properties[name], err = readField(of); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if f.Items != nil {
		f.items, err = readField(f.Items)
	}
	f.Properties, f.Items = nil, nil
	return f, err
}

// takes reports whether a value of that JSON type may stand here.
func (f *field) takes(kind string) bool {
	return len(f.Types) == 0 && len(f.Enum) == 0 || slices.Contains(f.Types, kind) || kind == "number" && slices.Contains(f.Types, "integer") ||
		len(f.Types) == 0 && kind == "string" // of an enum
}

// closed reports whether fields that are not named are refused.
func (f *field) closed() bool { return f.Additional != nil && !*f.Additional }

// lines reports whether the field takes labelled lines: a list of {label, value}.
func (f *field) lines() bool {
	return f.items != nil && f.items.properties["label"] != nil && f.items.properties["value"] != nil
}

// fit returns a value as the field takes it: texts are cut, numbers written where a text is wanted, lists joined. It is false for
// what cannot stand here.
func (f *field) fit(v any) (any, bool) {
	switch v := v.(type) {
	case nil:
		return nil, slices.Contains(f.Types, "null")
	case string:
		return f.fitText(v)
	case bool:
		if f.takes("boolean") {
			return v, true
		}
		return f.fitText(spoken(v))
	case json.Number, int, int64, float64:
		if f.takes("number") {
			return f.fitNumber(v)
		}
		return f.fitText(request.Plain(v))
	case []any:
		return f.fitList(v)
	case map[string]any:
		if f.takes("object") {
			return f.fitObject(v)
		}
		if text, ok := placeText(v); ok {
			return f.fitText(text)
		}
	}
	return nil, false
}

func (f *field) fitText(s string) (any, bool) {
	if !f.takes("string") {
		if n := json.Number(s); f.takes("number") && validNumber(s) {
			return f.fitNumber(n)
		}
		return nil, false
	}
	switch {
	case len(f.Enum) > 0:
		return s, slices.Contains(f.Enum, any(s))
	case f.pattern != nil:
		return s, f.pattern.MatchString(s) && (f.MaxLength == nil || utf8.RuneCountInString(s) <= *f.MaxLength)
	case f.MaxLength != nil && len(s) > *f.MaxLength:
		s = platform.Shorten(s, *f.MaxLength)
	}
	return s, f.MinLength == nil || utf8.RuneCountInString(s) >= *f.MinLength
}

// takesAsItStands reports whether fit would change nothing of a value, which is a text, a number, a boolean or a list of them in compact JSON, and
// encoding it would write it as it is. nil takes any of them.
func (f *field) takesAsItStands(raw []byte) bool {
	if len(raw) == 0 {
		return false
	}
	if raw[0] == '"' {
		if bytes.IndexByte(raw, '\\') >= 0 || bytes.IndexByte(raw, "\u2028"[0]) >= 0 {
			return false
		}
		n := len(raw) - 2 // bytes, of which a character has one or more
		return f == nil || f.takes("string") && len(f.Enum) == 0 && f.pattern == nil && (f.MaxLength == nil || n <= *f.MaxLength) &&
			(f.MinLength == nil || n >= utf8.UTFMax**f.MinLength)
	}
	if raw[0] == 't' || raw[0] == 'f' {
		return f == nil || f.takes("boolean")
	}
	if raw[0] == '[' {
		if f == nil || !slices.Contains(f.Types, "array") || f.MinItems != nil {
			return false
		}
		n, fits := 0, true
		platform.EachItem(raw, func(item []byte) bool {
			n++
			fits = f.items.takesAsItStands(item)
			return fits
		})
		return fits && (f.MaxItems == nil || n <= *f.MaxItems)
	}
	isNumber := (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9') && len(raw) <= 100 && bytes.IndexByte(raw, 'e') < 0 && bytes.IndexByte(raw, 'E') < 0
	return isNumber && (f == nil || slices.Contains(f.Types, "number") && f.Minimum == nil && f.Maximum == nil)
}

func (f *field) fitNumber(v any) (any, bool) {
	n, err := strconv.ParseFloat(request.Plain(v), 64)
	whole := !slices.Contains(f.Types, "integer") || slices.Contains(f.Types, "number") || n == float64(int64(n))
	return v, err == nil && whole && (f.Minimum == nil || n >= *f.Minimum) && (f.Maximum == nil || n <= *f.Maximum)
}

func (f *field) fitList(list []any) (any, bool) {
	if !f.takes("array") {
		return f.fitText(joined(list))
	}
	if f.MaxItems != nil && len(list) > *f.MaxItems {
		list = list[:*f.MaxItems]
	}
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
		if f.items == nil {
			continue
		}
		var ok bool
		if out[i], ok = f.items.fit(item); !ok {
			return nil, false
		}
	}
	return out, f.MinItems == nil || len(out) >= *f.MinItems
}

func (f *field) fitObject(object map[string]any) (any, bool) {
	out := make(map[string]any, len(object))
	for name, value := range object {
		known := f.properties[name]
		if known == nil {
			if f.closed() {
				return nil, false
			}
			out[name] = value
			continue
		}
		var ok bool
		if out[name], ok = known.fit(value); !ok {
			return nil, false
		}
	}
	return out, f.missing(func(name string) bool { _, there := out[name]; return there }) == ""
}

// missing returns a field that is required and not there, "" = none.
func (f *field) missing(there func(name string) bool) string {
	all := func(names []string) string {
		if i := slices.IndexFunc(names, func(name string) bool { return !there(name) }); i >= 0 {
			return names[i]
		}
		return ""
	}
	if name := all(f.Required); name != "" {
		return name
	}
	for _, choice := range [][]alternative{f.AnyOf, f.OneOf} {
		if len(choice) > 0 && !slices.ContainsFunc(choice, func(a alternative) bool { return all(a.Required) == "" }) {
			return all(choice[0].Required)
		}
	}
	return ""
}

// names lists the fields that are known, sorted.
func (f *field) names() []string { return slices.Sorted(maps.Keys(f.properties)) }
