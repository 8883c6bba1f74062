// Package offline makes a complete draft of an app from a description in plain words, without a model and without a
// network. It knows the structure of descriptions, not the world: it keeps pasted data to the letter, finds what is to be
// shown or sent, the columns that are asked for and the colours, and asks where that is unclear. Rows that it makes up say
// so. A further sentence changes a draft. The same words make the same draft. It must not know who asks, or what the draft
// is used for.
package offline

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/mapping"
)

// Generator makes drafts from words. It is immutable and safe for concurrent use.
type Generator struct{ *grammar }

// Options are what a Generator works with.
type Options struct {
	Layouts map[string]*mapping.Shape // those that it may choose, by name
}

// New reads the words that the generator knows.
func New(o Options) (*Generator, error) {
	g, err := loadGrammar()
	if err != nil {
		return nil, err
	}
	g.Options = o
	return &Generator{g}, nil
}

// Draft returns a complete draft for a description, with its tables and questions. Colours follow the description even
// when they are unreadable; the caller has to correct them.
func (g *Generator) Draft(prompt string) platform.Proposal { return g.plan(prompt).proposal() }

// pastedWords are what reading data has to know of words, in any language: which one it is shows only when the data are out of
// the way.
func (g *Generator) pastedWords() pasted.Words {
	inAny := func(text string, is func(*language, []word) bool) bool {
		return slices.ContainsFunc(g.order, func(code string) bool {
			ws := g.languages[code].read(text)
			return len(ws) > 0 && len(ws) < 4 && is(g.languages[code], ws)
		})
	}
	return pasted.Words{
		Heading: func(text string) bool {
			return inAny(text, func(l *language, ws []word) bool {
				return slices.ContainsFunc(ws, func(w word) bool { return g.heading(l, w) || g.Headings[snake(text)] })
			})
		},
		Weekday: func(line string) bool {
			ws := split(line)
			if len(ws) < 2 {
				return false
			}
			first := ws[0].folded
			return g.Weekdays[first] || g.Weekdays[strings.TrimSuffix(first, "s")] || g.Weekdays[singular(first)] || weekday(first)
		},
		Instruction: func(text string) bool {
			ws := split(text)
			return len(ws) > 0 && len(ws) < 4 && (g.Instructions[ws[len(ws)-1].root] || g.Instructions[ws[len(ws)-1].folded])
		},
	}
}

func weekday(folded string) bool {
	return strings.HasSuffix(folded, "day") && len(folded) > 5 || strings.HasSuffix(folded, "tags") || strings.HasSuffix(folded, "-feira")
}
