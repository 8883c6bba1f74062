package store_test

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func aPasskey() identity.Passkey {
	return identity.Passkey{ID: platform.PasskeyID(newID()), Credential: newHash(), Record: []byte(`{"id":"x"}`), Name: "Phone", CreatedAt: micro(time.Now())}
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		ann, bob := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		p := aPasskey()
		if err := s.AddPasskey(ctx, ann, p, 2); err != nil {
			t.Fatal(err)
		}
		same := aPasskey()
		same.Credential = p.Credential
		wantCode(t, s.AddPasskey(ctx, bob, same, 2), platform.CodeConflict)
		if err := s.AddPasskey(ctx, ann, aPasskey(), 2); err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.AddPasskey(ctx, ann, aPasskey(), 2), platform.CodeLimitReached)

		user, got, err := s.PasskeyOwner(ctx, p.Credential)
		if err != nil || user.ID != ann.User || got.ID != p.ID || got.Name != "Phone" || !got.LastUsedAt.IsZero() || !got.CreatedAt.Equal(p.CreatedAt) {
			t.Errorf("%+v, %+v, %v", user, got, err)
		}
		at := micro(time.Now())
		got.Record = []byte(`{"id":"y"}`)
		wantCode(t, s.UsePasskey(ctx, bob.User, got, at), platform.CodeNotFound)
		if err := s.UsePasskey(ctx, ann.User, got, at); err != nil {
			t.Fatal(err)
		}
		all, err := s.Passkeys(ctx, ann.User)
		if err != nil || len(all) != 2 || !all[1].LastUsedAt.Equal(at) || string(all[1].Record) != `{"id":"y"}` {
			t.Errorf("%+v, %v", all, err)
		}
		if none, err := s.Passkeys(ctx, bob.User); err != nil || len(none) != 0 {
			t.Errorf("another person's passkeys: %+v, %v", none, err)
		}
		wantCode(t, s.DeletePasskey(ctx, bob, p.ID), platform.CodeNotFound)
		wantCode(t, s.DeletePasskey(ctx, ann, "x"), platform.CodeNotFound)
		if err := s.DeletePasskey(ctx, ann, p.ID); err != nil {
			t.Fatal(err)
		}
		_, _, err = s.PasskeyOwner(ctx, p.Credential)
		wantCode(t, err, platform.CodeNotFound)
	})
}

// Of many who answer the same question at once, one is heard.
func TestACeremonyIsTakenOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		hash, late := newHash(), newHash()
		now := micro(time.Now())
		for h, ends := range map[string]time.Time{string(hash): now.Add(time.Minute), string(late): now} {
			if err := s.CreateCeremony(ctx, []byte(h), []byte(`{"challenge":"c"}`), ends); err != nil {
				t.Fatal(err)
			}
		}
		var taken atomic.Int32
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				c, err := s.TakeCeremony(ctx, hash, now)
				if err == nil && bytes.Equal(c, []byte(`{"challenge":"c"}`)) {
					taken.Add(1)
				} else if !platform.IsCode(err, platform.CodeNotFound) {
					t.Errorf("%s, %v", c, err)
				}
			})
		}
		all.Wait()
		if taken.Load() != 1 {
			t.Errorf("taken %d times", taken.Load())
		}
		_, err := s.TakeCeremony(ctx, late, now)
		wantCode(t, err, platform.CodeNotFound)
	})
}
