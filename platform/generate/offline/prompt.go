package offline

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"berth/platform"
)

// wish is what a description was found to ask for.
type wish struct {
	lex   *lexicon
	words []word
	text  string // the words as they are compared, with verbs told from things
	plain string // the same without telling them

	domain   *domain
	known    bool   // the domain is one with data of its own
	audience string // "for beginners", "" when nobody is named
	thing    string // what a form books or orders, in the singular, "" when nothing is named
	subject  string // what is shown, in the person's words where they are nouns: "vegan restaurants"
	own      bool   // the subject is told more closely than the domain's noun
	layout   string
	named    bool // the description names the layout
	verb     string
	count    int // 0 = as many as there are
	city     *city
	places   []word // that name the city or the route
	toward   bool   // the city is where a journey goes
	route    string // " Zurich to Milan"
	fields   []string
	exact    bool // fields are all the columns that are wanted
	given    given
	budget   budget
	name     string // as the app is to be called, "" for one made from the subject
	tool     string
	theme    platform.Theme
	speech   string      // language of the answer, "" for English
	strange  bool        // the description is in a language whose sentences are not understood
	source   *translated // nil for a description in English
	native   string      // the subject in the language of the description, "" for English
}

// read finds out what a description asks for. It always finds something.
func (g *Generator) read(prompt string) *wish {
	w := &wish{lex: g.lex, words: words(prompt)}
	w.name, w.tool = g.lex.readName(prompt), g.lex.readTool(prompt)
	original := prompt
	prompt = w.readLanguage(prompt)
	w.plain = roots(w.words)
	w.words = verbs(w.words)
	w.text = roots(w.words)
	w.given = g.lex.readGiven(original)
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

// readLanguage finds out the language of a description and of its answer, and puts what it can into English.
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

// verbs tells the verbs "book" and "order" from the things, since "book a table" is about tables, and goods for sale from
// figures of sales.
func verbs(ws []word) []word {
	out := slices.Clone(ws)
	for i, w := range ws {
		if w.root == "sale" && i > 0 && (ws[i-1].folded == "for" || ws[i-1].folded == "on") {
			out[i].folded, out[i].root = "for", "for" // what is on sale is no sales figure
			continue
		}
		if w.folded != "book" && w.folded != "order" || i+1 >= len(ws) {
			continue
		}
		next := ws[i+1].folded
		determined := slices.Contains([]string{"a", "an", "my", "your", "the", "their", "some", "tickets", "flights", "hotels", "rooms", "appointments", "online", "food"}, next)
		if determined && !(w.folded == "order" && i > 0 && slices.Contains([]string{"my", "the", "an", "your"}, ws[i-1].folded)) {
			out[i].root = w.folded + "ing" // which is no word of any domain
		}
	}
	return out
}

func (g *Generator) readDomain(w *wish, prompt string) {
	best, bestAt := 0, 0
	compact := strings.ToLower(prompt)
	named := false
	for i := range g.domains {
		d := &g.domains[i]
		score, at, head := d.match(w, compact)
		if score > best || score == best && score > 0 && at < bestAt {
			best, bestAt, w.domain, named = score, at, d, head
		}
	}
	if _, _, solid := w.head(); w.domain != nil && !named && solid && w.stated() {
		w.domain = nil // the object is another one: of the hotel only the towels
	}
	if w.domain == nil && w.chats() {
		w.domain = g.domain("support")
	}
	for _, r := range prompt {
		if id := g.lex.Pictographs[string(r)]; w.domain == nil && id != "" {
			w.domain = g.domain(id)
		}
	}
	if w.known = w.domain != nil; w.known {
		w.subject = w.specific()
		return
	}
	w.domain, w.subject = g.invent(w)
}

// chats reports whether a description asks for a conversation and does not say what about.
func (w *wish) chats() bool {
	from, to, _ := w.head()
	hollow := !slices.ContainsFunc(w.words[from:to], func(x word) bool { return !w.lex.vessels[x.root] })
	return hollow && slices.ContainsFunc([]string{" chat ", " chatbot ", " assistant ", " concierge ", " ai agent "}, func(p string) bool { return strings.Contains(w.text, p) })
}

func (g *Generator) domain(id string) *domain {
	for i := range g.domains {
		if g.domains[i].ID == id {
			return &g.domains[i]
		}
	}
	return nil
}

// specific puts the person's own words before the domain's noun: "vegan" before "restaurants". A plural that stands for
// the domain takes the noun's place: "sneakers" for "clothes".
func (w *wish) specific() string {
	noun, at := w.domain.Many, -1
	for i, x := range w.words {
		weak := func(o word) bool { return o.part != partObject || w.lex.vessels[o.root] }
		if !w.domain.ends(w, i) || weak(x) && w.later(i, func(j int) bool { return !weak(w.words[j]) && w.domain.ends(w, j) }) {
			continue
		}
		at = i
		p := " " + x.root + " "
		if own := x.folded != x.root && strings.HasSuffix(x.folded, "s") && latin(x.folded) && w.lex.action(x.root) == "" && !w.lex.vessels[x.root]; own {
			if noun = x.folded; strings.ToUpper(x.raw[:min(len(x.raw), 2)]) == x.raw[:min(len(x.raw), 2)] {
				noun = x.raw // an abbreviation
			}
			for at > 0 && w.domain.continues(w.words[at-1].root+p) {
				noun, at, p = w.words[at-1].folded+" "+noun, at-1, " "+w.words[at-1].root+p
			}
			break
		}
		for at > 0 && w.domain.continues(w.words[at-1].root+p) {
			at, p = at-1, " "+w.words[at-1].root+p
		}
		break
	}
	if at < 0 {
		return noun
	}
	var before []string
	for i := at - 1; i >= 0 && len(before) < 2 && w.content(w.words[i]) && w.words[i].stop == 0 && w.words[i].part == w.words[at].part; i-- {
		if strings.Contains(" "+noun+" ", " "+w.words[i].folded+" ") || strings.Contains(phrase(w.domain.One), " "+w.words[i].root+" ") {
			break
		}
		before = append([]string{w.words[i].raw}, before...)
	}
	return strings.Join(append(before, noun), " ")
}

// later reports whether a word from the i-th on is as wanted.
func (w *wish) later(i int, wanted func(j int) bool) bool {
	for j := i; j < len(w.words); j++ {
		if wanted(j) {
			return true
		}
	}
	return false
}

func latin(s string) bool { return ascii(s) == s && s != "" }

// content reports whether a word says what is to be shown, rather than how, how many or in which colour.
func (w *wish) content(x word) bool {
	if w.lex.empty(x) || w.lex.action(x.root) != "" || w.lex.doing(x.root) != "" || w.lex.counted(x.folded) > 0 {
		return false
	}
	if _, ok := w.lex.hue(x.folded); ok || mood(x.folded) != nil {
		return false
	}
	if slices.ContainsFunc(w.places, func(p word) bool { return p.raw == x.raw }) {
		return false
	}
	return !w.lex.layoutWord(x)
}

// readLayout weighs the words that name or suggest a layout against what is usual for the domain.
func (w *wish) readLayout() {
	best := -1
	text := w.text
	for _, p := range []string{" table for ", " table reservation ", "ing a table ", "reserve a table ", " dinner table ", " coffee table ",
		" time table ", " tide table ", " medal table ", " periodic table ", " library card ", " credit card ", " business card ", " gift card ", " report card ", " id card ",
		" birthday card ", " membership card ", " conversation starter ", " table number ", " table tennis ", " org chart ", " seating chart ", " organization chart "} {
		text = strings.ReplaceAll(text, p, " ") // no tables of data
	}
	for _, h := range w.lex.Layouts {
		score := 0
		for _, p := range h.Named {
			if strings.Contains(text, p) {
				score += namedWeight
				break
			}
		}
		isNamed := score > 0
		if isNamed && slices.ContainsFunc(h.Named, func(p string) bool {
			return slices.ContainsFunc([]string{" as a", " as", " on a", " in a", " into a", " with a", " a"}, func(how string) bool { return strings.Contains(text, how+p) })
		}) {
			score += meantWeight // "a roadmap as a table" is a table
		}
		for _, p := range h.Meant {
			if strings.Contains(w.plain, p) {
				score += meantWeight
				break
			}
		}
		if h.Layout == w.domain.Layout {
			score += usualWeight
		}
		if h.Layout == "form" && slices.Contains([]string{"request", "submit", "register"}, w.verb) {
			score += meantWeight
		}
		if score > best {
			best, w.layout, w.named = score, h.Layout, isNamed
		}
	}
	if w.layout == "gallery" && !w.named && strings.Contains(w.text, " price ") {
		w.layout = "cards" // a gallery shows no prices
	}
}

func (w *wish) readVerb() {
	for i, x := range w.words {
		v := w.lex.action(x.root)
		if v == "" {
			v = w.lex.doing(x.root)
		}
		if v != "" && w.verbAt(i) &&
			(x.root != x.folded || v != "list" && v != "order" && v != "book" || strings.HasSuffix(x.root, "ing")) {
			w.verb = v
			return
		}
	}
}

// readDeed finds what a form is for: "book a table".
func (w *wish) readDeed() {
	if w.layout != "form" {
		return
	}
	for i, x := range w.words {
		verb := w.lex.action(strings.TrimSuffix(x.root, "ing"))
		if !slices.Contains([]string{"book", "reserve", "order", "register", "schedule"}, verb) || i+2 >= len(w.words) || !w.content(w.words[i+2]) && w.words[i+2].root != "table" {
			continue
		}
		if slices.Contains([]string{"a", "an", "my", "your", "the", "our"}, w.words[i+1].folded) && latin(w.words[i+2].folded) {
			w.verb, w.thing = verb, w.words[i+2].root
			return
		}
	}
}

// readAudience finds for whom or what something is: "for beginners", "for a bank".
func (w *wish) readAudience() {
	for i := 1; i+1 < len(w.words); i++ {
		if w.words[i].folded != "for" {
			continue
		}
		j, article := i+1, ""
		if slices.Contains([]string{"a", "an"}, w.words[j].folded) && j+1 < len(w.words) {
			j, article = j+1, w.words[j].folded+" "
		}
		x := w.words[j]
		if w.content(x) && latin(x.folded) && !strings.Contains(phrase(w.subject), " "+x.root+" ") && (article != "" || x.root != x.folded) {
			w.audience = " for " + article + x.folded
			if next := w.folded(j + 1); article != "" && x.stop == 0 && latin(next) && !w.lex.glue(next) && w.lex.action(next) == "" {
				w.audience += " " + next
			}
			return
		}
	}
}

func (w *wish) readCount() {
	for i, x := range w.words {
		n := w.lex.counted(x.folded)
		if n < 1 || n > 50 {
			continue
		}
		after := i+1 < len(w.words) && slices.Contains(strings.Fields("item result row entry card idea example option slide picture photo place more of"), w.words[i+1].root)
		before := i > 0 && slices.Contains([]string{"top", "only", "exactly", "show"}, w.words[i-1].folded)
		subject := strings.Contains(phrase(w.subject)+phrase(w.domain.Many)+phrase(w.domain.One), " "+w.next(i).root+" ")
		if after || before || subject && w.next(i).root != "" {
			w.count = n
			return
		}
	}
}

// next is the first word after the i-th that says something.
func (w *wish) next(i int) word {
	for _, x := range w.words[i+1:] {
		if !w.lex.empty(x) {
			return x
		}
	}
	return word{}
}

// readName finds what the app is to be called.
func (l *lexicon) readName(prompt string) string {
	for _, pattern := range []*regexp.Regexp{l.quoted, l.names} {
		m := pattern.FindStringSubmatchIndex(prompt)
		if m == nil || strings.HasSuffix(strings.ToLower(prompt[:m[0]]), "on ") { // who is on call this week
			continue
		}
		name := prompt[m[2]:m[3]]
		for _, end := range []string{" with ", " that ", " which ", " showing ", " and make ", " and use ", " and show ", " and add ", ", ", " in dark", " for my ", " please"} {
			name, _, _ = strings.Cut(name, end)
		}
		if name = plain(name); name != "" {
			return clip(name, 60)
		}
	}
	return ""
}

// readTool finds the name of a tool that is written as one.
func (l *lexicon) readTool(prompt string) string {
	if m := l.tools.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(m[1]) {
		return m[1]
	}
	if m := l.renames.FindStringSubmatch(prompt); m != nil && platform.ValidToolName(ascii(m[1])) {
		return ascii(m[1])
	}
	return ""
}

// plain writes text on one line without control characters.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa1 || r == 0x2028 || r == 0x2029 }), " ")
}

// readNames tells names of rows from those of columns, fields and figures: "employees: name, salary" gives none.
func (w *wish) readNames() {
	g := &w.given
	if len(g.labels) == 0 || len(g.values) > 0 {
		return
	}
	known := 0
	for _, label := range g.labels {
		if w.lex.known(label, w.domain) {
			known++
		}
	}
	switch {
	case len(w.fields) > 0 && w.layout != "dashboard":
		g.labels = nil
	case w.layout == "form" || 2*known >= len(g.labels) && w.layout != "dashboard" && w.layout != "list":
		if len(w.fields) == 0 {
			w.fields = g.labels
		}
		g.labels = nil
	}
}

// sheet fills the data that the description asks for.
func (w *wish) sheet(now time.Time) *sheet {
	s := newSheet(w.lex, w.domain, now)
	s.localize(w)
	s.favour(w.words)
	switch {
	case w.layout == "form":
	case len(w.fields) == 1 && !s.has(w.fields[0]) && matching(w.domain.Columns, w.fields[0]) < 0:
		s.add(w.fields[0])
	case len(w.fields) > 1:
		fields := w.fields
		if i := s.first(roleDate); w.layout == "timeline" && i > 0 {
			fields = append(slices.Clip(fields), s.columns[i].label) // what stands on a timeline has its day
		}
		s.choose(fields, w.exact)
	}
	if w.layout == "dashboard" && len(w.given.labels) > 0 {
		s.given = &w.given
	} else {
		s.give(w.given, w.layout)
	}
	if w.count > 0 && s.given == nil {
		s.resize(w.count)
	}
	s.spend(w.budget)
	if w.city != nil && len(w.domain.At) == 0 {
		s.at = nil
	}
	s.title = w.heading()
	return s
}

// favour puts the rows first that hold words of the description.
func (s *sheet) favour(ws []word) {
	if len(s.at) > 0 || s.first(roleDate) >= 0 && s.domain.Layout == "timeline" {
		return // these are in an order of their own
	}
	hits := func(row []any) int {
		n, text := 0, ""
		for _, v := range row {
			text += " " + written(v)
		}
		text = phrase(text)
		for _, x := range ws {
			if !s.lex.empty(x) && len(x.root) > 3 && strings.Contains(text, " "+x.root+" ") {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(s.rows, func(a, b []any) int { return hits(b) - hits(a) })
}
