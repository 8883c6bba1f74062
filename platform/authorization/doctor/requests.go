package doctor

import (
	"strings"

	"berth/platform/authorization"
)

// Names of requests that more than one line looks at.
const (
	serverMetadata = "server metadata"
	openidMetadata = "openid metadata"
	appMetadata    = "resource metadata"
	slashMetadata  = "resource metadata with a slash"
	slashEndpoint  = "endpoint with a slash"
	tokenForm      = "token as a form"
	tokenJSON      = "token as JSON"
	authorizeBad   = "authorize by an unknown client"
	authorizeLong  = "authorize with a long state"
	badToken       = "a call with a bad token"
)

const (
	origin    = "https://inspector.example" // of a client in a browser
	longState = 4 << 10                     // bytes; hosts send states of that length
)

// message is a request of MCP without a token.
type message struct {
	name, method, body string // of HTTP; "" = no body
	id                 string // that the answer repeats, as JSON
	modern             bool
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// messages are those with which clients find out whether to sign in.
func messages() []message {
	return []message{
		{"server/discover", "POST", `{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + modernMeta + `}}`, `"d"`, true},
		{"tools/list", "POST", `{"jsonrpc":"2.0","id":41,"method":"tools/list","params":{` + modernMeta + `}}`, "41", true},
		{"initialize", "POST", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"doctor","version":"1"}}}`, "0", false},
		{"tools/call", "POST", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"doctor","arguments":{}}}`, "7", false},
		{"notifications/initialized", "POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "null", false},
		{"GET", "GET", "", "null", false},
		{"DELETE", "DELETE", "", "null", false},
	}
}

func (m message) at(address string) Request {
	r := Request{Name: m.name, Method: m.method, URL: address, Body: m.body, Header: map[string]string{"Accept": "application/json, text/event-stream"}}
	if m.body != "" {
		r.Header["Content-Type"] = "application/json"
	}
	if m.modern {
		r.Header["Mcp-Protocol-Version"], r.Header["Mcp-Method"] = "2026-07-28", m.name
	}
	return r
}

// Requests returns what to ask. None of them changes anything, and redirects are not to be followed.
func Requests(t Target) []Request {
	get := func(name, url string) Request {
		return Request{Name: name, Method: "GET", URL: url, Header: map[string]string{"Origin": origin}}
	}
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
	const redirect = "&redirect_uri=https%3A%2F%2Fdoctor.example%2Fback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
	authorize := t.Issuer + authorization.PathAuthorize + "?response_type=code&client_id=btc_unknown" + redirect
	out := []Request{
		get(serverMetadata, t.Issuer+serverPath), get(openidMetadata, t.Issuer+openidPath),
		get(appMetadata, t.Metadata), get(slashMetadata, t.Metadata+"/"),
		{Name: "an unknown well-known address", Method: "GET", URL: t.Issuer + "/.well-known/doctor-unknown", Header: map[string]string{"Accept": "text/html, */*"}},
		{Name: "a well-known address of nothing", Method: "GET", URL: t.Issuer + "/.well-known/oauth-protected-resource", Header: map[string]string{"Accept": "text/html, */*"}},
		{Name: tokenForm, Method: "POST", URL: t.Issuer + authorization.PathToken, Header: form,
			Body: "grant_type=authorization_code&code=doctor&client_id=btc_unknown&code_verifier=" + strings.Repeat("v", 43)},
		{Name: tokenJSON, Method: "POST", URL: t.Issuer + authorization.PathToken, Header: map[string]string{"Content-Type": "application/json"}, Body: `{"grant_type":"authorization_code"}`},
		{Name: "revoke", Method: "POST", URL: t.Issuer + authorization.PathRevoke, Header: form, Body: "token=doctor&client_id=btc_unknown"},
		{Name: authorizeBad, Method: "GET", URL: authorize, Header: map[string]string{"Accept": "text/html", "Origin": origin}},
		{Name: authorizeLong, Method: "GET", URL: authorize + "&state=" + strings.Repeat("s", longState), Header: map[string]string{"Accept": "text/html"}},
	}
	for _, m := range messages() {
		out = append(out, m.at(t.Endpoint))
	}
	slash := messages()[1].at(t.Endpoint + "/")
	slash.Name = slashEndpoint
	bad := messages()[1].at(t.Endpoint)
	bad.Name, bad.Header["Authorization"] = badToken, "Bearer bta_doctor"
	return append(out, slash, bad)
}

const (
	serverPath = "/.well-known/oauth-authorization-server"
	openidPath = "/.well-known/openid-configuration"
)
