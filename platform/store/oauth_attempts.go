package store

import (
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
)

// keepAttempts is how many attempts of an app are kept.
const keepAttempts = 50

// Attempt implements authorization.AttemptStore. An app or a person that is gone meanwhile has no attempts: that is no error.
func (s *Store) Attempt(ctx context.Context, a authorization.Attempt) error {
	err := s.inTransaction(ctx, func(t tx) error {
		if _, err := t.LockAppForRun(ctx, string(a.App)); err != nil {
			return missing("lock app", err, platform.CodeAppNotFound, "There is no such app.")
		}
		err := t.InsertOAuthAttempt(ctx, db.InsertOAuthAttemptParams{ID: a.ID, AppID: string(a.App), At: a.At, Client: clean(a.Client, maxClientID), Person: clean(a.Person, 500),
			Step: string(a.Step), Outcome: string(a.Outcome), Reason: clean(a.Reason, 2000), UserID: optional(string(a.User))})
		if err != nil {
			return err
		}
		return t.TrimOAuthAttempts(ctx, string(a.App), keepAttempts, pruneBatch)
	})
	if platform.IsCode(err, platform.CodeAppNotFound) || sqlState(err) == foreignKey {
		return nil
	}
	return wrap("store attempt", err)
}

// Attempts implements authorization.AttemptStore.
func (s *Store) Attempts(ctx context.Context, by platform.Actor, app platform.AppID) ([]authorization.Attempt, error) {
	if err := s.appHere(ctx, by.Workspace, app); err != nil {
		return nil, err
	}
	rows, err := s.q.OAuthAttempts(ctx, string(app), keepAttempts)
	if err != nil {
		return nil, wrap("list attempts", err)
	}
	attempts := make([]authorization.Attempt, len(rows))
	for i, row := range rows {
		r := row.OauthAttempt
		var client registered
		if err := json.Unmarshal([]byte(row.Metadata), &client); err != nil {
			return nil, fmt.Errorf("decode client %s: %w", r.Client, err)
		}
		attempts[i] = authorization.Attempt{ID: r.ID, App: app, At: r.At.UTC(), Client: r.Client, ClientName: client.Name, Person: r.Person,
			Step: authorization.Step(r.Step), Outcome: authorization.Outcome(r.Outcome), Reason: r.Reason}
	}
	return attempts, nil
}
