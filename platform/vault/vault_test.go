package vault_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"berth/platform/vault"
)

func fresh(t *testing.T) *vault.Vault {
	t.Helper()
	v, err := vault.Parse(vault.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhatIsSealedOpensInItsPlaceAlone(t *testing.T) {
	t.Parallel()
	v, secret := fresh(t), []byte("whsec_x")
	first, err := v.Seal(secret, "webhook", "1")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.Open(first, "webhook", "1"); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("opens as %q, %v", got, err)
	}
	second, err := v.Seal(secret, "webhook", "1")
	if err != nil || bytes.Equal(first, second) || bytes.Contains(first, secret) {
		t.Errorf("the same secret is sealed alike, or not at all: %v", err)
	}
	for _, place := range [][]string{nil, {"webhook"}, {"webhook", "2"}, {"webhook1"}, {"webhook", "", "1"}, {"webhoo", "k1"}} {
		if _, err := v.Open(first, place...); !errors.Is(err, vault.ErrSealed) {
			t.Errorf("opens at %q: %v", place, err)
		}
	}
	if _, err := fresh(t).Open(first, "webhook", "1"); !errors.Is(err, vault.ErrKey) {
		t.Errorf("another key: %v", err)
	}
	if _, err := (*vault.Vault)(nil).Open(first, "webhook", "1"); !errors.Is(err, vault.ErrKey) {
		t.Errorf("no key: %v", err)
	}
	for i := range first {
		damaged := bytes.Clone(first)
		damaged[i] ^= 1
		if _, err := v.Open(damaged, "webhook", "1"); err == nil {
			t.Errorf("opens with byte %d changed", i)
		}
		if _, err := v.Open(first[:i], "webhook", "1"); err == nil {
			t.Errorf("opens when cut to %d bytes", i)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "x", base64.StdEncoding.EncodeToString(make([]byte, 31)), base64.StdEncoding.EncodeToString(make([]byte, 33)), strings.Repeat("!", 44)} {
		if _, err := vault.Parse(text); err == nil || strings.Contains(err.Error(), "!!") {
			t.Errorf("%q is a key: %v", text, err)
		}
	}
	if one, other := vault.Generate(), vault.Generate(); one == other {
		t.Error("keys repeat")
	}
}
