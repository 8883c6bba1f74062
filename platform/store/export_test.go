package store

import (
	"context"

	"berth/platform"
	"berth/platform/store/db"
)

// FillTasks gives somebody n tasks, numbered from 1, without the audit trail.
func (s *Store) FillTasks(ctx context.Context, user platform.UserID, n int) error {
	return s.inTransaction(ctx, func(t tx) error {
		for range n {
			id, err := t.NextTaskID(ctx)
			if err != nil {
				return err
			}
			if _, err := t.InsertTask(ctx, db.InsertTaskParams{ID: id, UserID: string(user), Title: "a", CreatedAt: t.now}); err != nil {
				return err
			}
		}
		return nil
	})
}

// AuditRows is the whole audit table, oldest first.
func (s *Store) AuditRows(ctx context.Context) ([]db.Audit, error) {
	rows, err := s.queries().Query(ctx, `SELECT id, at, workspace_id, actor_kind, actor_user, actor_key, actor, action, target, before, after,
		address, user_agent, request_id FROM audit ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []db.Audit
	for rows.Next() {
		var a db.Audit
		if err := rows.Scan(&a.ID, &a.At, &a.WorkspaceID, &a.ActorKind, &a.ActorUser, &a.ActorKey, &a.Actor, &a.Action, &a.Target,
			&a.Before, &a.After, &a.Address, &a.UserAgent, &a.RequestID); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, rows.Err()
}

// CountSamples counts what is stored for an app, shown or not.
func (s *Store) CountSamples(ctx context.Context, app platform.AppID) (n int64, err error) {
	err = s.queries().QueryRow(ctx, "SELECT COUNT(*) FROM samples WHERE app_id = $1", string(app)).Scan(&n)
	return n, err
}

// SharedKey is the group that an app shares rows of the call log with.
func SharedKey(app platform.AppID) string { return sharedKey(app) }

// CountCallRows counts the rows of the call log under a key: an app's id, or that of a group.
func (s *Store) CountCallRows(ctx context.Context, key string) (n int64, err error) {
	err = s.queries().QueryRow(ctx, "SELECT COUNT(*) FROM call_batches WHERE app_id = $1", key).Scan(&n)
	return n, err
}

// ReadShared bounds the bytes of shared rows of the call log that one request reads.
func (s *Store) ReadShared(bytes int) { s.maxShared = bytes }
