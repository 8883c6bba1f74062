package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// actor returns whoever uses the browser, as another part of the server knows them.
func (c *client) actor(workspace string) platform.Actor {
	c.w.t.Helper()
	r, err := http.NewRequestWithContext(c.w.t.Context(), "GET", "/", nil)
	if err != nil {
		c.w.t.Fatal(err)
	}
	r.Header.Set("Cookie", c.cookie)
	by, err := c.w.api.SignedIn(r)
	if err == nil {
		by, err = c.w.api.In(c.w.t.Context(), by, workspace)
	}
	if err != nil {
		c.w.t.Fatal(err)
	}
	return by
}

// link asks for a form for a secret, and returns its path.
func (c *client) link(workspace, app string) (path string, err error) {
	c.w.t.Helper()
	address, until, err := c.w.api.SecretLink(c.w.t.Context(), c.actor(workspace),
		platform.AppID(app[strings.LastIndex(app, "/")+1:]), platform.Secret{Name: "API_KEY", Hosts: []string{"api.example.com"}})
	if err == nil && until.Sub(c.w.Now()) != 10*time.Minute {
		c.w.t.Errorf("good until %s", until)
	}
	return pathOf(address), err
}

func (c *client) sends(path, value string) *answer {
	c.w.t.Helper()
	form := *c
	form.header = c.header.Clone()
	form.header.Set("Content-Type", "application/x-www-form-urlencoded")
	return form.do("POST", path, url.Values{"value": {value}}.Encode())
}

const secretValue = "sk-very-secret"

func TestALinkTakesASecretOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setupOn(t, s)
		owner, workspace, _ := w.person("owner@example.com")
		editor, _ := w.join(owner, workspace, "editor", "editor@example.com")
		stranger, _, _ := w.person("stranger@example.com")
		app := owner.app("Weather")
		path, err := owner.link(workspace, app)
		if err != nil {
			t.Fatal(err)
		}
		page := owner.do("GET", path, nil).is(200)
		for _, must := range []string{"API_KEY", "Weather", "api.example.com", `type="password"`} {
			if !strings.Contains(page.body, must) {
				t.Errorf("the form lacks %s: %s", must, page.body)
			}
		}
		if policy := page.header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || page.header.Get("Cache-Control") != "no-store" {
			t.Errorf("the form may be framed or kept: %v", page.header)
		}
		if to := w.anonymous().do("GET", path, nil).is(303).header.Get("Location"); to != next("/account/signin", path) {
			t.Errorf("nobody is led to %s", to)
		}
		w.anonymous().sends(path, secretValue).is(303)
		for _, other := range []*client{editor, stranger} { // somebody else, also of the same workspace
			other.do("GET", path, nil).is(403).lacks("Weather", "api.example.com")
			other.sends(path, "theirs").is(403)
		}
		forged := *owner
		forged.header = http.Header{"Origin": {"https://evil.example"}, "Sec-Fetch-Site": {"cross-site"}}
		forged.sends(path, "forged").is(403)
		owner.sends(path, "").is(422).lacks("The secret is set")
		owner.sends(path, strings.Repeat("x", 8193)).is(422)
		if got := owner.do("GET", app+"/secrets", nil).is(200); strings.Contains(got.body, "API_KEY") {
			t.Fatalf("set by somebody else: %s", got.body)
		}
		owner.sends(path, secretValue).is(200).lacks(secretValue)
		owner.do("GET", app+"/secrets", nil).is(200).lacks(secretValue)
		if got := owner.do("GET", app+"/secrets", nil); fmt.Sprint(got.column("name")) != "[API_KEY]" {
			t.Errorf("not set: %s", got.body)
		}
		owner.sends(path, "again").is(404)
		owner.do("GET", path, nil).is(404)
		audit := owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=secret.set", nil).is(200).lacks(secretValue)
		if !strings.Contains(audit.body, "owner@example.com") || len(audit.column("action")) != 1 {
			t.Errorf("audit: %s", audit.body)
		}
	})
}

func TestALinkEnds(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("owner@example.com")
	editor, id := w.join(owner, workspace, "editor", "editor@example.com")
	viewer, _ := w.join(owner, workspace, "viewer", "viewer@example.com")
	app := owner.app("Weather")
	late, err := owner.link(workspace, app)
	if err != nil {
		t.Fatal(err)
	}
	demoted, err := editor.link(workspace, app)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := viewer.link(workspace, app); !platform.IsCode(err, platform.CodeForbidden) {
		t.Errorf("a viewer: %v", err)
	}
	stranger, theirs, _ := w.person("stranger@example.com")
	if _, err := stranger.link(theirs, app); !platform.IsCode(err, platform.CodeAppNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	for name, in := range map[string]platform.Secret{"name": {Name: "api_key", Hosts: []string{"a.example"}}, "hosts": {Name: "KEY"}, "hosts[0]": {Name: "KEY", Hosts: []string{"https://a.example"}}} {
		_, _, err := w.api.SecretLink(t.Context(), owner.actor(workspace), platform.AppID(app[strings.LastIndex(app, "/")+1:]), in)
		if e := platform.AsError(err); e.Code != platform.CodeInvalidConfig || len(e.Fields) != 1 || e.Fields[0].Location != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	owner.do("PATCH", "/api/v1/workspaces/"+workspace+"/members/"+id, map[string]any{"role": "viewer"}).is(200)
	editor.sends(demoted, secretValue).is(403)
	w.Pass(10*time.Minute - time.Second)
	owner.do("GET", late, nil).is(200)
	w.Pass(time.Second)
	owner.do("GET", late, nil).is(404)
	owner.sends(late, secretValue).is(404)
	for _, made := range []string{"", "x", strings.Repeat("A", 26), "%00"} {
		if got := owner.do("GET", "/account/secrets/"+made, nil); got.status != 404 {
			t.Errorf("%q: %d", made, got.status)
		}
	}
}

// Of all who send a form at the same moment, one sets the secret.
func TestALinkIsUsedOnceAtTheSameMoment(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("owner@example.com")
	app := owner.app("Weather")
	path, err := owner.link(workspace, app)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for i := range 8 {
		one := *owner
		one.header = owner.header.Clone()
		all.Go(func() {
			status := one.sends(path, fmt.Sprint("value ", i)).status
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	all.Wait()
	if answers[200] != 1 || answers[404] != 7 {
		t.Errorf("statuses %v", answers)
	}
}
