package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"berth/test/oauth"
)

// world is a server with an app that asks everybody to sign in (todo), a mixed one of an author, and a host where clients publish their
// documents.
type world struct {
	*process
	host  *oauth.Host
	notes app
	dir   string // of the database

	mu      sync.Mutex
	secrets []string // tokens that were given
}

func newWorld(t *testing.T, env ...string) *world {
	t.Helper()
	host := oauth.NewHost(t)
	w := &world{host: host, dir: t.TempDir()}
	w.process = start(t, append([]string{"BERTH_DATA_DIR=" + w.dir, "BERTH_EGRESS_ALLOW=" + host.At(), "BERTH_LIMIT_SIGNIN_RPM=1000", "BERTH_LOG_LEVEL=debug"}, env...)...)
	w.notes = w.mixed("Notes")
	return w
}

// mixed publishes an app with an open tool, one that asks for a scope, and one that asks for a scope which implies another.
func (p *process) mixed(name string) app {
	p.t.Helper()
	tool := func(name, does string, scopes ...string) map[string]any {
		return map[string]any{"name": name, "description": does + " Use when somebody asks for notes. Needs nothing.", "layoutTemplate": nil, "mockData": map[string]any{"did": name}, "scopes": scopes}
	}
	var a app
	status := p.rest("POST", "/apps", map[string]any{"name": name, "access": "mixed",
		"scopes": []any{map[string]any{"name": "notes.read", "description": "Read your notes"}, map[string]any{"name": "notes.write", "description": "Change your notes", "implies": []string{"notes.read"}}},
		"tools":  []any{tool("look_around", "Shows what there is."), tool("read_notes", "Reads notes.", "notes.read"), tool("write_note", "Writes a note.", "notes.write")}}, &a)
	if status != http.StatusCreated {
		p.t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != http.StatusOK {
		p.t.Fatalf("publish: %d", status)
	}
	return a
}

// person makes an account, and returns the browser of somebody who has not signed in.
func (p *process) person(t *testing.T, email string) *oauth.Browser {
	t.Helper()
	if status := p.rest("POST", "/auth/signup", map[string]any{"email": email, "password": password}, nil); status != http.StatusCreated && status != http.StatusOK {
		t.Fatalf("sign up %s: %d", email, status)
	}
	return oauth.NewBrowser(t, email, password)
}

// with calls a tool with a token, "" = none.
func (p *process) with(token, slug, tool, arguments string) (status int, answer string) {
	p.t.Helper()
	headers := []string{}
	if token != "" {
		headers = []string{"Authorization", "Bearer " + token}
	}
	return p.mcp(slug, "tools/call", tool, fmt.Sprintf(`"name":%q,"arguments":%s`, tool, arguments), headers...)
}

// adds calls todo as the person of the token, and says whether that worked.
func (p *process) adds(token, email string) bool {
	p.t.Helper()
	status, answer := p.with(token, "todo", "add_task", fmt.Sprintf(`{"user_id":%q,"title":"Buy milk"}`, email))
	return status == http.StatusOK && strings.Contains(answer, `"status":"created"`)
}

// readsNotes calls the tool of the mixed app that asks for notes.read.
func (p *process) readsNotes(token, slug string) bool {
	p.t.Helper()
	status, answer := p.with(token, slug, "read_notes", message)
	return status == http.StatusOK && strings.Contains(answer, `"did":"read_notes"`)
}

// TestClientsConnect has each client sign a person in as it really does, to todo and to an author's app.
func TestClientsConnect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, connects := range map[string]func(t *testing.T, w *world){
		"ChatGPT": chatGPT, "ChatGPT, signing": chatGPTSigning, "ChatGPT of one connection": chatGPTOfOneConnection, "Claude": claude, "Claude Code": claudeCode, "Codex": codex,
		"VS Code": vsCode, "Inspector": inspector, "mcp-remote": mcpRemote, "Cursor": cursor,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connects(t, w)
		})
	}
	t.Cleanup(func() { w.keepsNoSecrets(t) })
}

// keepsNoSecrets looks for what clients were given in the log and in the files of the database.
func (w *world) keepsNoSecrets(t *testing.T) {
	t.Helper()
	if len(w.secrets) < 20 || !strings.Contains(w.out.String(), "/oauth/token") {
		t.Errorf("%d tokens, or no requests in the log", len(w.secrets))
	}
	held := map[string]string{"the log": w.out.String()}
	files, err := os.ReadDir(w.dir)
	if err != nil {
		t.Error(err)
	}
	for _, f := range files {
		if raw, err := os.ReadFile(filepath.Join(w.dir, f.Name())); err == nil {
			held[f.Name()] = string(raw)
		}
	}
	if len(held) < 2 {
		t.Errorf("no database in %s", w.dir)
	}
	for where, text := range held {
		for _, secret := range w.secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %.8s…", where, secret)
			}
		}
	}
}

// given notes what a client was given.
func (w *world) given(tokens ...oauth.Tokens) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range tokens {
		if w.secrets = append(w.secrets, t.Access); t.Refresh != "" {
			w.secrets = append(w.secrets, t.Refresh)
		}
	}
}

// todo returns the address of todo as a person enters it.
func (p *process) todo() string { return p.url + "/servers/todo/mcp" }

// client registers a client that asks for these scopes of an app.
func (p *process) client(resource, scope string) *oauth.Client {
	p.t.Helper()
	c := &oauth.Client{T: p.t, Server: oauth.Discover(p.t, p.todo()).Server, Redirect: "http://127.0.0.1:33418/callback", Resource: resource, Scope: scope}
	c.Register(map[string]any{"client_name": "Test", "redirect_uris": []string{c.Redirect}, "token_endpoint_auth_method": "none"})
	return c
}

// serves returns a client that goes on here, after it has begun at another replica or before a restart.
func (p *process) serves(c *oauth.Client) *oauth.Client {
	here := *c
	here.Server.Token, here.Server.Revocation = p.url+"/oauth/token", p.url+"/oauth/revoke"
	return &here
}

// me returns the status of a call of the REST API with a token.
func (p *process) me(token string) int {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.url+"/api/v1/me", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	status, _, err := send(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return status
}

// lives goes on with tokens for todo until they are revoked: they open this app and nothing else, they are refreshed, also twice at once, and end everywhere.
func (w *world) lives(t *testing.T, c *oauth.Client, b *oauth.Browser, tokens oauth.Tokens) {
	t.Helper()
	if !w.adds(tokens.Access, b.Email) {
		t.Error("the token opens nothing")
	}
	if status, answer := w.with(tokens.Access, w.notes.MCPSlug, "read_notes", message); status != http.StatusUnauthorized {
		t.Errorf("at another app: %d %s", status, answer)
	}
	if status := w.me(tokens.Access); status != http.StatusUnauthorized {
		t.Errorf("at the REST API: %d", status)
	}
	var both [2]oauth.Tokens
	var together sync.WaitGroup
	for i := range both {
		together.Go(func() { both[i] = c.Again(tokens.Refresh) })
	}
	together.Wait()
	if both[0].Status != http.StatusOK || both[1].Status != http.StatusOK || both[0].Refresh == "" || both[0].Refresh != both[1].Refresh || both[0].Refresh == tokens.Refresh {
		t.Fatalf("refreshed twice at once: %+v", both)
	}
	next := c.Again(both[0].Refresh)
	w.given(tokens, both[0], both[1], next)
	if next.Status != http.StatusOK || next.Scope != tokens.Scope {
		t.Fatalf("refreshed: %+v, before %+v", next, tokens)
	}
	for _, access := range []string{both[0].Access, both[1].Access, next.Access} {
		if !w.adds(access, b.Email) {
			t.Error("a refreshed token opens nothing")
		}
	}
	if status := c.Revoke(next.Refresh); status != http.StatusOK {
		t.Errorf("revoke: %d", status)
	}
	eventually(t, soon, func() string {
		for _, access := range []string{tokens.Access, both[0].Access, next.Access} {
			if w.adds(access, b.Email) {
				return "a token of a grant that was revoked opens the app"
			}
		}
		return ""
	})
	if got := c.Again(next.Refresh); got.Status != http.StatusBadRequest || got.Error != "invalid_grant" {
		t.Errorf("refreshed after it was revoked: %+v", got)
	}
}

// notesFor connects a client to the mixed app too, with the scopes that it takes of what it finds out there by the challenge of a call, and reads there.
func (w *world) notesFor(t *testing.T, c oauth.Client, b *oauth.Browser, scopes func(found oauth.Found) []string) {
	t.Helper()
	if status, answer := w.with("", w.notes.MCPSlug, "look_around", message); status != http.StatusOK || !strings.Contains(answer, `"did":"look_around"`) {
		t.Errorf("an open tool without a token: %d %s", status, answer)
	}
	found := oauth.Follow(t, w.notes.MCPURL, w.challenge(t))
	c.Resource, c.Scope = found.Resource.Resource, strings.Join(scopes(found), " ")
	tokens := c.Connect(b)
	if status, answer := w.with(tokens.Access, w.notes.MCPSlug, "look_around", message); status != http.StatusOK {
		t.Errorf("an open tool with a token: %d %s", status, answer)
	}
	status, answer := w.with(tokens.Access, w.notes.MCPSlug, "read_notes", message)
	if opens := status == http.StatusOK && strings.Contains(answer, `"did":"read_notes"`); opens != tokens.Has("notes.read") || !opens && status != http.StatusForbidden {
		t.Errorf("a token with %q: %d %s", tokens.Scope, status, answer)
	}
	if w.adds(tokens.Access, b.Email) {
		t.Error("the token opens another app")
	}
}

// message are arguments of a tool whose author has not said what it takes.
const message = `{"message":"hi"}`

// challenge is what the mixed app asks for when a tool with scopes is called without a token.
func (w *world) challenge(t *testing.T) string {
	t.Helper()
	got := oauth.Call(t, w.notes.MCPURL, "", "read_notes", message)
	var answer struct {
		ID     int
		Result struct {
			IsError bool
			Meta    map[string]any `json:"_meta"`
		}
	}
	header := got.Header.Get("WWW-Authenticate")
	if err := json.Unmarshal([]byte(got.Body), &answer); err != nil || got.Status != http.StatusUnauthorized || answer.ID != 7 || !answer.Result.IsError || fmt.Sprint(answer.Result.Meta["mcp/www_authenticate"]) != "["+header+"]" {
		t.Errorf("a tool with scopes, without a token: %d %s: %s %v", got.Status, header, got.Body, err)
	}
	return header
}

// asked returns the scopes of a challenge, else those of the app's metadata, with more behind them.
func asked(found oauth.Found, more ...string) []string {
	scopes := strings.Fields(found.Challenge["scope"])
	if len(scopes) == 0 {
		scopes = found.Resource.Scopes
	}
	return append(slices.Clip(scopes), more...)
}
