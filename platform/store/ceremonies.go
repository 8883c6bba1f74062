package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

var _ identity.CeremonyStore = (*Store)(nil)

const noCeremony = "There is no such question to a browser."

// CreateCeremony implements identity.CeremonyStore.
func (s *Store) CreateCeremony(ctx context.Context, hash, ceremony []byte, expires time.Time) error {
	return wrap("keep ceremony", s.q.InsertCeremony(ctx, hash, string(ceremony), expires))
}

// TakeCeremony implements identity.CeremonyStore.
func (s *Store) TakeCeremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error) {
	c, err := s.q.TakeCeremony(ctx, hash)
	if err != nil {
		return nil, missing("take ceremony", err, platform.CodeNotFound, noCeremony)
	}
	if !now.Before(c.ExpiresAt) {
		return nil, platform.Errorf(platform.CodeNotFound, noCeremony)
	}
	return []byte(c.Ceremony), nil
}
