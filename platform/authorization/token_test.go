package authorization

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"berth/platform"
)

// nothing is a store that knows one client and no codes or tokens. What it does not answer is not asked here.
type nothing struct{ Store }

func (nothing) Registered(_ context.Context, id string) (Client, error) {
	if id == native().ID {
		return native(), nil
	}
	return Client{}, platform.Errorf(platform.CodeNotFound, "There is no such client.")
}

func (nothing) Redeem(context.Context, []byte, time.Time, func(Code) error, func(Code) Issued) (Code, error) {
	return Code{}, platform.Errorf(platform.CodeNotFound, "There is no such code.")
}

func (nothing) Rotate(context.Context, []byte, time.Time, time.Duration, func(Grant) error, func(Grant, int) Issued) (Grant, error) {
	return Grant{}, platform.Errorf(platform.CodeNotFound, "There is no such token.")
}

func (nothing) Attempt(context.Context, Attempt) error { return nil }

// documents knows the client of web, and one that offers nothing but assertions.
type documents struct{}

func (documents) Client(_ context.Context, id, _ string) (Client, error) {
	switch id {
	case web().ID:
		return web(), nil
	case "https://chatgpt.com/oauth/client.json":
		return Client{ID: id, Name: "ChatGPT", Document: true, Methods: []string{MethodAssertion}, Redirects: []string{"https://chatgpt.com/cb"}}, nil
	case "https://away.example/client":
		return Client{}, platform.Errorf(platform.CodeUnavailable, "away.example does not answer.")
	}
	return Client{}, &platform.Error{Code: platform.CodeInvalidInput, Msg: "It is wrong.", Fields: []platform.Problem{{Location: "client_id", Message: "is another address"}}}
}

func (documents) Verify(_ context.Context, _ Client, assertion string, audiences []string) error {
	if assertion == "right" && audiences[0] == issuer && audiences[1] == issuer+"/oauth/token" {
		return nil
	}
	return platform.Errorf(platform.CodeUnauthenticated, "The assertion has expired.")
}

func (documents) AppAt(_ context.Context, resource string) (App, error) {
	if resource == issuer+"/servers/shop/mcp" {
		return App{ID: "a1", Access: platform.AccessPerson}, nil
	}
	return App{}, platform.Errorf(platform.CodeAppNotFound, "No app.")
}

func bare(t testing.TB) *Service {
	t.Helper()
	s, err := New(Options{Issuer: issuer, Store: nothing{}, Clients: documents{}, Assertions: documents{}, Apps: documents{}, Key: []byte(strings.Repeat("k", 32)),
		Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A client proves who it is as its document says, by whatever of it both sides do.
func TestClientsProveThemselves(t *testing.T) {
	t.Parallel()
	chatgpt := "https://chatgpt.com/oauth/client.json"
	of := "x." + "eyJzdWIiOiJodHRwczovL2NoYXRncHQuY29tL29hdXRoL2NsaWVudC5qc29uIn0" + ".x" // sub: ChatGPT's
	for name, c := range map[string]struct {
		form url.Values
		id   string
		code ErrorCode
		says string
	}{
		"by its id":                {url.Values{"client_id": {web().ID}}, web().ID, "", ""},
		"registered":               {url.Values{"client_id": {native().ID}}, native().ID, "", ""},
		"by assertion":             {url.Values{"client_id": {chatgpt}, "client_assertion": {"right"}, "client_assertion_type": {assertionType}}, chatgpt, "", ""},
		"by assertion alone":       {url.Values{"client_assertion": {of}, "client_assertion_type": {assertionType}}, "", InvalidClient, "has expired"},
		"nobody":                   {url.Values{}, "", InvalidClient, "client_id is missing"},
		"an unknown registration":  {url.Values{"client_id": {NewClientID()}}, "", InvalidClient, "connect it again"},
		"a faulty document":        {url.Values{"client_id": {"https://x.example/"}}, "", InvalidClient, "client_id is another address"},
		"without its assertion":    {url.Values{"client_id": {chatgpt}}, "", InvalidClient, "private_key_jwt"},
		"a wrong assertion":        {url.Values{"client_id": {chatgpt}, "client_assertion": {"x"}, "client_assertion_type": {assertionType}}, "", InvalidClient, "has expired"},
		"an assertion of no type":  {url.Values{"client_id": {chatgpt}, "client_assertion": {"right"}}, "", InvalidClient, "client_assertion_type"},
		"an assertion unannounced": {url.Values{"client_id": {web().ID}, "client_assertion": {"right"}, "client_assertion_type": {assertionType}}, "", InvalidClient, "does not offer"},
		"a secret":                 {url.Values{"client_id": {web().ID}, "client_secret": {"s"}}, "", InvalidClient, "no secrets"},
	} {
		got, err := bare(t).prove(t.Context(), c.form, "")
		refusal := (*Refusal)(nil)
		if c.code == "" {
			if err != nil || got.ID != c.id {
				t.Errorf("%s: %v %q", name, err, got.ID)
			}
		} else if !errors.As(err, &refusal) || refusal.Code != c.code || !strings.Contains(refusal.Text, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := bare(t).prove(t.Context(), url.Values{"client_id": {"https://away.example/client"}}, ""); !platform.IsCode(err, platform.CodeUpstream) {
		t.Errorf("a host that is away: %v", err)
	}
}

func TestTokenRequests(t *testing.T) {
	t.Parallel()
	code, refresh := newSecret(codePrefix), newSecret(refreshPrefix)
	for name, c := range map[string]struct {
		form url.Values
		code ErrorCode
		says string
	}{
		"no grant":          {url.Values{}, InvalidRequest, "grant_type is missing"},
		"another grant":     {url.Values{"grant_type": {"client_credentials"}}, UnsupportedGrant, "authorization_code or refresh_token"},
		"a repetition":      {url.Values{"grant_type": {"refresh_token", "refresh_token"}}, InvalidRequest, "grant_type must not be repeated"},
		"no code":           {url.Values{"grant_type": {"authorization_code"}}, InvalidRequest, "code is missing"},
		"no verifier":       {url.Values{"grant_type": {"authorization_code"}, "code": {code}}, InvalidRequest, "PKCE is required"},
		"no refresh token":  {url.Values{"grant_type": {"refresh_token"}}, InvalidRequest, "refresh_token is missing"},
		"an unknown code":   {url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {verifier}, "client_id": {web().ID}}, InvalidGrant, "The code is unknown"},
		"a formless code":   {url.Values{"grant_type": {"authorization_code"}, "code": {"x"}, "code_verifier": {verifier}, "client_id": {web().ID}}, InvalidGrant, "The code is unknown"},
		"an unknown token":  {url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {web().ID}}, InvalidGrant, "The refresh token is unknown"},
		"an access token":   {url.Values{"grant_type": {"refresh_token"}, "refresh_token": {newSecret(accessPrefix)}, "client_id": {web().ID}}, InvalidGrant, "The refresh token is unknown"},
		"an app's resource": {url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {web().ID}, "resource": {"HTTPS://BERTH.example/servers/shop/mcp"}}, InvalidGrant, "unknown"},
		"nobody's resource": {url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {web().ID}, "resource": {"https://other.example/"}}, InvalidTarget, "No app"},
		"no resource":       {url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "client_id": {web().ID}, "resource": {"x"}}, InvalidTarget, "resource must be"},
	} {
		refusal := (*Refusal)(nil)
		if _, err := bare(t).Exchange(t.Context(), c.form, ""); !errors.As(err, &refusal) || refusal.Code != c.code || !strings.Contains(refusal.Text, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzToken holds: without a code or a token of ours nothing is given, and the client reads why.
func FuzzToken(f *testing.F) {
	f.Add("grant_type=authorization_code&code=btc_x&code_verifier=y&client_id=https://claude.ai/oauth/client")
	f.Add("grant_type=refresh_token&refresh_token=btr_x&client_id=" + native().ID + "&resource=%zz")
	f.Add("grant_type=refresh_token&refresh_token=" + newSecret(refreshPrefix) + "&client_assertion=a.eyJzdWIiOiJ4In0.b&client_assertion_type=" + url.QueryEscape(assertionType))
	s := bare(f)
	f.Fuzz(func(t *testing.T, raw string) {
		form, err := ParseForm(raw)
		if err != nil {
			return
		}
		answer, err := s.Exchange(t.Context(), form, "192.0.2.1")
		refusal := (*Refusal)(nil)
		if (!errors.As(err, &refusal) || refusal.Code == "" || refusal.Text == "") && !platform.IsCode(err, platform.CodeUpstream) || answer != (TokenAnswer{}) {
			t.Errorf("%q: %v %+v", raw, err, answer)
		}
		if err := s.RevokeToken(t.Context(), url.Values{"token": {raw}}); err != nil {
			t.Error(err)
		}
	})
}
