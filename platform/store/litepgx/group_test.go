package litepgx_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"berth/platform/store/db"
	"berth/platform/store/litepgx"
)

var errRefused = errors.New("refused")

// together runs a transaction for each of fns, all at once, and returns how each ended: the first does not end before the
// others wait.
func together(t *testing.T, d *litepgx.Database, fns ...func(context.Context, db.DBTX) error) []string {
	t.Helper()
	outcomes := make([]string, len(fns))
	synctest.Test(t, func(t *testing.T) {
		all := make(chan struct{})
		for i, fn := range fns {
			go func() {
				outcomes[i] = "ended"
				defer func() {
					if v := recover(); v != nil {
						outcomes[i] = fmt.Sprint("panic: ", v)
					}
				}()
				err := d.InTx(t.Context(), func(tx db.DBTX) error {
					if i == 0 {
						<-all
					}
					return fn(t.Context(), tx)
				})
				outcomes[i] = "stored"
				if err != nil {
					outcomes[i] = state(err)
				}
			}()
			synctest.Wait() // it is at work, or waits for its turn
		}
		close(all)
		synctest.Wait()
	})
	return outcomes
}

func adds(id int64) func(context.Context, db.DBTX) error {
	return func(ctx context.Context, tx db.DBTX) error { return insert(ctx, tx, id, fmt.Sprint(id)) }
}

func names(t *testing.T, d *litepgx.Database) (all []string) {
	t.Helper()
	rows, err := d.Query(t.Context(), "SELECT name FROM things ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		all = append(all, name)
	}
	return all
}

func TestEachOfAGroupFailsAlone(t *testing.T) {
	t.Parallel()
	fails := func(id int64) func(context.Context, db.DBTX) error {
		return func(ctx context.Context, tx db.DBTX) error { return errors.Join(adds(id)(ctx, tx), errRefused) }
	}
	panics := func(ctx context.Context, tx db.DBTX) error {
		panic(errors.Join( // the others must be stored all the same
			adds(5)(ctx, tx), errRefused))
	}
	cancelled := func(context.Context, db.DBTX) error { return context.Canceled }
	duplicate := func(ctx context.Context, tx db.DBTX) error { return insert(ctx, tx, 2, "another") }
	for name, c := range map[string]struct {
		fns      []func(context.Context, db.DBTX) error
		outcomes []string
		stored   []string
	}{
		"all are stored":   {[]func(context.Context, db.DBTX) error{adds(1), adds(2), adds(3)}, []string{"stored", "stored", "stored"}, []string{"1", "2", "3"}},
		"the first fails":  {[]func(context.Context, db.DBTX) error{fails(1), adds(2), adds(3)}, []string{"refused", "stored", "stored"}, []string{"2", "3"}},
		"the last fails":   {[]func(context.Context, db.DBTX) error{adds(1), adds(2), fails(3)}, []string{"stored", "stored", "refused"}, []string{"1", "2"}},
		"one panics":       {[]func(context.Context, db.DBTX) error{adds(1), panics, adds(2)}, []string{"stored", "panic: refused", "stored"}, []string{"1", "2"}},
		"one is cancelled": {[]func(context.Context, db.DBTX) error{adds(1), cancelled, adds(2)}, []string{"stored", "context canceled", "stored"}, []string{"1", "2"}},
		"a duplicate":      {[]func(context.Context, db.DBTX) error{adds(1), adds(2), duplicate, adds(3)}, []string{"stored", "stored", "23505", "stored"}, []string{"1", "2", "3"}},
		"all fail":         {[]func(context.Context, db.DBTX) error{fails(1), fails(2), fails(3)}, []string{"refused", "refused", "refused"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := setup(t)
			got := together(t, d, c.fns...)
			if diff := cmp.Diff(c.outcomes, got); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.stored, names(t, d)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if err := d.InTx(t.Context(), func(tx db.DBTX) error { return adds(99)(t.Context(), tx) }); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// A group is stored as a whole: who has been told of success can rely on it. (No constraint of the product waits for the
// commit.)
func TestAGroupFailsTogetherAtItsCommit(t *testing.T) {
	t.Parallel()
	d := setup(t)
	if _, err := d.Exec(t.Context(), "CREATE TABLE late (parent bigint REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)"); err != nil {
		t.Fatal(err)
	}
	orphan := func(ctx context.Context, tx db.DBTX) error {
		_, err := tx.Exec(ctx, "INSERT INTO late (parent) VALUES (7)")
		return err
	}
	got := together(t, d, adds(1), orphan, adds(2))
	if diff := cmp.Diff([]string{"23503", "23503", "23503"}, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if stored := names(t, d); len(stored) != 0 {
		t.Errorf("stored %v", stored)
	}
}

// When a member fails because of what another member did, that is stored before the member returns, although the
// transaction would take further members.
func TestARefusalIsTrueForEverybody(t *testing.T) {
	t.Parallel()
	d := setup(t)
	synctest.Test(t, func(t *testing.T) {
		first, last, done := make(chan struct{}), make(chan struct{}), make(chan error, 3)
		run := func(fn func(db.DBTX) error) {
			go func() { done <- d.InTx(t.Context(), fn) }()
			synctest.Wait()
		}
		run(func(tx db.DBTX) error { <-first; return insert(t.Context(), tx, 1, "one") })
		found := []string{"not told"}
		go func() {
			err := d.InTx(t.Context(), func(tx db.DBTX) error { return insert(t.Context(), tx, 2, "one") })
			found = names(t, d)
			done <- err
		}()
		synctest.Wait()
		run(func(db.DBTX) error { <-last; return nil })
		close(first)
		synctest.Wait()
		close(last)
		synctest.Wait()
		refused := 0
		for range 3 {
			if err := <-done; err != nil && state(err) != "23505" {
				t.Error(err)
			} else if err != nil {
				refused++
			}
		}
		if diff := cmp.Diff([]string{"one"}, found); diff != "" || refused != 1 {
			t.Errorf("%d were refused, who was found (-want +got):\n%s", refused, diff)
		}
	})
}

func TestWhoWaitsForATransactionMayGo(t *testing.T) {
	t.Parallel()
	d := setup(t)
	synctest.Test(t, func(t *testing.T) {
		release, gone := make(chan struct{}), make(chan error)
		go func() { gone <- d.InTx(t.Context(), func(db.DBTX) error { <-release; return nil }) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		go func() { gone <- d.InTx(ctx, func(tx db.DBTX) error { return adds(1)(ctx, tx) }) }()
		synctest.Wait()
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("who waited: %v", err)
		}
		close(release)
		if err := <-gone; err != nil {
			t.Errorf("who was at work: %v", err)
		}
	})
	if stored := names(t, d); len(stored) != 0 {
		t.Errorf("stored %v", stored)
	}
}

func TestReadersWaitForNobody(t *testing.T) {
	t.Parallel()
	d, ctx := setup(t), t.Context()
	if err := insert(ctx, d, 1, "old"); err != nil {
		t.Fatal(err)
	}
	err := d.InTx(ctx, func(tx db.DBTX) error {
		err := insert(ctx, tx, 2, "new")
		if diff := cmp.Diff([]string{"old"}, names(t, d)); diff != "" {
			t.Errorf("during the transaction (-want +got):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"old", "new"}, names(t, d)); diff != "" {
		t.Errorf("after it (-want +got):\n%s", diff)
	}
	var id int64
	if err := d.QueryRow(ctx, "-- name: Add :one\nINSERT INTO things (id, name) VALUES (3, 'returned') RETURNING id").Scan(&id); err != nil || id != 3 {
		t.Errorf("what writes and answers rows: %d, %v", id, err)
	}
}
