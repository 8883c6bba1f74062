package identity

import (
	"context"
	"net/url"
	"strings"
	"time"

	"berth/platform"
)

// Elsewhere is who somebody is at an OpenID provider. Email and Name are what the provider says, "" = nothing.
type Elsewhere struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool // by the provider
	Name            string
}

// Provider is an OpenID provider at which people sign in. What a browser or the provider got wrong is UNAUTHENTICATED, a provider that is
// away UNAVAILABLE.
type Provider interface {
	// Label is what people call it.
	Label() string
	// Begin returns where a browser is sent, and what has to be kept until it comes back.
	Begin(ctx context.Context) (address string, ceremony []byte, err error)
	// Finish reads the parameters with which the browser came back.
	Finish(ctx context.Context, ceremony []byte, answer url.Values) (Elsewhere, error)
}

// ProviderStore keeps who people are elsewhere.
type ProviderStore interface {
	// UserElsewhere returns NOT_FOUND for somebody who was not linked yet.
	UserElsewhere(ctx context.Context, issuer, subject string) (User, error)
	// LinkElsewhere links the actor, once; CONFLICT when it is somebody else's.
	LinkElsewhere(ctx context.Context, by platform.Actor, e Elsewhere, at time.Time) error
}

// ProviderName returns what people call the OpenID provider, "" = there is none.
func (s *Service) ProviderName() string {
	if s.Provider == nil {
		return ""
	}
	return s.Provider.Label()
}

// BeginElsewhere returns where the browser is sent to sign in, and a secret that it shows when it comes back.
func (s *Service) BeginElsewhere(ctx context.Context, by platform.Actor) (address, browser string, err error) {
	if s.Provider == nil {
		return "", "", platform.Errorf(platform.CodeNotFound, "There is no other place to sign in.")
	}
	pardon, err := s.limits.signIn("", by.Address)
	if err != nil {
		return "", "", err
	}
	pardon() // only a wrong answer counts
	address, ceremony, err := s.Provider.Begin(ctx)
	if err != nil {
		return "", "", err
	}
	browser, err = s.ceremony(ctx, ceremony)
	return address, browser, err
}

// SignInElsewhere signs in who has come back from the provider. Somebody new gets an account, without a workspace, where people may sign up. An account that
// exists is linked by an address that the provider has verified, and by nothing else.
func (s *Service) SignInElsewhere(ctx context.Context, by platform.Actor, browser string, answer url.Values) (SignedIn, error) {
	if s.Provider == nil {
		return SignedIn{}, platform.Errorf(platform.CodeNotFound, "There is no other place to sign in.")
	}
	pardon, err := s.limits.signIn("", by.Address)
	if err != nil {
		return SignedIn{}, err
	}
	ceremony, err := s.takeCeremony(ctx, browser)
	if err != nil {
		return SignedIn{}, err
	}
	e, err := s.Provider.Finish(ctx, ceremony, answer)
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		s.failed.Add(1)
		return SignedIn{}, err
	}
	pardon()
	if err != nil {
		return SignedIn{}, err
	}
	user, err := s.personElsewhere(ctx, by, e)
	if err != nil {
		return SignedIn{}, err
	}
	return s.startSession(ctx, by, user)
}

// personElsewhere returns the account of somebody who has signed in at the provider.
func (s *Service) personElsewhere(ctx context.Context, by platform.Actor, e Elsewhere) (User, error) {
	user, err := s.Store.UserElsewhere(ctx, e.Issuer, e.Subject)
	if !platform.IsCode(err, platform.CodeNotFound) {
		return user, err
	}
	e.Email = strings.TrimSpace(e.Email)
	if !e.EmailVerified || !validEmail(e.Email) {
		return User{}, platform.Errorf(platform.CodeForbidden, "%s has not verified an e-mail address of yours, so your account here cannot be found. "+
			"Verify it there, or sign in another way.", s.ProviderName())
	}
	name, c := e.Name, checker{}
	if c.name(name); c.err() != nil {
		name = "" // it is taken from the address
	}
	user, err = s.personOf(ctx, by, e.Email, name)
	if platform.IsCode(err, platform.CodeNotFound) {
		return User{}, closed()
	} else if err != nil {
		return User{}, err
	}
	by.Principal = platform.Principal{Kind: platform.KindSession, User: user.ID, Email: user.Email, Name: user.Name}
	err = s.Store.LinkElsewhere(ctx, by, e, s.now())
	if platform.IsCode(err, platform.CodeConflict) { // another browser of theirs was faster
		return s.Store.UserElsewhere(ctx, e.Issuer, e.Subject)
	}
	return user, err
}
