// Command report reads `go test -json` from its input and prints what a reader needs: the line of each package, all
// output of what failed, and every skipped test with its reason. It ends with one line of totals. It exits 1 when
// something failed, when nothing ran, or when CI=true and something was skipped, but for what the machine cannot do:
// a reason with NOT RUN in it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	r := newReport(os.Stdout)
	if err := r.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
	if !r.finish(os.Getenv("CI") == "true") {
		os.Exit(1)
	}
}

// event is one line of `go test -json`; see `go doc test2json`. Build output has an ImportPath and no Package.
type event struct {
	Action, Package, Test, Output, ImportPath string
}

type report struct {
	out            io.Writer
	output         map[string][]string // by package and test, until it is known whether it failed
	skipped        []string
	passed, failed int
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: map[string][]string{}}
}

func (r *report) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		switch {
		case len(line) == 0:
		case json.Unmarshal(line, &e) == nil:
			r.take(e)
		default: // go prints plain text when it cannot even begin
			r.printf("%s", line)
			r.failed++
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("read test events: %w", err)
		}
	}
}

func (r *report) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		if e.Test == "" && isPackageLine(e.Output) {
			r.printf("%s", e.Output)
			return
		}
		r.output[key] = append(r.output[key], e.Output)
	case "build-output":
		r.printf("%s", e.Output)
	case "build-fail":
		r.failed++
	case "pass":
		if e.Test != "" {
			r.passed++
			delete(r.output, key)
		}
	case "fail":
		r.failed++
		r.printf("%s", strings.Join(r.output[key], ""))
		delete(r.output, key)
	case "skip":
		if e.Test != "" { // a package without tests is no skip
			r.skipped = append(r.skipped, key+reason(r.output[key]))
		}
		delete(r.output, key)
	}
}

func isPackageLine(s string) bool {
	return strings.HasPrefix(s, "ok  \t") || strings.HasPrefix(s, "FAIL\t")
}

// reason returns what the test said when it skipped itself.
func reason(output []string) string {
	var said []string
	for _, line := range output {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			said = append(said, line)
		}
	}
	return ": " + strings.Join(said, " ")
}

// finish prints the skips and the totals, and returns whether all is well.
func (r *report) finish(strict bool) bool {
	missing := 0 // what could have been there
	for _, s := range r.skipped {
		if r.printf("SKIPPED %s\n", s); !strings.Contains(s, "NOT RUN") {
			missing++
		}
	}
	ok := r.failed == 0 && r.passed > 0 && !(strict && missing > 0)
	verdict := "PASS"
	if !ok {
		verdict = "FAIL"
	}
	r.printf("%s: %d tests passed, %d failed, %d skipped\n", verdict, r.passed, r.failed, len(r.skipped))
	return ok
}

func (r *report) printf(format string, args ...any) { _, _ = fmt.Fprintf(r.out, format, args...) }
