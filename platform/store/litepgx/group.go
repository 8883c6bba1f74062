package litepgx

import (
	"context"
	"database/sql"
	"runtime"
	"slices"
	"sync"
	"time"

	"berth/platform/store/db"
)

// A transaction that has lasted this long, or has this many members, takes no further ones: no member returns before all
// are stored.
const (
	groupAge     = 2 * time.Millisecond
	groupMembers = 32
)

// group is a transaction that callers of InTx share, since beginning and committing costs as much as what most of them do.
// A caller that comes while another one is at work continues in the same transaction, behind a savepoint of its own, so
// that each fails alone; they are stored together. The group belongs to the caller whose turn it is.
type group struct {
	within
	began   time.Time
	members int  // that are done, and stored with the commit
	begun   bool // the member whose turn it is has begun
	ended   bool
	failure error         // of the commit, for all members; set before stored is closed
	stored  chan struct{} // closed when the transaction has ended
}

// InTx runs fn in a transaction that holds the write lock from its start, and returns when it is stored. It is stored when
// fn returns nil and ctx has not ended. fn's statements are not interrupted: SQLite would undo what others have done in the
// same transaction (sqlite.org/c3ref/interrupt.html). fn must wait for nothing that another caller of InTx may hold, since
// that one may return only after it.
func (d *Database) InTx(ctx context.Context, fn func(db.DBTX) error) (err error) {
	g, err := d.turn(ctx)
	if err != nil {
		return translate(err)
	}
	alone, done := g.members == 0, false
	defer func() { // also when fn panics, or ends its goroutine
		if !done {
			g.undo()
		}
		d.leave(g)
		if alone && !done {
			return
		}
		// A member may have failed because of what earlier members did: that must be stored before it returns.
		<-g.stored
		if g.failure != nil {
			err = translate(g.failure)
		}
	}()
	if err := g.do(ctx, fn); err != nil {
		return err
	}
	done = true
	return nil
}

// turn waits for the caller's turn and returns the transaction that it may go on with.
func (d *Database) turn(ctx context.Context) (*group, error) {
	g, err := d.turns.wait(ctx)
	if g != nil || err != nil {
		return g, err
	}
	// If ctx ended, database/sql would roll the whole transaction back.
	tx, err := d.file.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		d.turns.pass(nil)
		return nil, err
	}
	return &group{within: within{statements: d.writes, tx: tx, own: map[string]*sql.Stmt{}}, began: time.Now(), stored: make(chan struct{})}, nil
}

// do runs one member. What it did is undone by undo.
func (g *group) do(ctx context.Context, fn func(db.DBTX) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.savepoint(ctx, "SAVEPOINT member"); err != nil {
		return err
	}
	g.begun = true
	if err := fn(Conn{&g.within}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.savepoint(ctx, "RELEASE member"); err != nil {
		return err
	}
	g.begun = false
	g.members++
	return nil
}

// savepoint runs one of the statements on savepoints. The first member needs none.
func (g *group) savepoint(ctx context.Context, statement string) error {
	if g.members == 0 {
		return nil
	}
	_, err := g.ExecContext(ctx, statement)
	return translate(err)
}

// undo undoes what the member did whose turn it is. If only that cannot be undone, for instance because the disk is full,
// all members fail.
func (g *group) undo() {
	if !g.begun {
		return
	}
	g.begun = false
	ctx := context.Background()
	if g.members > 0 {
		if g.failure = g.savepoint(ctx, "ROLLBACK TO member"); g.failure == nil {
			g.failure = g.savepoint(ctx, "RELEASE member")
		}
	}
	if g.members == 0 || g.failure != nil {
		g.ended = true
		_ = g.tx.Rollback() // the connection is given back in any case
	}
}

// open reports whether the transaction takes further members.
func (g *group) open() bool {
	return !g.ended && g.members < groupMembers && time.Since(g.began) < groupAge
}

// leave passes the turn on to the next caller that waits, with the transaction while it takes further members; otherwise it
// ends the transaction.
func (d *Database) leave(g *group) {
	if g.open() && d.turns.pass(g) {
		return
	}
	if g.open() {
		runtime.Gosched() // callers that are about to begin can join
		if g.open() && d.turns.pass(g) {
			return
		}
	}
	if !g.ended {
		g.failure = g.tx.Commit()
	}
	close(g.stored)
	g.learn(context.Background())
	d.turns.pass(nil)
}

// turns are taken one after the other, in the order of asking. It is safe for concurrent use.
type turns struct {
	mu      sync.Mutex
	taken   bool
	waiting []chan *group
}

// wait waits for a turn and returns the transaction to continue, nil to begin one.
func (t *turns) wait(ctx context.Context) (*group, error) {
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return nil, nil // no transaction to continue
	}
	mine := make(chan *group, 1)
	t.waiting = append(t.waiting, mine)
	t.mu.Unlock()
	select {
	case g := <-mine:
		return g, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	at := slices.Index(t.waiting, mine)
	if at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
	}
	t.mu.Unlock()
	if at < 0 {
		return <-mine, nil // the turn came at the same moment, and others wait for it
	}
	return nil, ctx.Err()
}

// pass gives the turn to the next caller that waits. If there is none, an open transaction stays with the caller.
func (t *turns) pass(g *group) (passed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) > 0 {
		t.waiting[0] <- g
		t.waiting = slices.Delete(t.waiting, 0, 1)
		return true
	}
	t.taken = g != nil
	return false
}
