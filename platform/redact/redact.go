// Package redact takes secrets out of what others have said: an API that echoes its key, as it is or encoded, must not show it to
// whoever reads the answer. It is pure.
package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Mark stands where a secret stood.
const Mark = "•••"

// Shortest is the length, in bytes, of the shortest value that is taken out: shorter ones are in texts by chance, and no secrets.
const Shortest = 4

// shortestFolded is the length of the shortest one that is found in any case: shorter ones may be words.
const shortestFolded = 8

// Redactor knows some secrets. The zero value knows none. It is immutable and safe for concurrent use.
type Redactor struct {
	secrets []string
	literal []string // forms that are found as they are
	folded  []string // long ones in lower case: headers, and some servers, change the case
	packed  []string // what is certain of a secret within base64, wherever in the encoded bytes it begins
}

// New makes a redactor of secrets.
func New(secrets ...string) *Redactor {
	r := &Redactor{}
	for _, s := range withDecoded(secrets) {
		if len(s) < Shortest {
			continue
		}
		if len(s) >= shortestFolded {
			r.folded = append(r.folded, strings.ToLower(s))
		}
		lower := hex.EncodeToString([]byte(s))
		r.secrets = append(r.secrets, s)
		r.literal = append(r.literal, s, lower, strings.ToUpper(lower), url.QueryEscape(s), url.PathEscape(s), quoted(s, true), quoted(s, false))
		for offset := range 3 {
			core := within([]byte(s), offset)
			r.packed = append(r.packed, core, strings.NewReplacer("+", "-", "/", "_").Replace(core))
		}
	}
	return r
}

// withDecoded returns the secrets as servers see them. Spaces around one are no part of a header. One that is base64 is what it stands for,
// too: who keeps "bob:pass" encoded for Basic authentication has a server that says it decoded, the password alone too. And many servers
// take each byte of a header for a character.
func withDecoded(secrets []string) []string {
	all := slices.Clone(secrets)
	for _, s := range secrets {
		if trimmed := strings.TrimSpace(s); trimmed != s {
			s, all = trimmed, append(all, trimmed)
		}
		if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
			text, _ := charmap.ISO8859_1.NewDecoder().String(s) // which knows every byte
			all = append(all, text)
		}
		plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimPrefix(s, "Basic ")), "=")
		decoded, err := base64.RawStdEncoding.DecodeString(plain)
		user, password, pair := strings.Cut(string(decoded), ":")
		if err == nil && pair && user != "" && utf8.Valid(decoded) {
			all = append(all, string(decoded), password)
		}
	}
	return all
}

// within returns those characters of base64 which encode nothing but s where so many bytes stand before it.
func within(s []byte, offset int) string {
	all := base64.RawStdEncoding.EncodeToString(append(make([]byte, offset), s...))
	first := (offset*8 + 5) / 6
	last := (offset + len(s)) * 8 / 6
	return all[first:last]
}

// quoted returns s as it stands in a JSON string.
func quoted(s string, html bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(html)
	if e.Encode(s) != nil {
		return s
	}
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// Clean reports whether raw JSON or text certainly holds no secret, so that what is decoded of it needs no look. It is false where
// that would take decoding.
func (r *Redactor) Clean(raw []byte) bool {
	if r == nil || len(r.secrets) == 0 {
		return true
	}
	if bytes.IndexByte(raw, '\\') >= 0 || bytes.IndexByte(raw, '%') >= 0 || bytes.IndexByte(raw, '&') >= 0 {
		return false
	}
	for _, forms := range [][]string{r.literal, r.packed} {
		for _, form := range forms {
			if bytes.Contains(raw, []byte(form)) {
				return false
			}
		}
	}
	return !r.inFolded(string(raw))
}

// inFolded reports whether a text holds a long secret in any case.
func (r *Redactor) inFolded(s string) bool {
	if len(r.folded) == 0 {
		return false
	}
	s = strings.ToLower(s)
	return slices.ContainsFunc(r.folded, func(secret string) bool { return strings.Contains(s, secret) })
}

// Text returns a text with the secrets taken out.
func (r *Redactor) Text(s string) string {
	if r == nil || len(r.secrets) == 0 || s == "" {
		return s
	}
	for _, core := range r.packed {
		s = cutRuns(s, core)
	}
	for _, form := range r.literal {
		s = strings.ReplaceAll(s, form, Mark)
	}
	if r.inFolded(s) {
		return Mark
	}
	for _, view := range []func(string) string{unpercent, unescape, html.UnescapeString} { // written in another way than usual
		seen := view(s)
		for range 3 { // encoded more than once
			if seen == s {
				break
			}
			if r.in(seen) {
				return Mark
			}
			next := view(seen)
			if next == seen {
				break
			}
			seen = next
		}
	}
	return s
}

// in reports whether a text holds a secret.
func (r *Redactor) in(s string) bool {
	for _, forms := range [][]string{r.literal, r.packed} {
		for _, form := range forms {
			if strings.Contains(s, form) {
				return true
			}
		}
	}
	return false
}

// Value returns a decoded JSON value with the secrets taken out of its strings, numbers and names. It changes v.
func (r *Redactor) Value(v any) any {
	if r == nil || len(r.secrets) == 0 {
		return v
	}
	switch v := v.(type) {
	case string:
		return r.Text(v)
	case json.Number:
		if clean := r.Text(string(v)); clean != string(v) {
			return clean
		}
	case []any:
		for i := range v {
			v[i] = r.Value(v[i])
		}
	case map[string]any:
		for name, value := range v {
			clean := r.Text(name)
			if clean != name {
				delete(v, name)
			}
			v[clean] = r.Value(value)
		}
	}
	return v
}

// cutRuns replaces the runs of base64 that hold a core.
func cutRuns(s, core string) string {
	for from := 0; ; {
		at := strings.Index(s[from:], core)
		if at < 0 {
			return s
		}
		first, last := from+at, from+at+len(core)
		for first > 0 && packable(s[first-1]) {
			first--
		}
		for last < len(s) && packable(s[last]) {
			last++
		}
		s = s[:first] + Mark + s[last:]
		from = first + len(Mark)
	}
}

func packable(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("+/-_=", c) >= 0
}

// unpercent decodes %XX, and leaves what is no escape.
func unpercent(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unescape decodes the escapes of JSON and leaves what is none.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'u' && i+4 < len(s):
			n, err := strconv.ParseUint(s[i+1:i+5], 16, 16)
			if err != nil {
				b.WriteString(`\u`)
				continue
			}
			b.WriteRune(rune(n))
			i += 4
		case strings.IndexByte(`"\/`, c) >= 0:
			b.WriteByte(c)
		case strings.IndexByte("nrtbf", c) >= 0:
			b.WriteByte("\n\r\t\b\f"[strings.IndexByte("nrtbf", c)])
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}
