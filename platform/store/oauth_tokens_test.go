package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store"
)

var errChecked = errors.New("another verifier")

func TestRedeem(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		c := w.start(t, w.bob, w.app, claude)
		w.Pass(time.Second)
		want := c
		want.Grant.Generation, want.Grant.ExpiresAt = 1, micro(w.Now()).Add(90*24*time.Hour)
		var seen authorization.Code
		got, err := s.Redeem(ctx, c.Hash, micro(w.Now()), func(c authorization.Code) error { seen = c; return nil }, func(c authorization.Code) authorization.Issued {
			return w.issued(c.Grant.ID, "", 1)
		})
		if diff := cmp.Diff(c, seen); diff != "" || err != nil {
			t.Errorf("checked: %v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("returned (-want +got):\n%s", diff)
		}
		if w.opens(t, c.Grant.ID, "") != "" || w.rotate(t, 1, c.Grant.ID, 1, "2") != nil || w.opens(t, c.Grant.ID, "2") != "" {
			t.Error("what a code gave is of no use")
		}
		again, err := w.replicas[1].Redeem(ctx, c.Hash, micro(w.Now()), func(authorization.Code) error { t.Error("checked a used code"); return nil }, nil)
		if !errors.Is(err, authorization.ErrReused) || again.Grant.ID != c.Grant.ID {
			t.Errorf("again: %v, %+v", err, again)
		}
		for _, n := range []string{"", "2"} {
			if got := w.opens(t, c.Grant.ID, n); got != platform.CodeNotFound {
				t.Errorf("after the second use the token %q is told %q", n, got)
			}
		}
		wantCode(t, w.rotate(t, 0, c.Grant.ID, 2, "x"), platform.CodeNotFound)
		wantCode(t, w.redeem(t, 0, c), platform.CodeNotFound)
		late := w.start(t, w.bob, w.app, claude)
		w.Pass(time.Minute)
		wantCode(t, w.redeem(t, 0, late), platform.CodeNotFound)
		wantCode(t, w.redeem(t, 0, authorization.Code{Hash: newHash()}), platform.CodeNotFound)
		wantCode(t, w.redeem(t, 0, authorization.Code{}), platform.CodeNotFound)
	})
}

// A code that somebody has tried without its verifier gives nothing to anybody, and that it is tried again is no theft of tokens that
// were never given.
func TestACodeIsUsedUpByAFailure(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		c := w.start(t, w.bob, w.app, claude)
		_, err := w.replicas[0].Redeem(t.Context(), c.Hash, micro(w.Now()), func(authorization.Code) error { return errChecked }, func(authorization.Code) authorization.Issued {
			t.Error("issued")
			return authorization.Issued{}
		})
		if !errors.Is(err, errChecked) {
			t.Errorf("%v", err)
		}
		if err := w.redeem(t, 1, c); !errors.Is(err, authorization.ErrReused) {
			t.Errorf("again: %v", err)
		}
		if n := rowsOf(t, w.replicas[0], "oauth_access_tokens") + rowsOf(t, w.replicas[0], "oauth_grants"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// Of those who redeem one code at the same moment one is given tokens, and nobody can use them.
func TestManyRedeemOneCode(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		c := w.start(t, w.bob, w.app, claude)
		stays := w.grant(t, w.bob, w.app, claude)
		var reused, unknown, given atomic.Int64
		for _, err := range together(20, func(i int) error { return w.redeem(t, i%2, c) }) {
			switch {
			case err == nil:
				given.Add(1)
			case errors.Is(err, authorization.ErrReused):
				reused.Add(1)
			case codeOf(err) == platform.CodeNotFound:
				unknown.Add(1)
			default:
				t.Error(err)
			}
		}
		if given.Load() != 1 || reused.Load() != 1 || unknown.Load() != 18 {
			t.Errorf("given %d times, reused %d, unknown %d", given.Load(), reused.Load(), unknown.Load())
		}
		if got := w.opens(t, c.Grant.ID, ""); got != platform.CodeNotFound {
			t.Errorf("the token is told %q", got)
		}
		if got := w.opens(t, stays.ID, ""); got != "" {
			t.Errorf("that of another grant: %q", got)
		}
	})
}

func TestRotate(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		g := w.grant(t, w.bob, w.app, claude)
		if _, err := s.Rotate(ctx, hashed(refreshText(g.ID, 1)), micro(w.Now()), time.Minute, func(authorization.Grant) error { return errChecked }, nil); !errors.Is(err, errChecked) {
			t.Errorf("%v", err)
		}
		var seen authorization.Grant
		generations := []int{}
		turn := func(replica, generation int, n string) (authorization.Grant, error) {
			return w.replicas[replica].Rotate(ctx, hashed(refreshText(g.ID, generation)), micro(w.Now()), time.Minute, func(g authorization.Grant) error { seen = g; return nil },
				func(g authorization.Grant, generation int) authorization.Issued {
					generations = append(generations, generation)
					return w.issued(g.ID, n, generation)
				})
		}
		w.Pass(24 * time.Hour)
		want := g
		want.Generation, want.ExpiresAt = 1, g.CreatedAt.Add(90*24*time.Hour)
		got, err := turn(1, 1, "2")
		if diff := cmp.Diff(want, seen); diff != "" || err != nil {
			t.Errorf("checked: %v (-want +got):\n%s", err, diff)
		}
		want.Generation, want.ExpiresAt = 2, micro(w.Now()).Add(90*24*time.Hour)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("returned (-want +got):\n%s", diff)
		}
		w.Pass(time.Minute)
		if _, err := turn(0, 1, "2 again"); err != nil { // the answer was lost
			t.Errorf("within the grace: %v", err)
		}
		if _, err := turn(0, 2, "3"); err != nil {
			t.Errorf("the successor: %v", err)
		}
		if !slices.Equal(generations, []int{2, 2, 3}) || w.opens(t, g.ID, "2 again") != "" || w.opens(t, g.ID, "3") != "" {
			t.Errorf("generations %v, or an access token of them is of no use", generations)
		}
		w.Pass(time.Microsecond)
		if _, err := turn(1, 1, "x"); !errors.Is(err, authorization.ErrReused) {
			t.Errorf("after the grace: %v", err)
		}
		for _, n := range []string{"2 again", "3", "x"} {
			if got := w.opens(t, g.ID, n); got != platform.CodeNotFound {
				t.Errorf("after that the access token %q is told %q", n, got)
			}
		}
		for generation := 1; generation <= 4; generation++ {
			_, err := turn(0, generation, "y")
			wantCode(t, err, platform.CodeNotFound)
		}
	})
}

// The refresh token of a client that comes too late is of no use; one that has expired since it was used is told as long as it is kept.
func TestRefreshTokensExpire(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		late, used := w.grant(t, w.bob, w.app, claude), w.grant(t, w.ann, w.app, claude)
		w.Pass(90*24*time.Hour - time.Second)
		if err := w.rotate(t, 0, used.ID, 1, "2"); err != nil {
			t.Fatal(err)
		}
		w.Pass(time.Second)
		wantCode(t, w.rotate(t, 1, late.ID, 1, "x"), platform.CodeNotFound)
		if err := w.rotate(t, 1, used.ID, 1, "2 again"); err != nil {
			t.Errorf("used a second ago: %v", err)
		}
		w.Pass(time.Hour)
		if err := w.rotate(t, 1, used.ID, 1, "x"); !errors.Is(err, authorization.ErrReused) {
			t.Errorf("used an hour ago: %v", err)
		}
	})
}

// However many refresh at once, all go on, with one successor.
func TestManyRotateOneToken(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		g := w.grant(t, w.bob, w.app, claude)
		for i, err := range together(20, func(i int) error { return w.rotate(t, i%2, g.ID, 1, fmt.Sprint(i)) }) {
			if err != nil {
				t.Errorf("%d: %v", i, err)
			}
			if got := w.opens(t, g.ID, fmt.Sprint(i)); got != "" {
				t.Errorf("the access token of %d is told %q", i, got)
			}
		}
		if n := rowsOf(t, w.replicas[0], "oauth_refresh_tokens"); n != 2 {
			t.Errorf("%d refresh tokens", n)
		}
		all, err := w.replicas[0].Grants(t.Context(), w.bob.User)
		if err != nil || len(all) != 1 || all[0].Generation != 2 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

// Some rotate while others end the grant: whatever comes first, in the end nothing opens.
func TestRotateWhileItEnds(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		g := w.grant(t, w.bob, w.app, claude)
		for i, err := range together(20, func(i int) error {
			switch i % 4 {
			case 0:
				return w.replicas[i%2].Revoke(t.Context(), w.bob, g.ID)
			case 1:
				return w.replicas[i%2].RevokeToken(t.Context(), hashed(refreshText(g.ID, 1)), claude)
			}
			return w.rotate(t, i%2, g.ID, 1, fmt.Sprint(i))
		}) {
			if code := codeOf(err); code != "" && code != platform.CodeNotFound {
				t.Errorf("%d: %v", i, err)
			}
		}
		for i := range 20 {
			if got := w.opens(t, g.ID, fmt.Sprint(i)); got != platform.CodeNotFound {
				t.Errorf("the access token of %d is told %q", i, got)
			}
		}
		if n := rowsOf(t, w.replicas[0], "oauth_refresh_tokens"); n != 0 {
			t.Errorf("%d refresh tokens are left", n)
		}
	})
}

// A process that dies in the middle has changed nothing: the code and the token can be used, once.
func TestNothingIsHalfDone(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		c := w.start(t, w.bob, w.app, claude)
		dies := func(do func(die func())) {
			t.Helper()
			defer func() {
				if recover() == nil {
					t.Error("it did not die")
				}
			}()
			do(func() { panic("killed") })
		}
		dies(func(die func()) {
			_, _ = w.replicas[0].Redeem(t.Context(), c.Hash, micro(w.Now()), accepts, func(authorization.Code) authorization.Issued { die(); return authorization.Issued{} })
		})
		if err := w.redeem(t, 1, c); err != nil {
			t.Fatalf("the code: %v", err)
		}
		dies(func(die func()) {
			_, _ = w.replicas[0].Rotate(t.Context(), hashed(refreshText(c.Grant.ID, 1)), micro(w.Now()), time.Minute, accepts, func(authorization.Grant, int) authorization.Issued {
				die()
				return authorization.Issued{}
			})
		})
		w.Pass(time.Hour) // it was not used
		if err := w.rotate(t, 1, c.Grant.ID, 1, "2"); err != nil {
			t.Errorf("the token: %v", err)
		}
		_, err := w.replicas[0].Rotate(t.Context(), hashed(refreshText(c.Grant.ID, 2)), micro(w.Now()), time.Minute, accepts, func(g authorization.Grant, generation int) authorization.Issued {
			i := w.issued(g.ID, "3", generation)
			i.Refresh.Hash = []byte("too short")
			return i
		})
		if err == nil || w.opens(t, c.Grant.ID, "3") != platform.CodeNotFound {
			t.Errorf("half of what was issued is stored: %v", err)
		}
	})
}

func TestAccessTokens(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		g := w.grant(t, w.bob, w.app, claude)
		got, token, person, err := w.replicas[1].Token(ctx, hashed(accessText(g.ID, "")))
		want := g
		want.Generation, want.ExpiresAt = 1, micro(w.Now()).Add(90*24*time.Hour)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(w.issued(g.ID, "", 1).Access, token); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if person.ID != w.bob.User || person.Email != w.bob.Email || person.Name != "bob@example.com" || person.Suspended != "" {
			t.Errorf("%+v", person)
		}
		suspend(t, s, platform.SuspendedUser, w.bob.Email)
		if _, _, person, err = s.Token(ctx, token.Hash); err != nil || person.Suspended == "" {
			t.Errorf("suspended: %+v, %v", person, err)
		}
		for _, hash := range [][]byte{nil, newHash(), []byte(strings.Repeat("x", 1000)), hashed(refreshText(g.ID, 1)), hashed(string(g.ID))} {
			_, _, _, err := s.Token(ctx, hash)
			wantCode(t, err, platform.CodeNotFound)
		}
		w.Pass(time.Hour)
		if got := w.opens(t, g.ID, ""); got != platform.CodeNotFound {
			t.Errorf("after its hour: %q", got)
		}
	})
}

func TestTokensAreGivenBack(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s, ctx := w.replicas[0], t.Context()
		g, stays := w.grant(t, w.bob, w.app, claude), w.grant(t, w.bob, w.app, claude)
		back := func(secret, client string) {
			t.Helper()
			if err := s.RevokeToken(ctx, hashed(secret), client); err != nil {
				t.Errorf("%s by %s: %v", secret, client, err)
			}
		}
		state := func(want ...platform.Code) {
			t.Helper()
			if got := []platform.Code{w.opens(t, g.ID, ""), w.opens(t, g.ID, "2"), w.opens(t, stays.ID, "")}; !slices.Equal(got, append(want, "")) {
				t.Errorf("the access tokens are told %q, want %q", got, want)
			}
		}
		if err := w.rotate(t, 0, g.ID, 1, "2"); err != nil {
			t.Fatal(err)
		}
		back(accessText(g.ID, ""), "btc_other")
		back(refreshText(g.ID, 2), "btc_other")
		back("unknown", claude)
		state("", "")
		back(accessText(g.ID, ""), claude)
		state(platform.CodeNotFound, "")
		back(accessText(g.ID, ""), claude)
		if err := w.rotate(t, 1, g.ID, 2, "3"); err != nil {
			t.Errorf("an access token was given back, and the refresh token ends: %v", err)
		}
		back(refreshText(g.ID, 1), claude) // which was used: it is still one of the family
		state(platform.CodeNotFound, platform.CodeNotFound)
		wantCode(t, w.rotate(t, 1, g.ID, 3, "4"), platform.CodeNotFound)
		if scopes, err := s.Consent(ctx, w.bob.User, w.app.ID, claude); len(scopes) == 0 || err != nil {
			t.Errorf("what a client gives back, the person has still agreed to: %q, %v", scopes, err)
		}
	})
}

func TestOAuthIsPruned(t *testing.T) {
	t.Parallel()
	eachLinked(t, func(t *testing.T, w *linked) {
		s := w.replicas[0]
		tables := []string{"codes", "access_tokens", "refresh_tokens", "grants"}
		holds := func(when string, want ...int) {
			t.Helper()
			if err := s.Prune(t.Context(), store.Retention{Calls: time.Hour}); err != nil {
				t.Fatal(err)
			}
			for i, table := range tables {
				if n := rowsOf(t, s, "oauth_"+table); n != want[i] {
					t.Errorf("%s: %d %s, want %d", when, n, table, want[i])
				}
			}
		}
		g := w.grant(t, w.bob, w.app, claude)
		w.start(t, w.bob, w.app, claude)
		holds("at first", 2, 1, 1, 2)
		w.Pass(time.Minute + time.Millisecond)
		holds("when a code has expired that nobody used, with its grant", 1, 1, 1, 1)
		w.Pass(time.Hour)
		holds("when the access token has", 1, 0, 1, 1)
		w.Pass(24 * time.Hour)
		holds("when a use of the code is told no longer", 0, 0, 1, 1)
		if err := w.rotate(t, 0, g.ID, 1, "2"); err != nil {
			t.Fatal(err)
		}
		w.Pass(89 * 24 * time.Hour)
		holds("when the first refresh token has expired", 0, 0, 1, 1)
		w.Pass(2 * 24 * time.Hour)
		holds("when all is over", 0, 0, 0, 0)
	})
}
