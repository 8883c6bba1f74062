package appkit

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// names are the JSON names that a Go type knows. encoding/json matches names without regard to case and lets the last
// one win, so {"title":"ok","Title":"…"} would carry a value past the schema, which matches exactly. Names that differ
// are dropped before decoding. They also record which members are integers: JSON Schema accepts 5.0 and 1e1 as integers,
// encoding/json does not.
type names struct {
	fields  map[string]*names // of a struct; nil = not a struct
	elem    *names            // of a list's or map's elements
	integer bool
}

// namesOf returns nil for a type that needs no changes. seen ends the recursion of recursive types.
func namesOf(t reflect.Type, seen map[reflect.Type]*names) *names {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	if integer(t) {
		return &names{integer: true}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return namesOf(t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Map:
		if elem := namesOf(t.Elem(), seen); elem != nil {
			return &names{elem: elem}
		}
		return nil
	case reflect.Struct:
	default:
		return nil
	}
	if n, ok := seen[t]; ok {
		return n
	}
	n := &names{fields: map[string]*names{}}
	seen[t] = n
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() || f.Anonymous && name == "" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		n.fields[name] = namesOf(f.Type, seen)
	}
	return n
}

func integer(t reflect.Type) bool { return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uint64 }

// member returns a path as JSON has it: encoding/json names the Go structs too in which a member is embedded.
func (n *names) member(path string) string {
	var at []string
	for _, name := range strings.Split(path, ".") {
		for n != nil && n.fields == nil && n.elem != nil {
			n = n.elem
		}
		if n != nil && n.fields != nil {
			below, known := n.fields[name]
			if !known {
				continue
			}
			n = below
		}
		at = append(at, name)
	}
	return strings.Join(at, ".")
}

// exact returns raw without the names that n does not know, and with its integers written as such.
func (n *names) exact(raw json.RawMessage) (json.RawMessage, error) {
	if n == nil {
		return raw, nil
	}
	var v any
	if err := unmarshal(raw, &v); err != nil {
		return nil, err
	}
	v, changed := n.fit(v)
	if !changed {
		return raw, nil
	}
	return json.Marshal(v)
}

// fit returns v, changed in place where it is a container, and whether it was changed.
func (n *names) fit(v any) (fitted any, changed bool) {
	if n == nil {
		return v, false
	}
	switch v := v.(type) {
	case json.Number:
		const exact = 1 << 53 // up to there a float64 has no gaps between integers
		if f, err := v.Float64(); n.integer && err == nil && f == math.Trunc(f) && math.Abs(f) <= exact && strings.ContainsAny(string(v), ".eE") {
			return json.Number(strconv.FormatInt(int64(f), 10)), true
		}
	case []any:
		for i := range v {
			below, did := n.elem.fit(v[i])
			v[i], changed = below, changed || did
		}
	case map[string]any:
		for name, value := range v {
			below, known := n.elem, true
			if n.fields != nil {
				below, known = n.fields[name]
			}
			if !known {
				delete(v, name)
				changed = true
				continue
			}
			next, did := below.fit(value)
			v[name], changed = next, changed || did
		}
	}
	return v, changed
}
