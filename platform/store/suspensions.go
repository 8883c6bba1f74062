package store

import (
	"context"
	"fmt"
	"time"

	"berth/platform"
)

// Suspend suspends an app, a workspace with its apps, or a person with the workspaces that have no other owner who is not
// suspended. It returns the slugs that are no longer served. An unknown name is NOT_FOUND. Suspending again replaces the reason.
func (s *Store) Suspend(ctx context.Context, kind platform.SuspensionKind, name, reason string) ([]string, error) {
	slugs, err := s.setSuspension(ctx, kind, name, &reason)
	return slugs, wrap("suspend", err)
}

// Resume ends a suspension, of a person also for the workspaces that they own. It returns the slugs that may be served again. What
// is not suspended stays as it is. A workspace that is suspended because its owners are is CONFLICT.
func (s *Store) Resume(ctx context.Context, kind platform.SuspensionKind, name string) ([]string, error) {
	slugs, err := s.setSuspension(ctx, kind, name, nil)
	return slugs, wrap("resume", err)
}

// OnSuspended has tell called with the slugs of the apps that this process has suspended or resumed, by changes of suspensions or of
// people, before the method that changed them returns: what Follow reports of the other replicas' changes.
func (s *Store) OnSuspended(tell func(slugs ...string)) { s.suspensions.Store(&tell) }

// suspending is one act of an operator: to suspend for a reason, or to resume if reason is nil.
type suspending struct {
	tx
	store  *Store
	reason *string
}

func (s *Store) setSuspension(ctx context.Context, kind platform.SuspensionKind, name string, reason *string) (slugs []string, err error) {
	act := map[platform.SuspensionKind]func(*suspending, context.Context, string) error{
		platform.SuspendedApp: (*suspending).app, platform.SuspendedWorkspace: (*suspending).workspace, platform.SuspendedUser: (*suspending).user,
	}[kind]
	if act == nil {
		return nil, platform.Errorf(platform.CodeBadRequest, "%q cannot be suspended: an app, a workspace or a user can.", kind)
	}
	err = s.inTransaction(ctx, func(t tx) error {
		err := act(&suspending{tx: t, store: s, reason: reason}, ctx, name)
		slugs = t.told.slugs
		return err
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

// auditSuspension writes the audit row of a suspension that has changed, which no person has done. before and now are its reasons.
func (t tx) auditSuspension(ctx context.Context, ws platform.WorkspaceID, kind platform.SuspensionKind, target string, before, now *string) error {
	verb := "suspend"
	if now == nil {
		verb = "resume"
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem}}
	return t.audit(ctx, by, change{ws, fmt.Sprintf("%s.%s", kind, verb), target, reasonFields(before), reasonFields(now)})
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
		if err := x.store.suspended(ctx, x.tx, app.ServedSlug); err != nil {
			return err
		}
	}
	return x.auditSuspension(ctx, app.Workspace, platform.SuspendedApp, string(app.ID), before, x.reason)
}

func (x *suspending) workspace(ctx context.Context, id string) error {
	none := fmt.Sprintf("There is no workspace with the id %q.", id)
	if !validID(id) {
		return platform.Errorf(platform.CodeNotFound, "%s", none)
	}
	ws, err := x.LockWorkspace(ctx, id)
	if err != nil {
		return missing("lock workspace", err, platform.CodeNotFound, none)
	}
	if x.reason != nil {
		return x.store.close(ctx, x.tx, ws, x.reason, nil)
	}
	owner, err := x.closingOwner(ctx, id)
	if err != nil {
		return err
	}
	if ws.SuspendedWith != nil {
		return platform.Errorf(platform.CodeConflict, "The workspace %s is suspended because its owners are: resume the user %s.", id, owner.Email)
	}
	if ws.SuspendedReason == nil {
		return nil
	}
	if owner.ID != "" { // it stays suspended, for another reason
		if err := x.auditSuspension(ctx, platform.WorkspaceID(id), platform.SuspendedWorkspace, id, ws.SuspendedReason, nil); err != nil {
			return err
		}
	}
	return x.store.close(ctx, x.tx, ws, owner.SuspendedReason, optional(owner.ID))
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
	in, err := x.lockWorkspacesOf(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, id := range in {
		if err := x.store.weigh(ctx, x.tx, id); err != nil {
			return err
		}
	}
	if err := x.store.standing(ctx, x.tx, user.ID); err != nil {
		return err
	}
	return x.auditSuspension(ctx, "", platform.SuspendedUser, user.ID, user.SuspendedReason, x.reason)
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
