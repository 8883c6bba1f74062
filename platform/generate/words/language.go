// Package words reads descriptions in six languages: it cuts them into words, with what these mean in English, and knows the words that give
// descriptions their structure. It must not know what is made of them.
package words

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
	"berth/platform/text"
)

//go:embed glossary.json
var glossaryJSON []byte

//go:embed grammar.json
var grammarJSON []byte

//go:embed nouns.json
var nounsJSON []byte

//go:embed texts.json
var textsJSON []byte

// Language is a language of descriptions: its words in English, and the texts that people read in it. {thing}, {n},
// {heading} and {topic} in a text are replaced.
type Language struct {
	Code  string
	Gloss map[string]string // folded words → English
	nouns map[string]string // folded words → English, of which no meaning depends
	acts  map[string]string // verbs, and what they say that people do
	cues  map[string]string // words of headings → what their cells hold

	Example, Filler                             string
	Say                                         string // tells models to answer in the language
	What, Kind, Find, Ask                       string // questions and what can be chosen
	WhatChoices                                 []string
	Name, Email, Phone, Message, Date           string // headings
	Status, Price, Value, Day, Hours            string
	Question, Answer, Place, Link, Note, Rating string
	Details, More, Address, City, Year          string
	Quantity                                    string
	Send, Thanks, Untitled, Request             string
	Text, Other, Anew, Photo, Type              string
	Time, With, Rest, Category, Done            string // before a list of headings; a question about words that were not understood
	Summed                                      string // what is said of a line that only adds up others
	Whole                                       string // what is said of lines that are kept whole
	Who, Everyone                               string // who may write, and that all may
	Usual                                       []Usual
	Number, Size, Result                        string            // in a series, of clothes, of a match
	Measured                                    map[string]string // what is measured in a unit: "min" → duration
	Sent                                        map[string]string // what is sent, by its English name
}

// Own returns the headings that columns have of which nobody says a heading, in an order that all languages have in common.
func (l *Language) Own() []string {
	return []string{l.Name, l.Email, l.Phone, l.Message, l.Date, l.Status, l.Price, l.Value, l.Day, l.Hours, l.Question, l.Answer, l.Place, l.Link, l.Note, l.Rating,
		l.Details, l.More, l.Address, l.City, l.Year, l.Quantity, l.Photo, l.Time, l.Category, l.Done, l.Size, l.Number, l.Result}
}

// Romance reports whether nouns come before what tells more of them.
func (l *Language) Romance() bool { return l.Code != "en" && l.Code != "de" }

// Say fills a text.
func Say(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// Grammar has the words that give descriptions their structure, in English; other languages are read through their
// glossaries.
type Grammar struct {
	Commands, Articles, People, Relations, Details, Clauses, Vessels Set
	Idle                                                             Set // words that ask for nothing themselves: "you are welcome", "it is closed, please ring"
	Headings, Features, Weekdays, Instructions, Each                 Set
	Needs, Pronouns, Vague, Tells                                    Set
	Sections                                                         Set                          // what parts of menus are called, in all languages
	Measures                                                         Set                          // of what is cooked with or bought, in all languages
	Particles                                                        Set                          // that German words begin with
	Logs, Mine, Ours                                                 map[string]Set               // of each language, folded
	Topics                                                           map[string]string            // what one entry of a collection is
	Acts, Cues                                                       map[string]map[string]string // language → what people do, or the kind of cells → its words
	Sends                                                            map[string]string            // noun → what is sent
	Shares, Writes                                                   map[string][]string          // how words for "shared" begin; verbs that mean to write down and to sign up
	LayoutWords                                                      [][2]string                  `json:"layouts"` // layout, its words
	Phrases, NotLayouts                                              []string
	Moods                                                            map[string]Set
	Colours                                                          [][3]string // names, accent on light, on dark
	Languages                                                        map[string]*Language
	Order                                                            []string
	classes                                                          wordclass.Tables
}

// Says reports whether a text is what models are told in one of the languages: in English, nothing.
func (g *Grammar) Says(text string) bool {
	for _, l := range g.Languages {
		if l.Say == text {
			return true
		}
	}
	return false
}

// Set is a set of words, written with blanks between them; _ stands for a blank in one.
type Set map[string]bool

// UnmarshalJSON implements json.Unmarshaler.
func (s *Set) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	*s = Set{}
	for w := range strings.FieldsSeq(text) {
		(*s)[strings.ReplaceAll(w, "_", " ")] = true
	}
	return nil
}

// New reads what is known of the languages.
func New() (*Grammar, error) {
	g := &Grammar{Languages: map[string]*Language{}, Order: []string{"en", "de", "fr", "es", "pt", "it"}}
	g.classes = wordclass.New(g.Order...)
	if err := json.Unmarshal(grammarJSON, g); err != nil {
		return nil, fmt.Errorf("read the grammar: %w", err)
	}
	if err := json.Unmarshal(textsJSON, &g.Languages); err != nil {
		return nil, fmt.Errorf("read the texts: %w", err)
	}
	var glossaries, nouns map[string]string
	if err := errors.Join(json.Unmarshal(glossaryJSON, &glossaries), json.Unmarshal(nounsJSON, &nouns)); err != nil {
		return nil, fmt.Errorf("read the glossaries: %w", err)
	}
	for code, l := range g.Languages {
		l.Code = code
		l.acts, l.cues = l.listed(g.Acts[code]), l.listed(g.Cues[code])
		var err error
		if l.Gloss, err = pairs(glossaries[code]); err == nil {
			l.nouns, err = pairs(nouns[code])
		}
		if err != nil {
			return nil, fmt.Errorf("read the glossary of %s: %w", code, err)
		}
	}
	return g, nil
}

// pairs reads words with their English, "_" for a blank.
func pairs(text string) (map[string]string, error) {
	english := map[string]string{}
	for pair := range strings.FieldsSeq(text) {
		own, means, ok := strings.Cut(pair, ":")
		if !ok {
			return nil, fmt.Errorf("%q has no English word", pair)
		}
		english[strings.ReplaceAll(own, "_", " ")] = strings.ReplaceAll(means, "_", " ")
	}
	return english, nil
}

// listed returns lists of words by their words, and by the stems of those.
func (l *Language) listed(lists map[string]string) map[string]string {
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
func (l *Language) stem(folded string) (stem string) {
	text.Stems(folded, []text.Language{text.Language(l.Code)}, func(s string) { stem = s })
	return stem
}

// Read splits a text into words with their English, several together where they mean one thing.
func (l *Language) Read(prompt string) []Word {
	ws := Split(prompt)
	var out []Word
	for i := 0; i < len(ws); {
		w, n := l.match(ws, i)
		out, i = append(out, w), i+n
	}
	return out
}

const maxGloss = 4 // words that one entry of a glossary has

func (l *Language) match(ws []Word, i int) (Word, int) {
	for n := min(maxGloss, len(ws)-i); n > 0; n-- {
		parts, raws := make([]string, n), make([]string, n)
		joined := true
		for j, w := range ws[i : i+n] {
			parts[j], raws[j] = w.Folded, w.Raw
			joined = joined && (j == n-1 || w.Stop == 0)
		}
		own := strings.Join(parts, " ")
		english := l.Gloss[own]
		if n == 1 && l.Code == "fr" && strings.ToLower(raws[0]) == "ou" {
			english = "or" // and not où
		} else if n == 1 && english == "" {
			english = l.english(own)
		}
		if english != "" && joined {
			w := ws[i]
			w.Raw, w.Folded, w.To, w.Stop = strings.Join(raws, " "), own, ws[i+n-1].To, ws[i+n-1].Stop
			w.English, w.After = strings.CutSuffix(english, "*")
			w.Root, w.Known = Singular(w.English), true
			return w, n
		}
	}
	return ws[i], 1
}

// english returns the English of one word: of the glossary, of a form of one of its nouns, or of a verb that it has the
// beginning of; "" when it has none.
func (l *Language) english(own string) string {
	if english, ok := l.Gloss[own]; ok {
		return english
	}
	if l.Code == "en" {
		return ""
	}
	if english := l.inflected(own, l.Gloss); english != "" {
		return english
	}
	for n := len(own); n > 2; n-- {
		if english, ok := l.Gloss[own[:n]+"~"]; ok {
			return english
		}
	}
	return l.compound(own)
}

// inflected returns the English of a plural, or of another form, of one of the nouns that are known.
func (l *Language) inflected(own string, known map[string]string) string {
	endings := map[string][][2]string{"de": {{"n", ""}, {"en", ""}, {"e", ""}, {"er", ""}},
		"fr": {{"s", ""}, {"x", ""}}, "it": {{"i", "o"}, {"i", "e"}, {"e", "a"}, {"i", "a"}}}
	if endings[l.Code] == nil {
		endings[l.Code] = [][2]string{{"s", ""}, {"es", ""}}
	}
	for _, ending := range endings[l.Code] {
		if one, ok := strings.CutSuffix(own, ending[0]); ok && len(one) > 3 {
			if english := known[one+ending[1]]; english != "" && Singular(english) == english && !strings.Contains(english, "*") && !strings.HasPrefix(english, "to ") {
				return Plural(english)
			}
		}
	}
	return ""
}

// noun returns the English of a word that only texts in English need.
func (l *Language) noun(own string) string {
	if english := l.nouns[own]; english != "" {
		return english
	}
	if many, n := strings.CutSuffix(own, "n"); n && l.Code == "de" && l.nouns[many] != "" {
		return l.nouns[many] // Schulbüchern
	}
	return l.inflected(own, l.nouns)
}

// compound returns the English of a German word that two words of the glossary make: Mitarbeiter·verzeichnis.
func (l *Language) compound(own string) string {
	if l.Code != "de" || len(own) < 8 {
		return ""
	}
	for i := 3; i <= len(own)-4; i++ {
		last, ok := l.Gloss[own[i:]]
		if !ok {
			continue
		}
		for _, link := range []string{"", "s", "n", "en", "es"} {
			if first, ok := l.Gloss[strings.TrimSuffix(own[:i], link)]; ok {
				return Singular(first) + " " + last
			}
		}
	}
	return ""
}

// Cue returns the kind of cells that a word of a heading asks for, "" when it tells none. German words tell it by their last part.
func (g *Grammar) Cue(l *Language, w Word) string {
	if strings.HasPrefix(w.Folded, "telefon") || strings.HasPrefix(w.Folded, "telephon") {
		return "phone" // recapito telefonico
	}
	for i, own := range []string{w.Folded, l.stem(w.Folded)} {
		if kind := l.cues[own]; kind == "boolean" && i > 0 {
			continue
		} else if kind == "count" && !strings.ContainsAny(w.Folded[len(w.Folded)-1:], "sie") {
			return "" // a room, and not how many
		} else if kind == "count" {
			return "integer"
		} else if kind == "time" && strings.HasSuffix(w.Folded, "s") {
			return "number" // how many hours
		} else if kind != "" {
			return kind
		}
	}
	for n := len(w.Folded) - 4; n > 2 && l.Code == "de"; n-- {
		if kind := l.cues[w.Folded[n:]]; kind != "" {
			return kind
		}
	}
	if kind := g.Languages["en"].cues[w.Root]; w.Known && (l.Code != "en" || w.English != w.Folded) && kind != "count" {
		return kind
	}
	return ""
}

// Heading reports whether a word names a column.
func (g *Grammar) Heading(l *Language, w Word) bool { return g.Headings[w.Root] || g.Cue(l, w) != "" }

// Act returns what a verb says that people do, "" for none.
func (g *Grammar) Act(l *Language, w Word) string {
	plural, _ := strings.CutSuffix(w.Folded, "ent")
	for _, own := range []string{w.Folded, l.stem(w.Folded), l.stem(plural + "er"), l.stem(w.Folded + "e")} {
		if name := l.acts[own]; name != "" {
			return name
		}
	}
	if verb, infinitive := strings.CutPrefix(w.English, "to "); infinitive || w.Known {
		en := g.Languages["en"]
		verb, _, _ = strings.Cut(verb, " ")
		return en.acts[en.stem(verb)]
	}
	return ""
}
