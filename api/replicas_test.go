package api_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
}

func losses() []loss {
	member := func(o *ours, user string) string { return within(o.workspace, "/members/"+user) }
	demoted := func(o *ours, _ *client, user, _ string) {
		o.owner.do("PATCH", member(o, user), `{"role":"viewer"}`).is(200)
	}
	removed := func(o *ours, _ *client, user, _ string) { o.owner.do("DELETE", member(o, user), nil).is(204) }
	return []loss{
		{name: "a demoted owner", of: demoted, keep: true},
		{name: "the key of a demoted owner", of: demoted, key: true},
		{name: "a removed owner", of: removed, keep: true},
		{name: "the key of a removed owner", of: removed, key: true},
		{name: "a revoked key", key: true, of: func(o *ours, _ *client, _, key string) {
			o.owner.do("DELETE", within(o.workspace, "/keys/"+key), nil).is(204)
		}},
		{name: "a session that was signed out", of: func(_ *ours, c *client, _, _ string) { c.do("POST", "/api/v1/auth/logout", nil).is(204) }},
	}
}

// writing reports whether a route of routes.golden changes something for somebody who is known.
func writing(line string) bool {
	computes := []string{"POST /api/v1/apps/generate", "POST /api/v1/apps/{id}/test", "POST /api/v1/lint"}
	name := line[:strings.LastIndex(line, " ")]
	return !strings.HasPrefix(line, "GET ") && !strings.HasSuffix(line, " anybody") && !slices.Contains(computes, name)
}

// Somebody who loses their role, key or session at one replica is refused by every writing route of another replica, which
// has just let them in and has not heard of it.
func TestNoReplicaActsOnWhatIsPast(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("routes.golden")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		often := func(i *identity.Options) { i.Limits.SignInPerMinute = 1000 }
		o, rows := newOurs(t, setupOn(t, s, often)), routes()
		replica := setupOn(t, s, often)
		for i, l := range losses() {
			person, user := o.w.join(o.owner, o.workspace, "owner", string(rune('a'+i))+"@lost.example")
			person.workspace = o.workspace
			program, key := person.key(o.workspace, map[string]any{"role": "owner"})
			stale := *person
			if l.key {
				stale = *program
			}
			stale.w = replica
			stale.do("GET", "/api/v1/me", nil).is(200) // from here on it is remembered there
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
			if diff := cmp.Diff(before, o.state()); diff != "" {
				t.Errorf("%s changed something:\n%s", l.name, diff)
			}
		}
	})
}
