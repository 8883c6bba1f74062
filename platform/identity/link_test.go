package identity_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestVerifyingByALink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		in, ana := b.signUp(t, "ana@example.com")
		_, eve := b.signUp(t, "eve@example.com")
		token := tokenOf(b.last(t, identity.LetterVerify, "ana@example.com").Link)
		for name, by := range map[string]platform.Actor{"eve": eve, "nobody": {}} {
			if _, err := b.VerifyEmail(t.Context(), by, token); codeOf(err) != platform.CodeForbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
		if u, err := b.VerifyEmail(t.Context(), ana, token); err != nil || u.EmailVerifiedAt.IsZero() || !u.EmailChangedAt.IsZero() {
			t.Errorf("%+v, %v", u, err)
		}
		if _, err := b.VerifyEmail(t.Context(), ana, token); codeOf(err) != platform.CodeNotFound {
			t.Errorf("twice: %v", err)
		}
		if err := b.SendVerification(t.Context(), ana); codeOf(err) != platform.CodeConflict {
			t.Errorf("proven already: %v", err)
		}
		// Another address is not proven, and a link that went to the one before proves nothing of it.
		moved := "ana@example.org"
		if _, err := b.UpdateMe(t.Context(), ana, identity.ProfileChange{Email: &moved, CurrentPassword: password}); err != nil {
			t.Fatal(err)
		}
		if p, err := b.AuthenticateSession(t.Context(), in.Token, ""); err != nil || p.EmailVerified {
			t.Errorf("after a change: %+v, %v", p, err)
		}
		stale := tokenOf(b.last(t, identity.LetterVerify, moved).Link)
		back := "ana2@example.org"
		if _, err := b.UpdateMe(t.Context(), ana, identity.ProfileChange{Email: &back, CurrentPassword: password}); err != nil {
			t.Fatal(err)
		}
		if _, err := b.VerifyEmail(t.Context(), ana, stale); codeOf(err) != platform.CodeNotFound {
			t.Errorf("a link to an address of before: %v", err)
		}
		if _, err := b.VerifyEmail(t.Context(), ana, tokenOf(b.last(t, identity.LetterVerify, back).Link)); err != nil {
			t.Errorf("the new one: %v", err)
		}
	})
}

func TestResettingAPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		in, ana := b.signUp(t, "ana@example.com")
		bo, _ := b.signUp(t, "bo@example.com")
		if err := b.SendReset(t.Context(), platform.Actor{}, "nobody@example.com"); err != nil || b.count(identity.LetterReset) != 0 {
			t.Errorf("for nobody: %v, %d letters", err, b.count(identity.LetterReset))
		}
		if err := b.SendReset(t.Context(), platform.Actor{}, "ana@example.com"); err != nil {
			t.Fatal(err)
		}
		token := tokenOf(b.last(t, identity.LetterReset, "ana@example.com").Link)
		if _, err := b.Reset(t.Context(), platform.Actor{}, token, "short"); codeOf(err) != platform.CodeInvalidConfig {
			t.Errorf("a short password: %v", err)
		}
		var won atomic.Int64
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				_, err := b.Reset(t.Context(), platform.Actor{}, token, "a new password")
				switch codeOf(err) {
				case "":
					won.Add(1)
				case platform.CodeNotFound, platform.CodeUnauthenticated:
				default:
					t.Errorf("reset: %v", err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Errorf("%d used one link", won.Load())
		}
		if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); codeOf(err) != platform.CodeUnauthenticated {
			t.Errorf("the session of before: %v", err)
		}
		if _, err := b.AuthenticateSession(t.Context(), bo.Token, ""); err != nil {
			t.Errorf("somebody else's session: %v", err)
		}
		if _, err := b.SignIn(t.Context(), platform.Actor{}, "ana@example.com", "a new password"); err != nil {
			t.Errorf("the new password: %v", err)
		}
		// An operator's link proves no address, and ends what was mailed.
		if err := b.SendReset(t.Context(), platform.Actor{}, "bo@example.com"); err != nil {
			t.Fatal(err)
		}
		mailed := tokenOf(b.last(t, identity.LetterReset, "bo@example.com").Link)
		url, err := b.ResetLink(t.Context(), "BO@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Reset(t.Context(), platform.Actor{}, mailed, "a new password"); codeOf(err) != platform.CodeNotFound {
			t.Errorf("a link that another one has replaced: %v", err)
		}
		got, err := b.Reset(t.Context(), platform.Actor{}, tokenOf(url), "a new password")
		if err != nil || !got.User.EmailVerifiedAt.IsZero() {
			t.Errorf("an operator's link: %+v, %v", got.User, err)
		}
		if _, err := b.ResetLink(t.Context(), "nobody@example.com"); codeOf(err) != platform.CodeNotFound {
			t.Errorf("for nobody: %v", err)
		}
		late, err := b.ResetLink(t.Context(), ana.Email)
		if err != nil {
			t.Fatal(err)
		}
		b.Pass(time.Hour + time.Second)
		if _, err := b.Reset(t.Context(), platform.Actor{}, tokenOf(late), "a new password"); codeOf(err) != platform.CodeNotFound {
			t.Errorf("after an hour: %v", err)
		}
	})
}
