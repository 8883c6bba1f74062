package platform_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"berth/platform"
)

// The parts of compact JSON are those that encoding/json finds.
func FuzzParts(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"]",{"b":"}\""}],"\\":null,"c":{}}`, `[]`, `{}`, `["a,b",[[]],-1.5e3,true]`, `{"":""}`, `"x"`, `[1`, `{"a":}`, `{"a"`, `[,]`, `{"a":1,}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var items, values, names []string
		platform.EachItem([]byte(raw), func(item []byte) bool { items = append(items, string(item)); return true })
		platform.EachMember([]byte(raw), func(name, value []byte) bool {
			names, values = append(names, string(name)), append(values, string(value))
			return true
		})
		read := platform.Encoded(raw).Value()
		var v any
		if json.Unmarshal([]byte(raw), &v) != nil {
			return // nothing panics
		}
		if text, err := platform.PlainJSON(read); err == nil && text != raw && json.Valid([]byte(text)) {
			if again := platform.Encoded(text).Value(); !reflect.DeepEqual(again, read) {
				t.Errorf("%s stands for %v, and %s for %v", raw, read, text, again)
			}
		}
		text, err := platform.PlainJSON(v)
		if err != nil || text != raw { // not compact, or with a number written otherwise
			return
		}
		var list []json.RawMessage
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(raw), &list) == nil && !slices.EqualFunc(list, items, func(a json.RawMessage, b string) bool { return string(a) == b }) {
			t.Errorf("%s has the items %q", raw, items)
		}
		if json.Unmarshal([]byte(raw), &object) == nil {
			for i, name := range names {
				if string(object[name]) != values[i] {
					t.Errorf("%s has %q under %q", raw, values[i], name)
				}
			}
			if len(object) != len(names) {
				t.Errorf("%s has the members %q", raw, names)
			}
		}
	})
}
