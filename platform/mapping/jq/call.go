package jq

import (
	"slices"
	"strings"

	"github.com/itchyny/gojq"

	"berth/platform"
)

func (r *rewriter) variable(name string) {
	if name == "$ENV" || strings.HasPrefix(name, "$__") {
		r.refuse("uses %s: a program knows the answer alone", platform.Clip(name, 40))
	}
}

// call rewrites a call of a function, or a variable.
func (r *rewriter) call(f *gojq.Func) *gojq.Query {
	if strings.HasPrefix(f.Name, "$") {
		r.variable(f.Name)
		return call(f.Name)
	}
	name := nameOf(f.Name, len(f.Args))
	args := make([]*gojq.Query, len(f.Args))
	for i, q := range f.Args {
		args[i] = r.query(q)
	}
	_, defined := r.calls[name]
	guard, native := natives[name]
	switch {
	case slices.Contains(r.params, f.Name) && len(f.Args) == 0:
	case strings.HasPrefix(f.Name, "_") && !r.trusted:
		r.unknown(name)
	case defined:
		r.called = append(r.called, name)
		r.spelledOut(f)
	case native && guard != nil:
		return guarded(name, func(v []*gojq.Query) *gojq.Query {
			if len(v) == 0 {
				return call(f.Name)
			}
			return pipe(v[0], call(f.Name, v[1:]...))
		}, args...)
	case native, r.trusted && (f.Name == "_tests" || f.Name == "_pieces"):
	default:
		r.unknown(name)
	}
	return call(f.Name, args...)
}

// What jq has and a program here may not use, by the reason.
var (
	outside = []string{"env", "input", "inputs", "input_filename", "input_line_number", "debug", "stderr", "now", "localtime", "strflocaltime", "halt", "halt_error"}
	endless = []string{"limit", "until", "while", "repeat", "range", "recurse", "walk", "combinations", "skip"}
	changes = []string{"del", "delpaths", "setpath", "path", "paths", "pick", "getpath"}
)

func (r *rewriter) unknown(name string) {
	short, _, _ := strings.Cut(name, "/")
	switch {
	case slices.Contains(outside, short):
		r.refuse("uses %s: a program knows the answer alone, and makes the same of it each time", short)
	case slices.Contains(endless, short):
		r.refuse("uses %s, which may go on for ever or make much of little: take a part with .[:20], or go through all with map", name)
	case slices.Contains(changes, short):
		r.refuse("uses %s: instead of changing the answer, make what is shown, such as {title: .name}", short)
	default:
		r.refuse("calls %s, which is no function that a program here may call", platform.Clip(name, 60))
	}
}

// spelledOut checks regular expressions, which must stand in the program as they are, and so must their flags.
func (r *rewriter) spelledOut(f *gojq.Func) {
	if r.trusted {
		return
	}
	flags := -1 // the argument that has them
	switch nameOf(f.Name, len(f.Args)) {
	case "test/1", "capture/1", "scan/1", "sub/2", "gsub/2":
	case "test/2", "capture/2", "scan/2", "split/2":
		flags = 1
	case "sub/3", "gsub/3":
		flags = 2
	default:
		return
	}
	text, ok := constant(f.Args[0])
	with := ""
	if flags > 0 && ok {
		with, ok = constant(f.Args[flags])
	}
	if !ok {
		r.refuse(`uses %s with a regular expression that is computed: write it out, such as test("^a")`, f.Name)
		return
	}
	if _, err := compilePattern(text, with); err != nil {
		r.refuse("uses %s with a regular expression that cannot be read: %s", f.Name, shown(err))
	}
}

// constant returns a text that stands in the program; null is the empty one.
func constant(q *gojq.Query) (string, bool) {
	if q.Term == nil || len(q.Term.SuffixList) > 0 {
		return "", false
	}
	if q.Term.Type == gojq.TermTypeString && q.Term.Str.Queries == nil {
		return q.Term.Str.Str, true
	}
	return "", q.Term.Type == gojq.TermTypeNull
}
