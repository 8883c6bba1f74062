package authorization

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/memo"
)

const (
	// tokenMemo is how long a token is good without asking the database: for so long calls go on while it is away, and a revocation can go
	// unnoticed while the feed is. unknownMemo is how long a token that is not known stays so.
	tokenMemo   = 10 * time.Second
	unknownMemo = 2 * time.Second
	// touchEvery is how often the use of a grant is noted at most.
	touchEvery = 5 * time.Minute
)

// TokenStore is the part of Store that knows access tokens.
type TokenStore interface {
	Token(ctx context.Context, hash []byte) (Grant, AccessToken, Person, error)
	TouchGrant(ctx context.Context, id platform.GrantID, at time.Time) error
}

// Tokens says whom access tokens stand for. It is safe for concurrent use.
type Tokens struct {
	store   TokenStore
	mails   bool // see NewTokens
	now     func() time.Time
	log     *slog.Logger
	known   *memo.Memo[digest, platform.Principal]
	unknown *memo.Memo[digest, struct{}] // apart from the others, so that guesses do not displace those
}

type digest = [sha256.Size]byte

// NewTokens makes Tokens. mails says that this server sends mail: then only addresses that are proven count as their persons'.
func NewTokens(store TokenStore, mails bool, now func() time.Time, log *slog.Logger) *Tokens {
	return &Tokens{store: store, mails: mails, now: now, log: log, known: memo.New[digest, platform.Principal](tokenMemo, now),
		unknown: memo.New[digest, struct{}](unknownMemo, now)}
}

// Authenticate returns the person whom an access token stands for at the app that it was issued for, with the token's scopes. A token that
// is unknown, has expired, was revoked, or is for another app, is UNAUTHENTICATED. A revocation in another process takes effect when the feed
// reports it, within ten seconds at the latest. An error of the store is returned as it is: the token may be good.
func (t *Tokens) Authenticate(ctx context.Context, bearer string, at platform.Resource) (platform.Principal, error) {
	if !IsAccessToken(bearer) {
		return platform.Principal{}, badToken()
	}
	hash := sha256.Sum256([]byte(bearer))
	p, age, ok := t.known.Get(hash)
	if !ok {
		var err error
		if p, err = t.look(ctx, hash, age); err != nil {
			return platform.Principal{}, err
		}
	}
	if p.App == "" || p.App != at.App {
		return platform.Principal{}, badToken()
	}
	return p, nil
}

// look asks the store, and remembers what it says. age is that of the memo before.
func (t *Tokens) look(ctx context.Context, hash digest, age uint64) (platform.Principal, error) {
	_, unknownAge, unknown := t.unknown.Get(hash)
	if unknown {
		return platform.Principal{}, badToken()
	}
	g, token, person, err := t.store.Token(ctx, hash[:])
	if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
		return platform.Principal{}, err
	}
	now := t.now().UTC()
	if err != nil || !now.Before(token.ExpiresAt) {
		t.unknown.Put(hash, unknownAge, struct{}{}, time.Time{})
		return platform.Principal{}, badToken()
	}
	if now.Sub(g.LastUsedAt) >= touchEvery {
		if err := t.store.TouchGrant(ctx, g.ID, now); err != nil { // which must not fail the call
			t.log.WarnContext(ctx, "could not note the use of a grant", "error", err.Error())
		}
	}
	p := platform.Principal{Kind: platform.KindToken, User: person.ID, Email: person.Email, Name: person.Name, App: g.App,
		Scopes: slices.Clip(token.Scopes), Client: g.Client, Grant: g.ID, Suspended: person.Suspended,
		EmailVerified: person.Verified || !t.mails, Reviews: person.Reviews}
	t.known.Put(hash, age, p, token.ExpiresAt)
	return p, nil
}

// Forget drops what is remembered of the grants and people with these ids, whose rights may have changed; without ids, of everybody.
func (t *Tokens) Forget(ids ...string) {
	if len(ids) == 0 {
		t.known.Clear()
		return
	}
	names := make(map[string]bool, len(ids))
	for _, id := range ids {
		names[id] = true
	}
	t.known.Drop(func(p platform.Principal) bool { return names[string(p.Grant)] || names[string(p.User)] })
}

func badToken() error {
	return platform.Errorf(platform.CodeUnauthenticated, "The access token is unknown, has expired or was revoked.")
}
