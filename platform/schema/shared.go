package schema

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"berth/platform"
)

// DecodeShared is Decode, in a third of its time, for values that live no longer than data would: their texts are parts of one copy
// of it.
func DecodeShared(data []byte) (any, []platform.Problem) {
	if Oversized(data) == nil && utf8.Valid(data) {
		r := quick{text: string(data)}
		if v, ok := r.value(0); ok {
			if r.space(); r.at == len(r.text) {
				return v, nil
			}
		}
	}
	return Decode(data) // which says what is wrong, and takes what is rare
}

// quick reads what is usual in JSON. It gives up where it sees anything else, right or wrong.
type quick struct {
	text string
	at   int
}

func (q *quick) space() {
	for q.at < len(q.text) && (q.text[q.at] == ' ' || q.text[q.at] == '\n' || q.text[q.at] == '\t' || q.text[q.at] == '\r') {
		q.at++
	}
}

// next skips space and takes c if it is next.
func (q *quick) next(c byte) bool {
	q.space()
	if q.at < len(q.text) && q.text[q.at] == c {
		q.at++
		return true
	}
	return false
}

func (q *quick) value(depth int) (any, bool) {
	q.space()
	if q.at == len(q.text) || depth >= MaxDepth {
		return nil, false
	}
	switch q.text[q.at] {
	case '{':
		q.at++
		return q.object(depth)
	case '[':
		q.at++
		return q.array(depth)
	case '"':
		q.at++
		return q.string()
	case 't':
		return true, q.word("true")
	case 'f':
		return false, q.word("false")
	case 'n':
		return nil, q.word("null")
	}
	return q.number()
}

func (q *quick) word(w string) bool {
	if len(q.text)-q.at < len(w) || q.text[q.at:q.at+len(w)] != w {
		return false
	}
	q.at += len(w)
	return true
}

func (q *quick) array(depth int) (any, bool) {
	list := []any{}
	if q.next(']') {
		return list, true
	}
	for {
		v, ok := q.value(depth + 1)
		if !ok {
			return nil, false
		}
		list = append(list, v)
		if q.next(']') {
			return list, true
		}
		if !q.next(',') {
			return nil, false
		}
	}
}

func (q *quick) object(depth int) (any, bool) {
	object := map[string]any{}
	if q.next('}') {
		return object, true
	}
	for n := 1; ; n++ {
		if !q.next('"') {
			return nil, false
		}
		key, ok := q.string()
		if !ok || !q.next(':') {
			return nil, false
		}
		v, ok := q.value(depth + 1)
		if !ok {
			return nil, false
		}
		if object[key] = v; len(object) != n { // a key that is there twice
			return nil, false
		}
		if q.next('}') {
			return object, true
		}
		if !q.next(',') {
			return nil, false
		}
	}
}

// string reads what is behind a quotation mark.
func (q *quick) string() (string, bool) {
	from := q.at
	for ; q.at < len(q.text); q.at++ {
		switch c := q.text[q.at]; {
		case c == '"':
			q.at++
			return q.text[from : q.at-1], true
		case c == '\\':
			return q.escaped(from)
		case c < ' ':
			return "", false
		}
	}
	return "", false
}

// escaped reads the rest of a text with escapes. One that holds U+0000 or half a character is not usual.
func (q *quick) escaped(from int) (string, bool) {
	for ; q.at < len(q.text) && q.text[q.at] != '"'; q.at++ {
		if q.text[q.at] == '\\' {
			q.at++
		}
	}
	if q.at >= len(q.text) {
		return "", false
	}
	q.at++
	s, err := jsontext.AppendUnquote(nil, q.text[from-1:q.at])
	for _, c := range s {
		if c == 0 {
			return "", false
		}
	}
	return string(s), err == nil
}

// number reads a number without an exponent.
func (q *quick) number() (any, bool) {
	from := q.at
	if q.text[q.at] == '-' {
		q.at++
	}
	whole := q.digits()
	if whole == 0 || whole > 1 && q.text[q.at-whole] == '0' {
		return nil, false
	}
	if q.at < len(q.text) && q.text[q.at] == '.' {
		if q.at++; q.digits() == 0 {
			return nil, false
		}
	}
	if q.at < len(q.text) && (q.text[q.at] == 'e' || q.text[q.at] == 'E') || q.at-from > maxNumber {
		return nil, false
	}
	return json.Number(q.text[from:q.at]), true
}

func (q *quick) digits() int {
	from := q.at
	for q.at < len(q.text) && '0' <= q.text[q.at] && q.text[q.at] <= '9' {
		q.at++
	}
	return q.at - from
}
