package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/schema"
)

// What is compacted stands for what Decode reads, and what is refused is what Decode refuses.
func FuzzCompact(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5,0,10,true,false,null,"x","\u00e9\n",{}],"b":{"c":[]}} `, `{"a":1,"a":2}`, `[01]`, `[1.]`, `[-]`, `"\u0000"`, `"\ud800"`, `[1e5]`, `[1,]`, `{"a"}`, `tru`, ``,
		`[` + "\x01" + `"\x01"]`, `"a` + "\xff" + `"`, `[[[[`, `"\`, `1 2`, `[1` + "\f" + `]`, `"\q"`, `{"a":1,}`, `[.5]`, `[+1]`, `12345678901234567890.12345`,
		` { "a" : [ 1 , { } , [ ] ] , "\u0061" : "\/" } `, `{"a":{"a":1},"b":{"a":1}}`, `{"a":{"b":1},"b":{"b":1,"b":2}}`, wide(64), wide(65), wide(63) + " ", strings.TrimSuffix(wide(64), "}") + `,"n0":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		want, problems := schema.Slowly(data)
		got, ok := schema.Compact(bytes.Clone(data))
		if ok != (problems == nil) {
			t.Fatalf("%q: %v %v", data, problems, got)
		}
		if v, found := schema.Decode(data); !cmp.Equal(v, want) || !cmp.Equal(found, problems) {
			t.Fatalf("%q: %v %v, want %v %v", data, v, found, want, problems)
		}
		if !ok {
			return
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, got); err != nil || compact.String() != string(got) {
			t.Errorf("%q: %q is not compact: %v", data, got, err)
		}
		if diff := cmp.Diff(want, got.Value()); diff != "" {
			t.Errorf("%q: %s", data, diff)
		}
	})
}

// wide is an object of n members.
func wide(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"n%d":%d`, i, i)
	}
	return "{" + b.String()[1:] + "}"
}

const rows = `[{"id":1000,"name":"Desk lamp number 0","city":"Oslo","price":10.25,"stock":7,"open":true},{"id":1001,"name":"Desk lamp number 1","city":"São Paulo","price":10.5,"stock":14,"open":false}]`

func BenchmarkDecode(b *testing.B) {
	for name, decode := range map[string]func([]byte){"slowly": func(d []byte) { schema.Slowly(d) }, "decode": func(d []byte) { schema.Decode(d) }, "compact": func(d []byte) { schema.Compact(d) }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				decode([]byte(rows))
			}
		})
	}
}
