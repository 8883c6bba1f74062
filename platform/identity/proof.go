package identity

import (
	"context"
	"time"

	"berth/platform"
)

// LetterKind says what a letter is about.
type LetterKind string

// A letter has a code to sign in with, or a link: that proves an address, lets its reader set a new password, or invites.
const (
	LetterCode       LetterKind = "code"
	LetterVerify     LetterKind = "verify"
	LetterReset      LetterKind = "reset"
	LetterInvitation LetterKind = "invitation"
)

// Letter is what is to be mailed to one address. Code, By and Workspace are "" where the kind has none; By and Workspace are what people
// have typed.
type Letter struct {
	Kind          LetterKind
	To            string // a bare address
	Code          string // six digits
	Link          string // absolute
	By, Workspace string // who invites, and where to
	Until         time.Time
}

// LinkPurpose is what a link by e-mail is good for.
type LinkPurpose string

// A link proves an address, or lets its bearer set a new password.
const (
	LinkVerify LinkPurpose = "verify"
	LinkReset  LinkPurpose = "reset"
)

// Link is a link that a person uses once.
type Link struct {
	User      User
	Purpose   LinkPurpose
	Email     string // where it was mailed to, "" = an operator has handed it over
	Hash      []byte // SHA-256 of its token
	ExpiresAt time.Time
}

// Code is a code that was mailed to sign in with, for the one browser that asked.
type Code struct {
	Browser   []byte // SHA-256 of the browser's secret
	Email     string
	Hash      []byte // SHA-256 of the browser's secret and the code
	Tries     int    // so far
	ExpiresAt time.Time
}

// Ends says what ends when a person is established anew.
type Ends int

// Whoever proves an address that nobody had proven may have found an account that somebody else had made for it: then every way in ends.
const (
	EndNothing  Ends = iota
	EndSessions      // and what clients have been let do
	EndWaysIn        // besides: passkeys, accounts of the provider, API keys, and the invitations that were made
)

// Proofs keeps what people prove an address with, and what comes of it. Lookups that find nothing return NOT_FOUND.
type Proofs interface {
	// TakeMail counts a mail to an address. It returns RATE_LIMITED when limit were counted in the hour before now.
	TakeMail(ctx context.Context, email string, now time.Time, limit int) error

	CreateCode(ctx context.Context, c Code) error
	// TryCode counts a try before it returns the code, so that many at once have no more tries than one after the other. Without one,
	// after most tries, or expired at now, it is NOT_FOUND.
	TryCode(ctx context.Context, browser []byte, now time.Time, most int) (Code, error)
	UseCode(ctx context.Context, browser []byte) error // NOT_FOUND for all but one who use it

	// CreateLink replaces the links of the user that have the same purpose.
	CreateLink(ctx context.Context, l Link) error
	LinkByHash(ctx context.Context, hash []byte) (Link, error) // also expired ones
	// Invited reports whether an open invitation is bound to the address, or an app that is served lets it in: by its name or, where the
	// address is proven, by its domain, at which anybody can say to be.
	Invited(ctx context.Context, email string, proven bool, now time.Time) (bool, error)
	// Establish changes a person who has just shown to be one, by a link, which it uses up (NOT_FOUND when it is used, or expired at
	// now), or else by a code. It stores what edit returns, ends what that says but for by.Session, and returns the user. edit
	// is as in UpdateUser.
	Establish(ctx context.Context, by platform.Actor, user platform.UserID, link []byte, edit func(User) (User, Ends, error)) (User, error)
}

const (
	mailsAnHour  = 10 // to one address
	codeLife     = 10 * time.Minute
	codeTries    = 5
	verifyLife   = 24 * time.Hour
	resetLife    = time.Hour
	verifyFolder = "/account/verify/"
	resetFolder  = "/account/reset/"
)

// Mails reports whether this server sends mail.
func (s *Service) Mails() bool { return s.Post != nil }

// OpenToPeople reports whether somebody may sign up on the way to an app whom nobody has invited.
func (s *Service) OpenToPeople() bool { return s.People != SignUpClosed }

// OpenToAuthors reports whether somebody may make a first workspace whom nobody has invited.
func (s *Service) OpenToAuthors() bool { return s.Options.SignUp != SignUpClosed }

// EmailCounts reports whether the user's address counts as theirs, for lists of who may use an app and for invitations: it is proven, or
// this server sends no mail by which it could be.
func (s *Service) EmailCounts(u User) bool { return s.Post == nil || !u.EmailVerifiedAt.IsZero() }

// proven returns the user with an address that is theirs from now on. ends is for somebody who was not signed in before: the way into an
// account that somebody else may have made or changed is theirs alone.
func (s *Service) proven(u User, stranger bool) (_ User, ends Ends) {
	if u.EmailVerifiedAt.IsZero() && !u.EmailChangedAt.IsZero() && stranger {
		ends = EndWaysIn
		u.PasswordHash = ""
	}
	if u.EmailVerifiedAt.IsZero() {
		u.EmailVerifiedAt = s.now()
	}
	u.EmailChangedAt = time.Time{}
	return u, ends
}
