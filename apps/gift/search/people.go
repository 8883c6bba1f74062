package search

import (
	"strings"

	"berth/apps/gift/lexicon"
	"berth/apps/gift/text"
)

// ageGroup is the time of life, roughly.
type ageGroup uint8

const (
	anyAge ageGroup = iota
	baby
	toddler
	child
	teenager
	adult
)

type kind struct {
	group  ageGroup
	gender byte // 'f', 'm', 0 for either
	near   byte // 'r' romantic, 'w' work and school, 'f' family and friends
}

// kindOf says what a word of the catalogue's recipients implies.
func kindOf(recipient string) kind {
	switch recipient {
	case "mother", "grandmother":
		return kind{adult, 'f', 'f'}
	case "father", "grandfather":
		return kind{adult, 'm', 'f'}
	case "sister", "daughter":
		return kind{anyAge, 'f', 'f'}
	case "brother", "son":
		return kind{anyAge, 'm', 'f'}
	case "wife", "girlfriend":
		return kind{adult, 'f', 'r'}
	case "husband", "boyfriend":
		return kind{adult, 'm', 'r'}
	case "partner", "couple":
		return kind{adult, 0, 'r'}
	case "baby":
		return kind{baby, 0, 'f'}
	case "toddler":
		return kind{toddler, 0, 'f'}
	case "child":
		return kind{child, 0, 'f'}
	case "teenager":
		return kind{teenager, 0, 'f'}
	case "boss", "colleague", "teacher", "coach", "neighbour", "host":
		return kind{adult, 0, 'w'}
	case "student", "niece-nephew", "family", "friend", "pet-owner":
		return kind{anyAge, 0, 'f'}
	}
	return kind{adult, 0, 'f'}
}

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

// recipients finds whom the gift is for: whoever is named first, and is not named to say whose somebody is.
func (q *query) recipients(tokens []text.Token, found []lexicon.Found, s []scope) {
	weight, last := 1.0, -1
	for at, f := range found {
		who := false
		for _, c := range f.Concepts {
			who = who || c.Facet == "recipient" && c.Weight >= 0.4
		}
		if !who || s[f.From] != plain && s[f.From] != cue || q.owns(tokens, found, at) {
			continue
		}
		if last >= 0 && !(f.From-last <= 3 && joined(tokens[last:f.From])) {
			weight = 0.2 // "my mum, who has two grandchildren"
		}
		for _, c := range f.Concepts {
			if c.Facet == "recipient" {
				q.want[c.Concept] = max(q.want[c.Concept], weight*c.Weight*f.Sure)
			}
		}
		if q.Word == "" && f.From > 0 && weight == 1 {
			q.Word = called(tokens, f)
		} else if q.Word == "" && weight == 1 {
			q.Word = called(tokens, f)
		}
		last = f.To
	}
}

// owns reports whether found[at] only says whose the recipient is: "my daughter's teacher".
func (q *query) owns(tokens []text.Token, found []lexicon.Found, at int) bool {
	f := found[at]
	if !tokens[f.To-1].Possessive || at+1 >= len(found) || found[at+1].From > f.To+2 {
		return false
	}
	for _, c := range found[at+1].Concepts {
		if c.Facet == "recipient" && c.Weight >= 0.4 {
			return true
		}
	}
	return false
}

func joined(between []text.Token) bool {
	for _, t := range between {
		if t.Word == "and" || t.Word == "&" || t.Before == text.Comma {
			return true
		}
	}
	return len(between) == 0
}

// called is what the description calls them, when that can stand behind "your".
func called(tokens []text.Token, f lexicon.Found) string {
	var words []string
	for _, t := range tokens[f.From:f.To] {
		words = append(words, t.Word)
	}
	return strings.Join(words, " ")
}

// ages decides how old the recipient is: by a number, else by a word such as "toddler".
func (q *query) ages(n numbers, tokens []text.Token, found []lexicon.Found, s []scope) {
	grown := q.grown()
	for _, a := range n.ages {
		other := a.from > 0 && (oneOf(tokens[a.from-1].Word, "with has have raising of to") ||
			a.from > 1 && oneOf(tokens[a.from-1].Word, "a an her his their our two") && oneOf(tokens[a.from-2].Word, "with has have raising of to"))
		if a.High < 16 && (grown || other && q.Word != "") {
			continue // it is their child's
		}
		if q.Age == nil {
			q.Age = &Span{a.Low, a.High}
		} else if a.High < 18 == (q.Age.High < 18) && a.High < 18 { // "two boys, 4 and 7"
			q.Age = &Span{min(q.Age.Low, a.Low), max(q.Age.High, a.High)}
		}
	}
	if q.Age == nil {
		q.guessAge(found, s, grown)
	}
	if q.Age != nil {
		q.group = groupOf(*q.Age)
		q.nameGroup()
	} else if grown {
		q.group = adult
	}
}

// guessAge takes the age that words imply, the surest of them.
func (q *query) guessAge(found []lexicon.Found, s []scope, grown bool) {
	sure := 0.45
	for _, f := range found {
		if f.Age == nil || s[f.From] != plain && s[f.From] != cue || f.Age.Weight <= sure || grown && f.Age.High < 18 {
			continue
		}
		sure = f.Age.Weight
		q.Age, q.ageGuessed = &Span{f.Age.Low, min(f.Age.High, mostAge)}, true
	}
}

// nameGroup adds the recipient that an age implies.
func (q *query) nameGroup() {
	name := map[ageGroup]string{baby: "baby", toddler: "toddler", child: "child", teenager: "teenager"}[q.group]
	if name == "" {
		return
	}
	c := lexicon.Concept{Facet: "recipient", Value: name}
	q.want[c] = max(q.want[c], 0.9)
}

// grown reports whether the recipient must be an adult.
func (q *query) grown() bool {
	best, group := 0.5, anyAge
	for c, w := range q.want {
		if c.Facet != "recipient" || w <= best {
			continue
		}
		best, group = w, kindOf(c.Value).group
	}
	return group == adult
}

func oneOf(word, words string) bool { return strings.Contains(" "+words+" ", " "+word+" ") }
