// Package phrasebook puts descriptions of people in Portuguese, Spanish, French, German and Italian into English words, as far as they
// are about people and gifts. The phrases are written by hand in phrasebook.txt. It must not know gifts, nor what English words mean.
package phrasebook

import (
	"cmp"
	_ "embed" // phrasebook.txt
	"fmt"
	"slices"
	"strings"

	"berth/platform/text"
)

//go:embed phrasebook.txt
var lines string

// Lines returns the text of the book. A server need not have it: the index of package search has it deflated.
func Lines() string { return lines }

// languages are the columns of phrasebook.txt.
func languages() []text.Language { return []text.Language{"pt", "es", "fr", "de", "it"} }

// phrase is the words of a phrase with what it is in English: "#" stands for a number, "*" for any word. The English is cut
// into words when it is needed, which takes a microsecond: as tokens it would take ten times the memory.
type phrase struct {
	words   []string
	english string
}

func (p phrase) tokens() []text.Token { return tokens(&text.Cutter{}, p.english) }

// column is what the book knows of one language.
type column struct {
	language text.Language
	by       map[string][]phrase // first word → phrases, the longest first
	stems    map[string]phrase   // single words without their endings
	telling  map[string]bool     // words that tell the language, since they are not spelled like that in English
}

// Book is immutable and safe for concurrent use.
type Book struct{ columns []column }

// Load reads the book from its lines, which stay in use.
func Load(lines string) (*Book, error) {
	b, cutter := &Book{}, &text.Cutter{}
	for _, l := range languages() {
		b.columns = append(b.columns, column{language: l, by: map[string][]phrase{}, stems: map[string]phrase{}, telling: map[string]bool{}})
	}
	for n, line := range strings.Split(lines, "\n") {
		if line == "" || line[0] == '#' && strings.HasPrefix(line, "# ") && !strings.Contains(line, " | ") {
			continue
		}
		english, rest, ok := strings.Cut(line, " = ")
		cells := strings.Split(rest, " | ")
		if !ok || len(cells) != len(b.columns) {
			return nil, fmt.Errorf("read phrasebook: line %d: want English = %d columns, not %q", n+1, len(b.columns), line)
		}
		for i, cell := range cells {
			for alternative := range strings.SplitSeq(cell, ",") {
				b.columns[i].add(cutter, english, strings.TrimSpace(alternative))
			}
		}
	}
	for _, c := range b.columns {
		for _, all := range c.by {
			slices.SortStableFunc(all, func(a, b phrase) int { return cmp.Compare(len(b.words), len(a.words)) })
		}
	}
	return b, nil
}

func (c *column) add(cutter *text.Cutter, english, foreign string) {
	if foreign == "-" || foreign == "" {
		return
	}
	words, same := tokens(cutter, apart(foreign)), tokens(cutter, english)
	p := phrase{make([]string, len(words)), english}
	for i, w := range words {
		p.words[i] = w.Word
		if w.Word != "son" && !slices.ContainsFunc(same, func(t text.Token) bool { return t.Word == w.Word }) { // "a teenage son" is no French
			c.telling[w.Word] = true
		}
	}
	first := p.words[0]
	c.by[first] = append(c.by[first], p)
	if len(p.words) > 1 {
		return
	}
	if stem := c.stem(first); stem != "" && c.stems[stem].words == nil {
		c.stems[stem] = p
	}
}

// tokens cuts a phrase of the book, in which "#" and "*" are words and "-" is none.
func tokens(cutter *text.Cutter, s string) (all []text.Token) {
	if s == "-" {
		return nil
	}
	for field := range strings.FieldsSeq(s) {
		if field == "#" || field == "*" {
			all = append(all, text.Token{Word: field, Stem: field})
			continue
		}
		all = append(all, cutter.Tokens(field)...)
	}
	for i := range all {
		all[i].Before = text.None
	}
	return all
}

// apart splits what an apostrophe joins: "l'uncinetto", "n'aime".
func apart(s string) string { return strings.NewReplacer("'", "' ", "’", "’ ").Replace(s) }

// Language returns in which language a text is whose words are tokens, as an argument for Translate, and how many words say so; none
// is -1.
func (b *Book) Language(tokens []text.Token) (language, words int) {
	language = -1
	for i, c := range b.columns {
		n := 0
		for _, t := range tokens {
			if c.telling[t.Word] {
				n++
			}
		}
		if n > words {
			language, words = i, n
		}
	}
	return language, words
}

// Translate returns the words of a text in a language that Language returned, in English where the book knows them. Others stay.
func (b *Book) Translate(s string, language int) []text.Token {
	c, from := &b.columns[language], text.Tokens(apart(s))
	var to []text.Token
	before := text.None
	for i := 0; i < len(from); {
		english, next := c.at(from, i)
		before = max(before, from[i].Before)
		for k, t := range english {
			t.Before = text.None
			if k == 0 {
				t.Before, before = before, text.None
			}
			to = append(to, t)
		}
		i = next
	}
	return to
}

// at returns what stands at word i, in English, and the position after it.
func (c *column) at(from []text.Token, i int) (english []text.Token, next int) {
	for _, first := range []string{from[i].Word, "#"} {
		if first == "#" && !digits(from[i]) {
			break
		}
		for _, p := range c.by[first] {
			if filled, ok := c.fill(p, from[i:]); ok {
				return filled, i + len(p.words)
			}
		}
	}
	w := from[i].Word
	if p, ok := c.stems[c.stem(w)]; ok {
		return p.tokens(), i + 1
	}
	if english := c.compound(w); english != nil {
		return english, i + 1
	}
	return from[i : i+1], i + 1
}

// fill returns a phrase in English, with the words at its marks, when words begin with it.
func (c *column) fill(p phrase, words []text.Token) (english []text.Token, ok bool) {
	if len(words) < len(p.words) {
		return nil, false
	}
	var marked []text.Token
	for i, w := range p.words {
		t := words[i]
		switch {
		case i > 0 && t.Before > text.None:
			return nil, false
		case w == "#" && digits(t):
			marked = append(marked, t)
		case w == "*":
			one, _ := c.at(words[i:i+1], 0)
			marked = append(marked, one...)
		case w != t.Word:
			return nil, false
		}
	}
	for _, t := range p.tokens() {
		switch {
		case t.Word == "*":
			english = append(english, marked...)
		case t.Word == "#" && len(marked) > 0:
			english, marked = append(english, marked[0]), marked[1:]
		default:
			english = append(english, t)
		}
	}
	return english, true
}

func digits(t text.Token) bool { return t.Word[0] >= '0' && t.Word[0] <= '9' }

// leastStem is the least number of letters of a word without its ending.
const leastStem = 4

// stem returns a word without what its gender, number or person adds, "" when too little is left.
func (c *column) stem(word string) string {
	endings := []string{"as", "os", "es", "is", "a", "o", "e", "i", "s"}
	switch c.language {
	case "de":
		endings = []string{"en", "er", "es", "em", "et", "e", "n", "s", "t"}
	case "fr":
		endings = []string{"ent", "ees", "es", "ee", "er", "s", "x", "e"}
	}
	for _, e := range endings {
		if base, ok := strings.CutSuffix(word, e); ok && len(base) >= leastStem {
			return base
		}
	}
	if len(word) < leastStem {
		return ""
	}
	return word
}

// compound returns the parts of a German word that is put together of two known ones: "Gartenbücher".
func (c *column) compound(word string) []text.Token {
	if c.language != "de" || len(word) < 2*leastStem {
		return nil
	}
	for cut := len(word) - leastStem; cut >= leastStem; cut-- {
		tail, ok := c.stems[c.stem(word[cut:])]
		if !ok {
			continue
		}
		for _, link := range []string{"", "s", "n", "en"} {
			head, linked := strings.CutSuffix(word[:cut], link)
			if p, ok := c.stems[c.stem(head)]; linked && ok {
				return slices.Concat(p.tokens(), tail.tokens())
			}
		}
	}
	return nil
}
