package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform"
	"berth/platform/store/db"
)

// around begins something that lasts as long as a statement does; end is called when the statement is done.
type around = func(ctx context.Context, name string) (inner context.Context, end func())

// patient ends a wait for the database after the time that the caller has for one.
func patient(ctx context.Context, _ string) (context.Context, func()) {
	if most := platform.Patience(ctx); most > 0 {
		return context.WithTimeout(ctx, most)
	}
	return ctx, func() {}
}

// aroundConn does something around each statement.
type aroundConn struct {
	db.DBTX
	begin around
}

// statement returns the name of a query that sqlc has made ("-- name: AppByID :one …"), "statement" for any other.
func statement(sql string) string {
	name, ok := strings.CutPrefix(sql, "-- name: ")
	if !ok {
		return "statement"
	}
	name, _, _ = strings.Cut(name, " ")
	return name
}

func (c aroundConn) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	ctx, end := c.begin(ctx, statement(sql))
	defer end()
	return c.DBTX.Exec(ctx, sql, args...)
}

func (c aroundConn) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	ctx, end := c.begin(ctx, statement(sql))
	rows, err := c.DBTX.Query(ctx, sql, args...)
	if err != nil {
		end()
		return rows, err
	}
	return aroundRows{rows, end}, nil
}

func (c aroundConn) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	ctx, end := c.begin(ctx, statement(sql))
	return aroundRow{c.DBTX.QueryRow(ctx, sql, args...), end}
}

func (c aroundConn) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	ctx, end := c.begin(ctx, "copy into "+strings.Join(table, "."))
	defer end()
	return c.DBTX.CopyFrom(ctx, table, columns, rows)
}

// patientConn is patient at each statement and, in a copy, at each row: how long a file takes says nothing of whether the database is there.
type patientConn struct{ aroundConn }

func waiting(conn db.DBTX) db.DBTX { return patientConn{aroundConn{conn, patient}} }

func (c patientConn) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	most := platform.Patience(ctx)
	if most <= 0 {
		return c.DBTX.CopyFrom(ctx, table, columns, rows)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	over := time.AfterFunc(most, func() { cancel(context.DeadlineExceeded) })
	defer over.Stop()
	n, err := c.DBTX.CopyFrom(ctx, table, columns, moving{rows, func() { over.Reset(most) }})
	if err != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		err = errors.Join(context.DeadlineExceeded, err)
	}
	return n, err
}

// moving says when a row is taken.
type moving struct {
	pgx.CopyFromSource
	taken func()
}

func (m moving) Next() bool {
	m.taken()
	return m.CopyFromSource.Next()
}

// aroundRows ends when the rows are closed; every reader closes them.
type aroundRows struct {
	pgx.Rows
	end func()
}

func (r aroundRows) Close() {
	r.Rows.Close()
	r.end()
}

type aroundRow struct {
	pgx.Row
	end func()
}

func (r aroundRow) Scan(to ...any) error {
	defer r.end()
	return r.Row.Scan(to...)
}
