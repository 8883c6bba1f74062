package identity

import (
	"context"
	"strings"
	"time"

	"berth/platform"
)

// NewAccount is what somebody signs up with. Name "" is taken from the e-mail address. Invitation, when set, is the token
// of an invitation to accept.
type NewAccount struct {
	Email, Password, Name, Invitation string
}

// SignedIn is a fresh session. Token goes into the browser's cookie and is kept nowhere else.
type SignedIn struct {
	User      User
	Workspace Workspace // the first; zero for somebody without any
	Token     string
}

// SignUp makes an account with a personal workspace and signs in. With an invitation the account joins that workspace
// first, and SignUp returns that one. If sign-up is closed and there is no valid invitation, it returns FORBIDDEN; for a
// known e-mail CONFLICT; for too many accounts from one address RATE_LIMITED. Where there is mail, a link is sent that proves the address,
// unless the invitation came by mail.
func (s *Service) SignUp(ctx context.Context, by platform.Actor, in NewAccount) (SignedIn, error) {
	user, err := newUser(&in)
	if err != nil {
		return SignedIn{}, err
	}
	user.CreatedAt = s.now()
	if in.Invitation != "" {
		i, err := s.Invitation(ctx, in.Invitation)
		if err == nil {
			err = i.For(user)
		}
		if err != nil {
			return SignedIn{}, err
		}
		if i.Proven && i.Email != "" {
			user.EmailVerifiedAt = user.CreatedAt
		}
	} else if !s.OpenToAuthors() {
		return SignedIn{}, closed()
	}
	return s.signUp(ctx, by, user, in, s.createUser)
}

// SignUpPerson makes an account without a workspace, for somebody on the way to an app, and signs in. Invitation is left alone. It
// returns the errors of SignUp, FORBIDDEN where People is closed and the address is not invited, or does not count as theirs before a code by
// e-mail has proven it.
func (s *Service) SignUpPerson(ctx context.Context, by platform.Actor, in NewAccount) (SignedIn, error) {
	user, err := newUser(&in)
	if err != nil {
		return SignedIn{}, err
	}
	if !s.OpenToPeople() && !s.EmailCounts(user) {
		return SignedIn{}, platform.Errorf(platform.CodeForbidden, "Sign-up is closed here. If you are invited, sign in with a code by e-mail, which proves your address.")
	}
	user.CreatedAt = s.now()
	return s.signUp(ctx, by, user, in, func(ctx context.Context, by platform.Actor, user User, _ string) error {
		welcome, err := s.welcome(ctx, user.Email, false) // within the limits of who tries addresses
		if err == nil && !welcome {
			err = closed()
		}
		if err == nil {
			_, err = s.Store.CreateUser(ctx, by, user, "")
		}
		return err
	})
}

func closed() error {
	return platform.Errorf(platform.CodeForbidden, "Sign-up is closed here: ask for an invitation.")
}

// signUp stores a new user with a password by create, and signs in.
func (s *Service) signUp(ctx context.Context, by platform.Actor, user User, in NewAccount,
	create func(context.Context, platform.Actor, User, string) error,
) (SignedIn, error) {
	if s.Post != nil && user.EmailVerifiedAt.IsZero() {
		user.EmailChangedAt = user.CreatedAt
	}
	pardon, err := s.limits.signUp(by.Address)
	if err != nil {
		return SignedIn{}, err
	}
	if user.PasswordHash, err = s.hasher.hash(ctx, in.Password); err != nil {
		pardon()
		return SignedIn{}, err
	}
	user.ID = platform.UserID(newID())
	by.Principal = platform.Principal{Kind: platform.KindSession, User: user.ID, Email: user.Email, Name: user.Name}
	err = create(ctx, by, user, in.Invitation)
	if !platform.IsCode(err, platform.CodeConflict) && !platform.IsCode(err, platform.CodeForbidden) { // which tell that the address is known, or not invited
		pardon()
	}
	if err != nil {
		return SignedIn{}, err
	}
	s.verify(ctx, user)
	return s.startSession(ctx, by, user)
}

// createUser stores the user with a workspace of their own and, first, the invitation's.
func (s *Service) createUser(ctx context.Context, by platform.Actor, user User, invitation string) (err error) {
	own := user.Name + "’s workspace"
	if invitation == "" {
		_, err = s.Store.CreateUser(ctx, by, user, own)
	} else {
		hash := digestOf(invitation)
		_, err = s.Store.CreateInvitedUser(ctx, by, user, own, hash[:], s.Limits.Members)
	}
	if platform.IsCode(err, platform.CodeNotFound) {
		return noInvitation()
	}
	return err
}

func newUser(in *NewAccount) (User, error) {
	in.Email = strings.TrimSpace(in.Email)
	var c checker
	c.email(in.Email)
	c.password("password", in.Password)
	if name := strings.TrimSpace(in.Name); name != "" {
		c.name(name)
	}
	in.Name = nameOr(in.Name, in.Email)
	return User{Email: in.Email, Name: in.Name}, c.err()
}

// nameOr returns the name, or the beginning of the e-mail address for somebody who gives none.
func nameOr(name, email string) string {
	if name = strings.TrimSpace(name); name != "" {
		return name
	}
	name, _, _ = strings.Cut(email, "@")
	return name[:min(len(name), maxName)] // ASCII, as addresses are
}

// SignIn starts a session. Neither its error nor the time it takes tells a wrong password from an unknown e-mail.
func (s *Service) SignIn(ctx context.Context, by platform.Actor, email, password string) (SignedIn, error) {
	email = strings.TrimSpace(email)
	pardon, err := s.limits.signIn(email, by.Address)
	if err != nil {
		return SignedIn{}, err
	}
	var user User
	if validEmail(email) {
		user, err = s.Store.UserByEmail(ctx, email)
		if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
			pardon()
			return SignedIn{}, err
		}
	}
	right, err := s.hasher.verify(ctx, user.PasswordHash, password)
	if err != nil {
		pardon()
		return SignedIn{}, err
	}
	if !right {
		s.failed.Add(1)
		return SignedIn{}, wrongPassword()
	}
	pardon()
	return s.startSession(ctx, by, user)
}

func wrongPassword() error {
	return platform.Errorf(platform.CodeUnauthenticated, "The e-mail address or the password is wrong.")
}

// Me returns the person and the person's workspaces.
func (s *Service) Me(ctx context.Context, by platform.Principal) (User, []Workspace, error) {
	user, err := s.Store.User(ctx, by.User)
	if err != nil {
		return User{}, nil, err
	}
	workspaces, err := s.Workspaces(ctx, by)
	return user, workspaces, err
}

// ProfileChange is what somebody changes of their account; nil leaves a field as it is, Name "" takes it from the e-mail
// address.
type ProfileChange struct {
	Name, Email, Password *string
	CurrentPassword       string // asked for with Password and another Email, once a password has been set
}

// recentSignIn is how long after signing in somebody without a password may change their address.
const recentSignIn = 10 * time.Minute

// UpdateMe changes the caller's account. A new address counts as unproven, and where there is mail, a link is sent there. A new password
// ends the person's other sessions. Somebody without a password may change the address only within recentSignIn after signing in; later it
// is FORBIDDEN.
func (s *Service) UpdateMe(ctx context.Context, by platform.Actor, change ProfileChange) (User, error) {
	if by.Kind != platform.KindSession {
		return User{}, platform.Errorf(platform.CodeForbidden, "Only the person can do this, signed in with a browser.")
	}
	if err := ownAccount(by.Principal); err != nil {
		return User{}, err
	}
	user, err := s.Store.User(ctx, by.User)
	if err != nil {
		return User{}, err
	}
	c := checker{change.Problems()}
	moves := change.Email != nil && !strings.EqualFold(strings.TrimSpace(*change.Email), user.Email)
	if moves && user.PasswordHash == "" {
		if err := s.justSignedIn(ctx, by.Principal); err != nil {
			return User{}, err
		}
	}
	if change.Password != nil || moves {
		if err := s.checkCurrent(ctx, &c, by, user.PasswordHash, change.CurrentPassword); err != nil {
			return User{}, err
		}
	}
	if err := c.err(); err != nil {
		return User{}, err
	}
	known, hash := user.PasswordHash, ""
	if change.Password != nil {
		if hash, err = s.hasher.hash(ctx, *change.Password); err != nil {
			return User{}, err
		}
	}
	user, err = s.Store.UpdateUser(ctx, by, func(user User) (User, error) {
		if user.PasswordHash != known && (moves || change.Password != nil) {
			return User{}, platform.Errorf(platform.CodeConflict, "The password was changed at the same time. Try again.")
		}
		if change.Email != nil {
			user.Email = strings.TrimSpace(*change.Email)
		}
		if change.Name != nil {
			user.Name = nameOr(*change.Name, user.Email)
		}
		if change.Password != nil {
			user.PasswordHash = hash
		}
		return user, nil
	})
	if err != nil {
		return User{}, err
	}
	s.forget()
	if moves {
		s.verify(ctx, user)
	}
	return user, nil
}

// justSignedIn refuses a session that is no longer fresh.
func (s *Service) justSignedIn(ctx context.Context, by platform.Principal) error {
	sessions, err := s.Store.Sessions(ctx, by.User)
	if err != nil {
		return err
	}
	for _, session := range sessions {
		if session.ID == by.Session && s.now().Sub(session.CreatedAt) < recentSignIn {
			return nil
		}
	}
	return platform.Errorf(platform.CodeForbidden, "Set a password first, or sign in anew: without a password the address can be changed within ten minutes of signing in.")
}

// checkCurrent adds a problem when the given password is not the present one. It counts as a sign-in.
func (s *Service) checkCurrent(ctx context.Context, c *checker, by platform.Actor, hash, given string) error {
	if hash == "" {
		return nil
	}
	if given == "" {
		c.add("currentPassword", "is needed: your present password")
		return nil
	}
	pardon, err := s.limits.signIn(by.Email, by.Address)
	if err != nil {
		return err
	}
	right, err := s.hasher.verify(ctx, hash, given)
	if err != nil || right {
		pardon()
	}
	if err == nil && !right {
		s.failed.Add(1)
		c.add("currentPassword", "is not your present password")
	}
	return err
}
