package offline

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed domains/*.json
var files embed.FS

// domain is a trade with data of its own.
type domain struct {
	ID, One, Many, Verb, Layout, Motif, Preset, Title, Asks, Needs string

	Tool    string // name of the tool where verb and noun make none
	Chart   string // type of the chart where the figures are no course over time
	Words   []string
	Columns []string // "Label:role"; the first one names the row
	Rows    [][]any
	At      [][2]float64 // where the rows are, where they are somewhere
	Fields  []string     // of a form: "Label:type!:a|b", ! = required
	Steps   [][]any      // of a timeline: title, day, status, description
	Stats   [][]any      // of a dashboard: label, value, change, history
	Trend   *trend

	phrases  []string // Words as they are compared
	unspaced []string // those of scripts that do not set words apart
}

// trend is a row of monthly figures.
type trend struct {
	Name, Unit, Currency, Type string
	Values                     []float64
}

func loadDomains() ([]domain, error) {
	entries, err := files.ReadDir("domains")
	if err != nil {
		return nil, err
	}
	var all []domain
	for _, e := range entries {
		raw, err := files.ReadFile("domains/" + e.Name())
		if err != nil {
			return nil, err
		}
		var some []domain
		if err := json.Unmarshal(raw, &some); err != nil {
			return nil, fmt.Errorf("read %s: %w", e.Name(), err)
		}
		all = append(all, some...)
	}
	for i := range all {
		d := &all[i]
		for _, w := range append(d.Words, d.One, d.Many) {
			d.phrases = append(d.phrases, phrase(w))
			if !spaced(w) {
				d.unspaced = append(d.unspaced, fold(w))
			}
		}
		for _, row := range d.Rows {
			if len(row) != len(d.Columns) {
				return nil, fmt.Errorf("domain %s: a row has %d values for %d columns", d.ID, len(row), len(d.Columns))
			}
		}
	}
	return all, nil
}

// match says how well a text is about the trade: what it names, longer phrases more, and what it names first.
func (d *domain) match(w *wish, compact string) (score int, at int) {
	at = len(w.text)
	for _, p := range d.phrases {
		i := strings.Index(w.text, p)
		if i < 0 && strings.Count(p, " ") > 2 {
			i = strings.Index(w.plain, p)
		}
		if i < 0 && w.speech != "" && len(p) > 7 {
			i = strings.Index(w.text, strings.TrimSuffix(p, " ")) // other languages have endings of their own
		}
		if i >= 0 {
			score += 10 * strings.Count(strings.TrimSpace(p), " ") // phrases of two words count 20
			score += 10
			at = min(at, i)
		}
	}
	for _, p := range d.unspaced {
		if strings.Contains(compact, p) {
			score, at = score+10, 0
		}
	}
	return score, at
}
