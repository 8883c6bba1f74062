package api_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/api"
	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// loss is what somebody loses by a call to another replica.
type loss struct {
	name string
	key  bool // they use an API key
	of   func(o *ours, c *client, user, key string)
	keep bool // what concerns their own account alone they may do still
	ends bool // what is theirs alone they may end still, in a browser
}

func losses(s *store.Store) []loss {
	member := func(o *ours, user string) string { return within(o.workspace, "/members/"+user) }
	demoted := func(o *ours, _ *client, user, _ string) {
		o.owner.do("PATCH", member(o, user), `{"role":"viewer"}`).is(200)
	}
	removed := func(o *ours, _ *client, user, _ string) { o.owner.do("DELETE", member(o, user), nil).is(204) }
	suspended := func(o *ours, c *client, _, _ string) {
		if _, err := s.Suspend(o.w.t.Context(), platform.SuspendedUser, c.email(), "Spam."); err != nil {
			o.w.t.Fatal(err)
		}
	}
	return []loss{
		{name: "a demoted owner", of: demoted, keep: true},
		{name: "the key of a demoted owner", of: demoted, key: true},
		{name: "a removed owner", of: removed, keep: true},
		{name: "the key of a removed owner", of: removed, key: true},
		{name: "a revoked key", key: true, of: func(o *ours, _ *client, _, key string) {
			o.owner.do("DELETE", within(o.workspace, "/keys/"+key), nil).is(204)
		}},
		{name: "a session that was signed out", of: func(_ *ours, c *client, _, _ string) { c.do("POST", "/api/v1/auth/logout", nil).is(204) }},
		{name: "a session of before another password", of: func(o *ours, c *client, _, _ string) {
			other, _ := o.w.signIn(c.email(), password)
			const another = "another long horse"
			other.do("PATCH", "/api/v1/me", map[string]any{"password": another, "currentPassword": password}).is(200)
			other.do("PATCH", "/api/v1/me", map[string]any{"password": password, "currentPassword": another}).is(200) // which forms know
		}},
		{name: "somebody who is suspended", of: suspended, ends: true},
		{name: "the key of somebody who is suspended", of: suspended, key: true},
	}
}

// email returns the address of whoever is signed in.
func (c *client) email() string {
	c.w.t.Helper()
	return c.do("GET", "/api/v1/me", nil).is(200).text("user", "email")
}

// form is what a page of somebody's account sends.
type form struct {
	path   string
	fields url.Values
}

// forms are what the pages of an account send to a replica when somebody fills each in well; the last one deletes them.
func (o *ours) forms(person, there *client) []form {
	o.w.t.Helper()
	_, _ = o.w.signIn(person.email(), password)
	sessions := person.do("GET", "/api/v1/me/sessions", nil).is(200)
	other := slices.IndexFunc(asList(sessions.at("items")), func(s any) bool { return s.(map[string]any)["current"] == false })
	link, err := person.link(o.workspace, o.app)
	if err != nil {
		o.w.t.Fatal(err)
	}
	there.post("/account/passkeys", url.Values{"currentPassword": {password}}).is(200)
	return []form{
		{link, url.Values{"value": {secretMark}}},
		{"/account/passkeys/answer", url.Values{"name": {"Phone"}, "answer": {"{}"}}},
		{"/account", url.Values{"do": {"name"}, "name": {"Other"}}},
		{"/account", url.Values{"do": {"email"}, "email": {"other-" + person.email()}, "currentPassword": {password}}},
		{"/account", url.Values{"do": {"end"}, "session": {sessions.column("id")[other]}}},
		{"/account", url.Values{"do": {"password"}, "password": {password}, "currentPassword": {password}}},
		{"/account", url.Values{"do": {"delete"}, "password": {password}}},
	}
}

// sentBy returns what a browser is told that sends the form.
func (f form) sentBy(c *client) *answer {
	c.w.t.Helper()
	once := *c // an answer must not sign anybody in or out
	once.header = c.header.Clone()
	return once.post(f.path, f.fields)
}

// easyPasskeys takes every answer for a new passkey.
type easyPasskeys struct{ identity.Passkeys }

func (easyPasskeys) Creation(identity.User, []identity.Passkey) (options json.RawMessage, ceremony []byte, err error) {
	return json.RawMessage(`{}`), []byte(`{}`), nil
}

func (easyPasskeys) Created(identity.User, []byte, []byte) (identity.Passkey, error) {
	return identity.Passkey{Credential: []byte(rand.Text()), Record: json.RawMessage(`{}`)}, nil
}

// remembering is the Identity of a replica that hears of nothing and forgets nothing: it goes on knowing callers as it knew them first.
type remembering struct {
	api.Identity
	known map[string]platform.Principal
}

func (r remembering) Authenticate(ctx context.Context, bearer string, at platform.Resource) (platform.Principal, error) {
	return r.remember(bearer, func() (platform.Principal, error) { return r.Identity.Authenticate(ctx, bearer, at) })
}

func (r remembering) AuthenticateSession(ctx context.Context, token, workspace string) (platform.Principal, error) {
	return r.remember(token+" "+workspace, func() (platform.Principal, error) { return r.Identity.AuthenticateSession(ctx, token, workspace) })
}

func (r remembering) remember(name string, ask func() (platform.Principal, error)) (platform.Principal, error) {
	if p, ok := r.known[name]; ok {
		return p, nil
	}
	p, err := ask()
	if err == nil {
		r.known[name] = p
	}
	return p, err
}

// writing reports whether a route of routes.golden changes something for somebody who is known. Some only ask other servers, or compute; how
// answers look, which a check of drift keeps, is a change that the store's own tests know.
func writing(line string) bool {
	asks := []string{"POST /api/v1/apps/generate", "POST /api/v1/apps/{id}/test", "POST /api/v1/lint", "POST /api/v1/apps/{id}/doctor",
		"POST /api/v1/apps/{id}/drift", "POST /api/v1/apps/{id}/openapi", "POST /api/v1/apps/{id}/tools/{tool}/probe"}
	name := line[:strings.LastIndex(line, " ")]
	return !strings.HasPrefix(line, "GET ") && !strings.HasSuffix(line, " anybody") && !slices.Contains(asks, name)
}

// Somebody who loses their role, key or session at one replica is refused by every writing route of another replica, which
// has just let them in and has not heard of it, and by every form of the pages of their account.
func TestNoReplicaActsOnWhatIsPast(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("routes.golden")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		often := func(i *identity.Options) { i.Limits.SignInPerMinute, i.Passkeys = 1000, easyPasskeys{} }
		o, rows := newOurs(t, setupOn(t, s, often)), routes()
		replica := setupOn(t, s, often)
		replica.api.Identity = remembering{replica.api.Identity, map[string]platform.Principal{}}
		for i, l := range losses(s) {
			person, user := o.w.join(o.owner, o.workspace, "owner", string(rune('a'+i))+"@lost.example")
			person.workspace = o.workspace
			program, key := person.key(o.workspace, map[string]any{"role": "owner"})
			stale := *person
			if l.key {
				stale = *program
			}
			stale.w, stale.header = replica, http.Header{}
			stale.do("GET", "/api/v1/me", nil).is(200) // from here on it is remembered there
			var forms []form
			if !l.key {
				forms = o.forms(person, &stale)
			}
			l.of(o, person, user, key)
			before := o.state()
			for line := range strings.Lines(string(golden)) {
				line = strings.TrimSpace(line)
				name := line[:strings.LastIndex(line, " ")]
				own := strings.HasSuffix(line, " browsers") || strings.HasSuffix(line, " people")
				if !writing(line) || own && l.keep {
					continue
				}
				method, pattern, _ := strings.Cut(name, " ")
				row := rows[name]
				if name == "POST /api/v1/workspaces/{id}/keys" {
					row.body = `{"name":"Hush","role":"owner"}` // a viewer may make a viewer's
				}
				got := o.send(caller{client: &stale}, method, o.path(pattern), row)
				if !slices.Contains([]int{401, 403, 404}, got.status) {
					t.Errorf("%s by %s: %d %.300s", name, l.name, got.status, got.body)
				}
			}
			for _, f := range forms {
				own := f.path == "/account" || f.path == "/account/passkeys/answer"
				if own && l.keep || f.fields.Get("do") == "end" && l.ends {
					continue
				}
				if got := f.sentBy(&stale); !slices.Contains([]int{401, 403, 404}, got.status) {
					t.Errorf("%v to %s by %s: %d %.300s", f.fields, f.path, l.name, got.status, got.body)
				}
			}
			if keys, err := s.Passkeys(t.Context(), platform.UserID(user)); err != nil || len(keys) > 0 {
				t.Errorf("%s has %d passkeys, %v", l.name, len(keys), err)
			}
			if diff := cmp.Diff(before, o.state()); diff != "" {
				t.Errorf("%s changed something:\n%s", l.name, diff)
			}
		}
		person, _ := o.w.join(o.owner, o.workspace, "owner", "nothing@lost.example")
		there := *person
		there.w = replica
		for _, f := range o.forms(person, &there) { // who has lost nothing may do all of it
			if got := f.sentBy(&there); got.status != 200 && !strings.HasPrefix(got.header.Get("Location"), "/account?done=") {
				t.Errorf("%v to %s by an owner: %d %v %.300s", f.fields, f.path, got.status, got.header, got.body)
			}
		}
	})
}
