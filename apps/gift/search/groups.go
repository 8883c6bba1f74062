package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// ageGroup is a stage of life, roughly.
type ageGroup uint8

const (
	anyAge ageGroup = iota
	baby
	toddler
	child
	teenager
	adult
)

// groupOf returns the stage of life of an age.
func groupOf(age Span) ageGroup {
	switch middle := (age.Low + age.High) / 2; {
	case middle < 1:
		return baby
	case middle < 3:
		return toddler
	case middle < 13:
		return child
	case middle < 18:
		return teenager
	}
	return adult
}

// ofPet reports whether an age is that of an animal: "my sister's dog turns 1".
func ofPet(tokens []text.Token, a ageAt) bool {
	at := a.from - 1
	for at > 0 && oneOf(tokens[at].Word, "is just will be who has") {
		at--
	}
	return at >= 0 && oneOf(tokens[at].Word, "dog cat puppy kitten horse pony rabbit hamster parrot") && tokens[at+1].Before <= text.Comma
}

// ages decides how old the recipient is: by a number, otherwise by a word such as "toddler".
func (q *query) ages(n numbers, tokens []text.Token, found []lexicon.Found, s []scope, others []bool) {
	grown := q.grown()
	for _, a := range n.ages {
		if a.birthday {
			c := lexicon.Concept{Facet: "occasion", Value: "birthday"}
			q.want[c] = max(q.want[c], 0.9)
		}
		other := !a.birthday && a.from > 0 && (oneOf(tokens[a.from-1].Word, carers) ||
			a.from > 1 && oneOf(tokens[a.from-1].Word, "a an her his their our two") && oneOf(tokens[a.from-2].Word, carers))
		if q.Budget == nil && a.to == len(tokens) && a.to == a.from+1 && (q.Age != nil || grown && (a.High < 20 || q.unlikely(a.High))) && a.High >= 5 {
			q.Budget = &Span{a.High * 3 / 10, a.High} // "my landlord, likes walking, 15"
			continue
		}
		parents := func(p wanted) bool { return oneOf(p.value, "mother father grandparents in-laws") }
		if a.High < 45 && has(q, "occasion", "anniversary") >= 0.8 && slices.ContainsFunc(q.people(), parents) {
			continue // that of their marriage
		}
		sweetheart := a.Low >= 13 && a.to < len(tokens) && oneOf(tokens[a.to].Word, "girlfriend boyfriend gf bf")
		if a.High < 16 && (grown && !sweetheart || other && q.Word != "") {
			continue // it is the age of their child
		}
		if q.Age == nil {
			q.Age = &Span{a.Low, a.High}
		} else if a.High < 18 == (q.Age.High < 18) && a.High < 18 { // "two boys, 4 and 7"
			q.Age = &Span{min(q.Age.Low, a.Low), max(q.Age.High, a.High)}
		}
	}
	if q.Age == nil {
		q.guessAge(found, s, n, others, grown)
	}
	if q.Age == nil && !grown {
		q.ageByName()
	}
	if q.Age != nil && q.Age.Low >= 75 && len(q.people()) == 0 {
		q.isFor("grandparents", 0.6)
	}
	if q.Age != nil {
		q.group = groupOf(*q.Age)
		q.nameGroup()
		if q.Age.Low > 2 && q.Age.High < 14 { // twins of seven are no new babies
			if c := (lexicon.Concept{Facet: "situation", Value: "new-baby"}); q.want[c] < 0.85 { // but "the newborn's big brother" has one
				delete(q.want, c)
			}
		}
	} else if grown {
		q.group = adult
	}
}

// unlikely reports whether a bare number is hardly the age of the recipient: of "my mum, wants to travel, 100" and "my boss, 25".
func (q *query) unlikely(age int) bool {
	switch who := kindOf(q.surest(0.5)); {
	case age == 100, oneOf(who.name, "mother father grandmother grandfather grandparents in-laws") && age < 40:
		return true
	default:
		return who.near == 'w' && age <= 30 && age%5 == 0
	}
}

// carers has words before the age of somebody whom the recipient looks after.
const carers = "with has have raising to mother father mum mom dad parents adopting adopted fostering expecting"

// guessAge takes the age that words imply, the most certain one.
func (q *query) guessAge(found []lexicon.Found, s []scope, n numbers, others []bool, grown bool) {
	sure := 0.45
	for _, f := range found {
		if f.Age == nil || s[f.From] != plain && s[f.From] != cue || f.Age.Weight <= sure || others[f.From] || grown && f.Age.High < 18 {
			continue
		}
		if slices.ContainsFunc(n.ages, func(a ageAt) bool { return a.from < f.To && f.From < a.to }) {
			continue // a number says the age of somebody else
		}
		sure = f.Age.Weight
		q.Age, q.ageGuessed = &Span{f.Age.Low, min(f.Age.High, mostAge)}, true
	}
}

// ageByName takes the age that the word for the recipient implies, the most certain one, and the youngest of several.
func (q *query) ageByName() {
	sure := 0.75
	for _, by := range []struct {
		name string
		ages Span
	}{{"baby", Span{0, 1}}, {"toddler", Span{1, 3}}, {"child", Span{4, 11}}, {"teenager", Span{13, 18}}} {
		if w := has(q, "recipient", by.name); w > sure {
			sure, q.Age, q.ageGuessed = w, &by.ages, true
		}
	}
}

// nameGroup adds the recipient whom an age implies.
func (q *query) nameGroup() {
	name := map[ageGroup]string{baby: "baby", toddler: "toddler", child: "child", teenager: "teenager"}[q.group]
	if name == "" {
		return
	}
	q.isFor(name, max(has(q, "recipient", name), 0.9))
}

// grown reports whether the recipient must be an adult.
func (q *query) grown() bool {
	who := q.surest(0.5)
	return who != "" && kindOf(who).group == adult
}
