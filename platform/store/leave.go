package store

import (
	"context"
	"fmt"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/rows"
	"berth/platform/store/db"
	"berth/platform/webhooks"
)

// appsAtOnce is how many apps are asked for at once for the rows of a person.
const appsAtOnce = 1000

// rowsOf returns the rows that are a person's in the tables of all apps, each app's together. Their owner is another id in each app.
func (s *Store) rowsOf(ctx context.Context, user platform.UserID) ([]db.RowsOfOwnerRow, error) {
	var all []db.RowsOfOwnerRow
	for after := ""; ; {
		apps, err := s.q.AppsWithTables(ctx, after, appsAtOnce)
		if err != nil || len(apps) == 0 {
			return all, wrap("list apps with tables", err)
		}
		for _, app := range apps {
			found, err := s.q.RowsOfOwner(ctx, platform.PersonID(platform.AppID(app), user))
			if err != nil {
				return nil, wrap("list rows of owner", err)
			}
			all, after = append(all, found...), app
		}
	}
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
	owned, err := s.rowsOf(ctx, by.User)
	if err != nil {
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
		if err := t.deletePerson(ctx, self.ID, owned); err != nil {
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

// deletePerson deletes somebody who is in no workspace, with the rows that are theirs.
func (t tx) deletePerson(ctx context.Context, id string, owned []db.RowsOfOwnerRow) error {
	if err := t.deleteRows(ctx, owned); err != nil {
		return err
	}
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

// deleteRows deletes rows of one person, as if they had done it by the tools of each app.
func (t tx) deleteRows(ctx context.Context, owned []db.RowsOfOwnerRow) error {
	if len(owned) > 0 {
		if err := t.manyRows(ctx); err != nil {
			return err
		}
	}
	var c *tableChange
	for i, r := range owned {
		ref := platform.TableRef{App: platform.AppID(r.DataRow.AppID), Workspace: platform.WorkspaceID(r.WorkspaceID), Name: r.DataRow.TableName}
		if c == nil || c.at.TableRef != ref {
			c = &tableChange{tx: t, at: rows.Scope{TableRef: ref, Tool: true, Owner: r.DataRow.Owner}}
			if err := c.lock(ctx); platform.IsCode(err, platform.CodeNotFound) { // the app was deleted meanwhile
				c = nil
				continue
			} else if err != nil {
				return err
			}
		}
		row, err := c.row(ctx, ref, platform.RowID(r.DataRow.ID))
		if err == nil {
			if err := c.DeleteDataRow(ctx, r.DataRow.AppID, ref.Name, string(row.ID)); err != nil {
				return wrap("delete row", err)
			}
			c.added--
			c.note(webhooks.RowDeleted, row, -len(row.Values))
		} else if !platform.IsCode(err, platform.CodeNotFound) {
			return err
		}
		if i+1 == len(owned) || owned[i+1].DataRow.AppID != r.DataRow.AppID || owned[i+1].DataRow.TableName != ref.Name {
			if err := c.counted(ctx); err != nil {
				return err
			}
			if err := t.DeleteKeptRowsOfOwner(ctx, r.DataRow.Owner); err != nil {
				return fmt.Errorf("delete kept rows: %w", err)
			}
		}
	}
	return nil
}
