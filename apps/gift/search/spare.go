package search

import (
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
			if (s[f.From] == plain || s[f.From] == cue) && q.main[c] && foremost(f) == c && loved(tokens, f.From) {
				loves, stem = true, tokens[f.From].Word
			}
		}
		if !loves {
			continue
		}
		for _, f := range found {
			if s[f.From] == disliked && foremost(f) == c && tokens[f.From].Word == stem {
				loves = f.To < len(tokens) && s[f.To] == disliked && tokens[f.To].Before == text.None && !idle(tokens[f.To].Word)
			}
		}
		if loves {
			delete(q.hates, c)
		}
	}
}

// adored returns the stems of the words for pastimes that are said to be loved and are not hated.
func (q *query) adored(tokens []text.Token, found []lexicon.Found, s []scope) (stems []string) {
	for _, f := range found {
		if c := foremost(f); c.Facet == "interest" && q.want[c] > 0 && (s[f.From] == plain || s[f.From] == cue) && loved(tokens, f.From) {
			for _, t := range tokens[f.From:f.To] {
				stems = append(stems, t.Stem)
			}
		}
	}
	return stems
}
