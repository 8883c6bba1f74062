package oauthedge_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/storetest"
)

// A code is for one client, one redirect, one app and one proof, once.
func TestCodesAreBound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	w.exchange(w.allow("ann", ask("client_id", code, "redirect_uri", "http://localhost:1/callback"))).refused(400, authorization.InvalidGrant).says("another client")
	w.exchange(w.allow("ann", ask()), "redirect_uri", "https://claude.ai/other").refused(400, authorization.InvalidGrant)
	w.exchange(w.allow("ann", ask("prompt", "consent")), "code_verifier", strings.Repeat("a", 43)).refused(400, authorization.InvalidGrant).says("code_verifier")
	w.exchange(w.allow("ann", ask("prompt", "consent")), "resource", issuer+"/servers/other/mcp").refused(400, authorization.InvalidTarget)
	w.exchange(w.allow("ann", ask("prompt", "consent")), "resource", issuer+"/servers/none/mcp").refused(400, authorization.InvalidTarget)
	w.exchange("btc_"+strings.Repeat("A", 43)).refused(400, authorization.InvalidGrant)
	// A wrong proof has used the code up.
	late := w.allow("ann", ask("prompt", "consent"))
	w.exchange(late, "code_verifier", strings.Repeat("a", 43)).refused(400, authorization.InvalidGrant)
	w.exchange(late).refused(400, authorization.InvalidGrant)
	late = w.allow("ann", ask("prompt", "consent"))
	w.Pass(time.Minute + time.Second)
	w.exchange(late).refused(400, authorization.InvalidGrant)
}

func TestACodeUsedTwiceEndsWhatItGave(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		other := w.exchange(w.allow("bob", ask())).tokens()
		again := w.allow("ann", ask())
		got := w.exchange(again).tokens()
		w.exchange(again).refused(400, authorization.InvalidGrant).says("used before")
		if w.opens(got.Access) || !w.opens(other.Access) {
			t.Error("the wrong tokens have ended")
		}
		w.refresh(got.Refresh).refused(400, authorization.InvalidGrant)
		w.refresh(other.Refresh).tokens()
	})
}

// Clients refresh from two machines at once, and lose answers: within the grace everybody gets the same successor.
func TestTwentyRefreshesAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		first := w.exchange(w.allow("ann", ask())).tokens()
		var together sync.WaitGroup
		all := make([]*answer, 20)
		for i := range all {
			together.Go(func() { all[i] = w.refresh(first.Refresh) })
		}
		together.Wait()
		access := map[string]bool{}
		for _, a := range all {
			got := a.tokens()
			if got.Refresh != all[0].tokens().Refresh || got.Refresh == first.Refresh {
				t.Errorf("another successor: %s", got.Refresh)
			}
			access[got.Access] = true
			if !w.opens(got.Access) {
				t.Error("an access token is not valid")
			}
		}
		if len(access) != len(all) {
			t.Errorf("%d access tokens", len(access))
		}
		second := all[0].tokens().Refresh
		third := w.refresh(second).tokens().Refresh
		if w.refresh(second).tokens().Refresh != third {
			t.Error("the successor changes")
		}
		w.Pass(61 * time.Second)
		w.refresh(second).refused(400, authorization.InvalidGrant).says("used before")
		w.refresh(third).refused(400, authorization.InvalidGrant)
		for token := range access {
			if w.opens(token) {
				t.Error("an access token outlives its family")
			}
		}
	})
}

func TestRefreshTokensAreBound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	if got := w.exchange(w.allow("ann", ask("scope", "app:read"))).tokens(); got.Refresh != "" || got.Scope != "app:read" {
		t.Errorf("without offline_access: %+v", got)
	}
	got := w.exchange(w.allow("ann", ask("scope", "app:read orders:write offline_access"))).tokens()
	if got.Scope != "app:read orders:write orders:read offline_access" {
		t.Errorf("%+v", got)
	}
	w.refresh(got.Refresh, "client_id", code).refused(400, authorization.InvalidGrant).says("another client")
	w.refresh(got.Refresh, "resource", issuer+"/servers/other/mcp").refused(400, authorization.InvalidTarget)
	w.refresh(got.Access).refused(400, authorization.InvalidGrant)
	if again := w.refresh(got.Refresh, "scope", "orders:read app:write nonsense").tokens(); again.Scope != "orders:read" {
		t.Errorf("%+v", again)
	} else if again = w.refresh(again.Refresh, "scope", "nonsense").tokens(); again.Scope != got.Scope {
		t.Errorf("%+v", again)
	}
	w.Pass(91 * 24 * time.Hour)
	late := w.exchange(w.allow("bob", ask())).tokens()
	w.Pass(91 * 24 * time.Hour)
	w.refresh(late.Refresh).refused(400, authorization.InvalidGrant)
}

func TestWhatTheTokenEndpointTakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	send := func(method, path, kind, body string, header ...string) *answer {
		r := httptest.NewRequestWithContext(t.Context(), method, issuer+path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return w.serve(r)
	}
	const form = "application/x-www-form-urlencoded"
	send("POST", "/oauth/token", "application/json", `{"grant_type":"refresh_token"}`).refused(400, authorization.InvalidRequest)
	send("POST", "/oauth/token", "", "grant_type=refresh_token").refused(400, authorization.InvalidRequest)
	send("POST", "/oauth/token", form, "%zz").refused(400, authorization.InvalidRequest)
	send("POST", "/oauth/token", form+"; charset=utf-8", "").refused(400, authorization.InvalidRequest)
	send("POST", "/oauth/token?grant_type=refresh_token", form, "").refused(400, authorization.InvalidRequest).says("grant_type is missing")
	send("POST", "/oauth/token", form, strings.Repeat("x", 65<<10)).refused(413, authorization.InvalidRequest)
	if a := send("POST", "/oauth/token", form, "grant_type=refresh_token&refresh_token=x", "Authorization", "Basic eDo=").refused(401, authorization.InvalidClient); a.header.Get("WWW-Authenticate") == "" {
		t.Errorf("%v", a.header)
	}
	send("POST", "/oauth/token", form, "grant_type=refresh_token&refresh_token=x&client_id=btc_aaaaaaaaaaaaaaaaaaaaaaaaaa").refused(401, authorization.InvalidClient)
	send("POST", "/oauth/token", form, "grant_type=refresh_token&refresh_token=x&client_id="+url.QueryEscape(away)).refused(503, authorization.TemporarilyAway)
	send("GET", "/oauth/token", form, "").is(405)
	send("POST", "/oauth/revoke", form, "token=unknown").is(200)
	send("POST", "/oauth/revoke", form, "client_id=x&token=").refused(400, authorization.InvalidRequest).says("token is missing")
	send("POST", "/oauth/revoke", "application/json", "{}").refused(400, authorization.InvalidRequest)
	for _, path := range []string{"/oauth/token", "/oauth/revoke", "/oauth/register", "/.well-known/oauth-authorization-server"} {
		if h := send("OPTIONS", path, "", "").is(204).header; h.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "Content-Type") || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") {
			t.Errorf("%s: %v", path, h)
		}
	}
	if h := send("OPTIONS", "/oauth/authorize", "", "").header; h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("authorize: %v", h)
	}
}

func TestMetadataIsTheSameAtBothAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	a, b := w.do("", "/.well-known/oauth-authorization-server", nil).is(200), w.do("", "/.well-known/openid-configuration", nil).is(200)
	if a.body != b.body || a.header.Get("ETag") == "" || a.header.Get("ETag") != b.header.Get("ETag") || a.header.Get("Content-Type") != "application/json" ||
		a.header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(a.header.Get("Cache-Control"), "max-age=3600") {
		t.Errorf("%v %s", a.header, a.body)
	}
	a.says(`"issuer":"`+issuer+`"`, `"registration_endpoint"`, `"introspection_endpoint"`).lacks("private_key_jwt") // no assertions are wired here
	w.do("", "/.well-known/openid-configuration", nil, "If-None-Match", a.header.Get("ETag")).is(304)
}

func TestRegistration(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		register := func(body string) *answer {
			r := httptest.NewRequestWithContext(t.Context(), "POST", issuer+"/oauth/register", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Address", "192.0.2.9")
			return w.serve(r)
		}
		a := register(`{"client_name":"Editor","redirect_uris":["http://127.0.0.1:33418/","cursor://x/cb"],"token_endpoint_auth_method":"client_secret_basic","software_id":"x"}`).is(201)
		var got authorization.Registration
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || !authorization.IsClientID(got.ID) || got.Method != "none" || got.ApplicationType != "native" || got.IssuedAt == 0 || len(got.Redirects) != 2 ||
			strings.Contains(a.body, "secret") || a.header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%v %s", err, a.body)
		}
		target := ask("client_id", got.ID, "redirect_uri", "http://127.0.0.1:50000/")
		w.do("ann", target, nil).says("Editor", "chose its name itself", "127.0.0.1:50000").lacks("known:")
		w.exchange(w.allow("ann", target), "client_id", got.ID, "redirect_uri", "http://127.0.0.1:50000/").tokens()
		page := w.do("ann", ask("client_id", got.ID, "redirect_uri", "cursor://x/cb"), nil).says("an app on your device (cursor)")
		if policy := page.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "form-action 'self' cursor:") {
			t.Errorf("%s", policy)
		}
		w.do("ann", "/oauth/authorize", url.Values{"request": {page.request()}, "decision": {"allow"}}).to("cursor://x/cb?")

		register(`{"redirect_uris":["javascript:alert(1)"]}`).refused(400, authorization.InvalidRedirect)
		register(`{"redirect_uris":`).refused(400, authorization.InvalidMetadata)
		for range 7 {
			register(`{"redirect_uris":["https://a.example/cb"]}`).is(201)
		}
		if a := register(`{"redirect_uris":["https://a.example/cb"]}`).is(429); a.header.Get("Retry-After") == "" {
			t.Errorf("%v", a.header)
		}
		w.do("", "/oauth/register", url.Values{"redirect_uris": {"https://a.example/cb"}}).refused(400, authorization.InvalidMetadata)
	})
}

func TestRegistrationCanBeOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t), func(o *authorization.Options) { o.Register, o.Introspect = false, false })
	w.do("", "/oauth/register", url.Values{}).is(404)
	w.do("", "/oauth/introspect", url.Values{}).is(404)
	w.do("", "/.well-known/oauth-authorization-server", nil).is(200).lacks("registration_endpoint", "introspection_endpoint")
}

// Whose app it is may ask about its tokens, as a handler of it knows the person.
func TestIntrospection(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	got := w.exchange(w.allow("bob", ask("scope", "orders:write"))).tokens()
	inspect := func(key, token string) *answer {
		return w.do("", "/oauth/introspect", url.Values{"token": {token}}, "Authorization", "Bearer "+key)
	}
	inspect("ann", got.Access).is(200).says(`"active":true`, `"scope":"orders:write orders:read"`, platform.PersonID(w.apps.apps["shop"].ID, w.bob.User), `"client_id":"`+claude+`"`).lacks(string(w.bob.User), "bob@")
	for _, a := range []*answer{inspect("bob", got.Access), inspect("ann", "bta_"+strings.Repeat("A", 43)), inspect("ann", "x")} {
		if a.is(200).body != `{"active":false}` {
			t.Errorf("%s", a.body)
		}
	}
	inspect("nobody", got.Access).is(401)
	w.do("", "/oauth/introspect", url.Values{"token": {got.Access}}, "Authorization", "Basic ann").is(401)
}

var errKilled = errors.New("killed")

// Between redeeming a code and answering, the process may end: then the code is used, and nothing that it gave can be used by anybody.
func TestNothingIsLeftOfAnAnswerThatWasNeverSent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		used := w.allow("ann", ask())
		var given authorization.Issued
		access := []byte(strings.Repeat("h", 32)) // of a token whose text nobody has
		_, err := w.store.Redeem(t.Context(), authorization.HashOf(used), w.Now(), func(authorization.Code) error { return nil }, func(c authorization.Code) authorization.Issued {
			given = authorization.Issued{Access: authorization.AccessToken{Hash: access, Scopes: c.Grant.Scopes, ExpiresAt: w.Now().Add(time.Hour)}}
			return given
		})
		if err != nil {
			t.Fatal(err)
		}
		w.exchange(used).refused(400, authorization.InvalidGrant) // the client tries again
		if _, _, _, err := w.store.Token(t.Context(), access); !platform.IsCode(err, platform.CodeNotFound) {
			t.Errorf("what the code gave is usable: %v", err)
		}
		// A transaction that did not commit has used nothing up.
		fresh := w.allow("bob", ask())
		func() {
			defer func() { _ = recover() }()
			_, _ = w.store.Redeem(t.Context(), authorization.HashOf(fresh), w.Now(), func(authorization.Code) error { panic(errKilled) }, func(authorization.Code) authorization.Issued { return given })
		}()
		w.exchange(fresh).tokens()
	})
}

func TestMethods(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodDelete, issuer+"/account/connections", nil)
	w.serve(r).is(405)
}

// A client that refreshes without end fills no database, and disturbs nobody else.
func TestRefreshesAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	grant := func() string {
		return w.exchange(w.allow("ann", ask("scope", "app:read offline_access", "prompt", "consent"))).tokens().Refresh
	}
	token, other := grant(), grant()
	for range 60 {
		token = w.refresh(token).tokens().Refresh
	}
	w.refresh(token).is(429)
	w.refresh(other).tokens()
	w.Pass(time.Second)
	w.refresh(token).tokens() // which was not used up
}
