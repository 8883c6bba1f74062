// Package tagger tells what the words of a description are: which name what an app is about, which a column, which a value of
// one; of which kind the app is, what is done with its rows, and what the cells of a column hold. It has learned that from the
// descriptions in corpus, in which people marked it (the guide beside them says how): a linear model over features of words,
// their neighbours and the label before, read by Viterbi. The same words always get the same labels. It must not know what is
// made of them.
package tagger

import (
	"math"
	"slices"
)

// Label is what one word is.
type Label uint8

// The labels. A span begins with the odd one and goes on with the even one behind it.
const (
	Other Label = iota
	ColumnBegin
	ColumnInside
	FieldBegin // a column of what is sent, where rows have others
	FieldInside
	ValueBegin // one that a column allows
	ValueInside
	NameBegin // of the app
	NameInside
	RowBegin // the name of one row that the description brings: "our plans: Starter, Pro and Enterprise"
	RowInside
	Between // what is nothing, behind a column in its sentence
	After   // what is nothing, where only sentences before have columns
	Labels  // how many there are

	Topic Label = 15 // what the rows are, or what is sent: one span of words that have no label
	Sent  Label = 17 // what is sent about the topic, where that is something else
)

// begins reports whether a span begins with the label.
func (l Label) begins() bool { return l%2 == 1 && l != Between }

// begin returns the label with which a span of that kind begins; Other for Other.
func (l Label) begin() Label {
	if l == Between || l == After {
		return Other
	}
	return l - (1-l%2)*min(1, l)
}

func (l Label) column() bool { return l >= ColumnBegin && l <= FieldInside }

// Token is one word of a description. What is said of it in English holds for all languages.
type Token struct {
	Folded  string   // in lower case, without marks
	Stem    string   // what its forms have in common
	English string   // the singular of its English, "" where that is not known
	Class   byte     // of package wordclass
	Capital bool     // it begins with one
	Stop    byte     // what comes after it: '.' '?' 'n' ':' ',' ';' '-' '(' ')' '/' or 0, as package words has it
	Means   []string // lists of words that it is in: "people", "heading", "act=booking"
}

// Text is a description.
type Text struct {
	Language string // its code
	Given    bool   // data were pasted with it
	Tokens   []Token
}

// Span is some words that belong together: those from From up to To.
type Span struct {
	Label    Label // with which it begins
	From, To int
}

// Weights say how much each feature speaks for each of some classes. Add adds those of a feature to scores, one a class.
type Weights interface {
	Add(feature uint32, scores []float64)
}

// Model is what was learned: the weights of Labels, of Topic and Sent against none, of Kinds, of Cells, of Languages and, for each of Flags, of no
// and yes. It is immutable and safe for
// concurrent use.
type Model struct {
	Label, Topic, Sent, Kind, Cell, Language Weights
	Flags                                    [len(Flags)]Weights
}

// Spans returns the spans of a text, in its order.
func (m *Model) Spans(t Text) []Span {
	found := fill(t, Join(NewLattice(m.Label, t).Best()))
	found = t.offered(t.slashed(t.doubled(t.either(t.whether(t.apart(t.alike(t.alternatives(t.listed(t.sending(found))))))))))
	found = append(found, m.about(t, found)...)
	found = m.topical(t, m.swapped(t, found))
	slices.SortFunc(found, func(a, b Span) int { return a.From - b.From })
	return found
}

// about returns the topic and what is sent, as far as there are such: the two that fit best together.
func (m *Model) about(t Text, found []Span) (best []Span) {
	all := Candidates(t, found)
	topics, sent := make([]float64, len(all)), make([]float64, len(all))
	for i, s := range all {
		OfSpan(t, s, found, func(h uint32) {
			m.Topic.Add(h, topics[i:i+1])
			m.Sent.Add(h, sent[i:i+1])
		})
		if t.idle(s) {
			topics[i] = Never
		}
	}
	most := 0.0 // what none has
	for i, a := range all {
		if topics[i] > most {
			most, best = topics[i], []Span{{Topic, a.From, a.To}}
		}
		if sent[i] <= 0 {
			continue
		}
		if sent[i] > most {
			most, best = sent[i], []Span{{Sent, a.From, a.To}}
		}
		for j, b := range all {
			if both := topics[j] + sent[i]; both > most && (a.To <= b.From || b.To <= a.From) {
				most, best = both, []Span{{Topic, b.From, b.To}, {Sent, a.From, a.To}}
			}
		}
	}
	return best
}

// topic returns the likeliest topic that ends before a word, however little speaks for it.
func (m *Model) topic(t Text, found []Span, before int) (best Span, ok bool) {
	most := math.Inf(-1)
	for _, s := range Candidates(t, found) {
		if s.To > before || t.idle(s) {
			continue
		}
		var score [1]float64
		OfSpan(t, s, found, func(h uint32) { m.Topic.Add(h, score[:]) })
		if score[0] > most {
			most, best, ok = score[0], Span{Topic, s.From, s.To}, true
		}
	}
	return best, ok
}

// Candidates returns the spans of up to five words that may be a topic: no stop within, none of them found before, and neither end an article
// or the like.
func Candidates(t Text, found []Span) (out []Span) {
	taken := make([]bool, len(t.Tokens))
	for _, s := range found {
		for i := s.From; i < s.To; i++ {
			taken[i] = true
		}
	}
	for i := range t.Tokens {
		for j := i + 1; j <= min(i+5, len(t.Tokens)) && !taken[j-1]; j++ {
			if j > i+1 {
				if s := t.Tokens[j-2].Stop; s != 0 && s != ',' && s != '-' && s != '/' {
					break
				}
			}
			out = append(out, Span{Other, i, j})
		}
	}
	return out
}

// Join returns the spans of labels.
func Join(ls []Label) (out []Span) {
	for i, l := range ls {
		switch {
		case l.begin() == Other:
		case l.begins() || i == 0 || ls[i-1].begin() != l.begin():
			out = append(out, Span{l.begin(), i, i + 1})
		default:
			out[len(out)-1].To = i + 1
		}
	}
	return out
}

// Lattice has how well labels fit: each word by itself, and behind each label of the word before (0 for the first).
type Lattice struct {
	Word [][Labels]float64
	Step [][Labels][Labels]float64
}

// NewLattice returns that by weights; without any, just what is not allowed.
func NewLattice(w Weights, t Text) Lattice {
	n := len(t.Tokens)
	g := Lattice{make([][Labels]float64, n), make([][Labels][Labels]float64, n)}
	for i := range n {
		if w != nil {
			OfWord(t, i, func(h uint32) { w.Add(h, g.Word[i][:]) })
		}
		for prev := range Labels {
			if w != nil && (i > 0 || prev == 0) {
				OfStep(t, i, prev, func(h uint32) { w.Add(h, g.Step[i][prev][:]) })
			}
			for l := range Labels {
				if !follows(prev, l, t.at(i-1).Stop, i == 0) || i == 0 && prev != 0 {
					g.Step[i][prev][l] = Never
				}
			}
		}
	}
	return g
}

// Never is how well fits what is not allowed.
const Never = -1e9

// Best returns the labels that fit best together (Viterbi).
func (g Lattice) Best() []Label {
	n := len(g.Word)
	var best [Labels]float64
	from := make([][Labels]Label, n)
	for i := range n {
		var next [Labels]float64
		for l := range Labels {
			next[l] = math.Inf(-1)
			for prev := range Labels {
				if s := best[prev] + g.Step[i][prev][l] + g.Word[i][l]; s > next[l] {
					next[l], from[i][l] = s, prev
				}
			}
		}
		best = next
	}
	last := Label(0)
	for l := range Labels {
		if best[l] > best[last] {
			last = l
		}
	}
	out := make([]Label, n)
	for i := n - 1; i >= 0; i-- {
		out[i], last = last, from[i][last]
	}
	return out
}

// follows reports whether a label may come behind another, with a stop between them: a span goes on only where it has begun, and what is nothing
// remembers where there are columns.
func follows(prev, l Label, stop byte, first bool) bool {
	switch {
	case l.begins():
		return true
	case l.begin() != Other:
		return !first && prev.begin() == l.begin()
	case prev.column() || prev == Between:
		return l == After && stop == '.' || l == Between && stop != '.'
	case prev == Other || prev == After || first:
		return l == prev
	}
	return true
}

// Kinds are what apps are, as the corpus calls them.
var Kinds = []string{"list", "form", "both", "ask", "show", "none"}

// Flags are what else is said of an app, as the corpus calls it.
var Flags = [...]string{"own", "closed", "change", "delete", "done", "staff", "name"}

// Cells are what columns hold; those that allow only some values hold texts.
var Cells = []string{"text", "number", "integer", "money", "boolean", "date", "time", "datetime", "tags", "url", "image", "email", "phone", "place"}

// Guess is one of several answers, with how much speaks for it: from 0 to 1, all together 1.
type Guess struct {
	Value string
	Share float64
}

// Languages are the codes of languages that a text may be in.
var Languages = []string{"en", "de", "fr", "es", "pt", "it"}

// LanguageOf returns the code of the likeliest language of a text.
func (m *Model) LanguageOf(text string) string {
	return guesses(m.Language, Languages, func(yield func(uint32)) { OfLanguage(text, yield) })[0].Value
}

// KindOf returns the kinds that an app may be of, the likeliest first.
func (m *Model) KindOf(t Text, found []Span) []Guess {
	return guesses(m.Kind, Kinds, func(yield func(uint32)) { OfText(t, found, yield) })
}

// Flag returns how likely it is that a flag holds, from 0 to 1.
func (m *Model) Flag(at int, t Text, found []Span) float64 {
	g := guesses(m.Flags[at], []string{"no", "yes"}, func(yield func(uint32)) { OfText(t, found, yield) })
	if g[0].Value == "yes" {
		return g[0].Share
	}
	return g[1].Share
}

// CellOf returns what the cells of a column may hold, the likeliest first, by the words of its heading.
func (m *Model) CellOf(language string, heading []Token) []Guess {
	return guesses(m.Cell, Cells, func(yield func(uint32)) { OfHeading(language, heading, yield) })
}

// guesses returns all of the values, the likeliest first.
func guesses(w Weights, values []string, features func(func(uint32))) []Guess {
	scores := make([]float64, len(values))
	features(func(h uint32) { w.Add(h, scores) })
	Softmax(scores)
	out := make([]Guess, len(values))
	for i, v := range values {
		out[i] = Guess{v, scores[i]}
	}
	slices.SortStableFunc(out, func(a, b Guess) int {
		switch {
		case a.Share > b.Share:
			return -1
		case a.Share < b.Share:
			return 1
		}
		return 0
	})
	return out
}
