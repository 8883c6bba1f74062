package shape_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/drift/shape"
)

func of(t testing.TB, answer string) *shape.Shape {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatal(err)
	}
	return shape.Of(v)
}

// recorded is the shape of several answers, stored in between.
func recorded(t testing.TB, answers ...string) *shape.Shape {
	t.Helper()
	all := of(t, answers[0])
	for _, one := range answers[1:] {
		all = shape.Merge(all, of(t, one))
	}
	text, err := all.Text()
	if err != nil {
		t.Fatal(err)
	}
	read, err := shape.Parse(text)
	if err != nil || !shape.Same(all, read) {
		t.Fatalf("%s: %v", text, err)
	}
	return read
}

func TestCompare(t *testing.T) {
	t.Parallel()
	reads := []platform.Read{{Pointer: []string{"data"}, Empty: true}, {Pointer: []string{"data", "*", "status"}}, {Pointer: []string{"data", "*", "price", "amount"}, Field: "price"},
		{Pointer: []string{"data", "*", "a/b~c"}, Field: "title"}, {Pointer: []string{"data", "0", "x"}, Field: "first"}}
	for _, c := range []struct {
		was []string
		now string
		out string
	}{
		{[]string{`{"data":[{"price":{"amount":1}}]}`}, `{"data":[{"price":{"amount":2.5},"new":[]}],"more":{}}`, ""},
		{[]string{`{"data":[{"price":{"amount":1}}]}`}, `{"data":[]}`, ""},
		{[]string{`{"data":[{"price":{"amount":1}}]}`}, `{"data":[{"price":{}}]}`, "/data/*/price/amount is gone: what is shown would lose price"},
		{[]string{`{"data":[{"price":{"amount":1}}]}`}, `{"data":[{}]}`, "/data/*/price is gone: what is shown would lose price"},
		{[]string{`{"data":[{"x":1},{"x":2}]}`}, `{"data":[{"x":1},{}]}`, ""},
		{[]string{`{"data":[{"x":1},{}]}`}, `{"data":[{}]}`, ""},
		{[]string{`{"data":[{"x":1}]}`, `{"data":[{}]}`}, `{"data":[{}]}`, ""},
		{[]string{`{"data":[{"x":1}]}`}, `{"data":[{}]}`, "/data/*/x is gone: what is shown would lose first"},
		{[]string{`{"data":[{"a/b~c":"x"}]}`}, `{"data":[{"a/b~c":null}]}`, "/data/*/a~1b~0c is null, it was a text: what is shown would lose title"},
		{[]string{`{"data":[{"a/b~c":"x"},{"a/b~c":null}]}`}, `{"data":[{"a/b~c":null}]}`, ""},
		{[]string{`{"data":[{"a/b~c":"x"}]}`}, `{"data":[{"a/b~c":null},{"a/b~c":"y"}]}`, ""},
		{[]string{`{"data":[{"a/b~c":null}]}`}, `{"data":[{"a/b~c":{"deep":1}}]}`, ""},
		{[]string{`{"data":[{"x":1}]}`}, `{"data":[{"x":"1"}]}`, "/data/*/x is a text, it was a number: what is shown may lose first"},
		{[]string{`{"data":[{"x":1}]}`}, `{"data":[{"x":1},{"x":true}]}`, "/data/*/x is a boolean at times, it was always a number: what is shown may lose first"},
		{[]string{`{"data":[{"x":1}]}`, `{"data":[{"x":true}]}`}, `{"data":[{"x":true}]}`, ""},
		{[]string{`{"data":[{"x":1}]}`}, `{"data":null}`, ""},
		{[]string{`{"data":[{"status":"open"}]}`}, `{"data":[{"status":null}]}`, "/data/*/status is null, it was a text: what is shown would lose all entries"},
		{[]string{`{"data":[],"other":[1]}`}, `{"data":[],"other":null}`, "/other is null, it was a list"},
		{[]string{`{"data":[]}`}, `{"data":{}}`, "/data is an object, it was a list: what is shown may lose all entries"},
		{[]string{`{"data":[]}`}, `{"error":"x"}`, "/data is gone: what is shown would lose all entries"},
		{[]string{`{"a":{"b":1}}`}, `{"a":{}}`, "/a/b is gone"},
		{[]string{`[1]`}, `"text"`, " is a text, it was a list: what is shown may lose all entries"},
		{[]string{`{"a":1,"b":1}`}, `{}`, "/a is gone; /b is gone"},
	} {
		var all []string
		for _, d := range shape.Compare(recorded(t, c.was...), of(t, c.now), reads, "") {
			all = append(all, d.Pointer+" "+d.Message)
		}
		if got := strings.Join(all, "; "); got != c.out {
			t.Errorf("%v → %s: %q, want %q", c.was, c.now, got, c.out)
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":[1]}`, `{"a":[2,3]}`, true},
		{`{"a":[1]}`, `{"a":[]}`, true}, // learned nothing
		{`{"a":[{"b":1}]}`, `{"a":[{}]}`, false},
		{`{"a":1}`, `{"a":null}`, false},
		{`{"a":1}`, `{"a":1,"b":1}`, false},
	} {
		one := of(t, c.a)
		if got := shape.Same(one, shape.Merge(one, of(t, c.b))); got != c.same {
			t.Errorf("%s %s: %v", c.a, c.b, got)
		}
	}
}

// What an upstream sends takes bounded room, and its names are shown as plain text.
func TestHostile(t *testing.T) {
	t.Parallel()
	keyed := func(from, n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"k%d":{"v":%d}`, from+i, i))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	if got := shape.Compare(recorded(t, keyed(0, 150)), of(t, keyed(1000, 200)), nil, ""); len(got) > 0 {
		t.Errorf("the names of a dictionary are data: %v", got)
	}
	want := []shape.Difference{{Pointer: "/*/v", Message: "is gone"}}
	if diff := cmp.Diff(want, shape.Compare(recorded(t, keyed(0, 60), keyed(60, 60)), of(t, strings.ReplaceAll(keyed(9, 120), `"v"`, `"w"`)), nil, "")); diff != "" {
		t.Error(diff)
	}
	wide := "[" + strings.Repeat(`{"a":[{"b":1}]},`, 50_000) + "0]"
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	var nested []string
	for i := range 90 {
		nested = append(nested, fmt.Sprintf(`"%s%d":%s`, strings.Repeat("n", 200), i, keyed(0, 90)))
	}
	many := "{" + strings.Join(nested, ",") + "}"
	for _, answer := range []string{wide, deep, many} {
		one := of(t, answer)
		text, err := shape.Merge(one, of(t, many)).Text()
		if err != nil || len(text) > 256<<10 {
			t.Errorf("%d bytes of %.20s, %v", len(text), answer, err)
		}
		if got := shape.Compare(one, of(t, answer), nil, ""); len(got) > 0 {
			t.Errorf("an answer differs from itself: %v", got)
		}
	}
	got := shape.Compare(of(t, `{"a\u202e\u0000\n<b>`+strings.Repeat("x", 1000)+`":1}`), of(t, `{}`), nil, "")
	if len(got) != 1 || len(got[0].Pointer) > 100 || strings.ContainsAny(got[0].Pointer, "\u202e\x00\n") {
		t.Errorf("%q", got)
	}
}

func FuzzShape(f *testing.F) {
	f.Add(`{"a":[1,null,{"b":"c"}]}`, `{"a":{"b":[]}}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		var one, other any
		if json.Unmarshal([]byte(a), &one) != nil || json.Unmarshal([]byte(b), &other) != nil {
			t.Skip()
		}
		was, now := shape.Of(one), shape.Of(other)
		both := shape.Merge(was, now)
		for _, answer := range []*shape.Shape{was, now} {
			if found := shape.Compare(both, answer, nil, ""); len(found) > 0 && !both.Cut {
				t.Errorf("%s, %s: what was seen is a difference: %v", a, b, found)
			}
		}
		text, err := both.Text()
		if err != nil {
			t.Fatal(err)
		}
		if read, err := shape.Parse(text); err != nil || !shape.Same(read, both) {
			t.Errorf("%s: %v", text, err)
		}
	})
}
