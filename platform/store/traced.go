package store

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform/store/db"
)

// Trace begins a span below the one in ctx; end is called when the work is done. The name is that of a query or
// "transaction".
type Trace func(ctx context.Context, name string) (inner context.Context, end func())

// traced is an engine whose statements and transactions are spans.
type traced struct {
	engine
	trace Trace
}

func (t traced) queries() db.DBTX { return tracedConn{t.engine.queries(), t.trace} }

func (t traced) inTx(ctx context.Context, fn func(db.DBTX) error) error {
	ctx, end := t.trace(ctx, "transaction")
	defer end()
	return t.engine.inTx(ctx, func(raw db.DBTX) error { return fn(tracedConn{raw, t.trace}) })
}

// tracedConn begins a span for each statement.
type tracedConn struct {
	db.DBTX
	trace Trace
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

func (c tracedConn) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	ctx, end := c.trace(ctx, statement(sql))
	defer end()
	return c.DBTX.Exec(ctx, sql, args...)
}

func (c tracedConn) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	ctx, end := c.trace(ctx, statement(sql))
	rows, err := c.DBTX.Query(ctx, sql, args...)
	if err != nil {
		end()
		return rows, err
	}
	return tracedRows{rows, end}, nil
}

func (c tracedConn) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	ctx, end := c.trace(ctx, statement(sql))
	return tracedRow{c.DBTX.QueryRow(ctx, sql, args...), end}
}

// tracedRows ends the span when the rows are closed; every reader closes them.
type tracedRows struct {
	pgx.Rows
	end func()
}

func (r tracedRows) Close() {
	r.Rows.Close()
	r.end()
}

type tracedRow struct {
	pgx.Row
	end func()
}

func (r tracedRow) Scan(to ...any) error {
	defer r.end()
	return r.Row.Scan(to...)
}
