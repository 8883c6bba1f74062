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
