package offline

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
	"berth/platform/text"
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
	acts    map[string]string // verbs, and what they say that people do
	cues    map[string]string // words of headings → what their cells hold
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
	Time, With, Rest, Category, Done    string // before a list of headings; a question about words that were not understood
}

// say fills a text.
func say(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// grammar has the words that give descriptions their structure, in English; other languages are read through their
// glossaries.
type grammar struct {
	Options                                                          `json:"-"`
	Commands, Articles, People, Relations, Details, Clauses, Vessels wordSet
	Headings, Features, Weekdays, Instructions, Each                 wordSet
	Needs, Pronouns, Vague, Tells                                    wordSet
	Letters                                                          map[string]string
	Topics                                                           map[string]string            // what one entry of a collection is
	Acts, Cues                                                       map[string]map[string]string // language → what people do, or the kind of cells → its words
	Sends                                                            map[string]string            // noun → what is sent
	Layouts                                                          [][2]string                  // layout, its words
	Phrases, NotLayouts                                              []string
	Moods                                                            map[string]wordSet
	Colours                                                          [][3]string // names, accent on light, on dark
	languages                                                        map[string]*language
	order                                                            []string
	spread                                                           map[string]int // how many languages have a common word
	classes                                                          wordclass.Tables
	vocabulary                                                       wordSet // English words that the glossaries know
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
	g.classes = wordclass.New(g.order...)
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
		l.acts, l.cues = l.listed(g.Acts[code]), l.listed(g.Cues[code])
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

// listed returns lists of words by their words, and by the stems of those.
func (l *language) listed(lists map[string]string) map[string]string {
	by := map[string]string{}
	for name, words := range lists {
		for w := range strings.FieldsSeq(words) {
			by[w] = name
		}
	}
	for _, own := range slices.Sorted(maps.Keys(by)) {
		if stem := l.stem(own); by[stem] == "" {
			by[stem] = by[own]
		}
	}
	return by
}

// stem returns what the forms of a folded word have in common.
func (l *language) stem(folded string) (stem string) {
	text.Stems(folded, []text.Language{text.Language(l.code)}, func(s string) { stem = s })
	return stem
}

// detect returns the language of a text, English when nothing tells. A word speaks for every language that has it, the less
// the more of them do; so do letters and endings that few have.
func (g *grammar) detect(prompt string) *language {
	best, most := g.languages["en"], 0
	words := split(prompt)
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
			score += 8 * len(l.letters.FindAllString(strings.ToLower(prompt), -1))
		}
		if score > most {
			best, most = l, score
		}
	}
	return best
}

// read splits a text into words with their English, several together where they mean one thing.
func (l *language) read(prompt string) []word {
	ws := split(prompt)
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
		if n == 1 && l.code == "fr" && strings.ToLower(raws[0]) == "ou" {
			english = "or" // and not où
		} else if n == 1 && english == "" {
			english = l.english(own)
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

// cue returns the kind of cells that a word of a heading asks for, "" when it tells none. German words tell it by their last part.
func (g *grammar) cue(l *language, w word) string {
	if strings.HasPrefix(w.folded, "telefon") || strings.HasPrefix(w.folded, "telephon") {
		return "phone" // recapito telefonico
	}
	for i, own := range []string{w.folded, l.stem(w.folded)} {
		if kind := l.cues[own]; kind == "boolean" && i > 0 {
			continue
		} else if kind == "count" && !strings.ContainsAny(w.folded[len(w.folded)-1:], "sie") {
			return "" // a room, and not how many
		} else if kind == "count" {
			return "integer"
		} else if kind == "time" && strings.HasSuffix(w.folded, "s") {
			return "number" // how many hours
		} else if kind != "" {
			return kind
		}
	}
	for n := len(w.folded) - 4; n > 2 && l.code == "de"; n-- {
		if kind := l.cues[w.folded[n:]]; kind != "" {
			return kind
		}
	}
	if kind := g.languages["en"].cues[w.root]; w.known && (l.code != "en" || w.en != w.folded) && kind != "count" {
		return kind
	}
	return ""
}

// heading reports whether a word names a column.
func (g *grammar) heading(l *language, w word) bool { return g.Headings[w.root] || g.cue(l, w) != "" }
