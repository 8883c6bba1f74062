package mcpedge

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// stateTTL is how long a client may take to answer a tool's questions.
const stateTTL = 15 * time.Minute

// sealer encrypts and authenticates requestState, which travels through the client. It uses AES-256-GCM; a state belongs to
// one call and expires (specification 2026-07-28, multi round-trip requests).
type sealer struct {
	aead cipher.AEAD
	now  func() time.Time
}

func newSealer(key []byte, now func() time.Time) (sealer, error) {
	if len(key) < 32 {
		return sealer{}, errors.New("the state key needs at least 32 bytes")
	}
	derived, err := hkdf.Key(sha256.New, key, nil, "berth request state", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive state key: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return sealer{}, fmt.Errorf("make state cipher: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return sealer{}, fmt.Errorf("make state cipher: %w", err)
	}
	return sealer{aead: aead, now: now}, nil
}

func (s sealer) seal(binding, state string) string {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails (crypto/rand)
	plain := binary.BigEndian.AppendUint64(nil, uint64(s.now().Add(stateTTL).Unix()))
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, append(plain, state...), []byte(binding)))
}

func (s sealer) open(binding, sealed string) (state string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < s.aead.NonceSize() {
		return "", false
	}
	plain, err := s.aead.Open(nil, raw[:s.aead.NonceSize()], raw[s.aead.NonceSize():], []byte(binding))
	if err != nil || len(plain) < 8 || s.now().Unix() > int64(binary.BigEndian.Uint64(plain)) {
		return "", false
	}
	return string(plain[8:]), true
}
