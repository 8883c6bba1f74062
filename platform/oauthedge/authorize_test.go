package oauthedge_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/storetest"
)

// The whole way of a client that a person has never met, on both engines.
func TestFromARequestToTokensAndBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		target := ask("scope", " offline_access  app:read nonsense", "resource", "HTTPS://BERTH.example/servers/shop/mcp/")
		next := w.do("", target, nil).to("/account/signin").Get("next")
		if next != target {
			t.Fatalf("after signing in: %q, not %q", next, target)
		}
		page := w.do("ann", next, nil).is(200).says("Claude &lt;b&gt;", "The shop", "Ann &amp; Co", "claude.ai", "known: Anthropic", "ann@example.com", "Use the app as you: see what it shows, do what it can do", "while you are away").
			lacks("<b>", "Order", "This client runs on", ">nonsense", "<script")
		policy := page.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "frame-ancestors 'none'") || !strings.HasSuffix(policy, "form-action 'self' https://claude.ai") || page.header.Get("X-Frame-Options") != "DENY" ||
			page.header.Get("Cache-Control") != "no-store" || page.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v", page.header)
		}
		back := w.do("ann", "/oauth/authorize", url.Values{"request": {page.request()}, "decision": {"allow"}}, "Origin", issuer, "Sec-Fetch-Site", "same-origin").
			to("https://claude.ai/api/mcp/auth_callback?")
		if back.Get("state") != "s&t" || back.Get("iss") != issuer || !strings.HasPrefix(back.Get("code"), "btc_") || len(back) != 3 {
			t.Fatalf("%v", back)
		}
		a := w.exchange(back.Get("code"), "redirect_uri", "https://claude.ai/api/mcp/auth_callback", "resource", issuer+"/servers/shop/mcp/signed-in")
		got := a.tokens()
		if got.Scope != "app:read offline_access" || got.Expires != 3600 || !strings.HasPrefix(got.Access, "bta_") || !strings.HasPrefix(got.Refresh, "btr_") {
			t.Errorf("%+v", got)
		}
		if h := a.header; h.Get("Cache-Control") != "no-store" || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Content-Type") != "application/json" {
			t.Errorf("%v", h)
		}
		if !w.opens(got.Access) {
			t.Error("the access token is not valid")
		}
		w.Pass(30 * time.Minute)
		again := w.refresh(got.Refresh, "scope", "app:read", "resource", issuer+"/servers/shop/mcp").tokens()
		if again.Refresh == got.Refresh || again.Access == got.Access || again.Scope != "app:read" || !w.opens(again.Access) {
			t.Errorf("%+v", again)
		}
		// A client that was allowed before is not asked about again; what it may do for others is.
		code := w.do("ann", target, nil).to("https://claude.ai/").Get("code")
		w.exchange(code).tokens()
		w.do("bob", target, nil).says("Do not allow")
		w.do("ann", ask("resource", issuer+"/servers/other/mcp"), nil).says("The other")
		w.do("ann", ask("scope", "orders:write"), nil).says("Order &lt;things&gt;", "orders:read")
		w.do("ann", ask("prompt", "consent"), nil).says("Do not allow")
		w.do("ann", ask("prompt", "select_account"), nil).says("Use another account")
		login := ask("prompt", "login")
		if next := w.do("ann", login, nil).to("/account/signin").Get("next"); next != login {
			t.Errorf("after signing in anew: %q, not %q", next, login)
		}
		w.do("ann", ask("prompt", "none"), nil).to("https://claude.ai/").Get("code")

		// What is given back ends: the refresh token with all that it gave.
		w.do("", "/oauth/revoke", url.Values{"token": {again.Refresh}, "client_id": {claude}}).is(200)
		if w.opens(again.Access) || w.opens(got.Access) {
			t.Error("tokens outlive their grant")
		}
		w.refresh(again.Refresh).refused(400, authorization.InvalidGrant)
		for _, secret := range []string{got.Access, got.Refresh, again.Access, again.Refresh, back.Get("code"), code} {
			if strings.Contains(w.log.String(), secret[4:]) {
				t.Errorf("the log holds %s", secret)
			}
		}
	})
}

func TestNobodyIsSentToStrangers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	for target, c := range map[string]struct {
		status int
		says   string
	}{
		ask("client_id", ""):                                        {400, "must have one client_id"},
		ask("client_id", faulty):                                    {400, "redirect_uris is missing"},
		ask("client_id", "btc_aaaaaaaaaaaaaaaaaaaaaaaaaa"):          {400, "connect it again"},
		ask("client_id", away):                                      {502, "away.example does not answer"},
		ask("redirect_uri", ""):                                     {400, "one redirect_uri"},
		ask("redirect_uri", "https://evil.example/"):                {400, "exactly one of: https://claude.ai/api/mcp/auth_callback"},
		ask("redirect_uri", "javascript:alert(1)"):                  {400, "exactly one of"},
		ask() + "&redirect_uri=https%3A%2F%2Fevil.example%2F":       {400, "it has 2"},
		ask() + "&client_id=x":                                      {400, "it has 2"},
		"/oauth/authorize?client_id=%zz":                            {400, "cannot be read"},
		"/oauth/authorize":                                          {400, "must have one client_id"},
		ask("state", strings.Repeat("s", authorization.MaxQuery+1)): {400, "more than"},
	} {
		for _, who := range []string{"", "ann"} {
			a := w.do(who, target, nil).is(c.status).says(c.says)
			if a.header.Get("Location") != "" || a.header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(a.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("%s: %v", target, a.header)
			}
		}
	}
	w.do("ann", ask(), url.Values{}).is(400) // a request for authorization by POST has no form of ours
}

// What the client may know is told there, with the issuer.
func TestClientsReadWhatIsWrong(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	for target, want := range map[string]authorization.ErrorCode{
		ask("code_challenge", ""):                                     authorization.InvalidRequest,
		ask("code_challenge_method", "plain"):                         authorization.InvalidRequest,
		ask("response_type", "token"):                                 authorization.UnsupportedType,
		ask("request_uri", "urn:x"):                                   authorization.NoRequestURI,
		ask() + "&scope=x":                                            authorization.InvalidRequest,
		ask("resource", ""):                                           authorization.InvalidTarget,
		ask("resource", issuer+"/servers/open/mcp"):                   authorization.InvalidTarget,
		ask("resource", issuer+"/servers/none/mcp"):                   authorization.InvalidTarget,
		ask("resource", "https://elsewhere.example/servers/shop/mcp"): authorization.InvalidTarget,
		ask("prompt", "none"):                                         authorization.LoginRequired,
	} {
		got := w.do("", target, nil).to("https://claude.ai/api/mcp/auth_callback?")
		if got.Get("error") != string(want) || got.Get("iss") != issuer || got.Get("state") != "s&t" || got.Get("error_description") == "" || got.Has("code") {
			t.Errorf("%s: %v", target, got)
		}
	}
	if got := w.do("ann", ask("prompt", "none"), nil).to("https://claude.ai/"); got.Get("error") != "consent_required" || got.Get("iss") != issuer {
		t.Errorf("%v", got)
	}
	w.apps.change("suspended", func(a *authorization.App) { a.Access = platform.AccessPerson })
	if got := w.do("ann", ask("resource", issuer+"/servers/suspended/mcp"), nil).to("https://claude.ai/"); got.Get("error") != "invalid_target" {
		t.Errorf("%v", got)
	}
}

// States of 4 KiB come through signing in, consent and back (some clients keep their own state in it).
func TestLongStates(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	state := strings.Repeat("é&+%\" ", 4096/7)
	target := ask("state", state)
	if next := w.do("", target, nil).to("/account/signin").Get("next"); next != target {
		t.Error("the state is lost on the way to signing in")
	}
	if next := w.do("", ask("state", "")+`&state=a\b"é`, nil).to("/account/signin").Get("next"); !strings.Contains(next, "state=a%5Cb%22%C3%A9") {
		t.Errorf("a sign-in would have to lead to %q", next)
	}
	form := w.do("ann", target, nil).request()
	if got := w.do("ann", "/oauth/authorize", url.Values{"request": {form}, "decision": {"allow"}}).to("https://claude.ai/").Get("state"); got != state {
		t.Errorf("comes back as %q", got)
	}
}

// A client that was only ever granted one app need not name it.
func TestTheOnlyAppNeedNotBeNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	w.exchange(w.allow("ann", ask())).tokens()
	w.do("bob", ask("resource", ""), nil).says("The shop")
	got := w.exchange(w.allow("bob", ask("resource", ""))).tokens()
	if !w.opens(got.Access) {
		t.Error("the token is not valid")
	}
	w.allow("bob", ask("resource", issuer+"/servers/other/mcp"))
	if got := w.do("ann", ask("resource", ""), nil).to("https://claude.ai/"); got.Get("error") != "invalid_target" {
		t.Errorf("%v", got)
	}
}

func TestRequestsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	for range 600 {
		w.do("", "/oauth/authorize", nil).is(400)
	}
	if a := w.do("", ask(), nil).is(429); a.header.Get("Retry-After") == "" {
		t.Errorf("%v", a.header)
	}
	w.do("", ask(), nil, "X-Address", "192.0.2.2").to("/account/signin")
	w.Pass(time.Second)
	w.do("", ask(), nil).to("/account/signin")
}

// The authors of an app read where clients failed, in words.
func TestAttemptsAreRecorded(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		steps := func() (all []string) {
			found, err := w.store.Attempts(t.Context(), w.ann, w.apps.apps["shop"].ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range found {
				all = append(all, strings.Join([]string{string(a.Step), string(a.Outcome), a.Person, a.Client, a.Reason}, "|"))
			}
			return all
		}
		w.do("", ask("redirect_uri", "https://evil.example/"), nil).is(400)
		w.do("", ask("code_challenge", ""), nil)
		w.do("", ask(), nil)
		code := w.allow("bob", ask())
		w.exchange(code, "code_verifier", strings.Repeat("x", 43)).is(400)
		w.exchange(w.allow("ann", ask())).tokens()
		w.do("", "/oauth/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {"x"}, "client_id": {claude}, "resource": {issuer + "/servers/shop/mcp"}})
		w.exchange(w.allow("ann", ask("resource", issuer+"/servers/other/mcp")), "resource", issuer+"/servers/shop/mcp").refused(400, authorization.InvalidTarget)
		bob := platform.PersonID(w.apps.apps["shop"].ID, w.bob.User)
		ann := platform.PersonID(w.apps.apps["shop"].ID, w.ann.User)
		want := []string{
			"token|failed||" + claude + "|This was issued for another app",
			"refresh|failed||" + claude + "|The refresh token is unknown",
			"token|ok|" + ann + "|" + claude + "|",
			"consent|ok|ann@example.com|" + claude + "|", // of the author's workspace
			"consent|waiting|ann@example.com|" + claude + "|",
			"token|failed|" + bob + "|" + claude + "|code_verifier is not",
			"consent|ok|" + bob + "|" + claude + "|",
			"consent|waiting|" + bob + "|" + claude + "|",
			"authorize|waiting||" + claude + "|",
			"authorize|failed||" + claude + "|code_challenge is missing: PKCE",
			"authorize|failed||" + claude + "|redirect_uri “https://evil.example/” is none of the client's. It must be exactly one of: https://claude.ai/",
		}
		got := steps()
		if len(got) != len(want) {
			t.Fatalf("%d attempts: %s", len(got), strings.Join(got, "\n"))
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) || strings.HasSuffix(want[i], "|") && got[i] != want[i] {
				t.Errorf("%d: %q, not %q", i, got[i], want[i])
			}
		}
		if _, err := w.store.Attempts(t.Context(), w.bob, w.apps.apps["shop"].ID); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Errorf("another workspace: %v", err)
		}
	})
}

func TestHEADChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	w.exchange(w.allow("ann", ask())).tokens()
	before, err := w.store.Grants(t.Context(), w.ann.User)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodHead, issuer+ask(), nil)
	r.AddCookie(&http.Cookie{Name: "who", Value: "ann"})
	w.serve(r)
	if after, err := w.store.Grants(t.Context(), w.ann.User); err != nil || len(after) != len(before) {
		t.Errorf("%v: %d grants, then %d", err, len(before), len(after))
	}
}

// Anybody may register a client: a link to our address that leads to theirs at once could be used to deceive.
func TestErrorsOfUnknownClientsAreReadFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	c := authorization.Client{ID: authorization.NewClientID(), Name: "Free gifts", Redirects: []string{"https://evil.example/cb", "http://localhost/cb"}, Methods: []string{authorization.MethodNone}}
	if err := w.store.Register(t.Context(), c, "192.0.2.66", w.Now()); err != nil {
		t.Fatal(err)
	}
	evil := ask("client_id", c.ID, "redirect_uri", "https://evil.example/cb", "code_challenge", "")
	a := w.do("", evil, nil, "Sec-Fetch-Dest", "document").is(400).says("PKCE is required", "Go on to evil.example", `href="https://evil.example/cb?error=invalid_request`)
	if a.header.Get("Location") != "" {
		t.Errorf("%v", a.header)
	}
	w.do("", ask("client_id", c.ID, "redirect_uri", "https://evil.example/cb", "prompt", "none"), nil, "Sec-Fetch-Dest", "document").is(400).says("Go on to evil.example")
	w.do("ann", evil, nil, "Sec-Fetch-Dest", "document").to("https://evil.example/cb?")
	w.do("", evil, nil).to("https://evil.example/cb?") // programs
	w.do("", ask("client_id", c.ID, "redirect_uri", "http://localhost/cb", "code_challenge", ""), nil, "Sec-Fetch-Dest", "document").to("http://localhost/cb?")
	w.do("", ask("code_challenge", ""), nil, "Sec-Fetch-Dest", "document").to("https://claude.ai/")
}
