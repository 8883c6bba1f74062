package store

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// CreateKey implements identity.Store. A known hash is CONFLICT; limit 0 = none.
func (s *Store) CreateKey(ctx context.Context, by platform.Actor, k identity.Key, limit int) error {
	return wrap("create key", s.changeOver(ctx, by, k.Workspace, k.Role, func(t tx) error {
		n, err := t.CountKeys(ctx, string(k.Workspace))
		if err != nil {
			return wrap("count keys", err)
		}
		if limit > 0 && n >= int64(limit) {
			return platform.Errorf(platform.CodeLimitReached, "This workspace has reached its limit of %d keys (BERTH_LIMIT_KEYS).", limit)
		}
		err = t.InsertKey(ctx, db.InsertKeyParams{ID: string(k.ID), WorkspaceID: string(k.Workspace), MakerID: string(k.Maker.ID),
			MadeByKey: optional(string(k.MadeByKey)), Name: k.Name, Prefix: k.Prefix, Hash: k.Hash, Role: string(k.Role), CreatedAt: k.CreatedAt, ExpiresAt: optional(k.ExpiresAt)})
		switch sqlState(err) {
		case unique:
			return platform.Errorf(platform.CodeConflict, "There is already such a key.")
		case foreignKey:
			return platform.Errorf(platform.CodeNotFound, "There is no such member or key.")
		}
		if err != nil {
			return wrap("insert key", err)
		}
		after := fields{"name": k.Name, "prefix": k.Prefix, "role": k.Role, "expiresAt": optional(k.ExpiresAt)}
		if k.MadeByKey != "" {
			after["madeByKey"] = k.MadeByKey
		}
		return t.audit(ctx, by, change{k.Workspace, "key.create", string(k.ID), nil, after})
	}))
}

func toKey(r db.KeyByHashRow) identity.Key {
	k := r.ApiKey
	return identity.Key{ID: platform.KeyID(k.ID), Workspace: platform.WorkspaceID(k.WorkspaceID), Maker: toUser(r.User),
		MakerRole: platform.Role(r.MakerRole), MadeByKey: platform.KeyID(value(k.MadeByKey)), Name: k.Name, Prefix: k.Prefix, Hash: k.Hash, Role: platform.Role(k.Role),
		CreatedAt: k.CreatedAt.UTC(), ExpiresAt: value(k.ExpiresAt).UTC(), LastUsedAt: value(k.LastUsedAt).UTC()}
}

const noKey = "There is no such key."

// KeyByHash implements identity.Store.
func (s *Store) KeyByHash(ctx context.Context, hash []byte) (identity.Key, error) {
	r, err := s.q.KeyByHash(ctx, hash)
	if err != nil {
		return identity.Key{}, missing("load key", err, platform.CodeNotFound, noKey)
	}
	return toKey(r), nil
}

// Keys implements identity.Store.
func (s *Store) Keys(ctx context.Context, ws platform.WorkspaceID) ([]identity.Key, error) {
	rows, err := s.q.Keys(ctx, string(ws))
	if err != nil {
		return nil, wrap("list keys", err)
	}
	keys := make([]identity.Key, len(rows))
	for i, r := range rows {
		keys[i] = toKey(db.KeyByHashRow(r))
	}
	return keys, nil
}

// DeleteKey implements identity.Store. Another workspace's key is NOT_FOUND. Somebody who is suspended revokes keys of their own.
func (s *Store) DeleteKey(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, id platform.KeyID) error {
	if !validID(string(id)) {
		return platform.Errorf(platform.CodeNotFound, noKey)
	}
	return wrap("delete key", s.inTransaction(ctx, func(t tx) (err error) {
		if err := t.lockWorkspace(ctx, ws); err != nil {
			return err
		}
		by := by
		if by.Role, err = t.holds(ctx, by, ws, platform.RoleViewer); err != nil {
			return err
		}
		k, err := t.Key(ctx, string(id), string(ws))
		if err != nil {
			return missing("load key", err, platform.CodeNotFound, noKey)
		}
		if !identity.MaySee(by.Principal, toKey(db.KeyByHashRow(k))) {
			return platform.Errorf(platform.CodeNotFound, noKey)
		}
		if k.ApiKey.MakerID != string(by.User) || !by.MayResign() {
			if err := t.mayWrite(ctx, by); err != nil {
				return err
			}
		}
		deleted, err := t.deleteKey(ctx, by, ws, id)
		if err != nil {
			return err
		}
		return s.standing(ctx, t, deleted...)
	}))
}

// deleteKey deletes a key and first those that were made with it, each with its row in the audit trail. It returns the ids
// of all of them.
func (t tx) deleteKey(ctx context.Context, by platform.Actor, ws platform.WorkspaceID, id platform.KeyID) (deleted []string, err error) {
	children, err := t.KeysMadeBy(ctx, optional(string(id)))
	if err != nil {
		return nil, wrap("list keys made by key", err)
	}
	for _, child := range children {
		more, err := t.deleteKey(ctx, by, ws, platform.KeyID(child))
		if err != nil {
			return nil, err
		}
		deleted = append(deleted, more...)
	}
	k, err := t.DeleteKey(ctx, string(ws), string(id))
	if err != nil {
		return nil, missing("delete key", err, platform.CodeNotFound, noKey)
	}
	return append(deleted, string(id)), t.audit(ctx, by, change{ws, "key.delete", string(id), fields{"name": k.Name, "prefix": k.Prefix, "role": k.Role}, nil})
}

// TouchKey implements identity.Store.
func (s *Store) TouchKey(ctx context.Context, id platform.KeyID, at time.Time) error {
	return wrap("touch key", s.q.TouchKey(ctx, string(id), &at))
}
