package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrongSettingsAreNamedAtOnce: all of them, and each by its own name, before anything is opened.
func TestWrongSettingsAreNamedAtOnce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	code, out := command(t, "serve", "--addr", ":notaport", "--admin-addr", "bad", "--otlp-endpoint", "collector:4318", "--bodies-mib=-1", "--abuse-contact", "javascript:alert(1)", "--map-tiles", "http://tiles.example/?hidden",
		"--database-url", "postgres://u:p@ss:w/rd@host/db", "--database-listen-url", "mysql://x", "--vault-key", "c2hvcnQ=", "--admin-key", "brief", "--data-dir", dir, "--egress-allow", "http://a.example")
	for _, want := range []string{`BERTH_ADDR ":notaport"`, `BERTH_ADMIN_ADDR "bad"`, "OTEL_EXPORTER_OTLP_ENDPOINT", "BERTH_BODIES_MIB", "BERTH_MAP_TILES", "BERTH_ABUSE_CONTACT", "BERTH_DATABASE_URL", "BERTH_DATABASE_LISTEN_URL", "BERTH_VAULT_KEY", "BERTH_EGRESS_ALLOW",
		"BERTH_ADMIN_KEY: want 32 to 512 printable ASCII characters"} {
		if code != 2 || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no word of %s: %s", code, want, out)
		}
	}
	if strings.Contains(out, "BERTH_PUBLIC_URL") || strings.Contains(out, "rd@host") || strings.Contains(out, "hidden") || strings.Contains(out, "c2hvcnQ=") || strings.Contains(out, "brief") || strings.Contains(out, "INVALID_CONFIG") || strings.Contains(out, "ready") {
		t.Errorf("blames another, repeats a password, or began: %s", out)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was opened: %v", err)
	}
}

// TestEmptyFolder: an empty setting is one that a template has not filled in, and would mean the folder where the program starts.
func TestEmptyFolder(t *testing.T) {
	t.Parallel()
	if code, out := command(t, "version", "--data-dir="); code != 2 || !strings.Contains(out, "BERTH_DATA_DIR: want a folder") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out := command(t, "version", "--data-dir=", "--database-url", "postgres://host/db"); code != 0 {
		t.Errorf("a folder that nothing is put in: exit code %d: %s", code, out)
	}
	var s settings
	_ = s.check() // other settings are missing
	if s.ServiceName != "berth" {
		t.Errorf("an empty OTEL_SERVICE_NAME is %q", s.ServiceName)
	}
}

func TestUnknownNames(t *testing.T) {
	t.Parallel()
	known := []string{"BERTH_ADDR", "BERTH_ADMIN_ADDR", "BERTH_DATA_DIR", "BERTH_KEY", "BERTH_LOG_LEVEL"}
	for variable, want := range map[string]string{
		"BERTH_DATADIR=x": "BERTH_DATA_DIR", "BERTH_ADRR=x": "BERTH_ADDR", "BERTH_LOGLEVEL=": "BERTH_LOG_LEVEL", "BERTH_ADMIN_PORT=80": "BERTH_ADMIN_ADDR",
		"BERTH_DATA_DIR=x": "", "PATH=/bin": "", "BERTH_SERVICE_HOST=10.0.0.1": "", "BERTH_SERVICE_PORT_HTTP=80": "", "BERTH_PORT=tcp://10.0.0.1:80": "", "BERTH_PORT_80_TCP=x": "",
		"BERTH_PORT_80_TCP_ADDR=x": "", "BERTH_ADMIN_SERVICE_HOST=x": "", "BERTH_ADMIN_SERVICE_PORT_HTTP=x": "", "BERTH_ADMIN_PORT=tcp://10.0.0.1:80": "", "BERTH_PG_PORT_5432_TCP_PROTO=x": "",
	} {
		errs := unknownNames([]string{variable}, known)
		if (len(errs) > 0) != (want != "") || want != "" && !strings.HasSuffix(errs[0].Error(), "nearest is "+want) {
			t.Errorf("%s: %v, want %q", variable, errs, want)
		}
	}
}

// TestNumbersOfMiBAreNumbersOfBytes: one that is too large for that would be none, or no limit.
func TestNumbersOfMiBAreNumbersOfBytes(t *testing.T) {
	t.Parallel()
	code, out := command(t, "version", "--bodies-mib=17592186044416", "--cache-mib=8796093022208", "--limit-workspace-mib=8796093022207")
	if code != 2 || !strings.Contains(out, "BERTH_BODIES_MIB 17592186044416") || !strings.Contains(out, "BERTH_CACHE_MIB 8796093022208") || strings.Contains(out, "WORKSPACE_MIB") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// TestUnknownNameIsRefused starts a program with it.
func TestUnknownNameIsRefused(t *testing.T) {
	t.Setenv("BERTH_DATADIR", t.TempDir())
	t.Setenv("BERTH_SERVICE_HOST", "10.0.0.1")
	t.Setenv("BERTH_URL", "http://127.0.0.1:1")
	code, out := command(t, "version", "--addr", "bad")
	if code != 2 || !strings.Contains(out, "BERTH_DATADIR: no such setting; the nearest is BERTH_DATA_DIR") || !strings.Contains(out, "BERTH_ADDR") || strings.Contains(out, "BERTH_SERVICE") || strings.Contains(out, "BERTH_URL") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

func TestAbuseContact(t *testing.T) {
	t.Parallel()
	for contact, good := range map[string]bool{
		"": true, "abuse@example.com": true, "a+b?c@example.com": true, "https://example.com/report?of=berth": true, "https://example.com/@team": true,
		"abuse": false, "Ann <ann@example.com>": false, "http://example.com": false, "https://": false, "https://u:p@example.com": false,
		"mailto:abuse@example.com": false, "javascript:alert(1)": false, "a@example.com, b@example.com": false, "a@example.com\r\nBcc: b@example.com": false,
	} {
		s := settings{AbuseContact: contact}
		if err := s.checkAbuseContact(); (err == nil) != good {
			t.Errorf("%q: %v", contact, err)
		}
	}
}

// TestMapTiles: tiles and their attribution go together, and neither may be what it is not.
func TestMapTiles(t *testing.T) {
	t.Parallel()
	const tiles = "https://tiles.example/{z}/{x}/{y}.png"
	for _, c := range []struct {
		tiles, attribution string
		good               bool
	}{{"", "", true}, {tiles, "© Somebody", true}, {tiles, "", false}, {"", "© Somebody", false}, {"https://tiles.example/{z}.png", "© Somebody", false}} {
		s := settings{MapTiles: c.tiles, MapAttribution: c.attribution}
		if err := s.checkMap(); (err == nil) != c.good {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestWrongParametersOfTheDatabaseAreNamed, without the password before them.
func TestWrongParametersOfTheDatabaseAreNamed(t *testing.T) {
	t.Parallel()
	for parameter, want := range map[string]string{"pool_max_conns=0": "pool_max_conns", "pool_max_conns=many": "pool_max_conns", "sslmode=sometimes": "sslmode",
		"sslmode=verify-full&sslrootcert=/nowhere/root.crt": "/nowhere/root.crt"} {
		code, out := command(t, "version", "--database-url", "postgres://u:hidden@db.example/berth?"+parameter)
		if code != 2 || !strings.Contains(out, "BERTH_DATABASE_URL: a parameter behind the question mark is wrong: ") || !strings.Contains(out, want) || strings.Contains(out, "hidden") {
			t.Errorf("%s: exit code %d: %s", parameter, code, out)
		}
	}
}
