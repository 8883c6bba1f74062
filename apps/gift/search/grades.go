package search

import (
	"slices"

	"berth/apps/gift/catalogue"
)

// What a gift's interest or situation counts where the gift is a good idea for whoever has it, and where it is a passable one: 1 where it is one of
// the best.
const forGood, forPassable = 0.88, 0.65

// suiting returns what an interest or a situation of a gift counts.
func suiting(g *catalogue.Gift, fact string) float64 {
	switch {
	case slices.Contains(g.Best, fact):
		return 1
	case slices.Contains(g.Passable, fact):
		return forPassable
	}
	return forGood
}

// graded are recipients and occasions, a bit for each.
type graded struct{ whom, occasions uint64 }

// graded returns the recipients and occasions of a gift that are among some facts.
func (e *Engine) graded(g *catalogue.Gift, facts []string) (those graded) {
	kinds := everyKind()
	for _, fact := range facts {
		if slices.Contains(g.Recipients, fact) {
			those.whom |= 1 << indexOf(kinds, fact)
		}
		if slices.Contains(g.Occasions, fact) {
			those.occasions |= e.occasion(fact)
		}
	}
	return those
}

// What a gift's score is multiplied by where it is one of the best ideas for the occasion or, when it is for no interest, for the recipient, and
// where it is a dull one.
const forBest, forDull = 1.1, 0.8

// grade returns which of these holds of a gift, 1 where none does.
func (f *fitter) grade(p *profile) float64 {
	switch {
	case f.special&p.best.occasions != 0 || p.interest < 0 && highest(f.named, p.best.whom) >= 0.6:
		return forBest
	case f.special&p.dull.occasions != 0 || p.interest < 0 && highest(f.named, p.dull.whom) >= 0.6:
		return forDull
	}
	return 1
}
