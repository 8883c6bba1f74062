package store

import "context"

// Upgraded reports whether people used this database before there were defaults for how long things are kept. If so,
// everything is kept until the operator says otherwise. The value is set when the database is migrated and never changes.
func (s *Store) Upgraded(ctx context.Context) (bool, error) {
	upgraded, err := s.q.Upgraded(ctx)
	return upgraded, wrap("ask whether the database was upgraded", err)
}
