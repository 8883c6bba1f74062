package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTheWalkOfTheReadme types what README.md says into a shell: an app with a table, published, asked for anything vegan under 3 €,
// and asked again when a price has changed, without a publish; then a draft of a sentence, and an app of it.
func TestTheWalkOfTheReadme(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"bash", "curl", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT RUN: there is no %s", tool)
		}
	}
	content, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, walk, begins := strings.Cut(string(content), "\n## Your first app over REST")
	walk, _, ends := strings.Cut(walk, "\n## ")
	if !begins || !ends {
		t.Fatal("README.md has no such part")
	}
	const key = "my-first-key-my-first-key-my-first-key"
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_ADMIN_KEY="+key)
	var script strings.Builder
	skipped := false // a command that goes on in the next line
	for line := range strings.Lines(walk) {
		typed, code := strings.CutPrefix(line, "    ")
		if !code {
			continue
		}
		if skipped || strings.Contains(typed, "go run ") || strings.HasPrefix(typed, "npx ") {
			skipped = strings.HasSuffix(typed, "\\\n")
			continue
		}
		script.WriteString(strings.ReplaceAll(typed, "http://127.0.0.1:3001", p.url))
	}
	shell := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", script.String())
	shell.Dir = t.TempDir()
	said, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	rest := string(said)
	for _, want := range []string{
		`"status":"published"`, "Here is 1 item: Oat bread (2.90 EUR", "Here are 2 items: Rye loaf (2.50 EUR", `"kind":"insert"`,
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Errorf("after that comes no %s: %s", want, said)
		}
		rest = after
	}
}
