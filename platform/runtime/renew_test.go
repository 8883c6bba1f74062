package runtime

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
)

// origin is a source whose database can go away, or hang until somebody gives up.
type origin struct {
	version atomic.Int64 // 0 = nothing is live
	state   atomic.Value // "", "away" or "hanging"
	loads   atomic.Int64
}

func (o *origin) Live(ctx context.Context, slug string) (*platform.Served, error) {
	o.loads.Add(1)
	switch o.state.Load() {
	case "away":
		return nil, platform.Errorf(platform.CodeUnavailable, "away")
	case "hanging":
		<-ctx.Done()
		return nil, ctx.Err()
	case "suspended":
		return nil, platform.Errorf(platform.CodeForbidden, "no longer")
	case "broken":
		panic("a release that cannot be built")
	}
	if o.version.Load() == 0 {
		return nil, platform.Errorf(platform.CodeAppNotFound, "no")
	}
	return served(slug, int(o.version.Load())), nil
}

func (*origin) Document(context.Context, string) (platform.Document, error) {
	return platform.Document{}, errors.New("not asked")
}

// stale runs test in a bubble, on a catalog that has served version 1 of "a".
func stale(t *testing.T, test func(t *testing.T, o *origin, c *Catalog[*value])) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := &origin{}
		o.version.Store(1)
		c := catalogOf(o, 1<<20)
		want(t, c, 1, 0)
		test(t, o, c)
		time.Sleep(loadTimeout) //nolint:forbidigo // synctest: loads that hang end
	})
}

// want looks "a" up; version 0 is APP_NOT_FOUND.
func want(t *testing.T, c *Catalog[*value], version int, within time.Duration) {
	t.Helper()
	start := time.Now()
	v, err := c.Lookup(t.Context(), "a")
	if version == 0 && !platform.IsCode(err, platform.CodeAppNotFound) || version > 0 && (err != nil || v.version != version) {
		t.Errorf("got %v %v, want version %d", v, err, version)
	}
	if took := time.Since(start); took > within {
		t.Errorf("it took %s, more than %s", took, within)
	}
}

// loading is one load of a source, which may change the catalog meanwhile.
type loading func(c *Catalog[*value]) (*platform.Served, error)

// inTurn makes a catalog whose loads end as those do, one after the other, and all that follow as the last one.
func inTurn(loads ...loading) (*Catalog[*value], *fake) {
	f := &fake{}
	var c *Catalog[*value]
	f.live = func(string) (*platform.Served, error) { return loads[min(int(f.loads.Load()), len(loads))-1](c) }
	c = catalog(f, 1<<20)
	return c, f
}

func finds(version int) loading {
	return func(*Catalog[*value]) (*platform.Served, error) { return served("a", version), nil }
}

func fails(*Catalog[*value]) (*platform.Served, error) { return nil, errors.New("away") }

// during is a load that something overtakes.
func during(overtake func(c *Catalog[*value]), end loading) loading {
	return func(c *Catalog[*value]) (*platform.Served, error) {
		overtake(c)
		return end(c)
	}
}

// Renew asks for what is held and has changed, and for nothing else.
func TestRenewLoadsWhatIsHeld(t *testing.T) {
	t.Parallel()
	stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
		before := o.loads.Load()
		o.version.Store(2)
		c.Renew(t.Context(), "a", "b")
		if n := o.loads.Load() - before; n != 0 {
			t.Errorf("%d loads of what has not changed, or is not held", n)
		}
		c.Invalidate("a", "b")
		c.Renew(t.Context(), "a", "b")
		if n := o.loads.Load() - before; n != 1 {
			t.Errorf("%d loads of one that is held", n)
		}
		o.state.Store("away")
		want(t, c, 2, 0)
		o.state.Store("")
		o.version.Store(0)
		c.Invalidate("a")
		before = o.loads.Load()
		over, end := context.WithCancel(t.Context())
		end()
		c.Renew(over, "a")
		synctest.Wait()
		if n := o.loads.Load() - before; n != 0 {
			t.Errorf("%d loads after the end", n)
		}
		c.Renew(t.Context(), "a")
		o.state.Store("away")
		want(t, c, 0, 0)
	})
}

func TestCatalogServesWhatItHadWhileTheSourceIsAway(t *testing.T) {
	t.Parallel()
	for _, all := range []bool{false, true} {
		stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
			o.state.Store("away")
			o.version.Store(2)
			if all {
				c.Invalidate()
			} else {
				c.Invalidate("a")
			}
			before := o.loads.Load()
			for range 100 {
				want(t, c, 1, 0)
			}
			if n := o.loads.Load() - before; n != 1 {
				t.Errorf("the source was asked %d times at once", n)
			}
			o.state.Store("")
			time.Sleep(retryAfter) //nolint:forbidigo // synctest
			want(t, c, 2, 0)
			o.version.Store(0)
			c.Invalidate("a")
			want(t, c, 0, 0) // another replica has unpublished it
			if s := c.Stats(); s.Entries != 0 || s.Bytes != 0 {
				t.Errorf("what is gone is kept: %+v", s)
			}
		})
	}
}

func TestCatalogServesWhatItHadWhileTheSourceHangs(t *testing.T) {
	t.Parallel()
	stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
		o.state.Store("hanging")
		o.version.Store(2)
		c.Invalidate("a")
		want(t, c, 1, patience)
		want(t, c, 1, 0)
		for range 40 {
			time.Sleep(retryAfter) //nolint:forbidigo // synctest
			want(t, c, 1, hurry)
			want(t, c, 1, 0)
		}
		o.state.Store("")
		time.Sleep(loadTimeout + retryAfter) //nolint:forbidigo // synctest: the load that hangs is given up
		want(t, c, 2, 0)
	})
}

// TestCatalogKeepsALoadThatNobodyWaitedFor: a source that is slower than anybody's patience is not asked again and again.
func TestCatalogKeepsALoadThatNobodyWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		f.live = func(slug string) (*platform.Served, error) {
			n := int(f.loads.Load())
			if n > 1 {
				time.Sleep(2 * patience) //nolint:forbidigo // synctest
			}
			return served(slug, n), nil
		}
		c := catalog(f, 1<<20)
		want(t, c, 1, 0)
		c.Invalidate("a")
		want(t, c, 1, patience)
		time.Sleep(patience) //nolint:forbidigo // synctest
		want(t, c, 2, 0)
	})
}

// TestCatalogSuspends: what this process has suspended is not served because the source is away; nor is what it has resumed, until it tells.
func TestCatalogSuspends(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"away", "hanging"} {
		stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
			o.state.Store(state)
			c.Suspend("a")
			for range 2 {
				if v, err := c.Lookup(t.Context(), "a"); !platform.IsCode(err, platform.CodeSuspended) {
					t.Errorf("%v %v", v, err)
				}
			}
			o.state.Store("")
			o.version.Store(2)
			c.Suspend("a")
			want(t, c, 2, 0)
		})
	}
}

// TestCatalogWithdraws: what this process knows to be gone does not come back because the source is away.
func TestCatalogWithdraws(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"away", "hanging"} {
		stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
			o.version.Store(0)
			o.state.Store(state)
			c.Withdraw("a")
			want(t, c, 0, patience)
			want(t, c, 0, 0)
			c.Invalidate() // as after a gap in the feed
			want(t, c, 0, patience)
		})
	}
	stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
		c.Withdraw("a") // another process has published it again since
		o.version.Store(2)
		want(t, c, 2, 0)
	})
}

// TestCatalogKeepsAnOvertakenLoadForWhenTheSourceIsAway forces a change, or a withdrawal, into the first load of an app.
func TestCatalogKeepsAnOvertakenLoadForWhenTheSourceIsAway(t *testing.T) {
	t.Parallel()
	for version, overtake := range map[int]func(c *Catalog[*value]){
		1: func(c *Catalog[*value]) { c.Invalidate("a") },
		0: func(c *Catalog[*value]) { c.Withdraw("a"); c.Invalidate() },
	} {
		c, f := inTurn(during(overtake, finds(1)), fails)
		want(t, c, 1, time.Minute)
		want(t, c, version, time.Minute)
		if f.loads.Load() != 2 {
			t.Error("what was overtaken was taken for news")
		}
	}
}

// TestCatalogTakesARefusalForAnAnswer: a source that refuses an app is not away.
func TestCatalogTakesARefusalForAnAnswer(t *testing.T) {
	t.Parallel()
	stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
		o.state.Store("suspended")
		c.Invalidate("a")
		for range 2 {
			if v, err := c.Lookup(t.Context(), "a"); !platform.IsCode(err, platform.CodeForbidden) {
				t.Errorf("%v %v", v, err)
			}
		}
		o.state.Store("")
		want(t, c, 1, 0)
	})
}

func TestCatalogOutlivesAPanicOfALoad(t *testing.T) {
	t.Parallel()
	stale(t, func(t *testing.T, o *origin, c *Catalog[*value]) {
		o.state.Store("broken")
		c.Invalidate("a")
		want(t, c, 1, 0)
		if v, err := c.Lookup(t.Context(), "b"); err == nil {
			t.Errorf("%v", v)
		}
	})
}

// TestCatalogAsksAgainAfterAChangeDuringAFailure: a failed load says nothing about a change that came while it ran.
func TestCatalogAsksAgainAfterAChangeDuringAFailure(t *testing.T) {
	t.Parallel()
	c, _ := inTurn(finds(1), during(func(c *Catalog[*value]) { c.Invalidate("a") }, fails), finds(2))
	want(t, c, 1, time.Minute)
	c.Invalidate("a")
	want(t, c, 1, time.Minute)
	want(t, c, 2, time.Minute)
}

// TestCatalogKeepsWhatAnotherChangeOvertook changes another slug during a load: what was read, a release or that there is none any more, is
// what is served when the source goes away.
func TestCatalogKeepsWhatAnotherChangeOvertook(t *testing.T) {
	t.Parallel()
	for _, change := range []func(c *Catalog[*value]){
		func(c *Catalog[*value]) { c.Invalidate("b") },
		func(c *Catalog[*value]) { c.Invalidate("a") }, // as by the echo of the change
		func(c *Catalog[*value]) { c.Withdraw("b") },
	} {
		for version, end := range map[int]loading{
			2: finds(2),
			0: func(*Catalog[*value]) (*platform.Served, error) {
				return nil, platform.Errorf(platform.CodeAppNotFound, "no")
			},
		} {
			c, f := inTurn(finds(1), during(change, end), fails)
			want(t, c, 1, time.Minute)
			c.Invalidate("a")
			c.Renew(t.Context(), "a")
			want(t, c, version, time.Minute)
			if f.loads.Load() != 3 {
				t.Error("what was overtaken was taken for news")
			}
		}
	}
}

// TestCatalogDoesNotBringBackWhatIsGone has a load end after the app was suspended or withdrawn, and the source go away then.
func TestCatalogDoesNotBringBackWhatIsGone(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c *Catalog[*value]){
		"suspended": func(c *Catalog[*value]) { c.Invalidate("a"); _, _ = c.Lookup(t.Context(), "a") },
		"withdrawn": func(c *Catalog[*value]) { c.Withdraw("a"); c.Invalidate() },
		"withdrawn, and forgotten": func(c *Catalog[*value]) {
			c.Withdraw("a")
			for i := range 2 * shards * absentEntries {
				c.Withdraw("b" + strconv.Itoa(i))
			}
		},
		"suspended, and forgotten": func(c *Catalog[*value]) {
			c.Invalidate("a")
			_, _ = c.Lookup(t.Context(), "a")
			for i := range 2 * shards * absentEntries {
				_, _ = c.Lookup(t.Context(), "b"+strconv.Itoa(i))
			}
			c.Invalidate()
		},
	} {
		for _, held := range []bool{true, false} {
			f, during, away := &fake{}, false, false
			var c *Catalog[*value]
			f.live = func(slug string) (*platform.Served, error) {
				switch {
				case away:
					return nil, errors.New("away")
				case during:
					return nil, platform.Suspended()
				case held && f.loads.Load() == 1:
				default:
					during = true
					end(c)
				}
				return served(slug, 1), nil
			}
			c = catalog(f, 1<<20)
			if held {
				want(t, c, 1, time.Minute)
				c.Invalidate("a")
			}
			want(t, c, 1, time.Minute) // it was when this began
			away = true
			if v, err := c.Lookup(t.Context(), "a"); err == nil {
				t.Errorf("%s, held before: %t: %v is served", name, held, v)
			}
		}
	}
}
