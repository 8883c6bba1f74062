package jq_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"berth/platform/mapping/jq"
)

// grammar makes programs at random, of everything that may stand in one.
type grammar struct{ *rand.Rand }

func (g grammar) one(of ...string) string { return of[g.IntN(len(of))] }

// query makes a query of about that many parts.
func (g grammar) query(size int) string {
	if size <= 1 {
		return g.one(".", ".", ".a", ".b", ".s", ".list", ".[]", ".[]?", "..", "0", "7", "-1.5", "1e9", `"x"`, "null", "true", "$v", ".[0]", ".[-1:]", ".[2:9]", `."a b"`, ".list[3]", "99999999999999999999",
			"length", "keys", "reverse", "add", "flatten", "sort", "unique", "min", "max", "transpose", "tojson", "tostring", "tonumber", "fromjson", "explode", "implode", "not", "type", "values", "numbers", "strings",
			"to_entries", "from_entries", "first", "last", "any", "all", "floor", "sqrt", "abs", "ascii_downcase", "trim", "todate", "fromdate", "gmtime", "mktime", "error", "empty", "utf8bytelength", "scalars", "recurse",
			"@json", "@html", "@uri", "@csv", "@base64", "@base64d", "@sh", "@text", "infinite", "nan", "{}", "[]", "toboolean", "isempty(.[])", "exp10", "trunc")
	}
	l, r := g.query(size/2), g.query(size-size/2)
	switch g.IntN(24) {
	case 0, 1, 2, 3, 4:
		return l + "|" + r
	case 5:
		return "[" + l + "," + r + "]"
	case 6, 7:
		return "(" + l + ")" + g.one("+", "-", "*", "/", "%", "==", "<", ">=", "!=", "//", " and ", " or ", ",") + "(" + r + ")"
	case 8:
		return "{a:(" + l + "),b:(" + r + ")}"
	case 9:
		return "if " + l + " then " + r + " else . end"
	case 10:
		return "[" + l + "|" + r + "]"
	case 11:
		return "(" + l + ") as $v|" + r
	case 12:
		return "try (" + l + ") catch (" + r + ")"
	case 13:
		return `"a\(` + l + `)b\(` + r + `)"`
	case 14, 15, 16:
		return l + "|" + g.one("map", "select", "map_values", "with_entries", "sort_by", "group_by", "unique_by", "min_by", "max_by", "any", "all", "first", "last", "add", "IN", "isempty", "contains", "inside",
			"index", "indices", "join", "split", "startswith", "ltrimstr", "has", "in", "nth", "range", "flatten", "strftime", "strptime", "error") + "(" + r + ")"
	case 17:
		return l + "|" + fmt.Sprintf("%s(%s)", g.one("test", "scan", "capture"), g.one(`"a"`, `""`, `"(?<x>.)(y)?";"g"`, `"(a|b*)*c"`, `"\\s+$";"i"`))
	case 18:
		return l + "|" + g.one("sub", "gsub") + "(" + g.one(`"a"`, `""`, `"(?<x>.)"`) + ";" + r + ")"
	case 19:
		return "(" + l + ")[" + r + "]"
	case 20:
		return "(" + l + ")[" + r + ":]"
	case 21:
		return "range(" + l + ";" + r + ")"
	case 22:
		return "[" + strings.TrimSuffix(strings.Repeat(l+"|", 1+g.IntN(20)), "|") + "]|" + r
	}
	return strings.Repeat("["+l+",.]|", 1+g.IntN(30)) + r
}

// program makes a program that is short enough; $v is always bound.
func (g grammar) program() string {
	for {
		if p := ". as $v|" + g.query(2+g.IntN(14)); len(p) <= jq.MaxProgram {
			return p
		}
	}
}

// generated runs one program made of a seed on some part of the answers.
func generated(t testing.TB, seed uint64, all map[string]any, names []string) {
	t.Helper()
	g := grammar{rand.New(rand.NewPCG(seed, 1))}
	program := g.program()
	p, problems := jq.Compile(program)
	if len(problems) > 0 {
		t.Fatalf("seed %d: %s: %v", seed, program, problems)
	}
	name := names[g.IntN(len(names))]
	answer := map[string]any{"a": all[name], "b": all[names[g.IntN(len(names))]], "s": "text", "list": []any{1, "a", nil}}
	if g.IntN(3) == 0 {
		bounded(t, p, program, all[name])
		return
	}
	answer["b"] = all["small"]
	bounded(t, p, program, answer)
}

// Whatever compiles is bounded.
func TestGeneratedPrograms(t *testing.T) {
	all, names := answers(t), []string{"numbers", "floats", "rows", "text", "brackets", "wide", "deep", "a", "words", "lists", "small", "small", "small"}
	for seed := range uint64(80) {
		generated(t, seed, all, names)
	}
}

func FuzzGenerated(f *testing.F) {
	all, names := answers(f), []string{"numbers", "floats", "rows", "text", "brackets", "wide", "deep", "a", "words", "lists", "small", "small", "small"}
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { generated(t, seed, all, names) })
}

// FuzzCompile reads anything as a program: it is refused with a problem, or runs within its bounds.
func FuzzCompile(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(grammar{rand.New(rand.NewPCG(seed, 2))}.program())
	}
	for _, s := range []string{".", "reduce .[] as $x (0; . + $x)", "def f: f; f", "$ENV", "env", `"\(1)"`, "@base32", ".a |= 1", "limit(1;.)", `{"a":1}.a`, ". as [$a, {b: $c}] ?// $a | $a", "label $x | break $x", ".[1,2:3]", "#", `"\u0000"`, `include "a"; .`, "{(1):2}", "..[0]?"} {
		f.Add(s)
	}
	answer := answers(f)["small"]
	f.Fuzz(func(t *testing.T, program string) {
		p, problems := jq.Compile(program)
		if len(problems) > 0 {
			for _, problem := range problems {
				if problem.Message == "" || len(problem.Message) > 1000 {
					t.Errorf("%q: %+v", program, problem)
				}
			}
			return
		}
		bounded(t, p, program, answer)
	})
}
