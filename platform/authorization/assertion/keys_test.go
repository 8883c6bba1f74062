package assertion_test

import (
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"berth/platform"
)

// Keys are asked for every ten minutes, and at once when a client signs with a new one, but no more often than once a minute.
func TestKeysAreKept(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	verified := func(key pair, want bool, asked int) {
		t.Helper()
		if err := b.verify(b.signed(key, jose.ES256, b.claims(nil), nil)); (err == nil) != want || b.server.asked != asked {
			t.Errorf("%v, asked %d times, want %v and %d", err, b.server.asked, want, asked)
		}
	}
	old := b.key
	verified(old, true, 1)
	b.Pass(9 * time.Minute)
	verified(old, true, 1)
	b.Pass(time.Minute)
	verified(old, true, 2)
	next := elliptical(t, "k2")
	b.server.publishes(t, next.public)
	verified(next, false, 2)
	b.Pass(time.Minute)
	verified(next, true, 3)
	verified(old, false, 3) // it has been taken back
	b.Pass(time.Minute)
	verified(old, false, 4)
	verified(old, false, 4)
	for range 100 { // nobody makes us ask by inventing names of keys
		verified(elliptical(t, "x"), false, 4)
	}
}

// While the server of keys is away the last ones count for a day; one that takes them back is believed.
func TestTheServerOfKeysIsAway(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	away := platform.Errorf(platform.CodeUnavailable, "cannot be reached")
	b.server.fails(0, away)
	if err := b.verify(b.good(nil)); !platform.IsCode(err, platform.CodeUnavailable) {
		t.Errorf("never seen: %v", err)
	}
	if err := b.verify(b.good(nil)); !platform.IsCode(err, platform.CodeUnavailable) || b.server.asked != 1 {
		t.Errorf("at once again: %v, asked %d times", err, b.server.asked)
	}
	b.server.publishes(t, b.key.public)
	b.Pass(time.Minute)
	if err := b.verify(b.good(nil)); err != nil {
		t.Error(err)
	}
	for _, status := range []int{0, 500, 503, 429} {
		b.server.fails(status, nil)
		if status == 0 {
			b.server.fails(0, away)
		}
		b.Pass(11 * time.Minute)
		if err := b.verify(b.good(nil)); err != nil {
			t.Errorf("status %d: %v", status, err)
		}
	}
	b.Pass(24 * time.Hour)
	if err := b.verify(b.good(nil)); !platform.IsCode(err, platform.CodeUnavailable) {
		t.Errorf("after a day: %v", err)
	}
	b.server.publishes(t, b.key.public)
	b.Pass(time.Minute)
	if err := b.verify(b.good(nil)); err != nil {
		t.Error(err)
	}
	b.server.fails(404, nil)
	b.Pass(11 * time.Minute)
	b.refuses("taken back", b.good(nil), "no set of keys")
}

// Keys that are weak, secret or for something else are as if they were not there.
func TestUnfitKeys(t *testing.T) {
	t.Parallel()
	weak := rivest(t, "k", 1024)
	encrypting := elliptical(t, "k")
	encrypting.public.Use = "enc"
	secret := elliptical(t, "k")
	secret.public.Key = secret.private // published by mistake: anybody can sign
	pinned := rivest(t, "k", 2048)
	pinned.public.Algorithm = "PS256"
	for name, c := range map[string]struct {
		key       pair
		algorithm jose.SignatureAlgorithm
	}{"1024 bits": {weak, jose.RS256}, "for encryption": {encrypting, jose.ES256}, "a secret one": {secret, jose.ES256}, "for another algorithm": {pinned, jose.RS256}} {
		b := newBerth(t)
		b.server.publishes(t, c.key.public, elliptical(t, "other").public)
		b.refuses(name, b.signed(c.key, c.algorithm, b.claims(nil), nil), "signed by a key of the client")
	}
}

// Clients of one host do not make us ask others more than sixty times a minute.
func TestBudgetOfAHost(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	b.server.fails(404, nil)
	for i := range 100 {
		b.client.KeysURL = keysURL + string(rune('a'+i))
		if err := b.verify(b.good(nil)); err == nil {
			t.Error("taken")
		}
	}
	if b.server.asked != 60 {
		t.Errorf("asked %d times", b.server.asked)
	}
}

func TestParallelAssertionsShareOneFetch(t *testing.T) {
	t.Parallel()
	b := newBerth(t)
	var all sync.WaitGroup
	for range 20 {
		text := b.good(nil)
		all.Go(func() {
			if err := b.verify(text); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if b.server.asked != 1 {
		t.Errorf("asked %d times", b.server.asked)
	}
}
