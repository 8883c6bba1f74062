package platform

import (
	"bytes"
	"encoding/json"
)

// PlainJSON returns v as compact JSON without the escapes that only HTML needs, for storage and for models.
func PlainJSON(v any) (string, error) {
	raw, err := AppendJSON(make([]byte, 0, 256), v)
	return string(raw), err
}

// encodeJSON is PlainJSON of anything.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// SameJSON reports whether two documents are equal as compact JSON. Texts that are not JSON are compared as they are.
func SameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	if json.Compact(&x, a) != nil || json.Compact(&y, b) != nil {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}

// Index reads a place in a list of n, which has no leading zeros.
func Index(s string, n int) (i int, ok bool) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || i > n {
			return 0, false
		}
		i = 10*i + int(c-'0')
	}
	return i, s != "" && i < n && (s[0] != '0' || len(s) == 1)
}

// UnpairedSurrogate reports whether JSON text has an escape such as \ud800 that is only half of a character. RFC 8259
// §8.2 leaves its meaning open: decoders read something other than what was sent, and databases refuse it.
func UnpairedSurrogate(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		switch unit := escaped(text[i:]); {
		case isHigh(unit):
			if i+5 >= len(text) || text[i+5] != '\\' || !isLow(escaped(text[i+6:])) {
				return true
			}
			i += 6 // to the second escape, whose digits are skipped
		case isLow(unit):
			return true
		}
	}
	return false
}

func isHigh(unit uint16) bool { return 0xd800 <= unit && unit <= 0xdbff }

func isLow(unit uint16) bool { return 0xdc00 <= unit && unit <= 0xdfff }

// escaped returns the code unit of uXXXX, the rest of an escape, and 0 for any other escape.
func escaped(text []byte) uint16 {
	if len(text) < 5 || text[0] != 'u' {
		return 0
	}
	var unit uint16
	for _, c := range text[1:5] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0
		}
		unit = unit<<4 | uint16(c)
	}
	return unit
}

// MaxValues is how many values and keys JSON from outside may hold: more than fit into 256 KiB.
const MaxValues = 150_000

// deepest is the greatest depth to which JSON from outside may ever nest.
const deepest = 128

// TooManyValues reports whether JSON holds more than most values and keys, each of which costs its reader far more than
// its bytes. It stops where CountValues stops.
func TooManyValues(text []byte, most int) bool {
	if len(text) < 2*most { // each takes at least one byte, and one that separates it from the next
		return false
	}
	return CountValues(text, most, nil) > most
}

// CountValues counts the values and keys of JSON. It stops once there are more than most, or where the text nests deeper
// than JSON from outside may. For text that is not JSON the number means nothing. It calls rest, unless that is nil, after
// each 16 KiB.
func CountValues(text []byte, most int, rest func()) int {
	const stint = 16 << 10
	// The whole is one value; each comma, each colon and each container that is not empty adds another value or key.
	n, depth, quoted, opened := 1, 0, false, false
	quote, escape := -1, -1 // their next positions; before i = to be searched for again
	until := stint
	for i := 0; i < len(text) && n <= most && depth <= deepest; i++ {
		if i >= until && rest != nil {
			rest()
			until = i + stint
		}
		c := text[i]
		if quoted {
			if c == '"' { // of a short text, mostly
				quoted = false
				continue
			}
			if quote < i {
				quote = next(text, i, '"')
			}
			if escape < i {
				escape = next(text, i, '\\')
			}
			if quoted = escape < quote; quoted {
				i = escape + 1
			} else {
				i = quote
			}
			continue
		}
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		case ',', ':':
			n++
		case ']', '}':
			depth--
			opened = false
			continue
		}
		if opened {
			n++
		}
		if opened = c == '[' || c == '{'; opened {
			depth++
		}
		quoted = c == '"'
	}
	return n
}

// next returns the position of the first c in text from i on, or the length of text when there is none.
func next(text []byte, i int, c byte) int {
	if n := bytes.IndexByte(text[i:], c); n >= 0 {
		return i + n
	}
	return len(text)
}
