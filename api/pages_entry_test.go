package api_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"berth/platform"
	"berth/platform/identity"
)

// post office: what was mailed.
type posted struct {
	mu      sync.Mutex
	letters []identity.Letter
}

func (p *posted) mail(o *identity.Options) {
	o.Post = func(l identity.Letter) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.letters = append(p.letters, l)
	}
}

// last is the newest letter.
func (p *posted) last(t *testing.T, kind identity.LetterKind) identity.Letter {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.letters) == 0 || p.letters[len(p.letters)-1].Kind != kind {
		t.Fatalf("no letter %s in %+v", kind, p.letters)
	}
	return p.letters[len(p.letters)-1]
}

func pathOf(link string) string { return strings.TrimPrefix(link, "http://127.0.0.1:3001") }

const toApp = "/oauth/authorize?client_id=https%3A%2F%2Fc.example%2Fdoc&redirect_uri=https%3A%2F%2Fc.example%2Fback&resource=http%3A%2F%2F127.0.0.1%3A3001%2Fservers%2Ftodo%2Fmcp&state="

func next(path, to string) string { return path + "?" + url.Values{"next": {to}}.Encode() }

func TestSigningInOnTheWayToAnApp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.person("ana@example.com")
	to := toApp + strings.Repeat("%40%2F%2F", 450) // a state of 4 KiB
	path := next("/account/signin", to)
	c := w.anonymous()
	a := c.do("GET", path, nil).is(200)
	for _, must := range []string{"Sign in to use Seeded todo", `name="email"`, `name="password"`, `href="/account/code?next=`, `href="/account/reset?next=`, `href="/account/signup?next=`} {
		if !strings.Contains(a.body, must) {
			t.Errorf("the page lacks %s: %s", must, a.body)
		}
	}
	if policy := a.header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self' https://c.example") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("policy %q", policy)
	}
	wrong := c.post(path, url.Values{"email": {`ana@example.com`}, "password": {"wrong horse"}}).is(401).lacks("wrong horse")
	if !strings.Contains(wrong.body, `value="ana@example.com"`) || !strings.Contains(wrong.body, `role="alert"`) {
		t.Errorf("after a wrong password: %s", wrong.body)
	}
	unknown := c.post(path, url.Values{"email": {"nobody@example.com"}, "password": {"wrong horse"}}).is(401)
	if strings.ReplaceAll(unknown.body, "nobody@", "ana@") != wrong.body {
		t.Error("the page tells an unknown address from a wrong password")
	}
	foreign := w.anonymous()
	foreign.header.Set("Sec-Fetch-Site", "cross-site")
	foreign.post(path, url.Values{"email": {"ana@example.com"}, "password": {password}}).is(403)
	if got := c.post(path, url.Values{"email": {"ana@example.com"}, "password": {password}}).is(303).header.Get("Location"); got != to {
		t.Errorf("signing in leads to %q", got)
	}
	if a := c.do("GET", path, nil).is(200); !strings.Contains(a.body, "You are signed in as ana@example.com") {
		t.Errorf("who is signed in sees %s", a.body)
	}
	anew := next("/account/signin", toApp+"s&prompt=login+consent")
	c.do("GET", anew, nil).is(200).lacks("You are signed in", "Continue")
	if got := c.post(anew, url.Values{"email": {"ana@example.com"}, "password": {password}}).is(303).header.Get("Location"); !strings.Contains(got, "&prompt=consent&") {
		t.Errorf("a new sign-in leads to %q", got)
	}
	old := c.cookie
	if got := c.post(next("/account/signout", to), nil).is(303).header.Get("Location"); got != path || c.cookie != "" {
		t.Errorf("signing out leads to %q with cookie %q", got, c.cookie)
	}
	c.cookie = old
	c.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	limited := w.anonymous()
	limited.address = "198.51.100.9"
	for range 10 {
		limited.post(path, url.Values{"email": {"bo@example.com"}, "password": {"wrong horse"}}).is(401)
	}
	if a := limited.post(path, url.Values{"email": {"bo@example.com"}, "password": {"wrong horse"}}).is(429); a.header.Get("Retry-After") == "" {
		t.Error("no word of when to come back")
	}
}

// Whatever next says, a sign-in leads to this server.
func TestASignInLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.person("ana@example.com")
	for _, bad := range []string{"https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "/account//evil.example", "/account/../apps", "/account/%2e%2e/apps",
		"/account@evil.example", "/account/@evil.example", "/account:evil", "/accounts", "/account.evil.example", "/oauth/authorize", "/oauth/authorizer?x", "/oauth/token?x", "/oauth/../authorize?x",
		"/apps", "javascript:alert(1)", "%2f%2fevil.example", "/%2fevil.example", "/account%2f..%2fapps", " /account", "/account\r\nSet-Cookie: a=b", "/account\t", "/account#x", "http:/account", "account",
		"/oauth/authorize?x#//evil.example", "/oauth/authorize?" + strings.Repeat("a", 17<<10), "//account", "/./account", "///oauth/authorize?x", "/\t/evil.example", "/account/.%2e/x"} {
		c := w.anonymous()
		c.do("GET", next("/account/signin", bad), nil).is(200).lacks("evil.example")
		if got := c.post(next("/account/signin", bad), url.Values{"email": {"ana@example.com"}, "password": {password}}).is(303).header.Get("Location"); got != "/account" {
			t.Errorf("%q leads to %q", bad, got)
		}
	}
	for _, good := range []string{"/account", "/account/connections", "/account?done=name", "/account/verify/abc_-1", "/oauth/authorize?state=a@b//c&redirect_uri=https://c.example/?x"} {
		c := w.anonymous()
		if got := c.post(next("/account/signin", good), url.Values{"email": {"ana@example.com"}, "password": {password}}).is(303).header.Get("Location"); got != good {
			t.Errorf("%q leads to %q", good, got)
		}
	}
	for redirect, want := range map[string]string{"https://a.example;script-src *": "", "javascript:alert(1)": "", "http://127.0.0.1:33/x": "http://127.0.0.1:33", "cursor://x": "cursor:"} {
		a := w.anonymous().do("GET", next("/account/signin", "/oauth/authorize?"+url.Values{"redirect_uri": {redirect}}.Encode()), nil).is(200)
		if policy := a.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, strings.TrimSpace("form-action 'self' "+want)) {
			t.Errorf("%s: policy %q", redirect, policy)
		}
	}
}

// Who signs up on the way to an app is a person without a workspace, whom everything else bears with.
func TestAPersonWithoutAWorkspace(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.SignUp = identity.SignUpClosed })
	c := w.anonymous()
	a := c.post("/account/signup", url.Values{"email": {`"><i>`}, "password": {"short"}, "name": {"<b>"}}).is(422).lacks("<i>", "<b>", "short")
	if !strings.Contains(a.body, "password must have at least 10 characters") || !strings.Contains(a.body, html.EscapeString(`"><i>`)) {
		t.Errorf("the page says %s", a.body)
	}
	if got := c.post("/account/signup", url.Values{"email": {"ana@example.com"}, "password": {password}, "name": {"Ana"}}).is(303).header.Get("Location"); got != "/account" {
		t.Errorf("signing up leads to %q", got)
	}
	me := c.do("GET", "/api/v1/me", nil).is(200)
	if me.at("workspace") != nil || len(asList(me.at("workspaces"))) != 0 || me.text("user", "name") != "Ana" || !strings.Contains(me.body, `"workspace":null`) || !strings.Contains(me.body, `"workspaces":[]`) {
		t.Errorf("me: %s", me.body)
	}
	again := w.anonymous().do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(200)
	if !strings.Contains(again.body, `"workspace":null`) {
		t.Errorf("signing in: %s", again.body)
	}
	for _, call := range []string{"/apps", "/slugs/tea", "/stats/apps", "/workspaces", "/layouts", "/templates", "/me/sessions"} {
		if a := c.do("GET", "/api/v1"+call, nil); a.status != 200 && a.status != 403 || a.status == 403 && !strings.Contains(a.body, "you have none") {
			t.Errorf("%s answers %d: %s", call, a.status, a.body)
		}
	}
	c.do("POST", "/api/v1/apps", `{"name":"App"}`).fails(403, "FORBIDDEN")
	if a := c.do("POST", "/api/v1/workspaces", `{"name":"Mine"}`).fails(403, "FORBIDDEN"); !strings.Contains(a.body, "Sign-up is closed here") { // nobody has let them build
		t.Errorf("making a workspace: %s", a.body)
	}
	nobody := platform.Actor{Principal: platform.Principal{Kind: platform.KindToken, User: platform.UserID(me.text("user", "id")), App: platform.OwnApp}}
	if _, err := w.api.In(t.Context(), nobody, ""); !platform.IsCode(err, platform.CodeForbidden) || !strings.Contains(err.Error(), "Sign-up is closed here") {
		t.Errorf("building by the server's own app: %v", err)
	}
	c.post("/account/signup", url.Values{"email": {"ANA@example.com"}, "password": {password}}).is(409)

	open := setup(t)
	c = open.anonymous()
	c.post("/account/signup", url.Values{"email": {"ana@example.com"}, "password": {password}}).is(303)
	c.do("POST", "/api/v1/workspaces", `{"name":"Mine"}`).is(201)
	if got := c.do("GET", "/api/v1/me", nil).is(200).text("workspace", "name"); got != "Mine" {
		t.Errorf("the workspace: %q", got)
	}
	shut := setup(t, func(o *identity.Options) { o.People = identity.SignUpClosed })
	shut.anonymous().post("/account/signup", url.Values{"email": {"ana@example.com"}, "password": {password}}).is(403)
	if a := shut.anonymous().do("GET", "/account/signup", nil).is(200); strings.Contains(a.body, `name="password"`) || !strings.Contains(a.body, `href="/account/code"`) {
		t.Errorf("where it is closed: %s", a.body)
	}
}

// Where sign-up is closed, whom an author lets in to a live app signs in at once, by a code.
func TestWhomAnAppLetsInSignsInWhereSignUpIsClosed(t *testing.T) {
	t.Parallel()
	p := &posted{}
	w := setup(t, p.mail, func(o *identity.Options) { o.People = identity.SignUpClosed })
	ann, _, _ := w.person("ann@example.com")
	path := ann.personal("Things")
	guest := w.anonymous()
	guest.post("/account/code", url.Values{"email": {"guest@example.com"}}).is(303)
	if p.mu.Lock(); slices.ContainsFunc(p.letters, func(l identity.Letter) bool { return l.Kind == identity.LetterCode }) {
		t.Error("a stranger gets a code")
	}
	p.mu.Unlock()
	ann.do("PATCH", path, `{"allow":{"emails":["guest@example.com"]}}`).is(200)
	guest.post("/account/code", url.Values{"email": {"guest@example.com"}}).is(303)
	if at := guest.post(next("/account/code", toApp), url.Values{"code": {p.last(t, identity.LetterCode).Code}}).is(303).header.Get("Location"); at != toApp {
		t.Errorf("a code leads to %q", at)
	}
	if me := guest.do("GET", "/api/v1/me", nil).is(200); me.at("workspace") != nil || me.text("user", "email") != "guest@example.com" {
		t.Errorf("me: %s", me.body)
	}
}

func TestSigningInWithACode(t *testing.T) {
	t.Parallel()
	p := &posted{}
	w := setup(t, p.mail)
	c := w.anonymous()
	path := next("/account/code", toApp)
	at := c.post(path, url.Values{"email": {"ana@example.com"}}).is(303).header.Get("Location")
	if c.code == "" || strings.Contains(c.code, p.last(t, identity.LetterCode).Code) {
		t.Fatalf("cookie %q", c.code)
	}
	if a := c.do("GET", at, nil).is(200); !strings.Contains(a.body, `name="code"`) || !strings.Contains(a.body, "one-time-code") {
		t.Errorf("the page: %s", a.body)
	}
	code := p.last(t, identity.LetterCode).Code
	w.anonymous().post(path, url.Values{"code": {code}}).is(404) // another browser
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	if a := c.post(path, url.Values{"code": {wrong}}).is(401); !strings.Contains(a.body, `name="code"`) {
		t.Errorf("after a wrong code: %s", a.body)
	}
	foreign := *c
	foreign.header = http.Header{"Sec-Fetch-Site": {"cross-site"}}
	foreign.post(path, url.Values{"code": {code}}).is(403)
	if got := c.post(path, url.Values{"code": {code}}).is(303).header.Get("Location"); got != toApp || c.cookie == "" || c.code != "" {
		t.Errorf("a code leads to %q, cookies %q and %q", got, c.cookie, c.code)
	}
	// Asking for somebody's code does nothing to them, and the answer is that for a stranger.
	eve := w.anonymous()
	known := eve.post("/account/code", url.Values{"email": {"ana@example.com"}}).is(303)
	stranger := eve.post("/account/code", url.Values{"email": {"nobody@example.com"}}).is(303)
	if known.header.Get("Location") != stranger.header.Get("Location") || known.body != stranger.body {
		t.Error("the answer tells who has an account")
	}
	c.do("GET", "/api/v1/me", nil).is(200)
	w.anonymous().post("/account/code", url.Values{"email": {"ana@example.com\r\nBcc: eve@example.com"}}).is(422)
}

func TestAPasswordIsSetAnewByALink(t *testing.T) {
	t.Parallel()
	p := &posted{}
	w := setup(t, p.mail)
	ana, _, _ := w.person("ana@example.com")
	c := w.anonymous()
	known := c.post("/account/reset", url.Values{"email": {"ana@example.com"}}).is(200)
	path := pathOf(p.last(t, identity.LetterReset).Link)
	if stranger := c.post("/account/reset", url.Values{"email": {"nobody@example.com"}}).is(200); stranger.body != known.body {
		t.Error("the answer tells who has an account")
	}
	if a := c.do("GET", path, nil).is(200); !strings.Contains(a.body, `name="password"`) {
		t.Errorf("the page: %s", a.body)
	}
	c.post(path, url.Values{"password": {"short"}}).is(422)
	foreign := w.anonymous()
	foreign.header.Set("Sec-Fetch-Site", "cross-site")
	foreign.post(path, url.Values{"password": {"another horse"}}).is(403)
	c.post(path, url.Values{"password": {"another horse"}}).is(303)
	c.do("GET", "/api/v1/me", nil).is(200)
	ana.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	w.anonymous().post(path, url.Values{"password": {"a third horse"}}).is(404)
	w.anonymous().do("GET", path, nil).is(404)

	plain := setup(t)
	if a := plain.anonymous().do("GET", "/account/reset", nil).is(200); !strings.Contains(a.body, "berth users reset-password") {
		t.Errorf("without mail the page says %s", a.body)
	}
	plain.anonymous().post("/account/reset", url.Values{"email": {"ana@example.com"}}).is(403)
}

func TestLookingAfterAnAccount(t *testing.T) {
	t.Parallel()
	p := &posted{}
	w := setup(t, p.mail)
	if got := w.anonymous().do("GET", "/account", nil).is(303).header.Get("Location"); got != "/account/signin?next=%2Faccount" {
		t.Errorf("nobody is led to %q", got)
	}
	c := w.anonymous()
	c.post("/account/signup", url.Values{"email": {"ana@example.com"}, "password": {password}, "name": {"<b>Ana</b>"}}).is(303)
	link := pathOf(p.last(t, identity.LetterVerify).Link)
	bo := w.anonymous()
	bo.post("/account/signup", url.Values{"email": {"bo@example.com"}, "password": {password}}).is(303)
	if a := c.do("GET", "/account", nil).is(200).lacks("<b>", "bo@example.com"); !strings.Contains(a.body, "not proven yet") {
		t.Errorf("the page: %s", a.body)
	}
	w.anonymous().do("GET", link, nil).is(303)
	bo.post(link, nil).is(403)
	c.do("GET", link, nil).is(200)
	c.post(link, nil).is(303)
	if a := c.do("GET", "/account?done=proven", nil).is(200); !strings.Contains(a.body, "proven yours") || !strings.Contains(a.body, "is proven.") {
		t.Errorf("the page: %s", a.body)
	}
	do := func(status int, fields ...string) *answer {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		return c.post("/account", form).is(status)
	}
	do(303, "do", "name", "name", "Ana Lima")
	do(422, "do", "password", "password", "a new password", "currentPassword", "wrong horse").lacks("a new password", "wrong horse")
	do(422, "do", "email", "email", "x\r\nBcc: y@example.com", "currentPassword", password)
	do(400, "do", "else")
	other := w.anonymous()
	other.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(200)
	sessions := other.do("GET", "/api/v1/me/sessions", nil).is(200)
	do(303, "do", "end", "session", sessions.column("id")[0])
	other.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	do(404, "do", "end", "session", bo.do("GET", "/api/v1/me/sessions", nil).is(200).column("id")[0])
	foreign := *c
	foreign.header = http.Header{"Sec-Fetch-Site": {"cross-site"}}
	foreign.post("/account", url.Values{"do": {"delete"}, "password": {password}}).is(403)
	foreign.post("/account/signout", nil).is(403)

	a := c.do("GET", "/account/export", nil).is(200).lacks("bo@example.com", "argon2id")
	var taken struct {
		User  struct{ Email, Name string }
		Rows  []any
		Tasks []any
	}
	if err := json.Unmarshal([]byte(a.body), &taken); err != nil || taken.User.Name != "Ana Lima" || taken.Rows == nil || taken.Tasks == nil || !strings.Contains(a.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%v: %s", err, a.body)
	}
	do(422, "do", "delete", "password", "wrong horse")
	do(200, "do", "delete", "password", password)
	if c.cookie != "" {
		t.Errorf("the browser keeps %q", c.cookie)
	}
	w.anonymous().do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).fails(401, "UNAUTHENTICATED")
	bo.do("GET", "/api/v1/me", nil).is(200)
}

// Nobody leaves a workspace with apps alone, and who has no password shows that they are there.
func TestDeletingAnAccountThatIsNeeded(t *testing.T) {
	t.Parallel()
	p := &posted{}
	w := setup(t, p.mail)
	owner, _, _ := w.person("owner@example.com")
	owner.app("App")
	if a := owner.post("/account", url.Values{"do": {"delete"}, "password": {password}}).is(409); !strings.Contains(a.body, "which has apps") {
		t.Errorf("the page says %s", a.body)
	}
	owner.do("GET", "/api/v1/me", nil).is(200)
	c := w.anonymous()
	c.post("/account/code", url.Values{"email": {"ana@example.com"}}).is(303)
	c.post("/account/code", url.Values{"code": {p.last(t, identity.LetterCode).Code}}).is(303)
	w.Pass(11 * 60 * 1e9)
	c.post("/account", url.Values{"do": {"delete"}}).is(403)
	c.post("/account/code", url.Values{"email": {"ana@example.com"}}).is(303)
	c.post("/account/code", url.Values{"code": {p.last(t, identity.LetterCode).Code}}).is(303)
	c.post("/account", url.Values{"do": {"delete"}}).is(200)
}
