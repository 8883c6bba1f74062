package litepgx

import (
	"context"
	"database/sql"
	"errors"

	"berth/platform/store/db"
)

// Snapshot runs fn on what the file holds at fn's first query, whatever others write meanwhile; it keeps nobody waiting. It
// has a connection of its own, since it may take long; until it ends the write-ahead log only grows.
func (d *Database) Snapshot(ctx context.Context, fn func(db.DBTX) error) (err error) {
	own, err := connect(d.path, 1, "_pragma=busy_timeout(10000)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	tx, err := own.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return translate(err)
	}
	defer func() { _ = tx.Rollback() }() // it has written nothing
	return fn(Conn{tx})
}
