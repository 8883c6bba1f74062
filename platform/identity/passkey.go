package identity

import (
	"context"
	"encoding/json"
	"time"

	"berth/platform"
)

// Passkey is a key pair in a person's device or password manager, with which they sign in (WebAuthn).
type Passkey struct {
	ID         platform.PasskeyID
	Credential []byte          // the authenticator's id for it
	Record     json.RawMessage // what judges its answers: public key, counter, flags
	Name       string          // what its person calls it
	CreatedAt  time.Time
	LastUsedAt time.Time // zero = never
	Cloned     bool      // its counter went back: somebody else may have a copy
}

// Passkeys speaks WebAuthn with browsers. Options are for
// navigator.credentials, in the JSON form of the specification. What a browser got wrong is UNAUTHENTICATED.
type Passkeys interface {
	// Creation asks for a passkey that is none of those which the person has.
	Creation(u User, have []Passkey) (options json.RawMessage, ceremony []byte, err error)
	// Created returns the passkey's Credential and Record.
	Created(u User, ceremony, answer []byte) (Passkey, error)
	// Request asks for any passkey of this server.
	Request() (options json.RawMessage, ceremony []byte, err error)
	// Answered returns whose passkey has answered, and the passkey with its new Record. find looks for the owner of a credential; its errors
	// are returned.
	Answered(ceremony, answer []byte, find func(credential []byte) (User, Passkey, error)) (User, Passkey, error)
}

// PasskeyStore keeps passkeys. Lookups that find nothing return NOT_FOUND.
type PasskeyStore interface {
	Passkeys(ctx context.Context, user platform.UserID) ([]Passkey, error) // newest first
	PasskeyOwner(ctx context.Context, credential []byte) (User, Passkey, error)
	// AddPasskey returns LIMIT_REACHED when the actor has limit, CONFLICT when the credential is known.
	AddPasskey(ctx context.Context, by platform.Actor, p Passkey, limit int) error
	// UsePasskey stores the record of a passkey that has just answered; NOT_FOUND when it is gone.
	UsePasskey(ctx context.Context, user platform.UserID, p Passkey, at time.Time) error
	DeletePasskey(ctx context.Context, by platform.Actor, id platform.PasskeyID) error
}

const maxPasskeys = 20 // of a person

// HasPasskeys reports whether people can sign in with passkeys here.
func (s *Service) HasPasskeys() bool { return s.Passkeys != nil }

func noPasskeys() error {
	return platform.Errorf(platform.CodeForbidden, "Passkeys need a server with a host name that is reached by https.")
}

// BeginPasskey returns the options by which the caller's browser makes a passkey, and a secret that it sends along with the answer. Only
// somebody who has just signed in, or gives their password, may add one: it would outlive a stolen session.
func (s *Service) BeginPasskey(ctx context.Context, by platform.Actor, password string) (options json.RawMessage, browser string, err error) {
	if s.Passkeys == nil {
		return nil, "", noPasskeys()
	}
	if err := ownAccount(by.Principal); err != nil {
		return nil, "", err
	}
	user, err := s.Store.User(ctx, by.User)
	if err != nil {
		return nil, "", err
	}
	if err := s.justSignedIn(ctx, by.Principal); err != nil {
		if !platform.IsCode(err, platform.CodeForbidden) {
			return nil, "", err
		}
		var c checker
		if user.PasswordHash == "" {
			return nil, "", platform.Errorf(platform.CodeForbidden, "Sign in anew first: a passkey can be added within ten minutes of signing in.")
		}
		if err := s.checkCurrent(ctx, &c, by, user.PasswordHash, password); err != nil {
			return nil, "", err
		}
		if err := c.err(); err != nil {
			return nil, "", err
		}
	}
	have, err := s.Store.Passkeys(ctx, by.User)
	if err != nil {
		return nil, "", err
	}
	options, ceremony, err := s.Passkeys.Creation(user, have)
	if err != nil {
		return nil, "", err
	}
	browser, err = s.ceremony(ctx, ceremony)
	return options, browser, err
}

// AddPasskey stores the passkey that the caller's browser has made.
func (s *Service) AddPasskey(ctx context.Context, by platform.Actor, browser, name string, answer []byte) (Passkey, error) {
	if s.Passkeys == nil {
		return Passkey{}, noPasskeys()
	}
	ceremony, err := s.takeCeremony(ctx, browser)
	if err != nil {
		return Passkey{}, err
	}
	p, err := s.Passkeys.Created(User{ID: by.User, Email: by.Email, Name: by.Name}, ceremony, answer)
	if err != nil {
		return Passkey{}, err
	}
	p.ID, p.Name, p.CreatedAt = platform.PasskeyID(newID()), nameOr(name, "Passkey"), s.now()
	var c checker
	c.name(p.Name)
	if err := c.err(); err != nil {
		return Passkey{}, err
	}
	return p, s.Store.AddPasskey(ctx, by, p, maxPasskeys)
}

// MyPasskeys lists the caller's passkeys, newest first.
func (s *Service) MyPasskeys(ctx context.Context, by platform.Principal) ([]Passkey, error) {
	return s.Store.Passkeys(ctx, by.User)
}

// RemovePasskey ends a passkey of the caller's; another person's is NOT_FOUND.
func (s *Service) RemovePasskey(ctx context.Context, by platform.Actor, id platform.PasskeyID) error {
	return s.Store.DeletePasskey(ctx, by, id)
}

// RequestPasskey returns the options by which a browser signs in with a passkey, and a secret that it sends along with the answer.
func (s *Service) RequestPasskey(ctx context.Context, by platform.Actor) (options json.RawMessage, browser string, err error) {
	if s.Passkeys == nil {
		return nil, "", noPasskeys()
	}
	if err := s.mayBegin(by); err != nil {
		return nil, "", err
	}
	options, ceremony, err := s.Passkeys.Request()
	if err != nil {
		return nil, "", err
	}
	browser, err = s.ceremony(ctx, ceremony)
	return options, browser, err
}

// SignInByPasskey signs in whose passkey has answered. A passkey whose counter went back is accepted, as its person may have restored a
// device, and logged.
func (s *Service) SignInByPasskey(ctx context.Context, by platform.Actor, browser string, answer []byte) (SignedIn, error) {
	if s.Passkeys == nil {
		return SignedIn{}, noPasskeys()
	}
	user, err := s.answered(ctx, by, browser, func(ceremony []byte) (User, error) {
		user, p, err := s.Passkeys.Answered(ceremony, answer, func(credential []byte) (User, Passkey, error) {
			return s.Store.PasskeyOwner(ctx, credential)
		})
		if platform.IsCode(err, platform.CodeNotFound) {
			return User{}, &platform.Error{Code: platform.CodeUnauthenticated, Msg: "This passkey is not known here. Sign in another way, and remove it from your device.", Err: err}
		}
		if err != nil {
			return User{}, err
		}
		if p.Cloned {
			s.Log.WarnContext(ctx, "the counter of a passkey went back: somebody else may have a copy", "user", user.ID, "passkey", p.ID)
		}
		return user, s.Store.UsePasskey(ctx, user.ID, p, s.now())
	})
	if err != nil {
		return SignedIn{}, err
	}
	return s.startSession(ctx, by, user)
}
