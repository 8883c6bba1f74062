package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"berth/platform/store/db"
)

// ErrParameter is in the error of CheckURL where what follows the question mark is wrong. Then the error repeats nothing of what precedes it.
var ErrParameter = errors.New("a parameter behind the question mark is wrong")

// CheckURL returns what is wrong with the form of an address of PostgreSQL, without connecting to it.
func CheckURL(address string) error {
	if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		return errors.New("the database URL must begin with postgres:// (leave it empty for the embedded database)")
	}
	_, err := pgxpool.ParseConfig(address)
	if err == nil {
		return nil
	}
	base, _, _ := strings.Cut(address, "?")
	if _, wrong := pgxpool.ParseConfig(base); wrong == nil {
		text := err.Error() // cannot parse `postgres://…`: what is wrong
		return fmt.Errorf("%w: %s", ErrParameter, strings.TrimPrefix(text[strings.LastIndexByte(text, '`')+1:], ": "))
	}
	return fmt.Errorf("read database URL: %w", err)
}

// postgres is a pool of connections to a server.
type postgres struct {
	pool   *pgxpool.Pool
	listen *pgx.ConnConfig
}

func openPostgres(ctx context.Context, o Options) (engine, error) {
	config, err := pgxpool.ParseConfig(o.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("read database URL: %w", err)
	}
	listen := config.ConnConfig
	if o.ListenURL != "" {
		if listen, err = pgx.ParseConfig(o.ListenURL); err != nil {
			return nil, fmt.Errorf("read listen URL: %w", err)
		}
		if u, err := url.Parse(o.DatabaseURL); err == nil && !u.Query().Has("default_query_exec_mode") {
			// The pool is behind a pooler, which may run each statement on another connection than the one that has prepared it.
			config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		}
	}
	for _, c := range []*pgx.ConnConfig{config.ConnConfig, listen} {
		if c.ConnectTimeout == 0 { // pgxpool's own are two minutes, in which a server that has come back is not seen
			c.ConnectTimeout = connectTimeout
		}
	}
	fatal := config.ConnConfig.OnPgError
	config.ConnConfig.OnPgError = func(c *pgconn.PgConn, e *pgconn.PgError) bool {
		return e.Code != readOnly && fatal(c, e) // what takes no changes is not asked again: a new connection may find the new primary
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return postgres{pool, listen.Copy()}, nil
}

func (p postgres) queries() db.DBTX { return waiting(p.pool) }

// inTx is patient at each step, not over all of them.
func (p postgres) inTx(ctx context.Context, fn func(db.DBTX) error) error {
	beginning, begun := patient(ctx, "begin")
	t, err := p.pool.Begin(beginning)
	begun()
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	ending := func(end func(context.Context) error) error {
		ctx, ended := patient(ctx, "end")
		defer ended()
		return end(ctx)
	}
	defer func() { _ = ending(t.Rollback) }() // which does nothing after a commit
	if err := fn(waiting(t)); err != nil {
		return err
	}
	return ending(t.Commit)
}

// lockDocuments takes a lock that conflicts with inserting any document, whether or not there is one already.
func (p postgres) lockDocuments(ctx context.Context, tx db.DBTX) error {
	_, err := tx.Exec(ctx, "LOCK TABLE documents, document_uses IN SHARE ROW EXCLUSIVE MODE")
	return err
}

// replan discards plans, those too by which foreign keys are followed. They are made again when they are next used.
func (p postgres) replan(ctx context.Context, tx db.DBTX) error {
	_, err := tx.Exec(ctx, "DISCARD PLANS")
	return err
}

// room returns nil: the disk is another machine's.
func (p postgres) room() error { return nil }

// TakesChanges closes no other connections than the one that it asks: they serve what they can.
func (p postgres) TakesChanges(ctx context.Context) error {
	c, err := p.pool.Acquire(ctx)
	if err != nil {
		return wrap("ask whether the database takes changes", err)
	}
	defer c.Release()
	var only bool
	if err := c.QueryRow(ctx, "SELECT current_setting('transaction_read_only')::boolean").Scan(&only); err != nil {
		return wrap("ask whether the database takes changes", err)
	}
	if !only {
		return nil
	}
	_ = c.Conn().Close(ctx)
	return errors.New("the database takes no changes: it is a standby, or has default_transaction_read_only set")
}

func (p postgres) durable(context.Context) error { return nil }

func (p postgres) alone() bool { return false }

// Stats returns how the pool is used.
func (p postgres) Stats() Stats {
	s := p.pool.Stat()
	return Stats{Max: int(s.MaxConns()), InUse: int(s.AcquiredConns()), Idle: int(s.IdleConns()),
		Acquired: s.AcquireCount(), Waited: s.EmptyAcquireWaitTime()}
}

const (
	connectTimeout = 5 * time.Second // unless the URL has a connect_timeout
	endTimeout     = 500 * time.Millisecond
)

// Close waits for the connections in use, but not for a server that does not respond: connections that it keeps busy are
// left behind and end with the process.
func (p postgres) Close() error {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.pool.Close()
	}()
	over := time.NewTimer(endTimeout)
	defer over.Stop()
	select {
	case <-closed:
	case <-over.C:
	}
	return nil
}
