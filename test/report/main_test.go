package main

import (
	"bytes"
	"strings"
	"testing"
)

const passing = `{"Action":"output","Package":"berth/a","Test":"TestOne","Output":"chatter\n"}
{"Action":"pass","Package":"berth/a","Test":"TestOne"}
{"Action":"output","Package":"berth/a","Output":"ok  \tberth/a\t0.1s\n"}
{"Action":"pass","Package":"berth/a"}
{"Action":"skip","Package":"berth/empty"}
`

func TestReport(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in         string
		ok, strict bool // verdict, and verdict when skips count
		has        []string
		lacks      []string
	}{
		"what passes is one line": {in: passing, ok: true, strict: true,
			has: []string{"ok  \tberth/a\t0.1s\n", "PASS: 1 tests passed, 0 failed, 0 skipped"}, lacks: []string{"chatter", "berth/empty"}},
		"what fails says all it said": {in: passing + `{"Action":"output","Package":"berth/b","Test":"TestTwo","Output":"    two_test.go:9: cause\n"}
{"Action":"fail","Package":"berth/b","Test":"TestTwo"}
{"Action":"output","Package":"berth/b","Output":"FAIL\tberth/b\t0.1s\n"}
{"Action":"fail","Package":"berth/b"}
`, has: []string{"two_test.go:9: cause", "FAIL\tberth/b", "FAIL: 1 tests passed"}},
		"a panic outside of tests is shown": {in: passing + `{"Action":"output","Package":"berth/b","Output":"panic: boom\n"}
{"Action":"fail","Package":"berth/b"}
`, has: []string{"panic: boom", "FAIL: "}},
		"skips are named and count in CI": {in: passing + `{"Action":"output","Package":"berth/b","Test":"TestTwo","Output":"=== RUN   TestTwo\n"}
{"Action":"output","Package":"berth/b","Test":"TestTwo","Output":"    b_test.go:3: no PostgreSQL here\n"}
{"Action":"skip","Package":"berth/b","Test":"TestTwo"}
`, ok: true, has: []string{"SKIPPED berth/b TestTwo: b_test.go:3: no PostgreSQL here\n", "1 skipped"}},
		"what the machine cannot do is named and does not count": {in: passing + `{"Action":"output","Package":"berth/b","Test":"TestTwo","Output":"    b_test.go:3: NOT RUN: no disk can be mounted\n"}
{"Action":"skip","Package":"berth/b","Test":"TestTwo"}
`, ok: true, strict: true, has: []string{"SKIPPED berth/b TestTwo: b_test.go:3: NOT RUN: no disk can be mounted\n", "1 skipped"}},
		"code that does not build": {in: passing + `{"Action":"build-output","ImportPath":"berth/c","Output":"c.go:1: syntax error\n"}
{"Action":"build-fail","ImportPath":"berth/c"}
`, has: []string{"c.go:1: syntax error", "FAIL: "}},
		"go that cannot begin": {in: "go: no such tool\n", has: []string{"go: no such tool", "FAIL: "}},
		"nothing at all":       {in: "", has: []string{"FAIL: 0 tests passed"}},
		"a truncated event":    {in: passing + `{"Action":"pa`, has: []string{"FAIL: "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for strict, want := range map[bool]bool{false: c.ok, true: c.strict} {
				var out bytes.Buffer
				r := newReport(&out)
				if err := r.read(strings.NewReader(c.in)); err != nil {
					t.Fatal(err)
				}
				if got := r.finish(strict); got != want {
					t.Errorf("strict %v: verdict %v, want %v\n%s", strict, got, want, &out)
				}
				for _, s := range c.has {
					if !strict && !strings.Contains(out.String(), s) {
						t.Errorf("lacks %q:\n%s", s, &out)
					}
				}
				for _, s := range c.lacks {
					if strings.Contains(out.String(), s) {
						t.Errorf("has %q:\n%s", s, &out)
					}
				}
			}
		})
	}
}
