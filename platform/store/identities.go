package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

var _ identity.ProviderStore = (*Store)(nil)

// UserByIdentity implements identity.ProviderStore.
func (s *Store) UserByIdentity(ctx context.Context, issuer, subject string) (identity.User, error) {
	u, err := s.q.UserByIdentity(ctx, issuer, subject)
	if err != nil {
		return identity.User{}, userMissing("load user", err)
	}
	return toUser(u), nil
}

// LinkIdentity implements identity.ProviderStore.
func (s *Store) LinkIdentity(ctx context.Context, by platform.Actor, e identity.ExternalIdentity, at time.Time) error {
	return wrap("link user", s.inTransaction(ctx, func(t tx) error {
		err := t.InsertIdentity(ctx, db.InsertIdentityParams{Issuer: e.Issuer, Subject: e.Subject, UserID: string(by.User), CreatedAt: at})
		switch sqlState(err) {
		case unique:
			return platform.Errorf(platform.CodeConflict, "This account of theirs is linked already.")
		case foreignKey:
			return platform.Errorf(platform.CodeNotFound, "There is no such person.")
		}
		if err != nil {
			return wrap("insert identity", err)
		}
		return t.audit(ctx, by, change{"", "user.link", string(by.User), nil, fields{"issuer": e.Issuer}})
	}))
}
