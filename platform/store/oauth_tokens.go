package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
)

// family is a transaction that holds a grant: nobody else redeems, rotates or ends anything of it meanwhile.
type family struct {
	tx
	s       *Store
	grant   authorization.Grant
	refused error // what the caller is told although the transaction commits
}

func unknownToken() error {
	return platform.Errorf(platform.CodeNotFound, "There is no such code or token.")
}

// changeFamily runs fn with the grant that lock finds and holds. An error of fn takes everything back; what fn refuses is returned after
// the commit.
func (s *Store) changeFamily(ctx context.Context, lock func(t tx) (db.OauthGrant, error), fn func(f *family) error) error {
	var f *family
	err := s.inTransaction(ctx, func(t tx) error {
		row, err := lock(t)
		if errors.Is(err, pgx.ErrNoRows) {
			return unknownToken()
		}
		if err != nil {
			return wrap("lock grant", err)
		}
		f = &family{tx: t, s: s}
		if f.grant, err = toGrant(row); err != nil {
			return err
		}
		return fn(f)
	})
	if err != nil {
		return err
	}
	return f.refused
}

// reused ends the grant, since somebody has used again what is used once.
func (f *family) reused(ctx context.Context, action string) error {
	f.refused = authorization.ErrReused
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindAnonymous, User: f.grant.User}}
	return f.s.endGrant(ctx, f.tx, f.grant, by, change{action: action})
}

// give stores what was issued, and until when the grant is of use.
func (f *family) give(ctx context.Context, i authorization.Issued) error {
	scopes, err := texts(i.Access.Scopes)
	if err != nil {
		return err
	}
	err = f.InsertAccessToken(ctx, db.InsertAccessTokenParams{Hash: i.Access.Hash, GrantID: string(f.grant.ID), Scopes: scopes, ExpiresAt: i.Access.ExpiresAt})
	if err != nil {
		return wrap("insert access token", err)
	}
	g := f.grant
	g.ExpiresAt = authorization.Later(g.ExpiresAt, i.Access.ExpiresAt)
	if r := i.Refresh; r != nil {
		err := f.InsertRefreshToken(ctx, db.InsertRefreshTokenParams{Hash: r.Hash, GrantID: string(g.ID), Generation: int32(r.Generation), ExpiresAt: r.ExpiresAt})
		if err != nil {
			return wrap("insert refresh token", err)
		}
		g.Generation, g.ExpiresAt = max(g.Generation, r.Generation), authorization.Later(g.ExpiresAt, r.ExpiresAt)
	}
	f.grant = g
	return wrap("update grant", f.RaiseOAuthGrant(ctx, string(g.ID), int32(g.Generation), g.ExpiresAt))
}

// Redeem implements authorization.GrantStore. A used code is kept for a day, and for that long its use ends the grant.
func (s *Store) Redeem(ctx context.Context, hash []byte, now time.Time, check func(authorization.Code) error,
	issue func(authorization.Code) authorization.Issued) (authorization.Code, error) {
	var code authorization.Code
	err := s.changeFamily(ctx, func(t tx) (db.OauthGrant, error) { return t.LockGrantOfCode(ctx, hash, &now) }, func(f *family) error {
		row, err := f.OAuthCode(ctx, hash)
		if err != nil {
			return missing("load code", err, platform.CodeNotFound, unknownToken().Error())
		}
		code = authorization.Code{Hash: row.Hash, Grant: f.grant, Redirect: row.Redirect, Challenge: row.Challenge, ExpiresAt: row.ExpiresAt.UTC()}
		if row.UsedAt != nil {
			return f.reused(ctx, "grant.code_reuse")
		}
		if !now.Before(code.ExpiresAt) {
			return unknownToken()
		}
		if err := f.UseOAuthCode(ctx, hash, &now); err != nil {
			return wrap("use code", err)
		}
		if f.refused = check(code); f.refused == nil { // which is told after the commit: the code is used up all the same
			if err := f.UseOAuthClient(ctx, f.grant.Client); err != nil {
				return wrap("note use of client", err)
			}
			err = f.give(ctx, issue(code))
			code.Grant = f.grant
		}
		return err
	})
	return code, wrap("redeem code", err)
}

// Rotate implements authorization.GrantStore.
func (s *Store) Rotate(ctx context.Context, hash []byte, now time.Time, grace time.Duration, check func(authorization.Grant) error,
	issue func(g authorization.Grant, generation int) authorization.Issued) (authorization.Grant, error) {
	var g authorization.Grant
	err := s.changeFamily(ctx, func(t tx) (db.OauthGrant, error) { return t.LockGrantOfRefreshToken(ctx, hash, &now) }, func(f *family) error {
		g = f.grant
		row, err := f.RefreshToken(ctx, hash)
		if err != nil {
			return missing("load refresh token", err, platform.CodeNotFound, unknownToken().Error())
		}
		if err := check(g); err != nil {
			return err
		}
		switch {
		case row.UsedAt == nil && !now.Before(row.ExpiresAt):
			return unknownToken()
		case row.UsedAt == nil:
			if err := f.UseRefreshToken(ctx, hash, &now); err != nil {
				return wrap("use refresh token", err)
			}
		case now.Sub(*row.UsedAt) > grace:
			return f.reused(ctx, "grant.refresh_reuse")
		}
		err = f.give(ctx, issue(g, int(row.Generation)+1))
		g = f.grant
		return err
	})
	return g, wrap("rotate refresh token", err)
}

// Token implements authorization.GrantStore with one query.
func (s *Store) Token(ctx context.Context, hash []byte) (authorization.Grant, authorization.AccessToken, authorization.Person, error) {
	r, err := s.q.AccessToken(ctx, hash, s.now())
	if err != nil {
		return authorization.Grant{}, authorization.AccessToken{}, authorization.Person{}, missing("load access token", err, platform.CodeNotFound, unknownToken().Error())
	}
	g, err := toGrant(r.OauthGrant)
	if err != nil {
		return authorization.Grant{}, authorization.AccessToken{}, authorization.Person{}, err
	}
	scopes, err := readTexts(r.TokenScopes)
	u, until := toUser(r.User), r.TokenExpiresAt.UTC()
	if !u.ExpiresAt.IsZero() && u.ExpiresAt.Before(until) {
		until = u.ExpiresAt
	}
	return g, authorization.AccessToken{Hash: hash, Scopes: scopes, ExpiresAt: until},
		authorization.Person{ID: u.ID, Email: u.Email, Name: u.Name, Verified: !u.EmailVerifiedAt.IsZero(), Suspended: u.Suspended, Reviews: u.Reviews}, err
}

// RevokeToken implements authorization.GrantStore. What the person has agreed to stays.
func (s *Store) RevokeToken(ctx context.Context, hash []byte, client string) error {
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindAnonymous}}
	err := s.changeFamily(ctx, func(t tx) (db.OauthGrant, error) { return t.LockGrantOfRefreshToken(ctx, hash, &t.now) }, func(f *family) error {
		if f.grant.Client != client {
			return nil
		}
		by.User = f.grant.User
		return s.endGrant(ctx, f.tx, f.grant, by, change{action: "grant.return"})
	})
	if platform.IsCode(err, platform.CodeNotFound) {
		err = s.changeFamily(ctx, func(t tx) (db.OauthGrant, error) { return t.LockGrantOfAccessToken(ctx, hash) }, func(f *family) error {
			if f.grant.Client != client {
				return nil
			}
			if _, err := f.DeleteAccessToken(ctx, hash); err != nil {
				return wrap("delete access token", err)
			}
			return s.standing(ctx, f.tx, string(f.grant.ID))
		})
	}
	if platform.IsCode(err, platform.CodeNotFound) { // unknown, or gone already
		return nil
	}
	return wrap("revoke token", err)
}
