package outgoing_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/request"
	"berth/platform/request/outgoing"

	"github.com/google/go-cmp/cmp"
)

func everything() []request.Source {
	return []request.Source{request.Args, request.User, request.Secret}
}

func fill(t *testing.T, raw string, args map[string]any) (outgoing.Filled, error) {
	t.Helper()
	r, problems := outgoing.Parse(json.RawMessage(raw), everything()...)
	if problems != nil {
		t.Fatalf("%s: %v", raw, problems)
	}
	return r.Fill(request.Values{Args: args, Secret: func(name string) (string, bool) {
		return map[string]string{"KEY": "s3cret", "PASTED": "s3cret\n"}[name], name == "KEY" || name == "PASTED"
	}})
}

func TestRequest(t *testing.T) {
	t.Parallel()
	const raw = `{"method":"post","url":"https://API.example.com:443/v1/caf%C3%A9/{{args.id}}/x-{{args.n}}?fixed=a+b&q={{args.q}}&gone={{args.no}}",
		"query":{"tags":"{{args.tags}}","on":true,"n":1.50,"none":null,"no":"{{args.no}}","empty":""},
		"headers":{"authorization":"Bearer {{secret.KEY}}","X-Gone":"{{args.no}}","X-Count":7},"body":{"name":"{{args.q}}","gone":"{{args.no}}","n":"{{args.n}}"}}`
	got, err := fill(t, raw, map[string]any{"id": "a/b?c#d é", "n": json.Number("3"), "q": "x&y=ü", "tags": []any{"a b", "c"}})
	want := outgoing.Filled{Method: "POST",
		URL:     "https://api.example.com:443/v1/caf%C3%A9/a%2Fb%3Fc%23d%20%C3%A9/x-3?fixed=a+b&q=x%26y%3D%C3%BC&empty=&n=1.50&on=true&tags=a+b&tags=c",
		Headers: map[string]string{"Authorization": "Bearer s3cret", "X-Count": "7", "Content-Type": "application/json"}, Body: []byte(`{"n":3,"name":"x&y=ü"}`)}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	r, _ := outgoing.Parse(json.RawMessage(raw), everything()...)
	if r.Host() != "api.example.com:443" || r.Method() != "POST" {
		t.Errorf("host %s, method %s", r.Host(), r.Method())
	}
	var named []string
	for _, p := range r.Placeholders() {
		named = append(named, p.Location+" "+p.String())
	}
	slices.Sort(named)
	if want := []string{"body.gone {{args.no}}", "body.n {{args.n}}", "body.name {{args.q}}", "headers.X-Gone {{args.no}}", "headers.authorization {{secret.KEY}}",
		"query.no {{args.no}}", "query.tags {{args.tags}}", "url {{args.id}}", "url {{args.no}}", "url {{args.n}}", "url {{args.q}}"}; !slices.Equal(named, want) {
		t.Errorf("placeholders: %q", named)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ headers, body, kind, want string }{
		{`{}`, `"{{args.no}}"`, "", ""},
		{`{}`, `["{{args.x}}"]`, "application/json", `["<&>"]`},
		{`{"content-type":"application/vnd.api+json; charset=utf-8"}`, `{"a":"{{args.x}}"}`, "application/vnd.api+json; charset=utf-8", `{"a":"<&>"}`},
		{`{"content-type":"application/x-www-form-urlencoded"}`, `{"a":"{{args.x}}","b":[1,true],"c":null}`, "application/x-www-form-urlencoded", `a=%3C%26%3E&b=1&b=true`},
		{`{"content-type":"text/plain"}`, `"say {{args.x}}"`, "text/plain", `say <&>`},
	} {
		got, err := fill(t, `{"method":"PUT","url":"https://a.example/","headers":`+c.headers+`,"body":`+c.body+`}`, map[string]any{"x": "<&>"})
		if err != nil || string(got.Body) != c.want || got.Headers["Content-Type"] != c.kind {
			t.Errorf("%s %s: %s %q, %v", c.headers, c.body, got.Headers["Content-Type"], got.Body, err)
		}
	}
	for _, c := range []string{`"headers":{"content-type":"application/x-www-form-urlencoded"},"body":[1]`, `"headers":{"content-type":"image/png"},"body":"x"`} {
		if _, err := fill(t, `{"method":"PUT","url":"https://a.example/",`+c+`}`, nil); !platform.IsCode(err, platform.CodeInvalidInput) {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// What a caller sends stays in its place: no argument changes host, path or headers.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	const step = `{"url":"https://a.example/users/{{args.x}}/items"}`
	for _, x := range []any{".", "..", "", nil, json.Number("0"), "%2e%2e", "../..", "a/../..", "\r\nHost: evil", "?x=1#y", "//evil.example", `\..\`, `..\..\x`, "a/../../x", "a/./b", "%2e%2e%2fx", `a%5c..%5Cx`, "%252e%252e/x", "..;/x", "a..b/...", "1..2", "@evil.example", ":80", "é", "\x00"} {
		got, err := fill(t, step, map[string]any{"x": x})
		if slices.Contains([]any{".", "..", "", nil, "%2e%2e", "../..", "a/../..", `\..\`, `..\..\x`, "a/../../x", "a/./b", "%2e%2e%2fx", `a%5c..%5Cx`, "%252e%252e/x", "..;/x"}, x) {
			if !platform.IsCode(err, platform.CodeInvalidInput) || !strings.Contains(err.Error(), "args.x") {
				t.Errorf("%q: %s, %v", x, got.URL, err)
			}
			continue
		}
		u, bad := url.Parse(got.URL)
		if err != nil || bad != nil || u.Host != "a.example" || u.RawQuery != "" || u.Fragment != "" || strings.Count(u.EscapedPath(), "/") != 3 || u.JoinPath().Host != "a.example" {
			t.Errorf("%q: %s, %v, %v", x, got.URL, err, bad)
		}
	}
	if _, err := fill(t, `{"url":"https://a.example/","query":{"a":[["{{args.x}}"]]}}`, map[string]any{"x": 1}); !platform.IsCode(err, platform.CodeInvalidInput) {
		t.Errorf("a list of lists in a query: %v", err)
	}
	if _, err := fill(t, `{"url":"https://a.example/.{{args.x}}"}`, map[string]any{"x": "."}); err == nil {
		t.Error("a step is put together to ..")
	}
	if _, err := fill(t, `{"url":"https://a.example/a{{args.x}}.{{args.y}}/b"}`, map[string]any{"x": "/", "y": "."}); err == nil {
		t.Error("a piece is put together to ..")
	}
	for _, x := range []string{"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\x00b", "a\x7fb"} {
		if got, err := fill(t, `{"url":"https://a.example/","headers":{"X-A":"v {{args.x}}"}}`, map[string]any{"x": x}); !platform.IsCode(err, platform.CodeInvalidInput) {
			t.Errorf("header %q: %q, %v", x, got.Headers, err)
		}
	}
	for secret, x := range map[string]string{"KEY": "a\nb", "PASTED": "ab"} { // whose is wrong?
		_, err := fill(t, `{"url":"https://a.example/","headers":{"X-A":"{{secret.KEY}} {{secret.`+secret+`}} {{args.x}}"}}`, map[string]any{"x": x})
		code := map[string]platform.Code{"KEY": platform.CodeInvalidInput, "PASTED": platform.CodeExecution}[secret]
		if !platform.IsCode(err, code) || strings.Contains(err.Error(), "PASTED") != (secret == "PASTED") {
			t.Errorf("%s %q: %v", secret, x, err)
		}
	}
	for _, place := range []string{`"query":{"a":"{{args.x}}"}`, `"headers":{"X-A":"{{args.x}}"}`} {
		if _, err := fill(t, `{"url":"https://a.example/",`+place+`}`, map[string]any{"x": map[string]any{"a": "b"}}); !platform.IsCode(err, platform.CodeInvalidInput) {
			t.Errorf("an object in %s: %v", place, err)
		}
	}
	for _, place := range []string{`"url":"https://a.example/{{args.x}}"`, `"url":"https://a.example/?a={{args.x}}"`} {
		if _, err := fill(t, `{`+place+`}`, map[string]any{"x": strings.Repeat("x", 9<<10)}); !platform.IsCode(err, platform.CodeTooLarge) {
			t.Errorf("a long %s: %v", place, err)
		}
	}
}

func TestWhatNoRequestMayBe(t *testing.T) {
	t.Parallel()
	for raw, at := range map[string]string{
		`[]`: "", `{"url":"https://a.example/","other":1}`: "", `{"url":1}`: "", `{"url":"https://a.example/"} x`: "",
		`{}`: "url", `{"url":"ftp://a.example/"}`: "url", `{"url":"//a.example"}`: "url", `{"url":"https://"}`: "url", `{"url":"https://u:p@a.example/"}`: "url",
		`{"url":"https://{{args.h}}/"}`: "url", `{"url":"https://a{{args.h}}.example/"}`: "url", `{"url":"{{args.u}}"}`: "url", `{"url":"https://a.example{{args.x}}"}`: "url",
		`{"url":"https://a.example/#x"}`: "url", `{"url":"https://a.example/\\x"}`: "url", `{"url":"https://a.example/\r\n"}`: "url",
		`{"url":"https://a.example/a/../b"}`: "url", `{"url":"https://a.example/%2E%2e/b"}`: "url", `{"url":"https://a.example/./b"}`: "url", `{"url":"https://a.example/a%2f..%2Fb"}`: "url", `{"url":"https://a.example/{{args.x}}%5C..%5Cb"}`: "url", `{"url":"https://a.example/%zz"}`: "url",
		`{"url":"https://a.example/{{secret.KEY}}"}`: "url", `{"url":"https://a.example/?k={{secret.KEY}}"}`: "url", `{"url":"https://a.example/?{{args.x}}=1"}`: "url",
		`{"url":"https://bücher.example/"}`: "url", `{"url":"https://a.example/{{nope}}"}`: "url",
		`{"url":"https://a.example/","method":"CONNECT"}`: "method", `{"url":"https://a.example/","body":1}`: "body", `{"method":"POST","url":"https://a.example/","body":{"a":"{{x}}"}}`: "body.a",
		`{"url":"https://a.example/","headers":{"Host":"x"}}`: "headers.Host", `{"url":"https://a.example/","headers":{"content-length":"1"}}`: "headers.content-length",
		`{"url":"https://a.example/","headers":{"Transfer-Encoding":"x"}}`: "headers.Transfer-Encoding", `{"url":"https://a.example/","headers":{"X-Forwarded-For":"x"}}`: "headers.X-Forwarded-For",
		`{"url":"https://a.example/","headers":{"a b":"x"}}`: "headers.a b", `{"url":"https://a.example/","headers":{"":"x"}}`: "headers.", `{"url":"https://a.example/","headers":{"A":{}}}`: "headers.A",
		`{"url":"https://a.example/","headers":{"X-A":"1","x-a":"2"}}`: "headers.x-a", `{"url":"https://a.example/","headers":{"A":"1\r\nB: 2"}}`: "headers.A",
		`{"url":"https://a.example/","headers":{"A":"Bearer {{secret.KEY}}\n"}}`: "headers.A", `{"url":"https://a.example/","headers":{"A":["1","2"]}}`: "headers.A", `{"url":"https://a.example/","query":{"a":{"b":1}}}`: "query.a", `{"url":"https://a.example/","query":[]}`: "",
	} {
		r, problems := outgoing.Parse(json.RawMessage(raw), everything()...)
		if r != nil || len(problems) == 0 || problems[0].Location != at {
			t.Errorf("%s: %v", raw, problems)
		}
	}
}

// Whatever the arguments, the address stays within its host and the steps of its path.
func FuzzAddress(f *testing.F) {
	f.Add("..", "a&b")
	f.Add("a/../../b", "\r\n")
	r, problems := outgoing.Parse(json.RawMessage(`{"url":"https://a.example/u/{{args.x}}/i?q={{args.y}}","headers":{"X-Y":"{{args.y}}"}}`), request.Args)
	if problems != nil {
		f.Fatal(problems)
	}
	f.Fuzz(func(t *testing.T, x, y string) {
		got, err := r.Fill(request.Values{Args: map[string]any{"x": x, "y": y}})
		if err != nil {
			return
		}
		u, err := url.Parse(got.URL)
		if err != nil || u.Host != "a.example" || u.Fragment != "" || strings.Count(u.EscapedPath(), "/") != 3 || u.Query().Get("q") != y || len(u.Query()) > 1 {
			t.Fatalf("%q, %q: %s, %v", x, y, got.URL, err)
		}
		for _, piece := range strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' || r == '\\' }) {
			if piece == "." || piece == ".." {
				t.Fatalf("%q climbs: %s", x, got.URL)
			}
		}
		if strings.ContainsAny(got.Headers["X-Y"], "\r\n\x00") {
			t.Fatalf("%q is in a header", y)
		}
	})
}
