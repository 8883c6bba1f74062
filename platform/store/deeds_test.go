package store_test

import (
	"context"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/drift"
	"berth/platform/identity"
	"berth/platform/llm/access"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/secrets"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/webhooks"
)

// deed is one change that an actor makes in a workspace which is theirs, with things of it that the owner has made.
type deed func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error

// owned are things of a workspace for somebody to change.
type owned struct {
	ws         platform.WorkspaceID
	app        platform.App // published twice, and unpublished
	member     platform.Actor
	key        identity.Key
	invitation identity.Invitation
	task       int64              // of the actor
	session    platform.SessionID // another one of the actor
	elsewhere  []byte             // hash of an invitation to another workspace
	table      rows.Scope         // of an app with two tables, with an import to take back
	rows       []platform.Row     // four of it
	webhook    platform.WebhookID // of that app
	people     platform.App       // at which people sign in
	grant      platform.GrantID   // of the owner, there
	ownGrant   platform.GrantID   // of the actor, there
	guest      platform.UserID    // who has signed in there, and has nothing to do with the workspace
	passkey    platform.PasskeyID // of the actor
}

// tool is the table for those who use the app.
func (o *owned) tool() rows.Scope {
	at := o.table
	at.Tool = true
	return at
}

func aWebhook() webhooks.Webhook {
	return webhooks.Webhook{ID: platform.WebhookID(newID()), URL: "https://example.com", Events: webhooks.Kinds()}
}

// deeds are the changes by the name of their method. A method of Store that takes an actor and is not here fails the test.
func deeds() map[string]deed {
	return map[string]deed{
		"CreateApp": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.CreateApp(ctx, by, platform.App{Origin: platform.OriginAuthored, Draft: draft("New")}, 100)
			return err
		},
		"CreateAppWith": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.CreateAppWith(ctx, by, platform.App{Origin: platform.OriginAuthored, Draft: draft("New")}, first(0, filled("a", put("A"))))
			return err
		},
		"CopyApp": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.CopyApp(ctx, by, platform.App{Origin: platform.OriginAuthored, Draft: draft("Copy")}, publish.Original{App: o.table.App, MaxApps: 100})
			return err
		},
		"UpdateDraft": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.UpdateDraft(ctx, by, o.app.ID, 0, func(platform.App) (platform.Draft, error) { return draft("Renamed"), nil })
			return err
		},
		"DeleteApp": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.DeleteApp(ctx, by, o.app.ID, 0)
			return err
		},
		"Publish": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.Publish(ctx, by, publication(o.app))
			return err
		},
		"Unpublish": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.Unpublish(ctx, by, o.app.ID)
			return err
		},
		"Activate": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.Activate(ctx, by, o.app.ID, 1)
			return err
		},
		"SwitchMode": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.SwitchMode(ctx, by, o.app.ID, func(app platform.App, _ *platform.Manifest) (publish.Switched, error) {
				return publish.Switched{Draft: app.Draft, Live: platform.Switches{"x": {Mode: platform.ModeMock}}}, nil
			})
			return err
		},
		"UpdateDrift": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.UpdateDrift(ctx, by, drift.Place{App: o.app.ID, Version: o.app.LiveVersion, Tool: "x"}, looks)
		},
		"SetListing": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.SetListing(ctx, by, o.app.ID, platform.Listing{Tagline: "Things"})
		},
		"SetSampling": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.SetSampling(ctx, by, o.app.ID, platform.Sampling{Enabled: true, RetentionDays: 7})
			return err
		},
		"CreateTable": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			at := o.table
			at.Name = "more"
			_, err := s.CreateTable(ctx, by, at, platform.Table{Name: at.Name, Columns: []platform.Column{{Name: "a", Type: platform.ColumnText}}})
			return err
		},
		"ChangeTable": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.ChangeTable(ctx, by, o.table, func(p rows.Present) (rows.Edited, error) {
				p.Table.Title = "Other"
				return rows.Edited{Table: p.Table}, nil
			})
			return err
		},
		"DeleteTable": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			at := o.table
			at.Name = "spare"
			return s.DeleteTable(ctx, by, at, func(rows.Present) error { return nil })
		},
		"InsertRows": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, _, err := s.InsertRows(ctx, by, o.table, func(platform.Table) ([]rows.Put, error) { return []rows.Put{put("More")}, nil })
			return err
		},
		"UpdateRow": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			at := rows.Target{Scope: o.table, ID: o.rows[0].ID}
			_, _, err := s.UpdateRow(ctx, by, at, func(platform.Table, platform.Row) (rows.Put, error) { return put("Changed"), nil })
			return err
		},
		"DeleteRow": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, _, err := s.DeleteRow(ctx, by, rows.Target{Scope: o.table, ID: o.rows[1].ID})
			return err
		},
		"ImportRows": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.ImportRows(ctx, by, o.table, false, func(rows.Present) (rows.Import, error) { return rows.Import{New: []rows.Put{put("Imported")}}, nil })
			return err
		},
		"UndoImport": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.UndoImport(ctx, by, o.table, keysOf)
			return err
		},
		"InsertRows by a tool": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, _, err := s.InsertRows(ctx, by, o.tool(), func(platform.Table) ([]rows.Put, error) { return []rows.Put{put("Tool")}, nil })
			return err
		},
		"UpdateRow by a tool": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			at := rows.Target{Scope: o.tool(), ID: o.rows[2].ID}
			_, _, err := s.UpdateRow(ctx, by, at, func(platform.Table, platform.Row) (rows.Put, error) { return put("Used"), nil })
			return err
		},
		"DeleteRow by a tool": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, _, err := s.DeleteRow(ctx, by, rows.Target{Scope: o.tool(), ID: o.rows[3].ID})
			return err
		},
		"AddWebhook": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.AddWebhook(ctx, by, o.table.App, aWebhook(), []byte("sealed"))
			return err
		},
		"DeleteWebhook": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeleteWebhook(ctx, by, o.table.App, o.webhook)
		},
		"SetOwnModel": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.SetOwnModel(ctx, by, access.Own{Settings: access.Settings{Provider: access.Echo}, Sealed: []byte{}})
			return err
		},
		"DeleteOwnModel": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			return s.DeleteOwnModel(ctx, by)
		},
		"SetSecret": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.SetSecret(ctx, by, o.table.App, secrets.Sealed{Name: "MORE", Hosts: []string{"a.example"}, Value: []byte("sealed")})
		},
		"DeleteSecret": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeleteSecret(ctx, by, o.table.App, "KEY")
		},
		"CreateInvitation": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.CreateInvitation(ctx, by, invitation(by, platform.RoleOwner), 100)
		},
		"RevokeInvitation": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.RevokeInvitation(ctx, by, o.ws, o.invitation.ID)
		},
		"AcceptInvitation": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.AcceptInvitation(ctx, by, o.elsewhere, time.Now(), 100)
			return err
		},
		"CreateKey": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.CreateKey(ctx, by, newKey(by, o.ws), 100)
		},
		"DeleteKey": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeleteKey(ctx, by, o.ws, o.key.ID)
		},
		"UpdateUser": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.UpdateUser(ctx, by, func(u identity.User) (identity.User, error) { u.Name += "!"; return u, nil })
			return err
		},
		"AddPasskey": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			return s.AddPasskey(ctx, by, aPasskey(), 100)
		},
		"DeletePasskey": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeletePasskey(ctx, by, o.passkey)
		},
		"DeleteSession": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeleteSession(ctx, by, by.User, o.session)
		},
		"CreateWorkspace": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			return s.CreateWorkspace(ctx, by, identity.Workspace{ID: platform.WorkspaceID(newID()), Name: "More"}, platform.RoleViewer, 100)
		},
		"RenameWorkspace": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.RenameWorkspace(ctx, by, o.ws, "Mine")
		},
		"SetMemberRole": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.SetMemberRole(ctx, by, o.ws, by.User, platform.RoleOwner)
			return err
		},
		"RemoveMember": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.RemoveMember(ctx, by, o.ws, o.member.User)
		},
		"AddTask": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.AddTask(ctx, by, "More", nil, time.Now())
			return err
		},
		"CompleteTask": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.CompleteTask(ctx, by, o.task)
			return err
		},
		"UpdateTask": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			title := "Other"
			_, err := s.UpdateTask(ctx, by, o.task, &title, nil)
			return err
		},
		"DeleteTask": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			_, err := s.DeleteTask(ctx, by, o.task)
			return err
		},
		"Start": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			c := authorization.Code{Hash: newHash(), ExpiresAt: micro(time.Now().Add(time.Minute)), Grant: authorization.Grant{ID: platform.GrantID(newID()), App: o.people.ID,
				Client: "btc_x", Scopes: []string{"app:read"}, CreatedAt: micro(time.Now())}}
			return s.Start(ctx, by, c)
		},
		"Revoke": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error { // somebody else's, as an editor of the app
			return s.Revoke(ctx, by, o.grant)
		},
		"RemoveSignedIn": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.RemoveSignedIn(ctx, by, o.people.ID, platform.PersonID(o.people.ID, o.guest))
		},
		"CreateReviewer": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.CreateReviewer(ctx, by, reviewerOf(o.people.ID, time.Now()))
		},
		"DeleteReviewer": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.DeleteReviewer(ctx, by, o.people.ID)
		},
		"Revoke of one's own": func(ctx context.Context, s *store.Store, by platform.Actor, o *owned) error {
			return s.Revoke(ctx, by, o.ownGrant)
		},
		"Book": func(ctx context.Context, s *store.Store, by platform.Actor, _ *owned) error {
			_, err := s.Book(ctx, by, platform.Booking{Doctor: newID(), Times: []time.Time{time.Now().Add(time.Hour)}, Length: time.Hour, Caller: string(by.User), Person: true,
				Patient: platform.Patient{Name: "A " + newID(), Phone: "1"}, Limits: platform.BookingLimits{Caller: 10, Unproven: 10}})
			return err
		},
	}
}

// own makes what there is to change in Ann's workspace, and for the actor.
func own(t *testing.T, s *store.Store, ann, by platform.Actor) *owned {
	t.Helper()
	ctx := t.Context()
	o := &owned{ws: ann.Workspace, member: storetest.Person(t, s, "member-"+newID()+"@example.com")}
	join(t, s, ann, o.member, platform.RoleEditor)
	o.app = publishApp(t, s, ann, publishApp(t, s, ann, createApp(t, s, ann, draft("App"))))
	o.table = breads(t, s, ann, createApp(t, s, ann, draft("Tables")).ID, false)
	o.rows = insert(t, s, ann, o.table, put("A"), put("B"), put("D"), put("E"))
	hook, err := s.AddWebhook(t.Context(), ann, o.table.App, aWebhook(), []byte("sealed"))
	if err != nil {
		t.Fatal(err)
	}
	o.webhook = hook.ID
	if err := s.SetSecret(ctx, ann, o.table.App, secrets.Sealed{Name: "KEY", Hosts: []string{"a.example"}, Value: []byte("sealed")}); err != nil {
		t.Fatal(err)
	}
	spare := o.table
	spare.Name = "spare"
	if err := create(t, s, ann, spare); err != nil {
		t.Fatal(err)
	}
	importInto(t, s, ann, o.table, rows.Import{New: []rows.Put{put("C")}})
	o.key, o.invitation = newKey(ann, o.ws), invite(t, s, ann, platform.RoleViewer)
	task, err := s.AddTask(ctx, by, "Task", nil, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	o.task, o.session = task.ID, storetest.SignIn(t, s, by).Session
	o.people = signedIn(t, s, ann, "People "+newID())
	if err := s.CreateReviewer(ctx, ann, reviewerOf(o.people.ID, time.Now())); err != nil {
		t.Fatal(err)
	}
	o.grant, o.ownGrant = grantOf(t, s, ann, o.people.ID), grantOf(t, s, storetest.SignIn(t, s, by), o.people.ID)
	key := aPasskey()
	if err := s.AddPasskey(ctx, by, key, 100); err != nil {
		t.Fatal(err)
	}
	o.passkey = key.ID
	host := storetest.Person(t, s, "host-"+newID()+"@example.com")
	o.guest = host.User
	grantOf(t, s, host, o.people.ID)
	o.elsewhere = invite(t, s, host, platform.RoleViewer).Hash
	if err := s.CreateKey(ctx, ann, o.key, 100); err != nil {
		t.Fatal(err)
	}
	return o
}

// grantOf lets a client use an app for an hour.
func grantOf(t *testing.T, s *store.Store, by platform.Actor, app platform.AppID) platform.GrantID {
	t.Helper()
	now := micro(time.Now())
	g := authorization.Grant{ID: platform.GrantID(newID()), App: app, Client: "btc_x", Scopes: []string{"app:read"}, CreatedAt: now}
	if err := s.Start(t.Context(), by, authorization.Code{Hash: newHash(), ExpiresAt: now.Add(time.Hour), Grant: g}); err != nil {
		t.Fatal(err)
	}
	return g.ID
}

// second makes a second owner of Ann's workspace, by session or by key.
func second(t *testing.T, s *store.Store, ann platform.Actor, byKey bool) platform.Actor {
	t.Helper()
	by := storetest.Person(t, s, "second-"+newID()+"@example.com")
	join(t, s, ann, by, platform.RoleOwner)
	by.Workspace = ann.Workspace
	if !byKey {
		return by
	}
	k := newKey(by, ann.Workspace)
	k.Role = platform.RoleOwner
	if err := s.CreateKey(t.Context(), by, k, 100); err != nil {
		t.Fatal(err)
	}
	by.Kind, by.Key, by.Session = platform.KindKey, k.ID, ""
	return by
}
