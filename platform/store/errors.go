package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"berth/platform"
)

// SQLSTATE codes (PostgreSQL manual, appendix A) that mean something to callers.
const (
	noSuchTable   = "42P01"
	notText       = "22021" // character_not_in_repertoire: NUL or broken UTF-8 in a text
	tooLong       = "54000" // program_limit_exceeded
	foreignKey    = "23503"
	unique        = "23505"
	check         = "23514"
	serialization = "40001"
	deadlock      = "40P01"
	diskFull      = "53100"
	ioError       = "58030"
	readOnly      = "25006" // a standby, or what was the primary until a failover
	canceled      = "57014" // statement_timeout, or an operator
	notLocked     = "55P03" // lock_timeout
	idleTooLong   = "25P03" // idle_in_transaction_session_timeout
	lastedTooLong = "25P04" // transaction_timeout
)

// ErrEmpty is the error of SchemaCurrent on a PostgreSQL database that no server has used.
var ErrEmpty = errors.New("the database is empty: BERTH_DATABASE_URL must name the one that the server uses; berth migrate, or a start, fills it")

func sqlState(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// wrap says what failed. An error that a caller can do something about becomes one that says so; a platform.Error stays as
// it is.
func wrap(verb string, err error) error {
	var known *platform.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	state := sqlState(err)
	failed := fmt.Errorf("%s: %w", verb, err)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return failed
	case state == notText:
		return &platform.Error{Code: platform.CodeInvalidConfig, Msg: "A text holds a NUL character or is not valid UTF-8.", Err: failed}
	case state == check || state == tooLong:
		return &platform.Error{Code: platform.CodeInvalidConfig, Msg: "A value is longer than it may be or not one of those allowed.", Err: failed}
	case state == diskFull || state == ioError:
		return &platform.Error{Code: platform.CodeUnavailable, Msg: "Nothing can be stored right now: the server’s disk is full.", Err: failed}
	case state == readOnly:
		return &platform.Error{Code: platform.CodeUnavailable, Msg: "Nothing can be stored right now: the database takes no changes.", Err: failed}
	case state == canceled || state == notLocked || state == idleTooLong || state == lastedTooLong:
		return &platform.Error{Code: platform.CodeUnavailable, Msg: "The database took too long. Try again shortly.", Err: failed}
	case gone(err), strings.HasPrefix(state, "08"), strings.HasPrefix(state, "57P"), strings.HasPrefix(state, "53"):
		return &platform.Error{Code: platform.CodeUnavailable, Msg: "The database cannot be reached right now.", Err: failed}
	}
	return failed
}

// gone reports whether the connection to the database cannot be made, or has broken.
func gone(err error) bool {
	var unreachable *pgconn.ConnectError
	var broken *net.OpError
	return errors.As(err, &unreachable) || errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed)
}

// missing wraps the error of a query of one row. If there is no row, it returns code with msg.
func missing(verb string, err error, code platform.Code, msg string) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return platform.Errorf(code, "%s", msg)
	}
	return wrap(verb, err)
}

func appMissing(verb string, err error) error {
	return missing(verb, err, platform.CodeAppNotFound, "There is no such app.")
}
