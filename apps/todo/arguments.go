package todo

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/appkit"
)

// Limits of the document, in characters (Unicode code points, as JSON Schema counts).
const (
	maxTitle       = 200
	maxDescription = 1000
)

// arguments reads the arguments of one call and collects every problem, so that the caller can fix all at once. The
// platform does not enforce the published schema: the document words each refusal itself, and accepts an unknown status.
type arguments struct {
	fields   map[string]json.RawMessage
	problems []string
}

func read(call appkit.Call) *arguments {
	a := &arguments{}
	if json.Unmarshal(call.Arguments, &a.fields) != nil {
		a.reject("arguments must be an object")
	}
	return a
}

func (a *arguments) reject(problem string) { a.problems = append(a.problems, problem) }

func (a *arguments) rejected() bool { return len(a.problems) > 0 }

// refusal returns the problems in the document's shape.
func (a *arguments) refusal() appkit.Result { return refuse(strings.Join(a.problems, "; ")) }

// has reports whether the argument was given: null is the same as absent.
func (a *arguments) has(name string) bool {
	raw, ok := a.fields[name]
	return ok && !bytes.Equal(raw, []byte("null"))
}

// text returns nil when the argument is absent or unusable.
func (a *arguments) text(name, label string, limit int) *string {
	if !a.has(name) {
		return nil
	}
	var s string
	switch {
	case json.Unmarshal(a.fields[name], &s) != nil:
		a.reject(name + " must be a string")
	case utf8.RuneCountInString(s) > limit:
		a.reject(label + " exceeds " + strconv.Itoa(limit) + " characters")
	case strings.ContainsRune(s, 0):
		a.reject(label + " cannot contain NUL characters")
	case platform.UnpairedSurrogate(a.fields[name]):
		a.reject(label + " cannot contain half of a character (an unpaired surrogate such as \\ud800)")
	default:
		return &s
	}
	return nil
}

// title returns the title without surrounding white space, nil when it is absent or unusable, as one is of which nobody sees anything.
func (a *arguments) title() *string {
	s := a.text("title", "Title", maxTitle)
	if s == nil {
		return nil
	}
	trimmed := strings.TrimSpace(*s)
	if !strings.ContainsFunc(trimmed, func(r rune) bool { return !platform.Invisible(r) }) {
		a.reject("Title cannot be empty")
		return nil
	}
	return &trimmed
}

func (a *arguments) description() *string {
	return a.text("description", "Description", maxDescription)
}

// taskID returns 0 when the argument is absent or not an integer. 3.0 is an integer, as in JSON Schema.
func (a *arguments) taskID() int64 {
	raw := string(a.fields["task_id"])
	if id, err := strconv.ParseInt(raw, 10, 64); err == nil {
		return id
	}
	// Beyond 2^53 a float no longer says which integer was meant.
	if f, err := strconv.ParseFloat(raw, 64); err == nil && f == math.Trunc(f) && math.Abs(f) <= 1<<53 {
		return int64(f)
	}
	a.reject("task_id must be an integer")
	return 0
}

// filter returns all, unless the argument is one of the two other values.
func (a *arguments) filter() platform.TaskFilter {
	var s platform.TaskFilter
	_ = json.Unmarshal(a.fields["status"], &s) // a value that is not a string is no known status either
	switch s {
	case platform.TasksPending, platform.TasksCompleted:
		return s
	}
	return platform.TasksAll
}

// names reports whether user_id is the caller's id or e-mail. Every other value is refused in the same way, so that
// nobody learns whether another person exists.
func (a *arguments) names(p platform.Principal) bool {
	var id string
	if json.Unmarshal(a.fields["user_id"], &id) != nil || id == "" || !p.Person() {
		return false
	}
	return id == string(p.User) || strings.EqualFold(id, p.Email)
}
