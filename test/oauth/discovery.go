package oauth

import (
	"encoding/json"
	"io"
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
	resp := initialize(t, endpoint, "")
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Fatalf("%s without a token: %d", endpoint, resp.StatusCode)
	}
	return Follow(t, endpoint, resp.Header.Get("WWW-Authenticate"))
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
func initialize(t testing.TB, endpoint, token string) *http.Response {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// read reads a document of metadata.
func read(t testing.TB, address string, into any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	open := strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") && resp.Header.Get("Access-Control-Allow-Origin") == "*"
	if err != nil || resp.StatusCode != http.StatusOK || !open {
		t.Fatalf("%s: %d %v %s %v", address, resp.StatusCode, resp.Header, raw, err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %s: %v", address, raw, err)
	}
}

// post sends a form, or JSON when body is not url.Values, and decodes the answer. The error is that of a connection.
func post(t testing.TB, address string, body any, into any) (status int, header http.Header, raw []byte, err error) {
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
		return 0, nil, nil, err
	}
	r.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	if raw, err = io.ReadAll(resp.Body); err != nil {
		return 0, nil, nil, err
	}
	if into != nil && len(raw) > 0 && json.Unmarshal(raw, into) != nil {
		t.Errorf("%s: %d %s", address, resp.StatusCode, raw)
	}
	return resp.StatusCode, resp.Header, raw, nil
}
