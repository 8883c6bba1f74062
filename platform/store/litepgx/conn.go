package litepgx

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"berth/platform/background"
	"berth/platform/store/db"
)

// Conn is sqlc's DBTX over a database or a transaction.
type Conn struct{ x execer }

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

var _ db.DBTX = Conn{}

// portable drops the two forms of row lock that end queries: a transaction here holds the whole file.
func portable(query string) string {
	query = strings.TrimRight(query, "\n")
	return strings.TrimSuffix(strings.TrimSuffix(query, "FOR NO KEY UPDATE"), "FOR SHARE")
}

// Exec runs a statement; the tag holds how many rows it changed.
func (c Conn) Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error) {
	bound, err := bind(args)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	result, err := c.x.ExecContext(ctx, portable(query), bound...)
	if err != nil {
		return pgconn.CommandTag{}, translate(err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return pgconn.CommandTag{}, translate(err)
	}
	return pgconn.NewCommandTag(fmt.Sprintf("UPDATE %d", n)), nil
}

// Query runs a query. The connection is free for others only when the rows have been closed.
func (c Conn) Query(ctx context.Context, query string, args ...any) (pgx.Rows, error) {
	bound, err := bind(args)
	if err != nil {
		return nil, err
	}
	r, err := c.x.QueryContext(ctx, portable(query), bound...) //nolint:rowserrcheck // the caller's, through rows.Err
	if err != nil {
		return nil, translate(err)
	}
	return &rows{Rows: r}, nil
}

// QueryRow runs a query for its first row; no row is pgx.ErrNoRows. Unless ctx has ended before, it waits for a connection
// and runs to its end: watching ctx would take two goroutines for each query, a tenth of what it costs.
func (c Conn) QueryRow(ctx context.Context, query string, args ...any) pgx.Row {
	if err := ctx.Err(); err != nil {
		return row{nil, err}
	}
	r, err := c.Query(context.WithoutCancel(ctx), query, args...)
	return row{r, err}
}

// Limits of one statement: inserting many rows takes SQLite tens of milliseconds, in which everybody else waits.
const (
	rowsAtOnce  = 6
	bytesAtOnce = 16 << 10 // begun before the last row
)

// CopyFrom inserts many rows with few statements. Outside a transaction each statement is stored by itself, and others can
// use the database and the processor in between.
func (c Conn) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, source pgx.CopyFromSource) (int64, error) {
	into := "INSERT INTO " + table.Sanitize() + " (" + strings.Join(columns, ", ") + ") VALUES "
	one := "(" + strings.Repeat("?, ", len(columns)-1) + "?)"
	_, alone := c.x.(*parted)
	var args []any
	written, size := int64(0), 0
	var work background.Work
	insert := func() error {
		if alone {
			work.Rest()
		}
		tag, err := c.Exec(ctx, into+strings.Repeat(one+", ", len(args)/len(columns)-1)+one, args...)
		written += tag.RowsAffected()
		args, size = args[:0], 0
		return err
	}
	for source.Next() {
		values, err := source.Values()
		if err != nil {
			return written, err
		}
		args = append(args, values...)
		for _, v := range values {
			if text, ok := v.(string); ok {
				size += len(text)
			}
		}
		if len(args) == rowsAtOnce*len(columns) || size >= bytesAtOnce {
			if err := insert(); err != nil {
				return written, err
			}
		}
	}
	if err := source.Err(); err != nil || len(args) == 0 {
		return written, err
	}
	return written, insert()
}

type row struct {
	rows pgx.Rows
	err  error
}

func (r row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return pgx.ErrNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	r.rows.Close() // an INSERT … RETURNING may fail only now
	return r.rows.Err()
}

// rows implements those methods of pgx.Rows that generated code uses; the others are not implemented.
type rows struct {
	*sql.Rows
	failed error
	cells  []any // *cell, one for each column
}

func (r *rows) Close() {
	if err := r.Rows.Close(); err != nil && r.failed == nil {
		r.failed = err
	}
}

func (r *rows) Err() error {
	if r.failed != nil {
		return translate(r.failed)
	}
	return translate(r.Rows.Err())
}

func (r *rows) Scan(dest ...any) error {
	if len(r.cells) < len(dest) {
		cells := make([]cell, len(dest))
		r.cells = make([]any, len(dest))
		for i := range cells {
			r.cells[i] = &cells[i]
		}
	}
	for i, d := range dest {
		r.cells[i].(*cell).dest = d
	}
	return translate(r.Rows.Scan(r.cells[:len(dest)]...))
}

func (r *rows) CommandTag() pgconn.CommandTag                { return pgconn.CommandTag{} }
func (r *rows) FieldDescriptions() []pgconn.FieldDescription { return nil }
func (r *rows) Values() ([]any, error)                       { return nil, fmt.Errorf("litepgx: Values is not supported") }
func (r *rows) RawValues() [][]byte                          { return nil }
func (r *rows) Conn() *pgx.Conn                              { return nil }
func (r *rows) TypeMap() *pgtype.Map                         { return nil }
