// Package offline makes a complete draft of an app from a description in plain words, without a model and without a
// network. It knows the structure of descriptions, not the world: it keeps pasted data to the letter, finds what is to be
// shown or sent, the columns that are asked for and the colours, and asks where that is unclear. Rows that it makes up say
// so. A further sentence changes a draft. The same words make the same draft. It must not know who asks, or what the draft
// is used for.
package offline

import (
	"slices"
	"strings"
	"sync"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
	"berth/platform/mapping"
)

// Generator makes drafts from words. It is immutable and safe for concurrent use.
type Generator struct {
	*words.Grammar
	Options
	model func() *tagger.Model // unpacked when it is first asked for, and then kept: about 3 MB
}

// Options are what a Generator works with.
type Options struct {
	Layouts map[string]*mapping.Shape // those that it may choose, by name
}

// New reads the words that the generator knows.
func New(o Options) (*Generator, error) {
	g, err := words.New()
	if err != nil {
		return nil, err
	}
	return &Generator{g, o, sync.OnceValue(func() *tagger.Model {
		m, err := tagger.Load()
		if err != nil {
			panic(err) // the model is part of the program
		}
		return m
	})}, nil
}

// Draft returns a complete draft for a description, with its tables and questions. Colours follow the description even
// when they are unreadable; the caller has to correct them.
func (g *Generator) Draft(prompt string) platform.Proposal { return g.plan(prompt).proposal() }

// pastedWords are what reading data has to know of words, in any language: which one it is shows only when the data are out of
// the way.
func (g *Generator) pastedWords() pasted.Words {
	inAny := func(text string, is func(*words.Language, []words.Word) bool) bool {
		return slices.ContainsFunc(g.Order, func(code string) bool {
			ws := g.Languages[code].Read(text)
			return len(ws) > 0 && len(ws) < 4 && is(g.Languages[code], ws)
		})
	}
	return pasted.Words{
		Heading: func(text string) bool {
			return inAny(text, func(l *words.Language, ws []words.Word) bool {
				return slices.ContainsFunc(ws, func(w words.Word) bool { return g.Heading(l, w) || g.Headings[words.Snake(text)] })
			})
		},
		Section: func(line string) bool { return g.Sections[words.Fold(line)] },
		Asks:    g.AsksFor, Demands: g.Demands, Notice: g.Notice,
		Measure: func(unit string) bool { return g.Measures[words.Fold(unit)] },
		Weekday: func(line string) bool { return len(words.Split(line)) > 1 && g.Weekday(line) },
		Instruction: func(text string) bool {
			ws := words.Split(text)
			return len(ws) > 0 && len(ws) < 4 && (g.Instructions[ws[len(ws)-1].Root] || g.Instructions[ws[len(ws)-1].Folded])
		},
	}
}

// detect returns the language of a text, and not that of the names in it where these say otherwise than its articles do.
func (g *Generator) detect(text string) *words.Language {
	all, common := g.Languages[g.model().LanguageOf(text)], words.Nameless(text)
	if other := g.Languages[g.model().LanguageOf(common)]; other != all && other == g.Tongue(common) {
		return other
	}
	return all
}

// brief returns the language of few words with data below them, which tell little: the data decide between two languages by how many of their words
// each has.
func (g *Generator) brief(text, data string) *words.Language {
	said, all := g.detect(text+". "+text), g.detect(strings.Repeat(text+". ", 4)+data)
	decided := len(words.Split(text)) < 4 || all.Code != "en" && all.Knows(data) >= max(2, said.Knows(data))
	if decided && said.Knows(text) <= all.Knows(text) {
		return all
	}
	return said
}
