package offline

import (
	"regexp"
	"slices"
	"strings"
)

// reading is a description as far as it was understood.
type reading struct {
	*grammar
	lang  *language
	text  string
	words []word
	roots string

	from, to int    // the words that name the topic; equal when none does
	entry    string // what one entry of the topic is, in English, where the topic is a collection: menu → dish
	sent     string // what people send, in English: "booking"; "" when they send nothing
	sure     bool   // the description says whether they send something
	verb     int    // the word that says what they do, -1 for none
	one      bool   // the topic is in the singular and means many: "employee directory", "find a doctor"
	owned    bool   // only the owner is named: "my café"
	lead     int    // the word before the topic that says what is done with it or holds it: "Menu of", "Registration for"; -1
	fields   []string
	filters  []string
	exact    bool // no other columns are wanted
}

func (g *grammar) reading(text string, lang *language) *reading {
	r := &reading{grammar: g, text: text, lang: lang, words: lang.read(text), verb: -1, lead: -1}
	r.roots = roots(r.words)
	r.findVerb()
	end := r.findTopic()
	r.findFields(end)
	return r
}

// glue reports whether a word carries no meaning of its own here.
func (r *reading) glue(w word) bool {
	for part := range strings.FieldsSeq(w.en) {
		joins := slices.Contains([]string{"and", "or", "please", "also"}, part)
		if !joins && !r.Articles[part] && !r.Commands[part] && !r.Commands[singular(part)] && r.count(part) == 0 && mood(part) == nil {
			return r.Articles[w.en] || r.Commands[w.en]
		}
	}
	return true
}

func (r *reading) content(w word) bool {
	return !r.glue(w) && !r.Relations[w.en] && !r.Details[w.en] && !r.Clauses[w.en] && !r.People[w.en] && !r.Features[w.en] && w.en != "by" && r.hue(w.folded) == nil &&
		!strings.HasPrefix(w.en, "to ") && !strings.HasPrefix(w.en, "on ") && !strings.HasPrefix(w.en, "in ")
}

// audience reports whether a word names those who use the app: "let guests", "customers can", "for my clients".
func (r *reading) audience(i int) bool {
	if !r.People[r.words[i].en] {
		return false
	}
	for j := i - 1; j >= max(0, i-2); j-- {
		if slices.Contains(strings.Fields("for let lets help helps allow allows enable that so where with"), r.words[j].en) || i-j == 1 && r.Clauses[r.words[j].en] {
			return true
		}
		if !r.Articles[r.words[j].en] {
			break
		}
	}
	if i+1 == len(r.words) {
		return false
	}
	next := r.words[i+1].en
	acts := slices.Contains([]string{"can", "could", "should", "may", "want", "need", "look"}, next) || strings.HasPrefix(next, "to ")
	return acts || r.Articles[next] || r.Clauses[next] || r.verb > i
}

// genitive reports whether a German article before the word says whose something is: "Speisekarte meiner Bäckerei".
func (r *reading) genitive(i int) bool {
	return i > 0 && r.lang.code == "de" && slices.Contains(strings.Fields("der des einer eines meiner meines unserer unseres"), r.words[i-1].folded)
}

// findVerb looks for what people do with the app: book, order, register. An English word is a verb only where one may
// stand.
func (r *reading) findVerb() {
	for i, w := range r.words {
		verb, marked := strings.CutPrefix(w.en, "to ")
		if !marked && (!r.Verbs[w.en] || w.en != w.folded || r.lang.code != "en") {
			continue
		}
		next := word{}
		if i+1 < len(r.words) {
			next = r.words[i+1]
		}
		before := ""
		if i > 0 {
			before = r.words[i-1].en
		}
		leads := i == 0 || r.words[i-1].stop != 0 || slices.Contains(strings.Fields("to can could let may should and or must us me"), before) || r.People[before]
		takes := r.Articles[next.en] || r.Relations[next.en] || next.en == "a" || r.content(next) && verb != "book" && i > 0
		if marked || leads && takes {
			r.verb, r.sent, r.sure = i, r.Intake[verb], true
			if r.sent == "" {
				r.sent = "request"
			}
			return
		}
	}
}

// findTopic finds the words that name what is shown or sent, and returns the index of the first word after them.
func (r *reading) findTopic() int {
	vessel, aside := -1, -1
	context := false
	for i := 0; i < len(r.words); i++ {
		w := r.words[i]
		next := i + 1
		switch {
		case r.Details[w.en] && vessel >= 0 && r.verb < i && (r.sent != "" || r.Topics[r.words[vessel].root] != ""):
			next = len(r.words) // a menu with prices is no menu of prices
		case (w.root == "column" || w.root == "field") && next < len(r.words):
			next = len(r.words)
		case r.drawn(i) || i == r.verb || r.glue(w) || r.audience(i) || r.Clauses[w.en] || r.Details[w.en] || r.Features[w.en]:
		case r.Relations[w.en]:
			context = context || vessel >= 0 && (r.Topics[r.words[vessel].root] != "" || r.Sends[r.words[vessel].root] != "" && w.en != "for")
		case r.Sends[w.root] != "" && r.verb < 0 && w.root == w.en || r.vessel(i):
			vessel = i
			if sent := r.Sends[w.root]; sent != "" && r.verb < 0 && w.en == w.root && (r.sent == "" || w.root != "form") {
				r.sent, r.sure = sent, true
			}
			if r.Topics[w.root] != "" {
				r.entry = r.Topics[w.root]
			}
		case r.content(w) || r.People[w.en]:
			next = r.run(i)
			where := context || vessel >= 0 && r.Topics[r.words[vessel].root] != "" && r.genitive(i)
			whom := i > 0 && r.words[i-1].en == "for" && vessel >= 0 && r.People[r.words[next-1].en]
			if where && (!r.several(i, next) || r.words[i-1].en == "about") || whom || r.owner(i, next, vessel) {
				aside = i
				break
			}
			if r.from, r.to = i, next; vessel >= 0 && (r.sent != "" || r.Topics[r.words[vessel].root] != "") {
				r.lead = vessel
			}
			r.entry = ""
			return r.trim(next)
		}
		i = next - 1
	}
	switch {
	case vessel >= 0 && (r.Topics[r.words[vessel].root] != "" || r.sent != ""):
		r.from, r.to = vessel, vessel+1
		return vessel + 1
	case r.verb >= 0:
		r.from, r.to = r.verb, r.verb+1
	case aside >= 0:
		r.from, r.to, r.owned = aside, r.run(aside), true
	default:
		for i, w := range r.words {
			if r.People[w.en] {
				r.from, r.to = i, i+1
			}
		}
	}
	return r.to
}

// drawn reports whether a word says how a chart is drawn.
func (r *reading) drawn(i int) bool {
	return i+1 < len(r.words) && r.words[i+1].root == "chart" && slices.Contains(strings.Fields("pie bar line area donut doughnut column"), r.words[i].root)
}

// vessel reports whether the i-th word only holds what is shown: list, catalogue. After what people do it is the thing
// itself: book a table.
func (r *reading) vessel(i int) bool {
	w := r.words[i]
	return (r.Vessels[w.root] || r.Topics[w.root] != "") && !(r.verb >= 0 && i > r.verb && i <= r.verb+3)
}

// owner reports whether a run is the business that wants the app: "an app for my bakery", "our café".
func (r *reading) owner(from, to, vessel int) bool {
	if from == 0 || r.verb >= 0 {
		return false
	}
	before, last := r.words[from-1].en, r.words[to-1]
	if r.Topics[last.root] != "" && last.en == last.root {
		return false
	}
	mine := slices.Contains([]string{"my", "our", "a", "the"}, before)
	led := from > 1 && r.Relations[r.words[from-2].en] || vessel < 0 && (before == "my" || before == "our")
	return mine && led && last.en == last.root && (last.known || r.lang.code == "en") && !strings.HasSuffix(last.en, "s")
}

// several reports whether a run names many things: a catalogue of shoes, but not the menu of a café.
func (r *reading) several(from, to int) bool {
	head := r.words[to-1]
	if r.lang.code != "en" && r.lang.code != "de" {
		head = r.words[from]
	}
	return head.en != head.root
}

// run returns the index after the words that belong to the name that begins at i: nouns, and in Romance languages "de".
func (r *reading) run(i int) int {
	j := i + 1
	for j < len(r.words) && r.words[j-1].stop == 0 {
		w := r.words[j]
		linked := slices.Contains([]string{"de", "d", "di"}, w.folded) && j+1 < len(r.words) && r.content(r.words[j+1]) && r.lang.code != "en"
		switch {
		case linked:
			j++
		case !r.content(w) && !r.People[w.en] || r.drawn(j):
			return j
		}
		j++
	}
	return min(j, len(r.words))
}

// trim cuts words such as "list" off the end of the topic, and keeps what an entry of a collection is.
func (r *reading) trim(next int) int {
	for r.to-r.from > 1 {
		w := r.words[r.to-1]
		if entry := r.Topics[w.root]; entry != "" && entry != "person" && entry != "product" && !r.Vessels[w.root] {
			r.entry = entry
			break
		}
		if r.Topics[w.root] == "" && !r.Vessels[w.root] && (r.Sends[w.root] == "" || w.en != w.root) {
			break
		}
		if sent := r.Sends[w.root]; sent != "" && r.verb < 0 {
			r.sent, r.sure = sent, true
		}
		r.one = r.words[r.to-1].en != "" && r.sent == ""
		r.to--
	}
	return next
}

var inBrackets = regexp.MustCompile(`\(([^()]{3,300})\)`)

// findFields finds the columns that are asked for in the words from start.
func (r *reading) findFields(start int) {
	if m := inBrackets.FindStringSubmatch(r.text); m != nil && strings.Contains(m[1], ",") {
		for _, f := range r.headings(r.lang.read(m[1]), m[1]) {
			r.field(f)
		}
	}
	for i := max(start, 0); i < len(r.words); i++ {
		w := r.words[i]
		by := w.en == "by" || w.en == "filter" && i+1 < len(r.words) && r.words[i+1].en != "by"
		named := (w.root == "column" || w.root == "field") && i+1 < len(r.words)
		if !by && !named && (!r.Details[w.en] || r.to == r.from && w.stop == 0 && !r.sure) {
			continue
		}
		j := i + 1
		for j < len(r.words) && r.words[j-1].stop != '.' && !(r.words[j].en == "by" || r.Details[r.words[j].en]) {
			j++
		}
		for _, f := range r.headings(r.words[i+1:j], r.text) {
			if by && !r.known(f) && !(i > 0 && slices.Contains([]string{"filter", "sort", "sorted", "search", "grouped"}, r.words[i-1].en)) {
				continue
			}
			r.field(f)
			if by {
				r.filters = append(r.filters, f)
			}
		}
		r.exact = r.exact || named
		i = j - 1
	}
}

func (r *reading) field(heading string) {
	if len(r.fields) < 20 && !slices.ContainsFunc(r.fields, func(f string) bool { return phrase(f) == phrase(heading) }) {
		r.fields = append(r.fields, heading)
	}
}

// headings cuts words into headings, as they are written.
func (r *reading) headings(ws []word, text string) (list []string) {
	for len(ws) > 0 {
		n := slices.IndexFunc(ws, func(w word) bool { return w.stop != 0 })
		part := ws
		if n >= 0 {
			part = ws[:n+1]
		}
		ws = ws[len(part):]
		for len(part) > 0 {
			and := slices.IndexFunc(part, func(w word) bool { return w.en == "and" || w.en == "or" })
			one := part
			if and >= 0 {
				one = part[:and]
			}
			if h := r.oneHeading(one, text); h != "" {
				list = append(list, h)
			}
			part = part[min(len(part), len(one)+1):]
		}
	}
	return list
}

func (r *reading) oneHeading(ws []word, text string) string {
	for len(ws) > 0 && (r.Articles[ws[0].en] || r.Commands[ws[0].en] && r.word(ws[0]) == "" || ws[0].en == "also" || ws[0].root == "column" || ws[0].root == "field") {
		ws = ws[1:]
	}
	for i, w := range ws {
		if i > 0 && (r.Relations[w.en] && w.en != "of" && !strings.Contains("de di do da of", w.folded) || r.Clauses[w.en] || w.en == "per" || w.en == "pro") {
			ws = ws[:i]
			break
		}
	}
	for len(ws) > 0 && (ws[len(ws)-1].root == "column" || ws[len(ws)-1].root == "field" || r.Articles[ws[len(ws)-1].en]) {
		ws = ws[:len(ws)-1]
	}
	if len(ws) == 0 || len(ws) > 5 || slices.ContainsFunc(ws, func(w word) bool {
		acts := w.en == "can" || w.en == "should" || strings.HasPrefix(w.en, "to ")
		return acts || r.Features[w.en] && r.word(w) == "" && !r.Headings[w.root] || r.hue(w.folded) != nil || mood(w.folded) != nil
	}) || r.Relations[ws[0].en] || r.count(ws[0].folded) > 0 {
		return ""
	}
	if r.People[ws[0].en] && (len(ws) > 1 || ws[0].root == "kid") {
		return ""
	}
	heading := plain(text[ws[0].from:ws[len(ws)-1].to])
	if last := ws[len(ws)-1]; r.lang.code == "en" && (r.word(last) == "money" || r.word(last) == "image") && last.en == last.folded {
		heading = plain(text[ws[0].from:last.from] + singular(last.raw)) // "with prices" asks for the price of each
	}
	if len(heading) > 60 {
		return ""
	}
	return heading
}

// word returns the kind of cells that a word asks for, "" when it names no column.
func (r *reading) word(w word) string {
	for kind, words := range r.Types {
		if words[w.root] {
			return kind
		}
	}
	return ""
}

// known reports whether a heading is one that people use for columns.
func (r *reading) known(heading string) bool {
	return slices.ContainsFunc(r.lang.read(heading), func(w word) bool { return r.heading(w.root) })
}

// count returns the number that a word stands for, 0 for none.
func (g *grammar) count(folded string) int {
	if n := g.Numbers[folded]; n > 0 {
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
