package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/secrets"
	"berth/platform/store/db"
)

var _ secrets.Store = (*Store)(nil)

// AppSecrets implements secrets.Store.
func (s *Store) AppSecrets(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]secrets.Kept, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, err
	}
	rows, err := s.q.AppSecrets(ctx, string(app))
	if err != nil {
		return nil, wrap("list secrets", err)
	}
	all := make([]secrets.Kept, len(rows))
	for i, r := range rows {
		hosts, err := readTexts(r.Hosts)
		if err != nil {
			return nil, err
		}
		all[i] = secrets.Kept{Name: r.Name, Hosts: hosts, SetAt: r.SetAt.UTC(), UsedAt: value(r.UsedAt).UTC()}
	}
	return all, nil
}

// SealedSecrets implements secrets.Store.
func (s *Store) SealedSecrets(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]secrets.Sealed, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, err
	}
	rows, err := s.q.SealedSecrets(ctx, string(app))
	if err != nil {
		return nil, wrap("load secrets", err)
	}
	all := make([]secrets.Sealed, len(rows))
	for i, r := range rows {
		hosts, err := readTexts(r.Hosts)
		if err != nil {
			return nil, err
		}
		all[i] = secrets.Sealed{Name: r.Name, Hosts: hosts, Value: r.Value, UsedAt: value(r.UsedAt).UTC()}
	}
	return all, nil
}

// SetSecret implements secrets.Store.
func (s *Store) SetSecret(ctx context.Context, by platform.Actor, app platform.AppID, secret secrets.Sealed) error {
	hosts, err := texts(secret.Hosts)
	if err != nil {
		return fmt.Errorf("write hosts of secret: %w", err)
	}
	return s.changeSecrets(ctx, by, app, func(t tx, have []db.AppSecretsRow) (change, error) {
		c := change{by.Workspace, "secret.set", string(app), nil, fields{"name": secret.Name, "hosts": secret.Hosts}}
		if at := named(have, secret.Name); at >= 0 {
			was, err := readTexts(have[at].Hosts)
			if err != nil {
				return c, err
			}
			c.before = fields{"name": secret.Name, "hosts": was}
		} else if len(have) >= secrets.MaxSecrets {
			return c, platform.Errorf(platform.CodeLimitReached, "This app has reached its limit of %d secrets.", secrets.MaxSecrets)
		}
		err := t.SetAppSecret(ctx, db.SetAppSecretParams{AppID: string(app), Name: secret.Name, Hosts: hosts, Value: secret.Value, SetAt: t.now})
		return c, wrap("store secret", err)
	})
}

// DeleteSecret implements secrets.Store.
func (s *Store) DeleteSecret(ctx context.Context, by platform.Actor, app platform.AppID, name string) error {
	return s.changeSecrets(ctx, by, app, func(t tx, have []db.AppSecretsRow) (change, error) {
		at := named(have, name)
		if at < 0 {
			return change{}, secrets.NotThere()
		}
		hosts, err := readTexts(have[at].Hosts)
		if err != nil {
			return change{}, err
		}
		_, err = t.DeleteAppSecret(ctx, string(app), name)
		return change{by.Workspace, "secret.delete", string(app), fields{"name": name, "hosts": hosts}, nil}, wrap("delete secret", err)
	})
}

func named(have []db.AppSecretsRow, name string) int {
	return slices.IndexFunc(have, func(r db.AppSecretsRow) bool { return r.Name == name })
}

// changeSecrets runs one change of an app's secrets, of which replicas then hear.
func (s *Store) changeSecrets(ctx context.Context, by platform.Actor, id platform.AppID, act func(t tx, have []db.AppSecretsRow) (change, error)) error {
	return wrap("change secrets", s.changeIn(ctx, by, func(t tx) error {
		app, err := t.lockApp(ctx, by.Workspace, id)
		if err != nil {
			return err
		}
		if app.Origin == platform.OriginSeeded {
			return platform.Errorf(platform.CodeForbidden, "This app ships with the server: it has no secrets.")
		}
		have, err := t.AppSecrets(ctx, string(id))
		if err != nil {
			return wrap("list secrets", err)
		}
		c, err := act(t, have)
		if err != nil {
			return err
		}
		if err := s.changed(ctx, t, id); err != nil {
			return err
		}
		return t.audit(ctx, by, c)
	}))
}

// MarkSecretsUsed implements secrets.Store.
func (s *Store) MarkSecretsUsed(ctx context.Context, uses []secrets.Use, every time.Duration) error {
	for _, u := range uses {
		at, before := u.At.UTC(), u.At.UTC().Add(-every)
		err := s.q.UseAppSecret(ctx, db.UseAppSecretParams{At: &at, AppID: string(u.App), Name: u.Name, Before: &before})
		if err != nil {
			return wrap("store use of secret", err)
		}
	}
	return nil
}
