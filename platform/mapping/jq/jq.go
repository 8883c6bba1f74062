// Package jq runs the jq programs of authors, which make of somebody's answer what a layout shows. A program takes a bounded part
// of the processor and of memory, whatever it says and is given: only what is listed here may stand in it, every step is counted,
// and what one step may cost is counted before it is taken. It is pure: no environment, no clock, no other input.
package jq

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/itchyny/gojq"

	"berth/platform"
)

// What a program, what it reads and what it makes may be at most.
const (
	MaxProgram = 4 << 10   // bytes
	MaxAnswer  = 1 << 20   // bytes as JSON, about
	MaxOutcome = 256 << 10 // bytes as JSON, about
	maxTime    = 100 * time.Millisecond
	maxDepth   = 128 // levels of an answer or an outcome
	maxDigits  = 100 // of a number in an answer
)

// maxWaiting is how many runs wait for their turn before more are refused.
const maxWaiting = 512

// Program is a program that has been checked. It is immutable and safe for concurrent use.
type Program struct {
	query    *gojq.Query
	machines sync.Pool // of *machine
}

// machine is a compiled program with its meter, which one run at a time uses.
type machine struct {
	code *gojq.Code
	meter
}

// Compile reads a program. Every problem is returned, with an empty location; with one there is no program.
func Compile(program string) (*Program, []platform.Problem) {
	query, problems := parse(program)
	if len(problems) > 0 {
		return nil, problems
	}
	p := &Program{query: query}
	m, err := p.machine()
	if err != nil {
		return nil, []platform.Problem{{Message: "is not a jq program that can run: " + shown(err)}}
	}
	p.machines.Put(m)
	return p, nil
}

func (p *Program) machine() (*machine, error) {
	m := &machine{}
	var err error
	m.code, err = gojq.Compile(p.query, m.guards()...)
	return m, err
}

// turns has room for the programs that run at one time in this process: as many as there are processors, so that what authors
// write does not keep others waiting.
var turns = struct {
	slots   chan struct{}
	waiting atomic.Int64
}{slots: make(chan struct{}, runtime.GOMAXPROCS(0))}

// turn waits for room to run. The caller gives it back.
func turn(ctx context.Context) (back func(), err error) {
	back = func() { <-turns.slots }
	select {
	case turns.slots <- struct{}{}:
		return back, nil
	default:
	}
	if turns.waiting.Add(1) > maxWaiting {
		turns.waiting.Add(-1)
		return nil, platform.Errorf(platform.CodeUnavailable, "There is too much to do at the moment. Try again in a minute.")
	}
	defer turns.waiting.Add(-1)
	select {
	case turns.slots <- struct{}{}:
		return back, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Run gives the program an answer and returns the one value that it makes. The answer is decoded JSON (map[string]any, []any,
// string, json.Number, int, float64, bool, nil); it is not changed, and the outcome, of the same types, may share parts of it. It
// fails with EXECUTION_ERROR and a sentence, which quotes no answer (Failure does), where the program fails on this answer, makes no or several values, or needs too much;
// with UNAVAILABLE where too many wait; with the error of ctx.
func (p *Program) Run(ctx context.Context, answer any) (any, error) {
	if err := admit(answer); err != nil {
		return nil, err
	}
	back, err := turn(ctx)
	if err != nil {
		return nil, err
	}
	defer back()
	m, ok := p.machines.Get().(*machine)
	if !ok {
		if m, err = p.machine(); err != nil {
			return nil, fmt.Errorf("compile a checked program: %w", err)
		}
	}
	defer p.machines.Put(m)
	within, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	m.start(within)
	defer func() { m.within = nil }() // keeps nothing of the call
	outcome, err := m.run(answer)
	switch {
	case err == nil:
		return outcome, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errSpent):
		return nil, failed("needs too much memory or too many steps for this answer.")
	case errors.Is(err, context.DeadlineExceeded):
		return nil, failed("took longer than 100 ms on this answer.")
	}
	return nil, err
}

// run takes the first value, and makes sure that there is no second.
func (m *machine) run(answer any) (any, error) {
	values := m.code.RunWithContext(&m.meter, answer)
	first, some := values.Next()
	if err, ok := first.(error); ok {
		return nil, m.failure(err)
	}
	if !some {
		return nil, failed("made nothing of this answer; it must make one value.")
	}
	if second, more := values.Next(); more {
		if err, ok := second.(error); ok {
			return nil, m.failure(err)
		}
		return nil, failed("made several values of this answer; put [ ] around it to make them one list.")
	}
	return export(first)
}

func (m *machine) failure(err error) error {
	if m.Err() != nil {
		return m.Err()
	}
	why := ""
	if kinds := ofKinds.FindString(err.Error()); kinds != "" {
		why = ": " + kinds
	}
	return &platform.Error{Code: platform.CodeExecution, Msg: "The jq program of this tool failed on this answer" + why + ".", Err: &Failure{shown(err)}}
}

// ofKinds finds what an error says of kinds of values, before it quotes one.
var ofKinds = regexp.MustCompile(`^(?:expected an? [a-z]+ but got|cannot iterate over): (?:null|boolean|number|string|array|object)\b`)

// Failure is why a program failed on an answer. It may quote the answer, which those who call a tool are not to read, nor those who
// read logs: its author may.
type Failure struct{ said string }

func (*Failure) Error() string { return "a jq program failed" }

// Said returns what the program said, at most 300 characters.
func (f *Failure) Said() string { return f.said }

func failed(format string, args ...any) error {
	return platform.Errorf(platform.CodeExecution, "The jq program of this tool "+format, args...)
}

// shown is an error of jq as a text that may be shown: it quotes at most the beginning of a value.
func shown(err error) string {
	return platform.Shorten(strings.Join(strings.Fields(err.Error()), " "), 300)
}
