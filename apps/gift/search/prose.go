package search

import (
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

// Prose returns the text of a gift that is embedded: what people read about it, and its facets as words.
func Prose(g catalogue.Gift) string {
	return g.Name + ". " + g.Name + ". " + g.Brief + " " + g.Description + " " + facetWords(g) + "."
}

// facetWords returns the interests, situations, traits and categories of a gift as words.
func facetWords(g catalogue.Gift) string {
	return strings.ReplaceAll(strings.Join(slices.Concat(g.Interests, g.Situations, g.Traits, g.Categories), "; "), "-", " ")
}

// prose is a gift's Prose cut into words, once for every part of the index.
type prose struct {
	all                      []text.Token
	name, brief, description int // where the first name, the brief and the description end
}

func cutProse(g catalogue.Gift, cutter *text.Cutter) prose {
	p := prose{all: cutter.Tokens(g.Name + ". ")}
	p.name = len(p.all)
	p.all = cutter.Append(p.all, g.Name+". "+g.Brief+" ")
	p.brief = len(p.all)
	p.all = cutter.Append(p.all, g.Description+" ")
	p.description = len(p.all)
	p.all = cutter.Append(p.all, facetWords(g)+".")
	return p
}

func (p prose) ofName() []text.Token        { return p.all[:p.name] }
func (p prose) ofTitle() []text.Token       { return p.all[p.name:p.brief] } // name and brief
func (p prose) ofBrief() []text.Token       { return p.all[2*p.name : p.brief] }
func (p prose) ofDescription() []text.Token { return p.all[p.brief:p.description] }
func (p prose) ofFacets() []text.Token      { return p.all[p.description:] }
