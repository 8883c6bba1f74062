package oidc_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/people/oidc"
	"berth/platform/store/storetest"
)

const (
	clientID = "berth"
	secret   = "s3cret"
	callback = "https://apps.example.com/oauth/callback"
)

// provider is an OpenID provider on this machine at which one person is signed in.
type provider struct {
	*httptest.Server
	key    *rsa.PrivateKey
	mu     sync.Mutex
	claims map[string]any         // besides iss, aud, iat, exp and nonce
	edit   func(m map[string]any) // of what it signs
	nonces map[string]string      // by code
	proofs map[string]string      // challenges by code
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{key: key, nonces: map[string]string{}, proofs: map[string]string{}, claims: map[string]any{"sub": "u1", "email": "ann@example.com", "email_verified": true, "name": "Ann"}}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
	})
	mux.HandleFunc("/token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// signIn is what the browser does there: it comes back with a code.
func (p *provider) signIn(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, p.URL+"/authorize?") {
		t.Fatalf("%s: %v", address, err)
	}
	q := u.Query()
	if q.Get("redirect_uri") != callback || q.Get("client_id") != clientID || q.Get("code_challenge_method") != "S256" || !strings.Contains(q.Get("scope"), "openid") {
		t.Fatalf("%v", q)
	}
	code := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.nonces[code], p.proofs[code] = q.Get("nonce"), q.Get("code_challenge")
	return url.Values{"code": {code}, "state": {q.Get("state")}}
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.FormValue("code")
	_, given, _ := r.BasicAuth()
	if p.proofs[code] == "" || r.FormValue("code_verifier") == "" || given != secret && r.FormValue("client_secret") != secret {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
		return
	}
	delete(p.proofs, code)
	claims := map[string]any{"iss": p.URL, "aud": clientID, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "nonce": p.nonces[code]}
	for name, v := range p.claims {
		claims[name] = v
	}
	if p.edit != nil {
		p.edit(claims)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: p.key, KeyID: "k"}}, nil)
	if err != nil {
		panic(err) // of a key that was made for this
	}
	id, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		panic(err) // of a key that was made for this
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": id})
}

// site is a server whose people can sign in at the provider, on a real database.
func site(t *testing.T, p *provider, change ...func(*identity.Options)) *identity.Service {
	t.Helper()
	at, err := oidc.New(oidc.Options{Issuer: p.URL, ClientID: clientID, ClientSecret: secret, Name: "Example", Redirect: callback})
	if err != nil {
		t.Fatal(err)
	}
	o := identity.Options{Store: storetest.Open(t), Log: slog.New(slog.DiscardHandler), Now: time.Now, SignUp: identity.SignUpOpen, PublicURL: "https://apps.example.com",
		Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 100}, PasswordCost: identity.CheapPasswords, Provider: at}
	for _, f := range change {
		f(&o)
	}
	return identity.New(o)
}

func come(t *testing.T, s *identity.Service, p *provider) (identity.SignedIn, error) {
	t.Helper()
	address, browser, err := s.BeginAtProvider(t.Context(), platform.Actor{}, next)
	if err != nil {
		t.Fatal(err)
	}
	in, led, err := s.SignInAtProvider(t.Context(), platform.Actor{}, browser, p.signIn(t, address))
	if led != next {
		t.Errorf("it leads to %.40q", led)
	}
	return in, err
}

// next is as long as what hosts send: more than any cookie holds.
var next = "/oauth/authorize?state=" + strings.Repeat("s", 12<<10)

func want(t *testing.T, err error, code platform.Code) {
	t.Helper()
	if !platform.IsCode(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestSomebodyNewGetsAnAccountAndKeepsIt(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := site(t, p)
	first, err := come(t, s, p)
	if err != nil || first.User.Email != "ann@example.com" || first.User.Name != "Ann" || first.Workspace.ID != "" {
		t.Fatalf("%+v, %v", first, err)
	}
	p.claims["email"], p.claims["email_verified"] = "other@example.com", false // the subject counts
	again, err := come(t, s, p)
	if err != nil || again.User.ID != first.User.ID || again.Token == first.Token {
		t.Errorf("%+v, %v", again, err)
	}
}

// An account that exists is found by an address that the provider has verified, and by nothing else.
func TestAnAccountIsLinkedByAVerifiedAddressAlone(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := site(t, p)
	ann, err := s.SignUp(t.Context(), platform.Actor{}, identity.NewAccount{Email: "Ann@example.com", Password: "correct horse battery staple"})
	if err != nil {
		t.Fatal(err)
	}
	for name, unproven := range map[string]map[string]any{"not verified": {"email_verified": false}, "says nothing": {"email_verified": nil}, "no address": {"email": nil}, "no address at all": {"email": "nobody"}} {
		p.edit = func(m map[string]any) {
			for k, v := range unproven {
				if m[k] = v; v == nil {
					delete(m, k)
				}
			}
		}
		if in, err := come(t, s, p); !platform.IsCode(err, platform.CodeForbidden) {
			t.Errorf("%s: %+v, %v", name, in, err)
		}
	}
	p.edit = nil
	in, err := come(t, s, p)
	if err != nil || in.User.ID != ann.User.ID {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestClosedToNewPeople(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := site(t, p, func(o *identity.Options) { o.People = identity.SignUpClosed })
	_, err := come(t, s, p)
	want(t, err, platform.CodeForbidden)
}

func TestAnswersThatAreNotForThisBrowserOrServerAreRefused(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := site(t, p)
	begin := func() (url.Values, string) {
		address, browser, err := s.BeginAtProvider(t.Context(), platform.Actor{}, next)
		if err != nil {
			t.Fatal(err)
		}
		return p.signIn(t, address), browser
	}
	try := func(name, browser string, q url.Values) {
		t.Helper()
		if in, _, err := s.SignInAtProvider(t.Context(), platform.Actor{}, browser, q); !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("%s: %+v, %v", name, in, err)
		}
	}
	good, browser := begin()
	other, otherBrowser := begin()
	try("another browser's answer", otherBrowser, good)
	try("no browser", "", good)
	if _, _, err := s.SignInAtProvider(t.Context(), platform.Actor{}, browser, good); err != nil {
		t.Fatal(err)
	}
	try("twice", browser, good)
	_ = other
	q, browser := begin()
	q.Set("iss", "https://evil.example")
	try("another issuer", browser, q)
	q, browser = begin()
	q.Set("code", "guessed")
	try("a guessed code", browser, q)
	_, browser = begin()
	try("denied", browser, url.Values{"error": {"access_denied"}})
	for name, edit := range map[string]func(map[string]any){
		"another nonce": func(m map[string]any) { m["nonce"] = "x" }, "another audience": func(m map[string]any) { m["aud"] = "other" },
		"expired": func(m map[string]any) { m["exp"] = time.Now().Add(-time.Hour).Unix() }, "another issuer signs": func(m map[string]any) { m["iss"] = "https://evil.example" },
	} {
		q, browser := begin()
		p.mu.Lock()
		p.edit = edit
		p.mu.Unlock()
		try(name, browser, q)
	}
}

func TestAProviderThatIsAwayIsSaidToBe(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := site(t, p)
	p.Close()
	_, _, err := s.BeginAtProvider(t.Context(), platform.Actor{}, next)
	want(t, err, platform.CodeUnavailable)
}
