package appkit

import (
	"encoding/json"
	"reflect"
	"strings"
)

// names are the JSON names that a Go type knows. encoding/json matches names without regard to case and lets the last
// one win, so {"title":"ok","Title":"…"} would carry a value past the schema, which matches exactly. Names that differ
// are dropped before decoding.
type names struct {
	fields map[string]*names // of a struct; nil = not a struct
	elem   *names            // of a list's or map's elements
}

// namesOf answers nil for what holds no names. seen makes recursive types end.
func namesOf(t reflect.Type, seen map[reflect.Type]*names) *names {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
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

// exact answers raw without the names that n does not know.
func (n *names) exact(raw json.RawMessage) (json.RawMessage, error) {
	if n == nil {
		return raw, nil
	}
	var v any
	if err := unmarshal(raw, &v); err != nil {
		return nil, err
	}
	if !n.prune(v) {
		return raw, nil
	}
	return json.Marshal(v)
}

// prune removes unknown names from v in place and reports whether there were any.
func (n *names) prune(v any) (pruned bool) {
	if n == nil {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			pruned = n.elem.prune(e) || pruned
		}
	case map[string]any:
		for name, e := range v {
			below, known := n.elem, true
			if n.fields != nil {
				below, known = n.fields[name]
			}
			if !known {
				delete(v, name)
				pruned = true
				continue
			}
			pruned = below.prune(e) || pruned
		}
	}
	return pruned
}
