package api_test

import (
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// route is what one line of routes.golden needs to be tried.
type route struct {
	body   string
	status int // of success
	// fresh makes what a successful call uses up, and returns its path; nil: nothing.
	fresh func(o *ours) string
	// told returns what a caller gets instead of what the access says, 0 for the usual.
	told func(c caller) int
	// cross is a path that mixes a stranger's own workspace with what is ours.
	cross func(o *ours) string
	// shows says that strangers may see what is ours: the link is the credential.
	shows bool
}

func within(workspace, rest string) string { return "/api/v1/workspaces/" + workspace + rest }

// routes has a row for every line of routes.golden.
func routes() map[string]route {
	freshApp := func(suffix string) func(o *ours) string {
		return func(o *ours) string {
			app := o.owner.app(secretMark)
			o.owner.do("POST", app+"/publish", nil).is(200)
			return app + suffix
		}
	}
	ownerAlone := func(c caller) int {
		if c.known && !c.key && !c.names && c.name != "an owner" {
			return 404
		}
		return 0
	}
	invited := func(c caller) int { // members have joined already
		if c.role != "" && !c.key {
			return 409
		}
		return 0
	}
	credentials := `{"email":"owner@example.com","password":"not the password"}`
	return map[string]route{
		"GET /api/docs": {status: 200}, "GET /api/v1/openapi.json": {status: 200},
		"GET /docs": {status: 200}, "GET /docs/{guide}": {status: 200},
		"POST /api/v1/auth/login":  {status: 401, body: credentials},
		"POST /api/v1/auth/logout": {status: 204, told: func(caller) int { return -1 }}, // it ends the caller's own session
		"POST /api/v1/auth/signup": {status: 409, body: `{"email":"owner@example.com","password":"not the password"}`},
		"GET /signin/{token}":      {status: 200},
		"POST /signin/{token}":     {status: 404},
		"GET /invite/{token}":      {status: 200, shows: true},
		"GET /account":             {status: 200, told: bySession(200)},
		"POST /account":            {status: 400, told: bySession(400)},
		"GET /account/export":      {status: 200, told: bySession(200)},
		"GET /account/signin":      {status: 200}, "POST /account/signin": {status: 401},
		"GET /account/signup": {status: 200}, "POST /account/signup": {status: 422},
		"GET /account/code": {status: 200}, "POST /account/code": {status: 422},
		// this server has neither passkeys nor an OpenID provider
		"GET /account/passkey": {status: 403}, "POST /account/passkey": {status: 403},
		"POST /account/passkeys": {status: 403, told: bySession(403)}, "POST /account/passkeys/answer": {status: 403, told: bySession(403)},
		"GET /account/provider": {status: 404}, "GET /oauth/callback": {status: 404},
		"GET /account/reset": {status: 200}, "POST /account/reset": {status: 403},
		"GET /account/reset/{token}": {status: 404}, "POST /account/reset/{token}": {status: 404},
		"GET /account/verify/{token}":     {status: 404, shows: true, told: bySession(404)},
		"POST /account/verify/{token}":    {status: 404, shows: true, told: bySession(404)},
		"GET /account/secrets/{token}":    {status: 404, shows: true, told: bySession(404)},
		"POST /account/secrets/{token}":   {status: 404, shows: true, told: bySession(404)},
		"POST /account/signout":           {status: 303, told: func(caller) int { return -1 }},              // it ends the caller's own session
		"POST /invite/{token}":            {status: 401, shows: true, told: func(caller) int { return -1 }}, // TestInvitePage
		"GET /api/v1/invitations/{token}": {status: 200, shows: true},
		"GET /api/v1/me":                  {status: 200},
		"PATCH /api/v1/me":                {status: 200, body: `{}`},
		"GET /api/v1/me/sessions":         {status: 200},
		"GET /api/v1/workspaces":          {status: 200},
		"POST /api/v1/workspaces": {status: 201, body: `{"name":"Another"}`, told: func(c caller) int {
			if c.key && c.role == platform.RoleViewer {
				return 403 // a key that may only read
			}
			return 0
		}},
		"PATCH /api/v1/workspaces/{id}":      {status: 200, body: `{"name":"Hush"}`},
		"GET /api/v1/workspaces/{id}/audit":  {status: 200},
		"GET /api/v1/layouts":                {status: 200},
		"GET /api/v1/layouts/{name}/preview": {status: 200},
		"GET /api/v1/templates":              {status: 200},
		"GET /api/v1/slugs/{slug}":           {status: 200},
		"GET /api/v1/stats/apps":             {status: 200},
		"POST /api/v1/lint":                  {status: 200, body: `{"toolName":"a","toolDescription":"b"}`},
		"DELETE /api/v1/me/sessions/{id}": {status: 204, told: ownerAlone, fresh: func(o *ours) string {
			c := o.w.anonymous()
			c.do("POST", "/api/v1/auth/login", map[string]any{"email": "owner@example.com", "password": password}).is(200)
			sessions := c.do("GET", "/api/v1/me/sessions", nil).is(200)
			current := slices.IndexFunc(asList(sessions.at("items")), func(s any) bool { return s.(map[string]any)["current"] == true })
			return "/api/v1/me/sessions/" + sessions.column("id")[current]
		}},
		"POST /api/v1/invitations/{token}/accept": {status: 200, told: func(c caller) int {
			if c.known && !c.key && c.role == "" && !c.names {
				return -1 // a stranger with the link may: TestInvitations
			}
			return invited(c)
		}},

		"GET /api/v1/workspaces/{id}/members": {status: 200},
		"PATCH /api/v1/workspaces/{id}/members/{userId}": {status: 200, body: `{"role":"viewer"}`,
			cross: func(o *ours) string { return within(o.strangersOwnWorkspace, "/members/"+o.member) }},
		"DELETE /api/v1/workspaces/{id}/members/{userId}": {status: 204, fresh: func(o *ours) string {
			_, user := o.w.join(o.owner, o.workspace, "viewer", "joiner-"+strings.ToLower(o.token[:5]+o.w.Now().Format("150405.000000"))+"@example.com")
			o.invite()
			return within(o.workspace, "/members/"+user)
		}, told: func(c caller) int {
			if c.name == "a viewer" {
				return -1 // it is the viewer's own membership: TestMembers
			}
			if c.role == platform.RoleViewer || c.role == platform.RoleEditor {
				return 403
			}
			return 0
		}, cross: func(o *ours) string { return within(o.strangersOwnWorkspace, "/members/"+o.member) }},
		"GET /api/v1/workspaces/{id}/invitations":  {status: 200},
		"POST /api/v1/workspaces/{id}/invitations": {status: 201, body: `{"role":"viewer"}`},
		"DELETE /api/v1/workspaces/{id}/invitations/{invitationId}": {status: 204, fresh: func(o *ours) string {
			path := within(o.workspace, "/invitations/"+o.invitation)
			o.invite()
			return path
		}, cross: func(o *ours) string { return within(o.strangersOwnWorkspace, "/invitations/"+o.invitation) }},
		"GET /api/v1/workspaces/{id}/keys":  {status: 200},
		"POST /api/v1/workspaces/{id}/keys": {status: 201, body: `{"name":"Hush","role":"viewer"}`},
		"DELETE /api/v1/workspaces/{id}/keys/{keyId}": {status: 204, fresh: func(o *ours) string {
			_, id := o.owner.key(o.workspace, map[string]any{"name": secretMark})
			return within(o.workspace, "/keys/"+id)
		}, told: func(c caller) int {
			if c.role == platform.RoleViewer || c.role == platform.RoleEditor {
				return 404 // it is an owner's key, which they do not see
			}
			return 0
		}, cross: func(o *ours) string { return within(o.strangersOwnWorkspace, "/keys/"+o.key) }},

		"GET /api/v1/apps": {status: 200}, "POST /api/v1/apps": {status: 201, body: `{"name":"Mine"}`},
		"POST /api/v1/apps/generate": {status: 200, body: `{"prompt":"a list of teas"}`},
		"GET /api/v1/apps/{id}":      {status: 200}, "PATCH /api/v1/apps/{id}": {status: 200, body: `{"description":"Hush too"}`},
		"DELETE /api/v1/apps/{id}":             {status: 204, fresh: freshApp("")},
		"POST /api/v1/apps/{id}/duplicate":     {status: 201, body: `{"name":"Hush"}`},
		"GET /api/v1/apps/{id}/authorizations": {status: 200}, "POST /api/v1/apps/{id}/doctor": {status: 409},
		"GET /api/v1/apps/{id}/calls": {status: 200}, "GET /api/v1/apps/{id}/changes": {status: 200}, "GET /api/v1/apps/{id}/check": {status: 200},
		"GET /api/v1/apps/{id}/connect": {status: 200}, "GET /api/v1/apps/{id}/listing": {status: 200},
		"PUT /api/v1/apps/{id}/listing": {status: 200, body: `{"tagline":"Hush"}`},
		"GET /api/v1/apps/{id}/preview": {status: 200}, "GET /api/v1/apps/{id}/readiness": {status: 200},
		"POST /api/v1/apps/{id}/publish": {status: 200, body: `{}`}, "POST /api/v1/apps/{id}/unpublish": {status: 200, fresh: freshApp("/unpublish")},
		"GET /api/v1/apps/{id}/releases": {status: 200}, "GET /api/v1/apps/{id}/releases/{version}": {status: 200},
		"GET /api/v1/apps/{id}/releases/{version}/changes":   {status: 200},
		"POST /api/v1/apps/{id}/releases/{version}/activate": {status: 200},
		"GET /api/v1/apps/{id}/samples":                      {status: 200}, "GET /api/v1/apps/{id}/sampling": {status: 200},
		"PUT /api/v1/apps/{id}/sampling": {status: 200, body: `{"enabled":true}`},
		"GET /api/v1/apps/{id}/stats":    {status: 200}, "GET /api/v1/apps/{id}/submission": {status: 200}, "GET /api/v1/apps/{id}/tools": {status: 200},
		"GET /api/v1/apps/{id}/tables": {status: 200}, "POST /api/v1/apps/{id}/tables": {status: 201, body: `{"name":"t%d","columns":[{"name":"a","type":"text"}]}`},
		"GET /api/v1/apps/{id}/tables/{table}": {status: 200}, "PATCH /api/v1/apps/{id}/tables/{table}": {status: 200, body: `{"title":"Hush"}`},
		"DELETE /api/v1/apps/{id}/tables/{table}":   {status: 204, fresh: func(o *ours) string { return o.spareTable() }},
		"GET /api/v1/apps/{id}/tables/{table}/rows": {status: 200}, "POST /api/v1/apps/{id}/tables/{table}/rows": {status: 201, body: `{"values":{"name":"Hush"}}`},
		"GET /api/v1/apps/{id}/tables/{table}/rows/{rowId}":    {status: 200},
		"PATCH /api/v1/apps/{id}/tables/{table}/rows/{rowId}":  {status: 200, body: `{"values":{"name":"Hush hush"}}`},
		"DELETE /api/v1/apps/{id}/tables/{table}/rows/{rowId}": {status: 204, fresh: func(o *ours) string { return o.app + "/tables/hushes/rows/" + o.newRow() }},
		"POST /api/v1/apps/{id}/tables/{table}/import":         {status: 200, body: `[{"name":"Hush"}]`},
		"POST /api/v1/apps/{id}/tables/{table}/undo": {status: 200, fresh: func(o *ours) string {
			o.owner.do("POST", o.app+"/tables/hushes/import", `[{"name":"Undone"}]`).is(200)
			return o.app + "/tables/hushes/undo"
		}},
		"GET /api/v1/apps/{id}/tables/{table}/export":           {status: 200},
		"GET /api/v1/apps/{id}/secrets":                         {status: 200},
		"PUT /api/v1/apps/{id}/secrets/{secret}":                {status: 204, body: `{"value":"Hush","hosts":["example.com"]}`},
		"DELETE /api/v1/apps/{id}/secrets/{secret}":             {status: 204, fresh: func(o *ours) string { return o.secret() }},
		"GET /api/v1/apps/{id}/webhooks":                        {status: 200},
		"POST /api/v1/apps/{id}/webhooks":                       {status: 201, body: `{"url":"https://example.com/","events":["row.deleted"]}`},
		"DELETE /api/v1/apps/{id}/webhooks/{webhookId}":         {status: 204, fresh: func(o *ours) string { return o.app + "/webhooks/" + o.hook() }},
		"GET /api/v1/apps/{id}/webhooks/{webhookId}/deliveries": {status: 200},
		"GET /api/v1/apps/{id}/usage":                           {status: 200},
		"GET /api/v1/apps/{id}/people":                          {status: 200, fresh: func(o *ours) string { path := o.signedIn(); return path[:strings.LastIndex(path, "/")] }},
		"GET /api/v1/apps/{id}/reviewer":                        {status: 200},
		"POST /api/v1/apps/{id}/reviewer":                       {status: 201, fresh: func(o *ours) string { return o.owner.personal(secretMark) + "/reviewer" }},
		"DELETE /api/v1/apps/{id}/reviewer":                     {status: 204, fresh: func(o *ours) string { return o.reviewer() }},
		"DELETE /api/v1/apps/{id}/people/{personId}":            {status: 204, fresh: func(o *ours) string { return o.signedIn() }},
		"PUT /api/v1/workspaces/{id}/llm":                       {status: 200, body: `{"provider":"openai","apiKey":"` + secretMark + `","model":"m"}`},
		"GET /api/v1/workspaces/{id}/llm":                       {status: 200, fresh: func(o *ours) string { return o.model() }},
		"DELETE /api/v1/workspaces/{id}/llm":                    {status: 204, fresh: func(o *ours) string { return o.model() }},
		"POST /api/v1/apps/{id}/test":                           {status: 200, body: `{"arguments":{"message":"x"}}`},
		"PUT /api/v1/apps/{id}/tools/{tool}/mode":               {status: 200, body: `{"mode":"mock"}`},
		"POST /api/v1/apps/{id}/openapi":                        {status: 200, body: `{"url":"https://api.example.com/v1/openapi.json"}`},
		"POST /api/v1/apps/{id}/openapi/tools":                  {status: 200, body: `{"url":"https://api.example.com/v1/openapi.json","operations":["listBreads"]}`, fresh: freshApp("/openapi/tools")},
		"GET /api/v1/apps/{id}/drift":                           {status: 200},
		"POST /api/v1/apps/{id}/drift":                          {status: 200, fresh: freshApp("/drift")},
		"POST /api/v1/apps/{id}/tools/{tool}/probe":             {status: 200, body: `{"arguments":{"q":"x"}}`, fresh: func(o *ours) string { return o.owner.asking("/ok") + "/tools/ask/probe" }},
	}
}

// bySession is what a page of one's account tells those who are not signed in with a browser; a workspace's name makes no difference to it.
func bySession(status int) func(c caller) int {
	return func(c caller) int {
		if !c.known || c.key {
			return http.StatusSeeOther
		}
		return status
	}
}

// Everybody tries every route: members by session and key, strangers, and people who no longer have access. Callers that
// are refused learn nothing and change nothing. A route that is in routes.golden and not in routes fails.
func TestEveryRouteByEverybody(t *testing.T) {
	t.Parallel()
	golden, err := os.ReadFile("routes.golden")
	if err != nil {
		t.Fatal(err)
	}
	rows := routes()
	lines := strings.Split(strings.TrimSpace(string(golden)), "\n")
	for _, line := range lines {
		if name := line[:strings.LastIndex(line, " ")]; rows[name].status == 0 {
			t.Errorf("%s has no row in routes: say what it answers", name)
		}
	}
	if len(rows) != len(lines) {
		t.Errorf("routes has %d rows for %d routes", len(rows), len(lines))
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		o := newOurs(t, setupOn(t, s, func(i *identity.Options) { i.Limits.SignInPerMinute = 1000 }))
		for _, line := range lines {
			name, access := line[:strings.LastIndex(line, " ")], line[strings.LastIndex(line, " ")+1:]
			o.try(t, name, access, rows[name])
		}
	})
}

// try sends one route's call as everybody, those who are refused first.
func (o *ours) try(t *testing.T, name, access string, r route) {
	t.Helper()
	method, pattern, _ := strings.Cut(name, " ")
	before := o.state()
	var allowed []caller
	for _, c := range o.callers {
		want := expected(c, pattern, access, r)
		if want < 0 {
			continue
		}
		if want == r.status && want < 300 && (c.role != "" || c.ours || !c.known) {
			allowed = append(allowed, c)
			continue
		}
		got := o.send(c, method, o.path(pattern), r)
		if got.status != want {
			t.Errorf("%s by %s answers %d, not %d: %.300s", name, c.name, got.status, want, got.body)
		}
		if c.role == "" && !r.shows && !(access == "people" && c.ours) {
			got.lacks(o.secrets()...)
		}
		if r.cross != nil && c.name == "a stranger" {
			if got := o.send(c, method, r.cross(o), r); got.status != 404 {
				t.Errorf("%s by %s across workspaces answers %d: %.300s", name, c.name, got.status, got.body)
			}
		}
	}
	if diff := cmp.Diff(before, o.state()); diff != "" {
		t.Errorf("%s: those who are refused change something:\n%s", name, diff)
	}
	for _, c := range allowed {
		path := o.path(pattern)
		if r.fresh != nil && c.known {
			path = r.fresh(o)
		}
		if got := o.send(c, method, path, r); got.status != r.status {
			t.Errorf("%s by %s answers %d, not %d: %.300s", name, c.name, got.status, r.status, got.body)
		}
	}
}

func (o *ours) send(c caller, method, path string, r route) *answer {
	o.w.t.Helper()
	once := *c.client // an answer must not sign anybody in or out
	var body any
	if r.body != "" {
		body = strings.Replace(r.body, "%d", strconv.Itoa(o.sent), 1) // a name that is new each time
		o.sent++
	}
	return once.do(method, path, body)
}

// path fills a pattern with what is ours.
func (o *ours) path(pattern string) string {
	id := o.app[strings.LastIndex(o.app, "/")+1:]
	switch {
	case strings.HasPrefix(pattern, "/api/v1/workspaces"):
		id = o.workspace
	case strings.HasPrefix(pattern, "/api/v1/me/sessions"):
		id = o.session
	}
	return strings.NewReplacer("{id}", id, "{version}", "1", "{keyId}", o.key, "{webhookId}", o.webhook, "{userId}", o.member, "{invitationId}", o.invitation,
		"{token}", o.token, "{slug}", o.slug, "{table}", "hushes", "{tool}", "search_products", "{rowId}", o.row, "{name}", "cards", "{personId}", "p_1", "{secret}", "HUSH", "{guide}", "operating").Replace(pattern)
}

// expected is the status that the access of a route means for a caller; negative: not to be tried.
func expected(c caller, pattern, access string, r route) int {
	if access == "anybody" {
		if r.told != nil {
			return r.told(c)
		}
		return r.status
	}
	if !c.known {
		return 401
	}
	scoped := strings.HasPrefix(pattern, "/api/v1/apps/{id}") || strings.HasPrefix(pattern, "/api/v1/workspaces/{id}")
	if c.names || scoped && c.role == "" {
		return 404
	}
	if access == "browsers" && c.key {
		return 403
	}
	if r.told != nil {
		if status := r.told(c); status != 0 {
			return status
		}
	}
	least := map[string]platform.Role{"viewers": platform.RoleViewer, "editors": platform.RoleEditor, "owners": platform.RoleOwner}[access]
	if c.role != "" && least != "" && !c.role.AtLeast(least) {
		return 403
	}
	return r.status
}
