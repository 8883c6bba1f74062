package offline

import (
	"testing"

	"berth/platform"
)

// The text of an answer is made from its data in every language, since clients without widgets have nothing else; what models are to
// answer in is told to them when they connect, until the author writes something else there.
func TestTextsOfOtherLanguagesHoldTheData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, say := range map[string]string{
		"Menu of my pizzeria: Margherita 8.50, Funghi 9.50, Diavola 10.90":              "",
		"Speisekarte meiner Pizzeria: Margherita 8,50 €, Funghi 9,50 €":                 "Antworte auf Deutsch.",
		"La carte de ma pizzeria : Margherita 8,50 €, Funghi 9,50 €":                    "Réponds en français.",
		"La carta de mi pizzería: Margherita 8,50 €, Funghi 9,50 €":                     "Responde en español.",
		"O cardápio da minha pizzaria: Margherita 8,50 €, Funghi 9,50 €":                "Responda em português.",
		"Il menù della mia pizzeria: Margherita 8,50 €, Funghi 9,50 €":                  "Rispondi in italiano.",
		"Ein Diagramm der Besucherzahlen: Januar 120, Februar 150, März 90":             "Antworte auf Deutsch.",
		"Öffnungszeiten meiner Bäckerei: Montag bis Freitag 7-18 Uhr, Samstag 7-13 Uhr": "Antworte auf Deutsch.",
	} {
		d := g.Draft(prompt)
		if d.SystemPrompt != say {
			t.Errorf("%s: models are told %q, want %q", prompt, d.SystemPrompt, say)
		}
		for _, tool := range d.Tools {
			if tool.ResponseText != "" {
				t.Errorf("%s: the text of %s is %q", prompt, tool.Name, tool.ResponseText)
			}
		}
		if say != "" {
			continue
		}
		for before, want := range map[string]string{"": "Antworte auf Deutsch.", "Rispondi in italiano.": "Antworte auf Deutsch.", "Be kind.": "Be kind."} {
			former := platform.Proposal{Draft: platform.Draft{SystemPrompt: before, Tools: make([]platform.ToolDraft, 1)}}
			if got := g.Refine(former, "Speisekarte meiner Pizzeria: Margherita 8,50 €").SystemPrompt; got != want {
				t.Errorf("in place of an empty draft with %q: %q, want %q", before, got, want)
			}
		}
	}
}

// A dashboard shows the figures of a description, not only what they are called.
func TestDashboardsShowFigures(t *testing.T) {
	t.Parallel()
	d := newGenerator(t).Draft("A dashboard for my café: revenue $1200, guests 85")
	if got, want := string(d.Tools[0].MockData), `{"stats":[{"label":"revenue","value":"$1200"},{"label":"guests","value":"85"}]}`; d.Tools[0].Layout != "dashboard" || got != want {
		t.Errorf("%s: %s, want %s", d.Tools[0].Layout, got, want)
	}
}
