package store

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform"
	"berth/platform/store/db"
)

// asked is a connection that notes until when the last statement had time and whether that has ended, and fails.
type asked struct {
	rows  pgx.Rows // what a query answers; nil = it fails
	until func() (time.Time, bool)
	ended func() error
}

func (a *asked) note(ctx context.Context) { a.until, a.ended = ctx.Deadline, ctx.Err }

var errAsked = errors.New("asked")

func (a *asked) Exec(ctx context.Context, _ string, _ ...any) (pgconn.CommandTag, error) {
	a.note(ctx)
	return pgconn.CommandTag{}, errAsked
}

func (a *asked) Query(ctx context.Context, _ string, _ ...any) (pgx.Rows, error) {
	if a.note(ctx); a.rows != nil {
		return a.rows, nil
	}
	return nil, errAsked
}

// noRows are rows of which there are none.
type noRows struct{ pgx.Rows }

func (noRows) Close() {}

func (a *asked) QueryRow(ctx context.Context, _ string, _ ...any) pgx.Row {
	a.note(ctx)
	return aroundRow{nil, func() {}}
}

func (a *asked) CopyFrom(ctx context.Context, _ pgx.Identifier, _ []string, _ pgx.CopyFromSource) (int64, error) {
	a.note(ctx)
	return 0, errAsked
}

// TestEachStatementHasItsTime: where the caller is patient for so long, every kind of statement has that long, and no more.
func TestEachStatementHasItsTime(t *testing.T) {
	t.Parallel()
	for _, patience := range []time.Duration{0, time.Hour} {
		ctx := platform.WithPatience(t.Context(), patience)
		for name, ask := range map[string]func(aroundConn) error{
			"Exec": func(c aroundConn) error { _, err := c.Exec(ctx, "x"); return err },
			"Query": func(c aroundConn) error {
				rows, err := c.Query(ctx, "x")
				if err == nil {
					defer rows.Close()
				}
				return err
			},
			"Query with rows": func(c aroundConn) error {
				inner := &asked{rows: noRows{}}
				rows, err := aroundConn{inner, patient}.Query(ctx, "x")
				if err != nil {
					return err
				}
				if inner.ended() != nil {
					return errors.New("its time ended before its rows were read")
				}
				if rows.Close(); (inner.ended() != nil) != (patience > 0) {
					return errors.New("its rows were closed, and its time goes on")
				}
				_, err = c.Exec(ctx, "x")
				return err
			},
			"QueryRow": func(c aroundConn) error {
				row, ok := c.QueryRow(ctx, "x").(aroundRow)
				if !ok {
					return errors.New("a row that does not end")
				}
				row.end()
				return errAsked
			},
		} {
			conn := &asked{}
			err := ask(aroundConn{conn, patient})
			until, limited := conn.until()
			if !errors.Is(err, errAsked) || limited != (patience > 0) || limited && time.Until(until) > patience {
				t.Errorf("%s with a patience of %s: %v, until %s", name, patience, err, until)
			}
			if ended := conn.ended() != nil; ended != limited {
				t.Errorf("%s with a patience of %s: its time ended with it: %t", name, patience, ended)
			}
		}
	}
}

// copies is a connection that takes a row each time after so long, as many as it does before it is stuck, -1 = all.
type copies struct {
	db.DBTX
	each  time.Duration
	stuck int
}

func (c copies) CopyFrom(ctx context.Context, _ pgx.Identifier, _ []string, rows pgx.CopyFromSource) (n int64, err error) {
	for rows.Next() {
		each := c.each
		if int(n) == c.stuck {
			each = 1 << 60
		}
		row, taken := context.WithTimeout(context.WithoutCancel(ctx), each)
		select {
		case <-row.Done():
			n++
		case <-ctx.Done():
		}
		if taken(); ctx.Err() != nil {
			return n, ctx.Err()
		}
	}
	return n, ctx.Err()
}

// A copy lasts as long as rows go into it, and ends when none has for as long as one wait may last.
func TestACopyLastsWhileRowsGoIntoIt(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		copies
		patience time.Duration
		want     int64
		err      error
	}{
		{copies{each: 9 * time.Second, stuck: -1}, 10 * time.Second, 5, nil},
		{copies{each: 9 * time.Second, stuck: 3}, 10 * time.Second, 3, context.DeadlineExceeded},
		{copies{each: 11 * time.Second, stuck: -1}, 10 * time.Second, 0, context.DeadlineExceeded},
		{copies{each: time.Hour, stuck: -1}, 0, 5, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx := platform.WithPatience(t.Context(), test.patience)
			n, err := waiting(test.copies).CopyFrom(ctx, nil, nil, pgx.CopyFromRows(make([][]any, 5)))
			if n != test.want || !errors.Is(err, test.err) {
				t.Errorf("each after %s, stuck at %d, patience %s: %d rows, %v", test.each, test.stuck, test.patience, n, err)
			}
		})
	}
}
