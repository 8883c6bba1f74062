package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"berth/platform"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// maxProblems bounds the list of problems; its last one then says how many were left out. maxReported bounds the work: problems
// beyond it are only counted.
const (
	maxProblems = 100
	maxReported = 2000
)

// Validate holds JSON text against the schema and returns every problem, sorted by location, which is relative to the
// data ("items[2].title", "" for the data itself). None means valid.
func (s *Schema) Validate(data json.RawMessage) []platform.Problem {
	return s.ValidateInStints(data, nil)
}

// ValidateInStints is Validate for data that take long: it calls rest, unless that is nil, after each few values that it reads.
func (s *Schema) ValidateInStints(data json.RawMessage, rest func()) []platform.Problem {
	r := decode(data, s.maxDepth, rest)
	if !r.whole {
		return cut(r.problems, r.omitted)
	}
	problems := s.ValidateValue(r.value)
	if len(r.problems) == 0 {
		return problems
	}
	all := r.problems
	for _, p := range problems {
		// What could not be read was replaced, so that the schema does not judge what was sent.
		if !slices.ContainsFunc(r.problems, func(u platform.Problem) bool { return u.Location == p.Location }) {
			all = append(all, p)
		}
	}
	sortProblems(all)
	return cut(all, r.omitted)
}

// ValidateValue is Validate for a value that Decode made.
func (s *Schema) ValidateValue(v any) []platform.Problem {
	err := s.compiled.Validate(v)
	if err == nil {
		return nil
	}
	var tree *jsonschema.ValidationError
	if !errors.As(err, &tree) {
		return []platform.Problem{{Message: "does not fit the schema"}}
	}
	return report(tree, v, s.notes)
}

func report(tree *jsonschema.ValidationError, value any, notes notes) []platform.Problem {
	r := reporter{value: value, notes: notes, left: maxReported}
	problems := r.problems(tree)
	sortProblems(problems)
	return cut(slices.Compact(problems), r.omitted)
}

func sortProblems(problems []platform.Problem) {
	slices.SortFunc(problems, func(a, b platform.Problem) int {
		return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Message, b.Message))
	})
}

// reporter turns the validator's tree of errors into a flat list.
type reporter struct {
	value   any
	notes   notes
	left    int // problems that are still put into words
	omitted int // those that were only counted
}

func (r *reporter) problems(e *jsonschema.ValidationError) []platform.Problem {
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		return r.nearest(e)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return r.nearest(e)
		}
	case *kind.Required:
		return r.missing(e, k.Missing, "is required")
	case *kind.DependentRequired:
		return r.missing(e, k.Missing, fmt.Sprintf("is required when %q is given", platform.Clip(k.Prop, maxKey)))
	case *kind.Dependency:
		return r.missing(e, k.Missing, fmt.Sprintf("is required when %q is given", platform.Clip(k.Prop, maxKey)))
	case *kind.AdditionalProperties:
		return r.missing(e, k.Properties, unknownField(r.notes.fields[e.SchemaURL]))
	case *kind.Pattern:
		return []platform.Problem{{Location: r.locate(e.InstanceLocation), Message: patternMessage(k, r.notes.wanted[e.SchemaURL])}}
	case *kind.PropertyNames:
		return r.missing(e, []string{k.Property}, "is not an allowed field name")
	case *kind.FalseSchema:
		return []platform.Problem{{Location: r.locate(e.InstanceLocation), Message: "is not allowed"}}
	case *kind.Contains, *kind.MinContains:
		// The causes say why each item is not the one that was looked for, which is no problem of the item.
		return []platform.Problem{{Location: r.locate(e.InstanceLocation), Message: message(e.ErrorKind)}}
	}
	if len(e.Causes) == 0 {
		return []platform.Problem{{Location: r.locate(e.InstanceLocation), Message: message(e.ErrorKind)}}
	}
	var out []platform.Problem
	for _, c := range e.Causes {
		if r.left <= 0 {
			r.omitted += leaves(c)
			continue
		}
		more := r.problems(c)
		if len(c.Causes) == 0 {
			r.left -= len(more)
		}
		out = append(out, more...)
	}
	return out
}

// leaves estimates how many problems a failure stands for.
func leaves(e *jsonschema.ValidationError) int {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return len(k.Missing)
	case *kind.AdditionalProperties:
		return len(k.Properties)
	case *kind.AnyOf, *kind.OneOf, *kind.Contains, *kind.MinContains:
		return 1
	}
	if len(e.Causes) == 0 {
		return 1
	}
	n := 0
	for _, c := range e.Causes {
		n += leaves(c)
	}
	return n
}

// nearest explains why a value fits none of several forms. It assumes that the closest form was meant, which is none of another
// type or with another constant.
func (r *reporter) nearest(e *jsonschema.ValidationError) []platform.Problem {
	var types []string
	var got string
	var best []platform.Problem
	distance := 0
	for _, c := range e.Causes {
		if t := wrongType(c, len(e.InstanceLocation)); t != nil {
			types, got = append(types, t.Want...), t.Got
			continue
		}
		d := len(c.Causes) + 1
		if otherConstant(c) {
			d += 1 << 20
		}
		if best == nil || d < distance {
			best, distance = r.problems(c), d
		}
	}
	if best != nil {
		return best
	}
	slices.Sort(types)
	return []platform.Problem{{Location: r.locate(e.InstanceLocation), Message: typeMessage(got, slices.Compact(types))}}
}

// wrongType returns the failure when a form is refused for the type of the value itself.
func wrongType(e *jsonschema.ValidationError, depth int) *kind.Type {
	for {
		if t, ok := e.ErrorKind.(*kind.Type); ok && len(e.InstanceLocation) == depth {
			return t
		}
		if _, ok := e.ErrorKind.(*kind.Reference); !ok || len(e.Causes) != 1 {
			return nil
		}
		e = e.Causes[0]
	}
}

func otherConstant(e *jsonschema.ValidationError) bool {
	if _, ok := e.ErrorKind.(*kind.Const); ok {
		return true
	}
	return slices.ContainsFunc(e.Causes, otherConstant)
}

// missing names the first maxProblems of the fields, in the order of their names, and counts the others: data can have any
// number of fields that no schema knows.
func (r *reporter) missing(e *jsonschema.ValidationError, names []string, message string) []platform.Problem {
	if more := len(names) - maxProblems; more > 0 {
		names = least(names, maxProblems)
		r.omitted += more
	}
	out := make([]platform.Problem, len(names))
	at := r.segments(e.InstanceLocation)
	for i, name := range names {
		out[i] = platform.Problem{Location: location(append(slices.Clip(at), segment{key: &name})), Message: message}
	}
	return out
}

// least returns the n least of many names, sorted.
func least(names []string, n int) []string {
	first := slices.Sorted(slices.Values(names[:n]))
	for _, name := range names[n:] {
		if name < first[n-1] {
			at, _ := slices.BinarySearch(first, name)
			copy(first[at+1:], first[at:n-1])
			first[at] = name
		}
	}
	return first
}

func (r *reporter) locate(tokens []string) string { return location(r.segments(tokens)) }

// segments tells keys from indexes by walking the value.
func (r *reporter) segments(tokens []string) []segment {
	out := make([]segment, 0, len(tokens)+1)
	v := r.value
	for _, token := range tokens {
		switch at := v.(type) {
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return out
			}
			out = append(out, segment{index: i})
			v = at[i]
		case map[string]any:
			out = append(out, segment{key: &token})
			v = at[token]
		default:
			return out
		}
	}
	return out
}
