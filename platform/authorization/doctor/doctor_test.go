package doctor_test

import (
	"fmt"
	"strings"
	"testing"

	"berth/platform/authorization"
	"berth/platform/authorization/doctor"
)

const base = "https://berth.example.com"

var target = doctor.Target{Issuer: base, Endpoint: base + "/servers/desk/mcp", Metadata: base + "/.well-known/oauth-protected-resource/servers/desk/mcp", Always: true, Scopes: []string{"orders"}}

// well are the answers of a server that does everything right.
func well(t *testing.T) map[string]doctor.Answer {
	t.Helper()
	server, err := authorization.MetadataDocument(base, authorization.Features{})
	if err != nil {
		t.Fatal(err)
	}
	answer := func(status int, kind, body string, headers ...string) doctor.Answer {
		a := doctor.Answer{Status: status, Body: []byte(body), Header: map[string][]string{"Content-Type": {kind}}}
		for i := 0; i < len(headers); i += 2 {
			a.Header[headers[i]] = []string{headers[i+1]}
		}
		return a
	}
	const js, challenge = "application/json", `Bearer resource_metadata="` + base + `/.well-known/oauth-protected-resource/servers/desk/mcp", scope="app:read app:write"`
	open := []string{"Access-Control-Allow-Origin", "*", "Cache-Control", "no-store"}
	app := fmt.Sprintf(`{"resource":%q,"authorization_servers":[%q],"scopes_supported":["app:read","app:write","orders"]}`, target.Endpoint, base)
	out := map[string]doctor.Answer{}
	for _, r := range doctor.Requests(target) {
		if _, twice := out[r.Name]; twice {
			t.Errorf("two requests are named %s", r.Name)
		}
		switch {
		case strings.HasSuffix(r.URL, "/oauth-authorization-server"), strings.HasSuffix(r.URL, "/openid-configuration"):
			out[r.Name] = answer(200, js, string(server), open...)
		case strings.HasPrefix(r.URL, target.Metadata):
			out[r.Name] = answer(200, js, app, open...)
		case strings.Contains(r.URL, "/.well-known/"):
			out[r.Name] = answer(404, js, `{"error":{}}`)
		case strings.HasSuffix(r.URL, "/oauth/token"):
			out[r.Name] = answer(400, js, `{"error":"invalid_grant","error_description":"Unknown."}`, open...)
		case strings.HasSuffix(r.URL, "/oauth/revoke"):
			out[r.Name] = answer(200, js, ``, open...)
		case strings.Contains(r.URL, "/oauth/authorize"):
			out[r.Name] = answer(400, "text/html", "<p>Unknown client.")
		case r.Header["Authorization"] != "":
			out[r.Name] = answer(401, js, `{"jsonrpc":"2.0","id":41,"error":{}}`, "Www-Authenticate", challenge+`, error="invalid_token"`)
		default:
			id := "null"
			if _, after, ok := strings.Cut(r.Body, `"id":`); ok {
				id, _, _ = strings.Cut(after, ",")
			}
			out[r.Name] = answer(401, js, `{"jsonrpc":"2.0","id":`+id+`,"error":{}}`, "Www-Authenticate", challenge)
		}
	}
	return out
}

// throughout is a sign-in in which everything goes well.
func throughout() *doctor.Flow {
	const redirect = "https://client.example/back"
	state := strings.Repeat("s", 4096)
	token := func(body string) doctor.Answer { return doctor.Answer{Status: 200, Body: []byte(body)} }
	return &doctor.Flow{Redirect: redirect, State: state, Asked: []string{"orders", "of-nobody"},
		ConsentTo: []string{"default-src 'none'; form-action 'self' https://client.example; frame-ancestors 'none'"},
		Agreed:    redirect + "?code=c&iss=" + base + "&state=" + state, Refused: redirect + "?error=access_denied&iss=" + base,
		Token: token(`{"access_token":"a","scope":"orders"}`), Refreshed: [2]doctor.Answer{token(`{"access_token":"b","refresh_token":"r"}`), token(`{"access_token":"c","refresh_token":"r"}`)}}
}

// wrong returns the numbers of the lines that are wrong.
func wrong(lines []doctor.Line) string {
	var out []string
	for _, l := range lines {
		if l.State == doctor.Wrong {
			out = append(out, fmt.Sprint(l.Number))
		}
	}
	return strings.Join(out, " ")
}

func TestAHealthyServer(t *testing.T) {
	t.Parallel()
	lines := doctor.Judge(target, well(t), throughout())
	if len(lines) != 15 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, l := range lines {
		if l.Number != i+1 || l.State != doctor.OK || l.Title == "" || len(l.Found) > 0 {
			t.Errorf("%+v", l)
		}
	}
	var unseen []int
	for _, l := range doctor.Judge(target, well(t), nil) {
		if l.State == doctor.Unseen {
			unseen = append(unseen, l.Number)
		} else if l.State != doctor.OK {
			t.Errorf("%+v", l)
		}
	}
	if fmt.Sprint(unseen) != "[5 9 11]" {
		t.Errorf("without a sign-in, unseen: %v", unseen)
	}
}

// Each mistake makes its own line wrong.
func TestMistakesAreFound(t *testing.T) {
	t.Parallel()
	const agreed = "https://client.example/back?code=c&iss=" + base
	for what, c := range map[string]struct {
		request string
		change  func(*doctor.Answer)
		lines   string
	}{
		"no public clients":          {"server metadata", edit(`"token_endpoint_auth_methods_supported":["none"]`, `"token_endpoint_auth_methods_supported":["client_secret_basic"]`), "1"},
		"no PKCE":                    {"openid metadata", edit(`"S256"`, `"plain"`), "1"},
		"another issuer":             {"server metadata", edit(`"issuer":"https://berth.example.com"`, `"issuer":"https://berth.example.com/"`), "1"},
		"no client documents":        {"openid metadata", edit(`"client_id_metadata_document_supported":true`, `"x":1`), "2"},
		"no iss":                     {"server metadata", edit(`"authorization_response_iss_parameter_supported":true`, `"x":1`), "3"},
		"no offline_access":          {"server metadata", edit(`,"offline_access"`, ``), "4"},
		"no scope of the app":        {"resource metadata", edit(`"orders"`, `"others"`), "4"},
		"offline_access of the app":  {"resource metadata", edit(`"orders"`, `"orders","offline_access"`), "4"},
		"a slash in the resource":    {"resource metadata", edit(`/desk/mcp"`, `/desk/mcp/"`), "6"},
		"another server":             {"resource metadata with a slash", edit(`"authorization_servers":["https://berth.example.com"]`, `"authorization_servers":["https://other.example"]`), "6"},
		"a redirect at the slash":    {"endpoint with a slash", status(308), "6"},
		"a page for all":             {"an unknown well-known address", page, "7 15"},
		"metadata of nothing":        {"a well-known address of nothing", status(200), "7"},
		"JSON breaks the token":      {"token as JSON", status(500), "8 15"},
		"no description":             {"token as a form", edit("error_description", "description"), "8"},
		"kept tokens":                {"token as a form", header("Cache-Control", "max-age=60"), "8"},
		"browsers cannot read":       {"resource metadata", header("Access-Control-Allow-Origin", "https://berth.example.com"), "10"},
		"browsers read consent":      {"authorize by an unknown client", header("Access-Control-Allow-Origin", "*"), "10"},
		"anybody is sent on":         {"authorize by an unknown client", header("Location", "https://evil.example"), "12"},
		"a list without a token":     {"tools/list", status(200), "6 13"},
		"no id":                      {"server/discover", edit(`"id":"d"`, `"id":null`), "13"},
		"no JSON-RPC":                {"initialize", edit(`"jsonrpc":"2.0",`, ``), "13"},
		"no challenge":               {"GET", header("Www-Authenticate", "Bearer"), "13"},
		"no scope to ask for":        {"tools/call", header("Www-Authenticate", `Bearer resource_metadata="`+target.Metadata+`"`), "13"},
		"a token that was not sent":  {"DELETE", header("Www-Authenticate", `Bearer resource_metadata="`+target.Metadata+`", scope="a", error="invalid_token"`), "13"},
		"a bad token, not named":     {"a call with a bad token", header("Www-Authenticate", `Bearer resource_metadata="`+target.Metadata+`", scope="a"`), "13"},
		"a long state breaks it":     {"authorize with a long state", status(500), "14 15"},
		"a wall against robots":      {"initialize", status(403), "13 15"},
		"nothing comes back":         {"revoke", func(a *doctor.Answer) { *a = doctor.Answer{} }, "10 15"},
		"a page in place of JSON":    {"resource metadata", page, "4 6 15"},
		"what is not asked for them": {"tools/list", func(*doctor.Answer) {}, ""},
	} {
		answers := well(t)
		a := answers[c.request]
		if a.Status == 0 {
			t.Fatalf("there is no request %s", c.request)
		}
		c.change(&a)
		answers[c.request] = a
		if got := wrong(doctor.Judge(target, answers, throughout())); got != c.lines {
			t.Errorf("%s: lines %q are wrong, want %q", what, got, c.lines)
		}
	}
	for what, c := range map[string]struct {
		change func(*doctor.Flow)
		lines  string
	}{
		"no iss":                    {func(f *doctor.Flow) { f.Agreed = strings.Replace(f.Agreed, "iss=", "x=", 1) }, "3"},
		"no iss for who refuses":    {func(f *doctor.Flow) { f.Refused = "https://client.example/back?error=access_denied" }, "3"},
		"nobody comes back":         {func(f *doctor.Flow) { f.Refused = base + "/oauth/authorize" }, "3"},
		"too much is granted":       {func(f *doctor.Flow) { f.Token.Body = []byte(`{"access_token":"a","scope":"orders of-nobody"}`) }, "5"},
		"it is not said":            {func(f *doctor.Flow) { f.Token.Body = []byte(`{"access_token":"a"}`) }, "5"},
		"it is refused":             {func(f *doctor.Flow) { f.Token.Status = 400 }, "5"},
		"what was asked is missing": {func(f *doctor.Flow) { f.Token.Body = []byte(`{"access_token":"a","scope":"app:read"}`) }, "5"},
		"two successors":            {func(f *doctor.Flow) { f.Refreshed[1].Body = []byte(`{"access_token":"b","refresh_token":"other"}`) }, "9"},
		"the second is refused":     {func(f *doctor.Flow) { f.Refreshed[1].Status = 400 }, "9"},
		"the form stays":            {func(f *doctor.Flow) { f.ConsentTo = []string{"form-action 'self'"} }, "11"},
		"no policy":                 {func(f *doctor.Flow) { f.ConsentTo = nil }, "11"},
		"the state is cut":          {func(f *doctor.Flow) { f.Agreed = agreed + "&state=" + f.State[:255] }, "14"},
	} {
		flow := throughout()
		c.change(flow)
		if got := wrong(doctor.Judge(target, well(t), flow)); got != c.lines {
			t.Errorf("%s: lines %q are wrong, want %q", what, got, c.lines)
		}
	}
}

// Where only some tools ask, a list without a token is no mistake, and a bad token is one all the same.
func TestAnAddressThatDoesNotAlwaysAsk(t *testing.T) {
	t.Parallel()
	mixed := target
	mixed.Always = false
	answers := well(t)
	for _, name := range []string{"tools/list", "endpoint with a slash", "initialize"} {
		answers[name] = doctor.Answer{Status: 200, Header: map[string][]string{"Content-Type": {"application/json"}}, Body: []byte(`{}`)}
	}
	if got := wrong(doctor.Judge(mixed, answers, nil)); got != "" {
		t.Errorf("lines %q are wrong", got)
	}
	answers["a call with a bad token"] = answers["tools/list"]
	if got := wrong(doctor.Judge(mixed, answers, nil)); got != "13" {
		t.Errorf("lines %q are wrong", got)
	}
}

func edit(from, to string) func(*doctor.Answer) {
	return func(a *doctor.Answer) {
		if !strings.Contains(string(a.Body), from) {
			panic(from + " is not in " + string(a.Body))
		}
		a.Body = []byte(strings.Replace(string(a.Body), from, to, 1))
	}
}

func status(code int) func(*doctor.Answer) { return func(a *doctor.Answer) { a.Status = code } }

func header(name, value string) func(*doctor.Answer) {
	return func(a *doctor.Answer) { a.Header[name] = []string{value} }
}

func page(a *doctor.Answer) {
	a.Status, a.Body, a.Header["Content-Type"] = 200, []byte("<!doctype html>"), []string{"text/html"}
}
