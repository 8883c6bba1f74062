package architecture_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

var (
	makeTarget = regexp.MustCompile("`(?:[A-Z_]+=\\S+ )*make ([a-z][a-z0-9-]*)")
	defined    = regexp.MustCompile(`(?m)^([a-z][a-z0-9/.-]*):`)
	link       = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
	// A path in backticks: it begins with one of our top-level folders, or is a file at the root.
	quoted = regexp.MustCompile("`((?:\\./)?(?:" +
		"(?:\\.ci|api|apps|cmd|deploy|bench|docs|platform|sql|templates|test|tools|web)/[\\w./-]*" +
		"|[A-Z]+\\.md|LICENSE|Makefile|Dockerfile|go\\.mod|\\.golangci\\.yml))`")
	room    = regexp.MustCompile(`(?m)^((?:  )*)([a-z]+(?:/[a-z]+)*)/ `)
	setting = regexp.MustCompile(`\bBERTH_[A-Z_]+[A-Z]\b`)
	tagged  = regexp.MustCompile(`env:"(BERTH_[A-Z_]+)`)
)

func TestDocumentsSpeakOfWhatExists(t *testing.T) {
	t.Parallel()
	var targets []string
	for _, m := range defined.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets = append(targets, m[1])
	}
	for _, document := range files(t, ".md") {
		text := read(t, document)
		for _, m := range makeTarget.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(targets, m[1]) {
				t.Errorf("%s names make %s, which the Makefile lacks", document, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(m[1], "://") && !strings.HasPrefix(m[1], "mailto:") {
				exists(t, document, filepath.Join(filepath.Dir(document), m[1]))
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			exists(t, document, m[1])
		}
	}
}

// The house in ARCHITECTURE.md is a tree of folders, two spaces a level.
func TestTheHouseStandsAsItIsDrawn(t *testing.T) {
	t.Parallel()
	_, drawn, _ := strings.Cut(read(t, "ARCHITECTURE.md"), "## The house\n\n```\n")
	drawn, _, _ = strings.Cut(drawn, "```")
	var at []string
	for _, m := range room.FindAllStringSubmatch(drawn, -1) {
		at = append(at[:len(m[1])/2], m[2])
		exists(t, "ARCHITECTURE.md", filepath.Join(at...))
	}
	if len(at) == 0 {
		t.Error("ARCHITECTURE.md draws no house")
	}
}

func exists(t *testing.T, document, path string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, path)); err != nil {
		t.Errorf("%s names %s, which does not exist", document, path)
	}
}

// Settings are declared in cmd and explained in docs/operating.md, all of them, and no others.
func TestEverySettingIsDocumented(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	for _, path := range files(t, ".go") {
		if strings.HasPrefix(path, "cmd/") && !strings.HasSuffix(path, "_test.go") {
			for _, m := range tagged.FindAllStringSubmatch(read(t, path), -1) {
				declared[m[1]] = true
			}
		}
	}
	if len(declared) == 0 {
		t.Fatal("cmd declares no setting")
	}
	documented := setting.FindAllString(read(t, "docs/operating.md"), -1)
	for name := range declared {
		if !slices.Contains(documented, name) {
			t.Errorf("docs/operating.md lacks %s", name)
		}
	}
	for _, document := range append(files(t, ".md"), "docker-compose.yml", "Dockerfile") {
		for _, name := range setting.FindAllString(read(t, document), -1) {
			injected := name == "BERTH_PORT" || strings.HasPrefix(name, "BERTH_SERVICE_") // by container platforms
			if !declared[name] && !injected {
				t.Errorf("%s names %s, which cmd does not declare", document, name)
			}
		}
	}
}

func TestLicenceIsApache2(t *testing.T) {
	t.Parallel()
	text := read(t, "LICENSE")
	for _, part := range []string{"Apache License", "Version 2.0, January 2004", "9. Accepting Warranty or Additional Liability", "END OF TERMS AND CONDITIONS"} {
		if !strings.Contains(text, part) {
			t.Errorf("LICENSE lacks %q", part)
		}
	}
}

// modernc.org/sqlite is generated against one version of modernc.org/libc; another one builds and then fails at run time.
func TestSQLiteHasTheLibcItWasMadeFor(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-m", "-json=Path,Version,GoMod", "modernc.org/sqlite", "modernc.org/libc")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var sqlite, libc struct{ Version, GoMod string }
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for _, into := range []any{&sqlite, &libc} {
		if err := decoder.Decode(into); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(sqlite.GoMod)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), "modernc.org/libc "+libc.Version+"\n") {
		t.Errorf("go.mod has modernc.org/libc %s, which is not what modernc.org/sqlite %s asks for", libc.Version, sqlite.Version)
	}
}

var dated = regexp.MustCompile(`^# (\d+)\. .+\n\nDate: \d{4}-\d{2}-\d{2} · Status: (?:accepted|superseded by (\d+), \d{4}-\d{2}-\d{2})\n`)

// A decision record has a number, a date and a status, and is listed; one that was superseded names its successor.
func TestDecisionsHaveDateAndStatus(t *testing.T) {
	t.Parallel()
	list := read(t, "docs/adr/README.md")
	records, err := filepath.Glob(filepath.Join(root, "docs/adr/0*.md"))
	if err != nil || len(records) == 0 {
		t.Fatalf("no records: %v", err)
	}
	numbers := map[string]bool{}
	var successors []string
	for _, path := range records {
		name := filepath.Base(path)
		m := dated.FindStringSubmatch(read(t, "docs/adr/"+name))
		if m == nil || !strings.HasPrefix(strings.TrimLeft(name, "0"), m[1]+"-") {
			t.Errorf("docs/adr/%s: want the number of its file, then a line such as “Date: 2026-11-22 · Status: accepted”", name)
			continue
		}
		if !strings.Contains(list, "]("+name+")") {
			t.Errorf("docs/adr/README.md does not list %s", name)
		}
		numbers[m[1]] = true
		if m[2] != "" {
			successors = append(successors, m[2])
		}
	}
	for _, n := range successors {
		if !numbers[n] {
			t.Errorf("a record is superseded by %s, which is not there", n)
		}
	}
}

var (
	metric  = regexp.MustCompile(`\bberth_[a-z_]+[a-z]\b`)
	derived = regexp.MustCompile(`_(bucket|count|sum)$`)
)

// Alerts, dashboard and documents name only metrics that the program has.
func TestWatchedMetricsExist(t *testing.T) {
	t.Parallel()
	var have strings.Builder
	for _, source := range files(t, ".go") {
		if strings.HasPrefix(source, "platform/telemetry/") && !strings.HasSuffix(source, "_test.go") {
			have.WriteString(read(t, source))
		}
	}
	for _, watcher := range []string{"deploy/alerts.yml", "deploy/dashboard.json", "docs/operating.md", "docs/deploying.md", "docs/capacity.md"} {
		for _, name := range metric.FindAllString(read(t, watcher), -1) {
			if !strings.Contains(have.String(), `"`+derived.ReplaceAllString(name, "")+`"`) {
				t.Errorf("%s watches %s, which platform/telemetry lacks", watcher, name)
			}
		}
	}
}

var testName = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`")

// A document that names a test names one that exists.
func TestNamedTestsExist(t *testing.T) {
	t.Parallel()
	var have strings.Builder
	for _, source := range files(t, "_test.go") {
		have.WriteString(read(t, source))
	}
	for _, document := range files(t, ".md") {
		for _, m := range testName.FindAllStringSubmatch(read(t, document), -1) {
			if !strings.Contains(have.String(), "\nfunc "+m[1]+"(") {
				t.Errorf("%s names %s, which is not there", document, m[1])
			}
		}
	}
}
