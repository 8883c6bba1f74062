package offline

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed domains/*.json
var files embed.FS

// domain is a trade with data of its own.
type domain struct {
	ID, One, Many, Verb, Layout, Motif, Preset, Title, Asks, Needs string

	Offers  map[string]string // "menu", "prices", "schedule" → the domain of what such a business offers
	Locals  []string          // names for a city that no row is in
	Does    string            // what its tool does in the usual layout, where verb and noun say it badly
	Tool    string            // name of the tool where verb and noun make none
	Chart   string            // type of the chart where the figures are no course over time
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
		for _, w := range append(d.Words, d.Many) { // what one of them is called may be as plain as "step"
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

// How much it weighs where a word stands: as the object itself, before it, and as what else is told.
const (
	headWeight     = 8
	modifierWeight = 4
	contextWeight  = 2
	detailWeight   = 1
)

// match says how well a text is about the trade: what it names as its object, longer phrases more, and what it names first.
// head is false where the trade is only told beside another object.
func (d *domain) match(w *wish, compact string) (score, at int, head bool) {
	at = len(w.text)
	for k, p := range d.phrases {
		text, i := w.text, strings.Index(w.text, p)
		if i < 0 && strings.Count(p, " ") > 2 {
			text, i = w.plain, strings.Index(w.plain, p)
		}
		if i < 0 && w.strange && len(p) > 7 {
			p = strings.TrimSuffix(p, " ") // other languages have endings of their own
			i = strings.Index(text, p)
		}
		if i < 0 {
			continue
		}
		n := max(1, strings.Count(strings.TrimSpace(p), " ")+1)
		weight := 0
		for from := i; from >= 0; {
			weight = max(weight, w.weight(strings.Count(text[:from+1], " ")-1, n))
			next := strings.Index(text[from+1:], p)
			if next < 0 {
				break
			}
			from += 1 + next
		}
		if weight < headWeight && slices.Contains(d.phrases[:k], p) {
			continue
		}
		score += 10 * n * weight // phrases of two words count twice
		head = head || weight >= headWeight
		at = min(at, i)
	}
	for _, p := range d.unspaced {
		if strings.Contains(compact, p) {
			score, at, head = score+10*headWeight, 0, true
		}
	}
	return score, at, head
}

// weight says how much the n words from the i-th on matter.
func (w *wish) weight(i, n int) int {
	if i+n > len(w.words) {
		return 0
	}
	last := w.words[i+n-1]
	switch last.part {
	case partAside:
		return 0
	case partDetail:
		return detailWeight
	case partContext:
		return contextWeight
	case partObject:
	}
	if n == 1 && w.lex.vessels[last.root] {
		return modifierWeight
	}
	if !w.strange && last.stop == 0 && i+n < len(w.words) {
		if next := w.words[i+n]; next.part == partObject && w.content(next) && !w.lex.vessels[next.root] && !w.trails(i+n) {
			return modifierWeight
		}
	}
	return headWeight
}

// ends reports whether one of the trade's phrases ends with the i-th word.
func (d *domain) ends(w *wish, i int) bool {
	before := roots(w.words[max(0, i-4) : i+1])
	return slices.ContainsFunc(d.phrases, func(p string) bool { return strings.HasSuffix(before, p) })
}

// continues reports whether one of the trade's phrases of several words holds some words that follow each other.
func (d *domain) continues(words string) bool {
	return slices.ContainsFunc(d.phrases, func(p string) bool { return strings.Contains(p, " "+words) })
}
