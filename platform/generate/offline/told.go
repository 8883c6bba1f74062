package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform"
)

// readName finds the name for the app.
func (l *lexicon) readName(prompt string) string {
	for _, pattern := range []*regexp.Regexp{l.quoted, l.names} {
		m := pattern.FindStringSubmatchIndex(prompt)
		if m == nil || strings.HasSuffix(strings.ToLower(prompt[:m[0]]), "on ") { // "who is on call this week" gives no name
			continue
		}
		name := prompt[m[2]:m[3]]
		for _, end := range []string{" with ", " that ", " which ", " showing ", " and make ", " and use ", " and show ", " and add ", ", ", " in dark", " for my ", " please"} {
			name, _, _ = strings.Cut(name, end)
		}
		if name = strings.Trim(plain(name), " ,;:–-"); name != "" {
			return clip(name, 60)
		}
	}
	return ""
}

// readRow finds the name of a row to add: "add a boat called Aurora".
func (l *lexicon) readRow(prompt string) (name string, ok bool) {
	m := l.rows.FindStringSubmatch(prompt)
	if m == nil || l.partOf(m[1]) {
		return "", false
	}
	name = m[2]
	if m[1] != "" {
		for _, end := range []string{" for ", " with ", " at ", " from ", " and ", ", "} {
			name, _, _ = strings.Cut(name, end)
		}
	}
	name = strings.Trim(plain(name), ` "“”'.!,`)
	return name, name != ""
}

// partOf reports whether a named thing is a part of the app and not a row: "add a column called Rating".
func (l *lexicon) partOf(thing string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(thing)), func(w string) bool {
		return slices.Contains([]string{"column", "field", "figure", "button", "tool", "tab", "filter", "chart", "question", "input"}, w)
	})
}

// readTool finds a tool's name that is written in the form of one.
func (l *lexicon) readTool(prompt string) string {
	if m := l.tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	if m := l.renames.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(ascii(m[1])) {
		return ascii(m[1])
	}
	return ""
}

// plain returns text on one line without control characters.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa1 || r == 0x2028 || r == 0x2029 }), " ")
}

// readNames distinguishes names of rows from those of columns, fields and figures: "employees: name, salary" has none.
func (w *wish) readNames() {
	g := &w.given
	if len(g.labels) == 0 || len(g.values) > 0 {
		return
	}
	known := 0
	for _, label := range g.labels {
		if w.lex.known(label, w.domain) {
			known++
		}
	}
	switch {
	case len(w.fields) > 0 && w.layout != "dashboard":
		g.labels = nil
	case w.layout == "form" || 2*known >= len(g.labels) && w.layout != "dashboard" && w.layout != "list":
		if len(w.fields) == 0 {
			w.fields = g.labels
		}
		g.labels = nil
	}
}
