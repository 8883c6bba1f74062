package schema

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"berth/platform"
)

// Compact returns JSON without white space, false for what Decode refuses. It may be data itself, which must not change any more.
func Compact(data []byte) (platform.Encoded, bool) {
	if raw, ok := usual(data); ok {
		return raw, true
	}
	r := decode(data, MaxDepth, nil)
	if len(r.problems) > 0 {
		return nil, false
	}
	raw, err := platform.AppendJSON(nil, r.value)
	return raw, err == nil
}

// usual is Compact for what is usual in JSON, in a fraction of the time; false for anything else, right or wrong. jsontext finds names that are
// there twice as well, but neither U+0000 nor long numbers nor our depth; with what finds those around it, it takes two to three times as long.
func usual(data []byte) (platform.Encoded, bool) {
	if Oversized(data) != nil || !utf8.Valid(data) {
		return nil, false
	}
	q := quick{data: data}
	if !q.value(0) {
		return nil, false
	}
	q.space()
	return q.compacted(), q.at == len(data)
}

// quick reads what is usual in JSON, and gives up where it sees anything else.
type quick struct {
	data  []byte
	at    int
	out   []byte // what was read up to from, without white space
	from  int    // 0 = there was none
	names [][]byte
	text  []byte
}

func (q *quick) compacted() []byte {
	if q.from == 0 {
		return q.data
	}
	return append(q.out, q.data[q.from:]...)
}

// space leaves white space out.
func (q *quick) space() {
	start := q.at
	for q.at < len(q.data) && (q.data[q.at] == ' ' || q.data[q.at] == '\n' || q.data[q.at] == '\t' || q.data[q.at] == '\r') {
		q.at++
	}
	if q.at > start {
		q.out, q.from = append(q.out, q.data[q.from:start]...), q.at
	}
}

// next skips space and takes c if it is next.
func (q *quick) next(c byte) bool {
	q.space()
	if q.at < len(q.data) && q.data[q.at] == c {
		q.at++
		return true
	}
	return false
}

func (q *quick) value(depth int) bool {
	q.space()
	if q.at == len(q.data) || depth >= MaxDepth {
		return false
	}
	switch q.data[q.at] {
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
		return q.word("true")
	case 'f':
		return q.word("false")
	case 'n':
		return q.word("null")
	}
	return q.number()
}

func (q *quick) word(w string) bool {
	if !bytes.HasPrefix(q.data[q.at:], []byte(w)) {
		return false
	}
	q.at += len(w)
	return true
}

func (q *quick) array(depth int) bool {
	if q.next(']') {
		return true
	}
	for q.value(depth + 1) {
		if q.next(']') {
			return true
		}
		if !q.next(',') {
			return false
		}
	}
	return false
}

func (q *quick) object(depth int) bool {
	if q.next('}') {
		return true
	}
	first := len(q.names)
	for q.next('"') && q.name(first) && q.next(':') && q.value(depth+1) {
		if q.next('}') {
			q.names = q.names[:first]
			return true
		}
		if !q.next(',') {
			return false
		}
	}
	return false
}

// maxNames is how many names of one object are looked through for one that is there twice.
const maxNames = 64

// name reads a name that the object, whose names begin with first, does not have yet.
func (q *quick) name(first int) bool {
	from := q.at
	if !q.string() {
		return false
	}
	name := q.data[from:q.at]
	if bytes.IndexByte(name, '\\') >= 0 || len(q.names)-first == maxNames || slices.ContainsFunc(q.names[first:], func(other []byte) bool { return bytes.Equal(other, name) }) {
		return false
	}
	q.names = append(q.names, name)
	return true
}

// string reads what is behind a quotation mark.
func (q *quick) string() bool {
	for from := q.at; q.at < len(q.data); q.at++ {
		switch c := q.data[q.at]; {
		case c == '"':
			q.at++
			return true
		case c == '\\':
			return q.escaped(from)
		case c < ' ':
			return false
		}
	}
	return false
}

// escaped reads the rest of a text with escapes. One that holds U+0000 or half a character is not usual.
func (q *quick) escaped(from int) bool {
	for ; q.at < len(q.data) && q.data[q.at] != '"'; q.at++ {
		if q.data[q.at] == '\\' {
			q.at++
		}
	}
	if q.at >= len(q.data) {
		return false
	}
	q.at++
	var err error
	q.text, err = jsontext.AppendUnquote(q.text[:0], q.data[from-1:q.at])
	return err == nil && bytes.IndexByte(q.text, 0) < 0
}

// number reads a number without an exponent.
func (q *quick) number() bool {
	from := q.at
	if q.data[q.at] == '-' {
		q.at++
	}
	whole := q.digits()
	if whole == 0 || whole > 1 && q.data[q.at-whole] == '0' {
		return false
	}
	if q.at < len(q.data) && q.data[q.at] == '.' {
		if q.at++; q.digits() == 0 {
			return false
		}
	}
	return q.at-from <= maxNumber && (q.at == len(q.data) || q.data[q.at]|0x20 != 'e')
}

func (q *quick) digits() int {
	from := q.at
	for q.at < len(q.data) && '0' <= q.data[q.at] && q.data[q.at] <= '9' {
		q.at++
	}
	return q.at - from
}
