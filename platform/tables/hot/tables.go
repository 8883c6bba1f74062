package hot

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"berth/platform"
	"berth/platform/lru"
	"berth/platform/tables"
)

const (
	// freshFor is how long a table is used unasked where other processes may change it: a changed row is live within a second.
	freshFor = 500 * time.Millisecond
	// loadTimeout bounds one load; patience bounds how long a caller waits for a newer state of a table that it could have as it
	// was. The load itself goes on.
	loadTimeout = 10 * time.Second
	patience    = 2 * time.Second
	// retryAfter is how long the store is not asked again after it failed.
	retryAfter = 500 * time.Millisecond
)

// Store is where the tables are. A table that is not there is NOT_FOUND, and an app APP_NOT_FOUND.
type Store interface {
	// LoadTable returns a table and its rows, which may be newer than its revision, not older.
	LoadTable(ctx context.Context, ref platform.TableRef) (platform.Table, []platform.Row, error)
	// RowRevisions returns a table and the revision of each of its rows, which may be newer than the table's, not older. Equal
	// revisions of a row mean equal rows.
	RowRevisions(ctx context.Context, ref platform.TableRef) (platform.Table, map[platform.RowID]int64, error)
	// Row returns one row, NOT_FOUND where it is not there.
	Row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error)
	// TableRevision returns the present revision of a table; revisions only grow.
	TableRevision(ctx context.Context, ref platform.TableRef) (int64, error)
	// Alone reports whether no other process changes tables.
	Alone() bool
}

// Tables keeps the tables that are in use, bounded in bytes; those that were used longest ago are dropped first. A table that has
// changed is looked at anew by whoever asks next, once for all who wait, unless the change was told with its rows: what differs is
// read, or all where that is much. While the store is
// away, tables are what they were last. Safe for concurrent use.
type Tables struct {
	store  Store
	now    func() time.Time
	log    *slog.Logger
	flight singleflight.Group
	seed   maphash.Seed

	mu     sync.Mutex
	hot    *lru.Map[key, *entry]
	epochs [64]uint64 // count changes, of the apps of each share: what was read before one is old after it
}

// key names a table. An app has one workspace.
type key struct {
	app  platform.AppID
	name string
}

// entry is one table. Its fields are guarded by Tables.mu.
type entry struct {
	ref      platform.TableRef
	snapshot *Snapshot
	weight   int64
	checked  time.Time        // when it was last known to be the present state; zero = it has changed since
	failed   time.Time        // when the store was last away
	told     map[int64]Change // by revision: changes that are to be taken in, by whoever asks for the table next
}

// mostTold is how many changes of a table wait to be taken in: together they cost little more than one.
const mostTold = 64

// NewTables makes an empty set of tables that together weigh at most limit bytes.
func NewTables(store Store, limit int64, now func() time.Time, log *slog.Logger) *Tables {
	return &Tables{store: store, now: now, log: log, seed: maphash.MakeSeed(), hot: lru.New[key, *entry](limit)}
}

// Query returns the rows of a table that fit; errors are those of Snapshot.Query and of Table.
func (t *Tables) Query(ctx context.Context, ref platform.TableRef, ask tables.Query) (tables.Page, error) {
	s, err := t.Table(ctx, ref)
	if err != nil {
		return tables.Page{}, err
	}
	page, err := s.Query(ctx, ask)
	t.weigh(ref, s)
	return page, err
}

// Table returns the present state of a table: what this process has written is in it, what others have is within a second.
// NOT_FOUND or APP_NOT_FOUND where there is none.
func (t *Tables) Table(ctx context.Context, ref platform.TableRef) (*Snapshot, error) {
	old, epoch, fresh := t.get(ref)
	if fresh {
		return old, nil
	}
	// A caller that hangs up does not end the load, since others may wait for it. Nobody joins a load from before a change.
	flight := fmt.Sprintf("%s %s %s %d", ref.Workspace, ref.App, ref.Name, epoch)
	loaded := t.flight.DoChan(flight, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		return t.renew(ctx, ref, old, epoch)
	})
	var overdue <-chan time.Time
	if old != nil {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		overdue = timer.C
	}
	err := errors.New("the load takes long")
	select {
	case got := <-loaded:
		if got.Err == nil {
			return got.Val.(*Snapshot), nil
		}
		if err = got.Err; gone(err) {
			return nil, err
		}
	case <-overdue:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if old == nil {
		return nil, fmt.Errorf("load table %s of app %s: %w", ref.Name, ref.App, err)
	}
	if t.away(ref) {
		t.log.WarnContext(ctx, "table not loaded anew: it is served as it was", "app", ref.App, "table", ref.Name, "error", err)
	}
	return old, nil
}

func gone(err error) bool {
	return platform.IsCode(err, platform.CodeNotFound) || platform.IsCode(err, platform.CodeAppNotFound)
}

// get returns what is known of a table, the count of changes, and whether the store need not be asked.
func (t *Tables) get(ref platform.TableRef) (s *Snapshot, epoch uint64, fresh bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	epoch = *t.epoch(ref.App)
	e, ok := t.hot.Get(key{ref.App, ref.Name})
	if !ok || e.ref != ref { // the store says whose it is
		return nil, epoch, false
	}
	e.take()
	now := t.now()
	if !e.failed.IsZero() && now.Before(e.failed.Add(retryAfter)) {
		return e.snapshot, epoch, true
	}
	return e.snapshot, epoch, len(e.told) == 0 && !e.checked.IsZero() && (t.store.Alone() || now.Before(e.checked.Add(freshFor)))
}

// epoch counts the changes of an app's tables, and perhaps others'. It is guarded by Tables.mu.
func (t *Tables) epoch(app platform.AppID) *uint64 {
	return &t.epochs[maphash.String(t.seed, string(app))%uint64(len(t.epochs))]
}

// renew asks the store for the present state of a table that was old, nil = not known.
func (t *Tables) renew(ctx context.Context, ref platform.TableRef, old *Snapshot, epoch uint64) (s *Snapshot, err error) {
	defer func() { // nobody else would recover it here: the load is a goroutine of its own
		if cause := recover(); cause != nil {
			err = fmt.Errorf("load table: panic: %v\n%s", cause, debug.Stack())
		}
	}()
	asked := t.now()
	if old != nil {
		revision, err := t.store.TableRevision(ctx, ref)
		if err != nil {
			return nil, t.forget(ref, err)
		}
		if revision == old.table.Revision {
			t.put(ref, old, asked, epoch)
			return old, nil
		}
		if s, err := t.delta(ctx, ref, old); err != nil || s != nil {
			if err != nil {
				return nil, t.forget(ref, err)
			}
			t.put(ref, s, asked, epoch)
			return s, nil
		}
	}
	table, rows, err := t.store.LoadTable(ctx, ref)
	if err != nil {
		return nil, t.forget(ref, err)
	}
	s = New(table, rows)
	t.put(ref, s, asked, epoch)
	return s, nil
}

// put keeps what was the present state at a time, unless a newer one is known.
func (t *Tables) put(ref platform.TableRef, s *Snapshot, at time.Time, epoch uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := key{ref.App, ref.Name}
	if e, ok := t.hot.Get(k); ok && e.ref == ref {
		if e.take(); e.snapshot.table.Revision > s.table.Revision {
			return
		}
	}
	if epoch != *t.epoch(ref.App) { // it may be old already
		at = time.Time{}
	}
	bytes := s.Bytes()
	t.hot.Put(k, &entry{ref: ref, snapshot: s, weight: bytes, checked: at}, bytes)
}

// forget drops a table that is gone, and returns err.
func (t *Tables) forget(ref platform.TableRef, err error) error {
	if gone(err) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.hot.Delete(func(e *entry) bool { return e.ref == ref })
	}
	return err
}

// away notes that the store is away, and reports whether that is new.
func (t *Tables) away(ref platform.TableRef) (first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, ok := t.hot.Get(key{ref.App, ref.Name})
	if !ok || e.ref != ref {
		return false
	}
	first, e.failed = e.failed.IsZero(), t.now()
	return first
}

// weigh has the table weighed again, which grows as it is asked.
func (t *Tables) weigh(ref platform.TableRef, s *Snapshot) {
	bytes := s.Bytes()
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, ok := t.hot.Get(key{ref.App, ref.Name}); ok && e.snapshot == s && e.weight != bytes {
		e.weight = bytes
		t.hot.Put(key{ref.App, ref.Name}, e, bytes)
	}
}

// Change is a change of a few rows that this process has stored.
type Change struct {
	Table   platform.Table // after it; its revision is one more than before, its columns are what they were
	Changed []platform.Row // made or changed, as they are now
	Gone    []platform.RowID
}

// Applied takes a change into its table, if that is hot, so that it need not be loaded. Call it once the change is stored, before
// its maker is told.
func (t *Tables) Applied(ref platform.TableRef, c Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*t.epoch(ref.App)++
	k := key{ref.App, ref.Name}
	if e, ok := t.hot.Get(k); ok && e.ref == ref && e.snapshot.table.Revision < c.Table.Revision {
		e.tell(c)
		t.hot.Put(k, e, e.weight)
	}
}

// tell notes a change. What was stored before it may be told later, since several are often stored together; whoever asks meanwhile has
// the table looked at anew.
func (e *entry) tell(c Change) {
	if e.told == nil {
		e.told = map[int64]Change{}
	}
	if _, follows := e.told[c.Table.Revision-1]; !follows && e.snapshot.table.Revision != c.Table.Revision-1 {
		e.failed = time.Time{}
	}
	e.told[c.Table.Revision] = c
	for _, r := range c.Changed {
		e.weight += int64(len(r.Values))
	}
	if len(e.told) > mostTold {
		e.take()
	}
	if len(e.told) > mostTold {
		e.stale()
	}
}

// take takes in the changes that follow each other from the present state on.
func (e *entry) take() {
	table := e.snapshot.table
	if _, ok := e.told[table.Revision+1]; !ok {
		return
	}
	changed, gone := map[platform.RowID]platform.Row{}, []platform.RowID{}
	for c, ok := e.told[table.Revision+1]; ok; c, ok = e.told[table.Revision+1] {
		table = c.Table
		delete(e.told, table.Revision)
		for _, r := range c.Changed {
			changed[r.ID] = r
		}
		for _, id := range c.Gone {
			delete(changed, id)
			gone = append(gone, id)
		}
	}
	e.snapshot = e.snapshot.With(table, slices.Collect(maps.Values(changed)), gone)
	e.weight = e.snapshot.Bytes()
}

// stale has the table looked at anew by whoever asks for it next.
func (e *entry) stale() {
	e.take()
	e.checked, e.failed, e.told = time.Time{}, time.Time{}, nil
}

// Changed has a table of an app looked at anew by whoever asks for it next; "" are all of its tables. Call it once a change is
// stored, before its maker is told.
func (t *Tables) Changed(app platform.AppID, table string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*t.epoch(app)++
	if table == "" {
		t.hot.Delete(func(e *entry) bool { return e.ref.App == app })
	} else if e, ok := t.hot.Get(key{app, table}); ok {
		e.stale()
	}
}

// Stats returns how many tables are hot, and what they weigh in bytes.
func (t *Tables) Stats() (hot int, bytes int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hot.Len(), t.hot.Weight()
}
