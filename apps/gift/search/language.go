package search

import "berth/platform/text"

// unread reports whether a language is one that the phrasebook has not, but whose function words tell it.
func unread(l text.Language) bool { return oneOf(string(l), "nl sv da no fi hu ro tr") }

// language returns the language of a description as the phrasebook has it, -1 for English and all others, and whether it is another than
// English, whose words must not be corrected.
func (e *Engine) language(tokens []text.Token) (language int, foreign bool) {
	english, letters, script := 0, 0, 0
	others := map[text.Language]int{}
	for _, t := range tokens {
		if c := t.Word[0]; c >= '0' && c <= '9' || c == '$' {
			continue
		}
		letters++
		if t.Word[0] >= 0x80 {
			script++ // another script
		}
		if idle(t.Word) {
			english++
		}
		for _, l := range text.FunctionalIn(t.Word) {
			if unread(l) {
				others[l]++
			}
		}
	}
	language, said := e.book.Language(tokens)
	if said > english && (said > 1 || said == letters) && 4*said >= letters {
		return language, true
	}
	most := 0
	for _, n := range others {
		most = max(most, n)
	}
	return -1, most > 1 && most > english && 5*most >= letters || letters > 0 && 2*script > letters
}
