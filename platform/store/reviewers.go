package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

const noReviewer = "There is no account for the reviewers of this app."

// reviewersOnly is what an account for reviewers is told.
func reviewersOnly() error {
	return platform.Errorf(platform.CodeForbidden, "This account is for the reviewers of one app, and can do nothing but sign in there.")
}

// Reviewer implements identity.Reviewers.
func (s *Store) Reviewer(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (identity.User, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return identity.User{}, err
	}
	u, err := s.q.Reviewer(ctx, optional(string(app)))
	if err != nil {
		return identity.User{}, missing("load reviewer", err, platform.CodeNotFound, noReviewer)
	}
	return toUser(u), nil
}

// CreateReviewer implements identity.Reviewers.
func (s *Store) CreateReviewer(ctx context.Context, by platform.Actor, u identity.User) error {
	return s.changeReviewer(ctx, by, u.Reviews, func(t tx, former db.User) error {
		err := t.mayGrant(ctx, u.Reviews)
		if platform.IsCode(err, platform.CodeAppNotFound) {
			return platform.Errorf(platform.CodeConflict, "The app is not live: publish it first.")
		}
		if err != nil {
			return err
		}
		if err := t.insertUser(ctx, u); err != nil {
			return err
		}
		if former.ID != "" {
			if err := s.standing(ctx, t, former.ID); err != nil {
				return err
			}
		}
		return t.audit(ctx, by, change{by.Workspace, "reviewer.create", string(u.Reviews), reviewerFields(former), fields{"email": u.Email, "expiresAt": u.ExpiresAt}})
	})
}

// DeleteReviewer implements identity.Reviewers.
func (s *Store) DeleteReviewer(ctx context.Context, by platform.Actor, app platform.AppID) error {
	return s.deleteReviewer(ctx, by, app, func(db.User) bool { return true })
}

// deleteReviewer deletes the account if it is one that may go.
func (s *Store) deleteReviewer(ctx context.Context, by platform.Actor, app platform.AppID, may func(db.User) bool) error {
	return s.changeReviewer(ctx, by, app, func(t tx, former db.User) error {
		if former.ID == "" || !may(former) {
			return platform.Errorf(platform.CodeNotFound, noReviewer)
		}
		if err := s.standing(ctx, t, former.ID); err != nil {
			return err
		}
		return t.audit(ctx, by, change{by.Workspace, "reviewer.delete", string(app), reviewerFields(former), nil})
	})
}

// changeReviewer runs fn when the account that the app had has been deleted, which is zero where it had none. Such changes of an app happen one at a time.
func (s *Store) changeReviewer(ctx context.Context, by platform.Actor, app platform.AppID, fn func(t tx, former db.User) error) error {
	return wrap("change reviewer", s.changeIn(ctx, by, func(t tx) error {
		if _, err := t.lockApp(ctx, by.Workspace, app); err != nil {
			return err
		}
		former, err := t.endReviewer(ctx, app)
		if err != nil {
			return err
		}
		return fn(t, former)
	}))
}

// reviewerFields are what the audit trail says of an account.
func reviewerFields(u db.User) fields {
	if u.ID == "" {
		return nil
	}
	return fields{"email": u.Email, "expiresAt": value(u.ExpiresAt).UTC()}
}

// endReviewer deletes the account for the reviewers of an app, with what is theirs there, and returns it, zero where there was none. The caller
// tells the feed.
func (t tx) endReviewer(ctx context.Context, app platform.AppID) (db.User, error) {
	u, err := t.LockReviewer(ctx, optional(string(app)))
	if errors.Is(err, pgx.ErrNoRows) {
		return db.User{}, nil
	}
	if err != nil {
		return db.User{}, wrap("lock reviewer", err)
	}
	if err := t.endRights(ctx, u.ID); err != nil {
		return db.User{}, err
	}
	from, err := tablesOf(ctx, t.Queries, app, platform.UserID(u.ID))
	if err != nil {
		return db.User{}, err
	}
	if err := t.deleteRows(ctx, platform.UserID(u.ID), from); err != nil {
		return db.User{}, err
	}
	return u, t.deletePerson(ctx, u.ID)
}

// pruneReviewers deletes the accounts that have ended. Of replicas that do so at once, one does.
func (s *Store) pruneReviewers(ctx context.Context, now time.Time) error {
	return inBatches(func() (int64, error) {
		expired, err := s.q.ExpiredReviewers(ctx, &now, pruneBatch)
		if err != nil {
			return 0, wrap("list expired reviewers", err)
		}
		for _, e := range expired {
			by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, Workspace: platform.WorkspaceID(e.WorkspaceID)}}
			err := s.deleteReviewer(ctx, by, platform.AppID(e.ID), func(u db.User) bool { return toUser(u).Ended(now) }) // there may be another one by now
			if err != nil && !platform.IsCode(err, platform.CodeNotFound) && !platform.IsCode(err, platform.CodeAppNotFound) {
				return 0, err
			}
		}
		return int64(len(expired)), nil
	})
}
