package identity_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestACodeSignsUpAndIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		in, by := b.byCode(t, platform.Actor{}, "Ana@example.com")
		if in.Workspace.ID != "" || by.Workspace != "" || by.Role != "" || !by.EmailVerified || by.Email != "Ana@example.com" || by.Name != "Ana" {
			t.Errorf("somebody new: %+v, %+v", in, by)
		}
		again, code := b.sent(t, platform.Actor{}, "ana@EXAMPLE.com")
		other, err := b.SendCode(t.Context(), platform.Actor{}, "eve@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, other, code); code != b.last(t, identity.LetterCode, "eve@example.com").Code && err == nil {
			t.Error("a code works in another browser")
		}
		in, err = b.SignInByCode(t.Context(), platform.Actor{}, again, code[:3]+" "+code[3:])
		if err != nil || in.User.ID != by.User {
			t.Errorf("the same person: %+v, %v", in.User, err)
		}
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, again, code); codeOf(err) != platform.CodeNotFound {
			t.Errorf("twice: %v", err)
		}
		late, err := b.SendCode(t.Context(), platform.Actor{}, "ana@example.com")
		if err != nil {
			t.Fatal(err)
		}
		b.Pass(10*time.Minute + time.Second)
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, late, b.last(t, identity.LetterCode, "ana@example.com").Code); codeOf(err) != platform.CodeNotFound {
			t.Errorf("after ten minutes: %v", err)
		}
	})
}

// Five tries hold however many guess at once, and the right code after them is worth nothing.
func TestCodesAreNotGuessed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s, func(o *identity.Options) { o.Limits.SignInPerMinute = 1000 })
		browser, code := b.sent(t, platform.Actor{}, "ana@example.com")
		wrong := "000000"
		if code == wrong {
			wrong = "000001"
		}
		var tried atomic.Int64
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				_, err := b.SignInByCode(t.Context(), platform.Actor{}, browser, wrong)
				switch codeOf(err) {
				case platform.CodeUnauthenticated:
					tried.Add(1)
				case platform.CodeNotFound:
				default:
					t.Errorf("a guess: %v", err)
				}
			})
		}
		all.Wait()
		if n := tried.Load(); n != 4 { // the fifth is told that there is none left
			t.Errorf("%d guesses were heard before the last", n)
		}
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, browser, code); codeOf(err) != platform.CodeNotFound {
			t.Errorf("the right code after five wrong ones: %v", err)
		}
	})
}

func TestACodeIsUsedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s, func(o *identity.Options) { o.Limits.SignInPerMinute = 1000 })
		browser, code := b.sent(t, platform.Actor{}, "ana@example.com")
		var in atomic.Int64
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if _, err := b.SignInByCode(t.Context(), platform.Actor{}, browser, code); err == nil {
					in.Add(1)
				}
			})
		}
		all.Wait()
		if in.Load() != 1 {
			t.Errorf("%d sessions began with one code", in.Load())
		}
	})
}

func TestMailsToAnAddressAreCounted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s)
		var sent atomic.Int64
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() {
				_, err := b.SendCode(t.Context(), platform.Actor{}, []string{"ana@example.com", "ANA@example.com"}[i%2])
				switch codeOf(err) {
				case "":
					sent.Add(1)
				case platform.CodeRateLimited:
				default:
					t.Errorf("asking: %v", err)
				}
			})
		}
		all.Wait()
		if sent.Load() != 10 || b.count(identity.LetterCode) != 10 {
			t.Errorf("%d mails were sent", sent.Load())
		}
		if err := b.SendReset(t.Context(), platform.Actor{}, "ana@example.com"); codeOf(err) != platform.CodeRateLimited {
			t.Errorf("another kind of mail: %v", err)
		}
		if _, err := b.SendCode(t.Context(), platform.Actor{}, "bo@example.com"); err != nil {
			t.Errorf("another address: %v", err)
		}
		b.Pass(time.Hour + time.Second)
		if _, err := b.SendCode(t.Context(), platform.Actor{}, "ana@example.com"); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

// Where people may not sign up, a code for somebody unknown is not sent, which nobody is told.
func TestClosedToStrangers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := withMail(s, func(o *identity.Options) { o.People = identity.SignUpClosed })
		owner := b.owner(t)
		if _, err := b.SignUpPerson(t.Context(), platform.Actor{}, identity.NewAccount{Email: "eve@example.com", Password: password}); codeOf(err) != platform.CodeForbidden {
			t.Errorf("sign-up: %v", err)
		}
		sent := b.count(identity.LetterCode)
		browser, err := b.SendCode(t.Context(), platform.Actor{}, "eve@example.com")
		if err != nil || browser == "" || b.count(identity.LetterCode) != sent {
			t.Errorf("a stranger's code: %v, %d letters", err, b.count(identity.LetterCode)-sent)
		}
		if _, _, err := b.Invite(t.Context(), owner, platform.RoleViewer, "Guest@example.com"); err != nil {
			t.Fatal(err)
		}
		_, guest := b.byCode(t, platform.Actor{}, "guest@example.com")
		if guest.Workspace != "" || !guest.EmailVerified {
			t.Errorf("who is invited: %+v", guest)
		}
		if _, err := b.AcceptInvitation(t.Context(), guest, tokenOf(b.last(t, identity.LetterInvitation, "Guest@example.com").Link)); err != nil {
			t.Errorf("the invitation: %v", err)
		}
	})
}

// serving publishes an app that lets in nobody but those people.
func serving(t *testing.T, s *store.Store, allow platform.Allow) {
	t.Helper()
	by := storetest.Person(t, s, "author@example.com")
	d := platform.Draft{Name: "App", Slug: "app", Tools: []platform.ToolDraft{{Name: "show", Layout: "cards"}}, Allow: allow}
	app, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: d}, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Publish(t.Context(), by, publish.Publication{App: app.ID, Rev: app.Rev, Draft: app.Draft, Live: true,
		Release: platform.Release{Digest: strings.Repeat("a", 64), Manifest: platform.Manifest{Access: platform.AccessPerson}}})
	if err != nil {
		t.Fatal(err)
	}
}

// Where sign-up is closed, whom a served app lets in is invited: by a code, which proves the address. Without mail, where addresses count as
// they are said, a password does for who is named; at a domain anybody can say to be.
func TestClosedButForWhomAnAppLetsIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		serving(t, s, platform.Allow{Emails: []string{"Guest@example.com", "visitor@example.com"}, Domains: []string{"Firm.example.org"}})
		closed := func(o *identity.Options) { o.People = identity.SignUpClosed }
		b, without := withMail(s, closed), setupOn(s, closed)
		signUp := func(b *bundle, email string, want platform.Code) {
			t.Helper()
			_, err := b.SignUpPerson(t.Context(), platform.Actor{Address: "192.0.2.1"}, identity.NewAccount{Email: email, Password: password})
			if codeOf(err) != want {
				t.Errorf("%s signs up: %v", email, err)
			}
		}
		for _, stranger := range []string{"eve@example.com", "eve@evil.firm.example.org", "eve@firm.example.org.evil.com"} {
			if _, err := b.SendCode(t.Context(), platform.Actor{}, stranger); err != nil || b.count(identity.LetterCode) != 0 {
				t.Errorf("a code for %s: %v, %d letters", stranger, err, b.count(identity.LetterCode))
			}
		}
		for _, email := range []string{"guest@example.com", "ana@firm.EXAMPLE.org"} {
			signUp(b, email, platform.CodeForbidden) // a stranger can say so
			if _, guest := b.byCode(t, platform.Actor{}, email); guest.Workspace != "" || !guest.EmailVerified {
				t.Errorf("who is let in: %+v", guest)
			}
		}
		signUp(without, "visitor@example.com", "")
		signUp(without, "bob@firm.example.org", platform.CodeForbidden)
		signUp(without, "author@example.com", platform.CodeForbidden) // who has an account, which nobody is told
		for range 8 {
			signUp(without, "eve@example.com", platform.CodeForbidden)
		}
		signUp(without, "guest@example.com", platform.CodeRateLimited) // trying addresses is bounded
	})
}

func TestWithoutMailCodesStandInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	b := setup(t, func(o *identity.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	browser, err := b.SendCode(t.Context(), platform.Actor{}, "ana@example.com")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(log.String(), "code=")
	if !ok {
		t.Fatalf("the log says %q", log.String())
	}
	in, err := b.SignInByCode(t.Context(), platform.Actor{}, browser, rest[:6])
	if err != nil || !in.User.EmailVerifiedAt.IsZero() {
		t.Errorf("%+v, %v: the operator's log proves nobody's address", in.User, err)
	}
	if p, err := b.AuthenticateSession(t.Context(), in.Token, ""); err != nil || !p.EmailVerified {
		t.Errorf("without mail an address does not count: %+v, %v", p, err)
	}
	if err := b.SendReset(t.Context(), platform.Actor{}, "ana@example.com"); codeOf(err) != platform.CodeForbidden {
		t.Errorf("a reset: %v", err)
	}
}
