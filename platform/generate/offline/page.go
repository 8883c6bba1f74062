package offline

import (
	"cmp"
	"encoding/json"
	"strings"

	"berth/platform/generate/words"
)

// findFacts finds what a description says that stands on its page.
func (p *plan) findFacts() {
	_, said, _ := strings.Cut(strings.ReplaceAll(p.text, ":\n", ": "), ": ")
	said = strings.TrimSpace(said)
	if p.kind != page || p.layout != "markdown" || len(strings.Fields(said)) < 6 || !strings.ContainsAny(said, "0123456789") && !strings.Contains(said, ".") {
		return
	}
	lines := strings.Split(said, "\n")
	for i, line := range lines {
		lines[i] = plain(line)
	}
	p.facts = words.Capital(strings.Join(lines, "\n"))
}

// pageText returns the data of a page: the facts that the description brings, else a place to write below each of its headings.
func (p *plan) pageText() json.RawMessage {
	text := p.facts
	for i := 0; p.facts == "" && i < len(p.fields); i++ {
		text += "## " + words.Capital(p.fields[i].heading) + "\n\n" + p.lang.Text + "\n\n"
	}
	return asJSON(map[string]any{"title": clip(p.title, 120), "text": cmp.Or(strings.TrimSpace(clip(text, 4000)), p.lang.Text)})
}
