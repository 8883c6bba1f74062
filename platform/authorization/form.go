package authorization

import (
	"context"
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
	Query  string         `json:"query"`  // the request, as it was sent
	App    platform.AppID `json:"app"`    // that the person has read of
	Scopes []string       `json:"scopes"` // that the person has read
	Until  int64          `json:"until"`  // seconds since 1970
}

// SealForm returns what a consent page sends back: the request, its app and the scopes that the person has read, for this session alone and for ten minutes. No
// other site can make it, so that an answer with it is one to a page of ours.
func (s *Service) SealForm(by platform.Actor, i Inquiry) (string, error) {
	plain, err := json.Marshal(form{i.Query, i.App.ID, i.Scopes, s.now().Add(formTime).Unix()})
	if err != nil {
		return "", fmt.Errorf("encode form: %w", err)
	}
	sealed, err := s.forms.Seal(plain, string(by.Session), string(by.User))
	if err != nil {
		return "", fmt.Errorf("seal form: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Answered returns the request of a form that SealForm made for the same session, not long ago, and the scopes that the person has read: an app may
// have got others meanwhile. BAD_REQUEST: the form is none of those, or another app has taken the address of the one that was read of.
// Other errors are those of Ask.
func (s *Service) Answered(ctx context.Context, by platform.Actor, sealed, address string) (i Inquiry, read []string, err error) {
	outOfDate := platform.Errorf(platform.CodeBadRequest, "This page is out of date. Go back to the app that sent you here and connect again.")
	f, ok := s.openForm(by, sealed)
	if !ok {
		return i, nil, outOfDate
	}
	if i, err = s.Ask(ctx, f.Query, address); err == nil && i.App.ID != f.App {
		err = outOfDate
	}
	return i, append([]string{}, f.Scopes...), err
}

func (s *Service) openForm(by platform.Actor, sealed string) (f form, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return f, false
	}
	plain, err := s.forms.Open(raw, string(by.Session), string(by.User))
	if err != nil {
		return f, false
	}
	return f, json.Unmarshal(plain, &f) == nil && s.now().Unix() <= f.Until
}
