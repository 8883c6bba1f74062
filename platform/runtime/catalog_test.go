package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
)

// fake is a source whose answers tests decide.
type fake struct {
	live  func(slug string) (*platform.Served, error)
	loads atomic.Int64
}

func (f *fake) Live(_ context.Context, slug string) (*platform.Served, error) {
	f.loads.Add(1)
	return f.live(slug)
}

func (*fake) Document(context.Context, string) (platform.Document, error) {
	return platform.Document{}, errors.New("not asked")
}

type value struct {
	slug    string
	version int
	bytes   int64
}

func (v *value) Slug() string { return v.slug }
func (v *value) Bytes() int64 { return v.bytes }

func catalog(f *fake, limit int64) *Catalog[*value] { return catalogOf(f, limit) }

func catalogOf(source Source, limit int64) *Catalog[*value] {
	return NewCatalog(source, func(s *platform.Served) (*value, error) {
		return &value{slug: s.Slug, version: s.Version, bytes: 100}, nil
	}, limit, time.Now, slog.New(slog.DiscardHandler))
}

func served(slug string, version int) *platform.Served {
	return &platform.Served{Slug: slug, Version: version}
}

func TestCatalogLoadsOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{live: func(slug string) (*platform.Served, error) {
			time.Sleep(time.Second) //nolint:forbidigo // synctest: everybody waits meanwhile
			return served(slug, 1), nil
		}}
		c := catalog(f, 1<<20)
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if v, err := c.Lookup(t.Context(), "a"); err != nil || v.version != 1 {
					t.Errorf("%v %v", v, err)
				}
			})
		}
		wg.Wait()
		if n := f.loads.Load(); n != 1 {
			t.Errorf("%d loads for 50 lookups", n)
		}
		if s := c.Stats(); s.Misses != 50 || s.Entries != 1 || s.Bytes != 100 {
			t.Errorf("%+v", s)
		}
	})
}

// TestCatalogKeepsNothingThatAChangeOvertook lets a load that began before a change end after the one that began after it.
func TestCatalogKeepsNothingThatAChangeOvertook(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]struct {
		served *platform.Served
		err    error
	}{
		"release": {served: served("a", 1)}, "absence": {err: platform.Errorf(platform.CodeAppNotFound, "no")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun, release, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
			f := &fake{}
			f.live = func(slug string) (*platform.Served, error) {
				if f.loads.Load() == 1 {
					close(begun)
					<-release
					return before.served, before.err
				}
				return served(slug, 2), nil
			}
			c := catalog(f, 1<<20)
			go func() {
				defer close(ended)
				_, _ = c.Lookup(t.Context(), "a")
			}()
			<-begun
			c.Invalidate("a")
			if v, err := c.Lookup(t.Context(), "a"); err != nil || v.version != 2 {
				t.Errorf("right after the change: %v %v", v, err)
			}
			close(release)
			<-ended
			if v, err := c.Lookup(t.Context(), "a"); err != nil || v.version != 2 || f.loads.Load() != 2 {
				t.Errorf("the overtaken load was kept: %v %v", v, err)
			}
		})
	}
}

func TestCatalogRemembersUnknownSlugsForAWhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		known := false
		f := &fake{live: func(slug string) (*platform.Served, error) {
			if known {
				return served(slug, 1), nil
			}
			return nil, platform.Errorf(platform.CodeAppNotFound, "no")
		}}
		c := catalog(f, 1<<20)
		for range 10 {
			if _, err := c.Lookup(t.Context(), "a"); !platform.IsCode(err, platform.CodeAppNotFound) {
				t.Fatal(err)
			}
		}
		if n := f.loads.Load(); n != 1 {
			t.Errorf("%d loads of an unknown slug", n)
		}
		known = true
		c.Invalidate("a")
		if _, err := c.Lookup(t.Context(), "a"); err != nil {
			t.Error("a publish did not end it: ", err)
		}
		known = false
		c.Invalidate()
		_, _ = c.Lookup(t.Context(), "a")
		known = true
		if _, err := c.Lookup(t.Context(), "a"); !platform.IsCode(err, platform.CodeAppNotFound) {
			t.Error("not remembered: ", err)
		}
		time.Sleep(absentTTL + time.Second) //nolint:forbidigo // synctest
		if _, err := c.Lookup(t.Context(), "a"); err != nil {
			t.Error("time did not end it: ", err)
		}
	})
}

func TestCatalogDoesNotRememberFaults(t *testing.T) {
	t.Parallel()
	fault := errors.New("database down")
	f := &fake{live: func(slug string) (*platform.Served, error) {
		if fault != nil {
			return nil, fault
		}
		return served(slug, 1), nil
	}}
	c := catalog(f, 1<<20)
	if _, err := c.Lookup(t.Context(), "a"); !errors.Is(err, fault) {
		t.Error(err)
	}
	fault = nil
	if _, err := c.Lookup(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}

func TestCatalogIsBounded(t *testing.T) {
	t.Parallel()
	f := &fake{live: func(slug string) (*platform.Served, error) { return served(slug, 1), nil }}
	c := catalog(f, 16*1000)
	for i := range 5000 {
		if _, err := c.Lookup(t.Context(), fmt.Sprintf("app-%d", i)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Lookup(t.Context(), "kept"); err != nil { // used all the time
			t.Fatal(err)
		}
	}
	s := c.Stats()
	if s.Bytes > 16*1000 || s.Entries < 50 {
		t.Errorf("%+v", s)
	}
	before := f.loads.Load()
	if _, err := c.Lookup(t.Context(), "kept"); err != nil || f.loads.Load() != before {
		t.Error("what is used most was dropped")
	}
	v, err := c.Lookup(t.Context(), "kept")
	if err != nil {
		t.Fatal(err)
	}
	v.bytes = 900
	c.Resize("kept")
	if s := c.Stats(); s.Bytes > 16*1000 {
		t.Errorf("after growing: %+v", s)
	}
}

// TestCatalogLoadOutlivesItsCaller: who hangs up learns so, and the next one finds what was loaded.
func TestCatalogLoadOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{live: func(slug string) (*platform.Served, error) {
			time.Sleep(time.Second) //nolint:forbidigo // synctest
			return served(slug, 1), nil
		}}
		c := catalog(f, 1<<20)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if v, err := c.Lookup(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v %v", v, err)
		}
		if v, err := c.Lookup(t.Context(), "a"); err != nil || v.version != 1 || f.loads.Load() != 1 {
			t.Errorf("%v %v after %d loads", v, err, f.loads.Load())
		}
	})
}

// TestCatalogStaysInOrder compares the ring of each shard with its map after everything that changes them.
func TestCatalogStaysInOrder(t *testing.T) {
	t.Parallel()
	f := &fake{live: func(slug string) (*platform.Served, error) { return served(slug, 1), nil }}
	c := catalog(f, 16*450)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		slug := fmt.Sprintf("app-%d", random.IntN(200))
		v, err := c.Lookup(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		switch random.IntN(8) {
		case 0:
			c.Invalidate(slug)
		case 1:
			c.Withdraw(slug)
		case 2:
			v.bytes = random.Int64N(600)
			c.Resize(slug)
		}
		s := c.shard(slug)
		seen, bytes, hand := 0, int64(0), s.hand == &s.ring
		for e := s.ring.next; e != &s.ring; e = e.next {
			if e.next.prev != e || s.entries[e.value.slug] != e {
				t.Fatalf("%s is not where it belongs", e.value.slug)
			}
			seen, bytes, hand = seen+1, bytes+e.bytes, hand || s.hand == e
		}
		if seen != len(s.entries) || bytes != s.bytes || !hand || bytes > c.limit && seen > 1 {
			t.Fatalf("%d of %d entries, %d of %d bytes, hand in the ring: %t", seen, len(s.entries), bytes, s.bytes, hand)
		}
	}
}
