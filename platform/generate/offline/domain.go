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

// domain is a trade, such as bakeries, with sample data of its own.
type domain struct {
	ID, One, Many, Verb, Layout, Motif, Preset, Title, Asks, Needs string

	Offers  map[string]string // "menu", "prices", "schedule" → the domain of the items on the menu and so on
	Locals  []string          // names for rows in a city for which there are no rows
	Does    string            // what its tool does in the usual layout, where a sentence of verb and noun would be bad
	Tool    string            // name of the tool, where verb and noun make no good one
	Chart   string            // type of the chart, where the figures are not a series over time
	Words   []string
	Columns []string // "Label:role"; the first one names the row
	Rows    [][]any
	At      [][2]float64 // the positions of the rows, if they have any
	Fields  []string     // of a form: "Label:type!:a|b", ! = required
	Steps   [][]any      // of a timeline: title, day, status, description
	Stats   [][]any      // of a dashboard: label, value, change, history
	Trend   *trend

	phrases  []string // Words as they are compared
	unspaced []string // Words of scripts that do not separate words
}

// trend is a series of monthly figures.
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
		for _, w := range append(d.Words, d.Many) { // the noun for its rows may be as common as "step"
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

// How much a phrase counts by its place: as the object itself, before the object, as its context, or as a detail.
const (
	headWeight     = 8
	modifierWeight = 4
	contextWeight  = 2
	detailWeight   = 1
)

// match returns how well a text fits the trade. Phrases that name the object count most, longer phrases more than short
// ones; at is the position of the first. head is false when no phrase names the object itself.
func (d *domain) match(w *wish, compact string) (score, at int, head bool) {
	at = len(w.text)
	for k, p := range d.phrases {
		text, i := w.text, strings.Index(w.text, p)
		if i < 0 && strings.Count(p, " ") > 2 {
			text, i = w.plain, strings.Index(w.plain, p)
		}
		if i < 0 && w.strange && len(p) > 7 {
			p = strings.TrimSuffix(p, " ") // other languages have other endings
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

// weight returns how much the n words from the i-th on count.
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

// continues reports whether one of the trade's phrases of several words contains these consecutive words.
func (d *domain) continues(words string) bool {
	return slices.ContainsFunc(d.phrases, func(p string) bool { return strings.Contains(p, " "+words) })
}
