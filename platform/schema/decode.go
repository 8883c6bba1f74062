package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"berth/platform"
)

const (
	// MaxDepth is how deep JSON may nest.
	MaxDepth = 64

	// Longer numbers and greater exponents would make exact arithmetic expensive; every float64 is within them.
	maxNumber   = 100
	maxExponent = 400

	halfCharacter = `half of a character (an unpaired surrogate such as \ud800)`
)

// Decode reads one JSON value (RFC 8259) with what a hostile sender might exploit refused: keys that appear twice, bytes
// that are not UTF-8, halves of characters, U+0000, nesting below MaxDepth, numbers of extreme size, and more than
// platform.MaxValues values and keys. Objects are map[string]any, arrays []any, and numbers json.Number, so that no digit is
// lost.
func Decode(data []byte) (any, []platform.Problem) {
	r := decode(data, MaxDepth)
	return r.value, cut(r.problems, r.omitted)
}

// reading is a value as far as it could be read. The whole of it was when what is wrong is only in values.
type reading struct {
	value    any
	problems []platform.Problem
	omitted  int // further problems
	whole    bool
}

func decode(data []byte, maxDepth int) reading {
	if found := Oversized(data); found != nil {
		return reading{problems: found}
	}
	d := decoder{data: data, maxDepth: maxDepth}
	if !utf8.Valid(data) {
		d.report("contains bytes that are not UTF-8")
		return reading{problems: d.problems}
	}
	v, ok := d.value()
	if d.space(); ok && d.pos < len(d.data) {
		ok = d.fail("has text after its end")
	}
	return reading{v, d.problems, d.omitted, ok}
}

// Oversized answers what Decode finds in JSON of too many values, for those who read it by other means.
func Oversized(data []byte) []platform.Problem {
	if !platform.TooManyValues(data, platform.MaxValues) {
		return nil
	}
	return []platform.Problem{{Message: fmt.Sprintf("has too many values: at most %d are allowed, keys included", platform.MaxValues)}}
}

// cut says how many problems a list leaves out.
func cut(problems []platform.Problem, more int) []platform.Problem {
	if over := len(problems) - maxProblems + 1; more > 0 || over > 1 {
		problems, more = problems[:len(problems)-over], more+over
		problems = append(problems, platform.Problem{Message: fmt.Sprintf("has %d more problems", more)})
	}
	return problems
}

// decoder collects problems that leave the structure readable and stops at the first that does not.
type decoder struct {
	data     []byte
	pos      int
	maxDepth int
	path     []segment
	problems []platform.Problem
	omitted  int // problems beyond maxProblems
}

func (d *decoder) report(message string) {
	if len(d.problems) == maxProblems {
		d.omitted++
		return
	}
	d.problems = append(d.problems, platform.Problem{Location: location(d.path), Message: message})
}

// fail reports a syntax error; the value as a whole is at fault, so its location is the root.
func (d *decoder) fail(what string) bool {
	d.problems = append(d.problems, platform.Problem{
		Message: fmt.Sprintf("is not valid JSON: it %s (at byte %d)", what, d.pos),
	})
	return false
}

func (d *decoder) space() {
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return
		}
	}
}

// next skips white space and answers the byte there, 0 at the end.
func (d *decoder) next() byte {
	d.space()
	if d.pos == len(d.data) {
		return 0
	}
	return d.data[d.pos]
}

func (d *decoder) unexpected() bool {
	if d.pos >= len(d.data) {
		return d.fail("ends too early")
	}
	r, _ := utf8.DecodeRune(d.data[d.pos:])
	return d.fail("has an unexpected " + strconv.QuoteRune(r))
}

func (d *decoder) value() (any, bool) {
	switch c := d.next(); c {
	case '{':
		return d.object()
	case '[':
		return d.array()
	case '"':
		return d.text()
	case 't':
		return true, d.word("true")
	case 'f':
		return false, d.word("false")
	case 'n':
		return nil, d.word("null")
	default:
		if c == '-' || '0' <= c && c <= '9' {
			return d.number()
		}
		return nil, d.unexpected()
	}
}

func (d *decoder) word(w string) bool {
	if len(d.data)-d.pos < len(w) || string(d.data[d.pos:d.pos+len(w)]) != w {
		return d.unexpected()
	}
	d.pos += len(w)
	return true
}

// enter steps past an opening bracket.
func (d *decoder) enter() bool {
	if len(d.path) >= d.maxDepth {
		d.report(fmt.Sprintf("is nested too deeply: at most %d levels are allowed", d.maxDepth))
		return false
	}
	d.pos++
	return true
}

// more reports whether another element follows, having stepped past the comma or the closing bracket.
func (d *decoder) more(closing byte) (more, ok bool) {
	switch d.next() {
	case ',':
		d.pos++
		return true, true
	case closing:
		d.pos++
		return false, true
	}
	return false, d.unexpected()
}

func (d *decoder) array() (any, bool) {
	if !d.enter() {
		return nil, false
	}
	list := []any{}
	if d.next() == ']' {
		d.pos++
		return list, true
	}
	at := len(d.path)
	d.path = append(d.path, segment{})
	for {
		d.path[at].index = len(list)
		v, ok := d.value()
		if !ok {
			return nil, false
		}
		list = append(list, v)
		more, ok := d.more(']')
		if !ok {
			return nil, false
		}
		if !more {
			d.path = d.path[:at]
			return list, true
		}
	}
}

func (d *decoder) object() (any, bool) {
	if !d.enter() {
		return nil, false
	}
	obj := map[string]any{}
	if d.next() == '}' {
		d.pos++
		return obj, true
	}
	at := len(d.path)
	d.path = append(d.path, segment{})
	for {
		if d.next() != '"' {
			return nil, d.unexpected()
		}
		start := d.pos
		raw, ok := d.quoted()
		if !ok {
			return nil, false
		}
		key, ok := d.unquote(raw, start)
		if !ok {
			return nil, false
		}
		d.path[at].key = &key
		if d.next() != ':' {
			return nil, d.unexpected()
		}
		d.pos++
		if _, twice := obj[key]; twice {
			d.report("appears twice")
		}
		if hasNUL(key) {
			d.report("must not have the character U+0000 in its name")
		}
		if platform.UnpairedSurrogate(raw) {
			d.report("must not have " + halfCharacter + " in its name")
		}
		v, ok := d.value()
		if !ok {
			return nil, false
		}
		obj[key] = v
		more, ok := d.more('}')
		if !ok {
			return nil, false
		}
		if !more {
			d.path = d.path[:at]
			return obj, true
		}
	}
}

func (d *decoder) digits() int {
	start := d.pos
	for d.pos < len(d.data) && '0' <= d.data[d.pos] && d.data[d.pos] <= '9' {
		d.pos++
	}
	return d.pos - start
}

func (d *decoder) at(c byte) bool { return d.pos < len(d.data) && d.data[d.pos] == c }

func (d *decoder) number() (any, bool) {
	start := d.pos
	if d.at('-') {
		d.pos++
	}
	if d.at('0') {
		d.pos++
	} else if d.digits() == 0 {
		return nil, d.unexpected()
	}
	if d.at('.') {
		d.pos++
		if d.digits() == 0 {
			return nil, d.unexpected()
		}
	}
	exponent := 0
	if d.at('e') || d.at('E') {
		d.pos++
		if d.at('+') || d.at('-') {
			d.pos++
		}
		from := d.pos
		if d.digits() == 0 {
			return nil, d.unexpected()
		}
		var err error
		if exponent, err = strconv.Atoi(string(d.data[from:d.pos])); err != nil {
			exponent = maxExponent + 1
		}
	}
	extreme := d.pos-start > maxNumber || exponent > maxExponent
	if exponent > 0 && !extreme {
		_, err := strconv.ParseFloat(string(d.data[start:d.pos]), 64)
		extreme = err != nil
	}
	if extreme { // beyond what programs can read
		d.report("is a number of extreme size")
		return json.Number("0"), true
	}
	return json.Number(d.data[start:d.pos]), true
}
