package search

import (
	_ "embed" // sorts.txt
	"slices"
	"strings"
	"sync"

	"berth/platform/text"
)

//go:embed sorts.txt
var sortLines string

// sortWords are the words of sorts.txt: in nouns those that name a sort where they are the noun, in everywhere those that do anywhere.
type sortWords struct {
	nouns, everywhere map[string]string
}

var sortsByWord = sync.OnceValue(func() sortWords {
	s := sortWords{map[string]string{}, map[string]string{}}
	for line := range entries(sortLines) {
		name, words, _ := strings.Cut(line, ": ")
		nouns, everywhere, _ := strings.Cut(words, " * ")
		for word := range strings.FieldsSeq(nouns) {
			s.nouns[word] = name
		}
		for word := range strings.FieldsSeq(everywhere) {
			s.everywhere[word] = name
		}
	}
	return s
})

// sortsOf returns the sorts of a gift with that name: those of sorts.txt, or else its noun, unless that says little, as of a box. A sort of which
// there may be one for each pastime has the first of the gift's interests behind it.
func sortsOf(name []text.Token, interests []string) (all []string) {
	known := sortsByWord()
	add := func(sort string) {
		if rest, each := strings.CutPrefix(sort, "~"); each {
			sort = rest + " of " + strings.Join(interests[:min(1, len(interests))], "")
		}
		if !slices.Contains(all, sort) {
			all = append(all, sort)
		}
	}
	head := name
	if at := slices.IndexFunc(name, func(t text.Token) bool { return t.Before > text.None }); at > 0 { // "Dancer's mug: five positions"
		head = name[:at]
	}
	for part := range partsOf(head) {
		for i := len(part) - 1; i >= 0; i-- {
			if sort := known.nouns[part[i].Word]; sort != "" {
				add(sort)
				break
			}
		}
	}
	for _, t := range name {
		if sort := known.everywhere[t.Word]; sort != "" {
			add(sort)
		}
	}
	if all == nil {
		for part := range partsOf(head) {
			t, ok := thingOf(part)
			if noun := t.head; ok && isWide(noun) {
				t.head = compound(part, noun)
			}
			if ok && t.head != "" {
				all = append(all, t.head)
			}
		}
	}
	return all
}

// partsOf calls yield with the words for each thing of a name, up to what says no more what it is: "engraved pen" and "notebook" of "Engraved
// pen and notebook for the next chapter", "dates" of "Box of dates with nuts".
func partsOf(name []text.Token) func(yield func([]text.Token) bool) {
	return func(yield func([]text.Token) bool) {
		from := 0
		for i := 0; i <= len(name); i++ {
			ends := i == len(name) || i > 0 && oneOf(name[i].Word, tails)
			if !ends && !oneOf(name[i].Word, "and & or plus") {
				continue
			}
			part := name[from:i]
			if of := slices.IndexFunc(part, func(t text.Token) bool { return t.Word == "of" }); of > 0 {
				if part[of-1].Word != "book" && oneOf(strings.TrimSuffix(part[of-1].Word, "s"), holders) {
					part = part[of+1:]
				} else {
					part = part[:of]
				}
			}
			if !yield(part) || ends {
				return
			}
			from = i + 1
		}
	}
}

// compound returns a noun that says too little by itself with the word right before it: "brick set", "sticker book"; "" when there is none.
func compound(name []text.Token, head string) string {
	for i, t := range name[1:] {
		if before := name[i]; synonym(t.Stem) == head && t.Before == text.None && !idle(before.Word) && !oneOf(before.Word, trims) {
			return before.Stem + " " + head
		}
	}
	return ""
}
