// Package store keeps everything that outlives the process: people, apps, releases, tasks, appointments, the audit trail
// and the call log, in PostgreSQL or in an embedded SQLite file. It implements the Store and Source interfaces of other
// packages. It knows queries and transactions; it must not know HTTP, MCP, or what makes an app fit to publish.
package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/store/db"
	"berth/platform/store/feed"
	"berth/platform/store/litepgx"
)

// Options say where the data is. Log and Now are required.
type Options struct {
	DatabaseURL string // postgres://…; "" = SQLite in DataDir
	ListenURL   string // PostgreSQL without a transaction pooler in between, for LISTEN; "" = DatabaseURL
	DataDir     string // holds berth.db; made when it is missing
	Log         *slog.Logger
	Now         func() time.Time
	Trace       Trace // nil = statements make no spans
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	engine
	q   *db.Queries
	log *slog.Logger
	now func() time.Time // UTC, to the microsecond: what both engines can keep

	feed        feed.State
	standings   listener[string]            // to this process's own changes of standing
	suspensions listener[string]            // and of suspensions
	gone        listener[platform.TableRef] // and of rows that went with their person
	full        atomic.Pointer[time.Time]   // when a write was last refused for want of room, if none was stored since
	maxShared   int                         // bytes of the call log's shared rows that one request reads
}

// engine is what PostgreSQL and SQLite do differently.
type engine interface {
	queries() db.DBTX
	inTx(ctx context.Context, fn func(db.DBTX) error) error
	// migrateTo runs the migrations up to a version. Replicas that do so at once wait for one another.
	migrateTo(ctx context.Context, version int64) error
	// announce wakes the replicas when the transaction commits.
	announce(ctx context.Context, tx db.DBTX) error
	// lockDocuments keeps others from publishing until the transaction ends, and waits for those who are publishing.
	lockDocuments(ctx context.Context, tx db.DBTX) error
	// replan has the connection of a transaction plan its statements anew, by how large tables have become.
	replan(ctx context.Context, tx db.DBTX) error
	follow(ctx context.Context, s *Store, changed Changed) error
	// room returns an error when the disk is seen to be full.
	room() error
	// durable returns when what is stored survives the machine losing power.
	durable(ctx context.Context) error
	// alone reports whether no other process can change the data.
	alone() bool
	archive
	// TakesChanges returns an error when the database takes none: it is a standby, as what was the primary is after a failover. Then the
	// connection that has said so is closed, so that the next one may find the new primary.
	TakesChanges(ctx context.Context) error
	Stats() Stats
	Close() error
}

// Stats is the state of the connection pool. Acquired and Waited only grow.
type Stats struct {
	Max, InUse, Idle int
	Acquired         int64
	Waited           time.Duration // in all, for a connection
}

// Open opens the database and checks that it responds; it does not migrate. The caller closes it in the end.
func Open(ctx context.Context, o Options) (*Store, error) {
	e, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Trace != nil {
		e = traced{e, o.Trace}
	}
	now := func() time.Time { return microseconds(o.Now()) }
	return &Store{engine: e, q: db.New(e.queries()), log: o.Log, now: now, maxShared: maxShared}, nil
}

func open(ctx context.Context, o Options) (engine, error) {
	if o.DatabaseURL == "" {
		return openLite(ctx, filepath.Join(o.DataDir, "berth.db"))
	}
	if err := CheckURL(o.DatabaseURL); err != nil {
		return nil, err
	}
	return openPostgres(ctx, o)
}

// Migrate brings the schema up to date. Replicas may all do so at once: one works, the others wait. It writes nothing when
// there is nothing to do.
func (s *Store) Migrate(ctx context.Context) error {
	if s.SchemaCurrent(ctx) == nil {
		return nil
	}
	err := s.migrateTo(ctx, math.MaxInt64)
	if state := sqlState(err); state == diskFull || state == ioError {
		return fmt.Errorf("the database must be brought up to date, which its disk has no room for: make some and start again: %w", err)
	}
	return err
}

// fullFor is how long a database counts as full after it has refused a write for want of room.
const fullFor = 30 * time.Second

// Room returns an error when the database has no room for further data: it has just refused some, or its disk is full.
func (s *Store) Room() error {
	if at := s.full.Load(); at != nil && s.now().Sub(*at) < fullFor {
		return errors.New("the database has refused a write: its disk is full")
	}
	return s.room()
}

// SchemaAhead reports whether a later version of this program has brought the schema up to date: replicas are being replaced, or the
// program was put back.
func (s *Store) SchemaAhead(ctx context.Context) (bool, error) {
	known, err := newestSchema()
	if err != nil {
		return false, err
	}
	have, err := schemaVersion(ctx, s.queries())
	return have > known, err
}

// SchemaCurrent returns nil when the database can be reached and its schema is the one that this program was made for,
// or a later one: while replicas are replaced, the new ones migrate first.
func (s *Store) SchemaCurrent(ctx context.Context) error {
	want, err := newestSchema()
	if err != nil {
		return err
	}
	have, err := schemaVersion(ctx, s.queries())
	if err == nil && have < want {
		err = fmt.Errorf("the schema has version %d, %d is needed: run berth migrate", have, want)
	}
	return err
}

// tx is one transaction with its time.
type tx struct {
	*db.Queries
	raw  db.DBTX
	now  time.Time
	role platform.Role // that the actor has in the workspace, where a change asked for one
	told *told

	replan func(ctx context.Context, tx db.DBTX) error
}

// manyRows comes before what deletes or writes many rows of tables. PostgreSQL looks for what refers to each of them by a plan that the
// connection may have made when there was next to nothing: to read everything, each time.
func (t tx) manyRows(ctx context.Context) error { return wrap("plan anew", t.replan(ctx, t.raw)) }

// listener is who hears of what this process itself has changed, nobody at first.
type listener[T any] struct {
	atomic.Pointer[func(news ...T)]
}

func (l *listener[T]) hear(news []T) {
	if tell := l.Load(); tell != nil && len(news) > 0 {
		(*tell)(news...)
	}
}

// told is what this process is told of when a transaction has committed.
type told struct {
	callers []string            // whose standing has changed
	slugs   []string            // of apps that have been suspended or resumed
	tables  []platform.TableRef // whose rows have gone with their person
}

// attempts bounds how often a transaction is tried that PostgreSQL ends because of a deadlock.
const attempts = 3

// inTransaction runs fn in a transaction and commits when it returns nil. fn must use t alone, and may run again after a deadlock.
func (s *Store) inTransaction(ctx context.Context, fn func(t tx) error) error {
	var err error
	var news told
	for range attempts {
		news = told{}
		err = s.inTx(ctx, func(raw db.DBTX) error {
			return fn(tx{Queries: db.New(raw), raw: raw, now: s.now(), told: &news, replan: s.replan})
		})
		if state := sqlState(err); state != deadlock && state != serialization {
			break
		}
	}
	if err == nil {
		s.standings.hear(news.callers)
		s.suspensions.hear(news.slugs)
		s.gone.hear(news.tables)
		s.full.Store(nil)
	} else if sqlState(err) == diskFull {
		now := s.now()
		s.full.Store(&now)
	}
	return err
}

// lite is the embedded database.
type lite struct{ *litepgx.Database }

func openLite(ctx context.Context, path string) (engine, error) {
	d, err := litepgx.Open(ctx, path)
	if errors.Is(err, litepgx.ErrInUse) {
		return nil, fmt.Errorf("another process is using %s: stop it, or use PostgreSQL to run several: %w", path, err)
	}
	if err != nil {
		return nil, err
	}
	return lite{d}, nil
}

func (l lite) queries() db.DBTX { return l.Conn }

func (l lite) inTx(ctx context.Context, fn func(db.DBTX) error) error { return l.InTx(ctx, fn) }

func (l lite) room() error { return l.Room() }

// TakesChanges returns nil: there is no standby.
func (l lite) TakesChanges(context.Context) error { return nil }

func (l lite) durable(ctx context.Context) error { return l.Durable(ctx) }

func (l lite) alone() bool { return true }

func (l lite) announce(context.Context, db.DBTX) error { return nil }

// lockDocuments has nothing to do: a transaction locks the whole file.
func (l lite) lockDocuments(context.Context, db.DBTX) error { return nil }

// replan has nothing to do: how SQLite looks rows up does not depend on how many there are.
func (l lite) replan(context.Context, db.DBTX) error { return nil }

// follow only waits: no other process changes the file.
func (l lite) follow(ctx context.Context, _ *Store, _ Changed) error {
	<-ctx.Done()
	return nil
}

// Stats returns how the one connection is used.
func (l lite) Stats() Stats {
	s := l.SQL().Stats()
	return Stats{Max: s.MaxOpenConnections, InUse: s.InUse, Idle: s.Idle, Waited: s.WaitDuration}
}
