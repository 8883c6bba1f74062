package medical

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"berth/platform"
	"berth/platform/appkit"
)

// maxText limits the length of every argument, in characters (Unicode code points, as JSON Schema counts).
const maxText = 200

// maxUnknown limits how many unknown arguments are named, so that the answer to very many of them is not longer than they
// are.
const maxUnknown = 10

// arguments reads the arguments of one call and collects every problem, so that the caller can fix all at once. The
// platform does not enforce the published schema, since it cannot say that at least one of two is required.
type arguments struct {
	speech
	fields   map[string]json.RawMessage
	problems []string
}

// read reads the arguments of a call; known has the names of those that the tool knows.
func read(call appkit.Call, known ...string) *arguments {
	a := &arguments{speech: speechOf(call)}
	if json.Unmarshal(call.Arguments, &a.fields) != nil {
		a.reject("The arguments must be an object.", "Os parâmetros devem ser um objeto.")
	}
	list, unknown := strings.Join(known, ", "), 0
	for _, name := range slices.Sorted(maps.Keys(a.fields)) {
		if slices.Contains(known, name) {
			continue
		}
		if unknown++; unknown <= maxUnknown {
			a.reject(fmt.Sprintf("%s is not an argument; known are %s.", clip(name), list), fmt.Sprintf("%s não é um parâmetro; os conhecidos são %s.", clip(name), list))
		}
	}
	if more := unknown - maxUnknown; more > 0 {
		a.reject(fmt.Sprintf("%d more are not arguments either.", more), fmt.Sprintf("Outros %d também não são parâmetros.", more))
	}
	return a
}

// clip shortens a name that anybody may have invented, and keeps it on one line.
func clip(name string) string {
	shown := []rune(strings.Join(strings.FieldsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " "))
	return `"` + string(shown[:min(len(shown), 40)]) + `"`
}

func (a *arguments) reject(english, portuguese string) {
	a.problems = append(a.problems, a.say(english, portuguese))
}

func (a *arguments) rejected() bool { return len(a.problems) > 0 }

// refusal returns the problems in the document's shape.
func (a *arguments) refusal() appkit.Result { return refuse(strings.Join(a.problems, " ")) }

// text returns the argument with runs of white space made single and without characters that nobody sees, so that what looks the
// same is the same; "" when it is absent, null, empty or unusable.
func (a *arguments) text(name string) string {
	raw, ok := a.fields[name]
	if !ok || string(raw) == "null" {
		return ""
	}
	var s string
	switch {
	case json.Unmarshal(raw, &s) != nil:
		a.reject(name+" must be a string.", name+" deve ser um texto.")
		return ""
	case utf8.RuneCountInString(s) > maxText:
		a.reject(fmt.Sprintf("%s must be at most %d characters long.", name, maxText), fmt.Sprintf("%s deve ter no máximo %d caracteres.", name, maxText))
		return ""
	}
	s = strings.Join(strings.Fields(s), " ")
	if platform.UnpairedSurrogate(raw) || strings.ContainsFunc(s, hidden) {
		a.reject(name+" must not contain NUL or other control characters, nor half of one.", name+" não pode conter NUL, outros caracteres de controle nem metade de um caractere.")
		return ""
	}
	return plain(s)
}

func plain(s string) string { return strings.Join(strings.Fields(platform.Unformatted(s)), " ") }

// hidden reports whether c is not readable text: a control character, or one that turns the direction of the text around
// it (Unicode Standard Annex 9, section 2).
func hidden(c rune) bool {
	return unicode.IsControl(c) || 0x202a <= c && c <= 0x202e || 0x2066 <= c && c <= 0x2069
}

// id returns a UUID in its canonical form; "" when it is absent or unusable.
func (a *arguments) id(name, instead string) string {
	s := a.text(name)
	if s == "" {
		return ""
	}
	parsed, err := uuid.Parse(s)
	if err != nil || len(s) != 36 {
		a.reject(fmt.Sprintf("%s must be a UUID such as 0b6f2b0e-6d51-4c0f-9f0c-5b1f7a3c8e42; leave it out and give %s instead.", name, instead),
			fmt.Sprintf("%s deve ser um UUID como 0b6f2b0e-6d51-4c0f-9f0c-5b1f7a3c8e42; deixe-o de fora e informe %s.", name, instead))
		return ""
	}
	return parsed.String()
}

// either requires one of two arguments; one that was given and is unusable has been rejected already.
func (a *arguments) either(one, other string) {
	if a.blank(one) && a.blank(other) {
		a.reject(fmt.Sprintf("At least one of %s or %s is required.", one, other), fmt.Sprintf("Informe ao menos um: %s ou %s.", one, other))
	}
}

func (a *arguments) blank(name string) bool {
	raw, ok := a.fields[name]
	var s string
	return !ok || string(raw) == "null" || json.Unmarshal(raw, &s) == nil && plain(s) == ""
}
