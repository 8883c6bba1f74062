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
	fields   []string
	name     string // as the app is to be called, "" for one made from the subject
	tool     string
	theme    platform.Theme
	speech   string // language of the answer, "" for English
}

// read finds out what a description asks for. It always finds something.
func (g *Generator) read(prompt string) *wish {
	w := &wish{lex: g.lex, words: words(prompt)}
	w.plain = roots(w.words)
	w.words = verbs(w.words)
	w.text = roots(w.words)
	w.speech, _ = g.lex.language(w.words)
	w.readCity()
	w.name, w.tool = g.lex.readName(prompt), g.lex.readTool(prompt)
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
	w.theme = readTheme(w, prompt)
	return w
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

func (w *wish) readCity() {
	folded := " "
	for _, x := range w.words {
		folded += x.folded + " "
	}
	if i := slices.IndexFunc(w.lex.Cities, func(c city) bool { return strings.Contains(folded, c.folded) }); i >= 0 {
		w.city = &w.lex.Cities[i]
	}
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
	for _, r := range prompt {
		if id := g.lex.Pictographs[string(r)]; w.domain == nil && id != "" {
			w.domain = g.domain(id)
		}
	}
	if w.known = w.domain != nil; w.known {
		w.subject = w.specific()
		return
	}
	w.domain, w.subject = invent(w)
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
		if !w.domain.ends(x) || weak(x) && slices.ContainsFunc(w.words[i:], func(o word) bool { return !weak(o) && w.domain.ends(o) }) {
			continue
		}
		at = i
		p := " " + x.root + " "
		if own := x.folded != x.root && strings.HasSuffix(x.folded, "s") && latin(x.folded) && w.lex.action(x.root) == "" && !w.lex.vessels[x.root]; own {
			noun = x.folded
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

func latin(s string) bool { return ascii(s) == s && s != "" }

// content reports whether a word says what is to be shown, rather than how, how many or in which colour.
func (w *wish) content(x word) bool {
	if w.lex.empty(x) || w.lex.action(x.root) != "" || strings.HasSuffix(x.root, "ing") && w.lex.action(strings.TrimSuffix(x.root, "ing")) != "" || w.lex.counted(x.folded) > 0 {
		return false
	}
	if _, ok := w.lex.hue(x.folded); ok || mood(x.folded) != nil {
		return false
	}
	if w.city != nil && strings.Contains(w.city.folded, " "+x.folded+" ") {
		return false
	}
	return !slices.ContainsFunc(w.lex.Layouts, func(h hint) bool { return slices.Contains(h.Named, " "+x.root+" ") })
}

// readLayout weighs the words that name or suggest a layout against what is usual for the domain.
func (w *wish) readLayout() {
	best := -1
	text := w.text
	for _, p := range []string{" table for ", " table reservation ", "ing a table ", "reserve a table ", " dinner table ", " coffee table ",
		" time table ", " tide table ", " table number ", " table tennis ", " org chart ", " seating chart ", " organization chart "} {
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
		if v := w.lex.action(strings.TrimSuffix(x.root, "ing")); v != "" && w.verbAt(i) &&
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
	m := l.tools.FindStringSubmatch(prompt)
	if m == nil || !platform.ValidToolName(m[1]) {
		return ""
	}
	return m[1]
}

// plain writes text on one line without control characters.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa1 || r == 0x2028 || r == 0x2029 }), " ")
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
		s.choose(w.fields)
	}
	if w.count > 0 {
		s.resize(w.count)
	}
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
