// Package hosts shows widgets of a running server in hosts of MCP Apps that are not ours, in Chromium: the inspector of mcp-use, the
// official Inspector, which the conformance tests install, and MCPJam's where somebody has installed it. They are driven by Node
// programs that `make setup` installs in this folder. The end-to-end tests of cmd/berth use it; it knows only the addresses of the
// server.
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

// Inspector uses apps in the mcp-use inspector twice: as it is, with window.openai beside the MCP Apps bridge, and with that bridge
// alone. It looks at the sample of the authored app at the URL cards, whose tool is search_products. It also goes
// through the story of each app that ships inside the server with the base URL, by clicks in its widget, and builds and publishes an app
// at the server's own MCP server, signed in as one of the people or by the key of the other. Two people use
// the todo app; afterwards the list of each holds "Done 0 of" and "Done 1 of" their address, completed. At the end it
// looks at the pages that need no host. folder is the path of this package's folder as seen from the test. It skips the
// test where the programs are not installed.
func Inspector(t *testing.T, folder, base, cards string, people [2]conformance.Someone) {
	t.Helper()
	raw, err := json.Marshal(people)
	if err != nil {
		t.Fatal(err)
	}
	run(t, folder, "inspector.mjs", "--base", base, "--cards", cards, "--people", string(raw))
}

// Looks calls a tool of the gift app at that URL in every host, with a result that comes late, and looks at the height of its
// widget and at the result's _meta, narrow and wide. The output names each host that is not installed.
func Looks(t *testing.T, folder, gift string) {
	t.Helper()
	run(t, folder, "looks.mjs", "--url", gift)
}

// run runs a program of this folder, or skips the test where something that it needs is not installed.
func run(t *testing.T, folder, program string, args ...string) {
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
	cmd := exec.CommandContext(ctx, node, append([]string{program}, args...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "CHROMIUM="+chromium)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the program ends what it has started
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	t.Log("\n" + string(out))
	if err != nil {
		t.Errorf("%s: %v", program, err)
	}
}
