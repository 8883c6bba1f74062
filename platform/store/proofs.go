package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// mailWindow is the time within which mails to an address are counted.
const mailWindow = time.Hour

// TakeMail implements identity.Proofs. Many at once, on whichever replica, take their turn.
func (s *Store) TakeMail(ctx context.Context, email string, now time.Time, limit int) error {
	key := emailKey(email)
	return wrap("count mail", s.inTransaction(ctx, func(t tx) error {
		if err := t.OpenEmailBudget(ctx, key, now); err != nil {
			return wrap("open count", err)
		}
		text, err := t.LockEmailBudget(ctx, key)
		if err != nil {
			return wrap("lock count", err)
		}
		var sent []int64
		if err := json.Unmarshal([]byte(text), &sent); err != nil {
			return fmt.Errorf("decode count of mails: %w", err)
		}
		sent = slices.DeleteFunc(sent, func(at int64) bool { return !time.Unix(at, 0).After(now.Add(-mailWindow)) })
		if len(sent) >= limit {
			wait := time.Unix(sent[len(sent)-limit], 0).Add(mailWindow).Sub(now)
			e := platform.Errorf(platform.CodeRateLimited, "%d mails were sent to this address within an hour. Try again in %d minutes.", limit, 1+int(wait/time.Minute))
			e.RetryAfter = wait
			return e
		}
		next, err := platform.PlainJSON(append(sent, now.Unix()))
		if err != nil {
			return fmt.Errorf("encode count of mails: %w", err)
		}
		return wrap("count", t.SetEmailBudget(ctx, key, next, now))
	}))
}

// CreateCode implements identity.Proofs.
func (s *Store) CreateCode(ctx context.Context, c identity.Code) error {
	return wrap("create code", s.q.InsertEmailCode(ctx, db.InsertEmailCodeParams{Browser: c.Browser, Email: c.Email, Hash: c.Hash, ExpiresAt: c.ExpiresAt}))
}

const noCode = "This code is no longer valid."

// TryCode implements identity.Proofs.
func (s *Store) TryCode(ctx context.Context, browser []byte, now time.Time, most int) (identity.Code, error) {
	c, err := s.q.TryEmailCode(ctx, browser, now, int32(most))
	if err != nil {
		return identity.Code{}, missing("try code", err, platform.CodeNotFound, noCode)
	}
	return identity.Code{Browser: c.Browser, Email: c.Email, Hash: c.Hash, Tries: int(c.Tries), ExpiresAt: c.ExpiresAt.UTC()}, nil
}

// UseCode implements identity.Proofs.
func (s *Store) UseCode(ctx context.Context, browser []byte) error {
	n, err := s.q.DeleteEmailCode(ctx, browser)
	if err != nil {
		return wrap("use code", err)
	}
	if n == 0 {
		return platform.Errorf(platform.CodeNotFound, noCode)
	}
	return nil
}

// CreateLink implements identity.Proofs.
func (s *Store) CreateLink(ctx context.Context, l identity.Link) error {
	return wrap("create link", s.inTransaction(ctx, func(t tx) error {
		if err := t.DeleteEmailLinks(ctx, string(l.User.ID), string(l.Purpose)); err != nil {
			return wrap("delete links", err)
		}
		err := t.InsertEmailLink(ctx, db.InsertEmailLinkParams{Hash: l.Hash, UserID: string(l.User.ID), Purpose: string(l.Purpose), Email: l.Email, ExpiresAt: l.ExpiresAt})
		if sqlState(err) == foreignKey {
			return platform.Errorf(platform.CodeNotFound, "There is no such person.")
		}
		if err != nil {
			return wrap("insert link", err)
		}
		by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem}}
		return t.audit(ctx, by, change{"", "link.create", string(l.User.ID), nil, fields{"purpose": l.Purpose, "mailed": l.Email != "", "expiresAt": l.ExpiresAt}})
	}))
}

// LinkByHash implements identity.Proofs.
func (s *Store) LinkByHash(ctx context.Context, hash []byte) (identity.Link, error) {
	r, err := s.q.EmailLink(ctx, hash)
	if err != nil {
		return identity.Link{}, missing("load link", err, platform.CodeNotFound, usedLink)
	}
	l := r.EmailLink
	return identity.Link{User: toUser(r.User), Purpose: identity.LinkPurpose(l.Purpose), Email: l.Email, Hash: l.Hash, ExpiresAt: l.ExpiresAt.UTC()}, nil
}

// Invited implements identity.Proofs.
func (s *Store) Invited(ctx context.Context, email string, proven bool, now time.Time) (bool, error) {
	key := emailKey(email)
	n, err := s.q.CountInvitationsOf(ctx, key, now)
	if err != nil || n > 0 {
		return n > 0, wrap("count invitations", err)
	}
	_, domain, ok := strings.Cut(key, "@")
	if !ok {
		return false, nil
	}
	const most = 20
	for after := ""; ; {
		apps, err := s.q.AppsNaming(ctx, domain+`"`, after, most)
		if err != nil {
			return false, wrap("list apps that name people", err)
		}
		for _, app := range apps {
			var d struct {
				Allow platform.Allow `json:"allow"`
			}
			if err := json.Unmarshal([]byte(*app.Draft), &d); err != nil {
				return false, fmt.Errorf("decode draft of app %s: %w", app.ID, err)
			}
			if !proven {
				d.Allow.Domains = nil
			}
			if !d.Allow.IsZero() && d.Allow.Admits(email) {
				return true, nil
			}
			after = app.ID
		}
		if len(apps) < most {
			return false, nil
		}
	}
}

// Establish implements identity.Proofs.
func (s *Store) Establish(ctx context.Context, by platform.Actor, user platform.UserID, link []byte,
	edit func(identity.User) (identity.User, identity.Ends, error),
) (identity.User, error) {
	var u identity.User
	err := s.inTransaction(ctx, func(t tx) error {
		row, err := t.LockUser(ctx, string(user))
		if err != nil {
			return userMissing("lock user", err)
		}
		if by.Session != "" {
			if err := t.prove(ctx, by); err != nil {
				return err
			}
		}
		if link != nil {
			if _, err := t.UseEmailLink(ctx, link, string(user), t.now); err != nil {
				return missing("use link", err, platform.CodeNotFound, usedLink)
			}
		}
		before := toUser(row)
		next, ends, err := edit(before)
		if err != nil {
			return err
		}
		u = next
		if _, err := t.storeUser(ctx, by, before, &u); err != nil {
			return err
		}
		if err := t.end(ctx, by, u.ID, ends); err != nil {
			return err
		}
		return s.standing(ctx, t, string(u.ID)) // which all that is remembered of them hears of, tokens too
	})
	if err != nil {
		return identity.User{}, wrap("establish", err)
	}
	return u, nil
}

// end takes from a person what ends says, and the links that were for whoever had it.
func (t tx) end(ctx context.Context, by platform.Actor, user platform.UserID, ends identity.Ends) error {
	if ends == identity.EndNothing {
		return nil
	}
	for _, purpose := range []identity.LinkPurpose{identity.LinkVerify, identity.LinkReset} {
		if err := t.DeleteEmailLinks(ctx, string(user), string(purpose)); err != nil {
			return wrap("delete links", err)
		}
	}
	if err := t.DeleteSignInLinks(ctx, string(user)); err != nil {
		return wrap("delete sign-in links", err)
	}
	if err := t.endSessions(ctx, by, user); err != nil {
		return err
	}
	if _, err := t.DeleteOAuthGrantsOf(ctx, string(user)); err != nil {
		return wrap("delete grants", err)
	}
	if err := t.WithdrawOAuthConsentsOf(ctx, string(user)); err != nil {
		return wrap("withdraw consents", err)
	}
	if ends < identity.EndWaysIn {
		return nil
	}
	return t.endWaysIn(ctx, by, user)
}

// endWaysIn takes from a person what whoever had the account before could come back by: to the account, or to its workspaces.
func (t tx) endWaysIn(ctx context.Context, by platform.Actor, user platform.UserID) error {
	passkeys, err := t.DeletePasskeysOf(ctx, string(user))
	if err != nil {
		return wrap("delete passkeys", err)
	}
	identities, err := t.DeleteIdentitiesOf(ctx, string(user))
	if err != nil {
		return wrap("delete identities", err)
	}
	keys, err := t.DeleteKeysOfMaker(ctx, string(user))
	if err != nil {
		return wrap("delete keys", err)
	}
	revoked, err := t.RevokeInvitationsMadeBy(ctx, string(user))
	if err != nil {
		return wrap("delete invitations", err)
	}
	if err := t.auditRevoked(ctx, by, revoked...); err != nil {
		return err
	}
	if keys > 0 {
		if err := t.audit(ctx, by, change{"", "key.delete_all", string(user), nil, fields{"keys": keys}}); err != nil {
			return err
		}
	}
	if passkeys+identities == 0 {
		return nil
	}
	return t.audit(ctx, by, change{"", "user.ways_in.delete_all", string(user), nil, fields{"passkeys": passkeys, "identities": identities}})
}
