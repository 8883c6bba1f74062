package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"berth/platform"
)

// ExternalIdentity is who somebody is at an OpenID provider (OpenID Connect Core 1.0 §2, §5.1). Email and Name are what the provider says, "" = nothing.
type ExternalIdentity struct {
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
	Finish(ctx context.Context, ceremony []byte, answer url.Values) (ExternalIdentity, error)
}

// ProviderStore keeps who people are at the provider.
type ProviderStore interface {
	// UserByIdentity returns NOT_FOUND for somebody who was not linked yet.
	UserByIdentity(ctx context.Context, issuer, subject string) (User, error)
	// LinkIdentity links the actor, once; CONFLICT when it is somebody else's.
	LinkIdentity(ctx context.Context, by platform.Actor, e ExternalIdentity, at time.Time) error
}

// ProviderName returns what people call the OpenID provider, "" = there is none.
func (s *Service) ProviderName() string {
	if s.Provider == nil {
		return ""
	}
	return s.Provider.Label()
}

// BeginAtProvider returns where the browser is sent to sign in, and a secret that it shows when it comes back. next is kept until then.
func (s *Service) BeginAtProvider(ctx context.Context, by platform.Actor, next string) (address, browser string, err error) {
	if s.Provider == nil {
		return "", "", noProvider()
	}
	if err := s.mayBegin(by); err != nil {
		return "", "", err
	}
	address, kept, err := s.Provider.Begin(ctx)
	if err != nil {
		return "", "", err
	}
	ceremony, err := json.Marshal(atProvider{kept, next})
	if err != nil {
		return "", "", fmt.Errorf("encode ceremony: %w", err)
	}
	browser, err = s.ceremony(ctx, ceremony)
	return address, browser, err
}

// atProvider is what is kept of a browser that is at the provider.
type atProvider struct {
	Ceremony json.RawMessage
	Next     string
}

func noProvider() error {
	return platform.Errorf(platform.CodeNotFound, "There is no other place to sign in.")
}

// SignInAtProvider signs in who has come back from the provider, and returns the next that was kept, also with an error. Somebody new gets an account, without a
// workspace, where people may sign up. An account that exists is linked by an address that the provider has verified, and by nothing else.
func (s *Service) SignInAtProvider(ctx context.Context, by platform.Actor, browser string, answer url.Values) (in SignedIn, next string, err error) {
	if s.Provider == nil {
		return SignedIn{}, "", noProvider()
	}
	user, err := s.answered(ctx, by, browser, func(ceremony []byte) (User, error) {
		var kept atProvider
		if err := json.Unmarshal(ceremony, &kept); err != nil {
			return User{}, fmt.Errorf("decode ceremony: %w", err)
		}
		next = kept.Next
		e, err := s.Provider.Finish(ctx, kept.Ceremony, answer)
		if err != nil {
			return User{}, err
		}
		return s.personOfIdentity(ctx, by, e)
	})
	if err == nil {
		in, err = s.startSession(ctx, by, user)
	}
	return in, next, err
}

// personOfIdentity returns the account of somebody who has signed in at the provider.
func (s *Service) personOfIdentity(ctx context.Context, by platform.Actor, e ExternalIdentity) (User, error) {
	user, err := s.Store.UserByIdentity(ctx, e.Issuer, e.Subject)
	if !platform.IsCode(err, platform.CodeNotFound) {
		return user, err
	}
	e.Email = strings.TrimSpace(e.Email)
	if !e.EmailVerified || !validEmail(e.Email) {
		return User{}, platform.Errorf(platform.CodeForbidden, "%s has not verified an e-mail address of yours, so your account here cannot be found. "+
			"Verify it there, or sign in another way.", s.ProviderName())
	}
	name, c := platform.Unhidden(e.Name), checker{}
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
	err = s.Store.LinkIdentity(ctx, by, e, s.now())
	if platform.IsCode(err, platform.CodeConflict) { // another browser of theirs was faster
		return s.Store.UserByIdentity(ctx, e.Issuer, e.Subject)
	}
	return user, err
}
