package litepgx

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const (
	// checkpointInterval is how often the contents of the write-ahead log are copied into the file.
	checkpointInterval = 5 * time.Second
	// A writer copies them itself when the log has this many pages of 4 KiB.
	autocheckpoint = "32768"
	// keptLog is the size in bytes to which the log shrinks when it begins anew.
	keptLog = "33554432"
)

// checkpoints copy the write-ahead log into the file on a connection of their own, beside readers and writers
// (SQLITE_CHECKPOINT_PASSIVE, sqlite.org/c3ref/wal_checkpoint_v2.html). A writer that did it would keep all other writers
// waiting, and would synchronise the disk far more often.
type checkpoints struct {
	db   *sql.DB
	stop context.CancelFunc
	done chan struct{}
}

func startCheckpoints(path string) (*checkpoints, error) {
	d, err := connect(path, 1, vfs+"_pragma=busy_timeout(10000)&_pragma=synchronous(NORMAL)")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpoints{db: d, stop: stop, done: make(chan struct{})}
	go c.run(ctx)
	return c, nil
}

func (c *checkpoints) run(ctx context.Context) {
	defer close(c.done)
	tick := time.NewTicker(checkpointInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = c.checkpoint(context.WithoutCancel(ctx)) // what fails stays in the log until the next time
		case <-ctx.Done():
			return
		}
	}
}

// checkpoint copies what no reader needs in its older form. It waits for nobody.
func (c *checkpoints) checkpoint(ctx context.Context) error {
	_, err := c.db.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)")
	return err
}

// all copies everything that is committed, and returns when the disk has it. It waits for readers and writers.
func (c *checkpoints) all(ctx context.Context) error {
	var waited, pages, copied int
	if err := c.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(FULL)").Scan(&waited, &pages, &copied); err != nil {
		return err
	}
	if waited != 0 || copied < pages {
		return errors.New("somebody has kept the database from being written to the disk: try again")
	}
	return nil
}

func (c *checkpoints) close() error {
	c.stop()
	<-c.done
	return c.db.Close()
}
