package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/schema"
)

// What is read quickly is what Decode reads, and what it refuses is refused in its words.
func FuzzDecodeShared(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5,0,10,true,false,null,"x","\u00e9\n",{}],"b":{"c":[]}} `, `{"a":1,"a":2}`, `[01]`, `[1.]`, `[-]`, `"\u0000"`, `"\ud800"`, `[1e5]`, `[1,]`, `{"a"}`, `tru`, ``,
		`[` + "\x01" + `"\x01"]`, `"a` + "\xff" + `"`, `[[[[`, `"\`, `1 2`, `[1` + "\f" + `]`, `"\q"`, `{"a":1,}`, `[.5]`, `[+1]`, `12345678901234567890.12345`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		want, problems := schema.Decode(data)
		got, found := schema.DecodeShared(data)
		if diff := cmp.Diff(want, got); diff != "" || !cmp.Equal(problems, found) {
			t.Errorf("%q: %v %v %s", data, problems, found, diff)
		}
	})
}

const rows = `[{"id":1000,"name":"Desk lamp number 0","city":"Oslo","price":10.25,"stock":7,"open":true},{"id":1001,"name":"Desk lamp number 1","city":"São Paulo","price":10.5,"stock":14,"open":false}]`

func BenchmarkDecode(b *testing.B) {
	for name, decode := range map[string]func([]byte) (any, []string){"whole": func(d []byte) (any, []string) { v, _ := schema.Decode(d); return v, nil },
		"shared": func(d []byte) (any, []string) { v, _ := schema.DecodeShared(d); return v, nil }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				decode([]byte(rows))
			}
		})
	}
}
