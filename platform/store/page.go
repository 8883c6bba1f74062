package store

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"berth/platform"
)

const (
	defaultLimit = 50
	maxLimit     = 200
)

func limit(n int) int {
	if n < 1 {
		return defaultLimit
	}
	return min(n, maxLimit)
}

// paged cuts off the row that was read to see whether there are more, and makes the cursor of the last one that stays.
func paged[T any](rows []T, limit int, list string, key func(T) string) ([]T, string) {
	if len(rows) <= limit {
		return rows, ""
	}
	rows = rows[:limit]
	return rows, cursorOf(list, key(rows[limit-1]))
}

// cursorOf returns the cursor of a place in the named list.
func cursorOf(list, key string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(list + ":" + key))
}

// position reads a cursor of the named list and returns its key, "" for the start. valid reports whether a key is well
// formed.
func position(cursor, list string, valid func(key string) bool) (string, error) {
	if cursor == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	key, ours := strings.CutPrefix(string(raw), list+":")
	if err != nil || !ours || !valid(key) {
		return "", platform.Errorf(platform.CodeBadRequest, "The cursor is not one that this list gave.")
	}
	return key, nil
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// firstID returns an id that sorts before all that newID makes from that time on, and after those from before (RFC 9562
// §5.7). There are none from before 1970.
func firstID(at time.Time) string {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(max(at.UnixMilli(), 0))<<16)
	return id.String()
}

// validID reports whether s is a UUID in canonical form. There is no use in asking the database for anything else, and it
// would even refuse text with a NUL.
func validID(s string) bool {
	_, err := uuid.Parse(s)
	return err == nil && len(s) == 36 && s == strings.ToLower(s)
}

// clean makes s fit for a text column of that many characters. Use it for what callers say about themselves and nobody
// relies on: such text must never make a change fail.
func clean(s string, length int) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
	if utf8.RuneCountInString(s) > length {
		s = string([]rune(s)[:length])
	}
	return s
}

// microseconds returns a time as both engines keep it.
func microseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// texts encodes a list of texts, as it is stored.
func texts(list []string) (string, error) { return platform.PlainJSON(append([]string{}, list...)) }

func readTexts(stored string) (list []string, err error) {
	if err := json.Unmarshal([]byte(stored), &list); err != nil {
		return nil, fmt.Errorf("decode list: %w", err)
	}
	return list, nil
}

// optional returns nil for the zero value, else a pointer to v.
func optional[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// value returns the zero value for nil, else what p points to.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
