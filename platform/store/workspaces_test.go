package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func invite(t *testing.T, s *store.Store, by platform.Actor, role platform.Role) identity.Invitation {
	t.Helper()
	i := invitation(by, role)
	if err := s.CreateInvitation(t.Context(), by, i, 100); err != nil {
		t.Fatal(err)
	}
	return i
}

func invitation(by platform.Actor, role platform.Role) identity.Invitation {
	return identity.Invitation{ID: platform.InvitationID(newID()), Workspace: by.Workspace, Maker: identity.User{ID: by.User}, Role: role, Hash: newHash(),
		CreatedAt: micro(time.Now()), ExpiresAt: micro(time.Now().Add(time.Hour))}
}

// join lets who into by's workspace.
func join(t *testing.T, s *store.Store, by, who platform.Actor, role platform.Role) {
	t.Helper()
	if _, err := s.AcceptInvitation(t.Context(), who, invite(t, s, by, role).Hash, time.Now(), 100); err != nil {
		t.Fatal(err)
	}
}

func newKey(maker platform.Actor, ws platform.WorkspaceID) identity.Key {
	return identity.Key{ID: platform.KeyID(newID()), Workspace: ws, Maker: identity.User{ID: maker.User}, Name: "ci", Prefix: "brt_x",
		Hash: newHash(), Role: platform.RoleEditor, CreatedAt: micro(time.Now())}
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob, cid := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com"), storetest.Person(t, s, "cid@example.com")
		i := invite(t, s, ann, platform.RoleEditor)
		got, err := s.InvitationByHash(ctx, i.Hash)
		if err != nil || got.ID != i.ID || got.WorkspaceName != "ann@example.com's workspace" || !got.ExpiresAt.Equal(i.ExpiresAt) {
			t.Errorf("%+v, %v", got, err)
		}
		accept := func(who platform.Actor, hash []byte, at time.Time, limit int) error {
			_, err := s.AcceptInvitation(ctx, who, hash, at, limit)
			return err
		}
		wantCode(t, accept(bob, newHash(), time.Now(), 10), platform.CodeNotFound)
		wantCode(t, accept(bob, i.Hash, i.ExpiresAt, 10), platform.CodeNotFound)
		wantCode(t, accept(ann, i.Hash, time.Now(), 10), platform.CodeConflict)
		wantCode(t, accept(bob, i.Hash, time.Now(), 1), platform.CodeLimitReached)
		errs := together(2, func(n int) error { return accept([]platform.Actor{bob, cid}[n], i.Hash, time.Now(), 10) })
		if count(errs, "") != 1 || count(errs, platform.CodeNotFound) != 1 {
			t.Errorf("two people used one link: %v", errs)
		}
		members, err := s.Members(ctx, ann.Workspace)
		if err != nil || len(members) != 2 || members[0].User.ID != ann.User || members[1].Role != platform.RoleEditor {
			t.Errorf("%+v, %v", members, err)
		}
		i.ID, i.Hash, i.Workspace = platform.InvitationID(newID()), newHash(), platform.WorkspaceID(newID())
		wantCode(t, s.CreateInvitation(ctx, ann, i, 100), platform.CodeNotFound)
	})
}

// Nobody who was removed or demoted comes back, or lets others in, by a link made before.
func TestInvitationsEndWithTheirMaker(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		for name, end := range map[string]func(user platform.UserID) error{
			"removed": func(u platform.UserID) error { return s.RemoveMember(ctx, ann, ann.Workspace, u) },
			"demoted": func(u platform.UserID) error {
				_, err := s.SetMemberRole(ctx, ann, ann.Workspace, u, platform.RoleEditor)
				return err
			},
		} {
			bob, cid := storetest.Person(t, s, name+"@example.com"), storetest.Person(t, s, "friend-of-"+name+"@example.com")
			join(t, s, ann, bob, platform.RoleOwner)
			at := bob
			at.Workspace = ann.Workspace
			theirs, elsewhere, mine := invite(t, s, at, platform.RoleOwner), invite(t, s, bob, platform.RoleOwner), invite(t, s, ann, platform.RoleViewer)
			if err := end(bob.User); err != nil {
				t.Fatal(err)
			}
			_, err := s.AcceptInvitation(ctx, cid, theirs.Hash, time.Now(), 100)
			wantCode(t, err, platform.CodeNotFound)
			_, err = s.InvitationByHash(ctx, theirs.Hash)
			wantCode(t, err, platform.CodeNotFound)
			late := theirs
			late.ID, late.Hash = platform.InvitationID(newID()), newHash()
			if err := s.CreateInvitation(ctx, at, late, 100); err == nil {
				t.Errorf("%s: invites as before", name)
			}
			for _, i := range []identity.Invitation{elsewhere, mine} {
				if _, err := s.AcceptInvitation(ctx, cid, i.Hash, time.Now(), 100); err != nil {
					t.Errorf("%s: another invitation is gone: %v", name, err)
				}
			}
		}
		if list := actions(t, s, ann.Workspace); strings.Count(strings.Join(list, " "), "invitation.revoke") != 2 {
			t.Errorf("audited %v", list)
		}
	})
}

func TestOpenInvitationsAreListedRevokedAndLimited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		first, second := invite(t, s, ann, platform.RoleViewer), invite(t, s, ann, platform.RoleEditor)
		list, err := s.Invitations(ctx, ann.Workspace, time.Now())
		if err != nil || len(list) != 2 || list[0].ID != second.ID || list[1].Maker.Email != "ann@example.com" || list[1].Role != platform.RoleViewer {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := s.Invitations(ctx, ann.Workspace, first.ExpiresAt); err != nil || len(list) != 1 {
			t.Errorf("expired: %+v, %v", list, err)
		}
		if list, err := s.Invitations(ctx, bob.Workspace, time.Now()); err != nil || len(list) != 0 {
			t.Errorf("somebody else's: %+v, %v", list, err)
		}
		for _, id := range []platform.InvitationID{first.ID, "x", "\x00"} {
			wantCode(t, s.RevokeInvitation(ctx, bob, bob.Workspace, id), platform.CodeNotFound)
		}
		if err := s.RevokeInvitation(ctx, ann, ann.Workspace, first.ID); err != nil {
			t.Error(err)
		}
		wantCode(t, s.RevokeInvitation(ctx, ann, ann.Workspace, first.ID), platform.CodeNotFound)
		_, err = s.AcceptInvitation(ctx, bob, first.Hash, time.Now(), 100)
		wantCode(t, err, platform.CodeNotFound)
		errs := together(4, func(int) error {
			i := second
			i.ID, i.Hash = platform.InvitationID(newID()), newHash()
			return s.CreateInvitation(ctx, ann, i, 3)
		})
		if count(errs, "") != 2 || count(errs, platform.CodeLimitReached) != 2 {
			t.Errorf("%v", errs)
		}
	})
}

// Somebody who cannot join gets no account either, and the link stays valid for somebody else.
func TestAnInvitedUserIsMadeWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		i := invite(t, s, ann, platform.RoleEditor)
		create := func(email string, hash []byte, at time.Time, limit int) error {
			u := identity.User{ID: platform.UserID(newID()), Email: email, Name: email, CreatedAt: micro(at)}
			w, err := s.CreateInvitedUser(ctx, platform.Actor{Principal: platform.Principal{Kind: platform.KindSession}}, u, "Own", hash, limit)
			if err == nil && (w.ID != ann.Workspace || w.Role != platform.RoleEditor) {
				t.Errorf("joined %+v", w)
			}
			if list, listErr := s.Workspaces(ctx, u.ID); err == nil && (listErr != nil || len(list) != 2 || list[0] != w || list[1].Name != "Own" || list[1].Role != platform.RoleOwner) {
				t.Errorf("workspaces %+v, %v", list, listErr)
			}
			return err
		}
		before := len(actions(t, s, ann.Workspace))
		wantCode(t, create("bob@example.com", i.Hash, time.Now(), 1), platform.CodeLimitReached)
		wantCode(t, create("bob@example.com", newHash(), time.Now(), 10), platform.CodeNotFound)
		wantCode(t, create("bob@example.com", i.Hash, i.ExpiresAt, 10), platform.CodeNotFound)
		wantCode(t, create("ANN@example.com", i.Hash, time.Now(), 10), platform.CodeConflict)
		_, err := s.UserByEmail(ctx, "bob@example.com")
		wantCode(t, err, platform.CodeNotFound)
		if after := len(actions(t, s, ann.Workspace)); after != before {
			t.Errorf("refusals left %d rows in the audit trail", after-before)
		}
		people := []string{"bob@example.com", "cid@example.com"}
		errs := together(2, func(n int) error { return create(people[n], i.Hash, time.Now(), 10) })
		if count(errs, "") != 1 || count(errs, platform.CodeNotFound) != 1 {
			t.Errorf("two people used one link: %v", errs)
		}
		members, err := s.Members(ctx, ann.Workspace)
		if err != nil || len(members) != 2 {
			t.Errorf("%+v, %v", members, err)
		}
	})
}

func TestWorkspacesOfAPerson(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		second := identity.Workspace{ID: platform.WorkspaceID(newID()), Name: "Second"}
		if err := s.CreateWorkspace(ctx, ann, second, "", 10); err != nil {
			t.Fatal(err)
		}
		join(t, s, ann, bob, platform.RoleViewer)
		list, err := s.Workspaces(ctx, ann.User)
		if err != nil || len(list) != 2 || list[0].ID != ann.Workspace || list[1].ID != second.ID || list[1].Role != platform.RoleOwner {
			t.Errorf("%+v, %v", list, err)
		}
		list, err = s.Workspaces(ctx, bob.User)
		if err != nil || len(list) != 2 || list[0].ID != bob.Workspace || list[1].ID != ann.Workspace || list[1].Role != platform.RoleViewer {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// However many are made at once, nobody owns more than they may; being a member elsewhere does not count.
func TestOwnedWorkspacesAreLimited(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		join(t, s, bob, ann, platform.RoleEditor)
		create := func(who platform.Actor) error {
			return s.CreateWorkspace(ctx, who, identity.Workspace{ID: platform.WorkspaceID(newID()), Name: "More"}, "", 3)
		}
		errs := together(5, func(int) error { return create(ann) })
		if count(errs, "") != 2 || count(errs, platform.CodeLimitReached) != 3 {
			t.Errorf("%v", errs)
		}
		if err := create(bob); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		wantCode(t, create(platform.Actor{Principal: platform.Principal{User: platform.UserID(newID())}}), platform.CodeNotFound)
	})
}

// However many owners leave at once, one stays.
func TestAWorkspaceKeepsAnOwner(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann := t.Context(), storetest.Person(t, s, "ann@example.com")
		people := []platform.Actor{ann}
		for _, email := range []string{"bob@example.com", "cid@example.com", "dan@example.com"} {
			who := storetest.Person(t, s, email)
			join(t, s, ann, who, platform.RoleOwner)
			people = append(people, who)
		}
		errs := together(len(people), func(i int) error {
			if i%2 == 0 {
				return s.RemoveMember(ctx, people[i], ann.Workspace, people[i].User)
			}
			_, err := s.SetMemberRole(ctx, people[i], ann.Workspace, people[i].User, platform.RoleViewer)
			return err
		})
		if count(errs, "") != 3 || count(errs, platform.CodeConflict) != 1 {
			t.Errorf("%v", errs)
		}
		members, err := s.Members(ctx, ann.Workspace)
		owners := 0
		for _, m := range members {
			if m.Role == platform.RoleOwner {
				owners++
			}
		}
		if err != nil || owners != 1 {
			t.Errorf("%+v, %v", members, err)
		}
	})
}

func TestMembersOfOtherWorkspaces(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		for _, user := range []platform.UserID{ann.User, "x", "\x00", platform.UserID(newID())} {
			_, err := s.SetMemberRole(ctx, bob, bob.Workspace, user, platform.RoleViewer)
			wantCode(t, err, platform.CodeNotFound)
			wantCode(t, s.RemoveMember(ctx, bob, bob.Workspace, user), platform.CodeNotFound)
		}
		_, err := s.SetMemberRole(ctx, ann, ann.Workspace, ann.User, "emperor")
		wantCode(t, err, platform.CodeConflict)
		join(t, s, ann, bob, platform.RoleViewer)
		_, err = s.SetMemberRole(ctx, ann, ann.Workspace, bob.User, "emperor")
		wantCode(t, err, platform.CodeInvalidConfig)
		m, err := s.SetMemberRole(ctx, ann, ann.Workspace, bob.User, platform.RoleEditor)
		if err != nil || m.Role != platform.RoleEditor || m.User.ID != bob.User {
			t.Errorf("%+v, %v", m, err)
		}
	})
}

func TestKeysMadeWithAKeyGoWithIt(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		create := func(maker platform.Actor, parent platform.KeyID) identity.Key {
			t.Helper()
			k := newKey(maker, maker.Workspace)
			k.MadeByKey = parent
			if err := s.CreateKey(ctx, maker, k, 10); err != nil {
				t.Fatal(err)
			}
			return k
		}
		top := create(ann, "")
		child := create(ann, top.ID)
		grandchild, other, theirs := create(ann, child.ID), create(ann, ""), create(bob, "")
		if got, err := s.KeyByHash(ctx, child.Hash); err != nil || got.MadeByKey != top.ID {
			t.Errorf("%+v, %v", got, err)
		}
		orphan := newKey(ann, ann.Workspace)
		orphan.MadeByKey = platform.KeyID(newID())
		wantCode(t, s.CreateKey(ctx, ann, orphan, 10), platform.CodeNotFound)

		// However many are being made with a key while it is revoked, none is left.
		errs := together(8, func(n int) error {
			if n == 4 {
				return s.DeleteKey(ctx, ann, ann.Workspace, top.ID)
			}
			k := newKey(ann, ann.Workspace)
			k.MadeByKey = child.ID
			return s.CreateKey(ctx, ann, k, 100)
		})
		if count(errs, "")+count(errs, platform.CodeNotFound) != 8 || errs[4] != nil {
			t.Errorf("%v", errs)
		}
		for _, dead := range []identity.Key{top, child, grandchild} {
			_, err := s.KeyByHash(ctx, dead.Hash)
			wantCode(t, err, platform.CodeNotFound)
		}
		if keys, err := s.Keys(ctx, ann.Workspace); err != nil || len(keys) != 1 || keys[0].ID != other.ID {
			t.Errorf("left: %+v, %v", keys, err)
		}
		if _, err := s.KeyByHash(ctx, theirs.Hash); err != nil {
			t.Errorf("somebody else's: %v", err)
		}
		list := strings.Join(actions(t, s, ann.Workspace), " ")
		if created := strings.Count(list, "key.create"); strings.Count(list, "key.delete") != created-1 {
			t.Errorf("audited %v", list)
		}
	})
}

func TestKeys(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		stranger := newKey(bob, ann.Workspace)
		wantCode(t, s.CreateKey(ctx, bob, stranger, 10), platform.CodeNotFound)
		join(t, s, ann, bob, platform.RoleViewer)

		key := newKey(bob, ann.Workspace)
		wantCode(t, s.CreateKey(ctx, bob, key, 10), platform.CodeForbidden) // more than its maker may
		key.Role = platform.RoleViewer
		key.ExpiresAt = micro(time.Now().Add(-time.Hour))
		if err := s.CreateKey(ctx, bob, key, 10); err != nil {
			t.Fatal(err)
		}
		twin := newKey(ann, ann.Workspace)
		twin.Hash = key.Hash
		wantCode(t, s.CreateKey(ctx, ann, twin, 10), platform.CodeConflict)
		used := micro(time.Now())
		if err := s.TouchKey(ctx, key.ID, used); err != nil {
			t.Fatal(err)
		}
		got, err := s.KeyByHash(ctx, key.Hash)
		if err != nil || got.Workspace != ann.Workspace || got.Maker.Email != "bob@example.com" || got.MakerRole != platform.RoleViewer ||
			got.Role != platform.RoleViewer || !got.ExpiresAt.Equal(key.ExpiresAt) || !got.LastUsedAt.Equal(used) {
			t.Errorf("%+v, %v", got, err)
		}
		for _, id := range []platform.KeyID{key.ID, "x", "\xff"} {
			wantCode(t, s.DeleteKey(ctx, bob, bob.Workspace, id), platform.CodeNotFound)
		}

		// The keys of who leaves stop working, and do not come back with them.
		if err := s.RemoveMember(ctx, ann, ann.Workspace, bob.User); err != nil {
			t.Fatal(err)
		}
		_, err = s.KeyByHash(ctx, key.Hash)
		wantCode(t, err, platform.CodeNotFound)
		entries, _, err := s.Audit(ctx, ann.Workspace, identity.AuditQuery{Limit: 1})
		want := fmt.Sprintf(`{"email":"bob@example.com","keys":[{"id":%q,"prefix":"brt_x"}],"role":"viewer"}`, key.ID)
		if err != nil || len(entries) != 1 || entries[0].Action != "member.remove" || string(entries[0].Before) != want {
			t.Errorf("audited %+v, %v, want %s", entries, err, want)
		}
		join(t, s, ann, bob, platform.RoleViewer)
		_, err = s.KeyByHash(ctx, key.Hash)
		wantCode(t, err, platform.CodeNotFound)

		errs := together(6, func(int) error { return s.CreateKey(ctx, ann, newKey(ann, ann.Workspace), 2) })
		if count(errs, "") != 2 || count(errs, platform.CodeLimitReached) != 4 {
			t.Errorf("%v", errs)
		}
		keys, err := s.Keys(ctx, ann.Workspace)
		if err != nil || len(keys) != 2 || !keys[0].ExpiresAt.IsZero() || !keys[0].LastUsedAt.IsZero() {
			t.Fatalf("%+v, %v", keys, err)
		}
		if err := s.DeleteKey(ctx, ann, ann.Workspace, keys[0].ID); err != nil {
			t.Error(err)
		}
		_, err = s.KeyByHash(ctx, keys[0].Hash)
		wantCode(t, err, platform.CodeNotFound)
		if keys, err := s.Keys(ctx, bob.Workspace); err != nil || len(keys) != 0 {
			t.Errorf("%+v, %v", keys, err)
		}
	})
}
