package store_test

import (
	"testing"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// ownServer publishes Berth's own MCP server.
func ownServer(t *testing.T, s *store.Store) {
	t.Helper()
	for range 2 { // as replicas do
		if err := s.EnsureOwnWorkspace(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, Workspace: platform.OwnWorkspace, Role: platform.RoleOwner}}
	d := draft("Berth")
	d.Slug = platform.OwnSlug
	app, err := s.CreateApp(t.Context(), by, platform.App{ID: platform.OwnApp, Origin: platform.OriginSeeded, Draft: d}, 0)
	if err != nil || app.ID != platform.OwnApp {
		t.Fatal(app.ID, err)
	}
	p := publication(app)
	p.Release.Manifest.Access = platform.AccessPerson
	p.Documents, p.Release.Views, p.Release.Digest = nil, nil, digestOf(p.Release.Manifest)
	if _, err := s.Publish(t.Context(), by, p); err != nil {
		t.Fatal(err)
	}
}

// With a token of Berth's own server people do what editors do in their workspace, while the grant lasts and they belong there, and nothing of
// what owners and their accounts do.
func TestWhatATokenOfTheOwnServerMayDo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		ownServer(t, s)
		for what, c := range map[string]struct {
			take func(ann, by, token platform.Actor) error
			want platform.Code
		}{
			"good":    {func(_, _, _ platform.Actor) error { return nil }, ""},
			"revoked": {func(_, by, token platform.Actor) error { return s.Revoke(ctx, by, token.Grant) }, platform.CodeUnauthenticated},
			"of a viewer": {func(ann, by, _ platform.Actor) error {
				_, err := s.SetMemberRole(ctx, ann, ann.Workspace, by.User, platform.RoleViewer)
				return err
			}, platform.CodeForbidden},
			"of somebody who has left":  {func(_, by, _ platform.Actor) error { return s.RemoveMember(ctx, by, by.Workspace, by.User) }, platform.CodeNotFound},
			"of a suspended person":     {func(_, by, _ platform.Actor) error { suspend(t, s, platform.SuspendedUser, by.Email); return nil }, platform.CodeSuspended},
			"of another person's grant": {func(_, _, _ platform.Actor) error { return nil }, platform.CodeUnauthenticated},
		} {
			ann := storetest.Person(t, s, "ann-"+newID()+"@example.com")
			by := second(t, s, ann, false)
			o := own(t, s, ann, by)
			token := owns(by, authorization.Grant{ID: grantOf(t, s, by, platform.OwnApp), App: platform.OwnApp, Client: "btc_x"})
			token.Workspace = by.Workspace
			if what == "of another person's grant" {
				token.User = ann.User
			}
			if err := c.take(ann, by, token); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"CreateApp", "Publish", "UpdateDraft", "InsertRows", "InsertRows by a tool", "DeleteApp"} {
				want := c.want
				if name == "InsertRows by a tool" && c.want == platform.CodeNotFound {
					want = platform.CodeNotFound // also a try asks for the role
				}
				if got := codeOf(deeds()[name](ctx, s, token, o)); got != want {
					t.Errorf("%s by a token %s: %q, want %q", name, what, got, want)
				}
			}
			for _, name := range []string{"CreateInvitation", "SetMemberRole", "RemoveMember", "CreateWorkspace", "UpdateUser"} {
				if got := codeOf(deeds()[name](ctx, s, token, o)); got == "" || what == "good" && got != platform.CodeForbidden {
					t.Errorf("%s by a token %s: %q", name, what, got)
				}
			}
			token.Workspace = storetest.Person(t, s, "eve-"+newID()+"@example.com").Workspace
			if got := codeOf(deeds()["CreateApp"](ctx, s, token, o)); got == "" || what == "good" && got != platform.CodeNotFound {
				t.Errorf("in a workspace of others, by a token %s: %q", what, got)
			}
		}
	})
}
