package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/store/feed"
)

// Changed receives what other replicas have changed; see feed.Changed.
type Changed = feed.Changed

// Follow calls changed for every change of what is served, of who may call and of what is kept of apps, by whichever replica, until ctx ends. On
// SQLite there is only this process, and Follow only waits.
func (s *Store) Follow(ctx context.Context, changed Changed) error { return s.follow(ctx, s, changed) }

// Feed returns the state of Follow.
func (s *Store) Feed() *feed.State { return &s.feed }

// changed enters a change of an app into the feed, and of what is served under slugs. Empty slugs are left out.
func (s *Store) changed(ctx context.Context, t tx, app platform.AppID, slugs ...string) error {
	slices.Sort(slugs)
	slugs = slices.DeleteFunc(slices.Compact(slugs), func(slug string) bool { return slug == "" })
	return s.enter(ctx, t, string(app), slugs, nil)
}

// OnStanding has tell called with the ids of people, sessions, keys and grants whose rights this process has changed, before the method that
// changed them returns: what Follow reports of the other replicas' changes. tell must not use the store.
func (s *Store) OnStanding(tell func(ids ...string)) { s.standings.Store(&tell) }

// standing enters into the feed that the rights of people, sessions, keys or grants, named by their ids, have changed.
func (s *Store) standing(ctx context.Context, t tx, callers ...string) error {
	t.told.callers = append(t.told.callers, callers...)
	return s.enter(ctx, t, "", nil, callers)
}

// enter adds an entry to the feed. Only the audit row follows it in a transaction: until the commit no other change can
// enter the feed.
func (s *Store) enter(ctx context.Context, t tx, app string, slugs, callers []string) error {
	entry := db.InsertFeedEntryParams{AppID: app, At: t.now}
	var err error
	if entry.Slugs, err = texts(slugs); err != nil {
		return fmt.Errorf("encode slugs: %w", err)
	}
	if len(callers) > 0 {
		text, err := texts(callers)
		if err != nil {
			return fmt.Errorf("encode callers: %w", err)
		}
		entry.Callers = &text
	}
	if entry.Revision, err = t.BumpFeed(ctx); err != nil {
		return wrap("bump feed", err)
	}
	if err := t.InsertFeedEntry(ctx, entry); err != nil {
		return wrap("insert feed entry", err)
	}
	return wrap("announce change", s.announce(ctx, t.raw))
}

func (p postgres) announce(ctx context.Context, tx db.DBTX) error {
	_, err := tx.Exec(ctx, "SELECT pg_notify($1, '')", feed.Channel)
	return err
}

func (p postgres) follow(ctx context.Context, s *Store, changed Changed) error {
	f := feed.Follower{Reader: feedReader{s.q}, Listen: p.listener, Log: s.log, State: &s.feed}
	return f.Follow(ctx, changed)
}

// servingLock is the advisory lock that servers share while they follow the feed, and that a restore takes exclusively.
const servingLock int64 = 0x6265727468 // "berth"

// listener waits for notifications on a connection of its own. While that connection lasts, its lock shows that a server is
// running.
func (p postgres) listener(ctx context.Context, notified func()) (err error) {
	conn, err := pgx.ConnectConfig(ctx, p.listen)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		err = errors.Join(err, conn.Close(closing))
	}()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", servingLock); err != nil {
		return fmt.Errorf("say that there is a server: %w", err)
	}
	if _, err := conn.Exec(ctx, "LISTEN "+feed.Channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		notified()
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return fmt.Errorf("wait for notification: %w", err)
		}
	}
}

// feedReader reads the feed with the store's own connections.
type feedReader struct{ q *db.Queries }

// FeedRevision implements feed.Reader.
func (r feedReader) FeedRevision(ctx context.Context) (int64, error) {
	n, err := r.q.FeedRevision(ctx)
	return n, wrap("read feed revision", err)
}

// FeedSince implements feed.Reader.
func (r feedReader) FeedSince(ctx context.Context, revision int64, n int) ([]feed.Entry, error) {
	rows, err := r.q.FeedEntries(ctx, revision, int32(n))
	if err != nil {
		return nil, wrap("list feed entries", err)
	}
	entries := make([]feed.Entry, len(rows))
	for i, row := range rows {
		entries[i] = feed.Entry{Revision: row.Revision, App: row.AppID}
		err := json.Unmarshal([]byte(row.Slugs), &entries[i].Slugs)
		if row.Callers != nil {
			err = errors.Join(err, json.Unmarshal([]byte(*row.Callers), &entries[i].Callers))
		}
		if err != nil {
			return nil, fmt.Errorf("decode feed entry %d: %w", row.Revision, err)
		}
	}
	return entries, nil
}
