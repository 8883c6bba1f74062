package api

import (
	"context"
	"encoding/json"
	"net/url"

	"berth/platform"
	"berth/platform/identity"
)

// Identity is everything that the API asks of package identity.
type Identity interface {
	Authenticator
	Accounts
	Proofs
	OtherWays
	Sessions
	Workspaces
	Invitations
	Keys
	Reviewers
}

// Authenticator says who a credential stands for. A credential that is unknown, expired or revoked is UNAUTHENTICATED.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer string, at platform.Resource) (platform.Principal, error)
	// AuthenticateSession returns the person in one workspace, "" meaning the first. A workspace of others is NOT_FOUND.
	AuthenticateSession(ctx context.Context, token, workspace string) (platform.Principal, error)
}

// Accounts signs people up and in.
type Accounts interface {
	SignUp(ctx context.Context, by platform.Actor, in identity.NewAccount) (identity.SignedIn, error)
	SignIn(ctx context.Context, by platform.Actor, email, password string) (identity.SignedIn, error)
	UseSignInLink(ctx context.Context, by platform.Actor, token string) (identity.SignedIn, error)
	SignOut(ctx context.Context, by platform.Actor, token string) error
	Me(ctx context.Context, by platform.Principal) (identity.User, []identity.Workspace, error)
	UpdateMe(ctx context.Context, by platform.Actor, change identity.ProfileChange) (identity.User, error)
}

// Proofs lets people in by what was mailed to them, and go.
type Proofs interface {
	Mails() bool
	OpenToPeople() bool
	OpenToAuthors() bool
	SignUpPerson(ctx context.Context, by platform.Actor, in identity.NewAccount) (identity.SignedIn, error)
	SendCode(ctx context.Context, by platform.Actor, email string) (browser string, err error)
	SignInByCode(ctx context.Context, by platform.Actor, browser, code string) (identity.SignedIn, error)
	SendReset(ctx context.Context, by platform.Actor, email string) error
	Reset(ctx context.Context, by platform.Actor, token, password string) (identity.SignedIn, error)
	SendVerification(ctx context.Context, by platform.Actor) error
	VerifyEmail(ctx context.Context, by platform.Actor, token string) (identity.User, error)
	Link(ctx context.Context, token string, purpose identity.LinkPurpose) (identity.Link, error)
	MyData(ctx context.Context, by platform.Principal) (identity.PersonalData, error)
	DeleteMe(ctx context.Context, by platform.Actor, password string) error
}

// OtherWays lets people in by passkeys and at the OpenID provider. A secret binds the answer to the browser that asked.
type OtherWays interface {
	HasPasskeys() bool
	MyPasskeys(ctx context.Context, by platform.Principal) ([]identity.Passkey, error)
	BeginPasskey(ctx context.Context, by platform.Actor, password string) (options json.RawMessage, browser string, err error)
	AddPasskey(ctx context.Context, by platform.Actor, browser, name string, answer []byte) (identity.Passkey, error)
	RemovePasskey(ctx context.Context, by platform.Actor, id platform.PasskeyID) error
	RequestPasskey(ctx context.Context, by platform.Actor) (options json.RawMessage, browser string, err error)
	SignInByPasskey(ctx context.Context, by platform.Actor, browser string, answer []byte) (identity.SignedIn, error)
	ProviderName() string
	BeginAtProvider(ctx context.Context, by platform.Actor, next string) (address, browser string, err error)
	SignInAtProvider(ctx context.Context, by platform.Actor, browser string, answer url.Values) (in identity.SignedIn, next string, err error)
}

// Sessions shows and ends a person's signed-in browsers.
type Sessions interface {
	Sessions(ctx context.Context, by platform.Principal) ([]identity.Session, error)
	RevokeSession(ctx context.Context, by platform.Actor, id platform.SessionID) error
}

// Workspaces manages workspaces and who belongs to them. The workspace is the actor's.
type Workspaces interface {
	Workspaces(ctx context.Context, by platform.Principal) ([]identity.Workspace, error)
	CreateWorkspace(ctx context.Context, by platform.Actor, name string) (identity.Workspace, error)
	RenameWorkspace(ctx context.Context, by platform.Actor, name string) (identity.Workspace, error)
	Members(ctx context.Context, by platform.Principal) ([]identity.Member, error)
	SetMemberRole(ctx context.Context, by platform.Actor, user platform.UserID, role platform.Role) (identity.Member, error)
	RemoveMember(ctx context.Context, by platform.Actor, user platform.UserID) error
	Audit(ctx context.Context, by platform.Principal, q identity.AuditQuery) ([]identity.AuditEntry, string, error)
}

// Invitations let people join a workspace by a link.
type Invitations interface {
	Invite(ctx context.Context, by platform.Actor, role platform.Role, email string) (i identity.Invitation, url string, err error)
	Invitations(ctx context.Context, by platform.Principal) ([]identity.Invitation, error)
	RevokeInvitation(ctx context.Context, by platform.Actor, id platform.InvitationID) error
	Invitation(ctx context.Context, token string) (identity.Invitation, error)
	AcceptInvitation(ctx context.Context, by platform.Actor, token string) (identity.Workspace, error)
}

// Reviewers manages the accounts that an app's reviewers sign in with.
type Reviewers interface {
	Reviewer(ctx context.Context, by platform.Principal, app platform.AppID) (identity.User, error)
	NewReviewer(ctx context.Context, by platform.Actor, app platform.AppID) (user identity.User, password string, err error)
	DeleteReviewer(ctx context.Context, by platform.Actor, app platform.AppID) error
}

// Keys manages the API keys of the actor's workspace.
type Keys interface {
	Keys(ctx context.Context, by platform.Principal) ([]identity.Key, error)
	CreateKey(ctx context.Context, by platform.Actor, in identity.NewKey) (key identity.Key, secret string, err error)
	RevokeKey(ctx context.Context, by platform.Actor, id platform.KeyID) error
}
