package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"
	"strings"

	"berth/platform"
)

// SendCode mails a code to sign in with to the address, or without mail writes it into the log, and returns the secret that the asking
// browser shows with the code. Neither that nor the time it takes tells whether somebody has the address: nothing is sent to an unknown one
// where people may not sign up. More than ten mails to an address within an hour, or many from one network, are RATE_LIMITED.
func (s *Service) SendCode(ctx context.Context, by platform.Actor, email string) (browser string, err error) {
	email = strings.TrimSpace(email)
	var c checker
	c.email(email)
	if err := c.err(); err != nil {
		return "", err
	}
	if err := s.limits.mail(by.Address); err != nil {
		return "", err
	}
	if err := s.Store.TakeMail(ctx, email, s.now(), mailsAnHour); err != nil {
		return "", err
	}
	user, err := s.Store.UserByEmail(ctx, email)
	known := err == nil
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		return "", err
	}
	welcome, err := s.welcome(ctx, email, true) // by then: the code proves it
	if err != nil {
		return "", err
	}
	browser = newToken()
	code := newCode()
	whose, hash := digestOf(browser), codeDigest(browser, code)
	until := s.now().Add(codeLife)
	if err := s.Store.CreateCode(ctx, Code{Browser: whose[:], Email: email, Hash: hash[:], ExpiresAt: until}); err != nil {
		return "", err
	}
	switch {
	case !known && !welcome, user.Reviews != "": // reviewers have their password
	case s.Post != nil:
		s.Post(Letter{Kind: LetterCode, To: email, Code: code, Until: until})
	default:
		s.Log.InfoContext(ctx, "a code to sign in with, since this server sends no mail", "email", email, "code", code, "until", until)
	}
	return browser, nil
}

// welcome reports whether somebody new may sign up with the address on the way to an app. proven is as in Proofs.Invited.
func (s *Service) welcome(ctx context.Context, email string, proven bool) (bool, error) {
	if s.OpenToPeople() {
		return true, nil
	}
	return s.Store.Invited(ctx, email, proven, s.now())
}

// SignInByCode signs in with a code in the browser that asked for it. Who has no account gets one, without a workspace, where people may sign
// up. The address is proven then, if there is mail. A wrong code is UNAUTHENTICATED; one that is used, expired or was tried five times
// NOT_FOUND: another one has to be asked for. by is who is signed in so far.
func (s *Service) SignInByCode(ctx context.Context, by platform.Actor, browser, code string) (SignedIn, error) {
	gone := platform.Errorf(platform.CodeNotFound, "This code is no longer valid. Ask for a new one.")
	code = strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code)
	if !tokenShaped(browser) {
		return SignedIn{}, gone
	}
	pardon, err := s.limits.signIn("", by.Address)
	if err != nil {
		return SignedIn{}, err
	}
	whose := digestOf(browser)
	c, err := s.Store.TryCode(ctx, whose[:], s.now(), codeTries)
	if platform.IsCode(err, platform.CodeNotFound) {
		return SignedIn{}, gone
	} else if err != nil {
		pardon()
		return SignedIn{}, err
	}
	if hash := codeDigest(browser, code); subtle.ConstantTimeCompare(hash[:], c.Hash) != 1 {
		s.failed.Add(1)
		if c.Tries >= codeTries {
			return SignedIn{}, gone
		}
		return SignedIn{}, platform.Errorf(platform.CodeUnauthenticated, "The code is wrong.")
	}
	err = s.Store.UseCode(ctx, whose[:])
	if platform.IsCode(err, platform.CodeNotFound) {
		return SignedIn{}, gone
	}
	pardon()
	if err != nil {
		return SignedIn{}, err
	}
	user, err := s.personOf(ctx, by, c.Email, "")
	if platform.IsCode(err, platform.CodeNotFound) {
		return SignedIn{}, gone
	} else if err != nil {
		return SignedIn{}, err
	}
	return s.startSession(ctx, by, user)
}

// personOf returns the person with an address that was just proven, who may be new. NOT_FOUND: nobody has it, and nobody may sign up.
func (s *Service) personOf(ctx context.Context, by platform.Actor, email, name string) (User, error) {
	user, err := s.Store.UserByEmail(ctx, email)
	if platform.IsCode(err, platform.CodeNotFound) {
		return s.newPerson(ctx, by, email, name)
	}
	if err == nil && user.Reviews != "" { // who signs in with the password alone
		return User{}, platform.Errorf(platform.CodeNotFound, "There is no such person.")
	}
	if err != nil || s.Post == nil || !user.EmailVerifiedAt.IsZero() {
		return user, err
	}
	stranger := by.User != user.ID
	if stranger {
		by.Principal = platform.Principal{Kind: platform.KindSession, User: user.ID, Email: user.Email, Name: user.Name}
	}
	defer s.forget()
	return s.Store.Establish(ctx, by, user.ID, nil, func(u User) (User, Ends, error) {
		if !strings.EqualFold(u.Email, email) {
			return User{}, EndNothing, platform.Errorf(platform.CodeNotFound, "There is no such person.")
		}
		u, ends := s.proven(u, stranger)
		return u, ends, nil
	})
}

// newPerson makes an account for an address that was just proven. Name "" is taken from it.
func (s *Service) newPerson(ctx context.Context, by platform.Actor, email, name string) (User, error) {
	welcome, err := s.welcome(ctx, email, true)
	if err != nil {
		return User{}, err
	}
	if !welcome {
		return User{}, platform.Errorf(platform.CodeNotFound, "There is no such person.")
	}
	user := User{ID: platform.UserID(newID()), Email: email, Name: nameOr(name, email), CreatedAt: s.now()}
	if s.Post != nil {
		user.EmailVerifiedAt = user.CreatedAt
	}
	by.Principal = platform.Principal{Kind: platform.KindSession, User: user.ID, Email: user.Email, Name: user.Name}
	_, err = s.Store.CreateUser(ctx, by, user, "")
	if platform.IsCode(err, platform.CodeConflict) { // another browser of theirs was faster
		return s.Store.UserByEmail(ctx, email)
	}
	return user, err
}

// newCode makes six digits, each equally likely.
func newCode() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails (crypto/rand)
	return fmt.Sprintf("%06d", n)
}

// codeDigest needs the browser's secret, so that what is stored of a code gives no code away.
func codeDigest(browser, code string) digest { return digestOf(browser + " " + code) }
