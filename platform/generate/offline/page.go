package offline

import (
	"cmp"
	"encoding/json"
	"strings"

	"berth/platform/generate/words"
)

// facts returns what a description says of a page, "" where it does not say anything that could stand there.
func (p *plan) facts() string {
	_, said, _ := strings.Cut(strings.ReplaceAll(p.text, ":\n", ": "), ": ")
	if said = strings.TrimSpace(said); p.kind != page || p.layout != "markdown" {
		return ""
	}
	if len(strings.Fields(said)) < 6 || !strings.ContainsAny(said, "0123456789") && !strings.Contains(said, ".") {
		return ""
	}
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		lines[i] = plain(line)
	}
	return words.Capital(strings.Join(lines, "\n"))
}

// pageText returns the data of a page: the facts that the description brings, else a place to write below each of its headings.
func (p *plan) pageText() json.RawMessage {
	if facts := p.facts(); facts != "" {
		return asJSON(map[string]any{"title": clip(p.title, 120), "text": clip(facts, 4000)})
	}
	text := ""
	for _, f := range p.fields {
		text += "## " + words.Capital(f.heading) + "\n\n" + p.lang.Text + "\n\n"
	}
	return asJSON(map[string]any{"title": clip(p.title, 120), "text": cmp.Or(strings.TrimSpace(clip(text, 4000)), p.lang.Text)})
}
