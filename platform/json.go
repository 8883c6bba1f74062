package platform

import (
	"bytes"
	"encoding/json"
)

// PlainJSON is v as compact JSON without the escapes that only HTML needs: for what is stored, and for models.
func PlainJSON(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// UnpairedSurrogate reports whether JSON text has an escape such as \ud800 that is half of a character only. RFC 8259
// §8.2 leaves open what that means; decoders read something else than was sent, and databases refuse it.
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
			i += 6 // to the second escape, whose digits are passed over
		case isLow(unit):
			return true
		}
	}
	return false
}

func isHigh(unit uint16) bool { return 0xd800 <= unit && unit <= 0xdbff }

func isLow(unit uint16) bool { return 0xdc00 <= unit && unit <= 0xdfff }

// escaped reads uXXXX, the rest of an escape; 0 for any other.
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

// deepest is how deep JSON may nest where it may nest deepest.
const deepest = 128

// TooManyValues reports whether JSON holds more than most values and keys, each of which costs whoever reads it far more
// than its bytes. It looks no further than CountValues does.
func TooManyValues(text []byte, most int) bool {
	if len(text) < 2*most { // each takes a byte at least, and one that separates it from the next
		return false
	}
	return CountValues(text, most) > most
}

// CountValues counts the values and keys of JSON. It looks no further than to where there are more than most, or the text
// nests too deeply to be read on. Of text that is not JSON the number means nothing.
func CountValues(text []byte, most int) int {
	// One value is the whole; each comma, each colon and each container that is not empty brings another one, or a key.
	n, depth, quoted, opened := 1, 0, false, false
	quote, escape := -1, -1 // the next ones from i on, where they are not before it
	for i := 0; i < len(text) && n <= most && depth <= deepest; i++ {
		c := text[i]
		if quoted {
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

// next is where c stands in text, from i on; behind its end when nowhere.
func next(text []byte, i int, c byte) int {
	if n := bytes.IndexByte(text[i:], c); n >= 0 {
		return i + n
	}
	return len(text)
}
