package store

import (
	"context"
	"time"

	"berth/platform/authorization"
)

// UseAssertion implements Store of package assertion.
func (s *Store) UseAssertion(ctx context.Context, hash []byte, until time.Time) error {
	n, err := s.q.UseAssertion(ctx, hash, until)
	if err == nil && n == 0 {
		return authorization.ErrReused
	}
	return wrap("note an assertion", err)
}
