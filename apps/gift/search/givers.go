package search

import (
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// giver is somebody of whom a sentence says that the gift comes from them: "from my 6 year old for his grandpa", "my son, 10, needs a gift for
// his teacher".
type giver struct {
	from, to int // the words about them, with their age
	whom     int // where the words for whoever gets it begin, -1 when the sentence does not say
}

// giversOf returns all of them.
func giversOf(tokens []text.Token, found []lexicon.Found) []giver {
	var all []giver
	r := aside{figures{tokens: tokens, numbers: numbers{used: make([]bool, len(tokens))}}, nil, -1}
	for i := 0; i < len(tokens); i++ {
		g, ok := r.sender(i, found)
		if !ok {
			g, ok = r.wanting(i, found)
		}
		if ok {
			all = append(all, g)
			i = g.to - 1
		}
	}
	return all
}

// sender reads "from my kids (5 and 8) to their dad" at word i.
func (a *aside) sender(i int, found []lexicon.Found) (giver, bool) {
	if !a.is(i, "from") {
		return giver{}, false
	}
	end := a.somebody(i + 1)
	if end == 0 || a.tokens[end-1].Possessive {
		return giver{}, false
	}
	end = a.ages(end)
	g := giver{i, end, -1}
	if a.is(end, "for to") {
		if g.whom = a.person(end+1, found); g.whom < 0 && a.is(end+1, "his her their") {
			return giver{}, false
		}
	}
	return g, true
}

// wanting reads "my 7 year old wants to give his grandma something" at word i.
func (a *aside) wanting(i int, found []lexicon.Found) (giver, bool) {
	if !a.is(i, "my our his her their the little a") || i > 0 && a.is(i-1, "for to from with of and") && a.tokens[i].Before == text.None {
		return giver{}, false
	}
	end := a.somebody(i + 1)
	if end > 0 && a.tokens[end-1].Possessive { // "our son's football team"
		end = a.team(end)
	}
	if end == 0 {
		return giver{}, false
	}
	if a.is(end, "of") && a.is(end-1, "team class squad group") { // "my team of 9 year olds"
		if more := a.somebody(end + 1); more > 0 {
			end = more
		}
	}
	end = a.ages(end)
	wants := end == i+1
	for at := end; at < min(len(a.tokens), end+10) && a.tokens[at].Before < text.Stop; at++ {
		switch {
		case a.is(at, "want wants wanted can could would needs need wishes wish plans hopes looking searching asked asks must should"):
			wants = true
		case a.is(at, "who that he she they i we loves enjoys adores has have because whose"):
			return giver{}, false
		case a.is(at, "give gives get buy surprise thank treat gift make send bring") && (wants || at == end):
			if whom := a.person(at+1, found); whom > 0 {
				return giver{i, at, whom}, true
			}
		case wants && a.is(at, "for") && a.is(at-1, presentWords):
			if whom := a.person(at+1, found); whom > 0 {
				return giver{i, at, whom}, true
			}
		}
	}
	return giver{}, false
}

// team returns where the words for a team end that begin at word i: "football team", "class"; 0 for none.
func (a *aside) team(i int) int {
	for at := i; at < min(len(a.tokens), i+3); at++ {
		if a.is(at, "team class squad group choir band") {
			return at + 1
		}
	}
	return 0
}

// presentWords are words for a present that is not named.
const presentWords = "gift gifts present presents something anything idea ideas treat surprise token card"

// somebody returns the position after whoever is named from word i on, by a word for people or by an age alone: "my little brother", "a 5 year
// old"; 0 for none.
func (a *aside) somebody(i int) int {
	for a.is(i, "my our the a an his her their") {
		i++
	}
	if end := a.kin(i, relatives+" grandkids nephews nieces"); end > 0 {
		return end
	}
	if a.is(i+1, "team class squad group") && i+1 < len(a.tokens) && a.tokens[i+1].Before == text.None && !a.digits(i) { // "soccer team"
		return i + 2
	}
	if _, next, ok := a.number(i); ok && a.is(next, "and &") { // "our 3 and 6 year olds"
		if _, last, more := a.number(next + 1); more && a.unit(last) > 0 {
			i = next + 1
		}
	}
	if _, next, ok := a.number(i); ok && a.unit(next) > 0 {
		if end := a.oldAfter(next); end > 0 {
			if a.is(end, relatives+" "+people) {
				end++
			}
			return end
		}
	}
	return 0
}

// person returns i when a person is named there: "his grandpa", "her swimming coach"; -1 else.
func (a *aside) person(i int, found []lexicon.Found) int {
	if i >= len(a.tokens) || a.tokens[i].Before > text.None {
		return -1
	}
	if a.is(i+1, "friend friends classmate classmates bff buddy") || a.is(i+2, "friend friends") {
		return -1 // who is as old as the giver
	}
	if a.is(i, "dad daddy mum mummy mom mommy grandma grandpa granny grandad") {
		return i
	}
	if !a.is(i, "his her their my our the a an") {
		return -1
	}
	for _, f := range found {
		if f.From > i+3 {
			break
		}
		if f.From >= i && f.To > i+1 && names(f) >= 0.4 {
			return i
		}
	}
	if a.is(i+1, relatives+" "+people) || a.is(i+2, listed("teaching")+" "+listed("carers")+" "+listed("served")) {
		return i
	}
	return -1
}

// What whoever asks says of themselves, which is no wish of the recipient.
const (
	ownVerbs = "love like enjoy adore hate play collect run ride cook bake knit sew crochet paint draw climb hike swim fish garden cycle sail surf ski sing dance brew prefer " +
		"dislike detest practise practice teach live"
	// ownWishes follow "I would like" and "I love" where they are about the present: "I'd love to find", "I'd like something".
	ownWishes = "to a an some something anything the gift gifts idea ideas it that how when her him them my our his their you if this these help more less one"
	// ownEnds end what is said of whoever asks.
	ownEnds = "but want wants need needs looking she he they i my his her our their on who would so while whereas budget under for"
)

// hobbies marks what whoever asks says of themselves, as long as somebody else is meant: "I love cats; my sister loves dogs", "as a keen cyclist I
// want to thank my doctor". What the other loves as well is left.
func hobbies(tokens []text.Token, s []scope) {
	t := sentence(tokens)
	for i := range t {
		from := t.own(i)
		if from == 0 {
			continue
		}
		to := from
		for to < len(t) && (to == from || t[to].Before == text.None || t[to].Before == text.Comma && goesOn(tokens, to)) &&
			!(to > from && t.is(to, ownEnds)) && !(t.is(to, "and") && t.is(to+1, ownEnds+" am a im")) {
			to++
		}
		if !t.others(i, to, i > 0 && t.is(i-1, "and &")) {
			continue
		}
		how := lacking
		if t.alike(to) {
			how = plain // "I hate coffee, but my wife loves it"
		}
		for at := from; at < to; at++ {
			if how == lacking || s[at] != plain {
				s[at] = how
			}
		}
	}
}

// own returns where what is said begins when at word i somebody speaks of themselves, 0 when nobody does.
func (s sentence) own(i int) int {
	switch {
	case s.is(i, "as being") && s.is(i+1, "a an") && (i == 0 || s[i].Before > text.None):
		for at := i + 2; at < min(len(s), i+8); at++ {
			if s.is(at, "i im ive") {
				return i + 2
			}
			if s[at].Before == text.Stop {
				break
			}
		}
	case s.is(i, "i im"):
		at := i + 1
		for s.is(at, "am myself personally really absolutely always also just m do") {
			at++
		}
		switch {
		case s.is(at, "a an") && !s.is(at+1, "bit little lot friend fan"), s.is(at, "a") && s.is(at+1, "fan big huge keen") && !s.is(at+2, "bit"):
			return at + 1
		case s.is(at, "into") || s.is(at, "obsessed crazy mad passionate") && s.is(at+1, "with about"):
			return at + 1
		case s.is(at, "love like") && (i > 0 && s.is(i-1, "would") || s.is(at+1, ownWishes)):
			if s.is(at, "love") && s.is(at+1, "to") && s.is(at+2, ownVerbs) {
				return at + 2
			}
		case s.is(at, ownVerbs) && s.is(i, "i"):
			return at
		}
	}
	return 0
}

// others reports whether somebody is named beside the words from one to another, or behind them alone.
func (s sentence) others(from, to int, behind bool) bool {
	is := func(t text.Token) bool {
		return oneOf(t.Word, "he she him his hers them doctor teacher nurse coach neighbour neighbor bf gf roommate") || oneOf(t.Word, people) || oneOf(t.Word, relatives)
	}
	return slices.ContainsFunc(s[to:], is) || !behind && slices.ContainsFunc(s[:from], is)
}

// alike reports whether somebody else loves the same, by the few words from i on: "and so does my dad", "my wife loves it", "she does too".
func (s sentence) alike(i int) bool {
	for at := i; at < min(len(s), i+8); at++ {
		switch {
		case s.is(at, "so") && s.is(at+1, "does do is"), s.is(at, "too also"), s.is(at, "as") && s.is(at+1, "well"):
			return true
		case s.is(at, "it them") && s.is(at-1, "loves likes adores enjoys love like hates"):
			return true
		}
	}
	return false
}
