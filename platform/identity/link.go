package identity

import (
	"context"
	"strings"
	"time"

	"berth/platform"
)

func noLink() error {
	return platform.Errorf(platform.CodeNotFound, "This link has been used or has expired. Ask for a new one.")
}

// Link returns the link that belongs to a token, NOT_FOUND when it is unknown, used, expired, of another purpose, or was mailed to an address
// that is no longer the person's.
func (s *Service) Link(ctx context.Context, token string, purpose LinkPurpose) (Link, error) {
	if !tokenShaped(token) {
		return Link{}, noLink()
	}
	hash := digestOf(token)
	l, err := s.Store.LinkByHash(ctx, hash[:])
	if platform.IsCode(err, platform.CodeNotFound) || err == nil && (l.Purpose != purpose || !s.now().Before(l.ExpiresAt) || !l.of(l.User)) {
		return Link{}, noLink()
	}
	return l, err
}

// of reports whether the link went to the address that the person has.
func (l Link) of(u User) bool { return l.Email == "" || strings.EqualFold(l.Email, u.Email) }

// newLink stores a link and returns its address.
func (s *Service) newLink(ctx context.Context, l Link) (string, error) {
	token, folder := newToken(), verifyFolder
	if l.Purpose == LinkReset {
		folder = resetFolder
	}
	hash := digestOf(token)
	l.Hash = hash[:]
	return s.link(folder, token), s.Store.CreateLink(ctx, l)
}

// verify mails a link that proves the address of somebody who has just signed up or changed it. They can have another one sent, so that one
// which cannot be sent is no failure.
func (s *Service) verify(ctx context.Context, user User) {
	if s.Post == nil || !user.EmailVerifiedAt.IsZero() {
		return
	}
	if err := s.mailLink(ctx, user, LetterVerify, LinkVerify, verifyLife); err != nil {
		s.Log.WarnContext(ctx, "no link was mailed that proves an address", "user", user.ID, "error", err.Error())
	}
}

func (s *Service) mailLink(ctx context.Context, user User, kind LetterKind, purpose LinkPurpose, life time.Duration) error {
	now := s.now()
	if err := s.Store.TakeMail(ctx, user.Email, now, mailsAnHour); err != nil {
		return err
	}
	url, err := s.newLink(ctx, Link{User: user, Purpose: purpose, Email: user.Email, ExpiresAt: now.Add(life)})
	if err != nil {
		return err
	}
	s.Post(Letter{Kind: kind, To: user.Email, Link: url, Until: now.Add(life)})
	return nil
}

// NoMail is what somebody is told who asks a server for mail that sends none.
func NoMail() error {
	return platform.Errorf(platform.CodeForbidden, "This server sends no mail.")
}

// SendVerification mails the caller a link that proves their address. A proven one is CONFLICT, too many mails are RATE_LIMITED.
func (s *Service) SendVerification(ctx context.Context, by platform.Actor) error {
	if s.Post == nil {
		return NoMail()
	}
	user, err := s.Store.User(ctx, by.User)
	if err != nil {
		return err
	}
	if !user.EmailVerifiedAt.IsZero() {
		return platform.Errorf(platform.CodeConflict, "Your e-mail address is proven already.")
	}
	if err := s.limits.mail(by.Address); err != nil {
		return err
	}
	return s.mailLink(ctx, user, LetterVerify, LinkVerify, verifyLife)
}

// VerifyEmail proves the caller's address by a link. A link of somebody else is FORBIDDEN: whoever reads the mail must be who made the account,
// or else somebody could make an account for the reader's address and have the reader prove it.
func (s *Service) VerifyEmail(ctx context.Context, by platform.Actor, token string) (User, error) {
	l, err := s.Link(ctx, token, LinkVerify)
	if err != nil {
		return User{}, err
	}
	if by.Kind != platform.KindSession || by.User != l.User.ID {
		return User{}, platform.Errorf(platform.CodeForbidden, "This link is for the account of %s. Sign in with that one.", l.Email)
	}
	defer s.forget()
	return s.establish(ctx, by, l, func(u User) (User, Ends) { return s.proven(u, false) })
}

// establish uses the link up.
func (s *Service) establish(ctx context.Context, by platform.Actor, l Link, edit func(User) (User, Ends)) (User, error) {
	user, err := s.Store.Establish(ctx, by, l.User.ID, l.Hash, func(u User) (User, Ends, error) {
		if !l.of(u) {
			return User{}, EndNothing, noLink()
		}
		u, ends := edit(u)
		return u, ends, nil
	})
	if platform.IsCode(err, platform.CodeNotFound) {
		return User{}, noLink()
	}
	return user, err
}

// SendReset mails a link by which the person with the address can set a new password. Whether there is one is not told, neither by the
// answer nor by its time. Errors are those of SendCode; without mail FORBIDDEN.
func (s *Service) SendReset(ctx context.Context, by platform.Actor, email string) error {
	if s.Post == nil {
		return NoMail()
	}
	email = strings.TrimSpace(email)
	var c checker
	c.email(email)
	if err := c.err(); err != nil {
		return err
	}
	if err := s.limits.mail(by.Address); err != nil {
		return err
	}
	if err := s.Store.TakeMail(ctx, email, s.now(), mailsAnHour); err != nil {
		return err
	}
	user, err := s.Store.UserByEmail(ctx, email)
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		return err
	}
	until := s.now().Add(resetLife)
	if err != nil || user.Reviews != "" { // nobody has it, or nobody may set its password: something that takes as long
		nobody, nothing := digestOf(newToken()), digest{}
		return s.Store.CreateCode(ctx, Code{Browser: nobody[:], Email: email, Hash: nothing[:], ExpiresAt: s.now()})
	}
	url, err := s.newLink(ctx, Link{User: user, Purpose: LinkReset, Email: email, ExpiresAt: until})
	if err != nil {
		return err
	}
	s.Post(Letter{Kind: LetterReset, To: user.Email, Link: url, Until: until})
	return nil
}

// ResetLink returns a link by which the person with the address can set a new password once, within an hour. It is for an operator to hand over:
// it proves no address. An unknown address is NOT_FOUND.
func (s *Service) ResetLink(ctx context.Context, email string) (string, error) {
	user, err := s.Store.UserByEmail(ctx, strings.TrimSpace(email))
	if err != nil {
		return "", err
	}
	if user.Reviews != "" {
		return "", notYours()
	}
	return s.newLink(ctx, Link{User: user, Purpose: LinkReset, ExpiresAt: s.now().Add(resetLife)})
}

// Reset sets a new password by a link and signs in. It ends the person's other sessions, and what clients have been let do.
func (s *Service) Reset(ctx context.Context, by platform.Actor, token, password string) (SignedIn, error) {
	l, err := s.Link(ctx, token, LinkReset)
	if err != nil {
		return SignedIn{}, err
	}
	var c checker
	c.password("password", password)
	if err := c.err(); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return SignedIn{}, err
	}
	by.Principal = platform.Principal{Kind: platform.KindSession, User: l.User.ID, Email: l.User.Email, Name: l.User.Name}
	defer s.forget()
	user, err := s.establish(ctx, by, l, func(u User) (User, Ends) {
		ends := EndSessions
		if l.Email != "" {
			var more Ends
			u, more = s.proven(u, true)
			ends = max(ends, more)
		}
		u.PasswordHash = hash
		return u, ends
	})
	if err != nil {
		return SignedIn{}, err
	}
	return s.startSession(ctx, by, user)
}
