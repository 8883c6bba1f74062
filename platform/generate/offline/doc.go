// Package offline makes a complete draft of an app from a description in plain words, without a model and without a
// network: it tells what is to be shown from whom it is for and whose it is, finds how and in which colours, and fills the
// layout with data of that trade. A further sentence changes a draft. The same words on the same day make the same draft.
// It must not know who asks, or what becomes of the draft.
package offline

import (
	"fmt"
	"time"

	"berth/platform"
)

// Generator turns words into drafts. It is immutable and safe for concurrent use.
type Generator struct {
	lex     *lexicon
	domains []domain
	classes []domain
	nouns   map[string]*domain // classes by the nouns that belong to them
}

// New reads the trades and the words that the generator knows.
func New() (*Generator, error) {
	domains, err := loadDomains()
	if err != nil {
		return nil, fmt.Errorf("load domains: %w", err)
	}
	lex, err := loadLexicon()
	if err != nil {
		return nil, err
	}
	nouns, classes, err := loadClasses()
	if err != nil {
		return nil, err
	}
	return &Generator{lex: lex, domains: domains, classes: classes, nouns: nouns}, nil
}

// Draft returns a whole draft for a description. Dates in its data are near now. Colours that the description asks for are
// taken as they are: what nobody can read, the caller has to mend.
func (g *Generator) Draft(prompt string, now time.Time) platform.Draft {
	w := g.read(prompt)
	return w.draft(w.sheet(now))
}
