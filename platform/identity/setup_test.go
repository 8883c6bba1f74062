package identity_test

import (
	"context"
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
	"berth/test/double"
)

const password = "correct horse"

// counted is the real store, counting the lookups of credentials and the notes of their use.
type counted struct {
	identity.Store
	lookups, touches atomic.Int64
	meanwhile        func() // runs before a user is updated, once
}

func (c *counted) UpdateUser(ctx context.Context, by platform.Actor, edit func(identity.User) (identity.User, error)) (identity.User, error) {
	if f := c.meanwhile; f != nil {
		c.meanwhile = nil
		f()
	}
	return c.Store.UpdateUser(ctx, by, edit)
}

func (c *counted) KeyByHash(ctx context.Context, hash []byte) (identity.Key, error) {
	c.lookups.Add(1)
	return c.Store.KeyByHash(ctx, hash)
}

func (c *counted) SessionByHash(ctx context.Context, hash []byte) (identity.Session, error) {
	c.lookups.Add(1)
	return c.Store.SessionByHash(ctx, hash)
}

func (c *counted) TouchKey(ctx context.Context, id platform.KeyID, at time.Time) error {
	c.touches.Add(1)
	return c.Store.TouchKey(ctx, id, at)
}

func (c *counted) TouchSession(ctx context.Context, id platform.SessionID, at time.Time) error {
	c.touches.Add(1)
	return c.Store.TouchSession(ctx, id, at)
}

type bundle struct {
	*identity.Service
	*double.Clock
	*letterbox // nil without withMail
	store      *counted
}

func setup(t *testing.T, change ...func(*identity.Options)) *bundle {
	t.Helper()
	return setupOn(storetest.Open(t), change...)
}

func setupOn(s *store.Store, change ...func(*identity.Options)) *bundle {
	b := &bundle{store: &counted{Store: s}, Clock: double.NewClock(time.Now().UTC())}
	o := identity.Options{Store: b.store, Log: slog.New(slog.DiscardHandler), Now: b.Now, SignUp: identity.SignUpOpen,
		PublicURL: "http://127.0.0.1:3001/", Limits: identity.Limits{Keys: 10, Members: 10, SignInPerMinute: 10}, PasswordCost: identity.CheapPasswords}
	for _, f := range change {
		f(&o)
	}
	b.Service = identity.New(o)
	return b
}

// another is the same service in another process.
func (b *bundle) another() *identity.Service { return identity.New(b.Options) }

func (b *bundle) signUp(t *testing.T, email string) (identity.SignedIn, platform.Actor) {
	t.Helper()
	in, err := b.SignUp(t.Context(), platform.Actor{}, identity.NewAccount{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return in, b.actor(t, in)
}

// actor is somebody who is signed in.
func (b *bundle) actor(t *testing.T, in identity.SignedIn) platform.Actor {
	t.Helper()
	p, err := b.AuthenticateSession(t.Context(), in.Token, "")
	if err != nil {
		t.Fatal(err)
	}
	return platform.Actor{Principal: p}
}

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

// withMail is setupOn where letters are posted, which the bundle keeps.
func withMail(s *store.Store, change ...func(*identity.Options)) *bundle {
	l := &letterbox{}
	b := setupOn(s, append(change, func(o *identity.Options) { o.Post = l.post })...)
	b.letterbox = l
	return b
}

func tokenOf(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

func codeOf(err error) platform.Code {
	if err == nil {
		return ""
	}
	return platform.AsError(err).Code
}

// sent asks for a code, and returns the browser that may use it and the code.
func (b *bundle) sent(t *testing.T, by platform.Actor, email string) (browser, code string) {
	t.Helper()
	browser, err := b.SendCode(t.Context(), by, email)
	if err != nil {
		t.Fatal(err)
	}
	return browser, b.last(t, identity.LetterCode, email).Code
}

// byCode asks for a code and uses it in the same browser.
func (b *bundle) byCode(t *testing.T, by platform.Actor, email string) (identity.SignedIn, platform.Actor) {
	t.Helper()
	browser, code := b.sent(t, by, email)
	in, err := b.SignInByCode(t.Context(), by, browser, code)
	if err != nil {
		t.Fatal(err)
	}
	return in, b.actor(t, in)
}

// owner makes an owner whose address is proven.
func (b *bundle) owner(t *testing.T) platform.Actor {
	t.Helper()
	in, by := b.signUp(t, "owner@example.com")
	if _, err := b.VerifyEmail(t.Context(), by, tokenOf(b.last(t, identity.LetterVerify, "owner@example.com").Link)); err != nil {
		t.Fatal(err)
	}
	if by = b.actor(t, in); !by.EmailVerified {
		t.Fatalf("%+v", by)
	}
	return by
}
