package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"berth/platform/secrets"
	"berth/platform/vault"
)

// vaultFile is where the key of secrets is, beside the embedded database. While it is rotated, the former key is in a second line. No
// backup holds it.
const vaultFile = "vault.key"

// keyring is the vault with where its keys come from.
type keyring struct {
	vault *vault.Vault // nil = there is no key
	file  string       // of the keys, "" = the settings name them
	other []string     // further keys that open, from the settings

	rotating sync.Mutex
}

// keyring opens the vault with the key that is set, else with that of the data folder, which is made when there is none. There is
// none for a database that other replicas share and no key is set: each would make a key of its own.
func (s *settings) keyring() (*keyring, error) {
	k, err := s.presentKeys()
	if err != nil || k.vault != nil || k.file == "" {
		return k, err
	}
	if err := writeKeys(k.file, []string{vault.Generate()}); err != nil {
		return nil, fmt.Errorf("make the key of secrets: %w", err)
	}
	return s.presentKeys()
}

// presentKeys is keyring, but makes no key.
func (s *settings) presentKeys() (*keyring, error) {
	k := &keyring{other: s.otherKeys()}
	if key := s.VaultKey.Reveal(); key != "" {
		var err error
		if k.vault, err = vault.Parse(append([]string{key}, k.other...)...); err != nil {
			return nil, fmt.Errorf("BERTH_VAULT_KEY: %w", err)
		}
		return k, nil
	}
	if s.DatabaseURL != "" {
		return k, nil
	}
	k.file = filepath.Join(s.DataDir, vaultFile)
	keys, err := readKeys(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the key of secrets: %w", err)
	}
	if k.vault, err = vault.Parse(append(keys, k.other...)...); err != nil {
		return nil, fmt.Errorf("%s: %w", k.file, err)
	}
	return k, nil
}

// otherKeys returns the further keys that the settings name.
func (s *settings) otherKeys() []string {
	return strings.FieldsFunc(s.VaultOtherKeys.Reveal(), func(r rune) bool { return r == ',' || r == ' ' })
}

func readKeys(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(text)), nil
}

// writeKeys writes keys, one a line, that their owner alone may read. The file has all of them or what it had before, also when the
// machine loses power.
func writeKeys(path string, keys []string) error {
	f, err := os.CreateTemp(filepath.Dir(path), vaultFile+".*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(keys, "\n") + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncFolder(filepath.Dir(path))
}

// warnOfClosed logs that secrets do not open: a backup was restored without its key, or the key is lost. Nothing else says so before a tool
// needs one.
func (p *parts) warnOfClosed(ctx context.Context) {
	r, err := secrets.Check(ctx, p.store, p.keys.vault)
	if err == nil {
		err = closed(io.Discard, r)
	}
	if err != nil && ctx.Err() == nil {
		p.log.WarnContext(ctx, "tools and webhooks that need these secrets fail; berth vault check names them", "error", err)
	}
}
