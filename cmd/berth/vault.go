package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"berth/platform/vault"
)

// vaultFile is where the key of secrets is, beside the embedded database. No backup holds it.
const vaultFile = "vault.key"

// vault opens the vault with the key that is set, else with that of the data folder, which is made when there is none. It is nil
// for a database that other replicas share and no key is set: each would make a key of its own.
func (s *settings) vault() (*vault.Vault, error) {
	if key := s.VaultKey.Reveal(); key != "" {
		v, err := vault.Parse(key)
		if err != nil {
			return nil, fmt.Errorf("BERTH_VAULT_KEY: %w", err)
		}
		return v, nil
	}
	if s.DatabaseURL != "" {
		return nil, nil //nolint:nilnil // there is none
	}
	path := filepath.Join(s.DataDir, vaultFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the key of secrets: %w", err)
	}
	v, err := vault.Parse(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// makeKey writes a new key that its owner alone may read. It is complete before it has its name.
func makeKey(path string) ([]byte, error) {
	key := []byte(vault.Generate() + "\n")
	f, err := os.CreateTemp(filepath.Dir(path), vaultFile+".*") // with mode 0600
	if err != nil {
		return nil, err
	}
	_, err = f.Write(key)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(f.Name()))
	}
	return key, nil
}
