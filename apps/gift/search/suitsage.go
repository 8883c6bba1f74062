package search

import (
	"slices"

	"berth/apps/gift/lexicon"
)

// suitsAge returns how well an age fits, 0 for a gift that is not for that age at all. child says whether the words say that it is for one.
func (q *query) suitsAge(ages [2]int, child bool) float64 {
	if q.Age == nil {
		switch {
		case ages[1] < 13 && q.group == adult && ages[0] == 0:
			return q.forBaby()
		case ages[1] < 13 && q.group == adult:
			return 0.1
		case ages[1] < 13 && !child && len(q.named) == 1 && q.named[0] == "friend":
			return 0.1
		case ages[1] < 16 && (q.group == adult || !child):
			return 0.45
		case ages[1] < 20 && q.group != teenager && !child:
			return 0.7
		case ages[0] >= 21 && child:
			return 0.3
		}
		return 1
	}
	a := *q.Age
	switch off := max(a.Low-ages[1], ages[0]-a.High); {
	case off <= 0:
		return q.coversAge(ages)
	case !q.ageGuessed && a.High < 13: // a year is much for a child, and what is for older ones is not safe for the smallest
		if a.High < 3 || a.Low > ages[1] || off > 1 {
			return 0
		}
		return 0.6
	case !q.ageGuessed && off > 1+a.Low/12, off > 3+a.Low/12:
		return 0
	}
	return 0.75
}

// coversAge returns how well a gift fits that is for an age, among others: less for a child when it is for adults as well, when the child is
// about to grow out of it, or when it is for one of several children alone.
func (q *query) coversAge(ages [2]int) float64 {
	a, fit := *q.Age, 1.0
	if a.High >= 13 {
		if ages[1] < 18 && a.Low >= ages[1] {
			return 0.8
		}
		return fit
	}
	if ages[1] >= 60 && ages[0] > 0 {
		fit = 0.82
	}
	if a.Low > 2 && (a.Low >= ages[1] || ages[0] < 3 && 10*(a.Low+a.High-2*ages[0]) > 17*(ages[1]-ages[0])) {
		fit *= 0.8
	}
	if !q.ageGuessed && a.High > a.Low && (ages[0] > a.Low+1 || ages[1] < a.High) {
		fit *= 0.75
	}
	return fit
}

// wantsChild reports whether the recipient is a child by the words for it.
func (q *query) wantsChild() bool {
	for _, p := range q.people() {
		if g := kindOf(p.value).group; p.weight >= 0.5 && g > anyAge && g < adult {
			return true
		}
	}
	return false
}

// forBaby returns how well a gift for a baby fits its parents: at a baby shower and a christening it is what everybody gives.
func (q *query) forBaby() float64 {
	switch {
	case q.hates[lexicon.Concept{Facet: "category", Value: "baby"}]:
		return 0.1
	case has(q, "occasion", "baby-shower") >= 0.9, has(q, "occasion", "christening") >= 0.6:
		return 0.95
	case has(q, "occasion", "mothers-day") >= 0.6, has(q, "occasion", "fathers-day") >= 0.6, has(q, "occasion", "birthday") >= 0.6:
		return 0.1
	case has(q, "recipient", "new-parents") >= 0.9:
		return 0.5
	}
	return 0.1
}

// made reports whether a gift is made for the frail: an outing for who is old and lives in a home.
func (f *fitter) made(p *profile) bool {
	return slices.ContainsFunc(p.about[p.interests:], func(n uint16) bool { return f.frail[n] })
}

// beyondOutings is the age from which most people seldom go out, dig or train.
const beyondOutings = 88
