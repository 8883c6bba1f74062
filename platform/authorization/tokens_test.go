package authorization_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/authorization"
	"berth/test/double"
)

// tokens is a store that knows some, and counts who asks.
type tokens struct {
	mu      sync.Mutex
	known   map[string]entry // by hash
	asked   int
	touched []platform.GrantID
	err     error
	during  func() // while the store is asked
}

type entry struct {
	grant  authorization.Grant
	token  authorization.AccessToken
	person authorization.Person
}

func (s *tokens) Token(_ context.Context, hash []byte) (authorization.Grant, authorization.AccessToken, authorization.Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	e, ok := s.known[string(hash)]
	if s.during != nil {
		s.during()
	}
	switch {
	case s.err != nil:
		return authorization.Grant{}, authorization.AccessToken{}, authorization.Person{}, s.err
	case !ok:
		return authorization.Grant{}, authorization.AccessToken{}, authorization.Person{}, platform.Errorf(platform.CodeNotFound, "There is none.")
	}
	return e.grant, e.token, e.person, nil
}

func (s *tokens) TouchGrant(_ context.Context, id platform.GrantID, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.touched = append(s.touched, id)
	for hash, e := range s.known {
		if e.grant.ID == id {
			e.grant.LastUsedAt = at
			s.known[hash] = e
		}
	}
	return errors.New("the disk is full")
}

const bearer = "bta_" + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// issue gives Bob the token for the app "one", for an hour.
func issue(clock *double.Clock) *tokens {
	return &tokens{known: map[string]entry{string(authorization.HashOf(bearer)): {
		grant:  authorization.Grant{ID: "grant", User: "bob", App: "one", Client: "https://c.example/doc", Scopes: []string{"app:read", "offline_access"}},
		token:  authorization.AccessToken{Scopes: []string{"app:read"}, ExpiresAt: clock.Now().Add(time.Hour)},
		person: authorization.Person{ID: "bob", Email: "bob@example.com", Name: "Bob", Suspended: "spam"},
	}}}
}

func newTokens(clock *double.Clock, s *tokens) *authorization.Tokens {
	return authorization.NewTokens(s, true, clock.Now, slog.New(slog.DiscardHandler))
}

var one = platform.Resource{App: "one", Address: "https://berth.example/servers/one/mcp"}

func TestWhomATokenStandsFor(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	for range 3 {
		got, err := a.Authenticate(t.Context(), bearer, one)
		want := platform.Principal{Kind: platform.KindToken, User: "bob", Email: "bob@example.com", Name: "Bob", App: "one", Scopes: []string{"app:read"},
			Client: "https://c.example/doc", Grant: "grant", Suspended: "spam"}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
		_ = append(got.Scopes, "app:write") // by a caller that adds what a scope implies
	}
	if s.asked != 1 || !slices.Equal(s.touched, []platform.GrantID{"grant"}) {
		t.Errorf("asked %d times, touched %v", s.asked, s.touched)
	}
	for _, at := range []platform.Resource{{App: "other", Address: one.Address}, {Address: one.Address}, {}} {
		if _, err := a.Authenticate(t.Context(), bearer, at); !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("at %+v: %v", at, err)
		}
	}
	if fresh := newTokens(clock, s); !unauthenticated(t, fresh, platform.Resource{App: "other"}) || !unauthenticated(t, fresh, platform.Resource{}) {
		t.Error("a token of one app is good at another that sees it first")
	}
}

func unauthenticated(t *testing.T, a *authorization.Tokens, at platform.Resource) bool {
	t.Helper()
	_, err := a.Authenticate(t.Context(), bearer, at)
	return platform.IsCode(err, platform.CodeUnauthenticated)
}

// What cannot be a token does not reach the database.
func TestWhatIsNoTokenIsNotAskedFor(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	for _, text := range []string{"", "bta_", bearer[:len(bearer)-1], bearer + "A", " " + bearer, bearer + "\n", strings.Replace(bearer, "bta_", "btr_", 1), strings.Replace(bearer, "bta_", "BTA_", 1),
		bearer[:len(bearer)-1] + "B", bearer[:len(bearer)-1] + "=", bearer[:20] + "\r\n" + bearer[22:], strings.Repeat("A", 1<<20)} {
		if _, err := a.Authenticate(t.Context(), text, one); !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
	if s.asked != 0 {
		t.Errorf("asked %d times", s.asked)
	}
}

func TestHowLongATokenIsRemembered(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	says := func(when string, want platform.Code, asked int) {
		t.Helper()
		_, err := a.Authenticate(t.Context(), bearer, one)
		got := platform.Code("")
		if err != nil {
			got = platform.AsError(err).Code
		}
		if got != want || s.asked != asked {
			t.Errorf("%s: %q after asking %d times, want %q after %d", when, got, s.asked, want, asked)
		}
	}
	says("at first", "", 1)
	s.err = platform.Errorf(platform.CodeUnavailable, "away")
	clock.Pass(10*time.Second - 1)
	says("with the database away", "", 1)
	clock.Pass(1)
	says("after ten seconds", platform.CodeUnavailable, 2)
	says("and again", platform.CodeUnavailable, 3)
	s.err = context.DeadlineExceeded
	says("with a database that does not respond", platform.CodeInternal, 4)
	s.err = nil
	says("with the database back", "", 5)
	clear(s.known)
	a.Forget("somebody else", "other")
	says("when others are forgotten", "", 5)
	a.Forget("grant")
	says("when it is revoked", platform.CodeUnauthenticated, 6)
	clock.Pass(2*time.Second - 1)
	says("that it is unknown is remembered", platform.CodeUnauthenticated, 6)
	clock.Pass(1)
	s.known = issue(clock).known
	says("for two seconds", "", 7)
	a.Forget("bob")
	says("when something of its person has changed", "", 8)
	a.Forget()
	says("when nobody knows what has changed", "", 9)
	clock.Pass(time.Hour - 5*time.Second)
	says("shortly before its end", "", 10)
	clock.Pass(5 * time.Second)
	says("at its end, though ten seconds have not passed", platform.CodeUnauthenticated, 11)
}

// A token that is revoked while the database is asked for it is not remembered.
func TestARevocationWhileTheStoreIsAsked(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	s.during = func() { clear(s.known); a.Forget("grant") }
	if _, err := a.Authenticate(t.Context(), bearer, one); err != nil {
		t.Fatal(err) // who asked before it was revoked is answered
	}
	s.during = nil
	if !unauthenticated(t, a, one) {
		t.Error("it is remembered")
	}
}

// A flood of guesses does not displace the tokens that are good.
func TestGuessesDisplaceNobody(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	if _, err := a.Authenticate(t.Context(), bearer, one); err != nil {
		t.Fatal(err)
	}
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	for i := range 25_000 {
		guess := bearer[:10] + string(digits[i>>12&63]) + string(digits[i>>6&63]) + string(digits[i&63]) + "x" + bearer[14:]
		if _, err := a.Authenticate(t.Context(), guess, one); err == nil {
			t.Fatal("a guess is good")
		}
	}
	asked := s.asked
	if _, err := a.Authenticate(t.Context(), bearer, one); err != nil || s.asked != asked {
		t.Errorf("it was asked for again: %v", err)
	}
}

// The use of a grant is noted once in five minutes, however many calls there are.
func TestUseIsNotedSeldom(t *testing.T) {
	t.Parallel()
	clock := double.NewClock(time.Now())
	s := issue(clock)
	a := newTokens(clock, s)
	for range 20 {
		if _, err := a.Authenticate(t.Context(), bearer, one); err != nil {
			t.Fatal(err)
		}
		clock.Pass(30 * time.Second)
	}
	if len(s.touched) != 2 {
		t.Errorf("noted %d times in ten minutes", len(s.touched))
	}
}

// Whatever can be made is taken for a token.
func TestTheShapeOfTokens(t *testing.T) {
	t.Parallel()
	raw := make([]byte, 32)
	for range 10_000 {
		_, _ = rand.Read(raw)
		if text := "bta_" + base64.RawURLEncoding.EncodeToString(raw); !authorization.IsAccessToken(text) {
			t.Fatalf("%q is none", text)
		}
	}
}
