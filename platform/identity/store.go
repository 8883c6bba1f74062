// Package identity knows people: users, workspaces, roles, API keys, sessions, invitations, and who is calling. It
// knows no transport and no database.
package identity

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"berth/platform"
)

// User is a person with an account. An empty PasswordHash means that no password has been set.
type User struct {
	ID           platform.UserID
	Email        string // as typed, unique ignoring case
	Name         string
	PasswordHash string // PHC string
	CreatedAt    time.Time
	// EmailChangedAt is since when the person has an address that somebody has only said is theirs, where that could have been asked:
	// another one than at sign-up, or that of a sign-up on a server that sends mail. Zero = there is none, or it is proven by now.
	EmailChangedAt  time.Time
	EmailVerifiedAt time.Time      // since when it is proven that Email is the person's; zero = it is not
	Suspended       string         // why an operator has suspended the person, "" = not suspended
	Reviews         platform.AppID // see NewReviewer; "" = a person's own account
	ExpiresAt       time.Time      // when the account ends, zero = never
}

// Workspace is a workspace as one person sees it.
type Workspace struct {
	ID   platform.WorkspaceID
	Name string
	Role platform.Role
}

// Member is a person in a workspace.
type Member struct {
	User     User
	Role     platform.Role
	JoinedAt time.Time
}

// Session is a signed-in browser.
type Session struct {
	ID         platform.SessionID
	User       User
	Hash       []byte // SHA-256 of the cookie's token
	UserAgent  string
	Address    string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
}

// Device returns what people call the program that the session is of.
func (s Session) Device() string { return Device(s.UserAgent) }

// Key is an API key of one workspace, acting as its maker.
type Key struct {
	ID         platform.KeyID
	Workspace  platform.WorkspaceID
	Maker      User
	MakerRole  platform.Role  // the maker's present role in the workspace
	MadeByKey  platform.KeyID // the key that the maker made it with; "" = signed in
	Name       string
	Prefix     string // what is shown to tell keys apart
	Hash       []byte // SHA-256 of the whole key
	Role       platform.Role
	CreatedAt  time.Time
	ExpiresAt  time.Time // zero = never
	LastUsedAt time.Time // zero = never; accurate to some minutes
}

// Invitation lets its bearer join a workspace once.
type Invitation struct {
	ID            platform.InvitationID
	Workspace     platform.WorkspaceID
	WorkspaceName string
	Maker         User
	Email         string // "" = anybody with the link
	Role          platform.Role
	Hash          []byte // SHA-256 of the link's token
	MailHash      []byte // SHA-256 of the token that only the mail to Email has; nil = none was sent
	Proven        bool   // who asks has the token of the mail
	CreatedAt     time.Time
	ExpiresAt     time.Time
}

// For returns nil when the person may use the invitation, else FORBIDDEN. Where it was mailed, the address has to be proven, for which
// the mail itself will do.
func (i Invitation) For(u User) error {
	switch {
	case i.Email == "":
	case !strings.EqualFold(i.Email, u.Email):
		return platform.Errorf(platform.CodeForbidden, "This invitation is for another e-mail address.")
	case i.Proven || !u.EmailVerifiedAt.IsZero():
	case len(i.MailHash) > 0:
		return platform.Errorf(platform.CodeForbidden, "This invitation is for an e-mail address that is not proven yours. "+
			"Use the link in the mail that was sent there, or prove the address in your account first.")
	case !u.EmailChangedAt.IsZero():
		return platform.Errorf(platform.CodeForbidden, "This invitation is for an e-mail address that was entered after sign-up and is not proven yours. "+
			"Ask for a link that is for nobody's address.")
	}
	return nil
}

// AuditEntry is one change in a workspace: who, what, before and after, and from where.
type AuditEntry struct {
	ID        string
	At        time.Time
	ActorKind platform.PrincipalKind
	Actor     string          // e-mail of the person, "" for Berth itself
	Action    string          // one of AuditActions
	Target    string          // id of what was changed
	Before    json.RawMessage // nil = there was nothing
	After     json.RawMessage // nil = there is nothing left
	Address   string
	UserAgent string
	RequestID string
}

// AuditQuery narrows a list of changes. The zero value of a field narrows nothing.
type AuditQuery struct {
	Action       string    // "app.publish", or "app" for all that begin with "app."
	Actor        string    // e-mail, ignoring case
	Target       string    // id of what was changed
	Since, Until time.Time // from then on, and before then
	Limit        int
	Cursor       string
}

// Store keeps people. Lookups that find nothing return NOT_FOUND. Every change writes its audit row in its transaction, and
// there checks its actor as they are now: UNAUTHENTICATED when their session or key has ended, NOT_FOUND when they are no
// members, FORBIDDEN when their role is too low. The caller sets ids and creation times. Package store implements it.
type Store interface {
	PasskeyStore
	ProviderStore
	CeremonyStore
	// CreateUser stores a user and, with workspaceName, a personal workspace that the user owns; a known e-mail is CONFLICT.
	CreateUser(ctx context.Context, by platform.Actor, u User, workspaceName string) (Workspace, error)
	// CreateInvitedUser stores a user who joins the workspace of an invitation, which it returns, and who also owns a personal
	// one. On an error it stores nothing: CONFLICT for a known e-mail, otherwise the errors of AcceptInvitation at
	// u.CreatedAt.
	CreateInvitedUser(ctx context.Context, by platform.Actor, u User, workspaceName string, hash []byte, limit int) (Workspace, error)
	UserByEmail(ctx context.Context, email string) (User, error)
	User(ctx context.Context, id platform.UserID) (User, error)
	// UpdateUser calls edit with what is stored of by.User, stores the e-mail, name and password hash that edit returns, and
	// returns the user. Nobody else changes the user meanwhile; edit must not use the store and may be called again. A new
	// address is unproven; a new hash also ends the user's sessions except by.Session. A known e-mail is CONFLICT; an error of edit ends the change and
	// is returned.
	UpdateUser(ctx context.Context, by platform.Actor, edit func(User) (User, error)) (User, error)

	// CreateSession returns UNAUTHENTICATED when s.User.PasswordHash is no longer the person's.
	CreateSession(ctx context.Context, by platform.Actor, s Session) error
	SessionByHash(ctx context.Context, hash []byte) (Session, error)             // also expired ones
	TouchSession(ctx context.Context, id platform.SessionID, at time.Time) error // sets LastSeenAt
	Sessions(ctx context.Context, user platform.UserID) ([]Session, error)
	DeleteSession(ctx context.Context, by platform.Actor, user platform.UserID, id platform.SessionID) error

	Workspaces(ctx context.Context, user platform.UserID) ([]Workspace, error) // oldest membership first
	// CreateWorkspace makes by.User its owner. It returns LIMIT_REACHED for somebody who owns limit already. least is the role
	// that the actor needs in by.Workspace, "" for none.
	CreateWorkspace(ctx context.Context, by platform.Actor, w Workspace, least platform.Role, limit int) error
	RenameWorkspace(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, name string) error
	FirstWorkspace(ctx context.Context) (Workspace, User, error) // the oldest, with its oldest owner
	Members(ctx context.Context, ws platform.WorkspaceID) ([]Member, error)
	// SetMemberRole and RemoveMember return CONFLICT when no owner would be left. The keys of a removed member stop working,
	// and so do the open invitations of a person who is no longer an owner.
	SetMemberRole(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, user platform.UserID, role platform.Role) (Member, error)
	RemoveMember(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, user platform.UserID) error

	// CreateInvitation returns LIMIT_REACHED when limit invitations are open.
	CreateInvitation(ctx context.Context, by platform.Actor, i Invitation, limit int) error
	InvitationByHash(ctx context.Context, hash []byte) (Invitation, error)
	Invitations(ctx context.Context, ws platform.WorkspaceID, now time.Time) ([]Invitation, error) // open ones, newest first
	RevokeInvitation(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, id platform.InvitationID) error
	// AcceptInvitation uses the invitation up. It returns FORBIDDEN as Invitation.For does, NOT_FOUND when it is used or
	// expired at now, CONFLICT for somebody who is already a member, LIMIT_REACHED when the workspace has limit members.
	AcceptInvitation(ctx context.Context, by platform.Actor, hash []byte, now time.Time, limit int) (Workspace, error)

	CreateKey(ctx context.Context, by platform.Actor, k Key, limit int) error // LIMIT_REACHED
	KeyByHash(ctx context.Context, hash []byte) (Key, error)                  // also expired ones; NOT_FOUND once revoked or its maker left
	Keys(ctx context.Context, ws platform.WorkspaceID) ([]Key, error)         // newest first
	// DeleteKey also deletes the keys that were made with it. A key that MaySee hides is NOT_FOUND.
	DeleteKey(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, id platform.KeyID) error
	TouchKey(ctx context.Context, id platform.KeyID, at time.Time) error

	// Audit lists the workspace's changes, newest first; a cursor that the store did not make is BAD_REQUEST, next is "" at the end.
	Audit(ctx context.Context, ws platform.WorkspaceID, q AuditQuery) (entries []AuditEntry, next string, err error)

	// CreateSignInLink adds a one-time sign-in link to those of the user; UseSignInLink consumes all of them (NOT_FOUND when
	// unknown, used or expired at now).
	CreateSignInLink(ctx context.Context, user platform.UserID, hash []byte, expires time.Time) error
	UseSignInLink(ctx context.Context, by platform.Actor, hash []byte, now time.Time) (User, error)

	Proofs
	Leaving
	Reviewers
}
