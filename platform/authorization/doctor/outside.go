package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/authorization"
)

// resource is what an address says of itself (RFC 9728 §2).
type resource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// read decodes a document, and says what is wrong where that cannot be done.
func (e *exam) read(name string, into any) {
	a := e.answers[name]
	e.want(a.Status == 200 && json.Unmarshal(a.Body, into) == nil, "The "+name+" cannot be read: "+shown(a)+".")
}

// servers runs a look at both documents of the server.
func (e *exam) servers(look func(name string, m authorization.Metadata)) {
	for _, name := range []string{serverMetadata, openidMetadata} {
		var m authorization.Metadata
		e.read(name, &m)
		look(name, m)
	}
}

func (e *exam) publicClients() {
	e.servers(func(name string, m authorization.Metadata) {
		e.want(slices.Contains(m.TokenAuthMethods, authorization.MethodNone), "The "+name+" lacks “none” in token_endpoint_auth_methods_supported: Claude then registers each time.")
		e.want(slices.Contains(m.ChallengeMethodsSupported, "S256"), "The "+name+" lacks “S256” in code_challenge_methods_supported: clients refuse to go on.")
		e.want(m.Issuer == e.Issuer, "The "+name+" names the issuer “"+m.Issuer+"”, and clients have asked “"+e.Issuer+"”.")
		e.want(m.TokenEndpoint == e.Issuer+authorization.PathToken && m.AuthorizationEndpoint == e.Issuer+authorization.PathAuthorize, "The "+name+" names endpoints of another address.")
	})
}

func (e *exam) clientDocuments() {
	e.servers(func(name string, m authorization.Metadata) {
		e.want(m.ClientDocuments, "The "+name+" lacks client_id_metadata_document_supported: hosts register a new client for each connection.")
	})
}

func (e *exam) saysIssuer() {
	e.servers(func(name string, m authorization.Metadata) {
		e.want(m.IssuerInResponse, "The "+name+" lacks authorization_response_iss_parameter_supported: ChatGPT then goes a way that often fails.")
	})
}

// scopes follows contract §10: a server of many apps lists what each app has, an app its own besides.
func (e *exam) scopes() {
	basic := []string{platform.ScopeRead, platform.ScopeWrite}
	e.servers(func(name string, m authorization.Metadata) {
		for _, scope := range append([]string{platform.ScopeOffline}, basic...) {
			e.want(slices.Contains(m.ScopesSupported, scope), "The "+name+" lacks the scope "+scope+": clients take what they ask for from there.")
		}
	})
	var app resource
	e.read(appMetadata, &app)
	for _, scope := range append(basic, e.Scopes...) {
		e.want(slices.Contains(app.Scopes, scope), "The resource metadata lack the scope "+scope+".")
	}
	e.want(!slices.Contains(app.Scopes, platform.ScopeOffline), "The resource metadata name offline_access, which belongs to no app.")
}

func (e *exam) resource() {
	for _, name := range []string{appMetadata, slashMetadata} {
		var d resource
		e.read(name, &d)
		e.want(d.Resource == e.Endpoint, "The "+name+" name “"+d.Resource+"”, and people type “"+e.Endpoint+"”: clients compare each character.")
		e.want(slices.Equal(d.Servers, []string{e.Issuer}), "The "+name+" do not name the one server that gives tokens.")
	}
	plain, slash := e.answers["tools/list"], e.answers[slashEndpoint]
	e.want(plain.Status == slash.Status && plain.header(challengeHeader) == slash.header(challengeHeader),
		fmt.Sprintf("With a slash at its end the address answers %d, without %d.", slash.Status, plain.Status))
}

func (e *exam) wellKnown() {
	for _, name := range []string{"an unknown well-known address", "a well-known address of nothing"} {
		a := e.answers[name]
		e.want(a.Status == 404 && isJSON(a), "At "+name+" there is an answer: "+shown(a)+". Clients take it for metadata.")
	}
}

// fault is an error of the token endpoint (RFC 6749 §5.2).
type fault struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

func (e *exam) tokenEndpoint() {
	a := e.answers[tokenForm]
	var f fault
	e.want((a.Status == 400 || a.Status == 401) && json.Unmarshal(a.Body, &f) == nil && f.Error != "" && f.Description != "",
		"A form with an unknown code is not refused with an error and its description: "+shown(a)+".")
	e.want(strings.Contains(a.header("Cache-Control"), "no-store"), "Answers of the token endpoint may be kept: they lack Cache-Control: no-store.")
	a = e.answers[tokenJSON]
	e.want((a.Status == 400 || a.Status == 401 || a.Status == 415) && isJSON(a), "JSON at the token endpoint is not refused: "+shown(a)+".")
}

func (e *exam) crossOrigin() {
	for _, name := range []string{serverMetadata, openidMetadata, appMetadata, tokenForm, "revoke"} {
		allowed := e.answers[name].header("Access-Control-Allow-Origin")
		e.want(allowed == "*" || allowed == origin, "Pages of other origins may not read the answer to “"+name+"”.")
	}
	e.want(e.answers[authorizeBad].header("Access-Control-Allow-Origin") == "", "Pages of other origins may read the page of consent.")
}

func (e *exam) unknownClient() {
	a := e.answers[authorizeBad]
	e.want(a.Status == 400, "A client that nobody knows is not refused with a page: "+shown(a)+".")
	e.want(a.header("Location") == "", "A client that nobody knows is sent on, to an address of its choice.")
}

const challengeHeader = "Www-Authenticate"

func (e *exam) challenges() {
	challenge := `Bearer resource_metadata="` + e.Metadata + `"`
	for _, m := range messages() {
		a := e.answers[m.name]
		if !e.Always {
			continue
		}
		got := a.header(challengeHeader)
		e.want(a.Status == 401 && strings.HasPrefix(got, challenge) && strings.Contains(got, `scope="`), "“"+m.name+"” without a token is not asked for one: "+shown(a)+".")
		e.want(!strings.Contains(got, "error="), "“"+m.name+"” without a token is told that its token is invalid.")
		e.want(answers(a, m.id), "“"+m.name+"” is refused without its id as JSON-RPC: "+shown(a)+".")
	}
	a := e.answers[badToken]
	got := a.header(challengeHeader)
	e.want(a.Status == 401 && strings.HasPrefix(got, challenge) && strings.Contains(got, `error="invalid_token"`), "A token that is not valid is not refused as such: "+shown(a)+".")
	e.want(answers(a, messages()[1].id), "A token that is not valid is refused without the request's id as JSON-RPC.")
}

// answers reports whether an answer is JSON-RPC with that id.
func answers(a Answer, id string) bool {
	var got struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
	}
	return json.Unmarshal(a.Body, &got) == nil && got.JSONRPC == "2.0" && string(got.ID) == id
}

func (e *exam) longState() {
	a, plain := e.answers[authorizeLong], e.answers[authorizeBad]
	e.want(a.Status == plain.Status, fmt.Sprintf("With a state of %d bytes the answer is %s, without %s.", longState, shown(a), shown(plain)))
}

func (e *exam) programs() {
	for _, r := range Requests(e.Target) {
		a := e.answers[r.Name]
		refused := a.Status == 0 || a.Status == 403 || a.Status == 429 || a.Status >= 500
		e.want(!refused, "“"+r.Name+"” is not answered as it is for browsers: "+shown(a)+".")
		e.want(!strings.Contains(r.URL, "/.well-known/") && !strings.HasPrefix(r.URL, e.Endpoint) || !strings.Contains(a.header("Content-Type"), "html"),
			"“"+r.Name+"” is answered with a page.")
	}
}

func isJSON(a Answer) bool {
	return strings.HasPrefix(a.header("Content-Type"), "application/json") && json.Valid(a.Body)
}

// shown describes an answer in a few words.
func shown(a Answer) string {
	if a.Status == 0 {
		return "nothing came back"
	}
	body := bytes.TrimSpace(a.Body)
	kind := a.header("Content-Type")
	if kind == "" {
		kind = "no type"
	}
	if len(body) == 0 {
		kind = "empty"
	}
	return fmt.Sprintf("%d, %s", a.Status, kind)
}
