package clients_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/authorization/clients"
)

// What clients publish: see the list of known hosts.
func TestRealDocuments(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for name, c := range map[string]struct {
		document string
		want     authorization.Client
	}{
		"Claude": {`{"client_id":"ID","client_name":"Claude","client_uri":"https://claude.ai","redirect_uris":["https://claude.ai/api/mcp/auth_callback","https://claude.com/api/mcp/auth_callback"],
			"grant_types":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:jwt-bearer"],"response_types":["code"],"token_endpoint_auth_method":"none"}`,
			authorization.Client{Name: "Claude", Redirects: []string{"https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"}, Methods: []string{"none"}}},
		"ChatGPT": {`{"client_id":"ID","client_uri":"https://chatgpt.com/","redirect_uris":["https://chatgpt.com/connector_platform_oauth_redirect"],"token_endpoint_auth_method":"private_key_jwt",
			"token_endpoint_auth_methods_supported":["none","private_key_jwt"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"client_name":"ChatGPT",
			"token_endpoint_auth_signing_alg":"RS256","jwks_uri":"https://chatgpt.com/oauth/jwks.json"}`,
			authorization.Client{Name: "ChatGPT", Redirects: []string{"https://chatgpt.com/connector_platform_oauth_redirect"}, Methods: []string{"none", "private_key_jwt"}, KeysURL: "https://chatgpt.com/oauth/jwks.json"}},
		"ChatGPT of one connection": {`{"client_id":"ID","redirect_uris":["https://chatgpt.com/connector/oauth/kDmjx77UnKOM"],"client_name":"ChatGPT","token_endpoint_auth_method":"private_key_jwt",
			"jwks_uri":"https://chatgpt.com/oauth/jwks.json"}`,
			authorization.Client{Name: "ChatGPT", Redirects: []string{"https://chatgpt.com/connector/oauth/kDmjx77UnKOM"}, Methods: []string{"private_key_jwt"}, KeysURL: "https://chatgpt.com/oauth/jwks.json"}},
		"Claude Code": {`{"client_id":"ID","client_name":"Claude Code","redirect_uris":["http://localhost/callback","http://127.0.0.1/callback"],"token_endpoint_auth_method":"none"}`,
			authorization.Client{Name: "Claude Code", Redirects: []string{"http://localhost/callback", "http://127.0.0.1/callback"}, Methods: []string{"none"}}},
		"VS Code": {`{"client_id":"ID","client_name":"Visual Studio Code","grant_types":["authorization_code","refresh_token","urn:ietf:params:oauth:grant-type:device_code"],"application_type":"native",
			"redirect_uris":["http://127.0.0.1:33418/","https://vscode.dev/redirect"]}`,
			authorization.Client{Name: "Visual Studio Code", Redirects: []string{"http://127.0.0.1:33418/", "https://vscode.dev/redirect"}, Methods: []string{"none"}}},
	} {
		h.says(strings.ReplaceAll(c.document, "ID", h.id()))
		c.want.ID, c.want.Document = h.id(), true
		b.Pass(2 * freshMost)
		if got := b.client(h); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Each of these is refused, with words that say why.
func TestHostileDocuments(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	redirects := func(list string) string { return `{"client_id":"` + h.id() + `","redirect_uris":` + list + `}` }
	key := func(members string) string {
		return h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks":{"keys":[{"kty":"RSA"` + members + `}]}`)
	}
	for document, want := range map[string]string{
		``:                           "leads to no JSON object",
		`null`:                       "leads to no JSON object",
		`[]`:                         "leads to no JSON object",
		`"x"`:                        "leads to no JSON object",
		"{\"client_name\":\"\xff\"}": "leads to no JSON object",
		strings.Repeat(`[`, 16000):   "leads to no JSON object",
		`{}`:                         "client_id must be exactly http://",
		strings.Replace(h.document(), "/client.json", "/Client.json", 1):                                 "client_id must be exactly http://",
		strings.Replace(h.document(), "/client.json", "/client.json/", 1):                                "client_id must be exactly http://",
		strings.Replace(h.document(), "http://", "HTTP://", 1):                                           "client_id must be exactly http://",
		strings.Replace(h.document(), "client_id", "Client_ID", 1):                                       "client_id must be exactly http://",
		`{"client_id":["` + h.id() + `"],"redirect_uris":["https://a.example/"]}`:                        "client_id must be a text",
		h.document(`"client_name":{"en":"x"}`):                                                           "client_name must be a text",
		redirects(`[]`):                                                                                  "redirect_uris must have from 1 to 10 entries, not 0",
		redirects(`null`):                                                                                "redirect_uris must have from 1",
		redirects(`"https://a.example/"`):                                                                "redirect_uris must be a list",
		redirects(`[1]`):                                                                                 "redirect_uris must be a list",
		redirects("[" + strings.TrimSuffix(strings.Repeat(`"https://a.example/",`, 11), ",") + "]"):      "must have from 1 to 10 entries, not 11",
		h.document(`"client_secret":"x"`):                                                                "client_secret must not be there",
		h.document(`"client_secret_expires_at":0`):                                                       "client_secret_expires_at must not",
		h.document(`"token_endpoint_auth_method":"client_secret_post"`):                                  "token_endpoint_auth_method must not be client_secret_post",
		h.document(`"token_endpoint_auth_method":"client_secret_jwt"`):                                   "must not be client_secret_jwt",
		h.document(`"token_endpoint_auth_method":"tls_client_auth"`):                                     "token_endpoint_auth_method must contain none or private_key_jwt",
		h.document(`"token_endpoint_auth_methods_supported":["tls_client_auth"]`):                        "token_endpoint_auth_methods_supported must contain none or private_key_jwt",
		h.document(`"token_endpoint_auth_methods_supported":[]`):                                         "token_endpoint_auth_methods_supported must contain",
		h.document(`"token_endpoint_auth_methods_supported":"none"`):                                     "must be a list of texts",
		h.document(`"token_endpoint_auth_method":"private_key_jwt"`):                                     "jwks_uri must be there",
		h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks_uri":""`):                       "jwks_uri must be there",
		h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks_uri":"http://a.example/jwks"`):  "jwks_uri must begin with https://",
		h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks_uri":"https://127.0.0.1/jwks"`): "jwks_uri must be a public server",
		h.document(`"jwks_uri":"https://169.254.169.254/latest/meta-data"`):                              "jwks_uri must be a public server",
		h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks":{}`):                           "jwks must be a set",
		h.document(`"token_endpoint_auth_method":"private_key_jwt","jwks":{"keys":[]}`):                  "jwks must be a set",
		h.document(`"jwks":{"keys":[{}]},"jwks_uri":"https://a.example/jwks"`):                           "jwks must not be there besides",
		key(`,"d":"AQAB"`): "jwks.keys[0] must be a public key",
		key(`,"k":"AQAB"`): "jwks.keys[0] must be a public key",
		h.document(`"grant_types":["client_credentials"]`): "grant_types must contain authorization_code",
		h.document(`"response_types":["token"]`):           "response_types must contain code",
	} {
		h.says(document)
		b.Pass(2 * freshMost)
		if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput || !strings.Contains(said, want) {
			t.Errorf("%.100s: %s, want %q", document, said, want)
		}
	}
}

// The rules of redirects are those of package authorization; here they are asked for all entries.
func TestHostileRedirects(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for _, redirect := range []string{
		"", "x", "/callback", "//a.example/", "http://a.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://localhost@evil.example/", "javascript:alert(1)",
		"data:text/html,x", "vscode://x/y", "cursor://anysphere.cursor-mcp/oauth/callback", "https://u:p@a.example/", "https://a.example/#x", "https://a.example/#", "https:///x", "https:a.example",
		"https://a.example\\@b.example/", "https://a.example/\r\nX: y", "https://a.example/ x", "ftp://a.example/", "file:///x", "http://[::2]/", "http://2130706433/", "blob:https://a.example/x",
	} {
		list, err := json.Marshal([]string{"https://a.example/ok", redirect})
		if err != nil {
			t.Fatal(err)
		}
		h.says(`{"client_id":"` + h.id() + `","redirect_uris":` + string(list) + `}`)
		b.Pass(2 * freshMost)
		if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput || !strings.Contains(said, "redirect_uris[1] ") || strings.Contains(said, "redirect_uris[0]") {
			t.Errorf("%q: %s", redirect, said)
		}
	}
}

// All faults are named at once.
func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	h.says(`{"client_id":"https://other.example/","client_name":7,"redirect_uris":["ftp://a","https://b.example/","javascript:x"],"client_secret":"s","token_endpoint_auth_method":"tls_client_auth"}`)
	e, said := b.refuses(h.id())
	for _, at := range []string{"client_id", "client_name", "redirect_uris[0]", "redirect_uris[2]", "client_secret", "token_endpoint_auth_method"} {
		if !strings.Contains(said, "\n"+at+" ") {
			t.Errorf("%s is not named: %s", at, said)
		}
	}
	if len(e.Fields) != 6 {
		t.Errorf("%d problems: %s", len(e.Fields), said)
	}
}

func TestNamesPassForNothingElse(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for name, want := range map[string]string{
		`ChatGPT`:                        "ChatGPT",
		`  Chat   GPT `:                  "Chat GPT",
		`\u202eTPGtahC\u202c`:            "TPGtahC",
		`a\u0000b\u0007\u200bc\r\nd`:     "a b c d",
		`\u2066\ufeff`:                   h.at(),
		`Chat\u200fGPT\u061c`:            "Chat GPT",
		``:                               h.at(),
		strings.Repeat("é", 200):         strings.Repeat("é", 79) + "…",
		`<script>alert(1)</script>`:      "<script>alert(1)</script>", // pages write it as text
		`\ud83d\udc69\u200d\ud83d\udcbb`: "👩‍💻",
	} {
		h.says(`{"client_id":"` + h.id() + `","redirect_uris":["https://a.example/"],"client_name":"` + name + `"}`)
		b.Pass(2 * freshMost)
		if got := b.client(h); got.Name != want {
			t.Errorf("%q is shown as %q, want %q", name, got.Name, want)
		}
	}
}

// The methods are those that both sides can do, by the list before the wish.
func TestMethods(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	const keys = `,"jwks":{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"}]}`
	for fields, want := range map[string]string{
		``: "none", `"token_endpoint_auth_method":null`: "none", `"token_endpoint_auth_method":"none"`: "none",
		`"token_endpoint_auth_method":"private_key_jwt"` + keys:                                                                    "private_key_jwt",
		`"token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_methods_supported":["none","private_key_jwt"]`:        "none", // it has no keys
		`"token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_methods_supported":["private_key_jwt","none"]` + keys: "none private_key_jwt",
		`"token_endpoint_auth_methods_supported":["client_secret_basic","private_key_jwt"]` + keys:                                 "private_key_jwt",
		`"token_endpoint_auth_methods_supported":["tls_client_auth","none"]`:                                                       "none",
	} {
		more := []string{fields}
		if fields == "" {
			more = nil
		}
		h.says(h.document(more...))
		b.Pass(2 * freshMost)
		if got := strings.Join(b.client(h).Methods, " "); got != want {
			t.Errorf("%s: %s, want %s", fields, got, want)
		}
	}
}

// An id is the address of a document as it stands; nothing is asked for one that is not.
func TestIDs(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for id, want := range map[string]string{
		"": "id that registration has given", "btc_x": "id that registration has given", "https:///x": "must be an address", "ftp://a.example/x": "must be an address",
		"https://a.example": "must have a path", "https://a.example/": "must have a path", "https://a.example?x=/y": "must have a path",
		"http://a.example/x": "https://", "https://a.example:8443/x": "443", "http://a.example:443/x": "https://",
		"https://u@a.example/x": "no user", "https://u:p@a.example/x": "no user", "https://a.example/x#y": "no #", "https://a.example/x#": "no #",
		"https://a.example/../x": "no . and ..", "https://a.example/x/.": "no . and ..", "https://a.example/x/%2e%2E/y": "no . and ..", "https://a.example/x%2f..%2fy": "no . and ..",
		"https://a.example/x y": "characters", "https://a.example/\u202ex": "characters", "https://ä.example/x": "characters", "https://a.example\\@b.example/x": "", "https://a.example/x\\y": "characters",
		"https://a.example/" + strings.Repeat("x", 2031): "at most 2048", "https://127.0.0.1/x": "public", "https://localhost/x": "public", "https://[::1]/x": "public",
		"https://a.example/x\r\nHost: b": "", "https://a.example/x\x00": "",
	} {
		if e, said := b.refuses(id); e.Code != platform.CodeInvalidInput || len(e.Fields) == 0 || !strings.Contains(said, "\nclient_id ") || !strings.Contains(said, want) {
			t.Errorf("%q: %s", id, said)
		}
	}
	if n := h.asked.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestKnownHosts(t *testing.T) {
	t.Parallel()
	for _, h := range clients.KnownHosts() {
		host, path, ok := strings.Cut(strings.TrimPrefix(h.Documents, "https://"), "/")
		if !strings.HasPrefix(h.Documents, "https://") || !ok || host != strings.ToLower(host) || !strings.HasSuffix(path, "/") || strings.ContainsAny(h.Documents, "@#?*:"[:4]) || h.Maker == "" || h.Clients == "" {
			t.Errorf("%+v", h)
		}
	}
	for id, want := range map[string]string{
		"https://chatgpt.com/oauth/client.json": "OpenAI", "https://chatgpt.com/oauth/codex/client.json": "OpenAI", "https://claude.ai/oauth/mcp-oauth-client-metadata": "Anthropic",
		"https://claude.ai/oauth/claude-code-client-metadata": "Anthropic", "https://vscode.dev/oauth/client-metadata.json": "Microsoft",
		"https://claude.ai/oauth/": "", "https://claude.ai/public/artifacts/x.json": "", "http://claude.ai/oauth/x": "", "https://claude.ai.evil.example/oauth/x": "", "https://evil.example/https://claude.ai/oauth/x": "",
		"https://claude.ai:8443/oauth/x": "", "https://CLAUDE.AI/oauth/x": "", "https://claude.ai./oauth/x": "", "btc_claude": "", "": "",
	} {
		if got, ok := clients.Known(id); got != want || ok != (want != "") {
			t.Errorf("%q: %q", id, got)
		}
	}
}
