package identity_test

import (
	"context"
	"fmt"
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

func TestAHotCredentialReadsNoDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	in, by := b.signUp(t, "ana@example.com")
	_, key, err := b.CreateKey(t.Context(), by, identity.NewKey{Name: "k", Role: platform.RoleEditor})
	if err != nil {
		t.Fatal(err)
	}
	use := func() {
		p, err := b.Authenticate(t.Context(), key, platform.Resource{})
		if err != nil || p.User != by.User || p.Role != platform.RoleEditor || p.Kind != platform.KindKey || p.Workspace != by.Workspace {
			t.Fatalf("Authenticate = %+v, %v", p, err)
		}
		if _, err := b.AuthenticateSession(t.Context(), in.Token, string(by.Workspace)); err != nil {
			t.Fatal(err)
		}
	}
	use()
	before := b.store.lookups.Load()
	for range 100 {
		use()
	}
	if n := b.store.lookups.Load() - before; n != 0 {
		t.Errorf("100 hot calls read the database %d times", n)
	}
	b.store.touches.Store(0)
	for range 20 { // ten minutes
		b.Pass(30 * time.Second)
		use()
	}
	if n := b.store.touches.Load(); n == 0 || n > 6 {
		t.Errorf("in ten minutes the use of a key and a session was noted %d times", n)
	}
}

// Guesses must not cost a database lookup each.
func TestMalformedKeysReachNoDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, by := b.signUp(t, "ana@example.com")
	_, key, err := b.CreateKey(t.Context(), by, identity.NewKey{Name: "k"})
	if err != nil {
		t.Fatal(err)
	}
	before := b.store.lookups.Load()
	for i := range len(key) {
		bad := key[:i] + "!" + key[i+1:]
		if strings.HasPrefix(bad, "brt_") {
			_, err = b.Authenticate(t.Context(), bad, platform.Resource{})
		} else {
			_, err = b.Authenticate(t.Context(), bad[:20], platform.Resource{})
		}
		if !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, token := range []string{"", "x", strings.Repeat("x", 1<<20)} {
		if _, err := b.AuthenticateSession(t.Context(), token, ""); !platform.IsCode(err, platform.CodeUnauthenticated) {
			t.Errorf("%.20q: %v", token, err)
		}
	}
	if n := b.store.lookups.Load() - before; n != 0 {
		t.Errorf("malformed credentials read the database %d times", n)
	}
}

// Trying credentials must not cost a database lookup each time: what was refused stays so for a moment, and of keys in
// another form than ours the configured one alone is looked up.
func TestGuessesReachTheDatabaseSeldom(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, _, err := b.EnsureOwner(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.EnsureAdminKey(t.Context(), strings.Repeat("k", 40)); err != nil {
		t.Fatal(err)
	}
	in, by := b.signUp(t, "ana@example.com")
	key, secret, err := b.CreateKey(t.Context(), by, identity.NewKey{Name: "k"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.RevokeKey(t.Context(), by, key.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.SignOut(t.Context(), by, in.Token); err != nil {
		t.Fatal(err)
	}
	before := b.store.lookups.Load()
	try := func(want int64) {
		t.Helper()
		for i := range 50 {
			for _, bearer := range []string{secret, fmt.Sprintf("guess-%040d", i)} {
				if _, err := b.Authenticate(t.Context(), bearer, platform.Resource{}); !platform.IsCode(err, platform.CodeUnauthenticated) {
					t.Fatalf("%s: %v", bearer, err)
				}
			}
			if _, err := b.AuthenticateSession(t.Context(), in.Token, ""); !platform.IsCode(err, platform.CodeUnauthenticated) {
				t.Fatal(err)
			}
		}
		if n := b.store.lookups.Load() - before; n != want {
			t.Errorf("the database was read %d times, not %d", n, want)
		}
	}
	try(2)
	b.Pass(2 * time.Second)
	try(4)
	if err := b.EnsureAdminKey(t.Context(), secret); err != nil { // a value that was refused a moment ago
		t.Fatal(err)
	}
	if p, err := b.Authenticate(t.Context(), secret, platform.Resource{}); err != nil || p.Role != platform.RoleOwner {
		t.Errorf("the new key is %+v, %v", p, err)
	}
}

func TestFourProcessesMakeOneOwner(t *testing.T) {
	t.Parallel()
	storetest.Each(t, fourProcessesMakeOneOwner)
}

func fourProcessesMakeOneOwner(t *testing.T, st *store.Store) {
	t.Helper()
	b := setupOn(st)
	var wg sync.WaitGroup
	got := make([]string, 4)
	for i := range got {
		wg.Go(func() {
			s := b.another()
			w, owner, err := s.EnsureOwner(context.Background())
			if err == nil {
				err = s.EnsureAdminKey(context.Background(), strings.Repeat("k", 40))
			}
			got[i] = fmt.Sprint(w.ID, owner.ID, owner.Email, err)
		})
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] || !strings.HasSuffix(g, "owner@berth.local<nil>") {
			t.Errorf("the processes see %q", got)
			break
		}
	}
	if err := b.EnsureAdminKey(t.Context(), strings.Repeat("k", 40)); err != nil {
		t.Fatal(err)
	}
	p, err := b.Authenticate(t.Context(), strings.Repeat("k", 40), platform.Resource{})
	if err != nil || p.Role != platform.RoleOwner || p.Email != "owner@berth.local" {
		t.Fatalf("the admin key is %+v, %v", p, err)
	}
	keys, err := b.Keys(t.Context(), p)
	if err != nil || len(keys) != 1 {
		t.Errorf("there are %d keys, %v", len(keys), err)
	}
}

func TestTheAdminKey(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *identity.Options) { o.Limits.Keys = 1 })
	if _, _, err := b.EnsureOwner(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.EnsureAdminKey(t.Context(), "short"); !platform.IsCode(err, platform.CodeInvalidConfig) || strings.Contains(err.Error(), "short") {
		t.Errorf("a short one: %v", err)
	}
	works := func(s *identity.Service, key string) bool {
		_, err := s.Authenticate(t.Context(), key, platform.Resource{})
		return err == nil
	}
	first, second := strings.Repeat("a", 32), "brt_"+strings.Repeat("b", 28)
	other := b.another()
	for _, s := range []*identity.Service{b.Service, other} {
		if err := s.EnsureAdminKey(t.Context(), first); err != nil {
			t.Fatal(err)
		}
	}
	if !works(b.Service, first) || !works(other, first) {
		t.Error("the key does not work in both processes")
	}
	if err := b.EnsureAdminKey(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	b.Pass(10 * time.Second)
	if works(b.Service, first) || !works(b.Service, second) {
		t.Error("a changed key does not replace the former one")
	}
	unset := b.another() // started without the setting
	for _, want := range []bool{true, false} {
		if revoked, err := unset.RevokeAdminKey(t.Context()); err != nil || revoked != want {
			t.Errorf("revoked: %v, %v", revoked, err)
		}
	}
	b.Pass(10 * time.Second)
	if works(b.Service, second) || works(unset, second) {
		t.Error("the key works although the setting is gone")
	}
	workspace, _, err := b.store.FirstWorkspace(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entries, _, err := b.store.Audit(t.Context(), workspace.ID, identity.AuditQuery{Limit: 1})
	if err != nil || len(entries) != 1 || entries[0].Action != "key.delete" || !strings.Contains(string(entries[0].Before), "BERTH_ADMIN_KEY") {
		t.Errorf("audited %+v, %v", entries, err)
	}
}

// Many guesses at once are as limited as one after the other.
func TestParallelGuessesAreLimited(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *identity.Options) { o.Limits.SignInPerMinute = 3 })
	b.signUp(t, "ana@example.com")
	var wrong, limited atomic.Int64
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			_, err := b.SignIn(context.Background(), platform.Actor{}, "ana@example.com", "wrong horse")
			switch {
			case platform.IsCode(err, platform.CodeUnauthenticated):
				wrong.Add(1)
			case platform.IsCode(err, platform.CodeRateLimited):
				limited.Add(1)
			}
		})
	}
	wg.Wait()
	if wrong.Load() != 3 || limited.Load() != 9 {
		t.Errorf("%d guesses were checked, %d refused", wrong.Load(), limited.Load())
	}
}

// Making accounts is limited for an address whether it succeeds or not; another address is not touched.
func TestSignUpsOfAnAddressAreLimited(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *identity.Options) { o.Limits.SignInPerMinute = 1 })
	n := 0
	signUp := func(address string) error {
		n++
		_, err := b.SignUp(t.Context(), platform.Actor{Address: address}, identity.NewAccount{Email: fmt.Sprintf("%d@example.com", n), Password: password})
		return err
	}
	for range 10 {
		if err := signUp("192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	if err := signUp("192.0.2.1"); !platform.IsCode(err, platform.CodeRateLimited) {
		t.Errorf("an eleventh account: %v", err)
	}
	if err := signUp("192.0.2.2"); err != nil {
		t.Errorf("another address: %v", err)
	}
	if _, err := b.SignIn(t.Context(), platform.Actor{Address: "192.0.2.1"}, "1@example.com", password); err != nil {
		t.Errorf("signing in from the address: %v", err)
	}
	b.Pass(time.Minute)
	if err := signUp("192.0.2.1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
}

func TestOwnedWorkspacesAreLimited(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, by := b.signUp(t, "bo@example.com")
	for n := 1; ; n++ {
		if _, err := b.CreateWorkspace(t.Context(), by, "More"); platform.IsCode(err, platform.CodeLimitReached) {
			if n != 100 {
				t.Errorf("the limit is %d", n)
			}
			return
		} else if err != nil || n > 100 {
			t.Fatalf("workspace %d: %v", n, err)
		}
	}
}

// A person without any workspace has not been let in where sign-up is closed.
func TestAStrayAccountCannotLetItselfIn(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *identity.Options) { o.SignUp = identity.SignUpClosed })
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindSession, User: "u"}}
	if _, err := b.CreateWorkspace(t.Context(), by, "Mine"); !platform.IsCode(err, platform.CodeForbidden) {
		t.Errorf("CreateWorkspace: %v", err)
	}
}
