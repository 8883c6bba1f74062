// Package backup reads and writes backups: every row of every table of one moment, in a form that both engines read.
//
// A backup is a gzip stream followed by the 32 bytes of its SHA-256. In the stream stands one JSON value a line: a Header,
// then for each table a Table, an array for each row with a value for each column, and how many rows there were; in the end
// how many tables. A table that refers to others comes after them. Values are strings (text; timestamptz as RFC 3339 in
// UTC; bytea as base64), whole numbers (integer, bigint), true or false (boolean), or null.
//
// The package knows no database and does not know what the tables mean.
package backup

import (
	"errors"
	"fmt"
	"time"
)

// format and version name the format; a program refuses versions that it does not know.
const (
	format  = "berth-backup"
	version = 1
)

// ErrDamaged says that a file is no backup, or not a whole one.
var ErrDamaged = errors.New("this is not a whole backup")

func damaged(why string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(why, args...))
}

// Header describes a backup.
type Header struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Schema  int64     `json:"schema"` // the last migration of the database
	MadeAt  time.Time `json:"madeAt"`
}

// Table is one table of the database.
type Table struct {
	Name    string   `json:"table"`
	Columns []Column `json:"columns"`
}

// Column is one column of a table.
type Column struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Type is the type of a column, as the migrations spell it.
type Type string

// The types that migrations use. A Go value of one is a string, an int64 (Integer and Bigint), a bool, a time.Time in UTC,
// a []byte, or nil.
const (
	Text      Type = "text"
	Integer   Type = "integer"
	Bigint    Type = "bigint"
	Boolean   Type = "boolean"
	Timestamp Type = "timestamptz"
	Bytes     Type = "bytea"
)

// Known reports whether t is one of the types.
func (t Type) Known() bool {
	switch t {
	case Text, Integer, Bigint, Boolean, Timestamp, Bytes:
		return true
	}
	return false
}

// rowsEnd follows the rows of a table, tablesEnd the last table.
type rowsEnd struct {
	Rows *int64 `json:"rows"`
}

type tablesEnd struct {
	Tables *int `json:"tables"`
}
