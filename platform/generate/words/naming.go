package words

import (
	"regexp"
	"strings"
)

var (
	quotes = regexp.MustCompile(calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`)
	names  = regexp.MustCompile(calls + `([^\n.;:!?"]{1,80})`)
)

// calls matches the ways to say what an app is called.
const calls = `(?i)\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?|namens|appelée?|llamada|chamado|chamada|chiamata)[:\s]+`

// NameIn returns the name that a description gives the app, "" for none, and the description without it.
func NameIn(prompt string) (name, rest string) {
	for _, pattern := range []*regexp.Regexp{quotes, names} {
		m := pattern.FindStringSubmatchIndex(prompt)
		if m == nil {
			continue
		}
		name := prompt[m[2]:m[3]]
		for _, end := range []string{
			" with ", " that ", " which ", " showing ", " and make ", " and use ", " and show ", " and add ", ", ", " in dark", " for my ", " please",
			" mit ", " avec ", " con ", " com ",
		} {
			name, _, _ = strings.Cut(name, end)
		}
		to := m[2] + len(name)
		if name = strings.Trim(name, " ,;:–-"); name != "" {
			return name, prompt[:m[0]] + " " + strings.TrimLeft(prompt[to:], `"“”»’'`)
		}
	}
	return "", prompt
}
