package authorization

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func TestRedirectsOfClients(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]struct{ document, registered string }{
		"https://a.example/cb":          {"", ""},
		"https://a.example:8443/cb?x=y": {"", ""},
		"https://[2001:db8::1]/cb":      {"", ""},
		"http://localhost:1/cb":         {"", ""},
		"http://127.0.0.1":              {"", ""},
		"cursor://x/cb":                 {"schemes of its own are for clients that register", ""},
		"com.example.app:/cb":           {"schemes of its own are for clients that register", ""},
		"http://a.example/cb":           {"must be https", "must be https"},
		"http://localhost.a.example/cb": {"must be https", "must be https"},
		"http://127.0.0.2/cb":           {"must be https", "must be https"},
		"https://a.example/cb#x":        {"no fragment", "no fragment"},
		"https://a.example/cb#":         {"no fragment", "no fragment"},
		"https://u:p@a.example/cb":      {"no user", "no user"},
		"https:///cb":                   {"name a host", "name a host"},
		"https://a;b/cb":                {"name a host", "name a host"},
		"https:cb":                      {"name a host", "name a host"},
		"javascript:alert(1)":           {"schemes of its own", "must not have the scheme javascript"},
		"JavaScript:alert(1)":           {"schemes of its own", "must not have the scheme javascript"},
		"data:text/html,x":              {"schemes of its own", "must not have the scheme data"},
		"file:///etc/passwd":            {"schemes of its own", "must not have the scheme file"},
		"blob:https://a.example/1":      {"schemes of its own", "must not have the scheme blob"},
		"/cb":                           {"absolute", "absolute"},
		"":                              {"1 to 2000", "1 to 2000"},
		"https://a.example/é":           {"ASCII", "ASCII"},
		"https://a.example/\tx":         {"ASCII", "ASCII"},
		"https://a.example/" + strings.Repeat("x", 2000): {"1 to 2000", "1 to 2000"},
	} {
		for document, says := range map[bool]string{true: want.document, false: want.registered} {
			if got := RedirectProblem(redirect, document); (got == "") != (says == "") || !strings.Contains(got, says) {
				t.Errorf("%q (document %v): %q", redirect, document, got)
			}
		}
	}
}

// What stands in a policy of a page comes from a client.
func TestOnward(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string][2]string{
		"https://a.example/cb":      {"https://a.example", "a.example"},
		"https://a.example:8443/cb": {"https://a.example:8443", "a.example:8443"},
		"http://localhost:5/cb":     {"http://localhost:5", "localhost:5"},
		"http://[::1]:5/cb":         {"http:", "[::1]:5"},
		"cursor://x/cb":             {"cursor:", "an app on your device (cursor)"},
	} {
		if source, place := onward(redirect); source != want[0] || place != want[1] {
			t.Errorf("%s: %q %q", redirect, source, place)
		}
	}
	for want, c := range map[bool]Client{true: native(), false: web()} {
		if c.LocalOnly() != want {
			t.Errorf("%s is local only: %v", c.Name, !want)
		}
	}
}

func scopes() []platform.Scope {
	return []platform.Scope{{Name: "orders:write", Description: "Order things", Implies: []string{"orders:read"}}, {Name: "orders:read", Implies: []string{"shop"}}, {Name: "shop"}, {Name: "admin", Implies: []string{"orders:write"}}}
}

func TestScopesAreNarrowed(t *testing.T) {
	t.Parallel()
	all := []string{"app:read", "app:write", "orders:write", "orders:read", "shop", "admin"}
	for asked, want := range map[string][]string{
		"":                                all,
		"  ":                              all,
		"openid email":                    all,
		" offline_access":                 append(slices.Clone(all), "offline_access"),
		"app:read app:write":              {"app:read", "app:write"},
		"shop":                            {"shop"},
		"shop  shop nonsense":             {"shop"},
		"orders:read":                     {"orders:read", "shop"},
		"offline_access orders:write":     {"orders:write", "orders:read", "shop", "offline_access"},
		"admin app:read":                  {"app:read", "orders:write", "orders:read", "shop", "admin"},
		"apps:publish app:admin app:read": {"app:read"},
	} {
		if got := narrow(scopesOf(asked), scopes()); !slices.Equal(got, want) {
			t.Errorf("%q gives %v, not %v", asked, got, want)
		}
	}
	if got := narrow([]string{"shop"}, nil); !slices.Equal(got, []string{"app:read", "app:write"}) {
		t.Errorf("an app without scopes gives %v", got)
	}
	want := []Permission{{"app:read", "Use the app as you: see what it shows, do what it can do"}, {"orders:write", "Order things"}, {"shop", "shop"}}
	if diff := cmp.Diff(want, permissions([]string{"app:read", "orders:write", "shop"}, scopes())); diff != "" {
		t.Error(diff)
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	key := []byte(strings.Repeat("k", 32))
	if a, b := refreshToken(key, "g", 1), refreshToken(key, "g", 1); a != b || !isSecret(refreshPrefix, a) {
		t.Errorf("%q %q", a, b)
	}
	seen := map[string]bool{newSecret(accessPrefix): true}
	for _, other := range []string{newSecret(accessPrefix), refreshToken(key, "g", 1), refreshToken(key, "g", 2), refreshToken(key, "h", 1), refreshToken([]byte("other"), "g", 1)} {
		if seen[other] {
			t.Errorf("%q twice", other)
		}
		seen[other] = true
	}
	token := newSecret(accessPrefix)
	for text, want := range map[string]bool{token: true, token + "=": false, token[1:]: false, token[:len(token)-1]: false, strings.Replace(token, "bta_", "btr_", 1): false, token[:10] + "\n" + token[11:]: false, "": false} {
		if IsAccessToken(text) != want {
			t.Errorf("%q is an access token: %v", text, !want)
		}
	}
	id := NewClientID()
	for text, want := range map[string]bool{id: true, id + "a": false, strings.ToUpper(id): false, "btc_": false, "https://a.example": false, newSecret(codePrefix): false} {
		if IsClientID(text) != want {
			t.Errorf("%q is a client: %v", text, !want)
		}
	}
}

func TestRegistrations(t *testing.T) {
	t.Parallel()
	many := `["` + strings.Join(slices.Repeat([]string{"https://a.example/cb"}, 11), `","`) + `"]`
	for body, want := range map[string]ErrorCode{
		`{"redirect_uris":["https://a.example/cb"]}`: "",
		`{"redirect_uris":["http://localhost:1/cb","cursor://x"],"client_name":"Cursor","token_endpoint_auth_method":"client_secret_post","grant_types":["authorization_code","refresh_token"],"response_types":["code"],"scope":"a","logo_uri":"x","jwks":{}}`: "",
		`{"redirect_uris":["http://localhost:1/cb"],"application_type":"native"}`: "",
		`{"redirect_uris":["https://a.example/cb"],"application_type":"web"}`:     "",
		`{"redirect_uris":["https://a.example/cb"],"application_type":"native"}`:  "",
		`{"redirect_uris":["http://localhost:1/cb"],"application_type":"web"}`:    InvalidRedirect,
		`{"redirect_uris":["https://a.example/cb"],"application_type":"x"}`:       InvalidMetadata,
		`{"redirect_uris":[]}`:           InvalidRedirect,
		`{}`:                             InvalidRedirect,
		`{"redirect_uris":` + many + `}`: InvalidRedirect,
		`{"redirect_uris":["javascript:alert(1)"]}`:                                                   InvalidRedirect,
		`{"redirect_uris":["http://a.example/"]}`:                                                     InvalidRedirect,
		`{"redirect_uris":["https://a.example/cb"],"client_name":"a\u202eb"}`:                         InvalidMetadata,
		`{"redirect_uris":["https://a.example/cb"],"client_name":"a\u200eb"}`:                         InvalidMetadata,
		`{"redirect_uris":["https://a.example/cb"],"client_name":"` + strings.Repeat("x", 101) + `"}`: InvalidMetadata,
		`{"redirect_uris":["https://a.example/cb"],"grant_types":["client_credentials"]}`:             InvalidMetadata,
		`{"redirect_uris":["https://a.example/cb"],"response_types":["token"]}`:                       InvalidMetadata,
	} {
		var r Registration
		if err := json.Unmarshal([]byte(body), &r); err != nil {
			t.Fatal(err)
		}
		if f := r.fault(); (f == nil) != (want == "") || f != nil && f.Code != want {
			t.Errorf("%s: %v, not %q", body, f, want)
		} else if f == nil && (r.Name == "" || r.ApplicationType == "") {
			t.Errorf("%s: %+v", body, r)
		}
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	raw, err := MetadataDocument(issuer, Features{Assertions: true, Registration: true})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"issuer": issuer, "authorization_endpoint": issuer + "/oauth/authorize", "token_endpoint": issuer + "/oauth/token",
		"revocation_endpoint": issuer + "/oauth/revoke", "registration_endpoint": issuer + "/oauth/register",
		"scopes_supported": []any{"app:read", "app:write", "offline_access"}, "response_types_supported": []any{"code"}, "response_modes_supported": []any{"query"},
		"grant_types_supported": []any{"authorization_code", "refresh_token"}, "code_challenge_methods_supported": []any{"S256"},
		"token_endpoint_auth_methods_supported": []any{"none", "private_key_jwt"}, "token_endpoint_auth_signing_alg_values_supported": []any{"RS256", "PS256", "ES256", "EdDSA"},
		"revocation_endpoint_auth_methods_supported": []any{"none"}, "prompt_values_supported": []any{"none", "login", "consent", "select_account"},
		"client_id_metadata_document_supported": true, "authorization_response_iss_parameter_supported": true,
		"request_parameter_supported": false, "request_uri_parameter_supported": false, "service_documentation": issuer + "/docs/connecting",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	bare, err := MetadataDocument(issuer, Features{})
	if err != nil || strings.Contains(string(bare), "registration_endpoint") || strings.Contains(string(bare), "private_key_jwt") || strings.Contains(string(bare), "introspection") {
		t.Errorf("%v %s", err, bare)
	}
}
