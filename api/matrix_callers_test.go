package api_test

import (
	"strings"
	"testing"
	"time"

	"berth/platform"
)

// caller is somebody who tries every route.
type caller struct {
	*client
	name  string
	role  platform.Role // in our workspace; "" for strangers
	known bool          // is a person at all
	key   bool          // by an API key
	names bool          // a stranger who names our workspace in Berth-Workspace
	ours  bool          // acts as a person who is in our workspace, but not here
}

// ours is a workspace with everything that somebody could want to reach. Every text of it holds secretMark.
type ours struct {
	w                     *world
	owner                 *client
	workspace             string
	app, slug             string // path; slug of the published app
	key, member, webhook  string // ids
	invitation, token     string
	session               string
	row                   string // of the table hushes
	sent                  int    // bodies
	strangersOwnWorkspace string
	callers               []caller
}

const secretMark = "Hush"

func (o *ours) person(email string) *client {
	o.w.t.Helper()
	c, _ := o.w.join(o.owner, o.workspace, "viewer", email)
	return c
}

// model brings a language model for the workspace, and returns its path.
func (o *ours) model() string {
	path := "/api/v1/workspaces/" + o.workspace + "/llm"
	o.owner.do("PUT", path, `{"provider":"openai","apiKey":"`+secretMark+`","model":"m"}`).is(200)
	return path
}

// hook makes a webhook of the app.
func (o *ours) hook() string {
	o.w.t.Helper()
	return o.owner.do("POST", o.app+"/webhooks", `{"url":"https://example.com/`+secretMark+`","events":["row.created"]}`).is(201).text("id")
}

// signedIn has the owner sign in to an app of the workspace, and returns the path of the person there.
func (o *ours) signedIn() string {
	o.w.t.Helper()
	app := o.owner.personal(secretMark)
	return app + "/people/" + o.owner.letsIn(app, "btc_x")
}

// reviewer makes the reviewer's account of an app of the workspace, and returns its path.
func (o *ours) reviewer() string {
	o.w.t.Helper()
	path := o.owner.personal(secretMark) + "/reviewer"
	o.owner.do("POST", path, nil).is(201)
	return path
}

// secret sets a secret of the app and returns its path.
func (o *ours) secret() string {
	o.w.t.Helper()
	path := o.app + "/secrets/HUSH"
	o.owner.do("PUT", path, `{"value":"`+secretMark+`","hosts":["example.com"]}`).is(204)
	return path
}

// newOurs makes the workspace, and the callers: members by session and by key, strangers, and those who are nobody any more.
func newOurs(t *testing.T, w *world) *ours {
	t.Helper()
	o := &ours{w: w}
	idle, workspace, _ := w.person("owner@example.com")
	o.workspace = workspace
	idle.do("PATCH", "/api/v1/workspaces/"+workspace, map[string]any{"name": secretMark}).is(200)
	expiring, _ := idle.key(workspace, map[string]any{"expiresAt": w.Now().Add(time.Hour).Format(time.RFC3339)})
	w.Pass(31 * 24 * time.Hour) // the first session is now idle for too long

	o.owner = w.anonymous()
	o.owner.do("POST", "/api/v1/auth/login", map[string]any{"email": "owner@example.com", "password": password}).is(200)
	o.app = o.owner.app(secretMark)
	o.webhook = o.hook()
	o.slug = o.owner.do("POST", o.app+"/publish", nil).is(200).text("mcpSlug")
	o.session = o.owner.do("GET", "/api/v1/me/sessions", nil).is(200).column("id")[0]

	editor, viewer, gone := o.person("editor@example.com"), o.person("viewer@example.com"), o.person("gone@example.com")
	members := o.owner.do("GET", "/api/v1/workspaces/"+o.workspace+"/members", nil).is(200)
	id := map[string]string{}
	for i, email := range members.column("user", "email") {
		id[email] = members.column("user", "id")[i]
	}
	o.member = id["viewer@example.com"]
	o.owner.do("PATCH", "/api/v1/workspaces/"+o.workspace+"/members/"+id["editor@example.com"], `{"role":"editor"}`).is(200)
	goneKey, _ := gone.key(o.workspace, map[string]any{"name": secretMark})
	o.owner.do("DELETE", "/api/v1/workspaces/"+o.workspace+"/members/"+id["gone@example.com"], nil).is(204)
	revoked, revokedID := o.owner.key(o.workspace, map[string]any{"name": secretMark})
	o.owner.do("DELETE", "/api/v1/workspaces/"+o.workspace+"/keys/"+revokedID, nil).is(204)
	signedOut := *editor
	editor.do("POST", "/api/v1/auth/logout", nil).is(204)
	editor.do("POST", "/api/v1/auth/login", map[string]any{"email": "editor@example.com", "password": password}).is(200)
	for _, c := range []*client{editor, viewer} {
		c.workspace = o.workspace
	}
	ownerKey, keyID := o.owner.key(o.workspace, map[string]any{"name": secretMark})
	o.key = keyID
	editorKey, _ := editor.key(o.workspace, map[string]any{"name": secretMark})
	viewerKey, _ := viewer.key(o.workspace, map[string]any{"name": secretMark})
	weakKey, _ := o.owner.key(o.workspace, map[string]any{"name": secretMark, "role": "viewer"})

	stranger, theirs, _ := w.person("stranger@example.com")
	o.strangersOwnWorkspace = theirs
	strangerKey, _ := stranger.key(theirs, map[string]any{})
	otherKey, _ := o.owner.key(o.owner.do("POST", "/api/v1/workspaces", `{"name":"Another"}`).is(201).text("id"), map[string]any{})
	named := func(c *client) *client {
		n := *c
		n.workspace = o.workspace
		return &n
	}
	basic := w.anonymous()
	basic.header.Set("Authorization", "Basic "+strings.Repeat("eDp4", 10))

	o.callers = []caller{
		{client: w.anonymous(), name: "nobody"}, {client: basic, name: "Basic credentials"}, {client: expiring, name: "an expired key", key: true},
		{client: revoked, name: "a revoked key", key: true}, {client: goneKey, name: "the key of a former member", key: true},
		{client: idle, name: "an idle session"}, {client: &signedOut, name: "a session that was signed out"},
		{client: stranger, name: "a stranger", known: true}, {client: named(stranger), name: "a stranger who names our workspace", known: true, names: true},
		{client: strangerKey, name: "a stranger's key", known: true, key: true}, {client: named(strangerKey), name: "a stranger's key that names our workspace", known: true, key: true, names: true},
		{client: otherKey, name: "our owner's key of another workspace", known: true, key: true, ours: true}, {client: gone, name: "a former member", known: true},
		{client: named(gone), name: "a former member who names our workspace", known: true, names: true},
		{client: viewer, name: "a viewer", role: platform.RoleViewer, known: true}, {client: viewerKey, name: "a viewer's key", role: platform.RoleViewer, known: true, key: true},
		{client: weakKey, name: "an owner's viewer key", role: platform.RoleViewer, known: true, key: true},
		{client: editor, name: "an editor", role: platform.RoleEditor, known: true}, {client: editorKey, name: "an editor's key", role: platform.RoleEditor, known: true, key: true},
		{client: o.owner, name: "an owner", role: platform.RoleOwner, known: true}, {client: ownerKey, name: "an owner's key", role: platform.RoleOwner, known: true, key: true},
	}
	o.invite()
	o.owner.do("POST", o.app+"/tables", `{"name":"hushes","title":"Hush","columns":[{"name":"name","type":"text"}]}`).is(201)
	o.row = o.newRow()
	return o
}

func (o *ours) newRow() string {
	o.w.t.Helper()
	return o.owner.do("POST", o.app+"/tables/hushes/rows", `{"values":{"name":"Hush"}}`).is(201).text("id")
}

// spareTable makes a table that may be deleted.
func (o *ours) spareTable() string {
	o.w.t.Helper()
	o.owner.do("POST", o.app+"/tables", `{"name":"spare","columns":[{"name":"a","type":"text"}]}`).is(201)
	return o.app + "/tables/spare"
}

// invite makes the open invitation of the workspace.
func (o *ours) invite() {
	o.w.t.Helper()
	i := o.owner.do("POST", "/api/v1/workspaces/"+o.workspace+"/invitations", `{"role":"viewer"}`).is(201)
	o.invitation, o.token = i.text("id"), i.text("url")[strings.LastIndex(i.text("url"), "/")+1:]
}

// secrets are what no stranger may read.
func (o *ours) secrets() []string {
	return []string{secretMark, o.workspace, o.app[strings.LastIndex(o.app, "/")+1:], o.key, o.member, o.webhook, o.invitation, o.token, o.session, o.row}
}

// state is all that a call could change.
func (o *ours) state() string {
	o.w.t.Helper()
	var all strings.Builder
	base := "/api/v1/workspaces/" + o.workspace
	for _, path := range []string{"/api/v1/apps?limit=200", o.app, o.app + "/listing", o.app + "/tables", o.app + "/tables/hushes/rows", o.app + "/sampling", o.app + "/secrets", o.app + "/releases",
		base + "/members", base + "/invitations", base + "/audit?limit=200", "/api/v1/me/sessions", "/api/v1/workspaces"} {
		answer := o.owner.do("GET", path, nil).is(200)
		all.WriteString(path + " " + strings.ReplaceAll(answer.body, "\n", " ") + "\n")
	}
	return all.String()
}
