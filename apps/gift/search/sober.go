package search

import (
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// abstain notes that somebody no longer drinks what they loved, by whatever words: nothing with alcohol is for them, nor what belongs to it.
func (q *query) abstain(tokens []text.Token, aside []bool) {
	s := sentence(tokens)
	for i := range s {
		if s.is(i, listed("alcoholic")) && !aside[i] && (s.droppedAt(i) || s.forbiddenAfter(i)) {
			q.held[lexicon.Concept{Facet: "situation", Value: "quit-drinking"}] = 1
			q.forget("drink " + listed("alcohol"))
			q.forget(listed("callings")) // of the doctor who forbids it
			return
		}
	}
}

// droppedAt reports whether the drink at word i was given up: "given up the wine", "quit drinking", "off the beer".
func (s sentence) droppedAt(i int) bool {
	if s.is(i+1, "coffee tea cola coke milk soda caffeine buddies games") || s.near(i, 5, "i ive im we weve") {
		return false
	}
	for at := i - 1; at >= max(0, i-4) && s[at+1].Before == text.None; at-- {
		switch {
		case s.is(at, "up") && s.is(at-1, "given gave giving"), s.is(at, "quit quits"), s.is(at, "out") && s.is(at-1, "cut cutting"), s.is(at, "stopped") && s.is(i, "drinking"):
			return true
		case s.is(at, "off") && s.is(at+1, "the his her") && !s.is(at-1, "show shows showing polish polishes"):
			return true
		case !s.is(at, "the his her all any drinking"):
			return false
		}
	}
	return false
}

// forbiddenAfter reports whether it is said behind the drink at word i that it is over: "but she's on tablets now", "the doctor says no more",
// "but he's off it", "has given it up".
func (s sentence) forbiddenAfter(i int) bool {
	for at := i + 1; at < min(len(s), i+14); at++ {
		if s.near(at, 3, "i im ive we") || s.is(at, "i im ive we") {
			continue
		}
		switch {
		case s.is(at, "off") && s.is(at+1, "it them") && s.halts(at+2),
			s.is(at, "given gave giving") && (s.is(at+1, "up") && s.is(at+2, "it them") || s.is(at+1, "it them") && s.is(at+2, "up")),
			s.is(at, "cant cannot") && (s.is(at+1, "anymore now") || s.is(at+1, "drink have touch") &&
				(s.halts(at+2) || s.is(at+2, "it them any now at") && s.halts(at+3) || s.is(at+2, "any at") && s.is(at+3, "more all alcohol"))),
			s.is(at, "tablets medication meds antibiotics pills") && s.near(at, 3, "on takes taking") && s.is(at+1, "now"),
			s.is(at, "doctor doctors gp liver heart cardiologist") && s.is(at-1, "the his her but because") && s.forbidsFrom(at+1):
			return true
		}
	}
	return false
}

// forbidsFrom reports whether somebody who is named before word i says no.
func (s sentence) forbidsFrom(i int) bool {
	for at := i; at < min(len(s), i+4); at++ {
		if s.is(at, "no not stopped stop banned bans forbidden forbids forbade cant cannot wont") {
			return s.halts(at+1) || s.is(at+1, "more it longer "+listed("alcoholic"))
		}
	}
	return false
}
