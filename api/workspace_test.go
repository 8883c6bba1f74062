package api_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// Who may do what, in the own workspace and in a foreign one. What is refused must not say anything of the workspace.
func TestRoles(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, ours, ownerID := w.person("ana@example.com")
	editor, _ := w.join(owner, ours, "editor", "ed@example.com")
	viewer, viewerID := w.join(owner, ours, "viewer", "vic@example.com")
	stranger, theirs, _ := w.person("eve@example.com")
	ownerKey, keyID := owner.key(ours, map[string]any{"name": "owners key"})
	weakKey, _ := owner.key(ours, map[string]any{"role": "viewer"})
	base := "/api/v1/workspaces/" + ours

	for _, c := range []struct {
		name, method, path string
		body               any
		owner              int
		editor             int
		viewer             int
	}{
		{"list members", "GET", "/members", nil, 200, 200, 200},
		{"promote", "PATCH", "/members/" + viewerID, `{"role":"viewer"}`, 200, 403, 403},
		{"remove an owner", "DELETE", "/members/" + ownerID, nil, 409, 403, 403},
		{"invite", "POST", "/invitations", `{"role":"owner"}`, 201, 403, 403},
		{"list invitations", "GET", "/invitations", nil, 200, 403, 403},
		{"revoke an invitation", "DELETE", "/invitations/" + strings.Repeat("0", 36), nil, 404, 403, 403},
		{"list keys", "GET", "/keys", nil, 200, 200, 200},
		{"make an owner's key", "POST", "/keys", `{"name":"k","role":"owner"}`, 201, 403, 403},
		{"make an editor's key", "POST", "/keys", `{"name":"k","role":"editor"}`, 201, 201, 403},
		{"make a viewer's key", "POST", "/keys", `{"name":"k","role":"viewer"}`, 201, 201, 201},
		{"read the audit", "GET", "/audit", nil, 200, 403, 403},
		{"revoke another's key", "DELETE", "/keys/" + strings.Repeat("0", 36), nil, 404, 404, 404},
	} {
		for who, as := range map[string]struct {
			c      *client
			status int
		}{
			"owner": {owner, c.owner}, "editor": {editor, c.editor}, "viewer": {viewer, c.viewer},
			"owner's key": {ownerKey, c.owner}, "owner's viewer key": {weakKey, c.viewer}, "stranger": {stranger, 404}, "nobody": {w.anonymous(), 401},
		} {
			a := as.c.do(c.method, base+c.path, c.body)
			if a.status != as.status {
				t.Errorf("%s: %s answers %d, not %d: %s", who, c.name, a.status, as.status, a.body)
			}
			if a.status >= 400 && a.status != 409 {
				a.lacks("ana@example.com", "owners key", keyID)
			}
		}
	}
	for _, who := range []*client{editor, viewer, weakKey} {
		who.do("DELETE", base+"/keys/"+keyID, nil).fails(404, "NOT_FOUND")
	}
	stranger.workspace = ours
	stranger.do("GET", "/api/v1/me", nil).fails(404, "NOT_FOUND").lacks("ana")
	ownerKey.workspace = theirs
	ownerKey.do("GET", "/api/v1/me", nil).fails(404, "NOT_FOUND")
	for _, id := range []string{"x", theirs + "x", strings.Repeat("0", 36), "%00", "..%2f" + ours} {
		owner.do("GET", "/api/v1/workspaces/"+id+"/members", nil).fails(404, "NOT_FOUND")
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, ours, ownerID := w.person("ana@example.com")
	ed, edID := w.join(owner, ours, "editor", "ed@example.com")
	key, _ := ed.key(ours, map[string]any{})
	base := "/api/v1/workspaces/" + ours + "/members/"

	got := owner.do("GET", strings.TrimSuffix(base, "/"), nil).is(200).column("user", "email")
	if !slices.Equal(got, []string{"ana@example.com", "ed@example.com"}) {
		t.Errorf("members %v", got)
	}
	owner.do("PATCH", base+ownerID, `{"role":"viewer"}`).fails(409, "CONFLICT")
	owner.do("PATCH", base+edID, `{"role":"boss"}`).fails(422, "INVALID_CONFIG")
	if got := key.do("GET", "/api/v1/me", nil).is(200).text("workspace", "role"); got != "editor" {
		t.Errorf("the key acts as %s", got)
	}
	owner.do("PATCH", base+edID, `{"role":"viewer"}`).is(200)
	if got := key.do("GET", "/api/v1/me", nil).is(200).text("workspace", "role"); got != "viewer" {
		t.Errorf("the key of a demoted editor acts as %s", got)
	}
	ed.do("DELETE", base+ownerID, nil).fails(403, "FORBIDDEN")
	key.do("DELETE", base+edID, nil).fails(403, "FORBIDDEN")
	ed.do("DELETE", base+edID, nil).is(204)
	key.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	if a := ed.do("GET", "/api/v1/me", nil).is(200).lacks(ours); a.text("workspace", "role") != "owner" || len(asList(a.at("workspaces"))) != 1 {
		t.Errorf("who left is in %s", a.body)
	}
	ed.do("GET", strings.TrimSuffix(base, "/"), nil).fails(404, "NOT_FOUND")
	owner.do("DELETE", base+edID, nil).fails(404, "NOT_FOUND")
	owner.do("DELETE", base+ownerID, nil).fails(409, "CONFLICT")
}

// Two owners who demote each other at the same time leave one of them.
func TestTheLastOwnerStaysUnderConcurrency(t *testing.T) {
	t.Parallel()
	storetest.Each(t, theLastOwnerStaysUnderConcurrency)
}

func theLastOwnerStaysUnderConcurrency(t *testing.T, s *store.Store) {
	t.Helper()
	w := setupOn(t, s)
	a, ours, aID := w.person("ana@example.com")
	b, bID := w.join(a, ours, "owner", "bo@example.com")
	base := "/api/v1/workspaces/" + ours + "/members/"
	var wg sync.WaitGroup
	wg.Go(func() { a.do("PATCH", base+bID, `{"role":"viewer"}`) })
	wg.Go(func() { b.do("DELETE", base+aID, nil) })
	wg.Wait()
	owners := 0
	for _, c := range []*client{a, b} {
		if me := c.do("GET", "/api/v1/me", nil).is(200); me.at("workspace") != nil && me.text("workspace", "role") == "owner" {
			owners++
		}
	}
	if owners != 1 {
		t.Errorf("the workspace has %d owners", owners)
	}
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.Limits.Members = 3 })
	owner, ours, _ := w.person("ana@example.com")
	a := owner.do("POST", "/api/v1/workspaces/"+ours+"/invitations", `{"role":"editor"}`).is(201)
	url := a.text("url")
	token := url[strings.LastIndex(url, "/")+1:]
	if url != "http://127.0.0.1:3001/invite/"+token || a.text("role") != "editor" || a.text("id") == "" || a.text("expiresAt") == "" {
		t.Errorf("invitation %s", a.body)
	}
	read := w.anonymous().do("GET", "/api/v1/invitations/"+token, nil).is(200).lacks("ana@example.com")
	if read.text("workspace", "id") != ours || read.text("role") != "editor" {
		t.Errorf("invitation reads %s", read.body)
	}
	for _, bad := range []string{"x", token[1:], strings.Repeat("A", 43), "%00"} {
		w.anonymous().do("GET", "/api/v1/invitations/"+bad, nil).fails(404, "NOT_FOUND")
	}
	key, _ := owner.key(ours, map[string]any{})
	key.do("POST", "/api/v1/invitations/"+token+"/accept", nil).fails(403, "FORBIDDEN")
	owner.do("POST", "/api/v1/invitations/"+token+"/accept", nil).fails(409, "CONFLICT")

	bo, own, _ := w.person("bo@example.com")
	if got := bo.do("POST", "/api/v1/invitations/"+token+"/accept", nil).is(200); got.text("id") != ours || got.text("role") != "editor" {
		t.Errorf("joined %s", got.body)
	}
	cy, _, _ := w.person("cy@example.com")
	cy.do("POST", "/api/v1/invitations/"+token+"/accept", nil).fails(404, "NOT_FOUND")
	if got := bo.do("GET", "/api/v1/workspaces", nil).is(200).column("id"); !slices.Equal(got, []string{own, ours}) {
		t.Errorf("workspaces %v", got)
	}
	bo.workspace = ours
	if got := bo.do("GET", "/api/v1/me", nil).is(200).text("workspace", "role"); got != "editor" {
		t.Errorf("acts as %q in the named workspace", got)
	}

	w.join(owner, ours, "viewer", "third@example.com")
	url = owner.do("POST", "/api/v1/workspaces/"+ours+"/invitations", `{"role":"viewer"}`).is(201).text("url")
	full := cy.do("POST", "/api/v1/invitations/"+url[strings.LastIndex(url, "/")+1:]+"/accept", nil).fails(403, "LIMIT_REACHED")
	if !strings.Contains(full.text("detail"), "3") {
		t.Errorf("the limit is not named: %s", full.body)
	}
}

// An owner who is demoted or removed has no link by which to come back.
func TestAFormerOwnerDoesNotComeBackByInvitation(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, ours, _ := w.person("ana@example.com")
	bo, boID := w.join(owner, ours, "owner", "bo@example.com")
	stranger, theirs, _ := w.person("eve@example.com")
	base := "/api/v1/workspaces/" + ours
	link := func(c *client) (id, token string) {
		a := c.do("POST", base+"/invitations", `{"role":"owner","email":"bo@example.com"}`).is(201)
		return a.text("id"), a.text("url")[strings.LastIndex(a.text("url"), "/")+1:]
	}
	id, token := link(bo)
	_, kept := link(owner)
	list := owner.do("GET", base+"/invitations", nil).is(200).lacks(token, kept)
	if got := list.column("madeBy", "email"); !slices.Equal(got, []string{"ana@example.com", "bo@example.com"}) {
		t.Errorf("invitations %s", list.body)
	}
	stranger.do("DELETE", "/api/v1/workspaces/"+theirs+"/invitations/"+id, nil).fails(404, "NOT_FOUND")
	owner.do("DELETE", base+"/members/"+boID, nil).is(204)
	bo.do("POST", "/api/v1/invitations/"+token+"/accept", nil).fails(404, "NOT_FOUND")
	w.anonymous().do("GET", "/api/v1/invitations/"+token, nil).fails(404, "NOT_FOUND")

	left := owner.do("GET", base+"/invitations", nil).is(200).column("id")
	if len(left) != 1 {
		t.Fatalf("open invitations %v", left)
	}
	owner.do("DELETE", base+"/invitations/"+left[0], nil).is(204)
	bo.do("POST", "/api/v1/invitations/"+kept+"/accept", nil).fails(404, "NOT_FOUND")
	owner.do("DELETE", base+"/invitations/"+left[0], nil).fails(404, "NOT_FOUND")
}

// A sign-up by invitation that fails makes no account, so that the person can try again when there is room.
func TestSigningUpIntoAFullWorkspaceMakesNothing(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.Limits.Members = 2 })
	owner, ours, _ := w.person("ana@example.com")
	_, edID := w.join(owner, ours, "editor", "ed@example.com")
	base := "/api/v1/workspaces/" + ours
	url := owner.do("POST", base+"/invitations", `{"role":"viewer"}`).is(201).text("url")
	c := w.anonymous()
	signUp := func() *answer {
		return c.do("POST", "/api/v1/auth/signup", map[string]any{"email": "bo@example.com", "password": password, "invitation": url[strings.LastIndex(url, "/")+1:]})
	}
	signUp().fails(403, "LIMIT_REACHED")
	c.do("POST", "/api/v1/auth/login", map[string]any{"email": "bo@example.com", "password": password}).fails(401, "UNAUTHENTICATED")
	owner.do("DELETE", base+"/members/"+edID, nil).is(204)
	if a := signUp().is(201); a.text("workspace", "id") != ours {
		t.Errorf("joined %s", a.body)
	}
}

func TestWorkspaces(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, first, _ := w.person("ana@example.com")
	a := c.do("POST", "/api/v1/workspaces", map[string]any{"name": "  Team  "}).is(201)
	if a.text("name") != "Team" || a.text("role") != "owner" {
		t.Errorf("made %s", a.body)
	}
	if got := c.do("GET", "/api/v1/workspaces", nil).is(200).column("id"); !slices.Equal(got, []string{first, a.text("id")}) {
		t.Errorf("workspaces %v", got)
	}
	for _, name := range []string{"", " ", "a\nb", strings.Repeat("n", 101)} {
		c.do("POST", "/api/v1/workspaces", map[string]any{"name": name}).fails(422, "INVALID_CONFIG")
	}
}

func TestListsArePaged(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	for i := range 5 {
		c.key(ours, map[string]any{"name": fmt.Sprint("key ", i)})
		w.Pass(time.Second)
	}
	path := "/api/v1/workspaces/" + ours + "/keys"
	var names []string
	cursor := ""
	for range 5 {
		a := c.do("GET", path+"?limit=2&cursor="+cursor, nil).is(200)
		names = append(names, a.column("name")...)
		if a.at("nextCursor") == nil {
			break
		}
		cursor = a.text("nextCursor")
	}
	if !slices.Equal(names, []string{"key 4", "key 3", "key 2", "key 1", "key 0"}) {
		t.Errorf("pages hold %v", names)
	}
	for _, bad := range []string{"0", "201", "-1", "x", "1.5", "99999999999999999999"} {
		c.do("GET", path+"?limit="+bad, nil).fails(422, "INVALID_CONFIG")
	}
	for _, list := range []string{path, "/api/v1/workspaces", "/api/v1/me/sessions", "/api/v1/workspaces/" + ours + "/members",
		"/api/v1/workspaces/" + ours + "/audit"} {
		c.do("GET", list+"?cursor=nonsense", nil).fails(400, "BAD_REQUEST")
		c.do("GET", list+"?cursor=%00", nil).fails(400, "BAD_REQUEST")
		c.do("GET", list+"?limit=200", nil).is(200)
	}
	if got := w.anonymous().do("GET", path, nil).status; got != 401 {
		t.Errorf("anonymous gets %d", got)
	}
}

func TestAudit(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	stranger, _, _ := w.person("eve@example.com")
	c.address = "198.51.100.7"
	c.header.Set("User-Agent", "Browser")
	key, keyID := c.key(ours, map[string]any{"name": "deploy"})
	a := c.do("GET", "/api/v1/workspaces/"+ours+"/audit", nil).is(200).lacks(key.bearer, password, "eve@example.com", "argon2")
	if !slices.Contains(a.column("target"), keyID) || a.column("address")[0] != "198.51.100.7" ||
		a.column("userAgent")[0] != "Browser" || a.column("actor")[0] != "ana@example.com" {
		t.Errorf("audit %s", a.body)
	}
	stranger.do("GET", "/api/v1/workspaces/"+ours+"/audit", nil).fails(404, "NOT_FOUND")
}
