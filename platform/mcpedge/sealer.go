package mcpedge

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"berth/platform/vault"
)

// stateTTL is how long a client may take to answer a tool's questions.
const stateTTL = 15 * time.Minute

// sealer encrypts and authenticates requestState, which travels through the client. A state belongs to one call and expires
// (specification 2026-07-28, multi round-trip requests).
type sealer struct {
	vault *vault.Vault
	now   func() time.Time
}

func newSealer(key []byte, now func() time.Time) (sealer, error) {
	if len(key) < 32 {
		return sealer{}, errors.New("the state key needs at least 32 bytes")
	}
	derived, err := hkdf.Key(sha256.New, key, nil, "berth request state", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive state key: %w", err)
	}
	v, err := vault.New(derived)
	if err != nil {
		return sealer{}, fmt.Errorf("make state vault: %w", err)
	}
	return sealer{v, now}, nil
}

func (s sealer) seal(binding, state string) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(s.now().Add(stateTTL).Unix()))
	sealed, err := s.vault.Seal(append(plain, state...), binding)
	if err != nil { // no key has a wrong length; what is empty does not open
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(sealed)
}

func (s sealer) open(binding, sealed string) (state string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", false
	}
	plain, err := s.vault.Open(raw, binding)
	if err != nil || len(plain) < 8 || s.now().Unix() > int64(binary.BigEndian.Uint64(plain)) {
		return "", false
	}
	return string(plain[8:]), true
}
