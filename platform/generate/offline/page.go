package offline

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"

	"berth/platform/generate/words"
)

// announced is where a description begins to say what stands on a page.
var announced = regexp.MustCompile(`:\s`)

// facts returns what a description says of a page, "" where it does not say anything that could stand there.
func (p *plan) facts() string {
	at := announced.FindStringIndex(p.text)
	if p.kind != page || p.layout != "markdown" || at == nil {
		return ""
	}
	said := strings.TrimSpace(p.text[at[1]:])
	if len(strings.Fields(said)) < 6 || !strings.ContainsAny(said, "0123456789") && !strings.Contains(said, ".") {
		return ""
	}
	var lines []string
	for line := range strings.SplitSeq(said, "\n") {
		lines = append(lines, plain(line))
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
