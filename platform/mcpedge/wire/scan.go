package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

const (
	maxDepth   = 128 // how deeply a message may nest
	maxMembers = 256 // how many members an object that we look into may have
)

// scanner checks a JSON text (RFC 8259) in one pass, and its user visits the members that it wants. It continues after a
// problem, so that later members, such as the id, are still found. jsontext does not look for members that are there twice here, since it stops at
// the first one, before the id that the refusal has to name, and takes as long to say that a message is valid as this takes to take it apart.
type scanner struct {
	b       []byte
	i       int
	depth   int
	values  int    // values and keys that were met
	tooDeep bool   // the rest was not looked at
	problem string // what is wrong although it is JSON, "" = nothing
	rest    func() // called when i has come to until; nil = nobody wants that
	until   int
}

// stint is how many bytes are looked at between two calls of rest.
const stint = 16 << 10

// pause lets others have the processor.
func (s *scanner) pause() {
	s.until = s.i + stint
	if s.rest != nil {
		s.rest()
	}
}

// space skips white space and returns the byte there, 0 at the end.
func (s *scanner) space() byte {
	for ; s.i < len(s.b); s.i++ {
		if c := s.b[s.i]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

func (s *scanner) report(problem string) {
	if s.problem == "" {
		s.problem = problem
	}
}

// object walks the members of the object at i; visit consumes the value at i, which begins with first, by value or
// object. names are the members whose spelling must be exact. It returns false when the text is not JSON.
func (s *scanner) object(names []string, visit func(key []byte, first byte) bool) bool {
	var few [16][]byte
	seen := few[:0]
	s.values++
	s.i++
	if s.space() == '}' {
		s.i++
		return true
	}
	for {
		if s.space() != '"' {
			return false
		}
		key, ok := s.key()
		if !ok || s.space() != ':' {
			return false
		}
		s.i++
		s.values++
		s.checkKey(key, seen, names)
		if len(seen) < maxMembers {
			seen = append(seen, key)
		} else {
			s.report("it has more than " + strconv.Itoa(maxMembers) + " members")
		}
		if !visit(key, s.space()) {
			return false
		}
		switch s.space() {
		case ',':
			s.i++
		case '}':
			s.i++
			return true
		default:
			return false
		}
	}
}

func (s *scanner) checkKey(key []byte, seen [][]byte, names []string) {
	for _, k := range seen {
		if bytes.Equal(k, key) {
			s.report("the member " + strconv.Quote(platform.Clip(string(key), 64)) + " occurs twice")
			return
		}
	}
	if name, ok := misspelt(key, names); ok {
		s.report("the member " + strconv.Quote(platform.Clip(string(key), 64)) + " must be written " + strconv.Quote(name))
	}
}

// misspelt returns a name that differs from key only in case, as encoding/json folds it: a character outside ASCII may fold
// to an ASCII one.
func misspelt(key []byte, names []string) (name string, found bool) {
	if slices.ContainsFunc(names, func(name string) bool { return name == string(key) }) {
		return "", false
	}
	for _, name := range names {
		if len(key) >= len(name) && strings.EqualFold(name, string(key)) {
			return name, true
		}
	}
	return "", false
}

// key reads and decodes the string at i.
func (s *scanner) key() ([]byte, bool) {
	start := s.i
	if !s.str() {
		return nil, false
	}
	raw := s.b[start:s.i]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], true
	}
	var decoded string
	if json.Unmarshal(raw, &decoded) != nil {
		return nil, false
	}
	return []byte(decoded), true
}

// value skips the value at i.
func (s *scanner) value() bool {
	s.values++
	switch c := s.space(); c {
	case '"':
		return s.str()
	case '{', '[':
		return s.nested(c + 2) // the closing one, in ASCII
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	default:
		return s.number()
	}
}

func (s *scanner) nested(end byte) bool {
	if s.depth++; s.depth > maxDepth {
		s.report("it is nested more than " + strconv.Itoa(maxDepth) + " levels deep")
		s.tooDeep, s.i = true, len(s.b)
		return false
	}
	defer func() { s.depth-- }()
	s.i++
	if s.space() == end {
		s.i++
		return true
	}
	for {
		if end == '}' {
			if s.space() != '"' || !s.str() || s.space() != ':' {
				return false
			}
			s.values++
			s.i++
		}
		if !s.value() {
			return false
		}
		if s.i >= s.until {
			s.pause()
		}
		switch s.space() {
		case ',':
			s.i++
		case end:
			s.i++
			return true
		default:
			return false
		}
	}
}

// str skips the string at i.
func (s *scanner) str() bool {
	for b, i := s.b, s.i+1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			s.i = i + 1
			return true
		case c < ' ':
			return false
		case c == '\\':
			if i++; i >= len(b) {
				return false
			}
			switch b[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					if i++; i >= len(b) || !isHex(b[i]) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func (s *scanner) literal(word string) bool {
	if !bytes.HasPrefix(s.b[s.i:], []byte(word)) {
		return false
	}
	s.i += len(word)
	return true
}

// number skips the number at i.
func (s *scanner) number() bool {
	s.accept('-', '-')
	if !s.accept('0', '0') && !s.digits() {
		return false
	}
	if s.accept('.', '.') && !s.digits() {
		return false
	}
	if s.accept('e', 'E') {
		s.accept('+', '-')
		return s.digits()
	}
	return true
}

// accept skips one of two bytes.
func (s *scanner) accept(one, other byte) bool {
	if s.i < len(s.b) && (s.b[s.i] == one || s.b[s.i] == other) {
		s.i++
		return true
	}
	return false
}

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i > start
}

// Members walks the members of a raw JSON object that is known to be valid.
func Members(object []byte, visit func(key string, value []byte)) {
	s := scanner{b: object}
	s.object(nil, func(key []byte, _ byte) bool {
		start := s.i
		ok := s.value()
		if ok {
			visit(string(key), object[start:s.i])
		}
		return ok
	})
}

// Text decodes a raw JSON string.
func Text(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), true
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// First returns the first byte of body that is not white space, 0 when there is none.
func First(body []byte) byte { return (&scanner{b: body}).space() }
