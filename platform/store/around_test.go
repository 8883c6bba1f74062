package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform"
)

// asked is a connection that notes until when the last statement had time and whether that has ended, and fails.
type asked struct {
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
	a.note(ctx)
	return nil, errAsked
}

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
			"CopyFrom": func(c aroundConn) error { _, err := c.CopyFrom(ctx, nil, nil, nil); return err },
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
