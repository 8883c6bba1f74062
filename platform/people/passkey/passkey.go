// Package passkey judges what browsers say when people make passkeys and sign in with them (WebAuthn Level 3), by go-webauthn. It keeps
// nothing, and must not know how what it returns is kept.
package passkey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/identity"
)

// Passkeys implements identity.Passkeys for the one origin of this server. It is safe for concurrent use.
type Passkeys struct{ web *webauthn.WebAuthn }

var _ identity.Passkeys = (*Passkeys)(nil)

// ceremonyTime is how long a person may take.
const ceremonyTime = 5 * time.Minute

// ErrNotOffered is the error of New where browsers refuse passkeys: without a host name (an address is none, nor is one without a dot),
// or without encryption from elsewhere than this machine.
var ErrNotOffered = errors.New("passkeys need a host name with a dot that is reached by https, or localhost")

// New makes Passkeys of a server's public URL.
func New(publicURL string) (*Passkeys, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("read public URL: %w", err)
	}
	host := u.Hostname()
	if _, err := netip.ParseAddr(host); err == nil || host != "localhost" && (u.Scheme != "https" || !strings.Contains(host, ".")) {
		return nil, ErrNotOffered
	}
	limit := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyTime, TimeoutUVD: ceremonyTime}
	web, err := webauthn.New(&webauthn.Config{RPID: host, RPDisplayName: "Berth", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired,
			RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationPreferred},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit}})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys: %w", err)
	}
	return &Passkeys{web}, nil
}

// person is a user as go-webauthn sees them. The handle, which authenticators keep, is the user's id: it says nothing about the person.
type person struct {
	user identity.User
	keys []webauthn.Credential
}

func (p person) WebAuthnID() []byte                         { return handle(p.user.ID) }
func (p person) WebAuthnName() string                       { return p.user.Email }
func (p person) WebAuthnDisplayName() string                { return p.user.Name }
func (p person) WebAuthnCredentials() []webauthn.Credential { return p.keys }

func handle(id platform.UserID) []byte {
	u, err := uuid.Parse(string(id))
	if err != nil {
		return nil
	}
	return u[:]
}

func newPerson(u identity.User, have []identity.Passkey) (person, error) {
	p := person{user: u}
	for _, k := range have {
		var c webauthn.Credential
		if err := json.Unmarshal(k.Record, &c); err != nil {
			return p, fmt.Errorf("decode passkey %s: %w", k.ID, err)
		}
		p.keys = append(p.keys, c)
	}
	return p, nil
}

// Creation implements identity.Passkeys.
func (p *Passkeys) Creation(u identity.User, have []identity.Passkey) (options json.RawMessage, ceremony []byte, err error) {
	who, err := newPerson(u, have)
	if err != nil {
		return nil, nil, err
	}
	made, session, err := p.web.BeginRegistration(who, webauthn.WithExclusions(webauthn.Credentials(who.keys).CredentialDescriptors()))
	if err != nil {
		return nil, nil, fmt.Errorf("begin passkey: %w", err)
	}
	return encode(made.Response, session)
}

// Created implements identity.Passkeys.
func (p *Passkeys) Created(u identity.User, ceremony, answer []byte) (identity.Passkey, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(ceremony, &session); err != nil {
		return identity.Passkey{}, fmt.Errorf("decode ceremony: %w", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return identity.Passkey{}, refused(err)
	}
	made, err := p.web.CreateCredential(person{user: u}, session, parsed)
	if err != nil {
		return identity.Passkey{}, refused(err)
	}
	return toPasskey(*made)
}

// Request implements identity.Passkeys.
func (p *Passkeys) Request() (options json.RawMessage, ceremony []byte, err error) {
	asked, session, err := p.web.BeginDiscoverableLogin()
	if err != nil {
		return nil, nil, fmt.Errorf("begin sign-in: %w", err)
	}
	return encode(asked.Response, session)
}

// Answered implements identity.Passkeys.
func (p *Passkeys) Answered(ceremony, answer []byte, find func(credential []byte) (identity.User, identity.Passkey, error)) (identity.User, identity.Passkey, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(ceremony, &session); err != nil {
		return identity.User{}, identity.Passkey{}, fmt.Errorf("decode ceremony: %w", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return identity.User{}, identity.Passkey{}, refused(err)
	}
	var who person
	var key identity.Passkey
	var missing error // the library hides it behind a sentence
	_, used, err := p.web.ValidatePasskeyLogin(func(credential, userHandle []byte) (webauthn.User, error) {
		if who.user, key, missing = find(credential); missing != nil {
			return nil, missing
		}
		if !bytes.Equal(userHandle, handle(who.user.ID)) {
			return nil, errors.New("the passkey is somebody else's")
		}
		who, missing = newPerson(who.user, []identity.Passkey{key})
		return who, missing
	}, session, parsed)
	switch {
	case missing != nil:
		return identity.User{}, identity.Passkey{}, missing
	case err != nil:
		return identity.User{}, identity.Passkey{}, refused(err)
	}
	now, err := toPasskey(*used)
	key.Record, key.Cloned = now.Record, used.Authenticator.CloneWarning
	return who.user, key, err
}

// refused is for what a browser has sent: the cause is the browser's, and goes to the log alone.
func refused(err error) error {
	detail := err
	if e := (*protocol.Error)(nil); errors.As(err, &e) {
		detail = fmt.Errorf("%w: %s", err, e.DevInfo)
	}
	return &platform.Error{Code: platform.CodeUnauthenticated, Msg: "The passkey was not accepted. Try again, or sign in another way.", Err: detail}
}

func encode(options any, session *webauthn.SessionData) (json.RawMessage, []byte, error) {
	o, err1 := json.Marshal(options)
	s, err2 := json.Marshal(session)
	if err := errors.Join(err1, err2); err != nil {
		return nil, nil, fmt.Errorf("encode ceremony: %w", err)
	}
	return o, s, nil
}

func toPasskey(c webauthn.Credential) (identity.Passkey, error) {
	c.Attestation = webauthn.CredentialAttestation{} // nothing asks for it again
	record, err := json.Marshal(c)
	if err != nil {
		return identity.Passkey{}, fmt.Errorf("encode passkey: %w", err)
	}
	return identity.Passkey{Credential: c.ID, Record: record}, nil
}
