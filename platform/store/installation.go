package store

import "context"

// Upgraded reports whether people had used this database before there were defaults for how long things are kept: what
// they have is kept until the operator says otherwise. It stays what it was when the database was migrated.
func (s *Store) Upgraded(ctx context.Context) (bool, error) {
	upgraded, err := s.q.Upgraded(ctx)
	return upgraded, wrap("ask whether the database was upgraded", err)
}
