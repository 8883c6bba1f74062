package schema

import (
	"strconv"
	"strings"

	"berth/platform"
)

// segment is one step into a JSON value: a key, or an index when key is nil.
type segment struct {
	key   *string
	index int
}

// maxKey bounds how much of a key, which may be hostile, is repeated in a location, in bytes.
const maxKey = 64

// location writes a path as people write it: items[2].title, or items["odd key"].
func location(path []segment) string {
	var b strings.Builder
	for _, s := range path {
		switch {
		case s.key == nil:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case plain(*s.key):
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(*s.key)
		default:
			b.WriteByte('[')
			b.WriteString(strconv.Quote(platform.Clip(*s.key, maxKey)))
			b.WriteByte(']')
		}
	}
	return b.String()
}

func plain(key string) bool {
	if key == "" || len(key) > maxKey {
		return false
	}
	for i := range len(key) {
		c := key[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return true
}

// Under puts problems, whose locations are relative to a value, under the location of that value ("body.mockData").
func Under(prefix string, problems []platform.Problem) []platform.Problem {
	out := make([]platform.Problem, len(problems))
	for i, p := range problems {
		p.Location = join(prefix, p.Location)
		out[i] = p
	}
	return out
}

func join(prefix, loc string) string {
	if prefix == "" || loc == "" || loc[0] == '[' {
		return prefix + loc
	}
	return prefix + "." + loc
}
