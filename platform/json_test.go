package platform_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"berth/platform"
)

func TestUnpairedSurrogate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`"\ud800"`: true, `"\uDFFF"`: true, `"\udc00\ud800"`: true, `"\ud83d\ud83d\ude00"`: true, `"\ud83d \ude00"`: true, `"\ud83dx\ude00"`: true,
		`"\ud83d\\ude00"`: true, `{"a\ud800":1}`: true, `"\ud83d\ude00"`: false, `"\uD83D\uDE00\n"`: false, `"\\ud800"`: false, `"\\\ud800"`: true,
		`"\ufffd"`: false, `"😀"`: false, `"\u0041"`: false, `"\ud83d\ude00\ud83d\ude00"`: false, `\`: false, `"\ud8`: false, `"\ud800\`: true, `"\ud800\u`: true, ``: false,
	} {
		if got := platform.UnpairedSurrogate([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// encoding/json reads a string without unpaired surrogates as it was meant and replaces nothing in it.
func FuzzUnpairedSurrogate(f *testing.F) {
	for _, s := range []string{`"\ud800"`, `"\ud83d\ude00"`, `"\\ud800"`, `"\ufffd"`, `"\ud800\ud800"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := platform.UnpairedSurrogate(text)
		var s string
		if !utf8.Valid(text) || json.Unmarshal(text, &s) != nil {
			return
		}
		lower := bytes.ToLower(text)
		meant := bytes.Contains(lower, []byte(`\ufffd`)) || bytes.ContainsRune(text, utf8.RuneError)
		if replaced := bytes.ContainsRune([]byte(s), utf8.RuneError); replaced && !meant && !got || got && !replaced {
			t.Errorf("%q reads as %q: %v", text, s, got)
		}
	})
}

// Each value costs far more than its bytes, so only a limited number is read, however the values nest.
func TestTooManyValues(t *testing.T) {
	t.Parallel()
	const half = platform.MaxValues / 2
	var members strings.Builder
	for i := range half {
		fmt.Fprintf(&members, `,"%d":0`, i)
	}
	one := func(unit string, n int) string { return "[" + strings.TrimRight(strings.Repeat(unit, n), ", ") + "]" }
	for _, c := range []struct {
		name, data string
		many       bool
	}{
		{"numbers", one("0,", platform.MaxValues-1), false},
		{"one number more", one("0,", platform.MaxValues), true},
		{"the most that 256 KiB hold", one("0,", 128<<10), false},
		{"lists", one("[[]],", half), true},
		{"objects", one(`{"a":{}},`, half), true},
		{"members", "{" + members.String()[len(`,"0":0,`):] + "}", false},
		{"one member more", "{" + members.String()[1:] + "}", true},
		{"one text", `"` + strings.Repeat(`\",[:{`, half) + `"`, false},
		{"texts", one(`"\\\\",`, platform.MaxValues-1), false},
		{"one text more", one(`"\\\\" , `, platform.MaxValues), true},
		{"too deep, then too many", "[" + strings.Repeat("[", 200) + strings.Repeat("]", 200) + strings.Repeat(",0", platform.MaxValues) + "]", false},
		{"too many, then too deep", "[" + strings.Repeat("0,", platform.MaxValues) + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "]", true},
		{"white space", one("[ \t\r\n] \n, ", half), false},
		{"white space and one more", one("{ \"\" : [ ] } \n, ", platform.MaxValues/3), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !json.Valid([]byte(c.data)) {
				t.Fatal("not JSON")
			}
			if got := platform.TooManyValues([]byte(c.data), platform.MaxValues); got != c.many {
				t.Errorf("too many: %v", got)
			}
		})
	}
}

// What is written by hand is what encoding/json writes.
func FuzzPlainJSON(f *testing.F) {
	for _, s := range []string{`{"b":[1,-0.5e+10,true,null,"a\u0000\u2028<&>\\\"\n\t\u007f\ud83d\ude00"],"a":{}}`, `[]`, `"x"`, `01`, `{"":""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			v = []any{string(raw), json.Number(raw), 5, map[string]any(nil), []any(nil)}
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		wrong := e.Encode(v)
		got, err := platform.PlainJSON(v)
		if (err != nil) != (wrong != nil) || err == nil && got != strings.TrimSuffix(b.String(), "\n") {
			t.Errorf("%q, %v; want %q, %v", got, err, b.String(), wrong)
		}
	})
}
