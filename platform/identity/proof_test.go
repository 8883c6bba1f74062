package identity_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// letterbox keeps what is posted.
type letterbox struct {
	mu      sync.Mutex
	letters []identity.Letter
}

func (l *letterbox) post(letter identity.Letter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.letters = append(l.letters, letter)
}

// last returns the newest letter of a kind to an address, and fails the test when there is none.
func (l *letterbox) last(t *testing.T, kind identity.LetterKind, to string) identity.Letter {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, letter := range slices.Backward(l.letters) {
		if letter.Kind == kind && letter.To == to {
			return letter
		}
	}
	t.Fatalf("no letter %s to %s in %+v", kind, to, l.letters)
	return identity.Letter{}
}

func (l *letterbox) count(kind identity.LetterKind) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, letter := range l.letters {
		if letter.Kind == kind {
			n++
		}
	}
	return n
}

// withMail gives the service a letterbox.
func withMail(l *letterbox) func(*identity.Options) {
	return func(o *identity.Options) { o.Post = l.post }
}

func tokenOf(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

func codeOf(err error) platform.Code {
	if err == nil {
		return ""
	}
	return platform.AsError(err).Code
}

// byCode asks for a code and uses it in the same browser.
func (b *bundle) byCode(t *testing.T, l *letterbox, by platform.Actor, email string) (identity.SignedIn, platform.Actor) {
	t.Helper()
	browser, err := b.SendCode(t.Context(), by, email)
	if err != nil {
		t.Fatal(err)
	}
	in, err := b.SignInByCode(t.Context(), by, browser, l.last(t, identity.LetterCode, email).Code)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.AuthenticateSession(t.Context(), in.Token, "")
	if err != nil {
		t.Fatal(err)
	}
	return in, platform.Actor{Principal: p}
}

func TestACodeSignsUpAndIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &letterbox{}
		b := setupOn(s, withMail(l))
		in, by := b.byCode(t, l, platform.Actor{}, "Ana@example.com")
		if in.Workspace.ID != "" || by.Workspace != "" || by.Role != "" || !by.EmailVerified || by.Email != "Ana@example.com" || by.Name != "Ana" {
			t.Errorf("somebody new: %+v, %+v", in, by)
		}
		again, err := b.SendCode(t.Context(), platform.Actor{}, "ana@EXAMPLE.com")
		if err != nil {
			t.Fatal(err)
		}
		code := l.last(t, identity.LetterCode, "ana@EXAMPLE.com").Code
		other, err := b.SendCode(t.Context(), platform.Actor{}, "eve@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, other, code); code != l.last(t, identity.LetterCode, "eve@example.com").Code && err == nil {
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
		if _, err := b.SignInByCode(t.Context(), platform.Actor{}, late, l.last(t, identity.LetterCode, "ana@example.com").Code); codeOf(err) != platform.CodeNotFound {
			t.Errorf("after ten minutes: %v", err)
		}
	})
}

// Five tries hold however many guess at once, and the right code after them is worth nothing.
func TestCodesAreNotGuessed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &letterbox{}
		b := setupOn(s, withMail(l), func(o *identity.Options) { o.Limits.SignInPerMinute = 1000 })
		browser, err := b.SendCode(t.Context(), platform.Actor{}, "ana@example.com")
		if err != nil {
			t.Fatal(err)
		}
		code := l.last(t, identity.LetterCode, "ana@example.com").Code
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
		l := &letterbox{}
		b := setupOn(s, withMail(l), func(o *identity.Options) { o.Limits.SignInPerMinute = 1000 })
		browser, err := b.SendCode(t.Context(), platform.Actor{}, "ana@example.com")
		if err != nil {
			t.Fatal(err)
		}
		code := l.last(t, identity.LetterCode, "ana@example.com").Code
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
		l := &letterbox{}
		b := setupOn(s, withMail(l))
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
		if sent.Load() != 10 || l.count(identity.LetterCode) != 10 {
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
		l := &letterbox{}
		b := setupOn(s, withMail(l), func(o *identity.Options) { o.People = identity.SignUpClosed })
		owner := b.owner(t, l)
		if _, err := b.SignUpPerson(t.Context(), platform.Actor{}, identity.NewAccount{Email: "eve@example.com", Password: password}); codeOf(err) != platform.CodeForbidden {
			t.Errorf("sign-up: %v", err)
		}
		sent := l.count(identity.LetterCode)
		browser, err := b.SendCode(t.Context(), platform.Actor{}, "eve@example.com")
		if err != nil || browser == "" || l.count(identity.LetterCode) != sent {
			t.Errorf("a stranger's code: %v, %d letters", err, l.count(identity.LetterCode)-sent)
		}
		if _, _, err := b.Invite(t.Context(), owner, platform.RoleViewer, "Guest@example.com"); err != nil {
			t.Fatal(err)
		}
		_, guest := b.byCode(t, l, platform.Actor{}, "guest@example.com")
		if guest.Workspace != "" || !guest.EmailVerified {
			t.Errorf("who is invited: %+v", guest)
		}
		if _, err := b.AcceptInvitation(t.Context(), guest, tokenOf(l.last(t, identity.LetterInvitation, "Guest@example.com").Link)); err != nil {
			t.Errorf("the invitation: %v", err)
		}
	})
}

// owner makes an owner whose address is proven.
func (b *bundle) owner(t *testing.T, l *letterbox) platform.Actor {
	t.Helper()
	in, by := b.signUp(t, "owner@example.com")
	if _, err := b.VerifyEmail(t.Context(), by, tokenOf(l.last(t, identity.LetterVerify, "owner@example.com").Link)); err != nil {
		t.Fatal(err)
	}
	p, err := b.AuthenticateSession(t.Context(), in.Token, "")
	if err != nil || !p.EmailVerified {
		t.Fatalf("%+v, %v", p, err)
	}
	return platform.Actor{Principal: p}
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

// Somebody makes an account for an address that is not theirs, and waits for its person to come.
func TestAnAccountMadeForSomebodyElseIsTheirs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for how, comeIn := range map[string]func(b *bundle, l *letterbox, email string) platform.Actor{
			"code": func(b *bundle, l *letterbox, email string) platform.Actor {
				_, by := b.byCode(t, l, platform.Actor{}, email)
				return by
			},
			"reset": func(b *bundle, l *letterbox, email string) platform.Actor {
				if err := b.SendReset(t.Context(), platform.Actor{}, email); err != nil {
					t.Fatal(err)
				}
				in, err := b.Reset(t.Context(), platform.Actor{}, tokenOf(l.last(t, identity.LetterReset, email).Link), "another password")
				if err != nil {
					t.Fatal(err)
				}
				p, err := b.AuthenticateSession(t.Context(), in.Token, "")
				if err != nil {
					t.Fatal(err)
				}
				return platform.Actor{Principal: p}
			},
		} {
			l := &letterbox{}
			b := setupOn(s, withMail(l))
			email := how + "@example.com"
			in, eve := b.signUp(t, email)
			_, key, err := b.CreateKey(t.Context(), eve, identity.NewKey{Name: "k"})
			if err != nil {
				t.Fatal(err)
			}
			if eve.EmailVerified {
				t.Errorf("%s: an address counts that nobody has proven", how)
			}
			if _, err := b.SendCode(t.Context(), platform.Actor{}, email); err != nil {
				t.Fatal(err)
			}
			if _, err := b.another().AuthenticateSession(t.Context(), in.Token, ""); err != nil {
				t.Errorf("%s: asking for a code ends a session: %v", how, err)
			}
			ana := comeIn(b, l, email)
			if ana.User != eve.User || !ana.EmailVerified {
				t.Errorf("%s: %+v", how, ana)
			}
			if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the session of before: %v", how, err)
			}
			if _, err := b.SignIn(t.Context(), platform.Actor{}, email, password); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the password of before: %v", how, err)
			}
			if _, err := b.Authenticate(t.Context(), key, platform.Resource{}); codeOf(err) != platform.CodeUnauthenticated {
				t.Errorf("%s: the key of before: %v", how, err)
			}
		}
	})
}

// Who is signed in and proves the address keeps what they have.
func TestProvingOnesOwnAddressEndsNothing(t *testing.T) {
	t.Parallel()
	l := &letterbox{}
	b := setup(t, withMail(l))
	in, ana := b.signUp(t, "ana@example.com")
	b.byCode(t, l, ana, "ana@example.com")
	if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); err != nil {
		t.Errorf("the session: %v", err)
	}
	if _, err := b.SignIn(t.Context(), platform.Actor{}, "ana@example.com", password); err != nil {
		t.Errorf("the password: %v", err)
	}
}

func TestVerifyingByALink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &letterbox{}
		b := setupOn(s, withMail(l))
		in, ana := b.signUp(t, "ana@example.com")
		_, eve := b.signUp(t, "eve@example.com")
		token := tokenOf(l.last(t, identity.LetterVerify, "ana@example.com").Link)
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
		stale := tokenOf(l.last(t, identity.LetterVerify, moved).Link)
		back := "ana2@example.org"
		if _, err := b.UpdateMe(t.Context(), ana, identity.ProfileChange{Email: &back, CurrentPassword: password}); err != nil {
			t.Fatal(err)
		}
		if _, err := b.VerifyEmail(t.Context(), ana, stale); codeOf(err) != platform.CodeNotFound {
			t.Errorf("a link to an address of before: %v", err)
		}
		if _, err := b.VerifyEmail(t.Context(), ana, tokenOf(l.last(t, identity.LetterVerify, back).Link)); err != nil {
			t.Errorf("the new one: %v", err)
		}
	})
}

func TestResettingAPassword(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &letterbox{}
		b := setupOn(s, withMail(l))
		in, ana := b.signUp(t, "ana@example.com")
		bo, _ := b.signUp(t, "bo@example.com")
		if err := b.SendReset(t.Context(), platform.Actor{}, "nobody@example.com"); err != nil || l.count(identity.LetterReset) != 0 {
			t.Errorf("for nobody: %v, %d letters", err, l.count(identity.LetterReset))
		}
		if err := b.SendReset(t.Context(), platform.Actor{}, "ana@example.com"); err != nil {
			t.Fatal(err)
		}
		token := tokenOf(l.last(t, identity.LetterReset, "ana@example.com").Link)
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
		mailed := tokenOf(l.last(t, identity.LetterReset, "bo@example.com").Link)
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

// With mail, an invitation that is bound to an address is for who has proven it, and the mail proves it.
func TestInvitationsByMail(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := &letterbox{}
		b := setupOn(s, withMail(l))
		owner := b.owner(t, l)
		_, url, err := b.Invite(t.Context(), owner, platform.RoleViewer, "ana@example.com")
		if err != nil {
			t.Fatal(err)
		}
		mailed := l.last(t, identity.LetterInvitation, "ana@example.com")
		if mailed.Workspace == "" || mailed.By == "" || mailed.Link == url {
			t.Errorf("the letter: %+v, the owner's link %s", mailed, url)
		}
		in := identity.NewAccount{Email: "ana@example.com", Password: password, Invitation: tokenOf(url)}
		if _, err := b.SignUp(t.Context(), platform.Actor{}, in); codeOf(err) != platform.CodeForbidden {
			t.Errorf("somebody who says to be Ana: %v", err)
		}
		_, eve := b.signUp(t, "ana@example.com")
		if _, err := b.AcceptInvitation(t.Context(), eve, in.Invitation); codeOf(err) != platform.CodeForbidden {
			t.Errorf("somebody who has signed up as Ana: %v", err)
		}
		if _, url, err = b.Invite(t.Context(), owner, platform.RoleViewer, "bo@example.com"); err != nil {
			t.Fatal(err)
		}
		got, err := b.SignUp(t.Context(), platform.Actor{}, identity.NewAccount{Email: "bo@example.com", Password: password,
			Invitation: tokenOf(l.last(t, identity.LetterInvitation, "bo@example.com").Link)})
		if err != nil || got.User.EmailVerifiedAt.IsZero() || got.Workspace.ID != owner.Workspace {
			t.Errorf("who has the mail: %+v, %v", got, err)
		}
		if _, err := b.Invitation(t.Context(), tokenOf(url)); codeOf(err) != platform.CodeNotFound {
			t.Errorf("an invitation has two links and is used twice: %v", err)
		}
		sent := l.count(identity.LetterInvitation)
		if _, _, err := b.Invite(t.Context(), eve, platform.RoleViewer, "victim@example.com"); err != nil || l.count(identity.LetterInvitation) != sent {
			t.Errorf("mail in the name of somebody who has proven no address: %v", err)
		}
	})
}
