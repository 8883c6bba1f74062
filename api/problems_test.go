package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/tables"
)

// problems returns what a refusal says of single fields, as "location: message", sorted.
func (a *answer) problems() []string {
	a.t.Helper()
	a.fails(422, "INVALID_CONFIG")
	var lines []string
	for _, e := range asList(a.at("errors")) {
		p, _ := e.(map[string]any)
		lines = append(lines, fmt.Sprint(p["location"], ": ", p["message"]))
	}
	slices.Sort(lines)
	return lines
}

func types() (names []string) {
	for _, t := range tables.Types() {
		names = append(names, fmt.Sprint(t))
	}
	return names
}

// One answer names everything: what cannot be kept, what has the wrong form, and what means nothing.
func TestAllProblemsAreNamedAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	const half = "half of a character (an unpaired surrogate such as \\ud800)"
	for _, c := range []struct {
		name, method, path, body string
		want                     []string
	}{
		{"sign-up", "POST", "/auth/signup", `{"email":"é@example.com","password":"short","name":"a\nb","extra":1}`, []string{
			"body.email: must be an e-mail address", "body.extra: is not a known field; known fields: email, invitation, name, password",
			"body.name: must be one line of text without characters that control its direction or are not seen",
			"body.password: must have at least 10 characters"}},
		{"sign-up that cannot be kept", "POST", "/auth/signup", `{"email":"no","password":1e999,"name":"a\u0000b"}`, []string{
			"body.email: must be an e-mail address", "body.name: must not contain the NUL character", "body.password: is a number out of range"}},
		{"sign-up with half of a character", "POST", "/auth/signup", `{"email":"a@example.com","password":"long enough","name":"\ud800"}`, []string{
			"body.name: must not contain " + half}},
		{"the name that an address gives is no problem of its own", "POST", "/auth/signup", `{"email":"a\tb@x","password":"long enough"}`, []string{
			"body.email: must be an e-mail address"}},
		{"sign-up with nothing but a bad name", "POST", "/auth/signup", `{"name":"a\nb"}`, []string{
			"body.email: is required", "body.name: must be one line of text without characters that control its direction or are not seen", "body.password: is required"}},
		{"a wrong type says nothing of the other fields", "POST", "/auth/signup", `{"name":{},"email":"a@example.com","password":"long enough"}`, []string{
			"body.name: must be a string"}},
		{"key", "POST", "/workspaces/" + ours + "/keys", `{"name":" ","role":"admin","expiresAt":"2001-01-01T00:00:00Z","x":"\udc00"}`, []string{
			"body.expiresAt: must be in the future", "body.name: must not be empty", "body.role: must be one of owner, editor, viewer",
			"body.x: must not contain " + half}},
		{"key until some day", "POST", "/workspaces/" + ours + "/keys", `{"expiresAt":"tomorrow","name":" "}`, []string{
			"body.expiresAt: must be a date and time such as 2026-01-31T14:30:00Z", "body.name: must not be empty"}},
		{"invitation", "POST", "/workspaces/" + ours + "/invitations", `{"role":"boss","email":"é@example.com"}`, []string{
			"body.email: must be an e-mail address", "body.role: must be one of owner, editor, viewer"}},
		{"workspace", "POST", "/workspaces", `{"name":"\t","x":1}`, []string{"body.name: must not be empty", "body.x: is not a known field; known fields: name"}},
		{"a workspace whose name nobody sees", "POST", "/workspaces", `{"name":"\u2060 \u200d"}`, []string{"body.name: must not be empty"}},
		{"account", "PATCH", "/me", `{"email":"é@example.com","name":"a\nb","password":"short","x":1}`, []string{
			"body.email: must be an e-mail address", "body.name: must be one line of text without characters that control its direction or are not seen", "body.password: must have at least 10 characters",
			"body.x: is not a known field; known fields: currentPassword, email, name, password"}},
		{"draft without a name", "POST", "/apps", `{"toolName":"a b","description":1,"x":"\u0000"}`, []string{
			"body.description: must be a string or null, not a number", "body.name: is required",
			"body.toolName: must have 1 to 64 letters (a–z), digits, _ and -", "body.x: must not contain the character U+0000"}},
		{"draft that cannot be kept", "POST", "/apps", `{"name":"\ud800","toolName":"a b","mockData":{"a":[1e999,"\u0000","\ud800\ud800"]}}`, []string{
			"body.mockData.a[0]: is a number of extreme size", "body.mockData.a[1]: must not contain the character U+0000",
			"body.mockData.a[2]: must not contain " + half, "body.name: must not contain " + half,
			"body.toolName: must have 1 to 64 letters (a–z), digits, _ and -"}},
		{"draft with an unreadable name", "POST", "/apps", `{"name":7,"toolName":"a b"}`, []string{
			"body.name: must be a string or null, not a number", "body.toolName: must have 1 to 64 letters (a–z), digits, _ and -"}},
		{"draft with strange fields", "POST", "/apps", `{"name":"A","x":1,"tools":[{"title":"a\u0007b"}],
			"tables":[{"name":"T","columns":[{"name":"id","type":"text","y":1}]}]}`, []string{
			"body.tables[0].columns[0].name: must not be id: every row has an id of its own",
			"body.tables[0].columns[0].y: is not a known field; known fields: currency, name, required, title, type, unique, values",
			"body.tables[0].name: must have 1 to 63 lower-case letters (a–z), digits and _, and begin with a letter",
			"body.tools[0].title: must not contain the character U+0007",
			"body.x: is not a known field; known fields: access, allow, description, exampleData, instructions, mcpSlug, name, scopes, systemPrompt, tables, themeVariables, tools"}},
		{"a table with strange fields", "POST", strings.TrimPrefix(ann.app("Shop"), "/api/v1") + "/tables",
			`{"name":"T","columns":[{"name":"id","type":"text","x":1},{"name":"b","type":"y"}],"z":1}`, []string{
				"body.columns[0].name: must not be id: every row has an id of its own",
				"body.columns[0].x: is not a known field; known fields: currency, name, required, title, type, unique, values",
				"body.columns[1].type: must be one of " + strings.Join(types(), ", "),
				"body.name: must have 1 to 63 lower-case letters (a–z), digits and _, and begin with a letter",
				"body.z: is not a known field; known fields: columns, name, ownedRows, title"}},
		{"publish with what it does not take", "POST", strings.TrimPrefix(ann.app("Plain"), "/api/v1") + "/publish", `{"toolName":"t","toolDescription":"d","layoutTemplate":"list"}`, []string{
			"body.layoutTemplate: is not a known field; known fields: toolDescription, toolName"}},
		{"fields of a call that takes none", "POST", strings.TrimPrefix(ann.app("Bare"), "/api/v1") + "/unpublish", `{"version":1,"a":"\u0000"}`, []string{
			"body.a: is not a known field: this call takes none", "body.version: is not a known field: this call takes none"}},
		{"a list for a call that takes nothing", "POST", strings.TrimPrefix(ann.app("Barer"), "/api/v1") + "/unpublish", `[1]`, []string{
			"body: must be an object without fields, or nothing"}},
		{"no rows", "POST", strings.TrimPrefix(ann.breads(), "/api/v1") + "/rows", `{"rows":[]}`, []string{"body.rows: must have at least 1 item"}},
		{"a list", "GET", "/apps?q=%00&limit=0&status=live", "", []string{
			"query.limit: must be a whole number from 1 to 200", "query.q: must be UTF-8 without NUL characters", "query.status: must be one of draft, published"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			who := *ann
			var body any
			if c.body != "" {
				body = c.body
			}
			if diff := cmp.Diff(c.want, who.do(c.method, "/api/v1"+c.path, body).problems()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLongListsSayWhatTheyLeaveOut(t *testing.T) {
	t.Parallel()
	w := setup(t)
	got := w.anonymous().do("POST", "/api/v1/auth/login", `{"email":[`+strings.Repeat(`"\u0000",`, 59)+`""]}`).problems()
	if !slices.Contains(got, "body: has 9 more problems of this kind") || !slices.Contains(got, "body.password: is required") || len(got) != 52 {
		t.Errorf("%d problems: %v", len(got), got)
	}
}

// What cannot be a search text, a number or a place in a list is the caller's mistake, and no failure of ours.
func TestHostileQueries(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("One")
	for query, want := range map[string]string{
		"q=%00": "query.q: must be UTF-8 without NUL characters", "q=a%ff": "query.q: must be UTF-8 without NUL characters",
		"limit=x": "query.limit: must be a whole number from 1 to 200", "limit=201": "query.limit: must be a whole number from 1 to 200",
		"limit=1.5": "query.limit: must be a whole number from 1 to 200", "limit=99999999999999999999": "query.limit: must be a whole number from 1 to 200",
	} {
		if diff := cmp.Diff([]string{want}, ann.do("GET", "/api/v1/apps?"+query, nil).problems()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	ann.do("GET", "/api/v1/apps?q=%zz", nil).fails(400, "BAD_REQUEST")
	for _, list := range []string{"/api/v1/apps", "/api/v1/layouts", "/api/v1/workspaces", "/api/v1/me/sessions", app + "/releases", app + "/calls"} {
		for _, cursor := range []string{"x", "%00", "%ff", strings.Repeat("a", 501), strings.Repeat("YWE6", 5000)} {
			ann.do("GET", list+"?cursor="+cursor, nil).fails(400, "BAD_REQUEST")
		}
	}
	ann.do("POST", app+"/publish", nil).is(200)
	for version, status := range map[string]int{"2": 404, "2147483648": 404, "9223372036854775807": 404, "9223372036854775808": 422, "0": 422, "x": 422} {
		if got := ann.do("POST", app+"/releases/"+version+"/activate", nil); got.status != status || strings.Contains(got.body, "e+") {
			t.Errorf("version %s: %d %s", version, got.status, got.body)
		}
	}
}

// An API key acts as the person who made it, and only in its own workspace.
func TestAKeyMakesAndListsWorkspaces(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	bob, theirs, _ := w.person("bob@example.com")
	key, _ := ann.key(ours, map[string]any{"role": "editor"})
	made := key.do("POST", "/api/v1/workspaces", `{"name":" Second "}`).is(201)
	if made.text("name") != "Second" || made.text("role") != "owner" {
		t.Errorf("made %s", made.body)
	}
	second := made.text("id")
	list := key.do("GET", "/api/v1/workspaces", nil).is(200).lacks(theirs)
	if diff := cmp.Diff([]string{ours, second}, list.column("id")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"editor", "owner"}, list.column("role")); diff != "" {
		t.Errorf("roles (-want +got):\n%s", diff)
	}
	me := key.do("GET", "/api/v1/me", nil).is(200)
	if len(asList(me.at("workspaces"))) != 2 || me.text("workspace", "id") != ours || me.text("workspace", "role") != "editor" {
		t.Errorf("the key is %s", me.body)
	}
	if diff := cmp.Diff([]string{ours, second}, ann.do("GET", "/api/v1/workspaces", nil).is(200).column("id")); diff != "" {
		t.Errorf("the person (-want +got):\n%s", diff)
	}
	key.do("GET", "/api/v1/workspaces/"+second+"/members", nil).fails(404, "NOT_FOUND")
	bob.do("GET", "/api/v1/workspaces/"+second+"/members", nil).fails(404, "NOT_FOUND")
	for _, method := range []string{"GET", "POST"} {
		var body any
		if method == "POST" {
			body = `{"name":"x"}`
		}
		w.anonymous().do(method, "/api/v1/workspaces", body).fails(401, "UNAUTHENTICATED")
	}
}

func TestALongAddressGivesAShortName(t *testing.T) {
	t.Parallel()
	w := setup(t)
	a := w.anonymous().do("POST", "/api/v1/auth/signup", map[string]any{"email": strings.Repeat("a", 200) + "@example.com", "password": password}).is(201)
	if got := a.text("user", "name"); got != strings.Repeat("a", 100) {
		t.Errorf("name %q", got)
	}
}

// Somebody who signs up by invitation has a workspace of their own too, and begins in the one of the invitation.
func TestSigningUpByInvitationMakesAPersonalWorkspace(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	ed, _ := w.join(ann, ours, "editor", "ed@example.com")
	list := ed.do("GET", "/api/v1/workspaces", nil).is(200)
	if diff := cmp.Diff([]string{"ann’s workspace editor", "ed’s workspace owner"}, paste(list.column("name"), list.column("role"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if me := ed.do("GET", "/api/v1/me", nil).is(200); me.text("workspace", "id") != ours {
		t.Errorf("begins in %s", me.body)
	}
	ann.do("GET", "/api/v1/workspaces/"+list.column("id")[1]+"/members", nil).fails(404, "NOT_FOUND")
	ed.app("Mine")
	ed.workspace = list.column("id")[1]
	if got := ed.do("GET", "/api/v1/apps", nil).is(200).column("name"); got != nil {
		t.Errorf("the personal workspace has %v", got)
	}
}

func paste(a, b []string) []string {
	var out []string
	for i := range a {
		out = append(out, a[i]+" "+b[i])
	}
	return out
}

// A body of very many unknown fields costs no more than reading it: what is wrong with the known ones is named, the rest is
// counted.
func TestUnknownFieldsWithoutEnd(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, ours, _ := w.person("ann@example.com")
	var unknown strings.Builder
	for i := range 450 {
		fmt.Fprintf(&unknown, `,"unknown%d":1`, i)
	}
	for _, c := range []struct{ method, path, body, known string }{
		{"POST", "/auth/login", `{"email":1,"password":"x"`, "body.email: must be a string"},
		{"POST", "/auth/signup", `{"email":"a@example.com","password":"short"`, "body.password: must have at least 10 characters"},
		{"PATCH", "/me", `{"name":5`, "body.name: must be a string"},
		{"POST", "/workspaces", `{"name":" "`, "body.name: must not be empty"},
		{"POST", "/workspaces/" + ours + "/keys", `{"name":"a","role":"boss"`, "body.role: must be one of owner, editor, viewer"},
		{"POST", "/lint", `{"toolName":1,"toolDescription":""`, "body.toolName: must be a string"},
	} {
		problems := ann.do(c.method, "/api/v1"+c.path, c.body+unknown.String()+"}").problems()
		if len(problems) > 60 || !slices.Contains(problems, c.known) || !slices.ContainsFunc(problems, func(p string) bool {
			return strings.HasPrefix(p, "body: has 40") && strings.HasSuffix(p, " more problems of this kind")
		}) {
			t.Errorf("%s %s: %d problems: %.500q", c.method, c.path, len(problems), problems)
		}
	}
	body := `{"name":"a","colour":"` + strings.Repeat("x", 10) + `"` + unknown.String() + `}`
	if problems := ann.do("POST", "/api/v1/apps", body).problems(); len(problems) > 200 {
		t.Errorf("a draft: %d problems", len(problems))
	}
}

func TestPackedBodiesAreRefused(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	got := ann.with("Content-Encoding", "gzip").do("POST", "/api/v1/apps", "\x1f\x8b").fails(415, "UNSUPPORTED_MEDIA_TYPE")
	got.has("compressed with gzip")
	for _, coding := range []string{"identity", "gzip"} { // a proxy may have unpacked it
		ann.with("Content-Encoding", coding).do("POST", "/api/v1/apps", `{"name":"A"}`).is(201)
	}
	ann.with("Content-Type", "application/x-www-form-urlencoded").do("POST", "/api/v1/auth/logout", `{}`).is(204) // as curl sends it
}
