package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform/text"
)

// unread reports whether a language is one that the phrasebook has not, but whose function words tell it.
func unread(l text.Language) bool { return oneOf(string(l), "nl sv da no fi hu ro tr") }

// language returns the language of a description as the phrasebook has it, -1 for English and all others, and whether it is another than
// English, whose words must not be corrected.
func (e *Engine) language(description string, tokens []text.Token) (language int, foreign bool) {
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
	if said > english && (said > 1 || said == letters && !e.speller.knows(&tokens[0])) && 4*said >= letters {
		return language, true
	}
	most := 0
	for _, n := range others {
		most = max(most, n)
	}
	if most > 1 && most > english && 5*most >= letters || letters > 0 && 2*script > letters {
		return -1, true
	}
	special := marked(description)
	return -1, (3*english <= letters || 2*special >= letters) && e.strange(tokens, letters, english, most, special)
}

// strange reports whether the words of a description, so many of them and so many of those English ones that hold a text together, are those of a
// language that nobody here knows. held is how many hold texts of such languages together, marked how many have letters that English has not.
func (e *Engine) strange(tokens []text.Token, letters, english, held, marked int) bool {
	unknown, misspelled, longest := 0, 0, 0
	for i, t := range tokens {
		if c := t.Word[0]; c >= '0' && c <= '9' || i > 0 && t.Capital || e.speller.knows(&t) {
			continue // names may be in any language
		}
		longest = max(longest, len(t.Word))
		if unknown++; len(t.Word) >= leastToMend && misspelled < mostToMend && e.speller.nearest(t.Word) != "" {
			misspelled++
		}
	}
	switch {
	case unknown == misspelled && held+marked == 0: // "gardenning, choclate"
		return false
	case letters > 2 && unknown > 1 && unknown-misspelled+held+marked > english && 3*unknown >= letters && longest > 3: // "lol idk tbh"
		return true
	case held > 0 && unknown > 0 && english == 0 && 5*(held+unknown) >= 2*letters:
		return true
	}
	return unknown > 0 && marked > 1 && 2*marked >= letters && marked > english
}

// marked returns how many words of a description have letters that English has not.
func marked(description string) (words int) {
	for word := range strings.FieldsSeq(description) {
		if strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) }) >= 0 {
			words++
		}
	}
	return words
}
