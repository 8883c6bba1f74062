package jq_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"berth/platform"
	"berth/platform/mapping/jq"
)

func decode(t testing.TB, s string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func run(t testing.TB, program string, answer any) (string, error) {
	t.Helper()
	p, problems := jq.Compile(program)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", program, problems)
	}
	v, err := p.Run(t.Context(), answer)
	if err != nil {
		return "", err
	}
	text, err := platform.PlainJSON(v)
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return text, nil
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	const answer = `{"n":3,"price":3.20,"big":12345678901234567890,"s":"Käse, Brot","when":"2026-11-23T10:00:00Z","on":true,"none":null,
		"rows":[{"name":"Rye","price":3,"tags":["dark","new"]},{"name":"Oat","price":2,"tags":[]},{"name":"Bun","price":0.5}]}`
	for program, want := range map[string]string{
		`.`:                         "",
		`.price`:                    `3.20`,
		`.big`:                      `12345678901234567890`,
		`.rows | length`:            `3`,
		`{title: .rows[0].name, n}`: `{"n":3,"title":"Rye"}`,
		`[.rows[] | {title: .name, subtitle: "\(.price) EUR"}]`:                                             `[{"subtitle":"3 EUR","title":"Rye"},{"subtitle":"2 EUR","title":"Oat"},{"subtitle":"0.5 EUR","title":"Bun"}]`,
		`{items: .rows | map(select(.price > 1)) | sort_by(.price) | map({title: .name})}`:                  `{"items":[{"title":"Oat"},{"title":"Rye"}]}`,
		`.rows | map(.price) | add`:                                                                         `5.5`,
		`[.rows[].tags[]?]`:                                                                                 `["dark","new"]`,
		`.rows | group_by(.price > 1) | map(length)`:                                                        `[1,2]`,
		`.rows | (max_by(.price), min_by(.price)) | .name`:                                                  "several",
		`[.rows | (max_by(.price), min_by(.price)) | .name]`:                                                `["Rye","Bun"]`,
		`[.rows[:2][] | .name] | join(" & ")`:                                                               `"Rye & Oat"`,
		`.rows[-1].name, .s[:4]`:                                                                            "several",
		`[.rows[-1].name, .s[:4], .s[6:], .rows[1:][0].name]`:                                               `["Bun","Käse","Brot","Oat"]`,
		`.none // "nothing"`:                                                                                `"nothing"`,
		`if .on then "yes" elif .n > 2 then 1 else "no" end`:                                                `"yes"`,
		`try error("x") catch .`:                                                                            `"x"`,
		`[.n + 1, .n - 1, .n * 2, .n / 2, .n % 2, -.n]`:                                                     `[4,2,6,1.5,1,-3]`,
		`.s | [split(", ")[], ascii_upcase, test("brot"; "i"), test("^x")]`:                                 `["Käse","Brot","KäSE, BROT",true,false]`,
		`.s | [sub("(?<a>[A-Z])"; "<\(.a)>"), gsub("s|r"; "_"), (capture("(?<x>B)(?<y>.)") | .y)]`:          `["<K>äse, Brot","Kä_e, B_ot","r"]`,
		`[.s | scan("[A-Z]")], (.s | split("[, ]+"; null))`:                                                 "several",
		`[[.s | scan("[A-Z]")], (.s | split("[, ]+"; null)), [.s | scan("(.)(s)")]]`:                        `[["K","B"],["Käse","Brot"],[["ä","s"]]]`,
		`.when | fromdate | todate`:                                                                         `"2026-11-23T10:00:00Z"`,
		`.when | fromdate | strftime("%d.%m.%Y")`:                                                           `"23.11.2026"`,
		`.rows[0] | to_entries | map(.key)`:                                                                 `["name","price","tags"]`,
		`.rows[0] | with_entries(select(.key != "tags"))`:                                                   `{"name":"Rye","price":3}`,
		`.rows[0] | map_values(tostring)`:                                                                   `{"name":"Rye","price":"3","tags":"[\"dark\",\"new\"]"}`,
		`[range(3)] + [range(1; 3)]`:                                                                        `[0,1,2,1,2]`,
		`[.rows[] as {$name, price: $p} | "\($name):\($p)"]`:                                                `["Rye:3","Oat:2","Bun:0.5"]`,
		`. as {rows: [$first]} | $first.name`:                                                               `"Rye"`,
		`[.. | numbers] | length`:                                                                           `6`,
		`[first(.rows[]), last(.rows[])] | map(.name)`:                                                      `["Rye","Bun"]`,
		`[(.rows | any(.price > 2)), (.rows | all(.price > 2)), (["a"] | index("a")), ("a" | IN("a","b"))]`: `[true,false,0,true]`,
		`@uri "q=\(.s)", @base64 "x"`:                                                                       "several",
		`[@uri "q=\(.s)", (.s | @base64 | @base64d), ([1,"a"] | @csv)]`:                                     `["q=K%C3%A4se%2C%20Brot","Käse, Brot","1,\"a\""]`,
		`{("k\(.n)"): 1, "a b": 2, "x\(.n)": 3}`:                                                            `{"a b":2,"k3":1,"x3":3}`,
		`[nan, infinite, -infinite]`:                                                                        `[null,1.7976931348623157e+308,-1.7976931348623157e+308]`,
		`empty`:                                                                                             "nothing",
		`.rows.name`:                                                                                        "failed",
		`.rows | .[1e300]`:                                                                                  `null`,
		`[[1,[2]],[3]] | [flatten, flatten(1), transpose[0], (.[0] - [1])]`:                                 `[[1,2,3],[1,[2],3],[1,3],[[2]]]`,
		`"a" * 3, 1`: "several",
		`["a" * 3, ({a:{b:1}} * {a:{c:2}}), ([3,1,2,1] | (sort, unique, min, max, reverse))]`:                                  `["aaa",{"a":{"b":1,"c":2}},[1,1,2,3],[1,2,3],1,3,[1,2,1,3]]`,
		`[.rows[] | has("tags"), (.name | explode | implode | ltrimstr("R") | length), (.price | tojson | tonumber)] | length`: `9`,
		`"[1,{\"a\":2}]" | fromjson | .[1].a`: `2`,
	} {
		got, err := run(t, program, decode(t, answer))
		switch {
		case err != nil && (want == "several" || want == "nothing" || want == "failed"):
			if !platform.IsCode(err, platform.CodeExecution) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", program, err)
			}
		case err != nil:
			t.Errorf("%s: %v", program, err)
		case want != "" && got != want:
			t.Errorf("%s: %s, want %s", program, got, want)
		}
	}
}

func TestWhatAProgramMayNotUse(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		`env`: "uses env", `$ENV.PATH`: "$ENV", `env.PATH`: "uses env", `input`: "uses input", `[inputs]`: "uses inputs", `input_filename`: "uses input_filename", `now`: "uses now", `localtime`: "uses localtime", `strflocaltime("%H")`: "uses strflocaltime",
		`debug`: "uses debug", `halt`: "uses halt", `halt_error`: "uses halt_error", `{$__loc__}`: "$__loc__", `$__prog_args`: "$__prog_args", `include "a"; .`: "uses import", `import "a" as $a; .`: "uses import",
		`def f: f; f`: "uses def", `1 | def f: .; f`: "uses def", `reduce .[] as $x (0; . + $x)`: "uses reduce", `foreach .[] as $x (0; 1)`: "uses foreach", `label $f | 1, break $f`: "uses label and break",
		`repeat(.)`: "uses repeat/1", `limit(3; .[])`: "uses limit/2", `until(true; .)`: "uses until/2", `while(true; .)`: "uses while/2", `range(0; 9; 1)`: "uses range/3", `recurse(.a)`: "uses recurse/1", `walk(.)`: "uses walk/1",
		`.a = 1`: "uses =", `.a |= 1`: "uses |=", `.a += 1`: "uses +=", `del(.a)`: "uses del", `setpath(["a"]; 1)`: "uses setpath", `[paths]`: "uses paths", `getpath(["a"])`: "uses getpath",
		`nope`: "calls nope/0", `map`: "calls map/0", `_guard_each`: "calls _guard_each/0", `_pieces("a"; null)`: "calls _pieces/2", `_modify(.a; 1)`: "calls _modify/2", `$x`: "variable not defined", `@base32`: "@base32",
		`test(.a)`: "computed", `test("(")`: "cannot be read", `test("a"; .f)`: "computed", `gsub("a"; "b"; "q")`: "flags", `test("` + strings.Repeat("a", 300) + `")`: "256", `. as {("a"): $b} | $b`: "computed", `{"a\(1)"}`: "computed",
		`{`: "is not a jq program", ``: "is empty", `# nothing`: "is empty", `.[`: "at byte", strings.Repeat(" ", 5000) + ".": "longer than 4 KiB",
	} {
		p, problems := jq.Compile(program)
		if p != nil || len(problems) == 0 || len(problems) > 2 || !strings.Contains(problems[0].Message, want) || problems[0].Location != "" {
			t.Errorf("%.60s: %v, want %s", program, problems, want)
		}
	}
	if _, problems := jq.Compile(`{a: now, b: env, c: now}`); len(problems) != 2 {
		t.Errorf("not every problem once: %v", problems)
	}
}

// What an author writes fits, also where an answer is as large as it may be.
func TestLargeAnswerFits(t *testing.T) {
	t.Parallel()
	rows := make([]any, 4000)
	for i := range rows {
		rows[i] = map[string]any{"id": json.Number("17"), "name": strings.Repeat("name", 20), "price": json.Number("3.50"), "stock": json.Number("4"), "on": i%4 == 0, "at": "2026-11-23T10:00:00Z", "image": "https://example.com/a.jpg"}
	}
	var got string
	var err error
	synctest.Test(t, func(t *testing.T) { // on a slow machine too
		got, err = run(t, `[.rows[] | select(.on and .price > 1)] | sort_by(.name) | {count: length, items: map({title: .name, subtitle: "\(.price) EUR, \(.stock) left", image, when: .at[:10]}) | .[:200]}`, map[string]any{"rows": rows})
	})
	if err != nil || !strings.HasPrefix(got, `{"count":1000,"items":[{`) {
		t.Errorf("%.200s %v", got, err)
	}
}

func TestWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	nested := any(1)
	for range 200 {
		nested = []any{nested}
	}
	for name, tt := range map[string]struct {
		program string
		answer  any
		want    string
	}{
		"answer":         {`1`, strings.Repeat("a", jq.MaxAnswer+1), "1 MiB"},
		"depth":          {`1`, nested, "levels"},
		"digits":         {`1`, json.Number(strings.Repeat("9", 200)), "digits"},
		"text":           {`"a" * 300000`, nil, "256 KiB"},
		"list":           {`[range(200000)]`, nil, "256 KiB"},
		"shared":         {`"a" * 200000 | [., .]`, nil, "256 KiB"},
		"nested outcome": {strings.Repeat("[", 200) + strings.Repeat("]", 200), nil, "levels"},
		"steps":          {`[range(1e12)] | length`, nil, "steps"},
		"a try":          {`try ([range(1e12)] | length) catch 1`, nil, "steps"},
	} {
		if _, err := run(t, tt.program, tt.answer); !platform.IsCode(err, platform.CodeExecution) || !strings.Contains(err.Error(), tt.want) && !strings.Contains(err.Error(), "100 ms") {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	p, _ := jq.Compile(".")
	if _, err := p.Run(t.Context(), struct{}{}); err == nil || platform.IsCode(err, platform.CodeExecution) {
		t.Errorf("what is no JSON: %v", err)
	}
}

// A run leaves what it was given as it was, also where many use it at once, and runs share nothing but the program.
func TestRunsAtOnce(t *testing.T) {
	t.Parallel()
	answer := decode(t, `{"rows":[{"a":{"b":[1,2,3]}},{"a":{"b":[3,1,2]}}]}`)
	before, _ := platform.PlainJSON(answer)
	p, problems := jq.Compile(`[.rows[] | {a, b: (.a.b | sort), c: .a.b[0]}] | sort_by(.c) | with_entries(.) | if type == "object" then [.[]] else . end`)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	synctest.Test(t, func(t *testing.T) { // on a slow machine too
		var wg sync.WaitGroup
		for range 32 {
			wg.Go(func() {
				for range 20 {
					v, err := p.Run(t.Context(), answer)
					if got, _ := platform.PlainJSON(v); err != nil || !strings.Contains(got, `"b":[1,2,3]`) {
						t.Errorf("%s %v", got, err)
					}
				}
			})
		}
		wg.Wait()
	})
	if after, _ := platform.PlainJSON(answer); after != before {
		t.Errorf("the answer is now %s", after)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p, _ := jq.Compile(`[range(1e12)] | length`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func BenchmarkRun(b *testing.B) {
	rows := make([]any, 50)
	for i := range rows {
		rows[i] = map[string]any{"id": json.Number("17"), "name": "a name", "price": json.Number("3.50"), "stock": json.Number("4"), "image": "https://example.com/a.jpg"}
	}
	p, problems := jq.Compile(`{items: [.rows[] | select(.stock > 0) | {title: .name, subtitle: "\(.price) EUR", image}]}`)
	if problems != nil {
		b.Fatal(problems)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Run(b.Context(), map[string]any{"rows": rows}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		jq.Compile(`{items: [.rows[] | select(.stock > 0) | {title: .name, subtitle: "\(.price) EUR", image}]}`)
	}
}
