package search

import (
	"math"
	"math/bits"
	"slices"

	"berth/apps/gift/lexicon"
)

// fitter changes the scores of gifts by how well their recipients, occasions, age and price fit. It is for one request and remembers what
// it has worked out.
type fitter struct {
	q                         *query
	profiles                  []profile
	bounds                    []bounds
	trust                     trust
	apt                       []bool  // the gifts that are no strays; nil = all
	suit, named               []level // how well each kind of recipient suits, and how surely it is named
	occasions                 []level // how much each counts
	part                      float64
	anybody                   bool // nobody says for whom it is
	anyDay, festive           bool // no occasion is said; one is that needs gifts of its own
	birth, wedding            bool // that is what is celebrated
	sibling                   bool // it is for a child who has a baby for a sister or brother
	nursery                   uint16
	stranger, polite, isChild bool
	frail, intimate           []bool    // the numbers of situations of the frail, and of categories too personal for people from work
	loves                     bool      // something is surely loved
	special                   uint64    // the occasions that are surely meant
	days                      uint64    // the occasions, and
	thanks                    uint64    // the occasions on which a present for anybody is no stray
	people                    uint64    // the recipients, that gifts are made for: such gifts are no strays
	paid                      []float64 // how well each upper price within the budget fits, less than 0 when it is not known yet
	old                       bool      // beyond most outings
	active                    []bool    // the numbers of categories that are outings or work with the hands, where old is so
	spared                    []bool    // nil unless they have the gear of what they love; the gifts that are for such people
	kinds                     gearKinds // where spared is not nil
	keen                      bool      // something is loved, more or less surely
	demanded                  []float32 // what is left of each gift by what it must be; nil = all
	all                       []suitability
}

// fitter returns how gifts fit. apt says which of them are no strays; nil means that all are apt.
func (e *Engine) fitter(q *query, trust trust, apt []bool) *fitter {
	kinds, people, part := everyKind(), q.people(), q.part()
	f := &fitter{q: q, profiles: e.profiles, bounds: e.bounds, trust: trust, apt: apt, part: part, anybody: len(people) == 0, anyDay: true,
		stranger: q.stranger(), polite: q.polite(), isChild: q.wantsChild() || q.surest(0.5) == "family", all: q.space.fits.take(len(e.profiles))}
	if q.Budget != nil {
		f.paid = slices.Repeat([]float64{-1}, max(0, min(e.dearest, q.Budget.High))+1)
	}
	f.intimate, f.frail, f.demanded = e.intimate, e.frail, e.demanded(q)
	f.wedding = has(q, "occasion", "wedding") >= 0.9
	if q.lessons {
		f.part = max(f.part, lessonsShare)
		part = f.part
	}
	f.loves, f.birth = q.loves(), has(q, "occasion", "baby-shower") >= 0.9 || has(q, "occasion", "christening") >= 0.9 && q.group == baby
	if f.old = q.Age != nil && q.Age.Low >= beyondOutings || has(q, "situation", "care-home") >= 0.6 ||
		has(q, "situation", "limited-mobility") >= 0.6 && q.Age != nil && q.Age.Low >= 75; f.old {
		f.active = e.listedKinds("outings")
	}
	if q.kitted() {
		f.spared, f.kinds, f.keen = e.spared(q), e.gearKinds(q), q.keen()
	}
	f.sibling = q.group > baby && q.group < teenager && q.want[newBaby] >= 0.5
	f.nursery = e.numbers[lexicon.Concept{Facet: "category", Value: "baby"}]
	var suit, named, occasions [mostBits]float64
	for _, p := range people {
		for r, k := range kinds {
			fit := q.suits(p.value, k)
			suit[r] = max(suit[r], fit*min(1, 0.4+p.weight))
			if fit == 1 {
				named[r] = max(named[r], p.weight)
			}
		}
		switch p.value {
		case "baby", "toddler", "new-parents", "teacher", "coach":
			if p.weight >= 0.6 {
				f.people |= 1 << indexOf(kinds, p.value)
			}
		}
	}
	for _, o := range q.occasions(part) {
		bit := e.occasions[o.value] // 0 when no gift is for it
		if bit != 0 {
			occasions[bits.TrailingZeros64(bit)] = o.weight * o.part
		}
		f.anyDay = false
		if o.weight >= 0.6 {
			f.special |= bit
		}
		if o.weight >= 0.6 && special(o.value) {
			f.festive = true
			f.days |= bit
		}
		if o.value == "thank-you" && o.weight >= 0.7 || o.value == "anniversary" && o.weight >= 0.8 && !f.polite {
			f.thanks |= bit
		}
	}
	f.suit, f.named, f.occasions = levels(&suit), levels(&named), levels(&occasions)
	return f
}

// fit returns what is left of a gift's score, 0 to 1.
func (f *fitter) fit(gift int, score float64) float64 {
	s := &f.all[gift]
	if !s.known {
		*s = f.weigh(gift)
	}
	times := s.times
	if s.stray && f.apt != nil {
		times *= strayShare
	}
	return (1 - (1-score)*s.lacks) * times
}

func (f *fitter) weigh(gift int) suitability {
	g := &f.bounds[gift]
	s := suitability{known: true, times: f.affords(g.price())}
	if s.times > 0 {
		s.times *= f.q.suitsAge(g.ages(), f.isChild)
	}
	if s.times == 0 {
		return s
	}
	p := &f.profiles[gift]
	person, exact := 0.75, 0.0
	if !f.anybody {
		person, exact = highest(f.suit, p.whom), highest(f.named, p.whom)
	} else if p.romance || f.q.female && p.men || f.q.male && p.women {
		person = 0.4
	}
	if f.q.group > anyAge && f.q.group < teenager && person < 0.5 { // it is for adults
		s.times *= 0.65
	}
	if f.sibling && slices.Contains(p.categories, f.nursery) {
		s.times *= 0.5
	}
	occasion, suits := 1.0, highest(f.occasions, p.occasions)*p.fewness
	switch {
	case f.anyDay && p.special:
		occasion = 0.75
	case f.birth && suits == 0: // nobody brings anything else
		occasion = 0.45
	case f.wedding && suits == 0:
		occasion = 0.6
	case !f.anyDay && suits == 0 && f.festive:
		occasion = 0.72
	case !f.anyDay && suits == 0:
		occasion = 0.86
	}
	s.times *= f.grade(p)
	s.lacks = (1 - f.part*exact) * (1 - suits) * (1 - f.part*f.q.aimedAt(g.ages()))
	s.times *= (leastPerson + (1-leastPerson)*person) * occasion * f.q.lives(p.burdens)
	if f.old && f.active[p.kind()] && !f.made(p) {
		s.times *= 0.6
	}
	if f.polite && !p.work && (f.stranger || f.intimate[p.kind()]) {
		s.times *= 0.6
	}
	if len(p.gears) > 0 {
		s.times *= f.q.equips(p, f.stranger)
	}
	s.times *= f.trust.of(p)
	s.times *= f.toHave(gift, p)
	if f.demanded != nil {
		s.times *= float64(f.demanded[gift])
	}
	if f.loves && p.interest >= 0 && f.q.weights[p.interest] < 0.25 {
		s.times *= ofNeighbours
	}
	s.stray = f.apt != nil && !f.apt[gift] && !f.meant(p)
	return s
}

// affords is that of the query. Where a budget is said the upper price alone decides, and few prices differ.
func (f *fitter) affords(price [2]int) float64 {
	if price[1] >= len(f.paid) {
		return f.q.affords(price)
	}
	fits := &f.paid[price[1]]
	if *fits < 0 {
		*fits = f.q.affords(price)
	}
	return *fits
}

// meant reports whether a gift is made for the occasion, or for people like the recipient, so that it needs to serve no interest.
func (f *fitter) meant(p *profile) bool {
	switch {
	case p.foremost&f.people != 0:
		return true
	case p.mainly&f.days != 0: // a choir is for no retired hiker
		return p.interests == 0 || len(p.assumes) > 0 || slices.ContainsFunc(p.about[:p.interests], func(n uint16) bool { return f.q.weights[n] >= 0.25 })
	}
	return p.interests == 0 && p.mainly&f.thanks != 0
}

// leastPerson is what a score keeps when a gift is for quite other people.
const leastPerson = 0.5

// suitability is how a gift's recipients, occasions, age and price change a score: what the score lacks to 1 becomes smaller by
// lacks, then all is multiplied by times. A stray keeps less.
type suitability struct {
	lacks, times float64
	stray, known bool
}

// part returns how much a named recipient and the occasion each count as meanings of their own: the more, the less else
// is known.
func (q *query) part() float64 {
	surest := 0.0
	for c, w := range q.want {
		surest = max(surest, w*share(c.Facet))
	}
	return 0.34 - 0.18*surest
}

// The share of an occasion that needs gifts of its own, and that of a feast, for which few gifts are right.
const specialShare, feastShare = 0.3, 0.5

// lessonsShare is how much it counts that something is for whoever gives lessons.
const lessonsShare = 0.34

// pairShare is that of the day of a pair, on which something is for the two of them.
const pairShare = 0.42

// aimedAt returns how closely a gift is made for the recipient's age, 0 for gifts of all ages and for adults.
func (q *query) aimedAt(ages [2]int) float64 {
	if q.Age == nil || q.Age.High > 17 || q.Age.Low > ages[1] || q.Age.High < ages[0] {
		return 0
	}
	return max(0, 1-float64(ages[1]-ages[0])/16)
}

// lives returns how well a gift with those burdens fits the recipient: fully when the recipient is in one of the situations.
func (q *query) lives(burdens []burden) float64 {
	fit := 1.0
	if q.group == baby { // who is in none of them yet
		return fit
	}
	for _, b := range burdens {
		if q.weights[b.situation] >= 0.3 {
			return 1
		}
		fit = min(fit, b.fit)
	}
	return fit
}

// suits returns how well a gift for one kind of recipient fits another: 1 when it is the same.
func (q *query) suits(who string, other kind) float64 {
	if who == other.name {
		return 1
	}
	mine := kindOf(who)
	if mine.gender == 0 && q.female {
		mine.gender = 'f'
	} else if mine.gender == 0 && q.male {
		mine.gender = 'm'
	}
	if q.group != anyAge {
		mine.group = q.group
	}
	f := 0.72
	if other.gender != 0 && mine.gender != 0 && other.gender != mine.gender {
		f = 0.3
	}
	if other.group != mine.group && other.group != anyAge && mine.group != anyAge {
		f *= 0.4
	}
	if other.near == 'r' && mine.near != 'r' {
		f *= 0.75
	}
	if mine.near == 'w' && other.near != 'w' { // a colleague is no sister
		f *= 0.7
	}
	return f
}

// affords returns how well a price fits: 0 when it may be more than the budget, less when it is well below.
func (q *query) affords(price [2]int) float64 {
	high := float64(price[1])
	if q.Budget == nil {
		if p := q.price; p != nil && high > 1.2*float64(p.High) {
			return 1 - forDearer*p.Weight
		} else if p != nil && high < float64(p.Low) {
			return 1 - 0.4*p.Weight
		}
		switch {
		case q.price != nil && q.price.High <= 2*trifle: // "something small"
			return 1
		case high <= trifle: // nobody asked for little
			return 0.85
		case high > dearToy && q.group > anyAge && q.group < teenager:
			return max(leastDear/2, 1-1.5*forDear*math.Log2(high/dearToy))
		case high > dear: // nor for much
			return max(leastDear, 1-forDear*math.Log2(high/dear)-2*forDear*max(0, math.Log2(high/veryDear)))
		}
		return 1
	}
	switch least := float64(q.Budget.Low); {
	case price[1] > q.Budget.High && !q.beyond:
		return 0
	case price[1] > q.Budget.High:
		return float64(max(1, q.Budget.High)) / high
	case q.Budget.High >= forPot && q.Budget.High < NoLimit && q.pooled && 7*high < 2*float64(q.Budget.High):
		return 0.05
	case high < least:
		return max(0.1, math.Pow(high/max(least, 1), forBelow))
	case q.Budget.High < NoLimit && q.pooled: // nobody collects for a trifle
		return max(0.15, 1-forTriflePooled*max(0, 1-2*high/float64(max(q.Budget.High, 1))))
	case q.Budget.High < NoLimit: // the upper half is what was meant
		return 1 - forTrifle*max(0, 1-2*high/float64(max(q.Budget.High, 1)))
	}
	return 1
}

// forDearer is what a gift loses that may cost more than a word such as "something small" allows.
const forDearer = 0.6

// forBelow is how fast a gift loses that costs less than what was said at least.
const forBelow = 1.4

// forTrifle is what a gift that costs nothing loses where something may be spent.
const forTrifle = 0.6

// forTriflePooled is the same where several give together.
const forTriflePooled = 1.5

// trifle is what a small thing costs at most, in US dollars.
const trifle = 15

// Where no sum is said, what costs more than dear US dollars loses forDear each time the price doubles; leastDear stays of it.
const dear, forDear, leastDear = 120, 0.1, 0.5

// veryDear is from which price on it loses more: hardly anybody spends so much unasked, in US dollars.
const veryDear = 240

// dearToy is what counts as dear for a child.
const dearToy = 60

// ofNeighbours is what is left of a gift that is first of all for a pastime that nobody speaks of, where another was surely said.
const ofNeighbours = 0.8
