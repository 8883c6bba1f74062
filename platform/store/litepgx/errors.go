package litepgx

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

const (
	busy     = lite.SQLITE_BUSY
	cantOpen = lite.SQLITE_CANTOPEN
)

// Translate turns an error of SQL's connection into the one that a Conn would return.
func Translate(err error) error { return translate(err) }

// translate turns a failure of SQLite into the PgError that PostgreSQL would give, by code and never by text. SQLite
// does not tell the constraint's name except in its text, so none is given.
func translate(err error) error {
	if err == nil {
		return nil
	}
	var state string
	switch code(err) {
	case lite.SQLITE_CONSTRAINT_UNIQUE, lite.SQLITE_CONSTRAINT_PRIMARYKEY, lite.SQLITE_CONSTRAINT_ROWID:
		state = "23505" // unique_violation
	case lite.SQLITE_CONSTRAINT_FOREIGNKEY:
		state = "23503" // foreign_key_violation
	case lite.SQLITE_CONSTRAINT_NOTNULL:
		state = "23502" // not_null_violation
	case lite.SQLITE_CONSTRAINT_CHECK:
		state = "23514" // check_violation
	case lite.SQLITE_TOOBIG:
		state = "54000" // program_limit_exceeded
	case lite.SQLITE_BUSY, lite.SQLITE_BUSY_SNAPSHOT:
		state = "55P03" // lock_not_available
	case lite.SQLITE_FULL:
		state = "53100" // disk_full
	default:
		if code(err)&0xff != lite.SQLITE_IOERR {
			return err
		}
		state = "58030" // io_error
	}
	return &failure{PgError: pgconn.PgError{Severity: "ERROR", Code: state, Message: err.Error()}, cause: err}
}

// failure is a PgError that keeps its cause.
type failure struct {
	pgconn.PgError
	cause error
}

func (f *failure) Error() string   { return f.cause.Error() }
func (f *failure) Unwrap() []error { return []error{&f.PgError, f.cause} }

func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
