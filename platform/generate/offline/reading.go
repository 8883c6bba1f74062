package offline

import (
	"slices"
	"strings"
)

// role is what a word of a description was understood as. Each pass takes the words that it understands; the topic is found in
// those that are left.
type role uint8

// The roles.
const (
	free    role = iota
	look         // how the app looks
	privacy      // who sees what
	owner        // who wants the app
	subject      // who uses the app, and that they look something up
	verb         // what they do
	field        // what is asked for
)

// reading is a description as far as it was understood.
type reading struct {
	*grammar
	lang  *language
	text  string
	words []word
	roots string

	from, to int      // the words that name the topic; equal when none does
	full     int      // where the topic ends with words such as "list" behind it
	start    int      // where what people do, or look up, begins
	entry    string   // what one entry of the topic is, in English, where the topic is a collection: menu → dish
	sent     string   // what people send, in English: "booking"; "" when they send nothing
	unsure   bool     // what seems to be a verb may be a noun
	sure     bool     // the description says whether they send something
	verb     int      // the word that says what they do, -1 for none
	one      bool     // the topic is in the singular and means many: "employee directory", "find a doctor"
	owned    bool     // only the owner is named: "my café"
	private  bool     // people see only what is their own
	lead     int      // the word before the topic that says what is done with it or holds it: "Menu of", "Registration for"; -1
	each     [2]int   // the words of "for each dog"
	fields   []string // headings of columns
	yesNo    []string // those that are answered by yes or no
	used     []string // those that name a column of pasted data
	colon    bool     // the fields stand behind a colon
	exact    bool     // no other columns are wanted
}

func (g *grammar) reading(text string, lang *language) *reading {
	r := &reading{grammar: g, text: text, lang: lang, words: lang.read(text), verb: -1, lead: -1}
	r.roots = roots(r.words)
	r.findLooks()
	r.findPrivacy()
	r.findOwner()
	r.findAct()
	r.findFields()
	r.findTopic()
	return r
}

func (r *reading) take(from, to int, as role) {
	for i := from; i < to; i++ {
		if as != field || r.words[i].role != look {
			r.words[i].role = as
		}
	}
}

// end returns the index after the last word of the part that the i-th word is in; parts end at the given stops.
func (r *reading) end(i int, stops string) int {
	for ; i < len(r.words); i++ {
		if s := r.words[i].stop; s != 0 && strings.IndexByte(stops, s) >= 0 {
			return i + 1
		}
	}
	return len(r.words)
}

// glue reports whether the i-th word carries no meaning of its own.
func (r *reading) glue(i int) bool {
	w := r.words[i]
	if r.Articles[w.en] || r.Commands[w.en] || r.Pronouns[w.en] || r.Each[w.en] {
		return true
	}
	for part := range strings.FieldsSeq(w.en) {
		joins := slices.Contains([]string{"and", "or", "please", "also", "only", "own", "not"}, part) || strings.Trim(part, "0123456789") == ""
		shows := r.Commands[part] || r.Commands[singular(part)] && !r.Vessels[singular(part)]
		if !joins && !shows && !r.Articles[part] && r.mood(part) == "" {
			return false
		}
	}
	return true
}

// content reports whether the i-th word may name something.
func (r *reading) content(i int) bool {
	w := r.words[i]
	return w.role == free && !r.glue(i) && !r.Relations[w.en] && !r.Details[w.en] && !r.Clauses[w.en] && !r.People[w.en] && !r.Features[w.en] && !r.asks(w) &&
		w.en != "by" && w.en != "per" && !strings.HasPrefix(w.en, "to ") && !strings.HasPrefix(w.en, "on ") && !strings.HasPrefix(w.en, "in ")
}

// findLooks takes colours, with the word that shades one, and layouts: "in dark green", "as cards", "on a map".
func (r *reading) findLooks() {
	for i, w := range r.words {
		if r.hueAt(i) != nil || r.moodAt(i) {
			from := i
			leads := func(w word) bool {
				return w.stop == 0 && (w.role == look || slices.Contains([]string{"in", "on", "light", "dark", "deep", "pale", "soft"}, w.en))
			}
			for from > 0 && leads(r.words[from-1]) {
				from--
			}
			if r.take(from, i+1, look); w.stop == 0 && i+1 < len(r.words) && r.Features[r.words[i+1].en] {
				r.take(i+1, i+2, look) // dark mode
			}
			if r.lang.code == "en" && i > 0 && from == i && r.words[i-1].stop == 0 && r.content(i-1) && i+1 < len(r.words) && r.Vessels[r.words[i+1].root] {
				r.take(i-1, i, look) // a sunshine yellow page
			}
		}
		if strings.HasPrefix(w.en, "on ") || strings.HasPrefix(w.en, "in ") || strings.HasPrefix(w.en, "as ") {
			r.take(i, i+1, look)
		}
		if !r.layoutWord(w) || w.stop == 0 && i+1 < len(r.words) && r.words[i+1].en == "of" {
			continue
		}
		from := i
		for from > 0 && r.words[from-1].stop == 0 && (r.Articles[r.words[from-1].en] || r.words[from-1].role == look) {
			from--
		}
		if from > 0 && r.words[from-1].stop == 0 && slices.Contains([]string{"as", "in", "on", "into", "at"}, r.words[from-1].en) {
			r.take(from-1, i+1, look)
		}
	}
}

// moodAt reports whether the i-th word says how things look, by its place: many such words are of things as well.
func (r *reading) moodAt(i int) bool {
	return r.mood(r.words[i].folded) != "" && !r.Headings[r.words[i].root] && (i == 0 || r.words[i-1].stop != 0 || r.hueAt(i-1) != nil)
}

// layoutWord reports whether a word names a layout.
func (r *reading) layoutWord(w word) bool {
	return slices.ContainsFunc(r.Layouts, func(l [2]string) bool {
		return slices.ContainsFunc(strings.Fields(l[1]), func(name string) bool { return w.root == name || strings.HasSuffix(w.root, " "+name) })
	})
}

// findPrivacy finds a clause that says that people see only what is their own.
func (r *reading) findPrivacy() {
	for from := 0; from < len(r.words); {
		to, at := r.end(from, ".,:"), -1
		has := map[string]bool{}
		for i := from; i < to; i++ {
			w := r.words[i]
			for _, c := range [][2]string{{"only", "only"}, {"see", "see sees seeing view views access"}, {"own", "own themselves himself"}, {"other", "other others else but except"},
				{"none", "nobody no"}, {"who", "each everyone everybody they nobody"}, {"private", "private"}} {
				has[c[0]] = has[c[0]] || slices.Contains(strings.Fields(c[1]), w.en) || c[0] == "who" && r.People[w.en]
			}
			if at < 0 && slices.Contains(strings.Fields("only see sees view views private"), w.en) {
				at = i
			}
		}
		if has["see"] && (has["own"] || has["only"] && has["who"] || has["none"] && has["other"]) || has["only"] && has["own"] || has["private"] && has["who"] {
			for i := at - 1; i >= max(from, at-4); i-- { // who sees it
				if w := r.words[i]; slices.Contains(strings.Fields("each everyone everybody they nobody"), w.en) || r.People[w.en] {
					at = i
					break
				}
			}
			for at > from && (r.Articles[r.words[at-1].en] || r.Clauses[r.words[at-1].en] || r.Relations[r.words[at-1].en] || r.words[at-1].en == "and") {
				at--
			}
			r.take(at, to, privacy)
			r.private = true
		}
		from = to
	}
}

// findTopic finds the words that name what is shown or sent.
func (r *reading) findTopic() {
	for i := range r.words {
		if sent := r.Intake[r.words[i].root]; sent != "" && r.verb < 0 && r.content(i) && r.fromPeople(i+1) {
			r.sent, r.sure, r.from, r.to, r.full = sent, true, i, i+1, i+1
			return
		}
	}
	if !r.topic(r.start) && (r.start == 0 || !r.topic(0)) && r.each[1] > r.each[0] {
		r.from, r.to = r.each[0], r.each[1]
		r.one = true
	}
	if r.from == r.to && r.verb >= 0 {
		r.from, r.to = r.verb, r.verb+1
	}
}

// fromPeople reports whether the words from the i-th on say that people send what is named before: "of citizens".
func (r *reading) fromPeople(i int) bool {
	led := i < len(r.words) && r.genitive(i+1)
	for i < len(r.words) && r.words[i-1].stop == 0 && (r.Articles[r.words[i].en] || slices.Contains([]string{"of", "from", "by"}, r.words[i].en)) {
		led = led || !r.Articles[r.words[i].en]
		i++
	}
	return led && i < len(r.words) && r.words[i-1].stop == 0 && r.People[r.words[i].en]
}

// topic looks for the topic from the start-th word on. A word that only holds what is shown, such as "list", is passed, and is
// the topic where nothing else is.
func (r *reading) topic(start int) bool {
	vessel, aside := -1, -1
	context := false
	for i := start; i < len(r.words); i++ {
		w := r.words[i]
		next := i + 1
		switch {
		case w.role == field && i > start && (vessel >= 0 && (r.sent != "" || r.Topics[r.words[vessel].root] != "")):
			next = len(r.words) // a menu with prices is no menu of prices
		case w.role != free || r.drawn(i) || r.Clauses[w.en] || r.Details[w.en] || r.Features[w.en] || r.audience(i):
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
		case r.glue(i):
		case i > 0 && vessel == i-1 && !w.known && r.romance() && r.words[vessel].stop == 0 && r.Topics[r.words[vessel].root]+r.Sends[r.words[vessel].root] == "":
			// an adjective: una app carina
		case r.content(i) || r.People[w.en]:
			next = r.run(i)
			where := context || vessel >= 0 && r.Topics[r.words[vessel].root] != "" && r.genitive(i)
			whom := i > 0 && r.words[i-1].en == "for" && vessel >= 0 && r.People[r.words[next-1].en]
			ours := r.ownerAt(i, next, vessel)
			if where && (!r.several(i, next) || r.words[i-1].en == "about") || whom || ours && r.led(i) {
				aside = i
				break
			}
			if r.from, r.to = i, next; vessel >= 0 && (r.sent != "" || r.Topics[r.words[vessel].root] != "") {
				r.lead = vessel
			}
			r.entry, r.owned, r.full = "", ours, next
			r.trim()
			return true
		}
		i = next - 1
	}
	if vessel >= 0 && (r.Topics[r.words[vessel].root] != "" || r.sent != "") {
		r.from, r.to, r.owned = vessel, vessel+1, false
		return true
	}
	if aside >= 0 && r.verb < 0 && r.from == r.to {
		r.from, r.to, r.owned = aside, r.run(aside), true
	}
	return false
}

// audience reports whether a word names those who use the app: "let guests", "for my clients".
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
	next := r.words[i+1]
	return next.role == verb || strings.HasPrefix(next.en, "to ") || r.Articles[next.en] || r.Clauses[next.en] || r.verb > i
}

// genitive reports whether a German article before the word says whose something is: "Speisekarte meiner Bäckerei".
func (r *reading) genitive(i int) bool {
	return i > 0 && r.lang.code == "de" && slices.Contains(strings.Fields("der des einer eines meiner meines unserer unseres"), r.words[i-1].folded)
}

// drawn reports whether a word says how a chart is drawn.
func (r *reading) drawn(i int) bool {
	return i+1 < len(r.words) && r.words[i+1].root == "chart" && slices.Contains(strings.Fields("pie bar line area donut doughnut column"), r.words[i].root)
}

// vessel reports whether the i-th word only holds what is shown: list, catalogue. After what people do it is the thing
// itself: book a table.
func (r *reading) vessel(i int) bool {
	w := r.words[i]
	before := i - 1
	for before > 0 && r.Articles[r.words[before].en] {
		before--
	}
	if before >= 0 && r.words[before].en == "of" && w.en != w.root {
		return false // a list of tools
	}
	return (r.Vessels[w.root] || r.Topics[w.root] != "" || strings.HasSuffix(w.root, " chart")) && !(r.verb >= 0 && i > r.verb && i <= r.verb+3)
}

// ownerAt reports whether a run is the business that wants the app: "an app for my bakery", "our café".
func (r *reading) ownerAt(from, to, vessel int) bool {
	if from == 0 || r.verb >= 0 {
		return false
	}
	before, last := r.words[from-1].en, r.words[to-1]
	if r.Topics[last.root] != "" && last.en == last.root {
		return false
	}
	mine := slices.Contains([]string{"my", "our", "a", "the"}, before)
	if r.romance() {
		last = r.words[from]
	}
	one := last.en == last.root && !strings.HasSuffix(last.en, "s") && (last.known || r.lang.code == "en" || r.led(from) && r.words[from-2].en != "about")
	return mine && one && (r.led(from) || vessel < 0 && (before == "my" || before == "our"))
}

// led reports whether a run follows a word such as "for" or "of", and an article.
func (r *reading) led(from int) bool {
	return from > 1 && (r.Relations[r.words[from-2].en] || r.Details[r.words[from-2].en])
}

// several reports whether a run names many things: a catalogue of shoes, but not the menu of a café.
func (r *reading) several(from, to int) bool {
	head := r.words[to-1]
	if r.romance() {
		head = r.words[from]
	}
	return head.en != head.root
}

// run returns the index after the words that belong to the name that begins at i: nouns, and in Romance languages "de".
func (r *reading) run(i int) int {
	j := i + 1
	for j < len(r.words) && r.words[j-1].stop == 0 {
		w := r.words[j]
		of := func(w word) bool { return slices.Contains([]string{"de", "d", "di"}, w.folded) }
		if r.question(i) && (r.romance() && !w.after && !of(r.words[j-1]) && !of(w) || r.lang.code == "en" && r.several(j-1, j)) { // what comes next is what they do
			r.take(j, j+1, verb)
			return j
		}
		linked := of(w) && j+1 < len(r.words) && r.content(j+1) && r.lang.code != "en"
		switch {
		case linked:
			j++
		case r.lang.code == "en" && r.Vessels[w.root] && w.role == free: // a reading list
		case w.role != free || !r.content(j) && !r.People[w.en] || r.drawn(j):
			return j
		}
		j++
	}
	return min(j, len(r.words))
}

// trim cuts words such as "list" off the end of the topic, and keeps what an entry of a collection is.
func (r *reading) trim() {
	for r.to-r.from > 1 {
		w := r.words[r.to-1]
		if r.Topics[w.root] == "" && !r.Vessels[w.root] && (r.Sends[w.root] == "" || w.en != w.root) {
			break
		}
		if sent := r.Sends[w.root]; sent != "" && r.verb < 0 {
			r.sent, r.sure = sent, true
		}
		r.one = r.words[r.to-1].en != "" && r.sent == ""
		r.to--
	}
}

// romance reports whether nouns come before what tells more of them.
func (r *reading) romance() bool { return r.lang.code != "en" && r.lang.code != "de" }
