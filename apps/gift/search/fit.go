package search

import (
	"math"
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// fitFunc changes a gift's score by how well its recipients, occasions and price fit. It is for one goroutine and remembers what it has
// worked out.
type fitFunc func(gift int, score float64) float64

// fitter returns how gifts fit. trust says what each keeps for what it assumes, apt which of them are no strays; nil means that all are apt.
func (e *Engine) fitter(q *query, trust []float64, apt []bool) fitFunc {
	part := q.part()
	people, occasions := q.people(), q.occasions(part)
	kinds := everyKind()
	suit, named := make([]float64, len(kinds)), make([]float64, len(kinds)) // for each kind of recipient
	for r, k := range kinds {
		for _, p := range people {
			fit := q.suits(p.value, k)
			suit[r] = max(suit[r], fit*min(1, 0.4+p.weight))
			if fit == 1 {
				named[r] = max(named[r], p.weight)
			}
		}
	}
	stranger, lived, polite := q.stranger(), q.situations(), q.polite()
	weigh := func(i int) (f suitability) {
		g := &e.gifts[i]
		f.times = q.affords(g.Price)
		if f.times > 0 {
			f.times *= q.suitsAge(g.Ages)
		}
		if f.times == 0 {
			return f
		}
		person, exact := 0.75, 0.0
		if len(people) > 0 {
			person = 0
			for _, r := range e.whom[i] {
				person = max(person, suit[r])
				exact = max(exact, named[r])
			}
		} else if romanceOnly(e.whom[i], kinds) || q.otherSex(e.whom[i], kinds) {
			person = 0.4
		}
		occasion, suits := 1.0, 0.0
		for _, o := range occasions {
			if slices.Contains(g.Occasions, o.value) {
				suits = max(suits, o.weight*o.part*min(1, math.Sqrt(4/float64(len(g.Occasions)))))
			}
		}
		if len(occasions) > 0 && suits == 0 {
			occasion = 0.86
			if slices.ContainsFunc(occasions, func(o wanted) bool { return o.weight >= 0.6 && special(o.value) }) {
				occasion = 0.72
			}
		} else if len(occasions) == 0 && !slices.ContainsFunc(g.Occasions, func(o string) bool { return !special(o) }) {
			occasion = 0.75
		}
		f.lacks = (1 - part*exact) * (1 - suits) * (1 - part*q.aimedAt(g.Ages))
		f.times *= (leastPerson + (1-leastPerson)*person) * occasion * lives(lived, e.burdens[i])
		if polite && stranger && !slices.ContainsFunc(e.whom[i], func(r uint8) bool { return kinds[r].near == 'w' }) {
			f.times *= 0.6
		}
		if e.geared[i] {
			f.times *= q.equips(g.Interests, stranger)
		}
		f.times *= trust[i]
		if apt != nil && !apt[i] && !q.meant(g, occasions, people) {
			f.times *= strayShare
		}
		return f
	}
	known, all := make([]bool, len(e.gifts)), make([]suitability, len(e.gifts))
	return func(i int, score float64) float64 {
		if !known[i] {
			known[i], all[i] = true, weigh(i)
		}
		return (1 - (1-score)*all[i].lacks) * all[i].times
	}
}

// meant reports whether a gift is made for the occasion, or for people like the recipient, so that it needs to serve no interest.
func (q *query) meant(g *catalogue.Gift, occasions, people []wanted) bool {
	for _, o := range occasions {
		if at := slices.Index(g.Occasions, o.value); o.weight >= 0.6 && special(o.value) && at >= 0 && at < 2 {
			return true
		}
	}
	for _, p := range people {
		switch p.value {
		case "baby", "toddler", "new-parents", "teacher", "coach":
			if p.weight >= 0.6 && slices.Index(g.Recipients, p.value) == 0 {
				return true
			}
		}
	}
	return false
}

// leastPerson is what a score keeps when a gift is for quite other people.
const leastPerson = 0.5

// suitability is how a gift's recipients, occasions, age and price change a score: what the score lacks to 1 becomes smaller by
// lacks, then all is multiplied by times.
type suitability struct{ lacks, times float64 }

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

// aimedAt returns how closely a gift is made for the recipient's age, 0 for gifts of all ages and for adults.
func (q *query) aimedAt(ages [2]int) float64 {
	if q.Age == nil || q.Age.High > 17 || q.Age.Low > ages[1] || q.Age.High < ages[0] {
		return 0
	}
	return max(0, 1-float64(ages[1]-ages[0])/16)
}

// burden is a situation of a gift, with how well the gift fits somebody who is not in it.
type burden struct {
	situation string
	fit       float64
}

// burdens returns a gift's situations that people who are not in them would rather not be reminded of, or have no use
// for: the fit is lower when the gift's name or brief mentions them.
func burdens(l *lexicon.Lexicon, g catalogue.Gift, cutter *text.Cutter) []burden {
	if len(g.Situations) == 0 {
		return nil
	}
	told := map[string]bool{}
	for _, f := range l.Find(cutter.Tokens(g.Name+". "+g.Brief), nil) {
		for _, c := range f.Concepts {
			if c.Facet == "situation" && c.Weight >= 0.5 {
				told[c.Value] = true
			}
		}
	}
	var all []burden
	for _, s := range g.Situations {
		fit := 1.0
		switch s {
		case "wheelchair", "limited-mobility", "low-vision", "hearing-loss", "memory-loss":
			if fit = 0.7; told[s] {
				fit = 0.45
			}
		case "chemo-or-long-illness", "bereaved", "in-hospital", "recovering-from-surgery", "quit-drinking", "quit-smoking",
			"divorced", "breakup", "expecting", "new-baby",
			"diabetic", "gluten-free":
			if fit = 0.85; told[s] {
				fit = 0.45
			}
		case "newlyweds", "new-puppy", "deployed-or-away", "long-distance-relationship", "retiring", "off-to-university",
			"learning-to-drive", "first-car", "arthritis", "single-parent", "night-shifts", "moving-house", "burnout", "van-life",
			"left-handed", "first-time-homeowner", "exam-time":
			if fit = 0.94; told[s] {
				fit = 0.55
			}
		}
		all = append(all, burden{s, fit})
	}
	return all
}

// situations returns the situations that the recipient is in.
func (q *query) situations() []string {
	var in []string
	for c, w := range q.want {
		if c.Facet == "situation" && w >= 0.3 {
			in = append(in, c.Value)
		}
	}
	return in
}

// lives returns how well a gift with those burdens fits somebody who is in the situations lived.
func lives(lived []string, burdens []burden) float64 {
	fit := 1.0
	for _, b := range burdens {
		if slices.Contains(lived, b.situation) {
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

// otherSex reports whether a gift is only for the sex that the recipient does not have.
func (q *query) otherSex(recipients []uint8, kinds []kind) bool {
	if !q.female && !q.male {
		return false
	}
	other := byte('f')
	if q.female {
		other = 'm'
	}
	return !slices.ContainsFunc(recipients, func(r uint8) bool { return kinds[r].gender != other })
}

func romanceOnly(recipients []uint8, kinds []kind) bool {
	return !slices.ContainsFunc(recipients, func(r uint8) bool { return kinds[r].near != 'r' })
}

// suitsAge returns how well an age fits, 0 for a gift that is not for that age at all.
func (q *query) suitsAge(ages [2]int) float64 {
	if q.Age == nil {
		switch {
		case ages[1] < 13 && q.group == adult:
			return 0.1
		case ages[1] < 16 && (q.group == adult || !q.wantsChild()):
			return 0.45
		case ages[1] < 20 && q.group != teenager && !q.wantsChild():
			return 0.7
		case ages[0] >= 21 && q.wantsChild():
			return 0.3
		}
		return 1
	}
	a := *q.Age
	if a.Low <= ages[1] && a.High >= ages[0] {
		if a.High < 13 && ages[1] >= 60 && ages[0] >= 6 { // for everybody, rather than for a child
			return 0.85
		}
		return 1
	}
	off := max(a.Low-ages[1], ages[0]-a.High)
	slack := 1 + a.Low/12
	if q.ageGuessed {
		slack += 2
	}
	if off > slack {
		return 0
	}
	return 0.75
}

// wantsChild reports whether the recipient is a child by the words for it.
func (q *query) wantsChild() bool {
	for c, w := range q.want {
		if c.Facet == "recipient" && w >= 0.5 && kindOf(c.Value).group > anyAge && kindOf(c.Value).group < adult {
			return true
		}
	}
	return false
}

// affords returns how well a price fits: 0 when it may be more than the budget, less when it is well below.
func (q *query) affords(price [2]int) float64 {
	low, high := float64(price[0]), float64(price[1])
	if q.Budget == nil {
		if p := q.price; p != nil && (high < float64(p.Low) || low > float64(p.High)) {
			return 1 - 0.4*p.Weight
		}
		if high <= trifle { // nobody asked for little
			return 0.85
		}
		return 1
	}
	switch least := float64(q.Budget.Low); {
	case price[1] > q.Budget.High && !q.beyond:
		return 0
	case price[1] > q.Budget.High:
		return float64(max(1, q.Budget.High)) / high
	case high < least:
		return max(0.25, math.Pow(high/max(least, 1), 0.8))
	case q.Budget.High < NoLimit: // the upper half is what was meant
		return 1 - forTrifle*max(0, 1-2*high/float64(max(q.Budget.High, 1)))
	}
	return 1
}

// forTrifle is what a gift that costs nothing loses where something may be spent.
const forTrifle = 0.4

// trifle is what a small thing costs at most, in US dollars.
const trifle = 15

// excluded marks the gifts that must not be suggested, however well they fit otherwise.
func (e *Engine) excluded(q *query, past []string) []bool {
	out := make([]bool, len(e.gifts))
	for c := range q.hates {
		for _, p := range e.facets[c] {
			out[p.gift] = true
		}
	}
	for i, g := range e.gifts {
		if slices.ContainsFunc(g.Contains, func(c string) bool { return q.avoid[c] }) {
			out[i] = true
		}
	}
	e.names.markHated(q.hatedStems, out)
	for _, p := range past {
		if i, ok := e.byID[strings.ToLower(strings.TrimSpace(p))]; ok {
			out[i] = true
			continue
		}
		e.names.markGiven(p, out)
	}
	for _, t := range q.owned {
		e.names.markThing(t, out)
		e.names.markStems(append(slices.Clone(t.more), t.head), out)
	}
	return out
}

func has(q *query, facet, value string) float64 {
	return q.want[lexicon.Concept{Facet: facet, Value: value}]
}
