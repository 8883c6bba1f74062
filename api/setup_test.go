package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"berth/api"
	"berth/platform"
	"berth/platform/identity"
	"berth/platform/ratelimit"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/test/double"
)

const (
	password  = "correct horse"
	costlyRPM = 120
	// More than any other test needs.
	writeRPM   = 400
	publishRPM = 40
)

// world is the API on a real database, with a clock that the test moves.
type world struct {
	*double.Clock
	t        *testing.T
	handler  http.Handler
	api      *api.API
	identity *identity.Service
	served   *served
	budgets  api.Budgets
}

func setup(t *testing.T, change ...func(*identity.Options)) *world {
	t.Helper()
	return setupOn(t, storetest.Open(t), change...)
}

func setupOn(t *testing.T, s *store.Store, change ...func(*identity.Options)) *world {
	t.Helper()
	w := &world{t: t, Clock: double.NewClock(time.Now().UTC())}
	w.budgets = api.Budgets{
		Costly:  ratelimit.New[platform.UserID](costlyRPM, "You have asked for much in a short time.", w.Now),
		Write:   ratelimit.New[platform.UserID](writeRPM, "You have changed much in a short time.", w.Now),
		Publish: ratelimit.New[platform.UserID](publishRPM, "You have published often in a short time.", w.Now),
	}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	options := identity.Options{Store: s, Log: log, Now: w.Now, SignUp: identity.SignUpOpen,
		PublicURL: "http://127.0.0.1:3001", Limits: identity.Limits{Keys: 100, Members: 100, SignInPerMinute: 10}, PasswordCost: identity.CheapPasswords}
	for _, f := range change {
		f(&options)
	}
	w.identity = identity.New(options)
	r := chi.NewRouter()
	o := api.Options{Identity: w.identity, PublicURL: options.PublicURL, Address: platform.NewAddresses(options.PublicURL).Address, Version: "test", Log: log, Now: w.Now, Budgets: w.budgets}
	o.AppName = func(_ context.Context, resource string) string {
		slug, _ := platform.NewAddresses(options.PublicURL).Slug(resource)
		return strings.TrimSpace("Seeded " + slug)
	}
	w.served = newServed(t, s, &o)
	w.api = api.New(o)
	w.api.Mount(r)
	w.served.edge.Routes(r)
	w.handler = r
	return w
}

// client is a browser or a program. Bearer and cookie are sent with every call.
type client struct {
	w         *world
	bearer    string
	cookie    string // name=value
	code      string // name=value of the cookie that a code is bound to
	workspace string // Berth-Workspace
	address   string
	header    http.Header
}

func (w *world) anonymous() *client { return &client{w: w, header: http.Header{}} }

// person signs somebody up and returns their browser with the id of their workspace.
func (w *world) person(email string) (c *client, workspace, user string) {
	w.t.Helper()
	c = w.anonymous()
	a := c.do("POST", "/api/v1/auth/signup", map[string]any{"email": email, "password": password}).is(201)
	return c, a.text("workspace", "id"), a.text("user", "id")
}

// join lets somebody join a workspace with a role, by an invitation of one of its owners.
func (w *world) join(owner *client, workspace, role, email string) (c *client, user string) {
	w.t.Helper()
	url := owner.do("POST", "/api/v1/workspaces/"+workspace+"/invitations", map[string]any{"role": role}).is(201).text("url")
	c = w.anonymous()
	a := c.do("POST", "/api/v1/auth/signup", map[string]any{"email": email, "password": password, "invitation": url[strings.LastIndex(url, "/")+1:]}).is(201)
	return c, a.text("user", "id")
}

// key makes an API key and returns a program that uses it.
func (c *client) key(workspace string, fields map[string]any) (program *client, id string) {
	c.w.t.Helper()
	if fields["name"] == nil {
		fields["name"] = "a key"
	}
	a := c.do("POST", "/api/v1/workspaces/"+workspace+"/keys", fields).is(201)
	program = c.w.anonymous()
	program.bearer = a.text("key")
	return program, a.text("id")
}

type answer struct {
	t      *testing.T
	call   string
	status int
	header http.Header
	body   string
}

// do sends a call; a string body is sent as it is. A session cookie in the answer is kept.
func (c *client) do(method, path string, body any) *answer {
	c.w.t.Helper()
	var reader io.Reader
	raw, isText := body.(string)
	if body != nil {
		if !isText {
			b, err := json.Marshal(body)
			if err != nil {
				c.w.t.Fatal(err)
			}
			raw = string(b)
		}
		reader = bytes.NewReader([]byte(raw))
	}
	r := httptest.NewRequest(method, path, reader)
	r.Header = c.header.Clone()
	if body != nil && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	cookies := c.cookie
	if c.code != "" {
		cookies = strings.TrimPrefix(cookies+"; "+c.code, "; ")
	}
	for name, value := range map[string]string{"Cookie": cookies, "Berth-Workspace": c.workspace} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	if c.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	if c.address != "" {
		r.RemoteAddr = c.address + ":1234"
	}
	w := httptest.NewRecorder()
	c.w.handler.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		kept := &c.cookie
		if strings.HasSuffix(cookie.Name, "-asked") {
			kept = &c.code
		}
		*kept = ""
		if cookie.MaxAge > 0 {
			*kept = cookie.Name + "=" + cookie.Value
		}
	}
	return &answer{t: c.w.t, call: method + " " + path, status: w.Code, header: w.Header(), body: w.Body.String()}
}

func (a *answer) is(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s answers %d, not %d: %s", a.call, a.status, status, a.body)
	}
	return a
}

// fails checks status and code of a problem.
func (a *answer) fails(status int, code string) *answer {
	a.t.Helper()
	if a.status != status || a.text("code") != code {
		a.t.Fatalf("%s answers %d, not %d %s: %s", a.call, a.status, status, code, a.body)
	}
	return a
}

// at returns the value at a path of field names in the body.
func (a *answer) at(path ...string) any {
	a.t.Helper()
	var v any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		a.t.Fatalf("%s answers %d %q", a.call, a.status, a.body)
	}
	for _, name := range path {
		object, ok := v.(map[string]any)
		if !ok {
			a.t.Fatalf("%s answers no %v: %s", a.call, path, a.body)
		}
		v = object[name]
	}
	return v
}

func (a *answer) text(path ...string) string {
	a.t.Helper()
	s, _ := a.at(path...).(string)
	return s
}

// column returns one field of every item of a list.
func (a *answer) column(path ...string) []string {
	a.t.Helper()
	var out []string
	items, _ := a.at("items").([]any)
	for _, item := range items {
		b, err := json.Marshal(item)
		if err != nil {
			a.t.Fatal(err)
		}
		out = append(out, (&answer{t: a.t, call: a.call, body: string(b)}).text(path...))
	}
	return out
}

// lacks checks that the answer says none of these, anywhere.
func (a *answer) lacks(secrets ...string) *answer {
	a.t.Helper()
	for _, s := range secrets {
		if s != "" && strings.Contains(a.body, s) {
			a.t.Errorf("%s answers %q: %s", a.call, s, a.body)
		}
	}
	return a
}

// app makes an app that can be published and returns its path.
func (c *client) app(name string) string {
	c.w.t.Helper()
	a := c.do("POST", "/api/v1/apps", map[string]any{"name": name, "toolName": "search_products", "toolDescription": "Search products."}).is(201)
	return "/api/v1/apps/" + a.text("id")
}

// call calls the tool of a published app over MCP, in the legacy era.
func (w *world) call(slug, tool string) *answer {
	w.t.Helper()
	c := w.anonymous()
	c.header.Set("Accept", "application/json, text/event-stream")
	c.header.Set("MCP-Protocol-Version", "2025-06-18")
	return c.do("POST", "/servers/"+slug+"/mcp", map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": map[string]any{"message": "hi"}}})
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

// seed brings an app that ships inside, with one tool and one widget, into a workspace and returns its path.
func (w *world) seed(workspace, user, slug string) string {
	w.t.Helper()
	return w.seedAs(workspace, user, slug, platform.Manifest{Access: platform.AccessPublic, Tools: []platform.ToolSpec{{Name: "find_things", Description: "Find things.", View: "main"}},
		Views: []platform.ViewSpec{{Name: "main", URI: "ui://widget/main.html", Layout: "cards"}}})
}

// seedAs is seed for an app of that manifest, whose tools take and answer an empty object.
func (w *world) seedAs(workspace, user, slug string, m platform.Manifest) string {
	w.t.Helper()
	m.Name = "Seeded " + slug
	for i := range m.Tools {
		m.Tools[i].Input = json.RawMessage(`{"type":"object"}`)
		m.Tools[i].Handler = platform.HandlerRef{Kind: "mock", Config: json.RawMessage(`{"data":{},"text":"Things."}`)}
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, User: platform.UserID(user), Workspace: platform.WorkspaceID(workspace)}}
	app, err := w.served.apps.Seed(w.t.Context(), by, slug, m)
	if err != nil {
		w.t.Fatal(err)
	}
	return "/api/v1/apps/" + string(app.ID)
}
