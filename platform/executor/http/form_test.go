package http_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/executor"
)

func locations(problems []platform.Problem) string {
	all := make([]string, len(problems))
	for i, p := range problems {
		all[i] = p.Location
	}
	return strings.Join(all, " ")
}

func TestForm(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for handler, want := range map[string]string{
		`{"kind":"http","request":{"url":"https://api.example.com/"}}`: "", `{"kind":"http","request":{"url":"https://api.example.com/"},"result":null,"cacheSeconds":null,"shared":null,"timeoutSeconds":null}`: "",
		`{"kind":"http"}`: "handler.request", `{"kind":"http","request":null}`: "handler.request", `{"kind":"http","request":5}`: "handler.request", `[]`: "handler",
		`{"kind":"http","request":{"url":"https://api.example.com/"},"more":1}`: "handler.more",
		// All at once:
		`{"kind":"http","request":{"method":"GET","url":"https://{{args.h}}/{{secret.KEY}}/{{nope}}","headers":{"Host":"x","X-A":"{{nope.a}}"},"body":1,"query":{"a":{"b":1}}},"result":{"item":[],"x":1},"cacheSeconds":-1,"shared":5,"timeoutSeconds":46}`: "handler.cacheSeconds handler.request.body handler.request.headers.Host handler.request.headers.X-A handler.request.query.a handler.request.url handler.request.url handler.request.url handler.result.item handler.result.x handler.shared handler.timeoutSeconds",
		`{"kind":"http","request":{"url":"https://api.example.com/?by={{user.id}}"},"cacheSeconds":60,"shared":true}`:                                                                                                                                        "handler.shared",
		`{"kind":"http","request":{"url":"https://api.example.com/","headers":{"X-By":"{{user.email}}"}},"cacheSeconds":60,"shared":true}`:                                                                                                                   "handler.shared",
		`{"kind":"http","request":{"method":"POST","url":"https://api.example.com/"},"cacheSeconds":60}`:                                                                                                                                                     "handler.cacheSeconds",
		`{"kind":"http","request":{"method":"TRACE","url":"https://api.example.com/"}}`:                                                                                                                                                                      "handler.request.method",
		`{"kind":"http","request":{"url":"https://api.example.com/"},"cacheSeconds":1.5,"timeoutSeconds":"5"}`:                                                                                                                                               "handler.cacheSeconds handler.timeoutSeconds",
		`{"kind":"http","request":{"url":"https://api.example.com/"},"result":{"jq":"env"}}`:                                                                                                                                                                 "handler.result.jq",
		`{"kind":"http","request":{"url":"https://api.example.com/{{data.x}}"}}`:                                                                                                                                                                             "handler.request.url",
	} {
		if got := locations(b.Form().Problems(json.RawMessage(handler))); got != want {
			t.Errorf("%s: %v, want %s", handler, got, want)
		}
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	plan := b.plan(t, b.tool(`{"kind":"http","request":{"method":"PUT","url":"{{url}}/{{args.city}}?u={{user.id}}","query":{"q":"{{args.q}}"},"headers":{"X":"{{args.q}} {{secret.KEY}}"},"body":{"where":{"lat":"{{args.place.lat}}","lon":"{{args.place.lon}}"},"first":"{{args.tags.0}}","now":"{{now}}"}}}`))
	want := `{"type":"object","properties":{"city":{"type":"string"},"q":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},"place":{"type":"object","properties":{"lat":{"type":"string"},"lon":{"type":"string"}},"required":["lat","lon"],"additionalProperties":false}},"required":["city","q","tags","place"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(plan.Input)); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
	for method, want := range map[string]platform.Hints{"GET": {ReadOnly: true, Idempotent: true, OpenWorld: true}, "HEAD": {ReadOnly: true, Idempotent: true, OpenWorld: true}, "POST": {OpenWorld: true},
		"PUT": {Destructive: true, Idempotent: true, OpenWorld: true}, "PATCH": {Destructive: true, OpenWorld: true}, "DELETE": {Destructive: true, Idempotent: true, OpenWorld: true}} {
		plan := b.plan(t, b.tool(`{"kind":"http","request":{"method":"`+method+`","url":"{{url}}"}}`))
		if plan.Hints != want || plan.Readable != (method == "POST") {
			t.Errorf("%s: %+v, its author may say that it reads: %v", method, plan.Hints, plan.Readable)
		}
	}
	for _, c := range []struct{ handler, layout, input, text, want string }{
		{`{"kind":"http","request":{"url":"{{url}}/{{args.x}}","body":null,"query":{"a":"{{args.y}}"}}}`, "", `{"type":"object","properties":{"x":{"type":"string"}}}`, "{{nope}}", "handler.request.query.a responseText"},
		{`{"kind":"http","request":{"url":"{{url}}"},"result":{"item":{"price":{"const":1}}}}`, "cards", "", "", "handler.result.item.title"},
		{`{"kind":"http","request":{"url":"{{url}}"},"result":{"where":[{"from":"/a","op":"eq","value":"x"},{"from":"/a","op":"eq","value":"{{args.q}}"}],"item":{"title":{"from":"/a"}}}}`, "cards", "", "", "handler.result.where[1].value"},
		{`{"kind":"http","request":{"url":"http://127.0.0.1:1/"}}`, "", "", "", "handler.request.url"}, {`{"kind":"http","request":{"url":"https://localhost./"}}`, "", "", "", "handler.request.url"},
		{`{"kind":"http","request":{"url":"http://api.example.com/"}}`, "", "", "", "handler.request.url"}, {`{"kind":"http","request":{"url":"https://2130706433/"}}`, "", "", "", "handler.request.url"},
		{`{"kind":"http","request":{"url":"https://api.example.com:8443/"}}`, "", "", "", "handler.request.url"}, {`{"kind":"http","request":{"url":"https://api.example.com:443/"}}`, "", "", "", ""},
	} {
		tool := b.tool(c.handler)
		tool.Layout, tool.Input, tool.ResponseText = c.layout, json.RawMessage(c.input), c.text
		if _, problems := b.Plan(tool, b.around); locations(problems) != c.want {
			t.Errorf("%s: %v, want at %s", c.handler, problems, c.want)
		}
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	spec := func(handler, text string) platform.ToolSpec {
		tool := b.tool(handler)
		tool.ResponseText = text
		return platform.ToolSpec{Handler: platform.HandlerRef{Kind: "http", Config: b.plan(t, tool).Config}}
	}
	const from = `{"kind":"http","request":{"url":"{{url}}/a","query":{"q":1}}}`
	for to, want := range map[string]string{
		from: "", `{"kind":"http","request":{"url":"{{url}}/b","query":{"q":1}}}`: "From “GET URL/a” to “GET URL/b”",
		`{"kind":"http","request":{"url":"{{url}}/a","query":{"q":2}}}`:                                                    "The query, headers or body of the request to GET URL/a are others.",
		`{"kind":"http","request":{"url":"{{url}}/a","query":{"q":1}},"result":{"data":{"x":{"from":""}}}}`:                "What is shown of the answer is another.",
		`{"kind":"http","request":{"url":"{{url}}/a","query":{"q":1}},"cacheSeconds":60,"shared":true,"timeoutSeconds":1}`: "From “answers are not kept; 10 seconds to answer” to “answers are kept for 60 seconds, for everybody; 1 second to answer”",
		`{"kind":"http","request":{"url":"{{url}}/a","query":{"q":1}},"cacheSeconds":1}`:                                   "From “answers are not kept; 10 seconds to answer” to “answers are kept for 1 second, for each person; 10 seconds to answer”",
	} {
		got := b.Differences(spec(from, "x"), spec(to, "x"))
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0].Field != "handler" || strings.ReplaceAll(got[0].Text, b.url, "URL") != want) {
			t.Errorf("%s: %+v, want %q", to, got, want)
		}
	}
	if diff := cmp.Diff([]executor.Difference{{Field: "responseText", Title: "Text for the model", Text: "From “x” to “y”"}}, b.Differences(spec(from, "x"), spec(from, "y"))); diff != "" {
		t.Error(diff)
	}
	if got := b.Differences(platform.ToolSpec{}, spec(from, "x")); len(got) != 3 {
		t.Errorf("a new tool: %+v", got)
	}
}
