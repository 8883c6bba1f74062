package offline

import (
	"encoding/json"
	"regexp"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/words"
)

// clip is a short name for Shorten, since nearly every text here goes through it.
func clip(s string, characters int) string { return platform.Shorten(s, characters) }

// reviewed is how many characters the description of a tool may have so that no directory asks for a shorter one.
const reviewed = 200

// fitting returns the first text that may describe a tool, the last one cut where none is short enough.
func fitting(texts ...string) string {
	for _, text := range texts {
		if utf8.RuneCountInString(text) <= reviewed {
			return text
		}
	}
	return clip(texts[len(texts)-1], reviewed)
}

// plain is a short name for Plain, since most texts go through it.
func plain(s string) string { return cells.Plain(s) }

// asJSON writes what came from JSON, or is text, as a cell; nil for what is neither.
func asJSON(v any) json.RawMessage {
	raw, err := platform.PlainJSON(v)
	if err != nil {
		return nil
	}
	return json.RawMessage(raw)
}

var tools = regexp.MustCompile(`(?i)\btool(?: name)?(?: is| to| as| should be| called| named)*[:=\s]+["'` + "`" + `]?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`)

// readTool finds a tool's name that is written in the form of one.
func (g *Generator) readTool(prompt string) string {
	if m := tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	return ""
}

// readName finds the name for the app, and returns the description without it.
func readName(prompt string) (name, rest string) {
	name, rest = words.NameIn(prompt)
	if name = clip(plain(name), 60); name == "" {
		return "", prompt
	}
	return name, rest
}
