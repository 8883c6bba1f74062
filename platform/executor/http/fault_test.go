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

// What an upstream says of single arguments reaches whoever can mend them, in whichever form its framework writes it.
func TestWhatIsWrongWithArguments(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"detail":[{"loc":["query","q"],"msg":"field required"}]}`:                                           `[{"loc":["query","q"],"msg":"field required"}]`,
		`{"email":["Enter a valid address."]}`:                                                                `{"email":["Enter a valid address."]}`,
		`{"errors":{"name":["can't be blank"]}}`:                                                              `{"name":["can't be blank"]}`,
		`{"title":"One or more are not valid.","errors":{"Name":["It is required."]}}`:                        `One or more are not valid {"Name":["It is required."]}`,
		`{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title"}]}`:                     `Validation Failed [{"field":"title","resource":"Issue"}]`,
		`{"errors":[{"message":"q is required"},{"detail":"n is not a number"},{"message":"q is required"}]}`: `q is required; n is not a number`,
		`{"message":"no such city","errors":[]}`:                                                              `no such city`,
		`{"errors":{"key":"` + key + `"}}`:                                                                    `{"key":"•••"}`,
	} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 422, body) })
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/","headers":{"X-Key":"{{secret.API_KEY}}"}}}`)
		if e := b.fails(t, tool, `{}`, platform.CodeUpstream); e.Msg != "The server behind this tool answered 422 (Unprocessable Content): “"+want+"”. Nothing was changed." {
			t.Errorf("%s: %s", body, e.Msg)
		}
	}
}

// A server that answers 200 and tells of a failure in words is heard.
func TestFailuresThatAnswer200(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"error":{"message":"no such city"},"data":null}`:      " The server behind this tool said: “no such city”.",
		`{"success":false,"message":"your key is ` + key + `"}`: " The server behind this tool said: “your key is •••”.",
		`{"message":"hello"}`:                                   "",
	} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, body) })
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/","headers":{"X-Key":"{{secret.API_KEY}}"}},
			"result":{"each":"/data","item":{"title":{"from":"/name"}},"data":{}}}`)
		tool.Layout = "cards"
		want = "The answer has nothing at /data, where its list was expected." + want
		if e := b.fails(t, tool, `{}`, platform.CodeExecution); e.Msg != want {
			t.Errorf("%s: %s", body, e.Msg)
		}
		probe, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Tool: tool})
		if err != nil || len(probe.Problems) != 1 || probe.Problems[0].Message != want {
			t.Errorf("%s: probe: %v, %v", body, probe.Problems, err)
		}
	}
}
