package jq

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/itchyny/gojq"

	"berth/platform"
)

//go:embed prelude.jq
var preludeText string

// prelude is what programs may call that is written in jq.
type prelude struct {
	defs  []*gojq.FuncDef     // each after those that it calls
	calls map[string][]string // what a definition calls of the others, by name and number of arguments
}

var loadPrelude = sync.OnceValue(func() prelude {
	q, err := gojq.Parse(preludeText + ".")
	if err != nil {
		panic("jq: the prelude: " + err.Error())
	}
	p := prelude{calls: map[string][]string{}}
	for _, def := range q.FuncDefs {
		name := nameOf(def.Name, len(def.Args))
		p.calls[name] = nil
		r := rewriter{prelude: p, params: def.Args, trusted: true}
		body := r.query(def.Body)
		if len(r.problems) > 0 {
			panic(fmt.Sprintf("jq: the prelude: %s: %v", name, r.problems))
		}
		p.calls[name] = r.called
		p.defs = append(p.defs, &gojq.FuncDef{Name: def.Name, Args: def.Args, Body: body})
	}
	return p
})

func nameOf(name string, arguments int) string { return fmt.Sprintf("%s/%d", name, arguments) }

// needed returns the definitions that a program needs which calls those named.
func (p prelude) needed(called []string) []*gojq.FuncDef {
	wanted := map[string]bool{}
	var want func(name string)
	want = func(name string) {
		if !wanted[name] {
			wanted[name] = true
			for _, other := range p.calls[name] {
				want(other)
			}
		}
	}
	for _, name := range called {
		want(name)
	}
	var defs []*gojq.FuncDef
	for _, def := range p.defs {
		if wanted[nameOf(def.Name, len(def.Args))] {
			defs = append(defs, def)
		}
	}
	return defs
}

// parse reads a program, refuses what it may not use, and puts a guard before all that may cost much.
func parse(program string) (*gojq.Query, []platform.Problem) {
	if len(program) > MaxProgram {
		return nil, []platform.Problem{{Message: "is longer than 4 KiB"}}
	}
	q, err := gojq.Parse(program)
	var wrong *gojq.ParseError
	switch {
	case errors.As(err, &wrong):
		return nil, []platform.Problem{{Message: fmt.Sprintf("is not a jq program: %s, at byte %d", shown(err), wrong.Offset)}}
	case err != nil:
		return nil, []platform.Problem{{Message: "is not a jq program: " + shown(err)}}
	}
	r := rewriter{prelude: loadPrelude()}
	checked := r.query(q)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	checked.FuncDefs = r.needed(r.called)
	return checked, nil
}

// rewriter makes a guarded program of one as it was written.
type rewriter struct {
	prelude
	params   []string // of the definition that is read
	trusted  bool     // it is one of the prelude
	called   []string
	problems []platform.Problem
}

func (r *rewriter) refuse(format string, args ...any) {
	p := platform.Problem{Message: fmt.Sprintf(format, args...)}
	if !slices.Contains(r.problems, p) {
		r.problems = append(r.problems, p)
	}
}

// maybe rewrites a query that may be left out.
func (r *rewriter) maybe(q *gojq.Query) *gojq.Query {
	if q == nil {
		return nil
	}
	return r.query(q)
}

func (r *rewriter) query(q *gojq.Query) *gojq.Query {
	if q.Meta != nil || len(q.Imports) > 0 {
		r.refuse("uses import, include or module: a program stands for itself")
	}
	if len(q.FuncDefs) > 0 {
		r.refuse("uses def: functions of one's own are not supported")
	}
	if q.Term != nil {
		return &gojq.Query{Term: r.term(q.Term)}
	}
	switch q.Op {
	case gojq.OpPipe, gojq.OpComma, gojq.OpAlt, gojq.OpAnd, gojq.OpOr:
		return &gojq.Query{Left: r.query(q.Left), Op: q.Op, Patterns: r.patterns(q.Patterns), Right: r.query(q.Right)}
	case gojq.OpAdd:
		return r.operator("add", q)
	case gojq.OpSub:
		return r.operator("subtract", q)
	case gojq.OpMul:
		return r.operator("multiply", q)
	case gojq.OpDiv:
		return r.operator("divide", q)
	case gojq.OpMod:
		return r.operator("modulo", q)
	case gojq.OpEq, gojq.OpNe, gojq.OpGt, gojq.OpLt, gojq.OpGe, gojq.OpLe:
		return r.operator("compare", q)
	case 0:
		r.refuse(`is empty; "." is the program that changes nothing`)
	default:
		r.refuse("uses %s: instead of changing the answer, make what is shown, such as {title: .name}", q.Op)
	}
	return q
}

func (r *rewriter) operator(guard string, q *gojq.Query) *gojq.Query {
	return guarded(guard, func(v []*gojq.Query) *gojq.Query {
		return &gojq.Query{Left: v[1], Op: q.Op, Right: v[2]}
	}, r.query(q.Left), r.query(q.Right))
}

// guarded lets a guard see the input and the values of args, and then gives them to what then makes of them: the input is v[0]. A
// guard without arguments passes its input on.
func guarded(guard string, then func(v []*gojq.Query) *gojq.Query, args ...*gojq.Query) *gojq.Query {
	ask := call(guardName(guard), args...)
	if len(args) == 0 {
		return pipe(ask, then(nil))
	}
	var vars []*gojq.Query
	pattern := &gojq.Pattern{}
	for i := range len(args) + 1 {
		name := fmt.Sprintf("$_%d", i)
		vars, pattern.Array = append(vars, call(name)), append(pattern.Array, &gojq.Pattern{Name: name})
	}
	return &gojq.Query{Left: ask, Op: gojq.OpPipe, Patterns: []*gojq.Pattern{pattern}, Right: then(vars)}
}

func pipe(left, right *gojq.Query) *gojq.Query {
	return &gojq.Query{Left: left, Op: gojq.OpPipe, Right: right}
}

func call(name string, args ...*gojq.Query) *gojq.Query {
	return of(&gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: args}})
}

func of(t *gojq.Term) *gojq.Query { return &gojq.Query{Term: t} }

// closed makes a term of a query.
func closed(q *gojq.Query) *gojq.Term {
	if q.Term != nil {
		return q.Term
	}
	return &gojq.Term{Type: gojq.TermTypeQuery, Query: q}
}

func (r *rewriter) patterns(all []*gojq.Pattern) []*gojq.Pattern {
	for _, p := range all {
		r.patterns(p.Array)
		for _, kv := range p.Object {
			if kv.KeyQuery != nil || kv.KeyString != nil && kv.KeyString.Queries != nil {
				r.refuse("uses a key that is computed in a pattern: bind the value by its name")
			}
			if kv.Val != nil {
				r.patterns([]*gojq.Pattern{kv.Val})
			}
		}
	}
	return all
}

func (r *rewriter) term(t *gojq.Term) *gojq.Term {
	made := r.bare(t)
	for _, s := range t.SuffixList {
		made = r.suffix(made, s)
	}
	return made
}

// bare rewrites a term without its suffixes.
func (r *rewriter) bare(t *gojq.Term) *gojq.Term {
	switch t.Type {
	case gojq.TermTypeIdentity, gojq.TermTypeNull, gojq.TermTypeTrue, gojq.TermTypeFalse, gojq.TermTypeNumber:
		return &gojq.Term{Type: t.Type, Number: t.Number}
	case gojq.TermTypeRecurse:
		return closed(r.call(&gojq.Func{Name: "recurse"}))
	case gojq.TermTypeIndex:
		return r.index(&gojq.Term{Type: gojq.TermTypeIdentity}, t.Index)
	case gojq.TermTypeFunc:
		return closed(r.call(t.Func))
	case gojq.TermTypeObject:
		return closed(pipe(of(r.object(t.Object)), call(guardName("made"))))
	case gojq.TermTypeArray:
		return &gojq.Term{Type: t.Type, Array: &gojq.Array{Query: r.maybe(t.Array.Query)}}
	case gojq.TermTypeUnary:
		return &gojq.Term{Type: t.Type, Unary: &gojq.Unary{Op: t.Unary.Op, Term: r.term(t.Unary.Term)}}
	case gojq.TermTypeFormat, gojq.TermTypeString:
		return closed(r.text(t))
	case gojq.TermTypeIf:
		return &gojq.Term{Type: t.Type, If: r.choice(t.If)}
	case gojq.TermTypeTry:
		return &gojq.Term{Type: t.Type, Try: &gojq.Try{Body: r.query(t.Try.Body), Catch: r.maybe(t.Try.Catch)}}
	case gojq.TermTypeQuery:
		return &gojq.Term{Type: t.Type, Query: r.query(t.Query)}
	case gojq.TermTypeLabel:
		if r.trusted {
			return &gojq.Term{Type: t.Type, Label: &gojq.Label{Ident: t.Label.Ident, Body: r.query(t.Label.Body)}}
		}
	case gojq.TermTypeBreak:
		if r.trusted {
			return t
		}
	}
	r.refuse("uses %s: loops are not supported; map, select, add, first and any do without", keyword(t.Type))
	return &gojq.Term{Type: gojq.TermTypeNull}
}

func keyword(t gojq.TermType) string {
	switch t {
	case gojq.TermTypeReduce:
		return "reduce"
	case gojq.TermTypeForeach:
		return "foreach"
	}
	return "label and break"
}

func (r *rewriter) suffix(t *gojq.Term, s *gojq.Suffix) *gojq.Term {
	switch {
	case s.Index != nil:
		return r.index(t, s.Index)
	case s.Iter:
		each := closed(pipe(of(t), call(guardName("each"))))
		return &gojq.Term{Type: gojq.TermTypeQuery, Query: of(each), SuffixList: []*gojq.Suffix{s}}
	}
	return &gojq.Term{Type: gojq.TermTypeTry, Try: &gojq.Try{Body: of(t)}}
}

// index rewrites t[x]. A name costs nothing; a number may stand for a character of a long text.
func (r *rewriter) index(t *gojq.Term, x *gojq.Index) *gojq.Term {
	at := func(v *gojq.Query, index *gojq.Index) *gojq.Query {
		return of(&gojq.Term{Type: gojq.TermTypeQuery, Query: v, SuffixList: []*gojq.Suffix{{Index: index}}})
	}
	switch {
	case x.Name != "" || x.Str != nil && x.Str.Queries == nil:
		return closed(at(of(t), x))
	case x.Str != nil:
		key := r.text(&gojq.Term{Type: gojq.TermTypeString, Str: x.Str})
		return closed(guarded("index", func(v []*gojq.Query) *gojq.Query { return at(v[1], &gojq.Index{Start: v[2]}) }, of(t), key))
	case !x.IsSlice:
		return closed(guarded("index", func(v []*gojq.Query) *gojq.Query { return at(v[1], &gojq.Index{Start: v[2]}) }, of(t), r.query(x.Start)))
	}
	end := func(q *gojq.Query) *gojq.Query {
		if q == nil {
			return of(&gojq.Term{Type: gojq.TermTypeNull})
		}
		return r.query(q)
	}
	return closed(guarded("slice", func(v []*gojq.Query) *gojq.Query {
		return at(v[1], &gojq.Index{IsSlice: true, Start: v[2], End: v[3]})
	}, of(t), end(x.Start), end(x.End)))
}

func (r *rewriter) object(o *gojq.Object) *gojq.Term {
	made := &gojq.Object{}
	for _, kv := range o.KeyVals {
		one := &gojq.ObjectKeyVal{Key: kv.Key, KeyString: kv.KeyString, Val: r.maybe(kv.Val)}
		switch {
		case strings.HasPrefix(kv.Key, "$"):
			r.variable(kv.Key)
		case kv.KeyString != nil && kv.KeyString.Queries != nil:
			one.KeyString, one.KeyQuery = nil, r.text(&gojq.Term{Type: gojq.TermTypeString, Str: kv.KeyString})
		case kv.KeyQuery != nil:
			one.KeyQuery = r.query(kv.KeyQuery)
		}
		if one.KeyQuery != nil && kv.Val == nil {
			r.refuse("has a key that is computed without a value: write {(key): value}")
		}
		made.KeyVals = append(made.KeyVals, one)
	}
	return &gojq.Term{Type: gojq.TermTypeObject, Object: made}
}

func (r *rewriter) choice(c *gojq.If) *gojq.If {
	made := &gojq.If{Cond: r.query(c.Cond), Then: r.query(c.Then), Else: r.maybe(c.Else)}
	for _, e := range c.Elif {
		made.Elif = append(made.Elif, &gojq.IfElif{Cond: r.query(e.Cond), Then: r.query(e.Then)})
	}
	return made
}

var formats = []string{"@text", "@json", "@html", "@uri", "@urid", "@csv", "@tsv", "@sh", "@base64", "@base64d"}

// text rewrites a text with values in it, or a format.
func (r *rewriter) text(t *gojq.Term) *gojq.Query {
	value := func() *gojq.Query { return r.query(call("tostring")) }
	if t.Type == gojq.TermTypeFormat {
		if !slices.Contains(formats, t.Format) {
			r.refuse("uses %s, which is no format; the formats are %s", platform.Clip(t.Format, 40), strings.Join(formats, ", "))
		}
		value = func() *gojq.Query {
			return pipe(call(guardName("format")), of(&gojq.Term{Type: gojq.TermTypeFormat, Format: t.Format}))
		}
		if t.Str == nil {
			return value()
		}
	}
	if t.Str.Queries == nil {
		return of(&gojq.Term{Type: gojq.TermTypeString, Str: t.Str})
	}
	var made *gojq.Query
	for _, q := range t.Str.Queries {
		part := q
		if q.Term == nil || q.Term.Str == nil {
			part = pipe(r.query(q), value())
		}
		if made == nil {
			made = part
			continue
		}
		made = guarded("add", func(v []*gojq.Query) *gojq.Query {
			return &gojq.Query{Left: v[1], Op: gojq.OpAdd, Right: v[2]}
		}, made, part)
	}
	return made
}
