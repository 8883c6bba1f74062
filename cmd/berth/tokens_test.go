package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// connected is what a client holds that somebody has let use an app.
type connected struct{ id, code, access, refresh string }

const (
	callback = "http://127.0.0.1:9/callback"
	verifier = "a-verifier-that-is-long-enough-for-pkce-to-take-it"
)

var consent = regexp.MustCompile(`name="request" value="([^"]+)"`)

// personal publishes an app at which people sign in.
func (p *process) personal(name string) app {
	p.t.Helper()
	a := p.publishApp(name)
	if status := p.rest("PATCH", "/apps/"+a.ID, map[string]any{"access": "person"}, nil); status != http.StatusOK {
		p.t.Fatalf("access: %d", status)
	}
	p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a)
	return a
}

// connect signs somebody up, registers a client and lets it use the app.
func (p *process) connect(email string, a app) connected {
	p.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	do := func(method, path, kind, body string, want int) (answer, location string) {
		p.t.Helper()
		r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
		if err != nil {
			p.t.Fatal(err)
		}
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		response, err := browser.Do(r)
		if err != nil {
			p.t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }() // what was read is judged
		raw, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != want {
			p.t.Fatalf("%s: %d %v %s %s", path, response.StatusCode, err, raw, response.Header.Get("Location"))
		}
		return string(raw), response.Header.Get("Location")
	}
	do("POST", "/api/v1/auth/signup", "application/json", `{"email":"`+email+`","password":"correct horse battery"}`, http.StatusCreated)
	var registered struct {
		ID string `json:"client_id"`
	}
	raw, _ := do("POST", "/oauth/register", "application/json", `{"client_name":"Test","redirect_uris":["`+callback+`"],"token_endpoint_auth_method":"none"}`, http.StatusCreated)
	if err := json.Unmarshal([]byte(raw), &registered); err != nil {
		p.t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(verifier))
	ask := url.Values{"response_type": {"code"}, "client_id": {registered.ID}, "redirect_uri": {callback}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])},
		"code_challenge_method": {"S256"}, "resource": {p.url + "/servers/" + a.MCPSlug + "/mcp"}, "scope": {"app:read offline_access"}}
	page, _ := do("GET", "/oauth/authorize?"+ask.Encode(), "", "", http.StatusOK)
	form := consent.FindStringSubmatch(page)
	if form == nil {
		p.t.Fatal("no form to agree with")
	}
	agreed := url.Values{"request": {html.UnescapeString(form[1])}, "decision": {"allow"}}.Encode()
	_, location := do("POST", "/oauth/authorize", "application/x-www-form-urlencoded", agreed, http.StatusSeeOther)
	back, err := url.Parse(location)
	if err != nil || back.Query().Get("code") == "" {
		p.t.Fatalf("%v %s", err, location)
	}
	c := connected{id: registered.ID, code: back.Query().Get("code")}
	got, status, err := p.exchange(c, "grant_type", "authorization_code", "code", c.code, "code_verifier", verifier, "redirect_uri", callback)
	if err != nil || status != http.StatusOK {
		p.t.Fatalf("token: %d %v", status, err)
	}
	return got
}

// exchange sends a form of the client's to the token endpoint.
func (p *process) exchange(c connected, pairs ...string) (connected, int, error) {
	form := url.Values{"client_id": {c.id}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/oauth/token", strings.NewReader(form.Encode()))
	if err != nil {
		return c, 0, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	status, raw, err := send(r)
	if err != nil {
		return c, status, err
	}
	var got struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	if status == http.StatusOK {
		err = json.Unmarshal(raw, &got)
		c.access, c.refresh = got.Access, got.Refresh
	}
	return c, status, err
}

func (p *process) refreshes(c connected) (connected, int, error) {
	return p.exchange(c, "grant_type", "refresh_token", "refresh_token", c.refresh)
}

// opens returns the status of a call of the app with an access token.
func (p *process) opens(a app, access string) int {
	p.t.Helper()
	status, _ := p.mcp(a.MCPSlug, "tools/list", "", "", "Authorization", "Bearer "+access)
	return status
}

// A token that one replica has given is good at the other, for its app alone; ended at one, it is refused by the other within a second, which
// remembers it.
func TestATokenEndsAtEveryReplica(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	one, other := a.personal("Personal"), a.personal("Another")
	ends := map[string]func(p *process, c connected){
		"by an editor": func(p *process, _ connected) {
			var people struct{ Items []struct{ ID, Email string } }
			p.rest("GET", "/apps/"+one.ID+"/people", nil, &people)
			for _, person := range people.Items {
				if status := p.rest("DELETE", "/apps/"+one.ID+"/people/"+person.ID, nil, nil); status != http.StatusNoContent {
					t.Errorf("remove %s: %d", person.Email, status)
				}
			}
		},
		"given back by the client": func(p *process, c connected) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/oauth/revoke", strings.NewReader(url.Values{"token": {c.refresh}, "client_id": {c.id}}.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if status, raw, err := send(r); err != nil || status != http.StatusOK {
				t.Errorf("revoke: %d %v %s", status, err, raw)
			}
		},
		"by a code that is used again": func(p *process, c connected) {
			if _, status, err := p.exchange(c, "grant_type", "authorization_code", "code", c.code, "code_verifier", verifier); status != http.StatusBadRequest || err != nil {
				t.Errorf("the code again: %d %v", status, err)
			}
		},
	}
	n := 0
	for what, end := range ends {
		for _, replica := range []struct{ ends, sees *process }{{a, b}, {b, a}} {
			n++
			c := replica.ends.connect(fmt.Sprintf("p%d@example.com", n), one)
			for _, p := range all {
				if status := p.opens(one, c.access); status != http.StatusOK {
					t.Errorf("%s: before, a call is answered %d\n%s", what, status, p.out.String())
				}
				if status := p.opens(other, c.access); status != http.StatusUnauthorized {
					t.Errorf("at another app: %d", status)
				}
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+"/api/v1/me", nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Authorization", "Bearer "+c.access)
				if status, _, err := send(r); err != nil || status != http.StatusUnauthorized {
					t.Errorf("at the REST API: %d %v", status, err)
				}
			}
			end(replica.ends, c)
			if status := replica.ends.opens(one, c.access); status != http.StatusUnauthorized {
				t.Errorf("%s: where it was ended, a call is answered %d", what, status)
			}
			eventually(t, time.Second, func() string {
				if status := replica.sees.opens(one, c.access); status != http.StatusUnauthorized {
					return fmt.Sprintf("%s: the other replica answers %d", what, status)
				}
				return ""
			})
			if _, status, err := replica.sees.refreshes(c); status != http.StatusBadRequest || err != nil {
				t.Errorf("%s: refreshing is answered %d %v", what, status, err)
			}
		}
	}
}

// A server that is killed in the middle of refreshing loses no client: what it had answered last goes on. What was used before stays used.
func TestTokensSurviveAKill(t *testing.T) {
	t.Parallel()
	env := []string{"BERTH_DATA_DIR=" + t.TempDir()}
	p := start(t, env...)
	one := p.personal("Personal")
	first := p.connect("ann@example.com", one)
	c := first
	killed := make(chan struct{})
	for n := 0; ; n++ {
		next, status, err := p.refreshes(c)
		if err != nil {
			break // it is dead
		}
		if status != http.StatusOK {
			t.Fatalf("refresh %d: %d\n%s", n, status, p.out.String())
		}
		if c = next; n == 10 {
			go func() { defer close(killed); p.kill() }()
		}
	}
	<-killed
	again := start(t, env...)
	again.t = t
	if status := again.opens(one, c.access); status != http.StatusOK {
		t.Errorf("the last access token is answered %d", status)
	}
	next, status, err := again.refreshes(c) // it may have been used without an answer: it gives the same successor
	if err != nil || status != http.StatusOK || again.opens(one, next.access) != http.StatusOK {
		t.Errorf("the last refresh token is answered %d %v", status, err)
	}
	if _, status, err := again.exchange(first, "grant_type", "authorization_code", "code", first.code, "code_verifier", verifier); status != http.StatusBadRequest || err != nil {
		t.Errorf("the code again: %d %v", status, err)
	}
	if status := again.opens(one, next.access); status != http.StatusUnauthorized {
		t.Errorf("after that a token of the code is answered %d", status)
	}
}
