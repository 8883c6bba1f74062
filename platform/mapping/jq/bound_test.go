package jq_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/mapping/jq"
)

// mostMemory is what no run may exceed: bytes allocated in all, kept or not. That runs end at all is seen by the tests' end: for how
// long one may go on is the machine's affair, and Run's deadline.
const mostMemory = 64 << 20

// answers are large and strange ones.
func answers(t testing.TB) map[string]any {
	t.Helper()
	numbers, floats, rows := make([]any, 250_000), make([]any, 120_000), make([]any, 8_000)
	for i := range numbers {
		numbers[i] = json.Number("7")
	}
	for i := range floats {
		floats[i] = json.Number(fmt.Sprintf("%d.%d", i*7919%100000, i%10))
	}
	for i := range rows {
		rows[i] = map[string]any{"name": fmt.Sprintf("row %d", i), "price": json.Number(fmt.Sprintf("%d.5", i*7919%1000)), "tags": []any{"a", "b"}, "at": map[string]any{"lat": json.Number("52.5"), "none": nil}}
	}
	wide, deep := map[string]any{}, any("x")
	for i := range 60_000 {
		wide[fmt.Sprintf("key%d", i*7919%60_000)] = true
	}
	for range 100 {
		deep = []any{map[string]any{"a": deep}}
	}
	all := map[string]any{"numbers": numbers, "floats": floats, "rows": rows, "text": strings.Repeat("aé\x01<", 200_000), "json": strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"brackets": "[" + strings.Repeat("{},", 300_000) + "{}]", "wide": wide, "deep": deep, "a": strings.Repeat("a", 900_000), "words": strings.Split("x", "x")[0] + strings.Repeat("a b\n", 200_000),
		"lists": slices.Repeat([]any{[]any{}}, 300_000), "small": map[string]any{"a": []any{json.Number("1"), json.Number("99999999999999999999999999"), "b"}, "n": json.Number("1e300"), "s": "text", "o": map[string]any{"x": nil}}}
	return all
}

// spends runs a program and returns what it took; nothing else may run meanwhile.
func spends(t testing.TB, p *jq.Program, answer any) (memory uint64, took time.Duration, err error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	_, err = p.Run(t.Context(), answer)
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, took, err
}

// bounded runs a program on an answer and fails where it takes more than it may.
func bounded(t testing.TB, p *jq.Program, program string, answer any) {
	t.Helper()
	memory, took, err := spends(t, p, answer)
	if e := platform.AsError(err); err != nil && e.Code != platform.CodeExecution {
		t.Fatalf("%.100s: %v", program, err)
	}
	if memory > mostMemory {
		t.Errorf("%.100s took %d KiB and %v", program, memory>>10, took)
	}
}

// Each of these would take for ever, or all memory, if nothing were counted.
func TestHostilePrograms(t *testing.T) {
	all := answers(t)
	double := func(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+"|", n), "|") }
	for _, program := range []string{
		double(`.+.`, 600), double(`[.[],.[]]`, 300), double(`[.,.]`, 100) + `|tojson`, double(`[.,.]`, 100) + `|tostring|length`, double(`[.,.]`, 60) + `|flatten`,
		double(`[.,.]`, 60) + `|.==.`, double(`[.,.]`, 60) + `|unique`, double(`[.,.]`, 60) + `|contains(.)`, double(`[.,.]`, 60) + `|..`, double(`{a:.,b:.}`, 60) + `|.*.`, double(`[.,.]`, 60) + `|error`,
		double(`{a:.,b:.}`, 60) + `|@html`, double(`[.,.]`, 60) + `|@text`, double(`[.,.]`, 60) + `|index(.)`, double(`[.,.]`, 60) + `|min`, double(`[.,.]`, 60) + `|(.-.)`, double(`[.,.]`, 60), double(`[.,.]`, 60) + `|.[.]`,
		`range(1e300)`, `[range(1e300)]`, `[range(1e9)|tostring]|length`, `first(range(1e300)|select(.<0))`, `[range(1e300)|{a:.,b:.,c:.,d:.}]`, `[range(1e300)|[.]]|length`, `any(range(1e300);.<0)`, `{a:range(1e300)}`,
		`"a"*1e9`, `1e9*"a"`, double(`.*.`, 100), double(`.*10`, 600) + `|length`, `99999999999999999999|` + double(`.*.`, 300), `.text|explode|implode`, `.text|split("")`, `.text/""`, `.text|[.,.,.,.,.,.,.,.]|join(.[0])`, `[.text]*3`,
		`. as $x|` + strings.Repeat(`$x.numbers[]|`, 250) + `1`, `.numbers|` + strings.Repeat(`.[] as $x|`, 1), `.numbers|[.[]|.]`, `.numbers|map([.])|map([.])`, `.numbers as $n|$n|map($n)|length`, `.numbers as $n|[$n[:400][]|$n-[1]]`,
		`.numbers|sort`, `.floats|sort`, `.floats|sort_by(-.)`, `.floats|unique`, `.floats|group_by(.)|length`, `.floats|min`, `.floats|map(tostring)|sort|length`, `.numbers|transpose`, `.lists|transpose`, `[.numbers]|transpose`, `.numbers-.numbers`, `.floats-.floats`, `.floats|contains(.)`, `.floats|index(.)`, `.floats|indices(.[5:])`,
		`.text|[.[0],.[1],.[2]]`, `.a as $a|[range(1000)|$a[.]]|length`, `.a as $a|[range(1000)|$a[.:]]|length`, `.a|index("aaaaaaaaaaaab")`, `.a|indices("a")|length`, `.a|indices("aaaa")|length`, `.a|contains("aaaaab")`,
		`.a|test("(a*)*b")`, `.a|test("(a{1,30}){1,30}$")`, `.a|[scan("a")]|length`, `.a|[scan("")]|length`, `.a|gsub("a";"bbbbbbbbbbb")`, `.a|gsub("";"b")|length`, `.words|gsub("\\s";"")|length`, `.words|split("\\s";null)|length`, `.words|[capture("(?<x>a)";"g")]|length`,
		`.words|[scan("(a)( )(b)?(c)?(d)?")]|length`, `.brackets|fromjson`, `.json|fromjson`, `.json|fromjson|tojson`, `.text|@html`, `.text|@uri`, `.text|@json`, `.text|@sh`, `.text|@base64`, `[.text]|@csv`, `"\(.)"`, `tojson`, `tojson|tojson|tojson`, `.wide|keys`, `.wide|to_entries`, `.wide|with_entries(.value=1)`,
		`.wide|with_entries(.)`, `.wide|map_values([.,.])`, `.wide+.wide`, `.wide*.wide`, `[.wide,.wide,.wide]|add`, `.wide==.wide`, `.deep|..`, `[..]|length`, `[..]|map(tojson)|add`, `[.rows[]|{name,price,tags,at}]`, `.rows|map(.+{x:1})|map(.+{y:2})|map(.+{z:3})`, `.rows|sort_by(.price)|group_by(.price)|length`,
		`.rows|unique_by(.at)|length`, `[.rows[]|"\(.name) \(.price) \(.tags) \(.at)"]`, `.rows as $r|[$r[]|.name as $n|$r|map(select(.name==$n))]`, `0|strftime("%999999999d")`, `0|strftime("%Y"*100000)`, `1e300|todate`, `-1e300|gmtime`, `[1e18,1e18,1e18,1e18,1e18,1e18]|mktime|todate`, `.small.n|floor|tostring`,
		`.text|ascii_downcase|ascii_upcase`, `.text|trim|ltrimstr("a")|length`, `[limit(3;1)]`, `.a|[.[range(100000)]]|length`, `.a|[.,.]|error`, `.text|error`, `try (.text|error) catch length`, `.small|try (` + double(`.+.`, 200) + `) catch .`, `[.[]?|.[]?|.[]?|.[]?]`,
		`-.small.a[1]|` + double(`.-.-.`, 100), `[.small.a[1],.small.a[1]]|` + double(`.+.`, 40) + `|sort|length`, `.floats|map(.*2.5)|add`, `.floats|map(-.)|sort|length`, `[.floats[]|floor]|add`, `[.floats[]|"\(.)"]|add`, `.floats|map(tojson|tonumber)|add`, `reduce .[] as $x (0;.+1)`,
	} {
		p, problems := jq.Compile(program)
		if len(problems) > 0 {
			continue // refused is bounded
		}
		answer := map[string]any{}
		for name, part := range all {
			if strings.Contains(program, "."+name) {
				answer[name] = part
			}
		}
		bounded(t, p, program, answer)
	}
}
