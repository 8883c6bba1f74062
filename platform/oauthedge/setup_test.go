package oauthedge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/oauthedge"
	"berth/platform/pages"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/test/double"
)

const (
	issuer    = "https://berth.example"
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" // RFC 7636, appendix B
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

	claude = "https://claude.ai/oauth/client"
	code   = "https://claude.ai/oauth/code" // a client on people's machines
	away   = "https://away.example/client"
	faulty = "https://faulty.example/client"
)

// world is the authorization server over a real database, with a clock that the test moves. Ann publishes an app for persons in her workspace, Bob
// another one in his.
type world struct {
	*double.Clock
	t        *testing.T
	store    *store.Store
	handler  http.Handler
	ann, bob platform.Actor
	apps     *shelf
	log      *double.Log
	service  *authorization.Service
}

// shelf knows apps by their slugs.
type shelf struct {
	mu   sync.Mutex
	apps map[string]authorization.App
}

func (s *shelf) AppAt(_ context.Context, resource string) (authorization.App, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slug, _ := strings.CutPrefix(resource, issuer+"/servers/")
	slug = strings.TrimSuffix(strings.TrimSuffix(slug, "/signed-in"), "/mcp")
	app, ok := s.apps[slug]
	switch {
	case !ok:
		return app, platform.Errorf(platform.CodeAppNotFound, "No app.")
	case slug == "suspended":
		return app, platform.Suspended()
	}
	return app, nil
}

func (s *shelf) change(slug string, f func(*authorization.App)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	app := s.apps[slug]
	f(&app)
	s.apps[slug] = app
}

// documents are what clients say of themselves.
type documents struct{}

func (documents) Client(_ context.Context, id, _ string) (authorization.Client, error) {
	c := authorization.Client{ID: id, Document: true, Methods: []string{authorization.MethodNone}}
	switch id {
	case claude:
		c.Name, c.Redirects = "Claude <b>", []string{"https://claude.ai/api/mcp/auth_callback"}
	case code:
		c.Name, c.Redirects, c.Stale = "Claude Code", []string{"http://localhost/callback", "http://127.0.0.1/callback", "http://[::1]/callback"}, true
	case away:
		return c, &platform.Error{Code: platform.CodeUnavailable, Msg: "away.example does not answer.", Err: fmt.Errorf("get: %w", context.DeadlineExceeded)} // as slow hosts end
	default:
		return c, &platform.Error{Code: platform.CodeInvalidInput, Msg: "The document is wrong.", Fields: []platform.Problem{{Location: "redirect_uris", Message: "is missing"}}}
	}
	return c, nil
}

func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, newWorld(t, s)) })
}

func newWorld(t *testing.T, s *store.Store, change ...func(*authorization.Options)) *world {
	t.Helper()
	w := &world{Clock: double.NewClock(time.Now().UTC()), t: t, store: s, apps: &shelf{apps: map[string]authorization.App{}}, log: &double.Log{}}
	w.ann, w.bob = storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
	w.publish(w.ann, "shop", platform.AccessPerson)
	w.publish(w.bob, "other", platform.AccessMixed)
	w.publish(w.ann, "open", platform.AccessPublic)
	log := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	o := authorization.Options{Issuer: issuer, Store: s, Clients: documents{}, Apps: w.apps, Register: true, Introspect: true, Now: w.Now, Log: log,
		Known:     func(id string) (string, bool) { return "Anthropic", strings.HasPrefix(id, "https://claude.ai/") },
		Lifetimes: authorization.Lifetimes{Code: time.Minute, Access: time.Hour, Refresh: 90 * 24 * time.Hour, Grace: time.Minute}}
	var err error
	if o.Key, err = o.Store.SigningKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(&o)
	}
	if w.service, err = authorization.New(o); err != nil {
		t.Fatal(err)
	}
	site, err := pages.NewSite(issuer, log)
	if err != nil {
		t.Fatal(err)
	}
	edge, err := oauthedge.New(oauthedge.Options{Service: w.service, Site: site, PublicURL: issuer, Log: log, SignedIn: w.signedIn,
		ClientAddress: func(r *http.Request) string { return r.Header.Get("X-Address") },
		Authenticate: func(_ context.Context, key string, _ platform.Resource) (platform.Principal, error) {
			by, err := w.person(key)
			by.Kind = platform.KindKey
			return by.Principal, err
		}})
	if err != nil {
		t.Fatal(err)
	}
	r := chi.NewRouter()
	edge.Routes(r)
	w.handler = r
	return w
}

// publish makes an app that is live.
func (w *world) publish(by platform.Actor, slug string, access platform.Access) {
	w.t.Helper()
	draft := platform.Draft{Name: "The " + slug, Access: access, Tools: []platform.ToolDraft{{Name: "show_things", Layout: "cards"}}}
	app, err := w.store.CreateApp(w.t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: draft}, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	app, err = w.store.Publish(w.t.Context(), by, publish.Publication{App: app.ID, Rev: app.Rev, Draft: app.Draft, Live: true,
		Slugs: func(int) string { return slug }, Release: platform.Release{PublishedBy: by.Email, Digest: (slug + strings.Repeat("d", 64))[:64],
			Manifest: platform.Manifest{Name: draft.Name, Access: access, Tools: []platform.ToolSpec{{Name: "show_things", Input: json.RawMessage(`{"type":"object"}`)}}}}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.apps.apps[slug] = authorization.App{ID: app.ID, Workspace: app.Workspace, Name: draft.Name, Publisher: "Ann & Co", Access: access,
		Scopes: []platform.Scope{{Name: "orders:write", Description: "Order <things>", Implies: []string{"orders:read"}}, {Name: "orders:read"}}}
}

// person returns who has a name.
func (w *world) person(name string) (platform.Actor, error) {
	switch name {
	case "ann":
		return w.ann, nil
	case "bob":
		return w.bob, nil
	}
	return platform.Actor{}, platform.Errorf(platform.CodeUnauthenticated, "Your session has ended.")
}

func (w *world) signedIn(r *http.Request) (platform.Actor, error) {
	who, err := r.Cookie("who")
	if err != nil {
		return w.person("")
	}
	return w.person(who.Value)
}

type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   string
}

// do sends a request as a person's browser, "" = nobody's. A form makes it a POST.
func (w *world) do(who, target string, form url.Values, header ...string) *answer {
	w.t.Helper()
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	r := httptest.NewRequestWithContext(w.t.Context(), method, issuer+target, strings.NewReader(body))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if who != "" {
		r.AddCookie(&http.Cookie{Name: "who", Value: who})
	}
	r.Header.Set("X-Address", "192.0.2.1")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return w.serve(r)
}

func (w *world) serve(r *http.Request) *answer {
	a := httptest.NewRecorder()
	w.handler.ServeHTTP(a, r)
	body := a.Body.String()
	if _, page, ok := strings.Cut(body, "</head>"); ok { // the style says nothing
		body = page
	}
	return &answer{w.t, a.Code, a.Header(), body}
}

func (a *answer) is(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, not %d: %s %s", a.status, status, a.header.Get("Location"), a.body)
	}
	return a
}

func (a *answer) says(texts ...string) *answer {
	a.t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			a.t.Errorf("does not say %q: %s", text, a.body)
		}
	}
	return a
}

func (a *answer) lacks(texts ...string) *answer {
	a.t.Helper()
	for _, text := range texts {
		if strings.Contains(a.body, text) {
			a.t.Errorf("says %q: %s", text, a.body)
		}
	}
	return a
}

// to returns the parameters with which a browser is sent to an address.
func (a *answer) to(address string) url.Values {
	a.t.Helper()
	a.is(http.StatusSeeOther)
	u, err := url.Parse(a.header.Get("Location"))
	if err != nil || !strings.HasPrefix(a.header.Get("Location"), address) {
		a.t.Fatalf("leads to %q, not %q: %v", a.header.Get("Location"), address, err)
	}
	return u.Query()
}

// refused checks the answer of an endpoint of clients.
func (a *answer) refused(status int, code authorization.ErrorCode) *answer {
	a.t.Helper()
	a.is(status)
	var body struct {
		Error       authorization.ErrorCode
		Description string `json:"error_description"`
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil || body.Error != code || body.Description == "" {
		a.t.Fatalf("%v: %s, not %s", err, a.body, code)
	}
	return a
}

var hidden = regexp.MustCompile(`name="request" value="([^"]+)"`)

// request returns what the form of a consent page sends back.
func (a *answer) request() string {
	a.t.Helper()
	m := hidden.FindStringSubmatch(a.is(http.StatusOK).body)
	if m == nil {
		a.t.Fatalf("no form: %s", a.body)
	}
	return html.UnescapeString(m[1])
}

// ask is the address of a request for authorization of Claude at the shop, with changes.
func ask(more ...string) string {
	q := url.Values{"response_type": {"code"}, "client_id": {claude}, "redirect_uri": {"https://claude.ai/api/mcp/auth_callback"}, "code_challenge": {challenge},
		"code_challenge_method": {"S256"}, "resource": {issuer + "/servers/shop/mcp"}, "state": {"s&t"}, "scope": {"app:read offline_access"}}
	for i := 0; i < len(more); i += 2 {
		if q.Set(more[i], more[i+1]); more[i+1] == "" {
			q.Del(more[i])
		}
	}
	return "/oauth/authorize?" + q.Encode()
}

// allow answers the consent page of a request and returns the code.
func (w *world) allow(who, target string) string {
	w.t.Helper()
	form := w.do(who, target, nil).request()
	return w.do(who, "/oauth/authorize", url.Values{"request": {form}, "decision": {"allow"}}).to("http").Get("code")
}

type tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

func (a *answer) tokens() tokens {
	a.t.Helper()
	var got tokens
	if err := json.Unmarshal([]byte(a.is(http.StatusOK).body), &got); err != nil || got.Access == "" || got.Type != "Bearer" {
		a.t.Fatalf("%v: %s", err, a.body)
	}
	return got
}

// exchange redeems a code, with changes.
func (w *world) exchange(code string, more ...string) *answer {
	w.t.Helper()
	return w.token(append([]string{"grant_type", "authorization_code", "code", code, "code_verifier", verifier, "client_id", claude}, more...)...)
}

func (w *world) refresh(token string, more ...string) *answer {
	w.t.Helper()
	return w.token(append([]string{"grant_type", "refresh_token", "refresh_token", token, "client_id", claude}, more...)...)
}

func (w *world) token(pairs ...string) *answer {
	w.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return w.do("", "/oauth/token", form)
}

// opens reports whether an access token is valid.
func (w *world) opens(token string) bool {
	w.t.Helper()
	_, _, _, err := w.store.Token(w.t.Context(), authorization.HashOf(token))
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		w.t.Fatal(err)
	}
	return err == nil
}
