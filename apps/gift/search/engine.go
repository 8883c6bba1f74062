// Package search finds gifts for a description of a person: it reads who is meant, what they love and hate, how old they
// are and what may be spent, and ranks the catalogue by it. Everything is in memory; with the built-in embedder the same
// question has the same answer everywhere. It must not know MCP, databases or the network.
package search

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// Engine is an index over the catalogue. It is safe for concurrent use.
type Engine struct {
	gifts   []catalogue.Gift
	byID    map[string]int
	whom    [][]uint8 // the recipients of each gift, as indexes of everybody
	lexicon *lexicon.Lexicon
	speller *speller
	turns   turnIndex
	builtin *Builtin
	near    *postings                     // by the built-in embedder
	facets  map[lexicon.Concept][]posting // the gifts that have a concept, and how strongly
	rare    map[lexicon.Concept]float64   // 1 for the rarest concepts, less for those that many gifts have
	words   map[string][]posting          // stem → the gifts that say it, and how prominently
	learned map[string][]lexicon.Weighted // the concepts that the words of the catalogue often occur with
	names   nameIndex
	wide    []float64 // how widely each gift is liked, 0 to 1
	burdens [][]burden
	kin     [][]entry // the strongest dimensions of each gift, to tell gifts of one kind
	log     *slog.Logger
	remote  atomic.Pointer[remote]
}

// New builds an index over gifts.
func New(gifts []catalogue.Gift, l *lexicon.Lexicon, log *slog.Logger) (*Engine, error) {
	e := &Engine{gifts: gifts, lexicon: l, log: log, byID: make(map[string]int, len(gifts)), turns: newTurnIndex(),
		facets: map[lexicon.Concept][]posting{}, rare: map[lexicon.Concept]float64{}}
	corpus := make([][]text.Token, len(gifts))
	cutter := &text.Cutter{}
	known := map[string]float64{}
	for i, g := range gifts {
		id := g.ID()
		if _, twice := e.byID[id]; twice {
			return nil, fmt.Errorf("index gifts: %s stands twice", g.Key)
		}
		e.byID[id] = i
		e.whom = append(e.whom, indexesOf(g.Recipients))
		corpus[i] = cutter.Tokens(Prose(g))
		for _, t := range corpus[i] {
			known[t.Word], known[t.Stem] = 0.2, 0.1
		}
		e.addFacets(i, g)
		e.burdens = append(e.burdens, burdens(l, g, cutter))
	}
	for w := range l.Words {
		known[w] = 1
	}
	e.speller = newSpeller(known)
	e.weighFacets()
	e.builtin = NewBuiltin(l, corpus)
	place := new(dims)
	vectors := make([][]entry, len(gifts))
	for i, tokens := range corpus {
		vectors[i] = e.builtin.vectorIn(place, tokens, nil)
		e.kin = append(e.kin, strongest(vectors[i]))
	}
	e.near = newPostings(vectors)
	e.names = newNameIndex(gifts)
	e.words = wordIndex(gifts, cutter)
	e.learned = e.learn()
	e.wide = e.widths()
	return e, nil
}

// Prose returns the text of a gift that is embedded: what people read about it, and its facets as words.
func Prose(g catalogue.Gift) string {
	facets := strings.Join(append(append(append([]string{}, g.Interests...), g.Situations...), g.Traits...), "; ")
	return g.Name + ". " + g.Name + ". " + g.Brief + " " + g.Description + " " + strings.ReplaceAll(facets, "-", " ") +
		"; " + strings.ReplaceAll(strings.Join(g.Categories, "; "), "-", " ") + "."
}

// Len returns the number of gifts.
func (e *Engine) Len() int { return len(e.gifts) }

// Gift returns the gift with that id.
func (e *Engine) Gift(id string) (catalogue.Gift, bool) {
	i, ok := e.byID[strings.ToLower(id)]
	if !ok {
		return catalogue.Gift{}, false
	}
	return e.gifts[i], true
}

// Request asks for gifts.
type Request struct {
	Description string
	Past        []string // what they were given before, in anybody's words
	Starred     []string // ids; unknown ones are ignored
	Limit       int
}

// Hit is a gift with how well it fits, 0 to 1.
type Hit struct {
	catalogue.Gift
	Relevance float64
}

// Answer is the result of a search. When Fallback is set nothing fits, and Hits are ideas that most people like.
type Answer struct {
	Person
	Hits     []Hit // the best first
	Searched int   // gifts looked at
	Above    int   // gifts that fit
	Starred  bool  // starred gifts had an influence
	Fallback bool
}

// Recommend returns at most r.Limit gifts. It never fails: when a remote embedder fails, it is left out.
func (e *Engine) Recommend(ctx context.Context, r Request) Answer {
	q := e.understand(r.Description)
	out := e.excluded(q, r.Past)
	ranked, starred := e.rank(q, out, r.Starred)
	q.starred = starred
	above := 0
	for _, c := range ranked {
		if c.score >= threshold {
			above++
		}
	}
	a := Answer{Person: q.Person, Searched: len(e.gifts), Above: above, Starred: starred}
	if above == 0 {
		a.Fallback = true
		a.Hits = e.popularFor(q, out, r.Limit)
		return a
	}
	a.Hits = e.pick(q, e.blend(ctx, q, enough(ranked, above, r.Limit)), r.Limit)
	return a
}

// enough returns the gifts that fit and, when they are fewer than asked for, the next best as long as they nearly fit.
func enough(ranked []scored, above, limit int) []scored {
	for above < min(limit, len(ranked)) && ranked[above].score >= threshold/2 {
		above++
	}
	return ranked[:above]
}
