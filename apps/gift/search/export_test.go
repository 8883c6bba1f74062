package search

import (
	"slices"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// Is reports whether a gift is, by its name, what a noun says.
func Is(g catalogue.Gift, noun string) bool {
	head := synonym(text.Stem(noun))
	return slices.ContainsFunc(thingsOf(text.Tokens(g.Name)), func(t thing) bool { return t.head == head })
}

// Sorts returns of which sorts a gift is, by its name.
func Sorts(g catalogue.Gift) []string { return sortsOf(text.Tokens(g.Name), g.Interests) }

// Owns reports whether somebody has, by a description, a thing of which they get no more.
func (e *Engine) Owns(description, noun string) bool {
	head := synonym(text.Stem(noun))
	return slices.ContainsFunc(e.understand(description).owned, func(t thing) bool { return t.head == head })
}

// Practises reports whether a description calls somebody by what they do.
func (e *Engine) Practises(description string) bool { return e.understand(description).practises() }
