package search

import (
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// spare takes back what is hated where only a thing of it is: "loves golf, no clubs", "mad about skiing but not skis", "no football shirts".
func (q *query) spare(tokens []text.Token, found []lexicon.Found, s []scope) {
	for c := range q.hates {
		if c.Facet != "interest" {
			continue
		}
		loves, stem := false, ""
		for _, f := range found {
			if (s[f.From] == plain || s[f.From] == cue) && q.main[c] && foremost(f) == c && meant(tokens, f.From) {
				loves, stem = true, tokens[f.From].Word
			}
		}
		if !loves {
			continue
		}
		for _, f := range found {
			if s[f.From] == disliked && foremost(f) == c && akin(tokens[f.From].Word, stem) {
				loves = modifies(tokens, f.To, s)
			}
		}
		if loves {
			delete(q.hates, c)
		}
	}
}

// meant reports whether what begins at word i is said to be loved or stands in a list of what somebody does: "golf, sudoku".
func meant(tokens []text.Token, i int) bool {
	return loved(tokens, i) || i > 0 && (tokens[i].Before > text.None || oneOf(tokens[i-1].Word, "and plays does "+listed("keen"))) || oneOf(tokens[i].Word, listed("doers"))
}

// akin reports whether a word is the other, or what the other does: "photography" and "photographer", but not "telescope" and "astronomer".
func akin(word, doer string) bool {
	return word == doer || len(word) > 2 && oneOf(doer, listed("doers")) && strings.HasPrefix(doer, word[:3])
}

// adored returns the stems of the words for pastimes that are said to be loved and are not hated.
func (q *query) adored(tokens []text.Token, found []lexicon.Found, s []scope) (stems []string) {
	for _, f := range found {
		if c := foremost(f); c.Facet == "interest" && q.want[c] > 0 && (s[f.From] == plain || s[f.From] == cue) && meant(tokens, f.From) {
			for _, t := range tokens[f.From:f.To] {
				stems = append(stems, t.Stem)
			}
		}
	}
	return stems
}

// refusedElsewhere reports whether the same phrase as f is refused in a later sentence: "loves slime. Her mother has forbidden slime".
func refusedElsewhere(tokens []text.Token, f lexicon.Found, found []lexicon.Found, s []scope) bool {
	return foremost(f).Facet != "situation" && slices.ContainsFunc(found, func(o lexicon.Found) bool {
		return tokens[o.From].Word == tokens[f.From].Word && o.Phrase == f.Phrase && o.From > f.From && s[o.From] == disliked && !modifies(tokens, o.To, s)
	})
}

// modifies reports whether what ends before word i only says which thing is refused that follows: "no golf balls".
func modifies(tokens []text.Token, i int, s []scope) bool {
	return i < len(tokens) && s[i] == disliked && tokens[i].Before == text.None && !idle(tokens[i].Word)
}
