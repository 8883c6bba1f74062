// Package feed tells a replica what other replicas have changed: what is served, who may call, and what belongs to an app. A revision counter is
// authoritative: every such change raises it in its own transaction, together with an entry. A notification only says "look
// now", so that nothing is lost when a connection breaks: the next look finds it. The package knows nothing of apps and
// people and keeps nothing itself.
package feed

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Channel is the name that changes are notified under; the payload means nothing.
const Channel = "berth_feed"

const (
	sweepEvery = 30 * time.Second
	firstRetry = 50 * time.Millisecond
	lastRetry  = 500 * time.Millisecond // short, so that a database that is back is noticed soon
	readTime   = 10 * time.Second       // of one look: a connection may break unnoticed
	batch      = 1000
)

// Entry is one change: the slugs whose served app has changed, the ids of the people, sessions and keys whose rights have changed,
// and the app that has changed, or something that belongs to it.
type Entry struct {
	Revision       int64
	App            string // "" = none
	Slugs, Callers []string
}

// Reader reads the feed.
type Reader interface {
	// FeedRevision returns the revision of the last change.
	FeedRevision(ctx context.Context) (int64, error)
	// FeedSince lists at most n entries after the revision, in order. Revisions have no gaps, but old entries are deleted.
	FeedSince(ctx context.Context, revision int64, n int) ([]Entry, error)
}

// Listener calls notified each time that the database notifies it, and once as soon as it listens. It returns when the
// connection breaks; the follower then calls it again.
type Listener func(ctx context.Context, notified func()) error

// Changed is called with the slugs, the callers and the apps, by their ids, that have changed; with none, anything may have
// changed. All are required.
type Changed struct{ Slugs, Callers, Apps func(names ...string) }

func (c Changed) anything() {
	c.Slugs()
	c.Callers()
	c.Apps()
}

// Follower follows the feed from a revision on.
type Follower struct {
	Reader Reader
	Listen Listener
	Log    *slog.Logger
	State  *State // updated while following
	seen   int64
}

// Follow calls changed, from one goroutine, for everything that happens after it was started, until ctx ends. It keeps
// trying while the database is away.
func (f *Follower) Follow(ctx context.Context, changed Changed) error {
	if !f.start(ctx, changed) {
		return nil
	}
	wake := make(chan struct{}, 1)
	go f.listen(ctx, wake)
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for failures := 0; ; {
		var retry <-chan time.Time
		if err := f.sweep(ctx, changed); err != nil && ctx.Err() == nil {
			f.Log.Log(ctx, level(failures), "feed cannot be read", "error", err)
			retry = time.After(pause(failures))
			failures++
		} else {
			failures = 0
			f.State.caughtUp()
		}
		select {
		case <-wake:
		case <-tick.C:
		case <-retry:
		case <-ctx.Done():
			return nil
		}
	}
}

// start finds the present revision of the feed; it returns false when ctx has ended. It reports that anything may have
// changed, since whatever was read before may be out of date.
func (f *Follower) start(ctx context.Context, changed Changed) bool {
	for failures := 0; ; failures++ {
		revision, err := f.revision(ctx)
		if err == nil {
			f.seen = revision
			changed.anything()
			return true
		}
		if sleep(ctx, pause(failures)) != nil {
			return false
		}
	}
}

func (f *Follower) listen(ctx context.Context, wake chan<- struct{}) {
	for failures := 0; ctx.Err() == nil; {
		err := f.Listen(ctx, func() {
			failures = 0
			f.State.listening.Store(true)
			select {
			case wake <- struct{}{}:
			default: // a look is already requested
			}
		})
		f.State.listening.Store(false)
		if ctx.Err() != nil {
			return
		}
		f.Log.Log(ctx, level(failures), "feed connection broke", "error", err)
		if failures > 0 { // the first time it tries again at once
			if sleep(ctx, pause(failures-1)) != nil {
				return
			}
		}
		failures++
	}
}

func (f *Follower) revision(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	return f.Reader.FeedRevision(ctx)
}

// sweep reports everything after the last revision that was seen.
func (f *Follower) sweep(ctx context.Context, changed Changed) error {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	revision, err := f.Reader.FeedRevision(ctx)
	if err != nil {
		return err
	}
	for f.seen != revision {
		entries, err := f.Reader.FeedSince(ctx, f.seen, batch)
		if err != nil {
			return err
		}
		// Missing entries or a lower revision mean that the database was restored.
		if len(entries) == 0 || entries[0].Revision != f.seen+1 || revision < f.seen {
			f.Log.WarnContext(ctx, "feed has a gap", "seen", f.seen, "revision", revision)
			f.seen = revision
			changed.anything()
			return nil
		}
		var slugs, callers, apps []string
		for _, e := range entries {
			slugs, callers = append(slugs, e.Slugs...), append(callers, e.Callers...)
			if e.App != "" {
				apps = append(apps, e.App)
			}
			f.seen = e.Revision
		}
		if len(slugs) > 0 {
			changed.Slugs(slugs...)
		}
		if len(callers) > 0 {
			changed.Callers(callers...)
		}
		if len(apps) > 0 {
			changed.Apps(apps...)
		}
		revision = max(revision, f.seen)
	}
	return nil
}

// level returns the level of the log line about a failure after so many others: only the first one is a warning to the
// operator.
func level(failures int) slog.Level {
	if failures == 0 {
		return slog.LevelWarn
	}
	return slog.LevelDebug
}

// pause returns how long to wait after that many failures: doubled each time, with jitter so that replicas spread out.
func pause(failures int) time.Duration {
	d := lastRetry
	if failures < 4 {
		d = min(firstRetry<<failures, lastRetry)
	}
	return d/2 + rand.N(d/2)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
