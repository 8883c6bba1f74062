package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/store/db"
)

// slugsAtOnce bounds the slugs that one entry of the feed names.
const slugsAtOnce = 500

// Suspend suspends an app, a workspace with its apps, or a person with the workspaces that have no other owner who is not
// suspended. It returns the slugs that are no longer served; other replicas learn of them through the feed. An unknown name
// is NOT_FOUND. Suspending again replaces the reason.
func (s *Store) Suspend(ctx context.Context, kind platform.SuspensionKind, name, reason string) ([]string, error) {
	slugs, err := s.setSuspension(ctx, kind, name, &reason)
	return slugs, wrap("suspend", err)
}

// Resume ends a suspension. For a person it also ends those of the workspaces that were suspended with them. It returns the
// slugs that may be served again. What is not suspended stays as it is.
func (s *Store) Resume(ctx context.Context, kind platform.SuspensionKind, name string) ([]string, error) {
	slugs, err := s.setSuspension(ctx, kind, name, nil)
	return slugs, wrap("resume", err)
}

// suspending is one act of an operator: to suspend for a reason, or to resume if reason is nil.
type suspending struct {
	tx
	store  *Store
	reason *string
	slugs  []string // of the apps that are affected
}

func (s *Store) setSuspension(ctx context.Context, kind platform.SuspensionKind, name string, reason *string) (slugs []string, err error) {
	act := map[platform.SuspensionKind]func(*suspending, context.Context, string) error{
		platform.SuspendedApp: (*suspending).app, platform.SuspendedWorkspace: (*suspending).workspace, platform.SuspendedUser: (*suspending).user,
	}[kind]
	if act == nil {
		return nil, platform.Errorf(platform.CodeBadRequest, "%q cannot be suspended: an app, a workspace or a user can.", kind)
	}
	err = s.inTransaction(ctx, func(t tx) error {
		x := &suspending{tx: t, store: s, reason: reason}
		if err := act(x, ctx, name); err != nil {
			return err
		}
		slugs = x.slugs
		for part := range slices.Chunk(slugs, slugsAtOnce) {
			if err := s.changed(ctx, t, "", slices.Clone(part)...); err != nil {
				return err
			}
		}
		return nil
	})
	return slugs, err
}

// at returns the time of a suspension, nil when resuming.
func (x *suspending) at() *time.Time {
	if x.reason == nil {
		return nil
	}
	return &x.now
}

// note writes the audit row of the act, which no person has done. before is the reason until now.
func (x *suspending) note(ctx context.Context, ws platform.WorkspaceID, kind platform.SuspensionKind, target string, before *string) error {
	verb := "suspend"
	if x.reason == nil {
		verb = "resume"
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem}}
	return x.audit(ctx, by, change{ws, fmt.Sprintf("%s.%s", kind, verb), target, reasonFields(before), reasonFields(x.reason)})
}

func reasonFields(reason *string) fields {
	if reason == nil {
		return nil
	}
	return fields{"reason": *reason}
}

func (x *suspending) app(ctx context.Context, slug string) error {
	holder, err := x.SlugHolder(ctx, slug)
	if err != nil {
		return missing("look up slug", err, platform.CodeNotFound, fmt.Sprintf("No app has the slug %q.", slug))
	}
	if holder.AppID == nil {
		return platform.Errorf(platform.CodeNotFound, "The app that had the slug %q was deleted; the slug stays with the workspace %s.", slug, holder.WorkspaceID)
	}
	app, err := x.lockApp(ctx, platform.WorkspaceID(holder.WorkspaceID), platform.AppID(*holder.AppID))
	if err != nil {
		return err
	}
	before, err := x.AppSuspension(ctx, string(app.ID))
	if err != nil {
		return wrap("load app", err)
	}
	if before == nil && x.reason == nil {
		return nil
	}
	if err := x.SuspendApp(ctx, string(app.ID), x.reason, x.at()); err != nil {
		return wrap("update app", err)
	}
	if app.LiveVersion > 0 {
		x.slugs = append(x.slugs, app.ServedSlug)
	}
	return x.note(ctx, app.Workspace, platform.SuspendedApp, string(app.ID), before)
}

func (x *suspending) workspace(ctx context.Context, id string) error {
	return x.workspaceWith(ctx, id, nil)
}

// workspaceWith suspends or resumes a workspace. user is the person whose suspension includes it, nil when there is none.
func (x *suspending) workspaceWith(ctx context.Context, id string, user *string) error {
	none := fmt.Sprintf("There is no workspace with the id %q.", id)
	if !validID(id) {
		return platform.Errorf(platform.CodeNotFound, "%s", none)
	}
	ws, err := x.LockWorkspace(ctx, id)
	if err != nil {
		return missing("lock workspace", err, platform.CodeNotFound, none)
	}
	if ws.SuspendedReason == nil && x.reason == nil {
		return nil
	}
	err = x.SuspendWorkspace(ctx, db.SuspendWorkspaceParams{ID: id, SuspendedReason: x.reason, SuspendedAt: x.at(), SuspendedWith: user})
	if err != nil {
		return wrap("update workspace", err)
	}
	if _, err := x.LockFeed(ctx); err != nil { // no publish may be stored between this and LiveSlugs
		return wrap("lock feed", err)
	}
	slugs, err := x.LiveSlugs(ctx, id)
	if err != nil {
		return wrap("list slugs", err)
	}
	for _, slug := range slugs {
		x.slugs = append(x.slugs, value(slug))
	}
	return x.note(ctx, platform.WorkspaceID(id), platform.SuspendedWorkspace, id, ws.SuspendedReason)
}

func (x *suspending) user(ctx context.Context, email string) error {
	none := fmt.Sprintf("Nobody has the e-mail address %q.", email)
	found, err := x.UserByEmail(ctx, emailKey(email))
	if err != nil {
		return missing("look up user", err, platform.CodeNotFound, none)
	}
	user, err := x.LockUser(ctx, found.ID)
	if err != nil {
		return missing("lock user", err, platform.CodeNotFound, none)
	}
	if user.SuspendedReason == nil && x.reason == nil {
		return nil
	}
	if err := x.SuspendUser(ctx, user.ID, x.reason, x.at()); err != nil {
		return wrap("update user", err)
	}
	list, with := x.WorkspacesLeftAlone, &user.ID
	if x.reason == nil {
		list, with = func(ctx context.Context, id string) ([]string, error) { return x.WorkspacesSuspendedWith(ctx, &id) }, nil
	}
	workspaces, err := list(ctx, user.ID)
	if err != nil {
		return wrap("list workspaces", err)
	}
	for _, id := range workspaces {
		if err := x.workspaceWith(ctx, id, with); err != nil {
			return err
		}
	}
	if err := x.store.standing(ctx, x.tx, user.ID); err != nil {
		return err
	}
	return x.note(ctx, "", platform.SuspendedUser, user.ID, user.SuspendedReason)
}

// suspension returns the suspension that two columns hold, nil for none.
func suspension(reason *string, at *time.Time) *platform.Suspension {
	if reason == nil {
		return nil
	}
	return &platform.Suspension{Reason: *reason, At: value(at).UTC()}
}

// Publisher returns the workspace that an app belongs to.
func (s *Store) Publisher(ctx context.Context, app platform.AppID) (platform.Publisher, error) {
	row, err := s.q.Publisher(ctx, string(app))
	if err != nil {
		return platform.Publisher{}, appMissing("load publisher", err)
	}
	return platform.Publisher{Name: row.Name, Since: row.CreatedAt.UTC()}, nil
}
