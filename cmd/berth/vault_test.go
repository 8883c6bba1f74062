package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/vault"
)

// Where the key of secrets comes from: the setting, else a file that only its owner reads, else nowhere.
func TestVault(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	opened := func(s settings) *vault.Vault {
		t.Helper()
		k, err := s.keyring()
		if err != nil {
			t.Fatal(err)
		}
		return k.vault
	}
	first := opened(settings{DataDir: dir})
	sealed, err := first.Seal([]byte("x"), "place")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := opened(settings{DataDir: dir}).Open(sealed, "place"); err != nil || string(got) != "x" {
		t.Errorf("after a restart: %q, %v", got, err)
	}
	path := filepath.Join(dir, vaultFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	set := opened(settings{DataDir: dir, VaultKey: platform.SecretText(vault.Generate())})
	if _, err := set.Open(sealed, "place"); err == nil {
		t.Error("the key that is set is not taken")
	}
	if v := opened(settings{DataDir: dir, DatabaseURL: "postgres://x"}); v != nil {
		t.Error("replicas have a key of their own each")
	}
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (&settings{DataDir: dir}).keyring(); err == nil {
		t.Error("a damaged key is taken")
	}
}

// The key is rotated while a server runs, and again after a rotation that was killed; then the former key opens nothing.
func TestVaultRotate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	flags := []string{"--data-dir", dir}
	path := filepath.Join(dir, vaultFile)
	keys := func() []string {
		t.Helper()
		all, err := readKeys(path)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	p := start(t, "BERTH_DATA_DIR="+dir)
	a := p.publishApp("Weather")
	set := func(name string) {
		t.Helper()
		if status := p.rest("PUT", "/apps/"+a.ID+"/secrets/"+name, map[string]any{"value": "hunter2", "hosts": []string{"api.example.com"}}, nil); status != 204 {
			t.Fatalf("%s: %d", name, status)
		}
	}
	set("ONE")
	first := keys()
	if out := must(t, flags, "vault", "rotate"); !strings.Contains(out, "1 of 1 secrets were sealed anew") || !strings.Contains(out, path) {
		t.Errorf("rotated: %s", out)
	}
	second := keys()
	if len(first) != 1 || len(second) != 1 || first[0] == second[0] {
		t.Errorf("keys: %d, %d", len(first), len(second))
	}
	set("TWO") // with the new key, without a restart
	if out := must(t, append(flags, "--addr", strings.TrimPrefix(p.url, "http://")), "doctor"); !strings.Contains(out, "secrets     2 secrets, all of them open") {
		t.Errorf("doctor: %s", out)
	}
	p.kill()

	if err := writeKeys(path, []string{vault.Generate(), second[0]}); err != nil { // as a rotation leaves it that was killed when it began
		t.Fatal(err)
	}
	p = start(t, "BERTH_DATA_DIR="+dir)
	if out := must(t, flags, "vault", "check"); !strings.Contains(out, "2 of 2 secrets open with a former key") {
		t.Errorf("killed: %s", out)
	}
	p.kill()
	if out := must(t, flags, "vault", "rotate"); !strings.Contains(out, "2 of 2 secrets were sealed anew") { // without a server
		t.Errorf("goes on: %s", out)
	}
	if third := keys(); len(third) != 1 || third[0] == second[0] {
		t.Errorf("%d keys", len(third))
	}
	if out := must(t, flags, "vault", "check"); out != "2 secrets, all of them open\n" {
		t.Errorf("checked: %s", out)
	}

	present, former := keys()[0], vault.Generate()
	code, out := command(t, append([]string{"doctor", "--vault-key", former}, flags...)...)
	if code != 1 || !strings.Contains(out, "does not open: secret ONE of app "+a.ID) || !strings.Contains(out, "2 of 2 secrets do not open") {
		t.Errorf("with another key: %d, %s", code, out)
	}
	if out := must(t, append(flags, "--vault-key", present), "vault", "rotate"); !strings.Contains(out, "nothing was done") || !strings.Contains(out, "BERTH_VAULT_OTHER_KEYS") {
		t.Errorf("nothing to do: %s", out)
	}
	if out := must(t, append(flags, "--vault-key", former, "--vault-other-keys", present), "vault", "rotate"); !strings.Contains(out, "2 of 2 secrets were sealed anew") {
		t.Errorf("by settings: %s", out)
	}
	if out := must(t, append(flags, "--vault-key", former), "vault", "check"); out != "2 secrets, all of them open\n" {
		t.Errorf("by settings: %s", out)
	}
	for range 2 { // with a key that opens nothing, and without one: its file is lost
		p = start(t, "BERTH_DATA_DIR="+dir)
		if p.serving("weather") != "1" {
			t.Error("not served")
		}
		if log := p.out.String(); !strings.Contains(log, "2 of 2 secrets do not open") {
			t.Errorf("the log does not say so:\n%s", log)
		}
		p.stop()
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"vault", "check"}, {"vault", "rotate"}} {
			if code, out := command(t, append(args, flags...)...); code != 1 {
				t.Errorf("%q without the file: %s", args, out)
			}
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a command has made a key: %v", err)
		}
	}
}
