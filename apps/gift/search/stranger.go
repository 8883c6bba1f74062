package search

import (
	_ "embed" // liked.txt
	"slices"
)

// stranger reports whether the description says nothing about what somebody likes, is like or lives with, or only what leads nowhere, such as
// that they have everything.
func (q *query) stranger() bool {
	for c, w := range q.want {
		if share(c.Facet) > 0 && w >= 0.3 && !oneOf(c.String(), listed("bland")) {
			return false
		}
	}
	return true
}

// vague reports whether a description names somebody of whom it surely says nothing that gifts are for: then what everybody likes is an answer.
func (q *query) vague() bool {
	if q.surest(0.4) == "" {
		return false
	}
	for c, w := range q.want {
		if share(c.Facet) > 0 && c.Facet != "trait" && w >= 0.5 {
			return false
		}
	}
	return true
}

// equips returns how well a gift with an interest that is gear fits: a bicycle bell is of little use to somebody of whom nobody says
// that they cycle. A gift is first of all for its first interest: a cricket bat kit is not for woodworkers.
func (q *query) equips(p *profile, stranger bool) float64 {
	first := int32(p.gears[0]) == p.interest
	switch {
	case stranger:
		return 0.5
	case first && q.weights[p.interest] < 0.25:
		return 0.6
	case !first || slices.ContainsFunc(p.gears, func(i uint16) bool { return q.weights[i] >= 0.25 }):
		return 1
	}
	return 0.8
}

//go:embed liked.txt
var likedLines string

// likedKeys returns the keys of the gifts in liked.txt.
func likedKeys() map[string]bool {
	keys := map[string]bool{}
	for key := range entries(likedLines) {
		keys[key] = true
	}
	return keys
}

// gear reports whether the gifts of a pastime are mostly for those who follow it.
func gear(interest string) bool { return oneOf(interest, listed("gear")) }
