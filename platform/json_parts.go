package platform

import (
	"bytes"
	"encoding/json"
)

// Encoded is JSON as PlainJSON writes it: valid, compact, without the escapes that only HTML needs. Whoever writes JSON takes it as it
// is, and nobody reads it to find out.
type Encoded []byte

// MarshalJSON implements json.Marshaler.
func (e Encoded) MarshalJSON() ([]byte, error) {
	if len(e) == 0 {
		return []byte("null"), nil
	}
	return e, nil
}

// Value returns what the JSON stands for: map[string]any, []any, string, json.Number, bool or nil. Nothing stands for nil.
func (e Encoded) Value() any {
	v, _ := e.value(0)
	return v
}

// value returns the value that begins at i, and where it ends.
func (e Encoded) value(i int) (v any, end int) {
	if i >= len(e) {
		return nil, i
	}
	switch e[i] {
	case '{':
		object := map[string]any{}
		for i++; i < len(e) && e[i] == '"'; {
			name, start := nameAt(e, i)
			if start == 0 {
				break
			}
			if object[string(name)], i = e.value(start); i < len(e) && e[i] == ',' {
				i++
			}
		}
		return object, i + 1
	case '[':
		list := []any{}
		for i++; i < len(e) && e[i] != ']'; {
			if v, end = e.value(i); end == i {
				break
			}
			list = append(list, v)
			if i = end; i < len(e) && e[i] == ',' {
				i++
			}
		}
		return list, i + 1
	case '"':
		end = textEnd(e, i)
		return Unquote(e[i:end]), end
	case 't', 'f':
		return e[i] == 't', valueEnd(e, i)
	case 'n':
		return nil, valueEnd(e, i)
	}
	end = valueEnd(e, i)
	return json.Number(e[i:end]), end
}

// EachMember calls visit for each member of a compact JSON object, until that is false. It stops where the object is none. What comes
// after the object does not matter; EachMember returns where that begins, once all members are visited.
func EachMember(object []byte, visit func(name, value []byte) bool) (end int) {
	if len(object) < 2 || object[0] != '{' {
		return 0
	}
	i := 1
	for i < len(object) && object[i] == '"' {
		name, start := nameAt(object, i)
		if start == 0 {
			return 0
		}
		if i = valueEnd(object, start); i >= len(object) || i == start || !visit(name, object[start:i]) {
			return 0
		}
		i++ // past the comma, or the end
	}
	return max(i, len("{}"))
}

// MemberOf returns a member of a compact JSON object with whatever comes after it, so that a way into an object does not read what is
// there to its end; nil for none. Cut takes the rest off.
func MemberOf(object []byte, wanted string) []byte {
	if len(object) < 2 || object[0] != '{' {
		return nil
	}
	for i := 1; i < len(object) && object[i] == '"'; i++ { // past the comma
		name, start := nameAt(object, i)
		if start == 0 {
			return nil
		}
		if string(name) == wanted {
			return object[start:]
		}
		i = valueEnd(object, start)
	}
	return nil
}

// Cut returns the compact JSON value that text begins with.
func Cut(text []byte) Encoded { return text[:valueEnd(text, 0)] }

// nameAt returns the name of a member that begins at i, and where its value begins; 0 where it is none.
func nameAt(object []byte, i int) (name []byte, start int) {
	end := textEnd(object, i)
	if end >= len(object) || object[end] != ':' {
		return nil, 0
	}
	name = object[i+1 : end-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name = []byte(Unquote(object[i:end]))
	}
	return name, end + 1
}

// EachItem calls visit for each item of a compact JSON array until that is false. It stops where the array is none.
func EachItem(array []byte, visit func(item []byte) bool) {
	if len(array) < 2 || array[0] != '[' {
		return
	}
	for i := 1; i < len(array) && array[i] != ']'; i++ { // past the comma
		start := i
		if i = valueEnd(array, start); i >= len(array) || i == start || !visit(array[start:i]) {
			return
		}
	}
}

// Unquote returns the text of a JSON string, and "" for what is none.
func Unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// textEnd returns where the JSON string that begins at i ends.
func textEnd(s []byte, i int) int {
	const short = 20 // up to which it is faster to look at each byte
	for end := min(i+short, len(s)); i+1 < end; {
		switch i++; s[i] {
		case '"':
			return i + 1
		case '\\':
			i++ // what is escaped
		}
	}
	for i++; i < len(s); {
		n := bytes.IndexByte(s[i:], '"')
		if n < 0 {
			break
		}
		escape := bytes.IndexByte(s[i:i+n], '\\')
		if escape < 0 {
			return i + n + 1
		}
		i += escape + 2 // past what is escaped
	}
	return len(s)
}

// valueEnd returns where the compact JSON value that begins at i ends.
func valueEnd(s []byte, i int) int {
	for depth := 0; i < len(s); {
		switch s[i] {
		case '"':
			if i = textEnd(s, i); depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
			if depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}
