package store

import (
	"context"
	"maps"
	"slices"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// appsAtOnce is how many apps are asked for at once for the rows of a person.
const appsAtOnce = 1000

// eachApp calls fn with every app that has tables, and with their revision.
func eachApp(ctx context.Context, q *db.Queries, fn func(app platform.AppID, revision int64) error) error {
	for after := ""; ; {
		apps, err := q.AppsWithTables(ctx, after, appsAtOnce)
		if err != nil || len(apps) == 0 {
			return wrap("list apps with tables", err)
		}
		for _, app := range apps {
			if err := fn(platform.AppID(app.AppID), app.Revision); err != nil {
				return err
			}
			after = app.AppID
		}
	}
}

// rowsOf returns the rows that are a person's in the tables of all apps, each app's together. Their owner is another id in each app.
func (s *Store) rowsOf(ctx context.Context, user platform.UserID) (all []db.RowsOfOwnerRow, err error) {
	return all, eachApp(ctx, s.q, func(app platform.AppID, _ int64) error {
		found, err := s.q.RowsOfOwner(ctx, platform.PersonID(app, user))
		all = append(all, found...)
		return wrap("list rows of owner", err)
	})
}

// holdings are the tables in which a person has rows, as far as they have been looked at.
type holdings struct {
	user   platform.UserID
	seen   map[platform.AppID]int64 // the revisions of apps, when they were looked at
	tables map[platform.AppID][]platform.TableRef
}

// look looks at all apps that have changed since they were looked at.
func (h *holdings) look(ctx context.Context, q *db.Queries) error {
	return eachApp(ctx, q, func(app platform.AppID, revision int64) error {
		if h.seen[app] == revision {
			return nil
		}
		h.seen[app] = revision
		var err error
		h.tables[app], err = tablesOf(ctx, q, app, h.user)
		return err
	})
}

// tablesOf returns the tables of an app in which a person has rows, or would have some again if an import were taken back.
func tablesOf(ctx context.Context, q *db.Queries, app platform.AppID, user platform.UserID) ([]platform.TableRef, error) {
	found, err := q.TablesOfOwner(ctx, string(app), platform.PersonID(app, user))
	var list []platform.TableRef
	for _, t := range found {
		list = append(list, platform.TableRef{Workspace: platform.WorkspaceID(t.WorkspaceID), App: app, Name: t.Name})
	}
	return list, wrap("list tables of owner", err)
}

// PersonalData implements identity.Leaving.
func (s *Store) PersonalData(ctx context.Context, user platform.UserID) (identity.PersonalData, error) {
	var d identity.PersonalData
	var err error
	if d.User, err = s.User(ctx, user); err != nil {
		return d, err
	}
	if d.Workspaces, err = s.Workspaces(ctx, user); err != nil {
		return d, err
	}
	if d.Tasks, err = s.Tasks(ctx, user, platform.TasksAll); err != nil {
		return d, err
	}
	booked, err := s.q.AppointmentsOfPerson(ctx, string(user))
	if err != nil {
		return d, wrap("list appointments", err)
	}
	for _, a := range booked {
		d.Appointments = append(d.Appointments, toAppointment(a))
	}
	found, err := s.rowsOf(ctx, user)
	for _, r := range found {
		d.Rows = append(d.Rows, identity.OwnedRow{App: r.AppName, Table: r.DataRow.TableName, Row: toRow(r.DataRow)})
	}
	return d, err
}

// DeleteUser implements identity.Leaving. The audit trail keeps that there was somebody, and nothing of what was theirs.
func (s *Store) DeleteUser(ctx context.Context, by platform.Actor) error {
	h := holdings{user: by.User, seen: map[platform.AppID]int64{}, tables: map[platform.AppID][]platform.TableRef{}}
	if err := h.look(ctx, s.q); err != nil { // at nearly all of it before there is a transaction
		return err
	}
	return wrap("delete user", s.changeSelf(ctx, by, func(t tx, self db.User) error {
		in, err := t.lockWorkspacesOf(ctx, self.ID)
		if err != nil {
			return err
		}
		if err := t.leaveWorkspaces(ctx, by); err != nil {
			return err
		}
		if err := t.endRights(ctx, self.ID); err != nil {
			return err
		}
		if err := h.look(ctx, t.Queries); err != nil {
			return err
		}
		var from []platform.TableRef
		for _, app := range slices.Sorted(maps.Keys(h.tables)) {
			from = append(from, h.tables[app]...)
		}
		if err := t.deleteRows(ctx, by.User, from); err != nil {
			return err
		}
		if err := t.deletePerson(ctx, self.ID); err != nil {
			return err
		}
		for _, id := range in {
			if err := s.weigh(ctx, t, id); err != nil {
				return err
			}
		}
		if err := s.standing(ctx, t, self.ID); err != nil {
			return err
		}
		return t.audit(ctx, by, change{"", "user.delete", self.ID, fields{"createdAt": self.CreatedAt}, nil})
	}))
}

// OnGone has tell called with the tables from which the rows of somebody who has gone were deleted, before the method that deleted
// them returns. Every other change of rows is told by package rows. tell must not use the store.
func (s *Store) OnGone(tell func(tables ...platform.TableRef)) { s.gone.Store(&tell) }

// endRights ends sessions, keys and grants of somebody who goes. Whoever writes a row in their name holds one of them until the row is stored, so
// that afterwards all of theirs are there to be seen. It comes before tables are locked, as in every transaction.
func (t tx) endRights(ctx context.Context, user string) error {
	if _, err := t.DeleteSessionsExcept(ctx, user, ""); err != nil {
		return wrap("delete sessions", err)
	}
	if _, err := t.DeleteKeysOfMaker(ctx, user); err != nil {
		return wrap("delete keys", err)
	}
	_, err := t.DeleteOAuthGrantsOf(ctx, user)
	return wrap("delete grants", err)
}

// deletePerson deletes somebody who is in no workspace, whose rights have ended and whose rows are deleted.
func (t tx) deletePerson(ctx context.Context, id string) error {
	if _, err := t.DeleteAppointmentsOfPerson(ctx, id); err != nil {
		return wrap("delete appointments", err)
	}
	if _, err := t.DeleteRunsOfCaller(ctx, id); err != nil {
		return wrap("delete runs", err)
	}
	_, err := t.DeleteUser(ctx, id)
	return wrap("delete user", err)
}

// leaveWorkspaces deletes the workspaces that are the actor's alone; all of the actor's are locked. One with apps or other people keeps its only owner; one whose addresses
// were served keeps those for good, without anybody in it.
func (t tx) leaveWorkspaces(ctx context.Context, by platform.Actor) error {
	alone, err := t.OwnedWorkspaces(ctx, string(by.User))
	if err != nil {
		return wrap("list workspaces", err)
	}
	for _, w := range alone {
		if err := t.DeleteMember(ctx, w.ID, string(by.User)); err != nil { // what they are just making there is made, and nothing after it
			return wrap("delete member", err)
		}
		left, err := t.WorkspaceContents(ctx, w.ID)
		switch {
		case err != nil:
			return wrap("count contents", err)
		case left.Apps > 0:
			return platform.Errorf(platform.CodeConflict, "You are the only owner of the workspace “%s”, which has apps. Delete them, or make somebody else an owner first.", w.Name)
		case left.People > 0:
			return platform.Errorf(platform.CodeConflict, "You are the only owner of the workspace “%s”, which has other members. Make one of them an owner, or remove them first.", w.Name)
		case left.Slugs > 0:
			err = t.RenameWorkspace(ctx, w.ID, "Left")
		default:
			err = t.DeleteWorkspace(ctx, w.ID)
		}
		if err != nil {
			return wrap("delete workspace", err)
		}
	}
	return nil
}

// deleteRows deletes the rows of a person in tables, as if they had done it by the tools of each app, and those that an import has kept.
func (t tx) deleteRows(ctx context.Context, user platform.UserID, from []platform.TableRef) error {
	if len(from) > 0 {
		if err := t.manyRows(ctx); err != nil {
			return err
		}
	}
	for _, ref := range from {
		app, owner := string(ref.App), platform.PersonID(ref.App, user)
		c := &tableChange{tx: t, at: rows.Scope{TableRef: ref, Tool: true, Owner: owner}}
		if err := c.lock(ctx); platform.IsCode(err, platform.CodeNotFound) || platform.IsCode(err, platform.CodeAppNotFound) { // it was deleted meanwhile
			continue
		} else if err != nil {
			return err
		}
		owned, err := t.RowsOfOwnerIn(ctx, app, ref.Name, owner)
		if err != nil {
			return wrap("list rows of owner", err)
		}
		for _, r := range owned {
			if err := t.DeleteDataRow(ctx, app, ref.Name, r.ID); err != nil {
				return wrap("delete row", err)
			}
			c.added--
			row := toRow(r)
			c.note(webhooks.RowDeleted, row, -len(row.Values))
		}
		if err := c.counted(ctx); err != nil {
			return err
		}
		t.told.tables = append(t.told.tables, ref)
		if err := t.DeleteKeptRowsOfOwner(ctx, app, ref.Name, owner); err != nil {
			return wrap("delete kept rows", err)
		}
	}
	return nil
}
