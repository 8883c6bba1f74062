package api_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/executor/http"
)

// canned is an upstream that answers by the path of a request.
type canned struct{}

// moving is what is answered at addresses, where a test has said so.
var moving sync.Map

func (canned) Send(_ context.Context, m http.Message) (http.Answer, error) {
	a := http.Answer{Status: 200, Headers: map[string][]string{"Content-Type": {"application/json"}}}
	if said, ok := moving.Load(m.URL); ok {
		a.Body = []byte(said.(string))
	}
	switch {
	case strings.Contains(m.URL, "/ok"):
		a.Body = []byte(`[{"name":"Oslo","n":1.50},{"name":"Rome"}]`)
	case strings.Contains(m.URL, "/broken"):
		a.Status, a.Body = 404, []byte(`{"message":"no such thing"}`)
	case strings.Contains(m.URL, "/gone"):
		return a, &http.Fault{Reason: http.Unreachable, Message: "did not take the connection"}
	case strings.Contains(m.URL, "/slow"):
		return a, &http.Fault{Reason: http.Slow, Message: "did not answer"}
	}
	return a, nil
}

// asking makes an app with a tool of kind http, and returns its path.
func (c *client) asking(path string) string {
	c.w.t.Helper()
	made := c.do("POST", "/api/v1/apps", `{"name":"Hush","tools":[{"name":"ask","description":"Ask.","layoutTemplate":"cards",
		"handler":{"kind":"http","request":{"method":"POST","url":"https://api.example.com`+path+`?q={{args.q}}","headers":{"X-By":"{{user.email}}"},"body":{"q":"{{args.q}}"}},
		"result":{"item":{"title":{"from":"/name"}}}}},{"name":"show","description":"Show."}]}`).is(201)
	return "/api/v1/apps/" + made.text("id")
}

func TestProbe(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.asking("/ok")
	got := ann.do("POST", app+"/tools/ask/probe", `{"arguments":{"q":"a b"}}`).is(200)
	headers := map[string]any{"Accept": "application/json, text/*;q=0.5", "Content-Type": "application/json", "User-Agent": "Berth", "X-By": "ann@example.com"}
	for field, want := range map[string]any{
		"request":  map[string]any{"method": "POST", "url": "https://api.example.com/ok?q=a+b", "headers": headers, "body": map[string]any{"q": "a b"}},
		"response": map[string]any{"status": float64(200), "headers": map[string]any{"Content-Type": "application/json"}, "body": []any{map[string]any{"name": "Oslo", "n": 1.5}, map[string]any{"name": "Rome"}}},
		"data":     map[string]any{"items": []any{map[string]any{"title": "Oslo"}, map[string]any{"title": "Rome"}}}, "problems": []any{},
	} {
		if diff := cmp.Diff(want, got.at(field)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
	if !strings.Contains(got.body, `"n":1.50`) {
		t.Errorf("a number lost its digits: %s", got.body)
	}
	wrong := ann.do("POST", ann.asking("/broken")+"/tools/ask/probe", `{"arguments":{"q":"x"}}`).is(200)
	if wrong.at("response", "status") != float64(404) || wrong.at("data") != nil {
		t.Errorf("%s", wrong.body)
	}
	wrong.has(`no such thing”`, `"location":"response"`, `The tool takes: q (string, required).`)
	ann.do("POST", ann.asking("/gone")+"/tools/ask/probe", `{"arguments":{"q":"x"}}`).fails(502, "UPSTREAM_ERROR").has("did not take the connection. Nothing was changed.")
	ann.do("POST", ann.asking("/slow")+"/tools/ask/probe", `{"arguments":{"q":"x"}}`).fails(504, "TIMEOUT")
	ann.do("POST", app+"/tools/ask/probe", `{"arguments":{}}`).fails(422, "INVALID_INPUT").has("body.arguments.q")
	ann.do("POST", app+"/tools/ask/probe", `{"arguments":{"q":"x","more":1}}`).fails(422, "INVALID_INPUT").has("body.arguments.more")
	ann.do("POST", app+"/tools/ask/probe", `{}`).fails(422, "INVALID_CONFIG")
	ann.do("POST", app+"/tools/nope/probe", `{"arguments":{}}`).fails(404, "NOT_FOUND")
	ann.do("POST", app+"/tools/show/probe", `{"arguments":{}}`).fails(422, "INVALID_CONFIG").has("path.tool")
	bob, _, _ := w.person("bob@example.com")
	bob.do("POST", app+"/tools/ask/probe", `{"arguments":{"q":"x"}}`).fails(404, "APP_NOT_FOUND")
}

// What is wrong with the result keeps nobody from looking at the answer: it is how a result is written.
func TestProbeWithoutAResult(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.asking("/ok")
	ann.do("PATCH", app, `{"tools":[{"name":"ask","layoutTemplate":"cards","handler":{"kind":"http","request":{"url":"https://api.example.com/ok"},"result":{"item":{"nope":{"from":"/name"}}}}}]}`).is(200)
	got := ann.do("POST", app+"/tools/ask/probe", `{"arguments":{}}`).is(200)
	got.has("handler.result.item.title", `"body":[{`)
	if got.at("data") != nil {
		t.Errorf("%s", got.body)
	}
}
