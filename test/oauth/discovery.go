package oauth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Server is the metadata of an authorization server that clients read (RFC 8414).
type Server struct {
	Issuer        string   `json:"issuer"`
	Authorization string   `json:"authorization_endpoint"`
	Token         string   `json:"token_endpoint"`
	Revocation    string   `json:"revocation_endpoint"`
	Registration  string   `json:"registration_endpoint"`
	Scopes        []string `json:"scopes_supported"`
	Methods       []string `json:"token_endpoint_auth_methods_supported"`
	Algorithms    []string `json:"token_endpoint_auth_signing_alg_values_supported"`
	Challenges    []string `json:"code_challenge_methods_supported"`
	Documents     bool     `json:"client_id_metadata_document_supported"`
	Iss           bool     `json:"authorization_response_iss_parameter_supported"`
}

// Resource is the metadata of an app as a protected resource (RFC 9728).
type Resource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// Found is what a client finds out about an app before it asks anybody.
type Found struct {
	Challenge map[string]string // parameters of WWW-Authenticate
	Resource  Resource
	Server    Server
}

var parameter = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)

// Discover does what clients do with the address of an app that a person has entered: it calls without a token, and reads the metadata that
// the challenge leads to.
func Discover(t testing.TB, endpoint string) (f Found) {
	t.Helper()
	a := initialize(t, endpoint, "")
	if a.Status != http.StatusUnauthorized {
		t.Fatalf("%s without a token: %d", endpoint, a.Status)
	}
	return Follow(t, endpoint, a.Header.Get("WWW-Authenticate"))
}

// Follow reads the metadata that a challenge of an app leads to.
func Follow(t testing.TB, endpoint, challenge string) (f Found) {
	t.Helper()
	if !strings.HasPrefix(challenge, "Bearer ") {
		t.Fatalf("%s challenges with %q", endpoint, challenge)
	}
	f.Challenge = map[string]string{}
	for _, p := range parameter.FindAllStringSubmatch(challenge, -1) {
		f.Challenge[p[1]] = p[2]
	}
	read(t, f.Challenge["resource_metadata"], &f.Resource)
	if f.Resource.Resource != endpoint {
		t.Fatalf("the resource is %q, entered was %q: Claude compares character by character", f.Resource.Resource, endpoint)
	}
	if len(f.Resource.Servers) == 0 {
		t.Fatalf("%s names no authorization server", f.Challenge["resource_metadata"])
	}
	issuer := f.Resource.Servers[0]
	read(t, issuer+"/.well-known/oauth-authorization-server", &f.Server)
	if f.Server.Issuer != issuer {
		t.Fatalf("issuer %q at %q", f.Server.Issuer, issuer)
	}
	return f
}

// initialize sends the first message of a client. token "" = none.
func initialize(t testing.TB, endpoint, token string) Answer {
	t.Helper()
	return message(t, endpoint, token, "", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
}

// Call calls a tool of an app, by a message with the id 7. arguments is a JSON object; token "" = none.
func Call(t testing.TB, endpoint, token, tool, arguments string) Answer {
	t.Helper()
	return message(t, endpoint, token, "2025-11-25", fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
}

// message sends a message. version is that of the protocol, "" while none is agreed on.
func message(t testing.TB, endpoint, token, version, body string) Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if version != "" {
		r.Header.Set("MCP-Protocol-Version", version)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := ask(http.DefaultClient, r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// read reads a document of metadata.
func read(t testing.TB, address string, into any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ask(http.DefaultClient, r)
	open := strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") && a.Header.Get("Access-Control-Allow-Origin") == "*"
	if err != nil || a.Status != http.StatusOK || !open {
		t.Fatalf("%s: %+v %v", address, a, err)
	}
	if err := json.Unmarshal([]byte(a.Body), into); err != nil {
		t.Fatalf("%s: %s: %v", address, a.Body, err)
	}
}

// post sends a form, or JSON when body is not url.Values, and decodes the answer. The error is that of a connection.
func post(t testing.TB, address string, body any, into any) (Answer, error) {
	t.Helper()
	form, ok := body.(url.Values)
	kind, text := "application/x-www-form-urlencoded", form.Encode()
	if !ok {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		kind, text = "application/json", string(encoded)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(text))
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("Content-Type", kind)
	a, err := ask(http.DefaultClient, r)
	if err == nil && into != nil && a.Body != "" && json.Unmarshal([]byte(a.Body), into) != nil {
		t.Errorf("%s: %d %s", address, a.Status, a.Body)
	}
	return a, err
}
