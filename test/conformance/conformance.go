// Package conformance tests a running server with the official MCP suites and clients. They are Node programs that `make
// setup` installs in this folder. The end-to-end tests of cmd/berth use it; it knows only the addresses of the server.
package conformance

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Kit runs the Node programs of this folder.
type Kit struct{ folder, bin string }

// New returns the kit in folder, which is the path of this package's folder as seen from the test. It skips the test
// where the programs are not installed.
func New(t *testing.T, folder string) Kit {
	t.Helper()
	bin, err := filepath.Abs(filepath.Join(folder, "node_modules/.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(bin, "node")); err != nil {
		t.Skip("the conformance suites are not installed: run make setup")
	}
	return Kit{folder, bin}
}

// node runs one program; its environment has this kit's Node 22 first in PATH.
func (k Kit) node(t *testing.T, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(k.bin, "node"), args...)
	cmd.Dir = k.folder
	cmd.Env = append(os.Environ(), "PATH="+k.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Suites runs the official suites: the checks that suit any server against the URL published, and whole requirement lists
// against the URL fixture, where the app of package fixture is served. The failures must be exactly those in
// known-failures.json.
func (k Kit) Suites(t *testing.T, published, fixture string) {
	t.Helper()
	out, err := k.node(t, "run.mjs", "--published", published, "--fixture", fixture)
	t.Log("\n" + out)
	if err != nil {
		t.Errorf("conformance: %v", err)
	}
}

// Clients has the official clients, and the Inspector's command line, list, call and read at url, in both eras. The tool
// must answer with structured data for arguments, a JSON object with the one string argument message, and have a widget.
func (k Kit) Clients(t *testing.T, url, tool string) {
	t.Helper()
	out, err := k.node(t, "clients.mjs", "--url", url, "--tool", tool, "--arguments", `{"message":"anything"}`)
	t.Log("\n" + out)
	if err != nil {
		t.Errorf("clients: %v", err)
	}
	for _, era := range []string{"legacy", "modern"} {
		inspect := func(args ...string) (string, error) {
			return k.node(t, append([]string{"node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
				"--cli", url, "--transport", "http", "--protocol-era", era, "--method"}, args...)...)
		}
		if out, err := inspect("tools/call", "--tool-name", tool, "--tool-arg", "message=anything"); err != nil || !strings.Contains(out, "structuredContent") {
			t.Errorf("inspector calls in the %s era: %v\n%s", era, err, out)
		}
		if out, err := inspect("tools/call", "--tool-name", tool, "--app-info"); err != nil || !strings.Contains(out, "ui://") {
			t.Errorf("inspector reads the widget in the %s era: %v\n%s", era, err, out)
		}
		if out, err := inspect("tools/list", "--strict"); err != nil {
			t.Errorf("inspector finds schemas that are not portable in the %s era: %v\n%s", era, err, out)
		}
	}
}

// Someone is a person with an API key.
type Someone struct {
	ID       string `json:"-"` // of the user
	Email    string `json:"email"`
	Password string `json:"password"`
	Key      string `json:"key"`
}

// Walks has the official clients and the Inspector's command line go through the story of each app that ships inside, at
// the server with the base URL, in both eras. Two people use the todo app; their lists are empty before and after.
func (k Kit) Walks(t *testing.T, base string, people [2]Someone) {
	t.Helper()
	k.run(t, "walks", "--base", base, "--people", encoded(t, people))
}

// SignIn has the official clients sign people in by themselves to the apps that ship inside, at the server with the base URL, and go
// through their stories; then it runs the official scenarios for authorization servers, for a token of the app at the URL resource.
func (k Kit) SignIn(t *testing.T, base, resource string, people [2]Someone) {
	t.Helper()
	k.run(t, "walks", "--signing", "--base", base, "--people", encoded(t, people))
	k.run(t, "authorization", "--base", base, "--resource", resource, "--person", encoded(t, people[0]))
}

// Own has the official client build, try, publish and call an app of the draft in the file, through Berth's own MCP server at the server with
// the base URL, and returns what was said.
func (k Kit) Own(t *testing.T, base, key, file string) string {
	t.Helper()
	draft, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	out, err := k.node(t, "own.mjs", "--base", base, "--key", key, "--draft", draft)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	listed, err := k.node(t, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", "--cli", base+"/mcp", "--transport", "http",
		"--header", "Authorization: Bearer "+key, "--method", "tools/list", "--strict")
	if err != nil {
		t.Errorf("inspector finds schemas that are not portable: %v\n%s", err, listed)
	}
	return out
}

// run runs a program of this folder, which says what is wrong and then fails.
func (k Kit) run(t *testing.T, program string, args ...string) {
	t.Helper()
	out, err := k.node(t, append([]string{program + ".mjs"}, args...)...)
	t.Log("\n" + out)
	if err != nil {
		t.Errorf("%s: %v", program, err)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
