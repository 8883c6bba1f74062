package schema

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"berth/platform"
)

func (d *decoder) text() (any, bool) {
	start := d.pos
	raw, ok := d.quoted()
	if !ok {
		return nil, false
	}
	s, ok := d.unquote(raw, start)
	if ok && hasNUL(s) {
		d.report("must not contain the character U+0000")
	}
	if ok && platform.UnpairedSurrogate(raw) {
		d.report("must not contain " + halfCharacter)
	}
	return s, ok
}

// quoted finds the string literal that starts here, with its quotes.
func (d *decoder) quoted() ([]byte, bool) {
	start := d.pos
	for d.pos++; d.pos < len(d.data); d.pos++ {
		switch c := d.data[d.pos]; {
		case c == '"':
			d.pos++
			return d.data[start:d.pos], true
		case c == '\\':
			d.pos++
		case c < ' ':
			return nil, d.unexpected()
		}
	}
	d.pos = len(d.data)
	return nil, d.unexpected()
}

func (d *decoder) unquote(raw []byte, start int) (string, bool) {
	raw = raw[1 : len(raw)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), true
	}
	s, ok := unescape(raw)
	if !ok {
		d.pos = start
		return "", d.fail("has a string with an unknown escape")
	}
	return s, true
}

// simpleEscapes are the letters of the escapes of RFC 8259 §7 for one character; it stands at the same place in
// simpleEscaped.
const (
	simpleEscapes = `"\/bfnrt`
	simpleEscaped = "\"\\/\b\f\n\r\t"
)

// unescape decodes the inside of a string literal; half of a character becomes U+FFFD, as in encoding/json. ok is false
// when it holds an escape that there is not.
func unescape(raw []byte) (text string, ok bool) {
	var b strings.Builder
	b.Grow(len(raw))
	for {
		plain := bytes.IndexByte(raw, '\\')
		if plain < 0 {
			b.Write(raw)
			return b.String(), true
		}
		b.Write(raw[:plain])
		raw = raw[plain+1:]
		if unit, ok := codeUnit(raw); ok {
			raw = raw[5:]
			if utf16.IsSurrogate(unit) && len(raw) > 0 && raw[0] == '\\' {
				second, _ := codeUnit(raw[1:])
				if unit = utf16.DecodeRune(unit, second); unit != utf8.RuneError {
					raw = raw[6:]
				}
			}
			b.WriteRune(unit)
			continue
		}
		if len(raw) == 0 {
			return "", false
		}
		at := strings.IndexByte(simpleEscapes, raw[0])
		if at < 0 {
			return "", false
		}
		b.WriteByte(simpleEscaped[at])
		raw = raw[1:]
	}
}

// codeUnit reads uXXXX.
func codeUnit(raw []byte) (unit rune, ok bool) {
	if len(raw) < 5 || raw[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[1:5]), 16, 16)
	return rune(n), err == nil
}

func hasNUL(s string) bool {
	return strings.IndexByte(s, 0) >= 0
}
