package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"berth/platform/store/litepgx"
	migrations "berth/sql"
)

func (l lite) migrateTo(ctx context.Context, version int64) error {
	return litepgx.Translate(migrateTo(ctx, version, goose.DialectSQLite3, l.SQL()))
}

// migrateTo holds the lock that keeps other replicas from migrating.
func (p postgres) migrateTo(ctx context.Context, version int64) (err error) {
	// A replica that does not get the lock asks again each second, for up to ten minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
	if err != nil {
		return fmt.Errorf("make migration lock: %w", err)
	}
	d, direct := stdlib.OpenDBFromPool(p.pool), stdlib.OpenDB(*p.listen)
	defer func() { err = errors.Join(err, d.Close(), direct.Close()) }()
	return migrateTo(ctx, version, goose.DialectPostgres, d, goose.WithSessionLocker(&directLock{SessionLocker: locker, db: direct}))
}

// directLock holds a lock on a direct connection, not on the one that migrates: behind a transaction-mode pooler that is another
// one with each statement, so that the lock would keep nobody away, or stay behind.
type directLock struct {
	lock.SessionLocker
	db   *sql.DB
	conn *sql.Conn
}

// SessionLock implements lock.SessionLocker.
func (l *directLock) SessionLock(ctx context.Context, _ *sql.Conn) (err error) {
	if l.conn, err = l.db.Conn(ctx); err != nil {
		return fmt.Errorf("connect for the migration lock: %w", err)
	}
	if err = l.SessionLocker.SessionLock(ctx, l.conn); err != nil {
		err = errors.Join(err, l.conn.Close())
	}
	return err
}

// SessionUnlock implements lock.SessionLocker.
func (l *directLock) SessionUnlock(ctx context.Context, _ *sql.Conn) error {
	return errors.Join(l.SessionLocker.SessionUnlock(ctx, l.conn), l.conn.Close())
}

func migrateTo(ctx context.Context, version int64, dialect goose.Dialect, d *sql.DB, options ...goose.ProviderOption) error {
	files, err := fs.Sub(migrations.Migrations, "migrations")
	if err != nil {
		return fmt.Errorf("find migrations: %w", err)
	}
	p, err := goose.NewProvider(dialect, d, files, append(options, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := p.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// tableNames finds the names that a migration gives to tables.
var tableNames = regexp.MustCompile(`(?im)(?:^CREATE TABLE|RENAME TO)\s+(?:IF NOT EXISTS\s+)?(\w+)`)

// ownTables returns the names of all tables that the migrations have made. Others that stand beside them in a PostgreSQL database are
// another program's.
func ownTables() (map[string]bool, error) {
	files, err := fs.Glob(migrations.Migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("find migrations: %w", err)
	}
	own := map[string]bool{}
	for _, name := range files {
		text, err := fs.ReadFile(migrations.Migrations, name)
		if err != nil {
			return nil, fmt.Errorf("read migrations: %w", err)
		}
		for _, found := range tableNames.FindAllSubmatch(text, -1) {
			own[string(found[1])] = true
		}
	}
	return own, nil
}

// newestSchema is the version of the last migration that this program knows.
func newestSchema() (int64, error) {
	files, err := fs.Glob(migrations.Migrations, "migrations/*.sql")
	if err != nil {
		return 0, fmt.Errorf("find migrations: %w", err)
	}
	var newest int64
	for _, name := range files {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("read migrations: %w", err)
		}
		newest = max(newest, version)
	}
	return newest, nil
}
