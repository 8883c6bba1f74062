// Package search finds gifts for a description of a person: it reads who is meant, what they love and hate, how old they
// are and what may be spent, and ranks the catalogue by it. Everything is in memory; with the built-in embedder the same
// question has the same answer everywhere. It must not know MCP, databases or the network.
package search

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/phrasebook"
	"berth/platform/text"
)

// Engine is an index over the catalogue, most of which is read where Build's data are. It is safe for concurrent use.
type Engine struct {
	gifts        catalogue.Packed
	ids          table // the beginnings of the gifts' UUIDs, see beginning, each with the place of the gift as two bytes
	profiles     []profile
	bounds       []bounds
	dearest      int                        // the highest price of a gift, in US dollars
	numbers      map[lexicon.Concept]uint16 // of the interests, situations and categories of gifts
	occasions    map[string]uint64          // the bit of each
	contains     giftLists                  // the gifts that contain something
	lexicon      *lexicon.Lexicon
	book         *phrasebook.Book
	speller      *speller
	turns        turnIndex
	implications []implication
	builtin      *Builtin
	near         matrix // what each dimension of the built-in embedder is in each gift
	senses       *senses
	facets       map[lexicon.Concept]postings // the gifts that have a concept, and how strongly
	rare         map[lexicon.Concept]float64  // 1 for the rarest concepts, less for those that many gifts have
	words        wordIndex
	names        nameIndex
	wide         []float64 // how widely each gift is liked, 0 to 1
	affinity     affinity
	kinds        map[string][]bool // by a list of words.txt: the numbers of its categories
	equipment    []bool            // the numbers of categories that are gear
	done         []bool            // the numbers of categories that are gone to
	usedUp       []bool            // the numbers of categories that leave nothing behind: a concert is no thing, though it is music
	doing        []bool            // the numbers of categories that are for doing something
	frail        []bool            // the numbers of situations of the frail
	intimate     []bool            // the numbers of categories that are not given to people from work
	tastes       []bool            // the numbers of categories of which one for each pastime is enough
	safe         map[string][]int  // gifts that nobody minds getting, by stage of life
	assumptions  []assumption
	meant        map[lexicon.Concept][]uint16 // the assumptions that a meaning says
	told         table                        // what says an assumption in words, by the first of them
	kin          matrix                       // the strongest dimensions of each gift, to tell gifts of one kind
	log          *slog.Logger
	remote       atomic.Pointer[remote]
}

// New builds an index over gifts. For those that ship inside Shipped has one that is built already.
func New(gifts []catalogue.Gift, words Words, log *slog.Logger) (*Engine, error) {
	data, err := Build(gifts, words)
	if err != nil {
		return nil, err
	}
	return Open(data, log)
}

// Len returns the number of gifts.
func (e *Engine) Len() int { return len(e.profiles) }

// Gift returns the gift with that id.
func (e *Engine) Gift(id string) (catalogue.Gift, bool) {
	i, ok := e.index(id)
	if !ok {
		return catalogue.Gift{}, false
	}
	return e.gifts.At(i), true
}

// spelledOut is the length of a UUID with its hyphens (RFC 9562 §4); uuid.Parse takes other forms too.
const spelledOut = 36

// index returns the place of the gift with that id, in small letters or large ones.
func (e *Engine) index(id string) (int, bool) {
	if len(id) != spelledOut {
		return 0, false
	}
	parsed, err := uuid.Parse(id)
	if err != nil {
		return 0, false
	}
	i := e.place(parsed)
	if i < 0 {
		return 0, false
	}
	g := catalogue.Gift{Key: e.gifts.Key(i)}
	return i, g.UUID() == parsed
}

// place returns the place of the gift with that id; what it returns for others is another place, or -1.
func (e *Engine) place(id uuid.UUID) int {
	at := e.ids.of(beginning(id))
	if at == "" {
		return -1
	}
	return int(at[0]) | int(at[1])<<8
}

// beginning returns so much of an id that those of all gifts differ.
func beginning(id uuid.UUID) string { return string(id[:6]) }

// listedKinds returns which numbers are of categories of a list of words.txt, which must not be changed.
func (e *Engine) listedKinds(list string) []bool { return e.kinds[list] }

// listKinds works out what listedKinds returns.
func (e *Engine) listKinds() {
	e.kinds = map[string][]bool{}
	for _, list := range []string{"equipment", "doing", "tasted", "intimate", "outings", "done", "soft", "worn", "geared", "cooked", "lessons", "used-up"} {
		e.kinds[list] = e.kindsOf(listed(list))
	}
}

// kindsOf returns which numbers are of some categories.
func (e *Engine) kindsOf(categories string) []bool {
	kinds := make([]bool, len(e.numbers))
	for category := range strings.FieldsSeq(categories) {
		if n, known := e.numbers[lexicon.Concept{Facet: "category", Value: category}]; known {
			kinds[n] = true
		}
	}
	return kinds
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
	Above    int   // gifts that fit, with those of Hits that fit nearly because the others are used up
	Starred  bool  // starred gifts had an influence
	Fallback bool
	Beyond   bool // nothing costs as little as the budget: Hits are what costs least above it
	Foreign  bool // the description is hardly English, so that much of it was not understood
}

// Recommend returns at most r.Limit gifts. It never fails: when a remote embedder fails, it is left out.
func (e *Engine) Recommend(ctx context.Context, r Request) Answer {
	h := e.hear(r)
	q, out, fit, able, base, pull := h.q, h.out, h.fit, h.able, h.base, h.pull
	defer q.space.back()
	near := func(gift int) float64 { return float64(e.senses.near(q.sense, gift)) }
	choose := func(ranked []scored, above int) []Hit {
		return e.pick(q, e.blend(ctx, q, fit, e.weigh(fit, e.enough(q, e.short(q, ranked, r.Limit), above, r.Limit))), r.Limit)
	}
	ranked, above := e.rank(q, able, fit, base, nil, r.Limit)
	if pull != nil {
		// The list without stars is what was shown at first: what is not starred of it has been seen, as has what is named.
		shown := Answer{Hits: choose(ranked, above)}
		for _, h := range e.widen(q, out, fit, r.Limit, near, shown).Hits {
			out[e.place(h.UUID())] = true
		}
		mark(out, q.shown, true)
		for _, id := range r.Starred {
			if i, ok := e.index(id); ok {
				out[i] = true
			}
		}
		q.starred = true
		near = func(gift int) float64 { // if the list has to be filled, then with what is like the starred ones
			return float64(float32(pull.of(gift, e.senses.near(&pull.sense, gift))))
		}
		fit.apt = nil
		able = slices.DeleteFunc(able, func(i int) bool { return out[i] })
		ranked, above = e.rank(q, able, fit, base, pull, r.Limit)
	}
	a := Answer{Person: q.Person, Searched: e.Len(), Above: above, Starred: pull != nil, Beyond: q.beyond, Foreign: q.foreign}
	if above > 0 {
		a.Hits = choose(ranked, above)
	} else if !q.vague() && (len(q.phrases) == 0 || q.Budget == nil && !slices.Contains(out, true)) { // with fewer excluded or more money nothing would fit either
		a.Hits = e.safeFor(q, out, fit, r.Limit)
		a = e.widen(q, out, fit, r.Limit, near, a)
		a.Fallback, a.Above = true, 0
		return a
	}
	return e.widen(q, out, fit, r.Limit, near, a)
}

// heard is a request that was read: the gifts that may be suggested, and how well each fits.
type heard struct {
	q    *query
	out  []bool // the gifts that must not be suggested
	fit  *fitter
	able []int
	base []float64
	pull *pull
}

// hear reads a request. What it returns lends from a space, which is to be given back.
func (e *Engine) hear(r Request) heard {
	q := e.understand(r.Description)
	q.space = spaces.Get().(*space)
	q.vector = e.affinity.of(q.signs())
	out := e.excluded(q, r.Past)
	e.markWrong(q, out)
	q.shown = slices.DeleteFunc(q.shown, func(i int) bool { return out[i] })
	mark(out, q.shown, true)
	trust := e.trust(q, r.Starred)
	q.beyond = q.Budget != nil && !e.affordable(q, out, &trust)
	unmet, apt := e.unmet(q)
	if q.beyond {
		apt = nil // what costs least comes first
	}
	fit := e.fitter(q, trust, apt)
	pull := e.pull(q, r.Starred)
	if pull != nil {
		mark(out, q.shown, false)
	}
	able := e.able(out, fit)
	q.sense = e.senses.direction(q.words)
	return heard{q, out, fit, able, e.base(q, able, unmet), pull}
}

// mark sets the marks of gifts.
func mark(out []bool, gifts []int, to bool) {
	for _, i := range gifts {
		out[i] = to
	}
}

// affordable reports whether a gift that may be suggested, and takes nothing for granted that was not said, costs no more than the budget.
func (e *Engine) affordable(q *query, out []bool, trust *trust) bool {
	for i := range e.bounds {
		if !out[i] && int(e.bounds[i].dearest) <= q.Budget.High && trust.of(&e.profiles[i]) > leftUnsaid {
			return true
		}
	}
	return false
}

// widen fills the list of a up to the limit when what fits well is used up: by what is safe for the person's stage of life, then by what is
// nearest in meaning and suits the person, age and budget, different kinds first.
func (e *Engine) widen(q *query, out []bool, fit *fitter, limit int, near func(gift int) float64, a Answer) Answer {
	if len(a.Hits) >= limit {
		return a
	}
	given := out
	out = q.space.marks.take(len(given))
	copy(out, given)
	for _, h := range a.Hits {
		out[e.place(h.UUID())] = true
	}
	least := threshold
	if len(a.Hits) > 0 {
		least = min(threshold, a.Hits[len(a.Hits)-1].Relevance)
	}
	add := func(fill []Hit) {
		for _, h := range fill {
			h.Relevance = math.Round(1000*least*0.9) / 1000
			a.Hits = append(a.Hits, h)
			out[e.place(h.UUID())] = true
		}
	}
	if !q.starred && !q.beyond {
		add(e.safeFor(q, out, fit, limit-len(a.Hits)))
	}
	if len(a.Hits) < limit {
		add(e.popularFor(q, out, fit, limit-len(a.Hits), near))
	}
	a.Above = max(a.Above, len(a.Hits))
	a.Fallback = a.Above == 0
	return a
}

// enough returns those of ranked that fit, which are above in all, and, when they are fewer than asked for, the next best as long as they
// nearly fit. What serves something that is surely loved may fit less: it is better than one more present for anybody.
func (e *Engine) enough(q *query, ranked []scored, above, limit int) []scored {
	for above < min(limit, len(ranked)) && ranked[above].score >= threshold/2 {
		above++
	}
	above = min(above, len(ranked))
	fit := ranked[:above]
	for _, s := range ranked[above:] {
		if s.score >= leastServing && e.serves(q, s.gift) {
			fit = append(fit, s)
		}
	}
	return fit
}

// Nearest returns the gifts that the learned embedding alone finds nearest to a description, to be measured beside the whole.
func (e *Engine) Nearest(description string, limit int) []Hit {
	var ranked []scored
	sense := e.senses.direction(text.Tokens(description))
	for i := range e.profiles {
		ranked = append(ranked, scored{i, float64(e.senses.near(sense, i))})
	}
	return e.hits(best(ranked, limit))
}
