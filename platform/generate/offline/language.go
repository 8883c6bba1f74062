package offline

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

//go:embed glossary.json
var glossaryJSON []byte

//go:embed grammar.json
var grammarJSON []byte

//go:embed texts.json
var textsJSON []byte

// language is a language of descriptions: its words in English, and the texts that people read in it. {thing}, {n},
// {heading} and {topic} in a text are replaced.
type language struct {
	code    string
	gloss   map[string]string // folded words → English
	common  map[string]bool   // its commonest words
	letters *regexp.Regexp    // what its spelling has and few others have

	Common, Example, Filler, About, Say string
	What, Kind, Find, Ask               string // questions and what can be chosen
	WhatChoices                         []string
	Name, Email, Phone, Message, Date   string // headings
	Status, Price, Value, Day, Hours    string
	Question, Answer, Place, Link, Note string
	Send, Thanks, Untitled, Request     string
	Text, Other, Anew, Photo            string
	Time, With, Rest                    string // before a list of headings; a question about words that were not understood
}

// say fills a text.
func say(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// grammar has the words that give descriptions their structure, in English; other languages are read through their
// glossaries.
type grammar struct {
	Options                                                          `json:"-"`
	Commands, Articles, People, Relations, Details, Clauses, Vessels wordSet
	Verbs, Headings, Features, Weekdays, Instructions                wordSet
	Each, Needs, Lookups, Pronouns, Vague, Tells                     wordSet
	Letters                                                          map[string]string
	Topics                                                           map[string]string // what one entry of a collection is
	Intake                                                           map[string]string // verb → what is sent
	Sends                                                            map[string]string // noun → what is sent
	Layouts                                                          [][2]string       // layout, its words
	Phrases, NotLayouts                                              []string
	Types, Moods                                                     map[string]wordSet
	Colours                                                          [][3]string // names, accent on light, on dark
	languages                                                        map[string]*language
	order                                                            []string
	spread                                                           map[string]int // how many languages have a common word
	vocabulary                                                       wordSet        // English words that the glossaries know
}

// wordSet is a set of words, written with blanks between them; _ stands for a blank in one.
type wordSet map[string]bool

// UnmarshalJSON implements json.Unmarshaler.
func (s *wordSet) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	*s = wordSet{}
	for w := range strings.FieldsSeq(text) {
		(*s)[strings.ReplaceAll(w, "_", " ")] = true
	}
	return nil
}

func loadGrammar() (*grammar, error) {
	g := &grammar{languages: map[string]*language{}, spread: map[string]int{}, vocabulary: wordSet{}, order: []string{"en", "de", "fr", "es", "pt", "it"}}
	if err := json.Unmarshal(grammarJSON, g); err != nil {
		return nil, fmt.Errorf("read the grammar: %w", err)
	}
	if err := json.Unmarshal(textsJSON, &g.languages); err != nil {
		return nil, fmt.Errorf("read the texts: %w", err)
	}
	var glossaries map[string]string
	if err := json.Unmarshal(glossaryJSON, &glossaries); err != nil {
		return nil, fmt.Errorf("read the glossaries: %w", err)
	}
	for code, l := range g.languages {
		l.code, l.gloss, l.common = code, map[string]string{}, map[string]bool{}
		for w := range strings.FieldsSeq(fold(l.Common)) {
			if !l.common[w] {
				l.common[w] = true
				g.spread[w]++
			}
		}
		if letters := g.Letters[code]; letters != "" {
			l.letters = regexp.MustCompile(letters)
		}
		for pair := range strings.FieldsSeq(glossaries[code]) {
			own, english, ok := strings.Cut(pair, ":")
			if !ok {
				return nil, fmt.Errorf("read the glossary of %s: %q has no English word", code, pair)
			}
			l.gloss[strings.ReplaceAll(own, "_", " ")] = strings.ReplaceAll(english, "_", " ")
			if e := strings.ReplaceAll(strings.TrimSuffix(english, "*"), "_", " "); code != "en" {
				g.vocabulary[singular(e)] = true
			}
		}
	}
	return g, nil
}

// detect returns the language of a text, English when nothing tells. A word speaks for every language that has it, the less
// the more of them do; so do letters and endings that few have.
func (g *grammar) detect(text string) *language {
	best, most := g.languages["en"], 0
	words := split(text)
	for _, code := range g.order {
		l, score := g.languages[code], 0
		for _, w := range words {
			if l.common[w.folded] {
				score += 24 / g.spread[w.folded]
			}
			if code == "en" && g.vocabulary[w.root] || code != "en" && l.english(w.folded) != "" && !l.common[w.folded] {
				score += 7
			}
		}
		if l.letters != nil {
			score += 8 * len(l.letters.FindAllString(strings.ToLower(text), -1))
		}
		if score > most {
			best, most = l, score
		}
	}
	return best
}

// read splits a text into words with their English, several together where they mean one thing.
func (l *language) read(text string) []word {
	ws := split(text)
	var out []word
	for i := 0; i < len(ws); {
		w, n := l.match(ws, i)
		out, i = append(out, w), i+n
	}
	return out
}

const maxGloss = 4 // words that one entry of a glossary has

func (l *language) match(ws []word, i int) (word, int) {
	for n := min(maxGloss, len(ws)-i); n > 0; n-- {
		parts, raws := make([]string, n), make([]string, n)
		joined := true
		for j, w := range ws[i : i+n] {
			parts[j], raws[j] = w.folded, w.raw
			joined = joined && (j == n-1 || w.stop == 0)
		}
		own := strings.Join(parts, " ")
		english := l.gloss[own]
		if n == 1 && english == "" {
			english = l.english(own)
			if l.code == "de" && raws[0] != strings.ToLower(raws[0]) && strings.HasPrefix(english, "to ") {
				english = l.compound(own) // nouns are written with a capital, and are no verbs
			}
		}
		if english != "" && joined {
			w := ws[i]
			w.raw, w.folded, w.to, w.stop = strings.Join(raws, " "), own, ws[i+n-1].to, ws[i+n-1].stop
			w.en, w.after = strings.CutSuffix(english, "*")
			w.root, w.known = singular(w.en), true
			return w, n
		}
	}
	return ws[i], 1
}

// english returns the English of one word: of the glossary, of a form of one of its nouns, or of a verb that it has the
// beginning of; "" when it has none.
func (l *language) english(own string) string {
	if english, ok := l.gloss[own]; ok {
		return english
	}
	if l.code == "en" {
		return ""
	}
	endings := map[string][][2]string{"de": {{"n", ""}, {"en", ""}, {"e", ""}, {"er", ""}},
		"fr": {{"s", ""}, {"x", ""}}, "it": {{"i", "o"}, {"i", "e"}, {"e", "a"}, {"i", "a"}}}
	if endings[l.code] == nil {
		endings[l.code] = [][2]string{{"s", ""}, {"es", ""}}
	}
	for _, ending := range endings[l.code] {
		if one, ok := strings.CutSuffix(own, ending[0]); ok && len(one) > 3 {
			if english := l.gloss[one+ending[1]]; english != "" && singular(english) == english && !strings.Contains(english, "*") && !strings.HasPrefix(english, "to ") {
				return plural(english)
			}
		}
	}
	for n := len(own); n > 2; n-- {
		if english, ok := l.gloss[own[:n]+"~"]; ok {
			return english
		}
	}
	return l.compound(own)
}

// compound returns the English of a German word that two words of the glossary make: Mitarbeiter·verzeichnis.
func (l *language) compound(own string) string {
	if l.code != "de" || len(own) < 8 {
		return ""
	}
	for i := 3; i <= len(own)-4; i++ {
		last, ok := l.gloss[own[i:]]
		if !ok {
			continue
		}
		for _, link := range []string{"", "s", "n", "en", "es"} {
			if first, ok := l.gloss[strings.TrimSuffix(own[:i], link)]; ok {
				return singular(first) + " " + last
			}
		}
	}
	return ""
}

// heading reports whether an English word in the singular names a column.
func (g *grammar) heading(root string) bool {
	if g.Headings[root] {
		return true
	}
	for _, words := range g.Types {
		if words[root] {
			return true
		}
	}
	return false
}
