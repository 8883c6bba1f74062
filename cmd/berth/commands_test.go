package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// command runs the program and returns its exit code and everything that it says.
func command(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out strings.Builder
	code := new(cli).run(t.Context(), args, &out, &out)
	return code, out.String()
}

func TestKeysCreateNamesItsFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"--days=-1", "--name", ""}, 2, []string{"--days must be from 0", "--name must not be empty"}},
		{[]string{"--days=99999999999"}, 2, []string{"--days must be from 0"}},
		{[]string{"--name", strings.Repeat("n", 101)}, 2, []string{"--name must have at most 100 characters"}},
		{[]string{"--name", "a\nb"}, 2, []string{"--name must be one line of text"}},
		{[]string{"--role", "boss"}, 2, []string{"--role"}},
		{[]string{"--days", "36500", "--name", "deploy", "--data-dir", dir}, 0, []string{"brt_"}},
	} {
		code, out := command(t, append([]string{"keys", "create"}, c.args...)...)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(out, want) {
				t.Errorf("%.60q: exit code %d: %s", c.args, code, out)
			}
		}
	}
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	nobody := freeAddress(t)
	stranger := func(status int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	dir := t.TempDir()
	file, made := filepath.Join(dir, "file"), filepath.Join(dir, "made")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := command(t, "migrate", "--data-dir", made); code != 0 {
		t.Fatal(out)
	}
	old := filepath.Join(dir, "old")
	if err := os.Mkdir(old, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(old, "berth.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, "BERTH_DATA_DIR="+filepath.Join(dir, "running"))
	ours := strings.TrimPrefix(p.url, "http://")
	for _, c := range []struct {
		name, addr, folder string
		code               int
		want               []string
	}{
		{"nothing yet", nobody, filepath.Join(dir, "a", "b"), 0, []string{"not running", "none yet"}},
		{"an empty folder", nobody, t.TempDir(), 0, []string{"not running", "none yet"}},
		{"a database", nobody, made, 0, []string{"not running", "reachable, schema current"}},
		{"an old database", nobody, old, 1, []string{"not running", "schema not current"}},
		{"a file for a folder", nobody, file, 1, []string{"cannot be in", "BERTH_DATA_DIR"}},
		{"below a file", nobody, filepath.Join(file, "data"), 1, []string{"cannot be in", "BERTH_DATA_DIR"}},
		{"a server", ours, filepath.Join(dir, "running"), 0, []string{"server      ready", "in use by the server"}},
		{"a server with another database", ours, made, 0, []string{"server      ready", "reachable, schema current"}},
		{"a server, and a folder that cannot be", ours, file, 1, []string{"server      ready", "cannot be in"}},
		{"another server's database", nobody, filepath.Join(dir, "running"), 1, []string{"not running", "another process is using"}},
		{"a page", stranger(200, "<html>"), made, 1, []string{"is not Berth", "reachable, schema current"}},
		{"another status", stranger(200, `{"status":"UP"}`), made, 1, []string{"is not Berth"}},
		{"the wrong code", stranger(503, `{"status":"ready"}`), made, 1, []string{"is not Berth"}},
		{"one that stops", stranger(503, `{"status":"stopping"}`), made, 1, []string{"server      stopping", "not ready"}},
	} {
		code, out := command(t, "doctor", "--addr", c.addr, "--data-dir", c.folder)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(out, want) {
				t.Errorf("%s: exit code %d: %s", c.name, code, out)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".berth*")); err != nil || left != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
		t.Error("made a folder")
	}
}
