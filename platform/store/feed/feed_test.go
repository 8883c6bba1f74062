package feed_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform/store/feed"
)

// database is the feed of a database that can go away.
type database struct {
	mu       sync.Mutex
	revision int64
	entries  []feed.Entry
	away     bool
	silent   bool   // does not respond, as behind a connection that broke unnoticed
	listener func() // of the connection that listens now
	cut      chan struct{}
	connects []time.Time
	state    feed.State // of the follower
}

var errAway = errors.New("away")

func (d *database) FeedRevision(ctx context.Context) (int64, error) {
	d.mu.Lock()
	silent := d.silent
	d.mu.Unlock()
	if silent {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.away {
		return 0, errAway
	}
	return d.revision, nil
}

func (d *database) FeedSince(_ context.Context, revision int64, n int) ([]feed.Entry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.away {
		return nil, errAway
	}
	var list []feed.Entry
	for _, e := range d.entries {
		if e.Revision > revision && len(list) < n {
			list = append(list, e)
		}
	}
	return list, nil
}

func (d *database) listen(ctx context.Context, notified func()) error {
	d.mu.Lock()
	d.connects = append(d.connects, time.Now())
	if d.away {
		d.mu.Unlock()
		return errAway
	}
	d.listener, d.cut = notified, make(chan struct{})
	cut := d.cut
	d.mu.Unlock()
	notified()
	select {
	case <-cut:
		return errAway
	case <-ctx.Done():
		return ctx.Err()
	}
}

// change enters n changes, telling the listener when tell is set.
func (d *database) change(n int, tell bool) {
	d.mu.Lock()
	for range n {
		d.revision++
		d.entries = append(d.entries, feed.Entry{Revision: d.revision, Slugs: []string{"s" + strconv.FormatInt(d.revision, 10)}})
	}
	listener := d.listener
	d.mu.Unlock()
	if tell {
		listener()
	}
}

func (d *database) set(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// run follows the feed of d in a synctest bubble while script runs. heard returns what was reported since the last time:
// slugs and callers, and "*" for all of them.
func run(t *testing.T, d *database, script func(t *testing.T, heard func() []string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var got []string
		hear := func(prefix string) func(...string) {
			return func(names ...string) {
				mu.Lock()
				defer mu.Unlock()
				if len(names) == 0 {
					names = []string{"*"}
				}
				for _, name := range names {
					got = append(got, prefix+name)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		f := feed.Follower{Reader: d, Listen: d.listen, Log: slog.New(slog.DiscardHandler), State: &d.state}
		go func() {
			_ = f.Follow(ctx, feed.Changed{Slugs: hear(""), Callers: hear("caller "), Apps: hear("app ")})
		}()
		script(t, func() []string {
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			out := got
			got = nil
			return out
		})
		cancel()
		synctest.Wait()
	})
}

func anything() []string { return []string{"*", "caller *", "app *"} }

// pass lets time go by; in the bubble that takes none.
func pass(d time.Duration) { <-time.NewTimer(d).C }

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	d := &database{}
	d.change(3, false)
	run(t, d, func(t *testing.T, heard func() []string) {
		want(t, heard(), anything()...) // what was read before is out of date, what happened before is not news
		d.change(1, true)
		want(t, heard(), "s4")
		d.change(1, false) // a notification that is lost
		want(t, heard())
		pass(31 * time.Second)
		want(t, heard(), "s5")
		d.change(2500, true)
		if got := heard(); len(got) != 2500 || got[2499] != "s2505" {
			t.Errorf("%d of 2500 changes", len(got))
		}
	})
}

// Slugs, callers and apps are told apart, and an entry without names says nothing of any.
func TestFollowNamesCallers(t *testing.T) {
	t.Parallel()
	d := &database{}
	run(t, d, func(t *testing.T, heard func() []string) {
		want(t, heard(), anything()...)
		d.set(func() {
			d.revision = 3
			d.entries = []feed.Entry{{Revision: 1, Callers: []string{"ann", "key"}}, {Revision: 2}, {Revision: 3, App: "a", Slugs: []string{"s"}}}
		})
		d.change(0, true)
		want(t, heard(), "s", "caller ann", "caller key", "app a")
		d.set(func() {
			d.revision = 4
			d.entries = append(d.entries, feed.Entry{Revision: 4, Callers: []string{"bob"}})
		})
		d.change(0, true)
		want(t, heard(), "caller bob")
	})
}

func TestFollowReconnects(t *testing.T) {
	t.Parallel()
	d := &database{}
	run(t, d, func(t *testing.T, heard func() []string) {
		want(t, heard(), anything()...)
		d.change(1, false)
		d.set(func() { close(d.cut) })
		want(t, heard(), "s1") // the first attempt comes at once
		d.set(func() { d.away = true; close(d.cut) })
		pass(time.Minute)
		d.change(1, false)
		want(t, heard())
		tries := len(d.connects)
		if tries < 120 || tries > 300 {
			t.Errorf("%d attempts in a minute", tries)
		}
		d.set(func() { d.away = false })
		pass(500 * time.Millisecond)
		want(t, heard(), "s2")
	})
}

func TestFollowStartsWithoutDatabase(t *testing.T) {
	t.Parallel()
	d := &database{away: true}
	run(t, d, func(t *testing.T, heard func() []string) {
		pass(time.Minute)
		want(t, heard())
		d.set(func() { d.away = false })
		d.change(2, false)
		pass(500 * time.Millisecond)
		want(t, heard(), anything()...)
	})
}

func TestFollowOutlastsASilentDatabase(t *testing.T) {
	t.Parallel()
	d := &database{silent: true}
	run(t, d, func(t *testing.T, heard func() []string) {
		pass(time.Minute)
		d.set(func() { d.silent = false })
		pass(11 * time.Second)
		want(t, heard(), anything()...)
		d.set(func() { d.silent = true })
		d.change(1, true)
		pass(time.Minute)
		want(t, heard())
		d.set(func() { d.silent = false })
		pass(11 * time.Second)
		want(t, heard(), "s1")
	})
}

func TestFollowFlushesAfterAGap(t *testing.T) {
	t.Parallel()
	d := &database{}
	run(t, d, func(t *testing.T, heard func() []string) {
		want(t, heard(), anything()...)
		d.change(5, false)
		d.set(func() { d.entries = d.entries[2:] }) // pruned
		d.change(0, true)
		want(t, heard(), anything()...)
		d.change(1, true)
		want(t, heard(), "s6")
		d.change(1, false)
		d.set(func() { d.entries = nil }) // all of it
		d.change(0, true)
		want(t, heard(), anything()...)
		d.set(func() { d.revision = 2 }) // restored from a backup
		d.change(0, true)
		want(t, heard(), anything()...)
		d.change(1, true)
		want(t, heard(), "s3")
	})
}

// TestStateTellsOfADatabaseThatIsAway: lag grows while nothing can be read, and nobody listens then.
func TestStateTellsOfADatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	d := &database{}
	run(t, d, func(t *testing.T, heard func() []string) {
		heard()
		if lag := d.state.Lag(time.Now()); lag != 0 || !d.state.Listening() {
			t.Errorf("at the start: %s behind, listening: %t", lag, d.state.Listening())
		}
		pass(29 * time.Second)
		if lag := d.state.Lag(time.Now()); lag != 29*time.Second {
			t.Errorf("before the next look: %s behind", lag)
		}
		pass(2 * time.Second)
		if lag := d.state.Lag(time.Now()); lag != time.Second {
			t.Errorf("after it: %s behind", lag)
		}
		d.set(func() { d.away = true })
		close(d.cut)
		pass(5 * time.Minute)
		if lag := d.state.Lag(time.Now()); lag < 4*time.Minute || d.state.Listening() {
			t.Errorf("away: %s behind, listening: %t", lag, d.state.Listening())
		}
		d.set(func() { d.away = false })
		pass(time.Minute)
		if lag := d.state.Lag(time.Now()); lag > 30*time.Second || !d.state.Listening() {
			t.Errorf("back: %s behind, listening: %t", lag, d.state.Listening())
		}
	})
}
