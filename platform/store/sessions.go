package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// CreateSession implements identity.Store. A change of the password ends all sessions of the person, so that no session may
// begin after it with the former password.
func (s *Store) CreateSession(ctx context.Context, by platform.Actor, n identity.Session) error {
	return wrap("create session", s.inTransaction(ctx, func(t tx) error {
		person, err := t.LockUser(ctx, string(n.User.ID))
		if err != nil {
			return userMissing("lock user", err)
		}
		if person.PasswordHash != n.User.PasswordHash {
			return platform.Errorf(platform.CodeUnauthenticated, "The password was changed at the same time. Sign in again.")
		}
		err = t.InsertSession(ctx, db.InsertSessionParams{ID: string(n.ID), UserID: string(n.User.ID), Hash: n.Hash,
			UserAgent: clean(n.UserAgent, 500), Address: clean(n.Address, 100),
			CreatedAt: n.CreatedAt, LastSeenAt: n.LastSeenAt, ExpiresAt: n.ExpiresAt})
		if err != nil {
			return wrap("insert session", err)
		}
		if by.User == "" {
			by.User, by.Email = n.User.ID, n.User.Email
		}
		return t.audit(ctx, by, change{"", "session.create", string(n.ID), nil, fields{"expiresAt": n.ExpiresAt}})
	}))
}

func toSession(r db.SessionByHashRow) identity.Session {
	n := r.Session
	return identity.Session{ID: platform.SessionID(n.ID), User: toUser(r.User), Hash: n.Hash, UserAgent: n.UserAgent, Address: n.Address,
		CreatedAt: n.CreatedAt.UTC(), LastSeenAt: n.LastSeenAt.UTC(), ExpiresAt: n.ExpiresAt.UTC()}
}

const noSession = "There is no such session."

// SessionByHash implements identity.Store.
func (s *Store) SessionByHash(ctx context.Context, hash []byte) (identity.Session, error) {
	r, err := s.q.SessionByHash(ctx, hash)
	if err != nil {
		return identity.Session{}, missing("load session", err, platform.CodeNotFound, noSession)
	}
	return toSession(r), nil
}

// TouchSession implements identity.Store.
func (s *Store) TouchSession(ctx context.Context, id platform.SessionID, at time.Time) error {
	return wrap("touch session", s.q.TouchSession(ctx, string(id), at))
}

// Sessions implements identity.Store: newest first.
func (s *Store) Sessions(ctx context.Context, user platform.UserID) ([]identity.Session, error) {
	rows, err := s.q.Sessions(ctx, string(user))
	if err != nil {
		return nil, wrap("list sessions", err)
	}
	sessions := make([]identity.Session, len(rows))
	for i, r := range rows {
		sessions[i] = toSession(db.SessionByHashRow(r))
	}
	return sessions, nil
}

// DeleteSession implements identity.Store. Another person's session is NOT_FOUND.
func (s *Store) DeleteSession(ctx context.Context, by platform.Actor, user platform.UserID, id platform.SessionID) error {
	if !validID(string(id)) {
		return platform.Errorf(platform.CodeNotFound, noSession)
	}
	return wrap("delete session", s.resign(ctx, by, func(t tx, _ db.User) error {
		n, err := t.DeleteSession(ctx, string(user), string(id))
		if err != nil {
			return wrap("delete session", err)
		}
		if n == 0 {
			return platform.Errorf(platform.CodeNotFound, noSession)
		}
		if err := s.standing(ctx, t, string(id)); err != nil {
			return err
		}
		return t.audit(ctx, by, change{"", "session.delete", string(id), nil, nil})
	}))
}

// endSessions signs the person out everywhere but in the actor's own browser.
func (t tx) endSessions(ctx context.Context, by platform.Actor, user platform.UserID) error {
	n, err := t.DeleteSessionsExcept(ctx, string(user), string(by.Session))
	if err != nil || n == 0 {
		return wrap("delete sessions", err)
	}
	return t.audit(ctx, by, change{"", "session.delete_all", string(user), nil, fields{"sessions": n}})
}
