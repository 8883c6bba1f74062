package jq

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// A guard spends what a function will cost, given what it will be given: the input first, then the arguments, which it may replace.
// It may refuse them.
type guard func(m *meter, given []any) error

// natives are the functions of gojq that programs may call, by name and number of arguments, each with its guard; nil = it costs
// nothing that grows. Those that begin with _ are for the prelude alone.
var natives = map[string]guard{
	"empty/0": nil, "type/0": nil, "has/1": nil, "toboolean/0": nil, "isnan/0": nil, "isinfinite/0": nil, "isnormal/0": nil, "infinite/0": nil, "nan/0": nil,
	"floor/0": numbers, "ceil/0": numbers, "round/0": numbers, "trunc/0": numbers, "fabs/0": numbers, "sqrt/0": numbers, "log/0": numbers, "log2/0": numbers,
	"log10/0": numbers, "exp/0": numbers, "exp2/0": numbers, "exp10/0": numbers, "pow/2": numbers, "fmin/2": numbers, "fmax/2": numbers,
	"length/0": each, "utf8bytelength/0": nil, "keys/0": each, "reverse/0": each, "add/0": sum, "flatten/0": flat, "flatten/1": flat, "transpose/0": transposed,
	"min/0": first((*meter).ordered), "max/0": first((*meter).ordered), "sort/0": first((*meter).ordered), "unique/0": first((*meter).ordered),
	"_min_by/1": second, "_max_by/1": second, "_sort_by/1": second, "_group_by/1": second, "_unique_by/1": second, "_range/3": span,
	"startswith/1": each, "endswith/1": each, "ltrimstr/1": each, "rtrimstr/1": each, "trimstr/1": each, "trim/0": each, "ltrim/0": each, "rtrim/0": each,
	"ascii_downcase/0": each, "ascii_upcase/0": each, "explode/0": exploded, "implode/0": each, "split/1": split, "join/1": joined,
	"contains/1": product, "indices/1": places, "index/1": places, "rindex/1": places,
	"tojson/0": first((*meter).text), "tostring/0": asText, "tonumber/0": digits, "fromjson/0": parsed, "error/0": last, "error/1": last,
	"gmtime/0": numbers, "mktime/0": each, "strftime/1": dated, "strptime/1": dated,
}

// operators are the guards of what is written with signs.
var operators = map[string]guard{
	"add": added, "subtract": subtracted, "multiply": multiplied, "divide": divided, "modulo": numbers, "compare": compared,
	"each": each, "index": indexed, "slice": each, "made": made, "format": last,
}

// guards registers all guards, counting with m, and the functions of our own.
func (m *machine) guards() []gojq.CompilerOption {
	var all []gojq.CompilerOption
	register := func(name string, g guard) {
		all = append(all, gojq.WithFunction(name, 0, maxArguments, func(input any, args []any) any {
			given := append([]any{input}, args...)
			if g != nil {
				if err := g(&m.meter, given); err != nil {
					return err
				}
			}
			if len(args) == 0 {
				return given[0]
			}
			return given
		}))
	}
	for name, g := range natives {
		if g != nil {
			register(guardName(name), g)
		}
	}
	for name, g := range operators {
		register(guardName(name), g)
	}
	p := patterns{meter: &m.meter}
	return append(all, gojq.WithFunction("_tests", 2, 2, p.tests), gojq.WithFunction("_pieces", 2, 2, p.pieces))
}

const maxArguments = 3

// guardName is the name under which a guard is called: of a function by its name and number of arguments, or of an operator.
func guardName(of string) string { return "_guard_" + strings.ReplaceAll(of, "/", "_") }

func first(f func(*meter, any)) guard {
	return func(m *meter, given []any) error { f(m, given[0]); return nil }
}

// second counts what ordering by keys costs, each in a list, and makes numbers quick to compare.
func second(m *meter, given []any) error {
	keys, _ := given[1].([]any)
	for _, key := range keys {
		if k, ok := key.([]any); ok && len(k) == 1 {
			if n, ok := k[0].(json.Number); ok && m.spend(1, numberCost) {
				k[0] = plain(n)
			}
		}
	}
	m.ordered(given[1])
	return nil
}

func last(m *meter, given []any) error {
	m.text(given[len(given)-1])
	return nil
}

func asText(m *meter, given []any) error {
	if _, ok := given[0].(string); !ok {
		m.text(given[0])
	}
	return nil
}

func numbers(m *meter, given []any) error {
	for _, v := range given {
		if err := m.number(v); err != nil {
			return err
		}
	}
	return nil
}

// each counts the elements of the input, and of the first argument where there is one.
func each(m *meter, given []any) error {
	for _, v := range given[:min(2, len(given))] {
		switch v := v.(type) {
		case string:
			m.runes(v)
		case []any:
			m.spend(2*nodeCost, len(v))
		case map[string]any:
			m.spend(pairCost, len(v))
		}
	}
	return nil
}

func exploded(m *meter, given []any) error {
	if s, ok := given[0].(string); ok {
		m.spend(nodeCost, len(s))
	}
	return nil
}

func flat(m *meter, given []any) error {
	m.spend(3, m.deep(given[0]))
	return nil
}

func made(m *meter, given []any) error {
	if o, ok := given[0].(map[string]any); ok {
		m.spend(pairCost, 2+len(o))
	}
	return nil
}

// sum counts what adding up all elements costs.
func sum(m *meter, given []any) error {
	one := func(v any) {
		switch v := v.(type) {
		case string:
			m.spend(growth, len(v))
		case []any:
			m.spend(growth, nodeCost/2*len(v))
		case map[string]any:
			m.spend(pairCost, len(v))
		default:
			m.spend(1, numberCost)
		}
	}
	return eachOf(m, given[0], one)
}

// eachOf spends the cost of listing the elements of v, and gives them to f.
func eachOf(m *meter, v any, f func(any)) error {
	switch v := v.(type) {
	case []any:
		if !m.spend(nodeCost, len(v)) {
			return nil
		}
		for i := 0; i < len(v) && m.left >= 0; i++ {
			f(v[i])
		}
	case map[string]any:
		if !m.spend(pairCost, len(v)) {
			return nil
		}
		for _, inner := range v {
			f(inner)
		}
	}
	return nil
}

func joined(m *meter, given []any) error {
	separator, _ := given[1].(string)
	return eachOf(m, given[0], func(v any) {
		s, _ := v.(string)
		m.spend(growth, len(s)+len(separator)+numberCost/growth)
	})
}

func transposed(m *meter, given []any) error {
	rows, _ := given[0].([]any)
	longest := 0
	for _, row := range rows {
		if r, ok := row.([]any); ok {
			longest = max(longest, len(r))
		}
	}
	m.spend(2+len(rows), (1+longest)*nodeCost)
	return nil
}

func split(m *meter, given []any) error {
	m.parts(given[0], given[1])
	return nil
}

// product counts what looking for one value everywhere in another costs.
func product(m *meter, given []any) error {
	m.spend(m.deep(given[0]), 1+m.deep(given[1])/nodeCost)
	return nil
}

// places counts what finding all places of one value in another costs. Texts are taken apart for it.
func places(m *meter, given []any) error {
	if s, ok := given[0].(string); ok {
		part, _ := given[1].(string)
		m.spend(len(s), 4*nodeCost+16*len(part))
		m.spend(len(part), nodeCost)
		return nil
	}
	return product(m, given)
}

func compared(m *meter, given []any) error {
	for _, v := range given[1:] {
		switch v.(type) {
		case []any, map[string]any:
			m.deep(v)
		default:
			if err := m.number(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func added(m *meter, given []any) error {
	for _, v := range given[1:] {
		switch v := v.(type) {
		case string:
			m.spend(1, len(v))
		case []any:
			m.spend(nodeCost, len(v))
		case map[string]any:
			m.spend(pairCost, len(v))
		default:
			if err := m.number(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func subtracted(m *meter, given []any) error {
	l, _ := given[1].([]any)
	r, _ := given[2].([]any)
	if l != nil && r != nil {
		m.spend(len(l), m.deep(given[2]))
		m.spend(len(r), m.deep(given[1]))
	}
	return numbers(m, given[1:])
}

func multiplied(m *meter, given []any) error {
	for i, v := range given[1:] {
		switch v := v.(type) {
		case string:
			if times, ok := gojq.ToFloat64(given[2-i]); ok && times > 1 {
				m.spend(len(v), int(min(times, allowance)))
			}
		case map[string]any:
			m.spend(4, m.deep(v))
		}
	}
	return numbers(m, given[1:])
}

func divided(m *meter, given []any) error {
	m.parts(given[1], given[2])
	return numbers(m, given[1:])
}

func indexed(m *meter, given []any) error {
	switch of := given[1].(type) {
	case string:
		m.runes(of)
	case []any:
		if part, ok := given[2].([]any); ok {
			m.spend(len(of), m.deep(part))
		}
	}
	return nil
}

// span makes a range quick to walk.
func span(m *meter, given []any) error {
	for i := range given[1:] {
		given[1+i] = plain(given[1+i])
	}
	return numbers(m, given[1:])
}

func digits(_ *meter, given []any) error {
	if s, ok := given[0].(string); ok && len(s) > maxDigits {
		return errors.New("a number of too many digits")
	}
	return nil
}

func parsed(m *meter, given []any) error {
	if s, ok := given[0].(string); ok {
		m.spend(3*nodeCost, len(s))
	}
	return nil
}

// dated refuses formats of times that pad, which makes much of little.
func dated(m *meter, given []any) error {
	format, _ := given[1].(string)
	for i, c := range []byte(format) {
		if c == '%' && i+1 < len(format) && slices.Contains([]byte("0123456789-_^#:"), format[i+1]) {
			return errors.New("a format of a time with a width or a flag")
		}
	}
	m.spend(100, 10+len(format))
	return each(m, given)
}
