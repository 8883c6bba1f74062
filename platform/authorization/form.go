package authorization

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
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

// form is what a consent page sends back.
type form struct {
	Query  string   `json:"query"`  // the request, as it was sent
	Scopes []string `json:"scopes"` // that the person has read
	Until  int64    `json:"until"`  // seconds since 1970
}

// SealForm returns what a consent page sends back: the request and the scopes that the person has read, for this session alone and for ten minutes. No
// other site can make it, so that an answer with it is one to a page of ours.
func (s *Service) SealForm(by platform.Actor, i Inquiry) (string, error) {
	plain, err := json.Marshal(form{i.Query, i.Scopes, s.now().Add(formTime).Unix()})
	if err != nil {
		return "", fmt.Errorf("encode form: %w", err)
	}
	sealed, err := s.forms.Seal(plain, string(by.Session), string(by.User))
	if err != nil {
		return "", fmt.Errorf("seal form: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// OpenForm returns the request of a form that SealForm made for the same session, not long ago, and the scopes that the person has read: an app may have
// got others meanwhile.
func (s *Service) OpenForm(by platform.Actor, sealed string) (query string, scopes []string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", nil, false
	}
	plain, err := s.forms.Open(raw, string(by.Session), string(by.User))
	if err != nil {
		return "", nil, false
	}
	var f form
	if json.Unmarshal(plain, &f) != nil || s.now().Unix() > f.Until {
		return "", nil, false
	}
	return f.Query, append([]string{}, f.Scopes...), true
}
