package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"berth/test/oauth"
)

// attacked is a server with a client of somebody honest and one of somebody who is not, and a person who lets the honest one in.
type attacked struct {
	*world
	victim       *oauth.Browser
	honest, evil *oauth.Client
}

func newAttacked(t *testing.T, w *world, name string) *attacked {
	t.Helper()
	a := &attacked{world: w, victim: w.person(t, name+"@example.com")}
	server := oauth.Discover(t, w.todo()).Server
	client := func(at, redirect string) *oauth.Client {
		id := w.host.Publish(t, "/"+name+"/"+at+".json", map[string]any{"client_name": "Client", "redirect_uris": []string{redirect}})
		return &oauth.Client{T: t, Server: server, ID: id, Redirect: redirect, Resource: w.todo(), Scope: "app:read app:write offline_access"}
	}
	a.honest, a.evil = client("honest", "https://honest.example/back"), client("evil", "https://evil.example/back")
	return a
}

// TestOAuthAttacks tries what is known of attacks on authorization servers (RFC 9700) on a real one.
func TestOAuthAttacks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, attack := range map[string]func(t *testing.T, a *attacked){
		"redirects": wayBack, "pkce": downgrade, "codes": codeInjection, "pollution": pollution, "consent": forgedConsent, "frames": framed, "tokens": tokenConfusion, "next": openRedirect,
		"scopes": scopeTricks, "resources": resourceTricks, "documents": poisonedDocuments, "sessions": sessionFixation, "grants": grantsOfOthers, "own": ownServer,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attack(t, newAttacked(t, w, name))
		})
	}
}

// asked opens a request that was changed, and returns the page.
func (a *attacked) asked(c *oauth.Client, change func(q url.Values)) *oauth.Page {
	r := c.NewRequest()
	change(r.Query)
	return c.Ask(a.victim, r)
}

// wayBack: codes go to the very addresses of the client's document, and to nobody else's.
func wayBack(t *testing.T, a *attacked) {
	for _, redirect := range []string{
		"", "https://evil.example/back", "https://honest.example/back/", "https://honest.example/Back", "https://honest.example/back?", "https://honest.example/back?x=y", "https://honest.example/back#", "https://honest.example/back#x",
		"http://honest.example/back", "https://honest.example:443/back", "https://honest.example:8443/back", "https://HONEST.example/back", "https://honest.example./back", "https://www.honest.example/back",
		"https://honest.example@evil.example/back", "https://user@honest.example/back", "https://honest.example/x/../back", "https://honest.example/./back", "https://honest.example//back", "https://honest.example/%62ack",
		"https://honest.example/back%00", "https://honest.example/back%0d%0aX: y", "https://honest.example/back\r\nX: y", "https://honest.example\\@evil.example/back", "https://honest.example%2f@evil.example/back",
		"https://honest.example%252fback", "https:honest.example/back", "//honest.example/back", "/back", "https://hönest.example/back", "https://honest.exampl\u0435/back", "https://honest。example/back",
		" https://honest.example/back", "https://honest.example/back ", "javascript:alert(1)", "data:text/html,x", "https://honest.example/back,https://evil.example/back", "https://honest.example/back https://evil.example/back",
	} {
		p := a.asked(a.honest, func(q url.Values) { q.Set("redirect_uri", redirect) })
		if p.Status != http.StatusBadRequest || p.Away != nil || p.Header.Get("Location") != "" {
			t.Errorf("%q: %d %v", redirect, p.Status, p.Away)
		}
	}
	if p := a.asked(a.honest, func(q url.Values) { q.Del("redirect_uri") }); p.Status != http.StatusBadRequest {
		t.Errorf("without one: %d %v", p.Status, p.Away)
	}
	for _, id := range []string{"", "x", "https://nobody.example.invalid/x", a.honest.ID + "x", a.host.URL, a.host.URL + "/", a.honest.ID + "#x", "btc_aaaaaaaaaaaaaaaaaaaaaaaaaa", "null", "javascript:alert(1)"} {
		p := a.asked(a.honest, func(q url.Values) { q.Set("client_id", id) })
		if p.Status != http.StatusBadRequest && p.Status != http.StatusBadGateway || p.Away != nil {
			t.Errorf("client %q: %d %v", id, p.Status, p.Away)
		}
		if strings.Contains(p.Body, "<script") || strings.Contains(p.Body, "href=\"javascript") {
			t.Errorf("client %q: %s", id, p.Body)
		}
	}
}

// downgrade: nothing goes without PKCE, and nothing with a weaker form of it.
func downgrade(t *testing.T, a *attacked) {
	for name, change := range map[string]func(q url.Values){
		"none":     func(q url.Values) { q.Del("code_challenge"); q.Del("code_challenge_method") },
		"empty":    func(q url.Values) { q.Set("code_challenge", "") },
		"plain":    func(q url.Values) { q.Set("code_challenge_method", "plain") },
		"default":  func(q url.Values) { q.Del("code_challenge_method") },
		"case":     func(q url.Values) { q.Set("code_challenge_method", "s256") },
		"short":    func(q url.Values) { q.Set("code_challenge", "abc") },
		"padded":   func(q url.Values) { q.Set("code_challenge", q.Get("code_challenge")+"=") },
		"implicit": func(q url.Values) { q.Set("response_type", "token") },
		"hybrid":   func(q url.Values) { q.Set("response_type", "code token") },
		"fragment": func(q url.Values) { q.Set("response_mode", "fragment") },
		"object":   func(q url.Values) { q.Set("request", "eyJhbGciOiJub25lIn0.e30.") },
		"pushed":   func(q url.Values) { q.Set("request_uri", a.host.URL+"/request") },
	} {
		r := a.honest.NewRequest()
		change(r.Query)
		answer := a.honest.Answer(r, a.honest.Ask(a.victim, r))
		if answer.Has("code") || answer.Get("error") == "" {
			t.Errorf("%s: %v", name, answer)
		}
	}
	for name, verifier := range map[string]string{"none": "", "another": strings.Repeat("x", 43), "short": "x", "the challenge": "challenge"} {
		r := a.honest.NewRequest()
		code := a.honest.Allow(a.victim, r)
		guess := r
		if guess.Verifier = verifier; verifier == "challenge" {
			guess.Verifier = r.Query.Get("code_challenge")
		}
		got := a.honest.Exchange(guess, code)
		if got.Status != http.StatusBadRequest || got.Error != "invalid_grant" && got.Error != "invalid_request" {
			t.Errorf("%s: %+v", name, got)
		}
		if got.Error == "invalid_request" {
			continue // nothing was tried
		}
		if got := a.honest.Exchange(r, code); got.Status != http.StatusBadRequest {
			t.Errorf("%s: the code is good for another guess: %+v", name, got)
		}
	}
}

// raw sends a request as the victim's browser would that another site has sent, with these headers.
func (a *attacked) raw(t *testing.T, method, address, body string, headers map[string]string) (status int, location, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer := a.victim.Do(r)
	return answer.Status, answer.Header.Get("Location"), answer.Body
}

// forgedConsent: only a page that this person was shown in this session can say yes.
func forgedConsent(t *testing.T, a *attacked) {
	r := a.evil.NewRequest()
	p := a.evil.Ask(a.victim, r)
	if len(p.Forms) == 0 || p.Away != nil {
		t.Fatalf("nobody is asked: %d %v", p.Status, p.Away)
	}
	attacker := a.person(t, "attacker-of-consent@example.com")
	theirs := a.evil.Ask(attacker, a.evil.NewRequest())
	for name, sent := range map[string]struct {
		form    url.Values
		headers map[string]string
	}{
		"nothing hidden":               {url.Values{}, nil},
		"the parameters themselves":    {r.Query, nil},
		"invented":                     {url.Values{"request": {"AAAA"}}, nil},
		"a form of another person":     {theirs.Forms[0].Fields, nil},
		"a form that was changed":      {url.Values{"request": {p.Forms[0].Fields.Get("request")[1:]}}, nil},
		"from another site":            {p.Forms[0].Fields, map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}},
		"from a sibling":               {p.Forms[0].Fields, map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "same-site"}},
		"from a sandboxed frame":       {p.Forms[0].Fields, map[string]string{"Origin": "null", "Sec-Fetch-Site": "cross-site"}},
		"from an old browser's origin": {p.Forms[0].Fields, map[string]string{"Origin": "https://evil.example"}},
	} {
		sent.form.Set("decision", "allow")
		status, location, body := a.raw(t, http.MethodPost, a.url+"/oauth/authorize", sent.form.Encode(), sent.headers)
		if status < 400 || location != "" {
			t.Errorf("%s: %d %s %s", name, status, location, body)
		}
	}
	answered := url.Values{"request": p.Forms[0].Fields["request"], "decision": {"allow"}}
	if _, location, _ := a.raw(t, http.MethodGet, a.url+"/oauth/authorize?"+answered.Encode(), "", nil); location != "" {
		t.Errorf("by a link: %s", location)
	}
	if p := a.evil.Ask(oauth.NewBrowser(t, "", ""), r); p.Away != nil {
		t.Errorf("somebody who is not signed in: %v", p.Away)
	}
	if answer := a.evil.Answer(r, a.evil.Decide(a.victim, p, "deny")); answer.Get("error") != "access_denied" {
		t.Errorf("the person's own answer: %v", answer)
	}
}

// framed: no page on which somebody decides or signs in can be shown within another one.
func framed(t *testing.T, a *attacked) {
	stranger := oauth.NewBrowser(t, "", "")
	r := a.evil.NewRequest()
	for name, p := range map[string]*oauth.Page{"sign-in": stranger.Open(a.evil.Address(r)), "sign-up": stranger.Open(a.url + "/account/signup"), "consent": a.evil.Ask(a.victim, r),
		"connections": a.victim.Open(a.url + "/account/connections"), "account": a.victim.Open(a.url + "/account"), "an error": stranger.Open(a.url + "/oauth/authorize")} {
		policy := p.Header.Get("Content-Security-Policy")
		if p.Status >= 500 || p.Status == http.StatusNotFound || !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-eval") ||
			p.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(p.Header.Get("Cache-Control"), "no-store") || strings.Contains(p.Body, "<script") {
			t.Errorf("%s: %d %v", name, p.Status, p.Header)
		}
	}
}

// openRedirect: who has signed in goes on to a page of ours.
func openRedirect(t *testing.T, a *attacked) {
	for _, next := range []string{"https://evil.example/", "//evil.example/", `/\evil.example/`, `\\evil.example`, "/%2fevil.example", "/account/../../evil", "javascript:alert(1)", "/oauth/authorize@evil.example", "https:evil.example",
		"/account\t//evil.example", "/account\r\nLocation: https://evil.example", "/\t/evil.example", "http://127.0.0.1.evil.example/account", "/accounts.evil", "/api/v1/auth/logout", "/oauth/token?x", "/oauth/authorizeevil?", "//account", "/account//evil.example/..",
		a.url + "@evil.example/", ".evil.example", "@evil.example", "/account@evil.example"} {
		b := oauth.NewBrowser(t, a.victim.Email, a.victim.Password)
		p := b.SignIn(b.Open(a.url + "/account/signin?" + url.Values{"next": {next}}.Encode()))
		if p.Away != nil || p.URL.Host != a.victim.Open(a.url+"/account").URL.Host || strings.HasPrefix(p.URL.Path, "/api/") || strings.HasPrefix(p.URL.Path, "//") || strings.Contains(p.URL.String(), "evil") && !strings.HasPrefix(p.URL.Path, "/account/signin") {
			t.Errorf("%q leads to %s %v", next, p.URL, p.Away)
		}
		if strings.Contains(p.Body, `href="https://evil`) || strings.Contains(p.Body, `href="//evil`) || strings.Contains(p.Body, `href="javascript`) {
			t.Errorf("%q: %s", next, p.Body)
		}
	}
}

// poisonedDocuments: a document speaks for its own address alone, and what one person has agreed to is not another client's.
func poisonedDocuments(t *testing.T, a *attacked) {
	a.honest.Connect(a.victim)
	host := strings.TrimPrefix(a.host.URL, "http://")
	a.host.Publish(t, "/poison/other.json", map[string]any{"client_id": a.honest.ID, "redirect_uris": []string{a.evil.Redirect}})
	for _, id := range []string{a.host.URL + "/poison/other.json", a.honest.ID + "?", a.honest.ID + "?x", a.honest.ID + "/", strings.Replace(a.honest.ID, "honest.json", "%68onest.json", 1), strings.Replace(a.honest.ID, "/honest", "//honest", 1),
		strings.Replace(a.honest.ID, "http://", "HTTP://", 1), strings.Replace(a.honest.ID, "http://", "http://x@", 1), strings.Replace(a.honest.ID, "127.0.0.1", "localhost", 1), strings.Replace(a.honest.ID, host, "evil.example#@"+host, 1)} {
		for _, redirect := range []string{a.honest.Redirect, a.evil.Redirect} {
			p := a.asked(a.honest, func(q url.Values) { q.Set("client_id", id); q.Set("redirect_uri", redirect) })
			if p.Status != http.StatusBadRequest && p.Status != http.StatusBadGateway || p.Away != nil {
				t.Errorf("%s to %s: %d %v", id, redirect, p.Status, p.Away)
			}
		}
	}
	if p := a.evil.Ask(a.victim, a.evil.NewRequest()); p.Away != nil {
		t.Error("what was agreed to for one client counts for another")
	}
	if p := a.honest.Ask(a.victim, a.honest.NewRequest()); p.Away == nil {
		t.Errorf("what was agreed to is asked for again: %d", p.Status)
	}
	hostile := a.host.Publish(t, "/poison/hostile.json", map[string]any{"client_name": `"><img src=x onerror=alert(1)>` + "\u202e", "redirect_uris": []string{"https://evil.example/back"}, "logo_uri": a.host.URL + "/poison/logo", "client_uri": "javascript:alert(1)"})
	c := *a.evil
	c.ID = hostile
	if p := c.Ask(a.victim, c.NewRequest()); p.Status != http.StatusOK || !strings.Contains(p.Body, host) || strings.Contains(p.Body, "<img") || strings.Contains(p.Body, "\u202e") || strings.Contains(p.Body, "javascript:") || a.host.Asked("/poison/logo") != 0 {
		t.Errorf("a hostile document: %d %s", p.Status, p.Body)
	}
}

// sessionFixation: who signs in gets a session that nobody knew before.
func sessionFixation(t *testing.T, a *attacked) {
	attacker := a.person(t, "attacker-of-sessions@example.com")
	attacker.SignIn(attacker.Open(a.url + "/account/signin"))
	planted := attacker.Cookies(a.url)
	if len(planted) == 0 {
		t.Fatal("signing in sets no cookie")
	}
	b := oauth.NewBrowser(t, a.victim.Email, a.victim.Password)
	b.Plant(a.url, planted)
	r := a.evil.NewRequest()
	p := b.Open(a.url + "/account/signin?" + url.Values{"next": {"/oauth/authorize?" + r.Query.Encode()}}.Encode())
	f, ok := p.Form("email", "password")
	if !ok {
		t.Fatalf("%d %s", p.Status, p.Body)
	}
	p = b.Submit(p, f, map[string]string{"email": b.Email, "password": b.Password})
	if !strings.Contains(p.Body, b.Email) || strings.Contains(p.Body, attacker.Email) {
		t.Errorf("signed in as somebody else: %s", p.Body)
	}
	for _, before := range planted {
		for _, now := range b.Cookies(a.url) {
			if before.Name == now.Name && before.Value == now.Value {
				t.Errorf("the cookie %s is the one that was planted", now.Name)
			}
		}
	}
	if p := attacker.Open(a.url + "/account/connections"); strings.Contains(p.Body, b.Email) {
		t.Error("the planted session has become the victim's")
	}
}

// grantsOfOthers: nobody ends or sees what another person has allowed.
func grantsOfOthers(t *testing.T, a *attacked) {
	tokens := a.honest.Connect(a.victim)
	p := a.victim.Open(a.url + "/account/connections")
	var grant url.Values
	for _, f := range p.Forms {
		if f.Has("grant") {
			grant = f.Fields
		}
	}
	if grant == nil {
		t.Fatalf("no connection is listed: %d %s", p.Status, p.Body)
	}
	attacker := a.person(t, "attacker-of-grants@example.com")
	if p := attacker.SignIn(attacker.Open(a.url + "/account/connections")); strings.Contains(p.Body, grant.Get("grant")) || len(p.Forms) > 1 {
		t.Errorf("others see it: %s", p.Body)
	}
	theirs := *a
	theirs.victim = attacker
	theirs.raw(t, http.MethodPost, a.url+"/account/connections", grant.Encode(), map[string]string{"Origin": a.url, "Sec-Fetch-Site": "same-origin"})
	if status, _, _ := a.raw(t, http.MethodPost, a.url+"/account/connections", grant.Encode(), map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}); status != http.StatusForbidden {
		t.Errorf("from another site: %d", status)
	}
	if !a.adds(tokens.Access, a.victim.Email) {
		t.Error("somebody else has ended it")
	}
	if status, _, _ := a.raw(t, http.MethodPost, a.url+"/account/connections", grant.Encode(), map[string]string{"Origin": a.url, "Sec-Fetch-Site": "same-origin"}); status != http.StatusSeeOther {
		t.Errorf("by the person: %d", status)
	}
	if a.adds(tokens.Access, a.victim.Email) || a.honest.Again(tokens.Refresh).Status == http.StatusOK {
		t.Error("what the person has revoked is still good")
	}
	if p := a.honest.Ask(a.victim, a.honest.NewRequest()); p.Away != nil {
		t.Error("after it was revoked nobody is asked")
	}
}
