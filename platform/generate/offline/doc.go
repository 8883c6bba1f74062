// Package offline makes a complete draft of an app from a description in plain words, without a model and without a
// network. It finds out which objects to show, apart from whom they are for and whose they are, chooses the layout and
// the colours, and fills the layout with sample data of that trade. A further sentence changes a draft. The same words on
// the same day make the same draft. It must not know who asks, or what the draft is used for.
package offline

import (
	"fmt"
	"time"

	"berth/platform"
)

// Generator makes drafts from words. It is immutable and safe for concurrent use.
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

// Draft returns a complete draft for a description. Dates in its data are near now. Colours follow the description even
// when they are unreadable; the caller has to correct them.
func (g *Generator) Draft(prompt string, now time.Time) platform.Draft {
	w := g.read(prompt)
	return w.draft(w.sheet(now))
}
