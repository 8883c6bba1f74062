package search

import (
	"slices"

	"berth/apps/gift/catalogue"
)

// What a gift's interest or situation counts by how well the gift suits whoever has it, where it is one of the best ideas 1.
const forGood, forPassable = 0.88, 0.65

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

func (g *graded) add(whom, occasion uint64) { g.whom, g.occasions = g.whom|whom, g.occasions|occasion }

// grade notes how well a gift suits a recipient or an occasion.
func (p *profile) grade(g *catalogue.Gift, fact string, whom, occasion uint64) {
	switch {
	case slices.Contains(g.Best, fact):
		p.best.add(whom, occasion)
	case slices.Contains(g.Passable, fact):
		p.dull.add(whom, occasion)
	}
}

// What a gift's score becomes where it is one of the best ideas for the occasion, or for whom it is for, and where it is a dull one.
const forBest, forDull = 1.1, 0.8

// grade says that of a gift.
func (f *fitter) grade(p *profile) float64 {
	switch {
	case f.special&p.best.occasions != 0 || p.interest < 0 && highest(f.named, p.best.whom) >= 0.6:
		return forBest
	case f.special&p.dull.occasions != 0 || p.interest < 0 && highest(f.named, p.dull.whom) >= 0.6:
		return forDull
	}
	return 1
}
