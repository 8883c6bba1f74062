package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// kind says what a word for recipients in the catalogue implies.
type kind struct {
	name   string
	group  ageGroup
	gender byte // 'f', 'm', 0 for either
	near   byte // 'r' romantic, 'w' work and school, 'f' family and friends
}

// everyKind returns the kinds of all recipients in the vocabulary, at most mostBits; the last one stands for any other.
var everyKind = sync.OnceValue(func() []kind {
	return []kind{
		{"mother", adult, 'f', 'f'}, {"grandmother", adult, 'f', 'f'}, {"father", adult, 'm', 'f'}, {"grandfather", adult, 'm', 'f'},
		{"grandparents", adult, 0, 'f'}, {"sister", anyAge, 'f', 'f'}, {"daughter", anyAge, 'f', 'f'}, {"brother", anyAge, 'm', 'f'},
		{"son", anyAge, 'm', 'f'}, {"wife", adult, 'f', 'r'}, {"girlfriend", adult, 'f', 'r'}, {"husband", adult, 'm', 'r'},
		{"boyfriend", adult, 'm', 'r'}, {"partner", adult, 0, 'r'}, {"couple", adult, 0, 'r'}, {"baby", baby, 0, 'f'},
		{"toddler", toddler, 0, 'f'}, {"child", child, 0, 'f'}, {"teenager", teenager, 0, 'f'}, {"boss", adult, 0, 'w'},
		{"colleague", adult, 0, 'w'}, {"teacher", adult, 0, 'w'}, {"coach", adult, 0, 'w'}, {"neighbour", adult, 0, 'w'},
		{"host", adult, 0, 'w'}, {"student", anyAge, 0, 'f'}, {"niece-nephew", anyAge, 0, 'f'}, {"family", anyAge, 0, 'f'},
		{"friend", anyAge, 0, 'f'}, {"pet-owner", anyAge, 0, 'f'}, {"aunt-uncle", adult, 0, 'f'}, {"in-laws", adult, 0, 'f'},
		{"new-parents", adult, 0, 'f'}, {"roommate", adult, 0, 'f'}, {"", adult, 0, 'f'},
	}
})

func kindOf(recipient string) kind {
	kinds := everyKind()
	return kinds[indexOf(kinds, recipient)]
}

func indexOf(kinds []kind, recipient string) int {
	if i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == recipient }); i >= 0 {
		return i
	}
	return len(kinds) - 1
}

// recipients finds whom the gift is for: the first person named, unless only to say whose relative somebody is. It marks
// the words that are said about others: "a husband who travels".
// meant is whom it is expressly for, -1 when nobody is.
func (q *query) recipients(tokens []text.Token, found []lexicon.Found, s []scope, asides []bool, meant int) (others []bool) {
	others = slices.Clone(asides)
	weight, last := 1.0, -1
	with, of := -1, -1 // found that names whom the giver does something with, and whose relative is meant
	spare := ""        // what to call the recipient when no phrase is a name
	if len(tokens) > 0 && oneOf(tokens[0].Word, "he she they") {
		weight = 0.3 // "He plays the guitar. Neighbours complain."
	}
	for at, f := range found {
		sure := names(f)
		if asides[f.From] {
			continue
		}
		if sure >= 0.4 && gives(tokens, f.From, f.To) {
			if others[f.From] = true; with < 0 && sure >= 0.7 && besideAsker(tokens, f.To) {
				with = at
			}
			continue
		}
		if at <= of || last > 0 && tokens[last-1].Word == "parents" && has(q, "recipient", "in-laws") >= 0.8 && oneOf(foremostPerson(f), "mother father") {
			others[f.From] = true // "girlfriend's parents, her dad fishes"
			continue
		}
		if whose, until := relativeOf(tokens, found, at); whose != "" { // "the mum of my best friend"
			q.isFor(whose, 0.8)
			if ofTwo(f) {
				q.isFor("couple", 0.9)
			}
			q.Word, last = cmp.Or(q.Word, "the "+words(tokens[f.From:f.To])), found[until].To
			others[f.From], of = true, until
			continue
		}
		if sure < 0.4 || s[f.From] != plain && s[f.From] != cue || q.owns(tokens, found, at) {
			switch {
			case q.placed(tokens, f):
				follow(tokens, f.From, others)
			case sure >= 0.4 && tokens[f.To-1].Possessive:
				others[f.From] = true // "my gran's carer" need not be old
			}
			continue
		}
		if at < meant && sure >= 0.7 && !says(f, "occasion") && foremostPerson(f) != foremostPerson(found[meant]) { // "my sister has a baby, something for the baby"
			q.isFor(foremostPerson(f), max(has(q, "recipient", foremostPerson(f)), 0.2))
			for i := f.From; i < found[meant].From && !twice(found, meant); i++ {
				others[i] = true
			}
			continue
		}
		if f.To < len(tokens) && (forbids(tokens[f.To:]) || (last >= 0 || f.From > 3) && rules(tokens[f.To:])) {
			follow(tokens, f.From, others)
			continue // "her dad has forbidden slime"
		}
		if last >= 0 && f.From-last <= 4 && ofWhom(tokens, f.From) || f.From > 0 && oneOf(tokens[f.From-1].Word, "near nearer") { // "moving near daughter"
			others[f.From] = true
			continue // "the teacher of my son"
		}
		together := last == f.From || last >= 0 && oneOf(tokens[f.From-1].Word, "turns turning becomes hits") || // "my niece turns sweet sixteen"
			last >= 0 && f.From-last <= 3 && joined(tokens[last:f.From]) ||
			foremostPerson(f) == "new-parents" && says(f, "situation") // "my brother is going to be a dad"
		another := last < 0 && at != meant && (f.From > 4 && oneOf(tokens[f.From-1].Word, "his her their") || // "crossword addict, since her husband died"
			f.From > 0 && oneOf(tokens[f.From-1].Word, "raising has have having with"))
		if last >= 0 && !together || another {
			weight = 0.2 // "my mum, who has two grandchildren"
			if !pastime(f, sure) && foremostPerson(f) != "student" && !withTheirs(tokens, f.From) {
				follow(tokens, f.From, others)
			}
		}
		begin := f.From // "my son's girlfriend", "my dad's new wife"
		for begin > 0 && oneOf(tokens[begin-1].Word, "new future lovely current second") {
			begin--
		}
		relayed := at > 0 && found[at-1].To == begin && begin > 0 && tokens[begin].Before == text.None && names(found[at-1]) >= 0.7 &&
			(tokens[begin-1].Possessive || oneOf(tokens[begin-1].Word, theirs))
		for _, c := range f.Concepts {
			switch {
			case c.Facet != "recipient":
			case relayed && kindOf(c.Value).near == 'r' && (!says(f, "occasion") || oneOf(tokens[f.From].Word, "fiance fiancee")): // "my friend's wedding" is for the couple
				q.isFor("in-laws", max(has(q, "recipient", "in-laws"), 0.8*weight*c.Weight*f.Sure))
			default:
				q.isFor(c.Value, max(q.want[c.Concept], weight*c.Weight*f.Sure))
			}
		}
		if another {
			weight = 1
			continue
		}
		if sure < 0.7 && last < 0 && has(q, "recipient", "in-laws") >= 0.8 && ofTwo(f) { // "girlfriend's parents; her dad fishes"
			q.isFor("couple", 0.8)
			q.Word, last = cmp.Or(q.Word, "the parents"), f.To
			continue
		}
		if sure < 0.7 && last < 0 { // "secret santa" may be for a colleague: a person named later still counts in full
			continue
		}
		switch {
		case !isName(f): // "golden wedding", "lost her first tooth"
			spare = cmp.Or(spare, foremostPerson(f))
		case q.Word == "" && relayed:
			f.From = found[at-1].From
			q.Word = called(tokens, f)
		case q.Word == "":
			q.Word = called(tokens, f)
		case last == f.From && weight == 1 && f.To == f.From+1 && q.Word != unnamed: // "teenage son"
			q.Word += " " + words(tokens[f.From:f.To])
		}
		last = f.To
	}
	if with >= 0 && len(q.people()) == 0 { // "grandpa and I do puzzles together"
		f := found[with]
		for _, c := range f.Concepts {
			if c.Facet == "recipient" {
				q.isFor(c.Value, c.Weight*f.Sure)
			}
		}
		q.Word, others[f.From] = called(tokens, f), false
	}
	if asCouple(tokens, found) {
		q.isFor("couple", max(has(q, "recipient", "couple"), 0.9))
	}
	if q.Word == "" && spare != "" && !strings.Contains(spare, "-") {
		q.Word = "your " + spare
	}
	return others
}

// withTheirs reports whether who is named at word i is named together with whose they are: "she and her fiancé are both into camping".
func withTheirs(tokens []text.Token, i int) bool {
	return i > 2 && oneOf(tokens[i-1].Word, "his her their") && oneOf(tokens[i-2].Word, "and &") && oneOf(tokens[i-3].Word, "he she they")
}

// asCouple reports whether a present is for somebody and whom they live with: "my sister and her fiancé".
func asCouple(tokens []text.Token, found []lexicon.Found) bool {
	for at, f := range found {
		if f.From < 3 || at == 0 || kindOf(foremostPerson(f)).near != 'r' || !oneOf(tokens[f.From-1].Word, "his her their") || !oneOf(tokens[f.From-2].Word, "and & plus") {
			continue
		}
		if o := found[at-1]; o.To == f.From-2 && names(o) >= 0.6 && !tokens[f.To-1].Possessive && tokens[f.From-2].Before == text.None {
			return true
		}
	}
	return false
}

// caring returns found with a recipient for those who look after others by their work: "the nurses", "my gran's carer", but not "my sister, who
// is a nurse".
func caring(tokens []text.Token, found []lexicon.Found) []lexicon.Found {
	all := slices.Clone(found)
	thanking := slices.ContainsFunc(found, func(f lexicon.Found) bool {
		return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return thanks(c.Concept) && c.Weight >= 0.7 })
	})
	for i, f := range all {
		last := tokens[f.To-1]
		byWork := oneOf(last.Word, listed("carers")) || oneOf(tokens[f.From].Word, listed("carers")) || tokens[f.From].Word == "care" && oneOf(last.Word, "worker workers assistant")
		if !byWork || last.Possessive || names(f) >= 0.4 || loved(tokens, f.From) || tokens[f.From].Word == "wants" ||
			f.From > 0 && !(thanking && oneOf(tokens[f.From-1].Word, "a an")) &&
				oneOf(tokens[f.From-1].Word, "a an as is was be are were become training vet veterinary") && !presentedTo(tokens, f.From) {
			continue
		}
		if slices.ContainsFunc(all[:i], func(o lexicon.Found) bool {
			return names(o) >= 0.7 && !(o.To == f.From && tokens[o.To-1].Possessive)
		}) {
			continue // "my mum, nurse"
		}
		thanked := *f.Entry // entries are shared by all requests
		thanked.Concepts = append(slices.Clone(f.Concepts), lexicon.Weighted{Concept: lexicon.Concept{Facet: "recipient", Value: "colleague"}, Weight: 1})
		for at, c := range thanked.Concepts {
			if c.Facet == "situation" && c.Value != "whole-staff" || c.Facet == "interest" || c.Facet == "trait" { // it is thanks, not a help for work
				thanked.Concepts[at].Weight = c.Weight / 5
			}
		}
		all[i].Entry = &thanked
	}
	return all
}

// presentedTo reports whether "for" stands before the article at the word before i: "for a nurse".
func presentedTo(tokens []text.Token, i int) bool {
	return i > 1 && oneOf(tokens[i-1].Word, "a an") && oneOf(tokens[i-2].Word, "for to")
}

// owns reports whether found[at] only says whose relative or acquaintance the recipient is: "my daughter's teacher",
// "girlfriends parents".
func (q *query) owns(tokens []text.Token, found []lexicon.Found, at int) bool {
	f := found[at]
	last := tokens[f.To-1]
	if q.placed(tokens, f) || last.Possessive && f.To < len(tokens) && oneOf(tokens[f.To].Word, "boy girl boys girls lad") { // "our neighbours' boy"
		return true
	}
	if last.Possessive { // "my daughter's violin teacher"
		for at+1 < len(found) && found[at+1].To < f.To+3 && names(found[at+1]) < 0.4 && found[at+1].To < len(tokens) && tokens[found[at+1].To].Before == text.None {
			at++
		}
	}
	if at+1 >= len(found) || found[at+1].From > f.To+2 || names(found[at+1]) < 0.4 {
		return false
	}
	if !last.Possessive && (found[at+1].From > f.To || tokens[f.To].Before > text.None || !strings.HasSuffix(last.Word, "s") || last.Word == "boss" ||
		strings.HasSuffix(tokens[f.To].Word, "ing") || oneOf(tokens[f.From].Word, "two three both four")) {
		return false
	}
	for _, c := range f.Concepts {
		if c.Facet == "recipient" && c.Weight >= 0.7 && kindOf(c.Value).near == 'r' {
			q.isFor("in-laws", 0.8)
		}
	}
	return true
}

// placed reports whether a person is only named to say which place is meant: "the receptionist at my mum's nursing home".
func (q *query) placed(tokens []text.Token, f lexicon.Found) bool {
	return tokens[f.To-1].Possessive && f.To < len(tokens) && oneOf(tokens[f.To].Word, places)
}

// follow marks the word at and the words that follow it without a break.
func follow(tokens []text.Token, at int, marks []bool) {
	for i := at; i == at || i < len(tokens) && tokens[i].Before == text.None; i++ {
		marks[i] = true
	}
}

// places has words for places where a person is looked after, taught or employed.
const places = "nursing care hospital hospice ward surgery clinic school nursery kindergarten preschool daycare class office work workplace team club gym church"

// joined reports whether the words between two people make them one recipient: "mum and dad", "my mum, a friend".
func joined(between []text.Token) bool {
	link := len(between) == 0
	for _, t := range between {
		if oneOf(t.Word, "his her their whose who with") {
			return false
		}
		link = link || t.Word == "and" || t.Word == "&" || t.Before == text.Comma
	}
	return link
}

// names returns how certainly a phrase names a person.
func names(f lexicon.Found) float64 {
	sure := 0.0
	for _, c := range f.Concepts {
		if c.Facet == "recipient" {
			sure = max(sure, c.Weight)
		}
	}
	return sure
}

// pastime reports whether a phrase says what somebody loves at least as surely as who somebody is: "gin and her two cats".
func pastime(f lexicon.Found, person float64) bool {
	return slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Facet == "interest" && c.Weight >= person })
}

func foremostPerson(f lexicon.Found) string {
	name, sure := "", 0.0
	for _, c := range f.Concepts {
		if c.Facet == "recipient" && c.Weight > sure {
			name, sure = c.Value, c.Weight
		}
	}
	return name
}

// unnamed is what somebody is called of whom so much is said before the word for them that it makes no name: "a very old friend".
const unnamed = "this person"

// called returns what to call a person in an answer: "my dad" is "your dad", "a coworker" stays.
func called(tokens []text.Token, f lexicon.Found) string {
	name := words(tokens[f.From:f.To])
	if name == "" {
		return ""
	}
	for i := f.From - 1; i >= max(0, f.From-3) && tokens[i+1].Before == text.None; i-- { // "a very old friend"
		switch tokens[i].Word {
		case "my", "our", "your":
			return "your " + name
		case "a", "an", "the", "this", "some", "his", "her", "their", "two", "three", "these":
			if i == f.From-1 {
				return tokens[i].Word + " " + name
			}
			return unnamed
		}
	}
	if strings.HasSuffix(name, "s") && name != "boss" {
		return name
	}
	return "your " + name
}

// isName reports whether a phrase means a person first of all, and is short enough to be used as a name.
func isName(f lexicon.Found) bool {
	sure := names(f)
	return f.To-f.From <= 3 && !slices.ContainsFunc(f.Concepts, func(c lexicon.Weighted) bool { return c.Facet != "recipient" && c.Weight > sure })
}

// words joins the words of tokens; a phrase that begins with a function word is no name.
func words(tokens []text.Token) string {
	var all []string
	for i, t := range tokens {
		if t.Word == "of" && i > 0 { // "teacher of my son"
			break
		}
		if t.Possessive && i+1 < len(tokens) {
			t.Word += "'"
			if !strings.HasSuffix(t.Word, "s'") {
				t.Word += "s"
			}
		}
		all = append(all, t.Word)
	}
	if oneOf(all[0], "my our your his her their for who he she they the a an") {
		all = all[1:]
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.Join(all, " "), " with"), " who") // "a family with …"
}

// oneOf reports whether word is one of words, which are separated by single spaces.
func oneOf(word, words string) bool { return indexWord(words, word) >= 0 }

// indexWord returns where word begins in words, -1 when it is not one of them.
func indexWord(words, word string) int {
	for at := 0; word != "" && at < len(words); {
		found := strings.Index(words[at:], word)
		if found < 0 {
			break
		}
		begin, end := at+found, at+found+len(word)
		if (begin == 0 || words[begin-1] == ' ') && (end == len(words) || words[end] == ' ') {
			return begin
		}
		at = end
	}
	return -1
}
