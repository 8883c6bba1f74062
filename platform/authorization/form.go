package authorization

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/vault"
)

// formTime is how long a person may take to answer.
const formTime = 10 * time.Minute

func formVault(key []byte) (*vault.Vault, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, "berth consent form", 32)
	if err != nil {
		return nil, fmt.Errorf("derive key of forms: %w", err)
	}
	return vault.New(derived)
}

// SealForm returns what a consent page sends back: the request that the person has read, for this session alone and for ten minutes. No other site can
// make it, so that an answer with it is one to a page of ours.
func (s *Service) SealForm(by platform.Actor, i Inquiry) (string, error) {
	plain := binary.BigEndian.AppendUint64(nil, uint64(s.now().Add(formTime).Unix()))
	sealed, err := s.forms.Seal(append(plain, i.Query...), string(by.Session), string(by.User))
	if err != nil {
		return "", fmt.Errorf("seal form: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// OpenForm returns the request of a form that SealForm made for the same session, not long ago.
func (s *Service) OpenForm(by platform.Actor, sealed string) (query string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", false
	}
	plain, err := s.forms.Open(raw, string(by.Session), string(by.User))
	if err != nil || len(plain) < 8 || s.now().Unix() > int64(binary.BigEndian.Uint64(plain)) {
		return "", false
	}
	return string(plain[8:]), true
}
