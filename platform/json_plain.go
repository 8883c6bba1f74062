package platform

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends v to dst as PlainJSON returns it.
func AppendJSON(dst []byte, v any) ([]byte, error) {
	if raw, ok := appendPlain(dst, v, 0); ok {
		return raw, nil
	}
	text, err := encodeJSON(v)
	return append(dst, text...), err
}

// appendPlain writes decoded JSON (map[string]any, []any, string, json.Number, int, bool, nil), and what is Encoded, as encoding/json
// does, in a third of its time. It is false for anything else.
func appendPlain(dst []byte, v any, depth int) ([]byte, bool) {
	if depth > deepest {
		return dst, false
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), true
	case bool:
		return strconv.AppendBool(dst, v), true
	case int:
		return strconv.AppendInt(dst, int64(v), 10), true
	case string:
		return appendText(dst, v), true
	case json.Number:
		return append(dst, v...), IsNumber(string(v))
	case []any:
		if v == nil {
			return append(dst, "null"...), true
		}
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			var ok bool
			if dst, ok = appendPlain(dst, item, depth+1); !ok {
				return dst, false
			}
		}
		return append(dst, ']'), true
	case map[string]any:
		return appendObject(dst, v, depth)
	case Encoded:
		return append(dst, v...), len(v) > 0
	}
	return dst, false
}

// appendObject writes the members in the order of their names.
func appendObject(dst []byte, v map[string]any, depth int) ([]byte, bool) {
	if v == nil {
		return append(dst, "null"...), true
	}
	var few [16]string
	names := few[:0]
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	dst = append(dst, '{')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		var ok bool
		if dst, ok = appendPlain(dst, v[name], depth+1); !ok {
			return dst, false
		}
	}
	return append(dst, '}'), true
}

// appendText writes a JSON string. U+2028 and U+2029, which JavaScript once took for line breaks, are escaped.
func appendText(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				dst = append(append(dst, s[from:i]...), `\ufffd`...)
				from = i + size
			case r == '\u2028', r == '\u2029':
				dst = append(append(dst, s[from:i]...), '\\', 'u', '2', '0', '2', digits[r&0xf])
				from = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[from:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
		}
		i++
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}

// IsNumber reports whether s is a number of JSON (RFC 8259 §6).
func IsNumber(s string) bool {
	s, _ = cutByte(s, "-")
	digits := func() bool {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n > 0
	}
	zero, _ := cutByte(s, "0")
	if zero != s {
		s = zero
	} else if !digits() {
		return false
	}
	if rest, ok := cutByte(s, "."); ok {
		if s = rest; !digits() {
			return false
		}
	}
	if rest, ok := cutByte(s, "eE"); ok {
		if s, _ = cutByte(rest, "+-"); !digits() {
			return false
		}
	}
	return s == ""
}

// cutByte cuts one of the bytes off the beginning of s.
func cutByte(s, of string) (rest string, ok bool) {
	for i := range len(of) {
		if s != "" && s[0] == of[i] {
			return s[1:], true
		}
	}
	return s, false
}
