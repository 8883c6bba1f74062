package http_test

import (
	"encoding/json"
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/http"
)

// A request arrives as its author wrote it: each value in its place, with its type; what has no value is not there.
func TestTheRequestOfACall(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, `{"ok":true}`) })
	tool := b.tool(`{"kind":"http","request":{"method":"POST","url":"{{url}}/v1/{{args.city}}/items?fixed=1",
		"query":{"q":"{{args.q}}","tags":"{{args.tags}}","by":"{{user.email}}","slug":"{{app.slug}}"},
		"headers":{"authorization":"Bearer {{secret.API_KEY}}","X-Id":"{{user.id}}","X-Now":"{{now}}"},
		"body":{"n":"{{args.n}}","on":"{{args.on}}","gone":"{{args.gone}}","list":["{{args.gone}}","a {{args.q}}"],"who":"for {{user.email}}","key":"{{secret.API_KEY}}"}}}`)
	tool.Input = json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"q":{"type":"string"},"n":{"type":"number"},"on":{"type":"boolean"},"gone":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}}}`)
	r := b.must(t, tool, "ann", `{"city":"a/..b?c#d é","q":"x&y=ü\r\nX: y","n":1.50,"on":false,"tags":["a b","c"]}`)
	if structured(r) != `{"ok":true}` || text(r) != `{"ok":true}` {
		t.Errorf("%s %q", structured(r), text(r))
	}
	b.must(t, tool, "", `{"city":"Oslo"}`)
	got := b.requests()
	id := platform.PersonID("app", "ann")
	for i, want := range []seen{
		{Method: "POST", Path: "/v1/a%2F..b%3Fc%23d%20%C3%A9/items", Query: "fixed=1&by=ann%40example.com&q=x%26y%3D%C3%BC%0D%0AX%3A+y&slug=weather&tags=a+b&tags=c",
			Body:   `{"key":"` + key + `","list":["a x&y=ü\r\nX: y"],"n":1.50,"on":false,"who":"for ann@example.com"}`,
			Header: nethttp.Header{"Authorization": {"Bearer " + key}, "X-Id": {id}, "X-Now": {"1970-01-01T00:00:00Z"}, "Content-Type": {"application/json"}}},
		{Method: "POST", Path: "/v1/Oslo/items", Query: "fixed=1&slug=weather", Body: `{"key":"` + key + `","list":[]}`,
			Header: nethttp.Header{"Authorization": {"Bearer " + key}, "X-Now": {"1970-01-01T00:00:00Z"}, "Content-Type": {"application/json"}}},
	} {
		for name := range got[i].Header {
			if _, wanted := want.Header[name]; !wanted {
				if _, ours := map[string]bool{"Accept": true, "Accept-Encoding": true, "User-Agent": true, "Content-Length": true}[name]; !ours {
					t.Errorf("request %d has the header %s: %s", i, name, got[i].Header[name])
				}
				delete(got[i].Header, name)
			}
		}
		if diff := cmp.Diff(want, got[i]); diff != "" {
			t.Errorf("request %d (-want +got):\n%s", i, diff)
		}
	}
	for _, arguments := range []string{`{"city":".."}`, `{"city":"%2e%2E"}`, `{"city":""}`, `{}`} {
		if e := b.fails(t, tool, arguments, platform.CodeInvalidInput); !strings.Contains(e.Msg, "args.city") || !strings.Contains(e.Msg, "Nothing was sent") {
			t.Errorf("%s: %s", arguments, e.Msg)
		}
	}
	if n := len(b.requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

const cities = `{"data":{"results":[{"name":"Oslo","temp":-3.50,"at":"2026-11-23T09:00:00Z","tags":["cold"],"open":true},{"name":"Rome","temp":18,"open":false},{"name":"Lima","temp":22,"open":true}],"total":3}}`

func TestAnswersBecomeData(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/cities":
			answer(w, 200, cities)
		case "/list":
			answer(w, 200, `[{"title":"Oslo"},{"title":"Rome"}]`)
		case "/cards":
			answer(w, 200, `{"title":"Cities","items":[{"title":"Oslo"}]}`)
		case "/none":
			w.WriteHeader(204)
		case "/text":
			_, _ = w.Write([]byte("hello"))
		case "/number":
			answer(w, 200, `12345678901234567890`)
		}
	})
	const request = `{"kind":"http","request":{"url":"{{url}}/PATH"}RESULT}`
	for _, c := range []struct{ path, result, layout, want, text string }{
		{"cities", `,"result":{"each":"/data/results","where":[{"from":"/temp","op":"gt","value":0}],"item":{"title":{"from":"/name"},"subtitle":{"template":"{{temp}} degrees"}},"data":{"title":{"const":"Warm"}}}`, "cards",
			`{"items":[{"subtitle":"18 degrees","title":"Rome"},{"subtitle":"22 degrees","title":"Lima"}],"title":"Warm"}`, "Warm. Here are 2 items: Rome (18 degrees) and Lima (22 degrees)."},
		{"cities", `,"result":{"each":"/data/results","take":1,"item":{"city":{"from":"/name"}},"data":{"total":{"from":"/data/total"}}}`, "", `{"items":[{"city":"Oslo"}],"total":3}`, ""},
		{"cities", `,"result":{"data":{"total":{"from":"/data/total"}}}`, "", `{"total":3}`, ""},
		{"list", "", "", `{"items":[{"title":"Oslo"},{"title":"Rome"}]}`, ""}, {"list", "", "cards", `{"items":[{"title":"Oslo"},{"title":"Rome"}]}`, "Here are 2 items: Oslo and Rome."},
		{"cards", "", "cards", `{"items":[{"title":"Oslo"}],"title":"Cities"}`, ""}, {"none", "", "", `{}`, ""}, {"text", "", "", `{"text":"hello"}`, "hello"},
		{"text", `,"result":{"data":{"text":{"from":""}}}`, "markdown", `{"text":"hello"}`, ""},
		{"cities", `,"result":{"jq":"[.data.results[] | {title: .name}]"}`, "cards", `{"items":[{"title":"Oslo"},{"title":"Rome"},{"title":"Lima"}]}`, "Here are 3 items: Oslo, Rome and Lima."},
		{"cities", `,"result":{"jq":"{total: .data.total}"}`, "", `{"total":3}`, ""}, {"cities", `,"result":{"jq":".data.results | map(.name)"}`, "", `{"items":["Oslo","Rome","Lima"]}`, ""},
		{"number", "", "", `{"text":"12345678901234567890"}`, ""},
	} {
		tool := b.tool(strings.NewReplacer("PATH", c.path, "RESULT", c.result).Replace(request))
		tool.Layout = c.layout
		r := b.must(t, tool, "", `{}`)
		if structured(r) != c.want || c.text != "" && text(r) != c.text {
			t.Errorf("%s %s: %s %q, want %s", c.path, c.result, structured(r), text(r), c.want)
		}
	}
	tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/cities","query":{"q":"{{args.q}}"}},"result":{"each":"/data/results","item":{"title":{"from":"/name"}}}}`)
	tool.Layout, tool.ResponseText = "list", "{{count}} for {{args.q}}, first {{data.items.0.title}}"
	if r := b.must(t, tool, "", `{"q":"x"}`); text(r) != "3 for x, first Oslo" {
		t.Errorf("%q", text(r))
	}
	for path, want := range map[string]string{"text": "The answer is not what the layout cards shows", "cities": "does not fit the layout cards"} {
		tool := b.tool(strings.NewReplacer("PATH", path, "RESULT", "").Replace(request))
		tool.Layout = "cards"
		if e := b.fails(t, tool, `{}`, platform.CodeExecution); !strings.Contains(e.Msg, want) || path == "cities" && len(e.Fields) == 0 {
			t.Errorf("%s: %+v", path, e)
		}
	}
	tool = b.tool(strings.NewReplacer("PATH", "cities", "RESULT", `,"result":{"each":"/data/results","item":{"title":{"from":"/nope"}}}`).Replace(request))
	tool.Layout = "cards"
	if e := b.fails(t, tool, `{}`, platform.CodeExecution); !strings.Contains(e.Msg, "title") {
		t.Errorf("the field is not named: %s", e.Msg)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, `{}`) })
	plan := b.plan(t, b.tool(`{"kind":"http","request":{"url":"{{url}}"}}`))
	var got []float64
	call := appkit.Call{Workspace: "ws", App: "app", Progress: func(progress, total float64, _ string) { got = append(got, progress, total) }}
	if _, err := b.Execute(t.Context(), platform.HandlerRef{Kind: http.Kind, Config: plan.Config}, call); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{0, 100, 60, 100, 100, 100}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Some servers begin with a byte order mark, which is none of what they say.
func TestAByteOrderMarkIsNoPartOfAnAnswer(t *testing.T) {
	t.Parallel()
	said := ""
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, said) })
	tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/breads"}}`)
	for body, want := range map[string]string{"\ufeff{\"bread\":\"Rye\"}": `{"bread":"Rye"}`, "\ufeff[{\"a\":1}]": `{"items":[{"a":1}]}`, "\ufeff": `{}`} {
		said = body
		if got := structured(b.must(t, tool, "", `{}`)); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
}
