package http_test

import (
	nethttp "net/http"
	"strings"
	"testing"

	"berth/platform"
)

// Whoever is asked too often says when there is room again, and so do we.
func TestTooOften(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
		w.Header().Set("Retry-After", "7")
		answer(w, 429, `{"message":"slow down"}`)
	})
	if e := b.fails(t, b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`), `{}`, platform.CodeUpstream); !strings.HasSuffix(e.Msg, "wait 7 s before you try again.") {
		t.Error(e.Msg)
	}
}

// What is wrong with JSON is said with its place.
func TestJSONThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{`{"a":[{"b":1,"b":2}]}`: ": a[0].b appears twice.", `{"a":"x\u0000"}`: ": a must not contain the character U+0000.", `{"a":`: ": it is not valid JSON"} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, body) })
		if e := b.fails(t, b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`), `{}`, platform.CodeUpstream); !strings.Contains(e.Msg, want) {
			t.Errorf("%s: %s", body, e.Msg)
		}
	}
}
