package offline

import (
	"berth/platform"
)

// wish is what a description asks for, as far as it was understood.
type wish struct {
	lex   *lexicon
	words []word
	text  string // the words in comparable form, with verbs distinguished from things
	plain string // the same without that distinction

	domain   *domain
	known    bool   // the domain is one with data of its own
	audience string // "for beginners", "" when nobody is named
	thing    string // what a form books or orders, in the singular, "" when nothing is named
	subject  string // what is shown, in the author's words where they are nouns: "vegan restaurants"
	own      bool   // the subject is more specific than the domain's noun
	layout   string
	named    bool // the description names the layout
	verb     string
	count    int // 0 = not limited
	city     *city
	places   []word // that name the city or the route
	toward   bool   // the city is where a journey goes
	route    string // " Zurich to Milan"
	fields   []string
	exact    bool // no other columns are wanted
	given    given
	budget   budget
	single   string // name of the one thing that a page of details is about
	name     string // name for the app, "" for one made from the subject
	tool     string
	theme    platform.Theme
	speech   string      // language of the answer, "" for English
	strange  bool        // the description's language is one whose sentences are not understood
	source   *translated // nil for a description in English
	native   string      // the subject in the language of the description, "" for English
}

// read finds out what a description asks for. It always finds something to show.
func (g *Generator) read(prompt string) *wish {
	w := &wish{lex: g.lex, words: words(prompt)}
	w.name, w.tool = g.lex.readName(prompt), g.lex.readTool(prompt)
	original := prompt
	prompt = w.readLanguage(prompt)
	w.plain = roots(w.words)
	w.words = verbs(w.words)
	w.text = roots(w.words)
	w.given, w.single = g.lex.readGiven(original), g.lex.readSingle(original)
	for _, label := range w.given.labels {
		if len(w.given.values) > 0 {
			w.setAside(label)
		}
	}
	w.setChartsAside()
	w.readCity()
	w.setAside(w.name)
	w.setAside(w.tool)
	w.focus()
	g.readDomain(w, prompt)
	g.readOffer(w)
	w.readVerb()
	w.readLayout()
	w.readDeed()
	w.readAudience()
	w.readSignUp()
	w.readCount()
	w.fields = g.lex.readFields(prompt, w.domain)
	w.exact = g.lex.columns.MatchString(prompt)
	w.readNames()
	w.budget = g.lex.readBudget(original)
	w.theme = readTheme(w, original)
	if w.source != nil {
		w.native = plain(w.source.title(w))
	}
	return w
}

// readLanguage finds the language of a description and of its answer, and returns the description in English as far as
// possible.
func (w *wish) readLanguage(prompt string) (english string) {
	code := w.lex.written(w.words)
	asked, ok := w.lex.asked(w.words)
	if w.speech = code; ok {
		w.speech = asked
	}
	if code == "" {
		return prompt
	}
	if w.lex.glossaries[code] == nil {
		w.strange = true
		return prompt
	}
	t := w.lex.translate(prompt, code)
	if w.strange = 2*t.known < len(t.ws); w.strange {
		return prompt
	}
	w.source, w.words = &t, words(t.prompt)
	return t.prompt
}
