package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// bygone returns found without what is said of whoever asks ("was so kind when we lost our dog", "after my accident"), where thanks alone
// count, and without the work of those who do it no more: "a retired electrician" needs no tool belt.
func bygone(tokens []text.Token, found []lexicon.Found) []lexicon.Found {
	asking := askers(tokens)
	all := slices.Clone(found)
	served := slices.ContainsFunc(found, func(f lexicon.Found) bool { return staff(tokens, f) }) // "the nurses at the hospice, dad died there"
	for i, f := range all {
		drops := func(lexicon.Weighted) bool { return false }
		switch {
		case asking[f.From]:
			drops = func(c lexicon.Weighted) bool { return !thanks(c.Concept) && c.Facet != "recipient" }
		case staff(tokens, f):
			drops = func(c lexicon.Weighted) bool {
				return c.Facet == "situation" || c.Facet == "interest" || c.Facet == "trait" || c.Value == "get-well"
			}
			thanked := *f.Entry
			thanked.Age = nil
			thanked.Concepts = append(slices.Clone(f.Concepts), lexicon.Weighted{Concept: lexicon.Concept{Facet: "recipient", Value: "colleague"}, Weight: 0.9},
				lexicon.Weighted{Concept: lexicon.Concept{Facet: "occasion", Value: "thank-you"}, Weight: 0.9})
			all[i].Entry, f.Entry = &thanked, &thanked
		case fromThem(tokens, f.From) && says(f, "situation"): // "from the whole ward"; "our cleaner is from Ukraine" and wants no souvenirs
			drops = func(c lexicon.Weighted) bool { return oneOf(c.Value, "whole-staff thank-you") || abroad(c) }
		case healed(tokens, f): // nobody is ill any more who broke a wrist last year
			drops = func(c lexicon.Weighted) bool {
				return oneOf(c.Value, "get-well recovering-from-surgery limited-mobility in-hospital")
			}
		case ofOurs(tokens, found[:i], f): // "the teacher of my autistic son"
			drops = func(c lexicon.Weighted) bool { return c.Facet != "recipient" && c.Facet != "occasion" }
		case damaged(tokens, f.From): // "I dropped his camera"
			drops = func(c lexicon.Weighted) bool { return c.Facet == "interest" }
		case injured(tokens, f.From): // who broke a leg skiing needs no ski bag now
			drops = func(c lexicon.Weighted) bool { return c.Facet == "interest" || c.Facet == "category" }
		case bound(tokens, f.From): // who goes to Japan needs nothing Japanese
			drops = func(c lexicon.Weighted) bool { return c.Facet == "interest" && oneOf(c.Value, listed("lands")) }
		case mourned(tokens, f): // who lives alone since then, or has for years, needs no condolence
			left := *f.Entry
			left.Concepts = append(slices.Clone(f.Concepts), lexicon.Weighted{Concept: lexicon.Concept{Facet: "situation", Value: "lives-alone"}, Weight: 0.6})
			all[i].Entry, f.Entry = &left, &left
			drops = func(c lexicon.Weighted) bool { return oneOf(c.Value, "bereaved sympathy") }
		case served && says(f, "situation"):
			drops = func(c lexicon.Weighted) bool { return oneOf(c.Value, "bereaved sympathy") }
		case former(tokens, f.From), lifelong(tokens, f.To):
			drops = func(c lexicon.Weighted) bool {
				return c.Facet == "situation" || c.Facet == "trait" || c.Facet == "category" || c.Facet == "recipient" && kindOf(c.Value).near == 'w' ||
					c.Facet == "interest" && oneOf(c.Value, listed("jobs"))
			}
		}
		if slices.ContainsFunc(f.Concepts, drops) {
			left := *f.Entry // entries are shared by all requests
			left.Concepts = slices.DeleteFunc(slices.Clone(f.Concepts), drops)
			all[i].Entry = &left
		}
	}
	return all
}

// staff reports whether a phrase is only the place where those work who are meant: "the ladies at the hospice".
func staff(tokens []text.Token, f lexicon.Found) bool {
	place := f.To < len(tokens) && oneOf(tokens[f.To].Word, "unit ward department") ||
		oneOf(tokens[f.From].Word, "doctor doctors dentist dentists vet vets surgery hospital clinic") ||
		slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool {
			return c.Facet == "situation" && oneOf(c.Value, "care-home in-hospital chemo-or-long-illness")
		})
	at := f.From - 1
	for at > 0 && (tokens[at].Possessive || oneOf(tokens[at].Word, "the a my our his her their")) {
		at--
	}
	who := listed("carers") + " staff team ladies lady girls people receptionist receptionists volunteers manager managers owner matron"
	if f.From > 0 && oneOf(tokens[f.From].Word, "at in on") && oneOf(tokens[f.From-1].Word, listed("carers")+" staff team ladies girls people") { // "the nurses | on the ward"
		return place
	}
	return place && (at > 0 && oneOf(tokens[at].Word, "at of in from on") && oneOf(tokens[at-1].Word, who) ||
		f.To < len(tokens) && tokens[f.To].Before == text.None && oneOf(tokens[f.To].Word, who))
}

// mourned reports whether a phrase is of a death that only says since when something is so, or that is years ago: "alone since mum died",
// "lost her husband two years ago", but not "since mum died last month".
func mourned(tokens []text.Token, f lexicon.Found) bool {
	if !slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Value == "bereaved" }) {
		return false
	}
	for at := f.From; at < f.To; at++ {
		fresh := func(t text.Token) bool { return oneOf(t.Word, "just recently newly freshly lately") }
		if oneOf(tokens[at].Word, "widow widower widowed") && !slices.ContainsFunc(tokens[max(0, at-3):at], fresh) {
			return true
		}
	}
	for at := f.To; at < min(f.To+5, len(tokens)) && tokens[at].Before < text.Stop; at++ {
		switch {
		case oneOf(tokens[at].Word, "week weeks month months"):
			return false
		case oneOf(tokens[at].Word, "years"), tokens[at].Word == "year" && oneOf(tokens[at-1].Word, "a one last"):
			return true
		}
	}
	for at := f.From; at >= max(0, f.From-4); at-- {
		if tokens[at].Word == "since" {
			return true
		}
		if tokens[at].Before > text.None {
			break
		}
	}
	return false
}

// injured reports whether what begins at word i is how somebody was hurt: "broke her ankle skiing", "tore a ligament playing football".
func injured(tokens []text.Token, i int) bool {
	for at := i; at > max(0, i-6) && tokens[at].Before == text.None; at-- {
		if oneOf(tokens[at-1].Word, "broke breaking fractured tore sprained injured hurt dislocated") {
			return at < i // "broke her skis" is no injury
		}
	}
	return false
}

func thanks(c lexicon.Concept) bool {
	return c.Facet == "occasion" && oneOf(c.Value, "thank-you host-thank-you teacher-thank-you farewell")
}

// askers marks the clauses about whoever asks that say when or where somebody helped them.
func askers(tokens []text.Token) []bool {
	marks := make([]bool, len(tokens))
	for i := 1; i+1 < len(tokens); i++ {
		if oneOf(tokens[i].Word, "when while after where") && oneOf(tokens[i+1].Word, "i we my our") || // "we used to travel together"
			oneOf(tokens[i].Word, "i we") && tokens[i+1].Word == "used" && !asPair(tokens, i) {
			follow(tokens, i, marks)
		}
		if tendedTo(tokens, i) { // "the nurse who took care of my mum in hospital"
			follow(tokens, i, marks)
		}
		if i+2 < len(tokens) && oneOf(tokens[i].Word, "helped helps got kept taught gave gives brought brings") &&
			oneOf(tokens[i+1].Word, "us me") { // "helped us repair our fence", "got me walking", "gave us vegetables"
			follow(tokens, i+2, marks)
		}
		if i+2 < len(tokens) && oneOf(tokens[i].Word, "with into") && oneOf(tokens[i+1].Word, "my our") && byAsker(tokens, i) { // "I ruined their fence with my car"
			marks[i+2] = true
		}
		if i+2 < len(tokens) && oneOf(tokens[i].Word, "fixed mended repaired") && oneOf(tokens[i+1].Word, "my our") { // "who fixed my bike"
			marks[i+2] = true
		}
	}
	return marks
}

// byAsker reports whether whoever asks is the subject of the clause at word i.
func byAsker(tokens []text.Token, i int) bool {
	for i > 0 && tokens[i].Before == text.None {
		i--
	}
	return oneOf(tokens[i].Word, "i we")
}

// bound reports whether what begins at word i is where somebody goes: "moving to Japan".
func bound(tokens []text.Token, i int) bool {
	return i > 1 && oneOf(tokens[i-1].Word, "to for") && oneOf(tokens[i-2].Word, "goes going go moves moving move flies flying leaves leaving emigrating emigrates off")
}

// fromThem reports whether who is named at word i gives: "from the maid of honour".
func fromThem(tokens []text.Token, i int) bool {
	if i > 1 && oneOf(tokens[i-1].Word, "the her his my our a all") {
		i--
	}
	return i > 0 && tokens[i-1].Word == "from"
}

// abroad reports whether a meaning is that somebody lives far away, in another climate, or travels there.
func abroad(c lexicon.Weighted) bool { return oneOf(c.Value, "lives-abroad hot-climate travel") }

// tendedTo reports whether from word i on stands for whom of ours somebody did something.
func tendedTo(tokens []text.Token, i int) bool {
	if i < 2 || !oneOf(tokens[i].Word, "my our") || tokens[i].Before > text.None {
		return false
	}
	is := func(at int, words string) bool { return oneOf(tokens[at].Word, words) }
	return is(i-1, listed("helping")) || is(i-1, "after") && is(i-2, "looked looks looking") || is(i-1, "of") && is(i-2, "care") ||
		is(i-1, "for") && is(i-2, "cared cares caring")
}

// asPair reports whether a clause from word i on is of what two did together, which may please them still: "we used to climb together".
func asPair(tokens []text.Token, i int) bool {
	for i++; i < len(tokens) && tokens[i].Before == text.None; i++ {
		if tokens[i].Word == "together" {
			return true
		}
	}
	return false
}

// lifelong reports whether what ends before word i is work of a whole life, which is over or nearly so: "an electrician all his life".
func lifelong(tokens []text.Token, i int) bool {
	return i+2 < len(tokens) && tokens[i].Before == text.None && oneOf(tokens[i].Word, "all most for") && oneOf(tokens[i+1].Word, "of his her their all") &&
		slices.ContainsFunc(tokens[i+1:min(i+4, len(tokens))], func(t text.Token) bool { return oneOf(t.Word, "life lives") })
}

// longSince reports whether the clause from word i on says how long something was so: "was a bus driver for 35 years".
func longSince(tokens []text.Token, i int) bool {
	for at := i + 1; at < min(len(tokens), i+6) && tokens[at].Before == text.None; at++ {
		if oneOf(tokens[at].Word, "for until till all before") {
			return true
		}
	}
	return false
}

// former reports whether what begins at word i is work that somebody did: "retired nurse", "a former miner", "used to be a tailor".
func former(tokens []text.Token, i int) bool {
	before := func(n int, words string) bool {
		return i >= n && oneOf(tokens[i-n].Word, words) && tokens[i-n+1].Before == text.None
	}
	return before(1, "retired former ex formerly") || before(2, "retired former") ||
		before(1, "a an the") && before(2, "was") && longSince(tokens, i) ||
		before(1, "a an the") && (before(2, "be") && before(3, "to") && before(4, "used") || before(2, "as") && before(3, "worked retired retires retiring"))
}

// formerWork is former, but not for a person who is retired and for what that person does: "my retired aunt weaves".
func formerWork(tokens []text.Token, i int) bool {
	const persons = people + " " + relatives
	return former(tokens, i) && !oneOf(tokens[i].Word, persons) && !oneOf(tokens[i-1].Word, persons)
}

// healed reports whether an illness or an injury is said to be long ago: "broke his wrist last year", "had surgery two years ago".
func healed(tokens []text.Token, f lexicon.Found) bool {
	if !slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return oneOf(c.Value, "get-well recovering-from-surgery") }) {
		return false
	}
	return yearsAgo(tokens, f.To)
}

// yearsAgo reports whether words from i on say that something was years ago.
func yearsAgo(tokens []text.Token, i int) bool {
	for at := i; at < min(i+4, len(tokens)) && tokens[at].Before == text.None; at++ {
		if oneOf(tokens[at].Word, "year years") && (tokens[at-1].Word == "last" || at+1 < len(tokens) && oneOf(tokens[at+1].Word, "ago back")) {
			return true
		}
	}
	return false
}

// ofOurs reports whether a phrase only says what somebody of ours is like whom the recipient teaches or looks after.
func ofOurs(tokens []text.Token, before []lexicon.Found, f lexicon.Found) bool {
	return f.From > 1 && f.To < len(tokens) && oneOf(tokens[f.From-1].Word, "my our") && oneOf(tokens[f.From-2].Word, "of for after with to "+listed("helping")) &&
		oneOf(tokens[f.To].Word, relatives) && tokens[f.To].Before == text.None && slices.ContainsFunc(before, func(o lexicon.Found) bool { return names(o) >= 0.4 })
}

// damaged reports whether what begins at word i is something that whoever asks has spoiled.
func damaged(tokens []text.Token, i int) bool {
	for at := i - 1; at >= max(0, i-4) && tokens[at+1].Before == text.None; at-- {
		if oneOf(tokens[at].Word, "dropped broke ruined shrank lost spilled spilt stained scratched smashed cracked drowned") {
			return byAsker(tokens, at)
		}
	}
	return false
}
