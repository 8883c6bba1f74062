package wire

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Encode returns v as JSON without HTML escapes, which makes widget documents a third smaller. mcp-go's own types escape
// inside, so that the escapes are removed afterwards; the text stays the same JSON value.
func Encode(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return UnescapeHTML(raw), nil
}

// UnescapeHTML replaces \u003c, \u003e and \u0026 by the characters, in place.
func UnescapeHTML(raw []byte) []byte {
	if !bytes.Contains(raw, []byte(`\u00`)) {
		return raw
	}
	out := raw[:0]
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			out = append(out, raw[i])
			continue
		}
		if i+5 < len(raw) && raw[i+1] == 'u' && raw[i+2] == '0' && raw[i+3] == '0' {
			c := byte(0)
			switch string(raw[i+4 : i+6]) {
			case "3c":
				c = '<'
			case "3e":
				c = '>'
			case "26":
				c = '&'
			}
			if c != 0 {
				out = append(out, c)
				i += 5
				continue
			}
		}
		out = append(out, raw[i], raw[i+1])
		i++
	}
	return out
}

// AppendText appends s as a JSON string without HTML escapes, as Encode writes it.
func AppendText[T string | []byte | json.RawMessage](b []byte, s T) []byte {
	start, valid := 0, false
	before := len(b)
	b = append(b, '"')
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(append(b, s[start:i]...), '\\', c)
			start = i + 1
		case c == '\n':
			b = append(append(b, s[start:i]...), `\n`...)
			start = i + 1
		case c >= utf8.RuneSelf:
			valid = valid || utf8.ValidString(string(s))
			if valid && c != 0xe2 { // U+2028 and U+2029, which are escaped, begin with 0xe2
				continue
			}
			fallthrough
		case c < ' ':
			quoted, _ := Encode(string(s)) // a string always encodes
			return append(b[:before], quoted...)
		}
	}
	return append(append(b, s[start:]...), '"')
}
