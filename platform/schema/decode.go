package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

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
	if raw, ok := usual(data); ok {
		return raw.Value(), nil
	}
	r := decode(data, MaxDepth, nil)
	return r.value, cut(r.problems, r.omitted)
}

// reading is a value as far as it could be read. It is complete when only values, not the structure, are wrong.
type reading struct {
	value    any
	problems []platform.Problem
	omitted  int // further problems
	whole    bool
}

// restEach is how many values are read between two calls of rest.
const restEach = 16

// decode calls rest, unless that is nil, after each few values.
func decode(data []byte, maxDepth int, rest func()) reading {
	if found := Oversized(data); found != nil {
		return reading{problems: found}
	}
	d := decoder{maxDepth: maxDepth, rest: rest}
	if !utf8.Valid(data) {
		d.report("contains bytes that are not UTF-8")
		return reading{problems: d.problems}
	}
	// What leaves the structure readable is reported here, with its location, since jsontext stops at the first name that is there twice
	// and at the first half of a character. Of invalid UTF-8 only such halves are left.
	d.in = jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, ok := d.value()
	if ok && len(bytes.TrimLeft(data[d.in.InputOffset():], " \t\r\n")) > 0 {
		ok = d.fail("has text after its end", d.in.InputOffset())
	}
	return reading{v, d.problems, d.omitted, ok}
}

// Oversized returns what Decode reports for JSON with too many values, for callers that decode by other means.
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
	in       *jsontext.Decoder
	maxDepth int
	path     []segment
	text     []byte // of the string that was read last
	problems []platform.Problem
	omitted  int // problems beyond maxProblems
	rest     func()
	read     int // values
}

func (d *decoder) report(message string) {
	if len(d.problems) == maxProblems {
		d.omitted++
		return
	}
	d.problems = append(d.problems, platform.Problem{Location: location(d.path), Message: message})
}

// fail reports a syntax error; the value as a whole is at fault, so its location is the root.
func (d *decoder) fail(what string, at int64) bool {
	d.problems = append(d.problems, platform.Problem{Message: fmt.Sprintf("is not valid JSON: it %s (at byte %d)", what, at)})
	return false
}

func (d *decoder) syntax(err error) bool {
	at := d.in.InputOffset()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return d.fail("ends too early", at+int64(len(d.in.UnreadBuffer())))
	}
	if s := (*jsontext.SyntacticError)(nil); errors.As(err, &s) {
		at, err = s.ByteOffset, s.Err
	}
	if errors.Is(err, jsontext.ErrNonStringName) {
		return d.fail("has a name that is no string", at)
	}
	return d.fail("has an "+strings.TrimPrefix(err.Error(), "jsontext: "), at)
}

func (d *decoder) value() (any, bool) {
	if d.read++; d.rest != nil && d.read%restEach == 0 {
		d.rest()
	}
	switch d.in.PeekKind() {
	case '{':
		return d.object()
	case '[':
		return d.array()
	case '"':
		s, half, ok := d.string()
		d.judge(s, half, "must not contain %s")
		return s, ok
	case '0':
		return d.number()
	}
	t, err := d.in.ReadToken()
	if err != nil {
		return nil, d.syntax(err)
	}
	if t.Kind() == 'n' {
		return nil, true
	}
	return t.Bool(), true
}

// step reads an opening or a closing bracket.
func (d *decoder) step() bool {
	if _, err := d.in.ReadToken(); err != nil {
		return d.syntax(err)
	}
	return true
}

// enter steps past an opening bracket.
func (d *decoder) enter() bool {
	if len(d.path) >= d.maxDepth {
		d.report(fmt.Sprintf("is nested too deeply: at most %d levels are allowed", d.maxDepth))
		return false
	}
	d.path = append(d.path, segment{})
	return d.step()
}

// leave steps past a closing bracket.
func (d *decoder) leave() bool {
	d.path = d.path[:len(d.path)-1]
	return d.step()
}

func (d *decoder) array() (any, bool) {
	if !d.enter() {
		return nil, false
	}
	list, at := []any{}, len(d.path)-1
	for d.in.PeekKind() != ']' {
		d.path[at].index = len(list)
		v, ok := d.value()
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, d.leave()
}

func (d *decoder) object() (any, bool) {
	if !d.enter() {
		return nil, false
	}
	obj, at := map[string]any{}, len(d.path)-1
	for d.in.PeekKind() != '}' {
		key, half, ok := d.string()
		if !ok {
			return nil, false
		}
		d.path[at].key = &key
		if _, twice := obj[key]; twice {
			d.report("appears twice")
		}
		d.judge(key, half, "must not have %s in its name")
		v, ok := d.value()
		if !ok {
			return nil, false
		}
		obj[key] = v
	}
	return obj, d.leave()
}

// string reads a string or the name of a member, and reports whether half of a character is in it, which reads as U+FFFD.
func (d *decoder) string() (s string, half, ok bool) {
	raw, err := d.in.ReadValue()
	if err != nil {
		return "", false, d.syntax(err)
	}
	d.text, err = jsontext.AppendUnquote(d.text[:0], raw)
	return string(d.text), err != nil, true
}

// judge reports what databases cannot keep of a string.
func (d *decoder) judge(s string, half bool, format string) {
	if strings.IndexByte(s, 0) >= 0 {
		d.report(fmt.Sprintf(format, "the character U+0000"))
	}
	if half {
		d.report(fmt.Sprintf(format, halfCharacter))
	}
}

func (d *decoder) number() (any, bool) {
	raw, err := d.in.ReadValue()
	if err != nil {
		return nil, d.syntax(err)
	}
	exponent := 0
	if at := bytes.IndexAny(raw, "eE"); at >= 0 {
		if exponent, err = strconv.Atoi(strings.TrimLeft(string(raw[at+1:]), "+-")); err != nil {
			exponent = maxExponent + 1
		}
	}
	extreme := len(raw) > maxNumber || exponent > maxExponent
	if exponent > 0 && !extreme {
		_, err := strconv.ParseFloat(string(raw), 64)
		extreme = err != nil
	}
	if extreme { // beyond what programs can read
		d.report("is a number of extreme size")
		return json.Number("0"), true
	}
	return json.Number(raw), true
}
