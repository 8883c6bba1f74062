package offline

import (
	"regexp"
	"strings"

	"berth/platform"
)

var (
	quotes = regexp.MustCompile(calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`)
	names  = regexp.MustCompile(calls + `([^\n.;:!?"]{1,80})`)
	tools  = regexp.MustCompile(`(?i)\btool(?: name)?(?: is| to| as| should be| called| named)*[:=\s]+["'` + "`" + `]?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`)
)

// calls matches the ways to say what an app is called.
const calls = `(?i)\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?|namens|appelée?|llamada|chamado|chamada|chiamata)[:\s]+`

// readName finds the name for the app, and returns the description without it.
func (g *Generator) readName(prompt string) (name, rest string) {
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
		if name = strings.Trim(plain(name), " ,;:–-"); name != "" {
			return clip(name, 60), prompt[:m[0]] + " " + strings.TrimLeft(prompt[to:], `"“”»’'`)
		}
	}
	return "", prompt
}

// readTool finds a tool's name that is written in the form of one.
func (g *Generator) readTool(prompt string) string {
	if m := tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	return ""
}
