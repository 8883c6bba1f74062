package search

import (
	"math"
	"slices"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
)

// profile is what requests ask of a gift, worked out when the index is built: a request compares numbers only.
type profile struct {
	whom       uint64   // the recipients, a bit for each of everyKind
	foremost   uint64   // the first of them
	work       bool     // one of them is from work or next door
	romance    bool     // all of them are partners
	men, women bool     // only for men, only for women
	occasions  uint64   // a bit for each
	mainly     uint64   // the first two of them
	best, dull graded   // the recipients and occasions for which it is among the best ideas, and a dull one
	special    bool     // all of them need gifts of their own
	fewness    float64  // how much one of them counts: less in a gift for many
	categories []uint16 // their numbers
	sorts      []uint16 // numbers for the sorts that its name says it is of, see sorts.txt
	interest   int32    // the number of the first interest, -1 when there is none
	about      []uint16 // the numbers of the interests and situations
	interests  int      // how many of them are interests
	contains   bool     // something that some people need to avoid
	personal   bool     // it is made for one person
	kitchen    bool     // it is first of all for a pastime of the kitchen
	gears      []uint16 // the numbers of the interests that are gear
	burdens    []burden
	assumes    []uint16 // as indexes of the engine's assumptions
}

// bounds are the price and the ages of a gift, in little memory: most gifts are left out by them, and a request reads those of all.
type bounds struct {
	cheapest, dearest int32 // US dollars
	youngest, oldest  int16 // years
}

func boundsOf(g *catalogue.Gift) bounds {
	return bounds{int32(g.Price[0]), int32(g.Price[1]), int16(g.Ages[0]), int16(g.Ages[1])} //nolint:gosec // the catalogue checks them
}

func (b *bounds) price() [2]int { return [2]int{int(b.cheapest), int(b.dearest)} }

func (b *bounds) ages() [2]int { return [2]int{int(b.youngest), int(b.oldest)} }

// kind returns the number of the first category.
func (p *profile) kind() uint16 { return p.categories[0] }

// mostBits is how many recipients, and how many occasions, there can be.
const mostBits = 64

// occasion returns the bit of an occasion, and gives it the next one if it has none.
func (e *Engine) occasion(o string) uint64 {
	bit, known := e.occasions[o]
	if !known {
		bit = 1 << len(e.occasions)
		e.occasions[o] = bit
	}
	return bit
}

// number returns the number of a concept, and gives it the next one if it has none.
func (e *Engine) number(facet, value string) uint16 {
	c := lexicon.Concept{Facet: facet, Value: value}
	n, known := e.numbers[c]
	if !known {
		n = uint16(len(e.numbers)) //nolint:gosec // the vocabulary has hundreds
		e.numbers[c] = n
	}
	return n
}

// profile returns that of a gift. assumed says at which place among the engine's assumptions each stands.
func (e *Engine) profile(g *catalogue.Gift, said prose, assumed map[string]int) profile {
	p := profile{romance: true, men: true, women: true, special: true, interest: -1,
		fewness: min(1, math.Sqrt(4/float64(len(g.Occasions)))), burdens: e.burdens(g, said),
		interests: len(g.Interests), contains: len(g.Contains) > 0, personal: slices.Contains(g.Categories, "personalised")}
	kinds := everyKind()
	for at, who := range g.Recipients {
		r := indexOf(kinds, who)
		p.whom |= 1 << r
		if at == 0 {
			p.foremost = p.whom
		}
		k := kinds[r]
		p.work = p.work || k.near == 'w'
		p.romance = p.romance && k.near == 'r'
		p.men, p.women = p.men && k.gender == 'm', p.women && k.gender == 'f'
	}
	for _, c := range g.Categories {
		p.categories = append(p.categories, e.number("category", c))
	}
	for at, o := range g.Occasions {
		p.occasions |= e.occasion(o)
		if at < 2 {
			p.mainly = p.occasions
		}
		p.special = p.special && special(o)
	}
	for _, i := range g.Interests {
		n := e.number("interest", i)
		p.about = append(p.about, n)
		if gear(i) {
			p.gears = append(p.gears, n)
		}
	}
	if len(p.about) > 0 {
		p.interest, p.kitchen = int32(p.about[0]), oneOf(g.Interests[0], listed("kitchens"))
	}
	for _, s := range g.Situations {
		p.about = append(p.about, e.number("situation", s))
	}
	p.best, p.dull = e.graded(g, g.Best), e.graded(g, g.Passable)
	for _, name := range g.Assumes {
		p.assumes = append(p.assumes, uint16(assumed[name])) //nolint:gosec // there are hundreds
	}
	return p
}

// numberSorts gives each gift's profile the numbers of its sorts.
func (e *Engine) numberSorts(gifts []catalogue.Gift, texts []prose) {
	numbers := map[string]uint16{}
	for i := range texts {
		for _, sort := range sortsOf(texts[i].ofName(), gifts[i].Interests) {
			n, known := numbers[sort]
			if !known {
				n = uint16(len(numbers)) //nolint:gosec // hundreds
				numbers[sort] = n
			}
			e.profiles[i].sorts = append(e.profiles[i].sorts, n)
		}
	}
}

// weights returns what is wanted by the numbers of concepts.
func (e *Engine) weights(want map[lexicon.Concept]float64) []float64 {
	by := make([]float64, len(e.numbers))
	for c, w := range want {
		if n, known := e.numbers[c]; known {
			by[n] = w
		}
	}
	return by
}

// burden is a situation of a gift, with how well the gift fits somebody who is not in it.
type burden struct {
	situation uint16 // its number
	fit       float64
}

// burdens returns a gift's situations that people who are not in them would rather not be reminded of, or have no use
// for: the fit is lower when the gift's name or brief mentions them.
func (e *Engine) burdens(g *catalogue.Gift, said prose) []burden {
	if len(g.Situations) == 0 {
		return nil
	}
	told := map[string]bool{}
	for _, f := range e.lexicon.Find(said.ofTitle(), nil) {
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
		all = append(all, burden{e.number("situation", s), fit})
	}
	return all
}
