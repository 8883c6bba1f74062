// Package hosts shows widgets of a running server in a host of MCP Apps that is not ours: the inspector of mcp-use, in
// Chromium. It is a Node program that `make setup` installs in this folder; it is used by the end-to-end tests of
// cmd/berth, and knows nothing of the server but its addresses. Chores is the app that it clicks in.
package hosts

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Inspector opens the apps in the mcp-use inspector, twice: with its window.openai, and without, so that the widget
// speaks MCP Apps. In each it calls search_products of the authored app at the URL cards and sees its sample, and calls
// list_tasks of Chores at the URL chores and ends a task in the widget: first task 1, then task 2. In the gift app at the
// URL gift it searches, stars, refines, looks at a gift and goes back; in the medical app at the URL medical it chooses a
// doctor, books, and sees that the time is gone. folder is this package's folder as seen from the test. Where the
// programs are not installed it skips the test.
func Inspector(t *testing.T, folder, cards, chores, gift, medical string) {
	t.Helper()
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
	cmd := exec.CommandContext(ctx, node, "inspector.mjs", "--cards", cards, "--chores", chores, "--gift", gift, "--medical", medical)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "CHROMIUM="+chromium)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it ends what it has started
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	t.Log("\n" + string(out))
	if err != nil {
		t.Errorf("inspector: %v", err)
	}
}
