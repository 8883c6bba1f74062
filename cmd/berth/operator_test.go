package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berth/platform/store/pgtest"
)

// eachEngine starts as many servers as the engine allows on one database, and returns what commands need to find it.
func eachEngine(t *testing.T, each func(t *testing.T, all []*process, flags []string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		each(t, []*process{start(t, "BERTH_DATA_DIR="+dir)}, []string{"--data-dir", dir})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		all, database := replicas(t, 2)
		each(t, all, []string{"--database-url", database})
	})
}

// must runs a command and returns what it says.
func must(t *testing.T, flags []string, args ...string) string {
	t.Helper()
	code, out := command(t, append(args, flags...)...)
	if code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, out)
	}
	return out
}

// Each address of a suspended app refuses, on every replica within a second, in each state that its owner can bring it into.
func TestSuspendedAppsRefuseEverywhere(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, all []*process, flags []string) {
		first, last := all[0], all[len(all)-1]
		bad, good := first.publishApp("Bad"), first.publishApp("Good")
		for _, p := range all {
			if p.serving("bad") != "1" {
				t.Fatal("not served")
			}
		}
		says := func(status int, part string) func() string {
			return func() string {
				for _, p := range all {
					for _, path := range []string{"/servers/bad/mcp", "/servers/bad", "/servers/bad/ui/cards.html"} {
						for _, accept := range []string{"*/*", "text/html"} {
							got, body := p.get(path, accept)
							if want := part; status == 403 && (got != 403 || accept == "text/html" && !strings.Contains(body, "<h1>This app has been suspended</h1>") ||
								accept != "text/html" && !strings.HasPrefix(body, want) || strings.Contains(body, "Phishing")) {
								return fmt.Sprintf("%s (%s): %d %.200s", path, accept, got, body)
							}
							if status != 403 && got == 403 {
								return fmt.Sprintf("%s (%s): still %d", path, accept, got)
							}
						}
					}
					if got, answer := p.mcp("bad", "server/discover", "", ""); got != status || !strings.Contains(answer, part) {
						return fmt.Sprintf("a call: %d %s", got, answer)
					}
				}
				if last.serving("good") == "" {
					return "another app is not served"
				}
				return ""
			}
		}
		const refused = `{"error":{"code":"SUSPENDED"`
		if out := must(t, flags, "suspend", "app", "bad", "--reason", "Phishing."); out != "The app bad is suspended. Affected: 1 served app.\n" {
			t.Errorf("suspend: %s", out)
		}
		eventually(t, soon, says(403, refused))
		for _, step := range []string{"publish", "releases/1/activate", "publish"} {
			if status := last.rest("POST", "/apps/"+bad.ID+"/"+step, nil, nil); status != 200 {
				t.Errorf("%s: %d", step, status)
			}
			eventually(t, soon, says(403, refused))
		}
		var seen struct{ Suspended *struct{ Reason, At string } }
		if last.rest("GET", "/apps/"+bad.ID, nil, &seen); seen.Suspended == nil || seen.Suspended.Reason != "Phishing." || seen.Suspended.At == "" {
			t.Errorf("the owner sees %+v", seen)
		}
		var problem struct{ Code string }
		if status := first.rest("DELETE", "/apps/"+bad.ID, nil, &problem); status != 403 || problem.Code != "SUSPENDED" {
			t.Errorf("delete: %d %s", status, problem.Code)
		}
		if seen.Suspended = nil; last.rest("GET", "/apps/"+good.ID, nil, &seen) != 200 || seen.Suspended != nil {
			t.Errorf("another app: %+v", seen)
		}
		if out := must(t, flags, "apps"); !strings.Contains(out, "Phishing.") || strings.Count(out, "\n") < 7 {
			t.Errorf("apps: %s", out)
		}
		must(t, flags, "resume", "app", "bad")
		eventually(t, soon, says(200, `"version":"`))
	})
}

func (p *process) get(path, accept string) (int, string) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), "GET", p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	status, body, err := send(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return status, string(body)
}

// elsewhere publishes an app in a workspace that is nobody's whom an operator suspends.
func (p *process) elsewhere(access string) app {
	p.t.Helper()
	var signedIn struct{}
	by := p.signIn("signup", "elsewhere@example.com", &signedIn)
	var a app
	p.as(by, "POST", "/apps", map[string]any{"name": "Elsewhere", "access": access, "toolName": "show_shop",
		"toolDescription": "Shows the shop. Use when somebody asks what it sells. Needs nothing."}, &a)
	p.as(by, "POST", "/apps/"+a.ID+"/publish", nil, &a)
	return a
}

// What somebody who is suspended owns alone refuses, and their keys change nothing, here or in the apps that know people: on every replica
// within a second, although each has just known them.
func TestSuspendedUsersChangeNothing(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, all []*process, flags []string) {
		first := all[0]
		var me struct{ User struct{ Email string } }
		first.rest("GET", "/me", nil, &me)
		first.publishApp("Bad")
		foreign := first.elsewhere("person")
		says := func(write, call int, part string) func() string {
			return func() string {
				for n, p := range all {
					status, raw, err := p.try("POST", "/apps", map[string]any{"name": "More"})
					if err != nil || status != write || call != 200 && (!strings.Contains(string(raw), `"SUSPENDED"`) || !strings.Contains(string(raw), "Spam.")) {
						return fmt.Sprintf("a write at replica %d: %d %s %v", n, status, raw, err)
					}
					if status, answer := p.mcp("bad", "server/discover", "", ""); status != call || !strings.Contains(answer, part) {
						return fmt.Sprintf("what the person owns alone at replica %d: %d %s", n, status, answer)
					}
					if status, answer := p.mcp(foreign.MCPSlug, "server/discover", "", "", "Authorization", "Bearer "+adminKey); status != call || !strings.Contains(answer, part) {
						return fmt.Sprintf("another's app that asks who calls at replica %d: %d %s", n, status, answer)
					}
				}
				return ""
			}
		}
		if said := says(201, 200, `"version":"`)(); said != "" {
			t.Fatal(said)
		}
		must(t, flags, "suspend", "user", me.User.Email, "--reason", "Spam.")
		eventually(t, soon, says(403, 403, `SUSPENDED`))
		for _, p := range all {
			if status := p.rest("GET", "/apps", nil, nil); status != 200 {
				t.Errorf("reading: %d", status)
			}
		}
		if out := must(t, flags, "users"); !strings.Contains(out, "Spam.") || !strings.Contains(out, me.User.Email) {
			t.Errorf("users: %s", out)
		}
		must(t, flags, "resume", "user", me.User.Email)
		eventually(t, soon, says(201, 200, `"version":"`))
	})
}

// The apps of a suspended workspace refuse calls, and with them what their tools would write, on every replica within a second. What is
// published there afterwards refuses too.
func TestSuspendedWorkspacesRefuseEverywhere(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, all []*process, flags []string) {
		first, last := all[0], all[len(all)-1]
		var me struct{ Workspace struct{ ID string } }
		first.rest("GET", "/me", nil, &me)
		bad, notes, foreign := first.publishApp("Bad"), first.publishNotes("Bad notes"), first.elsewhere("public")
		apps, text := []string{bad.MCPSlug}, "until it is heard of"
		refuse := func() string {
			for n, p := range all {
				for _, slug := range apps {
					if status, answer := p.mcp(slug, "server/discover", "", ""); status != 403 || !strings.Contains(answer, "SUSPENDED") {
						return fmt.Sprintf("%s at replica %d: %d %s", slug, n, status, answer)
					}
				}
				if note, err := p.write(notes.MCPSlug, "add_note", `{"text":"`+text+`"}`); err == nil || !strings.Contains(err.Error(), "SUSPENDED") {
					return fmt.Sprintf("a note written at replica %d: %+v %v", n, note, err)
				}
				if p.serving(foreign.MCPSlug) != "1" {
					return fmt.Sprintf("replica %d does not serve the app of another workspace", n)
				}
			}
			return ""
		}
		serve := func() string {
			for n, p := range all {
				for _, slug := range apps {
					if got := p.serving(slug); got != "1" {
						return fmt.Sprintf("replica %d serves %q of %s", n, got, slug)
					}
				}
				if _, err := p.write(notes.MCPSlug, "add_note", `{"text":"in time"}`); err != nil {
					return fmt.Sprintf("a note written at replica %d: %v", n, err)
				}
			}
			return ""
		}
		if said := serve(); said != "" {
			t.Fatal(said)
		}
		out := must(t, flags, "suspend", "workspace", me.Workspace.ID, "--reason", "Phishing.")
		eventually(t, soon, refuse)
		text = "late"
		if !strings.Contains(out, "The workspace "+me.Workspace.ID+" is suspended") {
			t.Errorf("suspend: %s", out)
		}
		if status := last.rest("POST", "/apps/"+notes.ID+"/publish", nil, nil); status != 200 {
			t.Errorf("publish: %d", status)
		}
		later := last.publishApp("Later")
		apps = append(apps, later.MCPSlug)
		eventually(t, soon, refuse)
		var problem struct{ Code string }
		if status := first.rest("DELETE", "/apps/"+bad.ID, nil, &problem); status != 403 || problem.Code != "SUSPENDED" {
			t.Errorf("delete: %d %s", status, problem.Code)
		}
		var seen struct{ Suspended *struct{ Reason string } }
		if last.rest("GET", "/apps/"+later.ID, nil, &seen); seen.Suspended == nil || seen.Suspended.Reason != "Phishing." {
			t.Errorf("the owner sees %+v", seen)
		}
		must(t, flags, "resume", "workspace", me.Workspace.ID)
		eventually(t, soon, serve)
		if status, answer := last.mcp(notes.MCPSlug, "tools/call", "find_notes", `"name":"find_notes","arguments":{}`); status != 200 || !strings.Contains(answer, `"in time"`) || strings.Contains(answer, `"late"`) {
			t.Errorf("notes: %d %s", status, answer)
		}
	})
}

// The socket is its owner's alone, is replaced after a kill, and commands do without it when no server runs.
func TestTheSocketOfCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	flags := []string{"--data-dir", dir}
	p := start(t, "BERTH_DATA_DIR="+dir)
	closed := func() {
		t.Helper()
		for path, want := range map[string]os.FileMode{socketPath(dir): 0o600, filepath.Dir(socketPath(dir)): 0o700} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", path, info, err)
			}
		}
	}
	closed()
	if key := must(t, flags, "keys", "create"); !strings.HasPrefix(key, "brt_") {
		t.Errorf("keys create: %s", key)
	}
	if code, out := command(t, append([]string{"suspend", "app", "nobody", "--reason", "x"}, flags...)...); code != 1 || !strings.Contains(out, `No app has the slug "nobody".`) {
		t.Errorf("%d %s", code, out)
	}
	if sent, err := ask(t.Context(), socketPath(dir), "no-such-operation", &appsCommand{}, &strings.Builder{}); !sent || err == nil {
		t.Errorf("an unknown operation: %v, %v", sent, err)
	}
	p.kill()
	if _, err := os.Stat(socketPath(dir)); err != nil {
		t.Fatalf("the socket of a killed server: %v", err)
	}
	for range 2 { // with and without a file that nobody listens on
		if out := must(t, flags, "apps"); !strings.Contains(out, "todo") {
			t.Errorf("apps: %s", out)
		}
		if err := os.RemoveAll(filepath.Dir(socketPath(dir))); err != nil {
			t.Fatal(err)
		}
	}
	left, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(dir, "left"))
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = left.Close()
	if err := os.MkdirAll(filepath.Dir(socketPath(dir)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "left"), socketPath(dir)); err != nil {
		t.Fatal(err)
	}
	again := start(t, "BERTH_DATA_DIR="+dir)
	closed()
	must(t, flags, "suspend", "app", "gift", "--reason", "Look at it.")
	if status, _ := again.mcp("gift", "server/discover", "", ""); status != 403 {
		t.Errorf("the server that runs says %d", status)
	}
}

func TestReasonsAreOneLine(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"", "  ", "a\nb", strings.Repeat("x", 501)} {
		if code, out := command(t, "suspend", "app", "x", "--reason", reason, "--data-dir", t.TempDir()); code != 2 || !strings.Contains(out, "--reason") {
			t.Errorf("%q: %d %s", reason, code, out)
		}
	}
}

// What an operation is made of reaches the server.
func TestOperationsTravel(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(&suspendCommand{suspended{"app", "x"}, "why"})
	if err != nil {
		t.Fatal(err)
	}
	got := operations()["suspend"]().(*suspendCommand)
	if err := json.Unmarshal(raw, got); err != nil || *got != (suspendCommand{suspended{"app", "x"}, "why"}) {
		t.Errorf("%s became %+v, %v", raw, got, err)
	}
}

// TestCommandsMakeNoDatabase where there is none: the folder or the address is mistyped.
func TestCommandsMakeNoDatabase(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	file := filepath.Join(t.TempDir(), "berth.backup")
	empty := pgtest.Empty(t)
	for _, args := range [][]string{{"apps"}, {"users"}, {"users", "reset-password", "ann@example.com"}, {"suspend", "app", "one", "--reason", "x"},
		{"resume", "app", "one"}, {"backup", file}, {"vault", "check"}, {"vault", "rotate"}} {
		code, out := command(t, append(args, "--data-dir", folder)...)
		if code != 1 || !strings.HasPrefix(out, "berth: there is no database in "+folder) {
			t.Errorf("%q: exit code %d: %s", args, code, out)
		}
		code, out = command(t, append(args, "--database-url", empty)...)
		if code != 1 || !strings.HasPrefix(out, "berth: the database is empty") {
			t.Errorf("%q: exit code %d: %s", args, code, out)
		}
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := command(t, "apps", "--data-dir", file); code != 1 || !strings.HasPrefix(out, "berth: BERTH_DATA_DIR: stat "+file) {
		t.Errorf("a file for a folder: exit code %d: %s", code, out)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

// TestCommandsAskForTheSchema that they were made for. A backup may be of an earlier one.
func TestCommandsAskForTheSchema(t *testing.T) {
	t.Parallel()
	earlier := pgtest.URL(t)
	execute(t, earlier, "DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)")
	for _, args := range [][]string{{"apps"}, {"users"}, {"users", "reset-password", "ann@example.com"}, {"suspend", "app", "one", "--reason", "x"},
		{"resume", "app", "one"}, {"vault", "check"}, {"vault", "rotate"}} {
		code, out := command(t, append(args, "--database-url", earlier)...)
		if code != 1 || !strings.HasPrefix(out, "berth: the schema has version") {
			t.Errorf("%q: exit code %d: %s", args, code, out)
		}
	}
	must(t, []string{"--database-url", earlier}, "backup", filepath.Join(t.TempDir(), "berth.backup"))
}
