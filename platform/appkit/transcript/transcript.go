package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// Send posts one message to the app's endpoint and returns the HTTP status and the body: JSON or an event stream.
type Send func(t *testing.T, message []byte, headers map[string]string) (status int, body []byte)

// Options are what one playing of a transcript needs.
type Options struct {
	Send Send
	// As holds the headers of each person that a transcript may name.
	As map[string]map[string]string
	// Vars are values that differ between runs, by the name under which transcripts show them.
	Vars map[string]string
	// Numbers gives JSON keys whose integers the server makes up a name: with {"task_id": "task"} the first such number
	// is ${task1}, the next ${task2}, wherever one of the keys holds it.
	Numbers map[string]string
	// Times are JSON keys that hold an RFC 3339 time of the server's clock, shown as ${time}.
	Times []string
}

// Run plays every transcript that matches pattern, once per era, each time against what setup makes anew. With update
// it writes the responses instead of comparing them.
func Run(t *testing.T, pattern string, update bool, setup func(t *testing.T) Options) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no transcript matches %s", pattern)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runFile(t, path, update, setup)
		})
	}
}

func runFile(t *testing.T, path string, update bool, setup func(t *testing.T) Options) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := parse(archive)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	answers := map[era][]string{}
	for _, e := range eras {
		t.Run(string(e), func(t *testing.T) {
			s := newSession(setup(t), e)
			for _, step := range steps {
				got := s.play(t, step)
				if !update {
					if diff := cmp.Diff(canonical(step.want[e]), got); diff != "" {
						t.Errorf("%s: %s (-want +got):\n%s", path, step.request.Name, diff)
					}
				}
				answers[e] = append(answers[e], got)
			}
		})
	}
	if update && !t.Failed() {
		write(t, path, archive.Comment, steps, answers)
	}
}

// step is one request with the responses expected of it.
type step struct {
	request txtar.File
	want    map[era]string
}

func parse(archive *txtar.Archive) ([]step, error) {
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		return nil, fmt.Errorf("the transcript does not say what it shows")
	}
	var steps []step
	for _, f := range archive.Files {
		kind, which, _ := strings.Cut(f.Name, " ")
		switch {
		case kind == "call" || kind == "request":
			steps = append(steps, step{request: f, want: map[era]string{}})
		case kind == "response" && len(steps) > 0:
			last := steps[len(steps)-1]
			for _, e := range eras {
				if which == "" || which == string(e) {
					last.want[e] = string(f.Data)
				}
			}
		default:
			return nil, fmt.Errorf("section %q: want call TOOL, request, or a response after one", f.Name)
		}
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("the transcript has no request")
	}
	return steps, nil
}

func write(t *testing.T, path string, comment []byte, steps []step, answers map[era][]string) {
	t.Helper()
	archive := &txtar.Archive{Comment: comment}
	for i, s := range steps {
		archive.Files = append(archive.Files, s.request)
		if answers[legacy][i] == answers[modern][i] {
			archive.Files = append(archive.Files, txtar.File{Name: "response", Data: []byte(answers[modern][i])})
			continue
		}
		for _, e := range eras {
			archive.Files = append(archive.Files, txtar.File{Name: "response " + string(e), Data: []byte(answers[e][i])})
		}
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
