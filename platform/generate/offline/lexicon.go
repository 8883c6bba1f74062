package offline

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed lexicon.json
var lexiconJSON []byte

// The weights of words that name a layout, of words that suggest one, and of what is usual for the trade.
const (
	namedWeight = 30
	meantWeight = 14
	usualWeight = 10
)

// lexicon holds the words that the generator knows for all trades. It does not change after it is loaded.
type lexicon struct {
	Layouts     []hint            // with equal scores the first one wins
	Verbs       map[string]string // a word of a description → the verb of a tool's name
	Empty       string            // words that say nothing about what is to be shown
	Numbers     map[string]int
	Pictographs map[string]string // → domain
	People      string            // words that stand for people
	Motifs      map[string]string // the words of things → what is drawn for them
	Audience    string            // further words for those who use an app
	Names       []string
	Languages   []tongue
	Colours     []colour
	Kinds       []kind
	Cities      []city

	// Words before a list of columns, as parts of a regular expression with ~ for a blank.
	ColumnWords, ListWords, AddWords string

	// Words that give sentences their structure, by their function.
	Vessels     string // name a container for the object: list, catalogue
	Soft        string // mean something only beside other words: name, server
	Relations   string // come before the owner, the place and the time
	Details     string // come before the details to show
	Possessives string
	Openers     string // come before the verb of a clause
	Enablers    string // come before the users of the app
	Wants       string
	Modals      string
	Articles    string
	Owns        string // verbs of people who describe their business
	Questions   string // begin a question
	Trailing    string // say more about the noun before them: available, visible
	English     string // the commonest English words
	Shared      string // words that English and another language share
	Calendar    string // words with a capital letter that are not places

	articles, empties, people, audiences, vessels, soft, relations, details map[string]bool
	possessives, openers, enablers, wants, modals, owns, questions          map[string]bool
	trailing, english, shared                                               map[string]bool
	glossaries                                                              map[string]*glossary
	calendar                                                                map[string]bool
	drawn                                                                   map[string]string // motifs by words
	cities                                                                  map[string]int    // by their spellings

	columns, lists, adds    *regexp.Regexp
	names, quoted, tools    *regexp.Regexp
	hex, and, article       *regexp.Regexp
	drops, sorts, countable *regexp.Regexp
	musts, rows, renames    *regexp.Regexp
}

// hint has the words that name a layout, and those that suggest it.
type hint struct {
	Layout       string
	Named, Meant []string
}

// tongue is a language: how people ask for it, its commonest words, and what makes a model answer in it.
type tongue struct {
	Code           string
	Asked          []string
	Common, Answer string
	In             string // before a city
	About          string // what an app is, for people
}

// colour has an accent for a light and for a dark background.
type colour struct {
	Names       []string
	Light, Dark string
}

// kind is a kind of column, recognised by words of its heading: its role, and values that are plausible in any row.
// Figures start at From and vary by Span; days begin Day days from now.
type kind struct {
	Words      []string
	Role       role
	Values     []string
	From, Span float64
	Day        int
}

// city is a place that descriptions name.
type city struct {
	Name     string
	Lat, Lon float64
	Also     []string // other spellings
}

func loadLexicon() (*lexicon, error) {
	var l lexicon
	if err := json.Unmarshal(lexiconJSON, &l); err != nil {
		return nil, fmt.Errorf("read lexicon: %w", err)
	}
	var err error
	if l.glossaries, err = loadGlossaries(); err != nil {
		return nil, err
	}
	l.drawn = map[string]string{}
	for motif, words := range l.Motifs {
		for w := range strings.FieldsSeq(words) {
			l.drawn[w] = motif
		}
	}
	l.cities, l.calendar = map[string]int{}, set(l.Calendar)
	l.trailing, l.english, l.shared = set(l.Trailing), set(l.English), set(l.Shared)
	l.empties, l.people = set(l.Empty), set(l.People)
	l.audiences = set(l.People + " " + l.Audience)
	l.vessels, l.soft, l.relations, l.details = set(l.Vessels), set(l.Soft), set(l.Relations), set(l.Details)
	l.possessives, l.openers, l.enablers = set(l.Possessives), set(l.Openers), set(l.Enablers)
	l.articles = set(l.Articles)
	l.wants, l.modals, l.owns, l.questions = set(l.Wants), set(l.Modals), set(l.Owns), set(l.Questions)
	for i := range l.Layouts {
		h := &l.Layouts[i]
		for _, list := range [][]string{h.Named, h.Meant} {
			for j, words := range list {
				list[j] = phrase(words)
			}
		}
	}
	for i := range l.Kinds {
		for j, words := range l.Kinds[i].Words {
			l.Kinds[i].Words[j] = phrase(words)
		}
	}
	for i := range l.Languages {
		for j, words := range l.Languages[i].Asked {
			l.Languages[i].Asked[j] = phrase(words)
		}
	}
	for i, c := range l.Cities {
		for _, name := range append(c.Also, c.Name) {
			l.cities[fold(name)] = i
		}
	}
	for _, p := range []struct {
		target  **regexp.Regexp
		pattern string
	}{
		{&l.columns, `\b(?:` + alternatives(l.ColumnWords) + `)(?: for| are|:| such as| named| called| like)*\s+([^.!?\n]{3,300})`},
		{&l.lists, `\b(?:` + alternatives(l.ListWords) + `)\s+([^.!?\n]{3,300})`},
		{&l.adds, `(?:^|[\s,])(?:` + alternatives(l.AddWords) + `)\s+([^.!?\n]{2,120})`},
		{&l.quoted, calls + `["“”«‘']([^"“”»’'\n]{1,80})["“”»’']`},
		{&l.names, calls + `([^\n.;:!?"]{1,80})`},
		{&l.tools, `\btool(?: name)?(?: is| to| as| should be| called| named)*[:=\s]+["“'` + "`" + `]?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)`},
		{&l.musts, `\bmake (?:the )?([\p{L} -]{2,40}?)(?: field)? (required|mandatory|compulsory|optional)\b`},
		{&l.rows, `\badd (?:a|an|another|one more) (?:new )?(?:(?:row|item|entry|line|card|place|person|product|dish|option|task)(?: for| called| named|:)+|((?:\p{L}+ )?\p{L}+) (?:called|named))\s+(.{1,80})`},
		{&l.renames, `\b(?:rename|call|name|change) the tool(?:'s name| name)?(?: to| as| into)?\s*[:"“'` + "`" + `]*\s*([a-z][a-z0-9 _-]{2,60})`},
		{&l.hex, `#(?:[0-9a-f]{6}|[0-9a-f]{3})\b`},
		{&l.and, `\s*(?:,|;|/|&|\+|\band\b|\by\b|\bund\b|\bet\b|\bplus\b)\s*`},
		{&l.article, `^(?:(?:number of|amount of|a|an|the|their|its|each|his|her|your|my|also|show|columns?|fields?)\s+)+`},
		{&l.drops, `\b(?:remove|drop|delete|hide|without|get rid of|no)\s+([^.!?\n]{2,120})`},
		{&l.sorts, `\b(?:sort|order|rank)(?:ed)?(?: them| it| the \w+)? by (?:the )?([\p{L} ]{2,30})`},
		{&l.countable, `\b(?:columns?|fields?|called|named|please|too|also|as well|to (?:it|the \w+|each \w+|every \w+)|for each \w+)\b`},
	} {
		compiled, err := regexp.Compile("(?i)" + p.pattern)
		if err != nil {
			return nil, fmt.Errorf("compile a pattern of the lexicon: %w", err)
		}
		*p.target = compiled
	}
	return &l, nil
}

// calls matches the ways to say what an app is called.
const calls = `\b(?:(?:is |app |be )?(?:called|named|titled)|(?:call|name|rename|title) (?:it|this|that|the app|my app|the widget)(?: to| as)?)[:\s]+`

func alternatives(words string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(words), "|"), "~", " ")
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// action returns the verb of a tool's name for a word of a description, "" when there is none.
func (l *lexicon) action(root string) string { return l.Verbs[root] }

// doing returns the verb of a tool's name for a word such as comparing, "" when there is none.
func (l *lexicon) doing(root string) string {
	stem, ok := strings.CutSuffix(root, "ing")
	if !ok {
		return ""
	}
	if v := l.action(stem); v != "" {
		return v
	}
	return l.action(stem + "e")
}

// layoutWord reports whether a word alone names a layout.
func (l *lexicon) layoutWord(x word) bool {
	return slices.ContainsFunc(l.Layouts, func(h hint) bool { return slices.Contains(h.Named, " "+x.root+" ") })
}

// generic reports whether a noun is so general that its meaning follows after a colon: "one product: a running shoe".
func (l *lexicon) generic(x word) bool {
	return slices.Contains([]string{"product", "item", "article", "service", "place", "animal", "object", "subject", "topic", "example"}, x.root)
}

// empty reports whether a word says nothing about what is to be shown.
func (l *lexicon) empty(x word) bool { return l.empties[x.folded] || l.empties[x.root] }

// glue reports whether a word only connects other words.
func (l *lexicon) glue(folded string) bool {
	return l.relations[folded] || l.details[folded] || l.openers[folded] || l.possessives[folded] || l.modals[folded] || l.wants[folded] || l.articles[folded]
}

// counted returns the number that a word stands for, 0 for none.
func (l *lexicon) counted(folded string) int {
	if n := l.Numbers[folded]; n > 0 {
		return n
	}
	n := 0
	for _, c := range folded {
		if c < '0' || c > '9' || n > 1000 {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// hue returns the colour of that name. Names that are also things, such as wine and mint, do not count as colours.
func (l *lexicon) hue(folded string) (colour, bool) {
	i := slices.IndexFunc(l.Colours, func(c colour) bool { return slices.Contains(c.Names, folded) })
	if i < 0 {
		return colour{}, false
	}
	return l.Colours[i], true
}

// kindOf returns the kind of a heading; ok is false when it has none.
func (l *lexicon) kindOf(heading string) (k kind, ok bool) {
	text := phrase(heading)
	for _, k := range l.Kinds {
		if slices.ContainsFunc(k.Words, func(w string) bool { return strings.Contains(text, w) }) {
			return k, true
		}
	}
	if decided(heading) {
		return kind{Role: roleFact, Values: []string{"Yes", "No", "Yes", "Yes", "No", "Yes"}}, false
	}
	values := make([]string, 6)
	for i := range values {
		values[i] = capital(heading) + " " + string(rune('A'+i%4))
	}
	return kind{Role: roleFact, Values: values}, false
}

// decided reports whether a heading asks for yes or no: "pet friendly", "has parking", "wheelchair accessible".
func decided(heading string) bool {
	ws := words(heading)
	if len(ws) == 0 {
		return false
	}
	first, last := ws[0].folded, ws[len(ws)-1].folded
	return slices.Contains([]string{"is", "has", "can", "needs", "with", "open"}, first) && len(ws) > 1 ||
		slices.Contains([]string{"friendly", "free", "included", "required", "allowed", "parking", "wifi", "pool", "accessible", "access", "remote", "active", "available"}, last) ||
		strings.HasSuffix(last, "able") || strings.HasSuffix(last, "ible")
}

// motif returns what is drawn for the words of a thing, the noun first; "" when there is no drawing.
func (l *lexicon) motif(run []word) string {
	for _, x := range slices.Backward(run) {
		if m := l.drawn[x.root]; m != "" {
			return m
		}
	}
	return ""
}

// person reports whether a word stands for people.
func (l *lexicon) person(root string) bool {
	return (strings.HasSuffix(root, "ist") || strings.HasSuffix(root, "ian")) && root != "list" || l.people[root]
}

// spoken returns the text that makes a model answer in a language; "" when the data is enough.
func (l *lexicon) spoken(code, topic string) string {
	for _, t := range l.Languages {
		if t.Code == code && t.Answer != "" {
			return fmt.Sprintf(t.Answer, topic)
		}
	}
	return ""
}
