package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

var _ identity.PasskeyStore = (*Store)(nil)

const noPasskey = "There is no such passkey."

func toPasskey(p db.Passkey) identity.Passkey {
	return identity.Passkey{ID: platform.PasskeyID(p.ID), Credential: p.Credential, Record: []byte(p.Record), Name: p.Name,
		CreatedAt: p.CreatedAt.UTC(), LastUsedAt: value(p.LastUsedAt).UTC()}
}

// Passkeys implements identity.PasskeyStore.
func (s *Store) Passkeys(ctx context.Context, user platform.UserID) ([]identity.Passkey, error) {
	rows, err := s.q.Passkeys(ctx, string(user))
	if err != nil {
		return nil, wrap("list passkeys", err)
	}
	all := make([]identity.Passkey, len(rows))
	for i, r := range rows {
		all[i] = toPasskey(r)
	}
	return all, nil
}

// PasskeyOwner implements identity.PasskeyStore.
func (s *Store) PasskeyOwner(ctx context.Context, credential []byte) (identity.User, identity.Passkey, error) {
	r, err := s.q.PasskeyOwner(ctx, credential)
	if err != nil {
		return identity.User{}, identity.Passkey{}, missing("load passkey", err, platform.CodeNotFound, noPasskey)
	}
	return toUser(r.User), toPasskey(r.Passkey), nil
}

// AddPasskey implements identity.PasskeyStore.
func (s *Store) AddPasskey(ctx context.Context, by platform.Actor, p identity.Passkey, limit int) error {
	return wrap("add passkey", s.changeSelf(ctx, by, func(t tx, _ db.User) error {
		n, err := t.CountPasskeys(ctx, string(by.User))
		if err != nil {
			return wrap("count passkeys", err)
		}
		if n >= int64(limit) {
			return platform.Errorf(platform.CodeLimitReached, "You have %d passkeys, which is the most. Remove one that you no longer use.", limit)
		}
		err = t.InsertPasskey(ctx, db.InsertPasskeyParams{ID: string(p.ID), UserID: string(by.User), Credential: p.Credential,
			Record: string(p.Record), Name: p.Name, CreatedAt: p.CreatedAt})
		if sqlState(err) == unique {
			return platform.Errorf(platform.CodeConflict, "This passkey is known already.")
		}
		if err != nil {
			return wrap("insert passkey", err)
		}
		return t.audit(ctx, by, change{"", "passkey.create", string(p.ID), nil, fields{"name": p.Name}})
	}))
}

// UsePasskey implements identity.PasskeyStore.
func (s *Store) UsePasskey(ctx context.Context, user platform.UserID, p identity.Passkey, at time.Time) error {
	n, err := s.q.UsePasskey(ctx, db.UsePasskeyParams{ID: string(p.ID), UserID: string(user), Record: string(p.Record), LastUsedAt: &at})
	if err == nil && n == 0 {
		return platform.Errorf(platform.CodeNotFound, noPasskey)
	}
	return wrap("use passkey", err)
}

// DeletePasskey implements identity.PasskeyStore.
func (s *Store) DeletePasskey(ctx context.Context, by platform.Actor, id platform.PasskeyID) error {
	if !validID(string(id)) {
		return platform.Errorf(platform.CodeNotFound, noPasskey)
	}
	return wrap("delete passkey", s.changeSelf(ctx, by, func(t tx, _ db.User) error {
		n, err := t.DeletePasskey(ctx, string(id), string(by.User))
		if err != nil {
			return wrap("delete passkey", err)
		}
		if n == 0 {
			return platform.Errorf(platform.CodeNotFound, noPasskey)
		}
		return t.audit(ctx, by, change{"", "passkey.delete", string(id), nil, nil})
	}))
}
