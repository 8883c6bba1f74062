package store

import (
	"context"
	"crypto/rand"
)

// Secret returns 32 random bytes, which are made on first use and then stay the same, on every replica.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	if kept, err := s.q.Secret(ctx, name); err == nil {
		return kept, nil
	}
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails
	if err := s.q.InsertSecret(ctx, name, fresh); err != nil {
		return nil, wrap("store secret", err)
	}
	kept, err := s.q.Secret(ctx, name)
	return kept, wrap("load secret", err)
}
