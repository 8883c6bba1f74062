package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"berth/platform/store/litepgx"
	migrations "berth/sql"
)

func (l lite) migrate(ctx context.Context) error {
	return litepgx.Translate(migrate(ctx, goose.DialectSQLite3, l.SQL()))
}

func (l lite) current(ctx context.Context) error {
	return current(ctx, goose.DialectSQLite3, l.SQL())
}

func (p postgres) migrate(ctx context.Context) error {
	return p.locked(func(d *sql.DB, locked goose.ProviderOption) error {
		return migrate(ctx, goose.DialectPostgres, d, locked)
	})
}

func (p postgres) migrateTo(ctx context.Context, version int64) error {
	return p.locked(func(d *sql.DB, locked goose.ProviderOption) error {
		return migrateTo(ctx, version, goose.DialectPostgres, d, locked)
	})
}

// locked runs a migration while it holds the lock that keeps other replicas from migrating.
func (p postgres) locked(run func(*sql.DB, goose.ProviderOption) error) (err error) {
	// A replica that does not get the lock asks again each second, for up to ten minutes.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
	if err != nil {
		return fmt.Errorf("make migration lock: %w", err)
	}
	d := stdlib.OpenDBFromPool(p.pool)
	defer func() { err = errors.Join(err, d.Close()) }()
	return run(d, goose.WithSessionLocker(locker))
}

func (p postgres) current(ctx context.Context) (err error) {
	d := stdlib.OpenDBFromPool(p.pool)
	defer func() { err = errors.Join(err, d.Close()) }()
	return current(ctx, goose.DialectPostgres, d)
}

func provider(dialect goose.Dialect, d *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations.Migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("find migrations: %w", err)
	}
	p, err := goose.NewProvider(dialect, d, files, append(options, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

func migrate(ctx context.Context, dialect goose.Dialect, d *sql.DB, options ...goose.ProviderOption) error {
	return migrateTo(ctx, math.MaxInt64, dialect, d, options...)
}

// migrateTo runs the migrations up to a version.
func migrateTo(ctx context.Context, version int64, dialect goose.Dialect, d *sql.DB, options ...goose.ProviderOption) error {
	p, err := provider(dialect, d, options...)
	if err != nil {
		return err
	}
	if _, err := p.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func current(ctx context.Context, dialect goose.Dialect, d *sql.DB) error {
	p, err := provider(dialect, d)
	if err != nil {
		return err
	}
	sources := p.ListSources()
	want := sources[len(sources)-1].Version
	var have int64
	if err := d.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version").Scan(&have); err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if have < want {
		return fmt.Errorf("the schema has version %d, %d is needed: run berth migrate", have, want)
	}
	return nil
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
