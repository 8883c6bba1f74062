package authorization

import (
	"context"
	"errors"
	"time"

	"berth/platform"
)

// ErrReused says that a code or a refresh token was used again. What it gave has been ended.
var ErrReused = errors.New("used before")

// Clients finds clients. address is that of whoever asks, for limits. Errors are NOT_FOUND (an unknown registered id), INVALID_INPUT (a document
// with faults, all of them named), UNAVAILABLE (its host is away and there is no copy) and RATE_LIMITED.
type Clients interface {
	Client(ctx context.Context, id, address string) (Client, error)
}

// Assertions checks what clients sign to prove themselves (private_key_jwt, RFC 7523). Verify returns nil when c has signed the assertion
// for one of the audiences, and never accepts it again; else UNAUTHENTICATED, or UNAVAILABLE while the client's keys cannot be had.
type Assertions interface {
	Verify(ctx context.Context, c Client, assertion string, audiences []string) error
}

// Store keeps what has been decided. Every method is safe for concurrent use, by any number of processes.
type Store interface {
	ClientStore
	GrantStore
	AttemptStore
	// SigningKey returns the 32 bytes that successors of refresh tokens and forms are made with. They are made once for the
	// installation and are the same on each replica.
	SigningKey(ctx context.Context) ([]byte, error)
}

// ClientStore keeps clients.
type ClientStore interface {
	// Register stores a client that registered from that address. Ids that never get a token end after 90 days.
	Register(ctx context.Context, c Client, address string, at time.Time) error
	// Registered returns a registered client; NOT_FOUND.
	Registered(ctx context.Context, id string) (Client, error)
	// ClientDocument returns the last copy of a client's document; NOT_FOUND.
	ClientDocument(ctx context.Context, url string) (Document, error)
	// SaveClientDocument stores a copy, in the place of an older one.
	SaveClientDocument(ctx context.Context, d Document) error
}

// GrantStore keeps consents, grants, codes and tokens.
type GrantStore interface {
	// Consent returns the scopes that the person has once let the client have at the app; nil = never asked.
	Consent(ctx context.Context, user platform.UserID, app platform.AppID, client string) ([]string, error)
	// Resources returns Grant.Resource of the newest grant of that client at each app that it was ever granted, of at most two apps.
	Resources(ctx context.Context, client string) ([]string, error)
	// Start stores consent, grant and code together, if by's session still exists, by may still change things, and the app is
	// live and not public.
	Start(ctx context.Context, by platform.Actor, c Code) error
	// Redeem uses a code up. The first use calls check within the transaction, and stores what issue returns; an error of check is returned, and the code
	// stays used. A second use ends the grant and returns ErrReused. A code that is unknown or has expired is NOT_FOUND. The functions may
	// be called more than once. The code is returned with the error where it is known.
	Redeem(ctx context.Context, hash []byte, now time.Time, check func(Code) error, issue func(Code) Issued) (Code, error)
	// Rotate exchanges a refresh token. Its first use stores what issue returns for the next generation; a further one within grace
	// of the first stores the access token that issue returns for that same generation. Later the grant ends: ErrReused. An error of check is
	// returned, and nothing changes. A token that is unknown, has expired or was revoked is NOT_FOUND. The functions may be
	// called more than once. The grant is returned with the error where it is known.
	Rotate(ctx context.Context, hash []byte, now time.Time, grace time.Duration, check func(Grant) error, issue func(g Grant, generation int) Issued) (Grant, error)
	// Token returns an access token that has neither expired nor been revoked, with its grant and whom it stands for; NOT_FOUND.
	Token(ctx context.Context, hash []byte) (Grant, AccessToken, Person, error)
	// TouchGrant notes that a token of the grant was used.
	TouchGrant(ctx context.Context, id platform.GrantID, at time.Time) error
	// Grants returns what a person lets clients use, the newest first.
	Grants(ctx context.Context, user platform.UserID) ([]Grant, error)
	// Revoke ends a grant of by's own, or one of an app that by may edit; any other is NOT_FOUND.
	Revoke(ctx context.Context, by platform.Actor, id platform.GrantID) error
	// RevokeToken ends what a client gives back (RFC 7009): the grant of a refresh token, or the access token alone. client "" means that the
	// holder did not say who it is: holding the token is enough. A token that is unknown, or another client's, is no error and changes nothing.
	RevokeToken(ctx context.Context, hash []byte, client string) error
}

// AttemptStore keeps the last 50 attempts of each app.
type AttemptStore interface {
	Attempt(ctx context.Context, a Attempt) error
	// Attempts returns an app's attempts, the newest first, to somebody who may see the app; APP_NOT_FOUND.
	Attempts(ctx context.Context, by platform.Actor, app platform.AppID) ([]Attempt, error)
}
