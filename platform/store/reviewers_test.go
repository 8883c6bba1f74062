package store_test

import (
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/identity"
	"berth/platform/store"
)

func reviewerOf(app platform.AppID, now time.Time) identity.User {
	id := newID()
	return identity.User{ID: platform.UserID(id), Email: "reviewer-" + id + "@berth.example", Name: "Reviewer", PasswordHash: "$argon2id$hash", CreatedAt: micro(now),
		EmailVerifiedAt: micro(now), Reviews: app, ExpiresAt: micro(now.Add(time.Hour))}
}

// reviewer makes the account for the reviewers of Ann's app, and signs in with it.
func (w *linked) reviewer(t *testing.T) (identity.User, platform.Actor) {
	t.Helper()
	u := reviewerOf(w.app.ID, w.Now())
	if err := w.replicas[0].CreateReviewer(t.Context(), w.ann, u); err != nil {
		t.Fatal(err)
	}
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: u.ID, Email: u.Email, Reviews: u.Reviews}}
	s := session(by, w.Now().Add(24*time.Hour))
	s.User = u
	by.Session = s.ID
	if err := w.replicas[0].CreateSession(t.Context(), by, s); err != nil {
		t.Fatal(err)
	}
	return u, by
}

func TestReviewers(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		ctx, s, far := t.Context(), w.replicas[0], w.replicas[1]
		_, err := s.Reviewer(ctx, w.ann.Workspace, w.app.ID)
		wantCode(t, err, platform.CodeNotFound)
		wantCode(t, s.DeleteReviewer(ctx, w.ann, w.app.ID), platform.CodeNotFound)
		wantCode(t, s.CreateReviewer(ctx, w.ann, reviewerOf(createApp(t, s, w.ann, draft("Draft")).ID, w.Now())), platform.CodeConflict)
		public := createApp(t, s, w.ann, draft("Public"))
		publishApp(t, s, w.ann, public)
		wantCode(t, s.CreateReviewer(ctx, w.ann, reviewerOf(public.ID, w.Now())), platform.CodeConflict)

		first, by := w.reviewer(t)
		if got, err := far.Reviewer(ctx, w.ann.Workspace, w.app.ID); err != nil || got != first {
			t.Errorf("%+v, %v", got, err)
		}
		// Another workspace sees and changes nothing of it.
		_, err = s.Reviewer(ctx, w.bob.Workspace, w.app.ID)
		wantCode(t, err, platform.CodeAppNotFound)
		wantCode(t, s.DeleteReviewer(ctx, w.bob, w.app.ID), platform.CodeAppNotFound)
		wantCode(t, s.CreateReviewer(ctx, w.bob, reviewerOf(w.app.ID, w.Now())), platform.CodeAppNotFound)

		g := w.grant(t, by, w.app, claude)
		if got := w.opens(t, g.ID, ""); got != "" {
			t.Errorf("the reviewer's token: %q", got)
		}
		if people, _, err := s.SignedIn(ctx, w.ann.Workspace, w.app.ID, "", 10); err != nil || len(people) != 1 || !people[0].Reviewer {
			t.Errorf("%+v, %v", people, err)
		}
		_, person, _ := w.tokenOf(t, g)
		if person.Reviews != w.app.ID {
			t.Errorf("%+v", person)
		}

		// Another one ends the first, everywhere.
		second, by2 := w.reviewer(t)
		if got := w.opens(t, g.ID, ""); got != platform.CodeNotFound {
			t.Errorf("the first one's token: %q", got)
		}
		wantCode(t, w.rotate(t, 1, g.ID, 1, "x"), platform.CodeNotFound)
		_, err = s.User(ctx, first.ID)
		wantCode(t, err, platform.CodeNotFound)
		wantCode(t, s.Start(ctx, by, w.code(by, w.app, claude)), platform.CodeNotFound)
		if got, err := s.Reviewer(ctx, w.ann.Workspace, w.app.ID); err != nil || got != second {
			t.Errorf("%+v, %v", got, err)
		}
		w.grant(t, by2, w.app, claude)
		if err := s.DeleteReviewer(ctx, w.ann, w.app.ID); err != nil {
			t.Fatal(err)
		}
		if rowsOf(t, s, "oauth_grants") != 0 {
			t.Error("its grants stay")
		}
		entries, _, err := s.Audit(ctx, w.ann.Workspace, identity.AuditQuery{Action: "reviewer", Limit: 10})
		if err != nil || len(entries) != 3 || entries[0].Action != "reviewer.delete" || entries[1].Before == nil || entries[2].Before != nil || entries[2].Target != string(w.app.ID) {
			t.Errorf("%+v, %v", entries, err)
		}
	})
}

func (w *linked) tokenOf(t *testing.T, g authorization.Grant) (authorization.AccessToken, authorization.Person, error) {
	t.Helper()
	_, token, person, err := w.replicas[1].Token(t.Context(), hashed(accessText(g.ID, "")))
	return token, person, err
}

// An account for reviewers does nothing but sign in to its app.
func TestWhatReviewersMayNot(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		ctx, s := t.Context(), w.replicas[0]
		u, by := w.reviewer(t)
		wantCode(t, s.Start(ctx, by, w.code(by, w.other, claude)), platform.CodeForbidden)
		wantCode(t, s.CreateWorkspace(ctx, by, identity.Workspace{ID: platform.WorkspaceID(newID()), Name: "Mine"}, "", 10), platform.CodeForbidden)
		i := invite(t, s, w.bob, platform.RoleViewer)
		_, err := s.AcceptInvitation(ctx, by, i.Hash, w.Now(), 10)
		wantCode(t, err, platform.CodeForbidden)
		for _, change := range []func(*identity.User){
			func(u *identity.User) { u.Email = "mallory@example.com" }, func(u *identity.User) { u.PasswordHash = "$argon2id$other" },
		} {
			edit := func(u identity.User) identity.User { change(&u); return u }
			_, err := s.UpdateUser(ctx, by, func(u identity.User) (identity.User, error) { return edit(u), nil })
			wantCode(t, err, platform.CodeForbidden)
			_, err = s.Establish(ctx, by, u.ID, nil, func(u identity.User) (identity.User, identity.Ends, error) { return edit(u), identity.EndNothing, nil })
			wantCode(t, err, platform.CodeForbidden)
		}
		if got, err := s.User(ctx, u.ID); err != nil || got != u {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// When the account ends, so do its tokens, before and after it is pruned. Another one that was made meanwhile stays.
func TestReviewersExpire(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		ctx, s := t.Context(), w.replicas[0]
		u, by := w.reviewer(t)
		at := breads(t, s, w.ann, w.app.ID, true)
		insert(t, s, w.ann, at, put("Rye"))
		theirs := at
		theirs.Tool, theirs.Owner = true, platform.PersonID(w.app.ID, u.ID)
		insert(t, s, by, theirs, put("Corn"))
		w.Pass(30 * time.Minute)
		g := w.grant(t, by, w.app, claude)
		if token, _, err := w.tokenOf(t, g); err != nil || !token.ExpiresAt.Equal(u.ExpiresAt) {
			t.Errorf("the token ends at %v and the account at %v, %v", token.ExpiresAt, u.ExpiresAt, err)
		}
		late := w.start(t, by, w.app, claude)
		w.Pass(30 * time.Minute)
		wantCode(t, w.rotate(t, 1, g.ID, 1, "x"), platform.CodeNotFound)
		wantCode(t, w.redeem(t, 1, late), platform.CodeNotFound)
		if token, _, err := w.tokenOf(t, g); err == nil && w.Now().Before(token.ExpiresAt) {
			t.Errorf("a token is good until %v", token.ExpiresAt)
		}
		fresh := reviewerOf(w.other.ID, w.Now())
		if err := s.CreateReviewer(ctx, w.bob, fresh); err != nil {
			t.Fatal(err)
		}
		if err := s.Prune(ctx, store.Retention{Calls: time.Hour}); err != nil {
			t.Fatal(err)
		}
		_, err := s.User(ctx, u.ID)
		wantCode(t, err, platform.CodeNotFound)
		if table, err := s.Table(ctx, at.TableRef); err != nil || table.Rows != 1 {
			t.Errorf("%d rows are left, %v", table.Rows, err)
		}
		if got, err := s.Reviewer(ctx, w.bob.Workspace, w.other.ID); err != nil || got != fresh {
			t.Errorf("one that is good was pruned: %+v, %v", got, err)
		}
		entries, _, err := s.Audit(ctx, w.ann.Workspace, identity.AuditQuery{Action: "reviewer.delete", Limit: 10})
		if err != nil || len(entries) != 1 || entries[0].ActorKind != platform.KindSystem {
			t.Errorf("%+v, %v", entries, err)
		}
		if _, err := s.DeleteApp(ctx, w.bob, w.other.ID, 0); err != nil {
			t.Fatal(err)
		}
		_, err = s.User(ctx, fresh.ID)
		wantCode(t, err, platform.CodeNotFound)
	})
}
