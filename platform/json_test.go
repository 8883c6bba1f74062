package platform_test

import (
	"bytes"
	"encoding/json"
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

// A string without unpaired surrogates is read by encoding/json as it was meant: nothing is replaced in it.
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
