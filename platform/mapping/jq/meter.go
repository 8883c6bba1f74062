package jq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"berth/platform"
)

// What a run may spend, in bytes of memory. What takes time rather than room is counted at about two nanoseconds a byte, so that
// the allowance ends within the time as well.
const (
	allowance  = 40 << 20
	growth     = 6   // what grows by appending takes, in all, times what it ends as
	stepCost   = 32  // of an instruction, which may keep a value
	nodeCost   = 32  // of a value that is looked at, or put into a list
	pairCost   = 100 // of a member of an object that is made
	numberCost = 128 // of a number that is read from its digits
)

var errSpent = errors.New("the allowance is spent")

// spent is closed: it is what Done returns once the allowance is.
var spent = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// meter counts what a run spends. It is the context of the run, since the interpreter asks it before each instruction.
type meter struct {
	within context.Context //nolint:containedctx // it is a context itself, which ends earlier
	left   int
}

func (m *meter) start(within context.Context) { m.within, m.left = within, allowance }

// Deadline implements context.Context.
func (m *meter) Deadline() (time.Time, bool) { return m.within.Deadline() }

// Value implements context.Context.
func (m *meter) Value(key any) any { return m.within.Value(key) }

// Done implements context.Context; the interpreter calls it once for each instruction.
func (m *meter) Done() <-chan struct{} {
	if m.left -= stepCost; m.left < 0 {
		return spent
	}
	return m.within.Done()
}

// Err implements context.Context.
func (m *meter) Err() error {
	if m.left < 0 {
		return errSpent
	}
	return m.within.Err()
}

// spend counts n times each, and reports whether the run may go on. It takes no numbers below 0.
func (m *meter) spend(n, each int) bool {
	if high, low := bits.Mul64(uint64(n), uint64(each)); m.left < 0 || high > 0 || low > uint64(m.left) {
		m.left = -1
		return false
	}
	m.left -= n * each
	return true
}

// deep spends what looking at all of v costs, and returns it. It ends where the allowance does, however often v holds itself.
func (m *meter) deep(v any) int {
	before := m.left
	m.visit(v)
	return before - max(m.left, 0)
}

func (m *meter) visit(v any) {
	if !m.spend(1, nodeCost) {
		return
	}
	switch v := v.(type) {
	case string:
		m.spend(1, len(v))
	case json.Number, *big.Int:
		m.spend(1, numberCost)
	case []any:
		for i := 0; i < len(v) && m.left >= 0; i++ {
			m.visit(v[i])
		}
	case map[string]any:
		for name, inner := range v {
			if !m.spend(1, pairCost+len(name)) {
				return
			}
			m.visit(inner)
		}
	}
}

// admit refuses answers that no program is given.
func admit(answer any) error {
	return measure(answer, MaxAnswer, "The answer is larger than 1 MiB, too large for the jq program of this tool.")
}

// measure refuses values that are larger than most bytes as JSON, about, and numbers of too many digits.
func measure(v any, most int, tooLarge string) error {
	left := most
	var walk func(v any, depth int) error
	walk = func(v any, depth int) error {
		left -= 2
		switch v := v.(type) {
		case nil, bool, int, float64:
			left -= 4
		case string:
			left -= len(v)
		case json.Number:
			if left -= len(v); len(v) > maxDigits {
				return platform.Errorf(platform.CodeExecution, "There is a number of more than %d digits in the answer.", maxDigits)
			}
		case []any:
			for _, inner := range v {
				if err := walk(inner, depth+1); err != nil {
					return err
				}
			}
		case map[string]any:
			for name, inner := range v {
				left -= len(name) + 4
				if err := walk(inner, depth+1); err != nil {
					return err
				}
			}
		default:
			return fmt.Errorf("jq: a value of type %T is no JSON", v)
		}
		switch {
		case left < 0:
			return platform.Errorf(platform.CodeExecution, "%s", tooLarge)
		case depth > maxDepth:
			return platform.Errorf(platform.CodeExecution, "The answer is nested more than %d levels deep.", maxDepth)
		}
		return nil
	}
	return walk(v, 0)
}

// export turns what a program made into JSON of the types that others read: numbers that JSON has not become null, or the
// greatest that it has, as jq prints them.
func export(v any) (any, error) {
	left := MaxOutcome
	var walk func(v any, depth int) (any, error)
	walk = func(v any, depth int) (any, error) {
		left -= 2 + len(letters(v))
		if left < 0 {
			return nil, failed("made more than 256 KiB of this answer.")
		}
		if depth > maxDepth {
			return nil, failed("made something that is nested more than %d levels deep.", maxDepth)
		}
		var err error
		switch v := v.(type) {
		case float64:
			switch left -= 8; {
			case math.IsNaN(v):
				return any(nil), nil
			case math.IsInf(v, 0):
				return math.Copysign(math.MaxFloat64, v), nil
			}
		case *big.Int:
			left -= v.BitLen() / 3
			return json.Number(v.String()), nil
		case []any:
			list := slices.Clone(v[:min(len(v), MaxOutcome)])
			for i := range list {
				if list[i], err = walk(list[i], depth+1); err != nil {
					return nil, err
				}
			}
			return list, nil
		case map[string]any:
			object := make(map[string]any, min(len(v), MaxOutcome/8))
			for name, inner := range v {
				left -= len(name) + 4
				if object[name], err = walk(inner, depth+1); err != nil {
					return nil, err
				}
			}
			return object, nil
		}
		return v, nil
	}
	return walk(v, 0)
}

// letters returns the characters that a text or a number is written with; "" = those of v are few, or are counted apart.
func letters(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return string(v)
	}
	return ""
}

// runes spends what taking a text apart into its characters costs.
func (m *meter) runes(s string) { m.spend(4, len(s)) }

// text spends what writing v as JSON costs.
func (m *meter) text(v any) {
	if s, ok := v.(string); ok {
		m.spend(6*growth, len(s)) // six characters for one
		return
	}
	m.spend(growth, m.deep(v))
}

// ordered spends what putting the elements of list into order costs.
func (m *meter) ordered(list any) {
	if l, ok := list.([]any); ok {
		m.spend(2+bits.Len(uint(len(l))), m.deep(list))
	}
}

// parts spends what splitting a text costs.
func (m *meter) parts(v, by any) {
	s, _ := v.(string)
	if sep, ok := by.(string); ok {
		m.spend(1+strings.Count(s, sep), 2*nodeCost)
	}
	m.spend(1, len(s))
}

// number spends what reading a number costs, and refuses those that have grown too long.
func (m *meter) number(v any) error {
	switch v := v.(type) {
	case json.Number:
		m.spend(1, numberCost)
	case *big.Int:
		if m.spend(1, numberCost); v.BitLen() > 4*maxDigits {
			return fmt.Errorf("a number of more than %d digits", maxDigits)
		}
	}
	return nil
}

// plain is a number in the form in which it is compared fastest.
func plain(v any) any {
	if n, ok := v.(json.Number); ok {
		whole, _ := gojq.ToInt(n)
		if f, _ := gojq.ToFloat64(n); f != float64(whole) {
			return f
		}
		return whole
	}
	return v
}
