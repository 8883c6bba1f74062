package passkey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/people/passkey"
	"berth/platform/store/storetest"
)

const (
	publicURL = "https://apps.example.com"
	password  = "correct horse battery staple"
)

// site is a server where people have passkeys, on a real database.
type site struct {
	*identity.Service
	now time.Time
}

func open(t *testing.T) *site {
	t.Helper()
	keys, err := passkey.New(publicURL)
	if err != nil || keys == nil {
		t.Fatalf("%v, %v", keys, err)
	}
	s := &site{now: time.Now()}
	s.Service = identity.New(identity.Options{Store: storetest.Open(t), Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return s.now }, SignUp: identity.SignUpOpen,
		PublicURL: publicURL, Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 100}, PasswordCost: identity.CheapPasswords, Passkeys: keys})
	return s
}

func (s *site) signUp(t *testing.T, email string) platform.Actor {
	t.Helper()
	in, err := s.SignUp(t.Context(), platform.Actor{}, identity.NewAccount{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.AuthenticateSession(t.Context(), in.Token, "")
	if err != nil {
		t.Fatal(err)
	}
	return platform.Actor{Principal: p}
}

// device is a person's authenticator.
type device struct {
	virtualwebauthn.Authenticator
	key virtualwebauthn.Credential
	rp  virtualwebauthn.RelyingParty
}

func newDevice(user platform.UserID) *device {
	handle := uuid.MustParse(string(user))
	d := &device{Authenticator: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: handle[:]}),
		key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2), rp: virtualwebauthn.RelyingParty{ID: "apps.example.com", Name: "Berth", Origin: publicURL}}
	d.AddCredential(d.key)
	return d
}

// wrapped puts options as a page does.
func wrapped(options json.RawMessage) string { return `{"publicKey":` + string(options) + `}` }

func (d *device) create(t *testing.T, options json.RawMessage) []byte {
	t.Helper()
	o, err := virtualwebauthn.ParseAttestationOptions(wrapped(options))
	if err != nil {
		t.Fatal(err)
	}
	return []byte(virtualwebauthn.CreateAttestationResponse(d.rp, d.Authenticator, d.key, *o))
}

func (d *device) get(t *testing.T, options json.RawMessage) []byte {
	t.Helper()
	o, err := virtualwebauthn.ParseAssertionOptions(wrapped(options))
	if err != nil {
		t.Fatal(err)
	}
	return []byte(virtualwebauthn.CreateAssertionResponse(d.rp, d.Authenticator, d.key, *o))
}

func (s *site) add(t *testing.T, by platform.Actor, d *device) identity.Passkey {
	t.Helper()
	options, browser, err := s.BeginPasskey(t.Context(), by, "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.AddPasskey(t.Context(), by, browser, "Phone", d.create(t, options))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (s *site) ask(t *testing.T) (json.RawMessage, string) {
	t.Helper()
	options, browser, err := s.RequestPasskey(t.Context(), platform.Actor{})
	if err != nil {
		t.Fatal(err)
	}
	return options, browser
}

func want(t *testing.T, err error, code platform.Code) {
	t.Helper()
	if !platform.IsCode(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestAPersonSignsInWithAPasskey(t *testing.T) {
	t.Parallel()
	s := open(t)
	ctx := t.Context()
	ann, bob := s.signUp(t, "ann@example.com"), s.signUp(t, "bob@example.com")
	phone := newDevice(ann.User)
	made := s.add(t, ann, phone)

	options, browser := s.ask(t)
	answer := phone.get(t, options)
	in, err := s.SignInByPasskey(ctx, platform.Actor{}, browser, answer)
	if err != nil || in.User.ID != ann.User || in.Token == "" {
		t.Fatalf("%+v, %v", in, err)
	}
	_, err = s.SignInByPasskey(ctx, platform.Actor{}, browser, answer) // the same once more
	want(t, err, platform.CodeUnauthenticated)
	other, otherBrowser := s.ask(t)
	_, err = s.SignInByPasskey(ctx, platform.Actor{}, otherBrowser, answer) // to another question
	want(t, err, platform.CodeUnauthenticated)

	if all, err := s.MyPasskeys(ctx, ann.Principal); err != nil || len(all) != 1 || all[0].ID != made.ID || all[0].LastUsedAt.IsZero() || bytes.Contains(all[0].Record, []byte("attestationObject")) {
		t.Errorf("%+v, %v", all, err)
	}
	want(t, s.RemovePasskey(ctx, bob, made.ID), platform.CodeNotFound)
	if err := s.RemovePasskey(ctx, ann, made.ID); err != nil {
		t.Fatal(err)
	}
	_, browser = s.ask(t)
	_, err = s.SignInByPasskey(ctx, platform.Actor{}, browser, phone.get(t, other))
	want(t, err, platform.CodeUnauthenticated)
}

func TestWhatNoPasskeyOfThePersonHasSignedIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	ann, bob := s.signUp(t, "ann@example.com"), s.signUp(t, "bob@example.com")
	phone := newDevice(ann.User)
	s.add(t, ann, phone)

	forged, posing, phished, stale := *phone, *phone, *phone, *phone
	forged.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	forged.key.ID = phone.key.ID
	other := uuid.MustParse(string(bob.User))
	posing.Options.UserHandle = other[:]
	phished.rp.Origin = "https://apps.example.com.evil.example"
	stale.rp.ID = "example.com"
	for name, d := range map[string]*device{"another key": &forged, "another person": &posing, "another origin": &phished, "another host": &stale, "a stranger's": newDevice(bob.User)} {
		options, browser := s.ask(t)
		if _, err := s.SignInByPasskey(t.Context(), platform.Actor{}, browser, d.get(t, options)); !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"", "{", "null", `{"id":"x"}`, `{"response":{"clientDataJSON":"e30"}}`} {
		_, browser := s.ask(t)
		_, err := s.SignInByPasskey(t.Context(), platform.Actor{}, browser, []byte(text))
		want(t, err, platform.CodeUnauthenticated)
		_, browser, err = s.BeginPasskey(t.Context(), ann, "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.AddPasskey(t.Context(), ann, browser, "x", []byte(text))
		want(t, err, platform.CodeUnauthenticated)
	}
}

// A passkey outlives the session by which it was added, so a stolen session alone adds none.
func TestAnOldSessionAddsAPasskeyByThePasswordAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ann := s.signUp(t, "ann@example.com")
	s.now = s.now.Add(11 * time.Minute)
	_, _, err := s.BeginPasskey(t.Context(), ann, "")
	want(t, err, platform.CodeInvalidConfig)
	_, _, err = s.BeginPasskey(t.Context(), ann, "wrong")
	want(t, err, platform.CodeInvalidConfig)
	options, browser, err := s.BeginPasskey(t.Context(), ann, password)
	if err != nil {
		t.Fatal(err)
	}
	answer := newDevice(ann.User).create(t, options)
	bob := s.signUp(t, "bob@example.com")
	_, err = s.AddPasskey(t.Context(), bob, browser, "Phone", answer) // who was not asked
	want(t, err, platform.CodeUnauthenticated)
}

func TestAPasskeyOfTheAccountIsNotMadeTwice(t *testing.T) {
	t.Parallel()
	s := open(t)
	ann := s.signUp(t, "ann@example.com")
	phone := newDevice(ann.User)
	s.add(t, ann, phone)
	options, _, err := s.BeginPasskey(t.Context(), ann, "")
	if err != nil {
		t.Fatal(err)
	}
	o, err := virtualwebauthn.ParseAttestationOptions(wrapped(options))
	if err != nil || !phone.key.IsExcludedForAttestation(*o) {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestWherePasskeysAreOffered(t *testing.T) {
	t.Parallel()
	for address, offered := range map[string]bool{"https://apps.example.com": true, "https://apps.example.com:8443": true, "http://localhost:3001": true,
		"http://127.0.0.1:3001": false, "https://192.0.2.7": false, "https://[::1]:3001": false, "http://apps.example.com": false, "https://berth": false, "https://berth:8443": false} {
		if p, err := passkey.New(address); (err == nil) != offered || !offered && !errors.Is(err, passkey.ErrNotOffered) {
			t.Errorf("%s: %v, %v", address, p, err)
		}
	}
}
