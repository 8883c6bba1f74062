// Package litepgx lets the code that sqlc generates for PostgreSQL and pgx run on an embedded SQLite file. It knows
// both drivers' types and nothing of what is stored.
//
// The queries keep to what both engines understand. What differs is bridged here: row locks are dropped, since a
// writing transaction holds the whole file; times are text of fixed width in UTC, so that they sort; failures carry the
// SQLSTATE that PostgreSQL would give; text that PostgreSQL refuses is refused.
package litepgx

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Database is one SQLite file, open in this process only. It is safe for concurrent use. Writers take turns on the one
// connection for writing, so that a caller inside InTx must not use the Database itself. Reads have connections of their
// own and wait for nobody; they see what has been stored before.
type Database struct {
	Conn
	path          string
	file          *sql.DB // to write
	lock          *sql.DB
	reads, writes *statements
	turns         turns  // of transactions
	folder        string // of the file
	checkpoints   *checkpoints
}

// readers is how many connections only read, at most.
const readers = 4

// ErrInUse says that another process has the file open.
var ErrInUse = errors.New("the database is in use by another process")

// Open opens or creates the file at path and its folder, for the user of this process alone. A second process is refused
// with ErrInUse.
//
// Commits survive the death of the process; one of the last may be lost when the machine loses power (WAL with
// synchronous=NORMAL, sqlite.org/pragma.html#pragma_synchronous), but the file stays sound.
func Open(ctx context.Context, path string) (*Database, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	for _, name := range []string{path, path + ".lock"} {
		if err := create(name); err != nil {
			return nil, err
		}
	}
	lock, err := hold(ctx, path+".lock")
	if err != nil {
		return nil, err
	}
	// busy_timeout comes first, because setting the journal mode may have to wait.
	file, err := connect(path, 1, vfs+"_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint("+autocheckpoint+")&_pragma=synchronous(NORMAL)"+
		"&_pragma=journal_size_limit("+keptLog+")&_pragma=foreign_keys(1)&_txlock=immediate")
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	if err := file.PingContext(ctx); err != nil {
		where := path
		if code(err)&0xff == cantOpen {
			where += ", in a folder that must be writable"
		}
		return nil, fmt.Errorf("open database %s: %w", where, errors.Join(err, file.Close(), lock.Close()))
	}
	// Queries sort in memory, so that reading works on a disk without a free byte.
	read, err := connect(path, readers, vfs+"_pragma=busy_timeout(10000)&_pragma=query_only(1)&_pragma=temp_store(MEMORY)")
	if err != nil {
		return nil, errors.Join(err, file.Close(), lock.Close())
	}
	checkpoints, err := startCheckpoints(path)
	if err != nil {
		return nil, errors.Join(err, read.Close(), file.Close(), lock.Close())
	}
	reads, writes := newStatements(read), newStatements(file)
	return &Database{Conn: Conn{&parted{reads, writes}}, path: path, file: file, lock: lock, reads: reads, writes: writes, checkpoints: checkpoints,
		folder: filepath.Dir(path)}, nil
}

// create makes the file unless it is there. SQLite itself would let everybody read it; it gives the files that it puts
// beside a database the mode of the database. A file that is there is not touched: closing it would drop the locks that
// this process has on it (sqlite.org/howtocorrupt.html §2.2).
func create(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	return file.Close()
}

// hold takes a lock that the operating system takes back when the process ends, however it ends: an exclusive
// transaction on an empty database of its own.
func hold(ctx context.Context, path string) (*sql.DB, error) {
	lock, err := connect(path, 1, "_pragma=busy_timeout(0)&_pragma=journal_mode(OFF)&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		return nil, err
	}
	if _, err := lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		if code(err) == busy {
			err = ErrInUse
		}
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), lock.Close())
	}
	return lock, nil
}

// room is how many bytes can be written to a disk that is not full.
const room = 64 << 10

// Room returns an error when the disk has no room for further data. It finds out by writing some beside the file.
func (d *Database) Room() error {
	probe, err := os.CreateTemp(d.folder, ".berth-room-*")
	if err != nil {
		return fmt.Errorf("look for room: %w", err)
	}
	_ = os.Remove(probe.Name()) // it lives on while it is open, where the system allows
	_, err = probe.Write(make([]byte, room))
	if err = errors.Join(err, probe.Close()); err != nil {
		err = fmt.Errorf("look for room: %w", err)
	}
	_ = os.Remove(probe.Name()) // where it does not
	return err
}

// connect makes a pool of that many connections, which stay open.
func connect(path string, connections int, options string) (*sql.DB, error) {
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: options}
	d, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	d.SetMaxOpenConns(connections)
	d.SetMaxIdleConns(connections)
	d.SetConnMaxLifetime(0)
	d.SetConnMaxIdleTime(0)
	return d, nil
}

// Durable returns when everything that is committed survives the machine losing power.
func (d *Database) Durable(ctx context.Context) error { return d.checkpoints.all(ctx) }

// SQL returns the connection that writes, for migrations, health checks and statistics.
func (d *Database) SQL() *sql.DB { return d.file }

// Close lets other processes open the file.
func (d *Database) Close() error {
	return errors.Join(d.checkpoints.close(), d.reads.close(), d.writes.close(), d.reads.db.Close(), d.file.Close(), d.lock.Close())
}
