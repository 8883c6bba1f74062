package api

import (
	"context"

	"berth/platform"
	"berth/platform/identity"
)

// Identity is everything that the API asks of package identity.
type Identity interface {
	Authenticator
	Accounts
	Sessions
}

// Authenticator says who a credential stands for. A credential that is unknown, expired or revoked is UNAUTHENTICATED.
type Authenticator interface {
	Authenticate(ctx context.Context, bearer string) (platform.Principal, error)
	// AuthenticateSession answers the person in one workspace, "" meaning the first. Another person's is NOT_FOUND.
	AuthenticateSession(ctx context.Context, token, workspace string) (platform.Principal, error)
}

// Accounts makes people known and lets them in.
type Accounts interface {
	SignUp(ctx context.Context, by platform.Actor, in identity.NewAccount) (identity.SignedIn, error)
	SignIn(ctx context.Context, by platform.Actor, email, password string) (identity.SignedIn, error)
	SignOut(ctx context.Context, by platform.Actor, token string) error
	Me(ctx context.Context, by platform.Principal) (identity.User, []identity.Workspace, error)
}

// Sessions shows and ends a person's signed-in browsers.
type Sessions interface {
	Sessions(ctx context.Context, by platform.Principal) ([]identity.Session, error)
	RevokeSession(ctx context.Context, by platform.Actor, id platform.SessionID) error
}
