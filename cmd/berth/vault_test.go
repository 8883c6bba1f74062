package main

import (
	"os"
	"path/filepath"
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
		v, err := s.vault()
		if err != nil {
			t.Fatal(err)
		}
		return v
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
	if _, err := (&settings{DataDir: dir}).vault(); err == nil {
		t.Error("a damaged key is taken")
	}
}
