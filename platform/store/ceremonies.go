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
	return inTime("take ceremony", c.Ceremony, c.ExpiresAt, now, err)
}

// Ceremony returns a ceremony and leaves it where it is; one that has expired at now is NOT_FOUND.
func (s *Store) Ceremony(ctx context.Context, hash []byte, now time.Time) ([]byte, error) {
	c, err := s.q.Ceremony(ctx, hash)
	return inTime("load ceremony", c.Ceremony, c.ExpiresAt, now, err)
}

func inTime(verb, ceremony string, expires, now time.Time, err error) ([]byte, error) {
	if err != nil {
		return nil, missing(verb, err, platform.CodeNotFound, noCeremony)
	}
	if !now.Before(expires) {
		return nil, platform.Errorf(platform.CodeNotFound, noCeremony)
	}
	return []byte(ceremony), nil
}
