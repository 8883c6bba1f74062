package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"berth/platform/appkit"
	"berth/test/conformance"
	"berth/test/conformance/fixture"
)

// startWithFixture serves in this process, with the conformance suite's app among the seeded ones, and an echo for a language model.
func startWithFixture(t *testing.T, apps ...appkit.App) *process {
	t.Helper()
	return serveHere(t, true, apps...)
}

// startWarm serves in this process, ready when the gift app's index is: under the race detector a call waits too long for it.
func startWarm(t *testing.T) *process {
	t.Helper()
	return serveHere(t, false)
}

func serveHere(t *testing.T, cold bool, apps ...appkit.App) *process {
	t.Helper()
	var c cli
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--addr=127.0.0.1:0", "--data-dir=" + t.TempDir(), "--admin-key=" + adminKey, "--log-level=warn", "--llm-provider=echo",
		"--run-wait=300ms"}); err != nil { // the fixture's long tools take longer
		t.Fatal(err)
	}
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	c.cold = cold
	defer enter(startup)()
	ctx, stop := context.WithCancel(t.Context())
	p, done := &process{t: t}, make(chan error, 1)
	banner, out := io.Pipe()
	go func() {
		err := serve(ctx, &c.settings, &console{out: out, err: &p.out}, apps)
		done <- err
		_ = out.CloseWithError(io.EOF) // a pipe closes without error
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the server ended: %v\n%s", err, p.out.String())
		}
	})
	lines := bufio.NewScanner(banner)
	for p.url == "" && lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "Address   "); ok {
			p.url = address
		}
	}
	go func() { _, _ = io.Copy(io.Discard, banner) }() // the rest of what a person would read
	if p.url == "" {
		t.Fatalf("the server is not ready:\n%s", p.out.String())
	}
	return p
}

func TestConformance(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	p := startWithFixture(t, fixture.New())
	defer enter(nodes)()
	kit.Suites(t, p.publishApp("Harbour").MCPURL, p.url+"/servers/"+fixture.Slug+"/mcp")
}

func TestOfficialClients(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	p := startWithFixture(t, fixture.New())
	defer enter(nodes)()
	kit.Clients(t, p.publishApp("Harbour").MCPURL, "search_products")
}

// TestWalks lives the story of each app that ships inside, by clients that are not ours.
func TestWalks(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	p := startWithFixture(t)
	defer enter(nodes)()
	kit.Walks(t, p.url, [2]conformance.Someone{p.signUp("ada@example.com"), p.signUp("bob@example.com")})
}

// password is everybody's.
const password = "correct horse battery"

// signUp makes an account and an API key of it.
func (p *process) signUp(email string) conformance.Someone {
	p.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	post := func(path, body string, out any) {
		p.t.Helper()
		r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			p.t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := client.Do(r)
		if err != nil {
			p.t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }() // what was read is judged
		raw, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusCreated || json.Unmarshal(raw, out) != nil {
			p.t.Fatalf("POST %s: %d %v %s", path, response.StatusCode, err, raw)
		}
	}
	var signedIn struct{ User, Workspace struct{ ID string } }
	post("/auth/signup", `{"email":"`+email+`","password":"`+password+`"}`, &signedIn)
	var made struct{ Key string }
	post("/workspaces/"+signedIn.Workspace.ID+"/keys", `{"name":"test"}`, &made)
	return conformance.Someone{ID: signedIn.User.ID, Email: email, Password: password, Key: made.Key}
}
