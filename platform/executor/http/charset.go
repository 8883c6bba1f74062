package http

import (
	"bytes"
	"mime"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"berth/platform/redact"
)

// inUTF8 returns the body of an answer in UTF-8, without a byte order mark, which RFC 8259 lets readers pass over. One that is not
// UTF-8, though its server says what it is, is read as that; what browsers take for ISO 8859-1 is Windows-1252. Any other stays as it is.
// Secrets that stand in it in UTF-8 are taken out before: nobody would know them afterwards.
func inUTF8(a Answer, clean *redact.Redactor) []byte {
	if rest, marked := bytes.CutPrefix(a.Body, []byte("\xef\xbb\xbf")); marked {
		return rest
	}
	if utf8.Valid(a.Body) || len(a.Headers["Content-Type"]) == 0 {
		return a.Body
	}
	_, parameters, err := mime.ParseMediaType(a.Headers["Content-Type"][0])
	if err != nil {
		return a.Body
	}
	set := charmap.Windows1252
	switch strings.ToLower(parameters["charset"]) {
	case "iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252":
	case "iso-8859-15", "iso8859-15", "latin-9", "latin9":
		set = charmap.ISO8859_15
	default:
		return a.Body
	}
	parts := strings.Split(clean.Text(string(a.Body)), redact.Mark)
	for i := range parts {
		text, err := set.NewDecoder().String(parts[i])
		if err != nil {
			return a.Body
		}
		parts[i] = text
	}
	return []byte(strings.Join(parts, redact.Mark))
}

// whole returns the body of an answer, in JSON with U+FFFD in place of the escapes of half characters, as browsers have it: what is left
// where a server cuts a text within an emoji is no reason to show nothing of its answer.
func whole(a Answer) []byte {
	body, out := a.Body, a.Body
	for i := 0; ; {
		next := bytes.IndexByte(body[i:], '\\')
		if next < 0 {
			return out
		}
		i += next
		switch first, second := escaped(body[i:]), escaped(body[min(i+6, len(body)):]); {
		case !utf16.IsSurrogate(first):
			i = min(i+2, len(body))
		case utf16.DecodeRune(first, second) != unicode.ReplacementChar:
			i += 12
		default:
			if &out[0] == &body[0] { // at the first one, before which it does not matter what the body is
				if _, isJSON := kindOf(a); !isJSON {
					return body
				}
				out = bytes.Clone(body)
			}
			copy(out[i:], `\ufffd`)
			i += 6
		}
	}
}

// escaped returns the code that \u and four digits at the head of a text stand for, else 0.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	code, _ := strconv.ParseUint(string(text[2:6]), 16, 16) // 0 where they are none
	return rune(code)
}
