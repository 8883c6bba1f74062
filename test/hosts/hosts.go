// Package hosts shows widgets of a running server in a host of MCP Apps that is not ours: the inspector of mcp-use, in
// Chromium. It is a Node program that `make setup` installs in this folder. The end-to-end tests of cmd/berth use it; it
// knows only the addresses of the server.
package hosts

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"berth/test/conformance"
)

// Inspector uses apps in the mcp-use inspector twice: with its window.openai, and without it, so that the widget speaks
// MCP Apps. It looks at the sample of the authored app at the URL cards, whose tool is search_products. It also goes
// through the story of each app that ships inside the server with the base URL, by clicks in its widget. Two people use
// the todo app; afterwards the list of each holds "Done 0 of" and "Done 1 of" their address, completed. At the end it
// looks at the pages that need no host. folder is the path of this package's folder as seen from the test. It skips the
// test where the programs are not installed.
func Inspector(t *testing.T, folder, base, cards string, people [2]conformance.Someone) {
	t.Helper()
	raw, err := json.Marshal(people)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules/@mcp-use/inspector")); err != nil {
		t.Skip("the inspector is not installed: run make setup")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	chromium := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && chromium == "" {
			chromium = path
		}
	}
	if chromium == "" {
		t.Skip("there is no Chromium: run make setup")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute) // a minute and a half on an idle machine
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "inspector.mjs", "--base", base, "--cards", cards, "--people", string(raw))
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "CHROMIUM="+chromium)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the program ends what it has started
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	t.Log("\n" + string(out))
	if err != nil {
		t.Errorf("inspector: %v", err)
	}
}
