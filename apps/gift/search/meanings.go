package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// diets lets a diet count less where it is said what somebody loves: it is a limit, and no pastime.
func (q *query) diets() {
	if !q.loves() {
		return
	}
	for c, w := range q.want {
		diet := c.Facet == "situation" && oneOf(c.Value, "vegan vegetarian gluten-free diabetic") || c == lexicon.Concept{Facet: "interest", Value: "vegan-food"} && !q.main[c]
		if diet {
			most := ofDiet
			if c.Value == "gluten-free" && max(has(q, "interest", "baking"), has(q, "interest", "cooking"), has(q, "interest", "bread")) >= 0.6 {
				most = forTheirOven
			}
			q.want[c], q.held[c] = min(w, most), w
		}
	}
}

// ofDiet is what a diet counts at most beside what somebody loves.
const ofDiet = 0.4

// forTheirOven is the same for a diet of those who bake and cook: it says what they can use.
const forTheirOven = 0.8

// within reports whether a number is the end of a phrase that means something else: "F1" is no child of one.
func within(found []lexicon.Found, a ageAt) bool {
	return slices.ContainsFunc(found, func(f lexicon.Found) bool {
		return f.Age == nil && f.From < a.from && a.to <= f.To && (says(f, "interest") || says(f, "situation"))
	})
}

// verb reports whether a word before word i is a verb there: "watches Montalbano", not "sailing and watches, 55".
func verb(tokens []text.Token, i int) bool {
	return i < len(tokens) && tokens[i].Before == text.None && !oneOf(tokens[i].Word, "and or from with as too who")
}

// besides returns how much a meaning of a phrase counts: less for a pastime that is only the neighbour of the one that the phrase surely
// says. Who loves pop music is not said to sing.
func besides(f lexicon.Found, c lexicon.Weighted) float64 {
	most := 0.0
	for _, o := range f.Concepts {
		if o.Facet == "interest" {
			most = max(most, o.Weight)
		}
	}
	if c.Facet == "interest" && most >= 0.9 && c.Weight < most {
		return ofBesides
	}
	return 1
}

// ofBesides is what a neighbour of a pastime keeps.
const ofBesides = 0.75
