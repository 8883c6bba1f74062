package litepgx

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// timeLayout has a fixed width, so that times sort as text.
const timeLayout = "2006-01-02T15:04:05.000000Z"

func bind(args []any) ([]any, error) {
	bound := make([]any, len(args))
	for i, arg := range args {
		v, err := value(arg)
		if err != nil {
			return nil, err
		}
		bound[i] = v
	}
	return bound, nil
}

func value(arg any) (any, error) {
	switch v := arg.(type) {
	case string:
		return text(v)
	case *string:
		if v == nil {
			return nil, nil
		}
		return text(*v)
	case time.Time:
		return v.UTC().Format(timeLayout), nil
	case *time.Time:
		if v == nil {
			return nil, nil
		}
		return v.UTC().Format(timeLayout), nil
	case *int32:
		if v == nil {
			return nil, nil
		}
		return int64(*v), nil
	case *int64:
		if v == nil {
			return nil, nil
		}
		return *v, nil
	case []byte:
		if v == nil {
			return nil, nil
		}
		return v, nil
	case nil, bool, int32, int64, float64:
		return v, nil
	}
	return nil, fmt.Errorf("litepgx: no SQLite value for %T", arg)
}

// text refuses what PostgreSQL refuses in a text: NUL, and bytes that are not UTF-8.
func text(s string) (any, error) {
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		return nil, &pgconn.PgError{Severity: "ERROR", Code: "22021", Message: "text holds NUL or is not UTF-8"}
	}
	return s, nil
}

// cell scans one SQLite value into what generated code expects.
type cell struct{ dest any }

// Scan implements sql.Scanner.
func (c *cell) Scan(src any) error {
	switch d := c.dest.(type) {
	case **string:
		return optional(d, src)
	case **int32:
		return optional(d, src)
	case **int64:
		return optional(d, src)
	case **time.Time:
		return optional(d, src)
	case **bool:
		return optional(d, src)
	case *[]byte:
		*d = nil
		if src == nil {
			return nil
		}
		b, ok := src.([]byte)
		if !ok {
			return mismatch(src, c.dest)
		}
		*d = bytes.Clone(b)
		return nil
	}
	return scan(c.dest, src)
}

func optional[T any](dest **T, src any) error {
	*dest = nil
	if src == nil {
		return nil
	}
	v := new(T)
	if err := scan(v, src); err != nil {
		return err
	}
	*dest = v
	return nil
}

func scan(dest, src any) error {
	switch v := src.(type) {
	case int64:
		switch d := dest.(type) {
		case *int64:
			*d = v
			return nil
		case *int32:
			if int64(int32(v)) != v {
				break
			}
			*d = int32(v)
			return nil
		case *bool:
			*d = v != 0
			return nil
		}
	case bool:
		if d, ok := dest.(*bool); ok {
			*d = v
			return nil
		}
	case string:
		switch d := dest.(type) {
		case *string:
			*d = v
			return nil
		case *time.Time:
			t, err := time.Parse(time.RFC3339Nano, v) // which is faster to read than the layout
			*d = t
			return err
		}
	}
	return mismatch(src, dest)
}

func mismatch(src, dest any) error { return fmt.Errorf("litepgx: cannot scan %T into %T", src, dest) }
