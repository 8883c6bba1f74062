package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
)

// infinitive reads "to report a pothole", "for booking a court", "para pedir cita", "zum Melden von Schäden".
func (r *reading) infinitive(i, end int) bool {
	w, v := r.words[i], i
	var name string
	marked := strings.HasPrefix(w.en, "to ")
	switch {
	case marked && r.lang.code != "de" && (r.lang.code == "en" || r.infinitiveForm(w, true)):
		name = r.act(w)
	case w.en == "to" && i > 0 && i+1 < end && r.words[i-1].is("want", "need", "like") && r.act(r.words[i+1]) != "entry": // we want to know
		return false
	case r.romance() && i > 0 && r.words[i-1].stop == 0 && (r.words[i-1].is("want", "need", "i want", "i need") || i > 1 && r.words[i-1].en == "of" && r.words[i-2].en == "need") &&
		!r.function(w) && r.infinitiveForm(w, true): // necesito controlar el stock
		if name = r.act(w); name == "entry" || name == "addition" {
			r.self = true
		} else {
			name = "look"
		}
		for i > 0 && r.words[i-1].stop == 0 && r.words[i-1].role == free && !r.opens(r.words[i-1]) && !r.Each[r.words[i-1].en] && !r.words[i-1].is("need") {
			i-- // nos randonneurs veulent
		}
	case w.stop != 0 || i+1 >= end:
		return false
	case (r.words[i+1].class == wordclass.Infinitive || r.lang.code == "en" && r.words[i+1].class == wordclass.Verb) && r.means(i):
		if v, name = i+1, r.act(r.words[i+1]); name == "" && r.People[r.words[i-1].en] {
			name = "request"
		} else if name == "" {
			name = "look"
		}
	case r.lang.code == "de" && end-i > 2 && i > 1 && r.words[end-1].class == wordclass.Infinitive && r.words[end-2].folded == "zu" &&
		r.words[i-1].stop == ',' && r.words[i-2].en == "a":
		r.take(i-2, i, subject) // eine Möglichkeit, Noten zu verleihen
		if name = r.act(r.words[end-1]); name == "" {
			name = "look"
		}
		r.take(end-2, end-1, verb)
		r.does(act{verb: end - 1, from: end - 1, object: i, end: end - 2, name: name})
		return true
	case w.is("to", "for") && !r.function(r.words[i+1]) && r.infinitiveForm(r.words[i+1], w.en == "to"):
		v, name = i+1, r.act(r.words[i+1])
		r.self = r.self || i > 0 && r.words[i-1].is("want", "need", "like")
		if name == "" && (v+1 >= end || r.words[v].stop != 0 || !r.Articles[r.words[v+1].en]) {
			return false
		}
	case i == 0 || r.words[i-1].stop == '.':
		if at := slices.IndexFunc(r.words[i:end], func(w word) bool { return r.Details[w.en] }); at > 0 && r.lang.code == "de" {
			end = i + at
		}
		if last := r.words[end-1]; r.lang.code == "de" && end-i > 1 && r.act(last) != "" && r.verbForm(end-1) && !slices.ContainsFunc(r.words[i:end], modal) {
			r.does(act{verb: end - 1, from: end - 1, object: i, end: end - 1, name: r.act(last)}) // defekte Geräte melden
			return true
		}
		next := r.words[i+1]
		if name = r.act(w); r.romance() && name != "" && !w.is("show", "list") && r.infinitiveForm(w, true) {
			break
		}
		takes := r.Articles[next.en] || next.folded == "a" || r.content(i+1) && r.several(i+1, r.run(i+1)) && !r.Vessels[r.words[r.run(i+1)-1].root]
		if name = r.act(w); r.lang.code != "en" || name == "" || name == "look" || name == "suggestion" || w.root != w.folded || strings.HasSuffix(w.folded, "ing") || !takes {
			return false
		}
	default:
		return false
	}
	r.does(act{verb: v, from: i, object: v + 1, end: end, name: name, unsure: name == ""})
	return true
}

// means reports whether the i-th word stands between what only serves to do something and what is done: "un moyen simple de présenter".
func (r *reading) means(i int) bool {
	adjectives := func(j int) int {
		for j > 0 && r.words[j].stop == 0 && r.words[j].class == wordclass.Adjective {
			j--
		}
		return j
	}
	j := adjectives(i - 1)
	if j > 1 && r.People[r.words[j].en] {
		for j--; j > 0 && (r.Articles[r.words[j].en] || r.words[j].is("for", "to")); j-- {
			continue
		}
	}
	a := adjectives(max(j-1, 0))
	if w := r.words[i]; w.class != wordclass.Preposition && w.en != "to" || j < 1 || r.words[j].class != wordclass.Noun || r.words[a].en != "a" || r.words[j].role != free {
		return false
	} else if r.Vessels[r.words[j].root] || r.Sends[r.words[j].root] != "" || r.People[r.words[j].en] {
		return false
	}
	r.take(a, i, subject)
	return true
}

// infinitiveForm reports whether a word looks like an infinitive, or behind "for" like an English gerund.
func (r *reading) infinitiveForm(w word, to bool) bool {
	switch {
	case r.lang.code == "en" && !to:
		return (w.class == wordclass.Gerund || strings.HasSuffix(w.folded, "ing")) && r.act(w) != ""
	case r.lang.code == "de" && w.capitalised():
		return strings.HasSuffix(w.folded, "en") && r.act(w) != ""
	case r.lang.code == "en" && w.class != wordclass.Infinitive:
		return r.act(w) != "" && w.root == w.folded
	}
	return w.class == wordclass.Infinitive
}

// modal reads a clause with "can" or "should": its subject, its verb, its object.
func (r *reading) modal(i, end int) bool {
	can := i
	for can < end && !modal(r.words[can]) {
		can++
	}
	able := i
	for able+2 < end && !(r.words[able].en == "to" && r.words[able+1].en == "be" && r.words[able+2].en == "able") {
		able++
	}
	asked := -1 // let people book, I want people to book
	for j := i; j+1 < end && can == end; j++ {
		if r.words[j].is("let", "allow", "enable", "help", "want", "like", "i want") {
			asked = j
		}
	}
	switch {
	case able+2 < end && can == end:
		can = able + 2
	case asked >= 0 && can == end:
		return r.letting(i, asked, end)
	case can == end:
		return false
	}
	if next := r.words[min(can+1, end-1)]; can == i && !r.opens(r.words[max(0, i-1)]) && next.is("you", "i", "we") || can > i && r.words[can-1].en == "you" && !r.opens(r.words[i]) {
		return false // could you make …
	}
	from := can // the subject
	for from > i && !r.People[r.words[from].en] && !(from < can && r.Pronouns[r.words[from].en]) {
		from--
	}
	if r.lang.code == "de" {
		return !r.words[end-1].is("be", "is") && r.verbLast(i, can, end)
	}
	for back := from; back > i && r.People[r.words[from].en]; back-- { // my piano students
		if before := r.words[back-1]; r.Articles[before.en] || r.opens(before) {
			from = back
			break
		} else if r.lang.code != "en" || !r.content(back-1) || r.Vessels[before.root] || before.stop != 0 {
			break
		}
	}
	v := can + 1
	if by := v + 2; by+1 < end && r.words[v].en == "be" && r.words[by].en == "by" && r.People[r.words[by+1].en] && can > i {
		r.take(by, by+2, subject) // boats can be reserved by members
		r.does(act{verb: v + 1, from: can, object: i, end: can, name: r.act(r.words[v+1])})
		return true
	}
	if able := v+1 < end && r.words[v].en == "be" && r.words[v+1].en == "able"; able {
		v += 2
	}
	for v < end-1 && (r.Pronouns[r.words[v].en] || r.words[v].is("also", "only", "then", "to", "easily", "quickly", "self", "not", "online")) {
		v++
	}
	if v >= end || r.function(r.words[v]) || r.words[v].role != free || r.Commands[r.words[v].en] && r.act(r.words[v]) == "" || r.tells(v) {
		return false // as in "can be hired"
	}
	for from > i && (r.Articles[r.words[from-1].en] || r.Each[r.words[from-1].en] || r.opens(r.words[from-1])) {
		from--
	}
	name := r.act(r.words[v])
	if name == "request" && r.words[max(0, v-2)].is("i", "we") {
		name = "look" // so that I can ask for it
	}
	r.does(act{verb: v, from: from, object: v + 1, end: end, name: name})
	return true
}

// letting reads "let guests book a table", "I want customers to order", "quiero que los vecinos avisen".
func (r *reading) letting(i, asked, end int) bool {
	at := asked + 1
	for at < end && (r.Articles[r.words[at].en] || r.Each[r.words[at].en] || r.opens(r.words[at]) || r.words[at].en == "to") {
		at++
	}
	if at >= end || r.words[at].is("i", "me") || r.lang.code == "en" && !r.People[r.words[at].en] && !r.words[at].is("them", "us", "you") && !r.opens(r.words[asked]) {
		return false
	}
	v := at + 1
	for v < end && v < at+4 && (r.words[v].is("to", "be", "able", "self", "of", "also") || r.Articles[r.words[v].en] ||
		r.act(r.words[v]) == "" && !r.verbForm(v) && r.words[v].role == free && v+1 < end) {
		v++
	}
	if v >= end || r.function(r.words[v]) || r.lang.code != "en" && r.lang.code != "de" && !r.opens(r.words[at-1]) && !r.People[r.words[at].en] && !(at > asked+2) {
		return false
	}
	if r.lang.code == "de" && !strings.HasSuffix(r.words[v].folded, "n") {
		return false
	}
	r.does(act{verb: v, from: i, object: v + 1, end: end, name: r.act(r.words[v])})
	return true
}

// verbForm reports whether the i-th word has an ending of verbs in the plural.
func (r *reading) verbForm(i int) bool {
	w := r.words[i]
	if r.lang.code == "de" {
		return !w.capitalised() && strings.HasSuffix(w.folded, "n") && !r.function(w)
	}
	return w.class == wordclass.Verb && r.lang.code != "en" && strings.HasSuffix(w.folded, r.pluralEnding())
}

// pluralEnding returns what Romance verbs end with where many do something.
func (r *reading) pluralEnding() string {
	return map[string]string{"fr": "ent", "es": "n", "pt": "m", "it": "o"}[r.lang.code]
}

// verbLast reads a German clause, whose verb stands last: "Kunden sollen einen Termin buchen können".
func (r *reading) verbLast(i, can, end int) bool {
	v := end - 1
	for v > i && (v == can || modal(r.words[v]) || r.words[v].is("be", "self") || r.words[v].capitalised() || !strings.HasSuffix(r.words[v].folded, "n") || r.function(r.words[v])) {
		v--
	}
	ours := slices.ContainsFunc(r.words[i:v], func(w word) bool { return w.is("we", "i") })
	if v == i || r.words[v].role != free || ours && can == i && r.act(r.words[v]) != "entry" {
		return false
	}
	from := i
	for from < v && (r.function(r.words[from]) && !r.Pronouns[r.words[from].en] || from == can) {
		from++ // damit, mit dem
	}
	who := min(from+1, v)
	name := r.act(r.words[v])
	if name == "" && end < len(r.words) && r.asks(r.words[end]) {
		name = "look" // nachschauen, wann …
	}
	r.take(can, can+1, verb)
	r.take(i, who, subject)
	r.does(act{verb: v, from: v, object: max(who, min(can+1, v)), end: v, name: name})
	return true
}

// finite reads people, or others, and what they do: "tenants report damage", "los socios reservan pista".
func (r *reading) finite(i, end int) bool {
	at, opened := i, false
	for at < end && !r.eachOne(at) {
		w := r.words[at]
		if !r.opens(w) && !r.Articles[w.en] && !r.Each[w.en] && w.en != "and" && !(opened && r.Relations[w.en]) {
			break
		}
		opened = opened || r.opens(w)
		at++
	}
	if last := r.words[end-1]; r.lang.code == "de" && i > 0 && end-i > 3 && (opened || r.words[i-1].stop == ',' && r.Relations[r.words[i].en] && r.Articles[r.words[i+1].en]) &&
		!last.capitalised() && strings.HasSuffix(last.folded, "n") && r.act(last) != "" { // in der Bürger Schlaglöcher melden
		return r.verbLast(i, i, end)
	}
	each := at > i && r.Each[r.words[at-1].en]
	if at >= end || r.words[at].role != free || r.function(r.words[at]) && !r.eachOne(at) && !r.words[at].is("everyone", "everybody", "they", "i", "we") {
		return false
	}
	people := at
	for people < end-1 && people < at+3 && !r.People[r.words[people].en] && r.content(people) {
		people++
	}
	isPeople := r.People[r.words[people].en] || r.words[people].is("everyone", "everybody", "they") || each || r.eachOne(at)
	if !r.People[r.words[people].en] {
		people = at
	}
	if isPeople && r.lang.code == "en" && people+1 < end && r.People[r.words[people+1].en] {
		people++ // allotment members
	}
	v := people + 1
	if v+1 < end && (r.words[v].en == "of" || r.words[v].class == wordclass.Preposition || r.genitive(v+1)) { // of our club
		for v++; v < end-1 && r.words[v-1].stop == 0 && r.words[v].class != wordclass.Verb && r.words[v].class != wordclass.Auxiliary; v++ {
			continue
		}
	}
	for v < end-1 && (r.words[v].is("self", "only", "also", "often") || r.words[v].class == wordclass.Adverb && r.act(r.words[v]) == "" || r.Pronouns[r.words[v].en] && v > people+1) {
		v++
	}
	if v >= end || r.words[v-1].stop != 0 || r.words[v].role != free || r.function(r.words[v]) || r.tells(v) {
		return false
	}
	name, last := r.act(r.words[v]), r.words[end-1]
	apart := r.lang.code == "de" && end-1 > v && slices.Contains(strings.Fields("an ein ab aus vor mit zuruck hin"), last.folded)
	if apart { // tragen sich … ein
		name = r.act(word{folded: last.folded + r.words[v].folded})
	}
	if v == at+1 && i == at-1 && r.words[i].is("our", "my") && r.lang.code == "en" && name != "" && !isPeople && r.words[v].folded != r.words[v].root {
		r.take(i, v+1, subject) // our club lends kayaks
		return true
	}
	r.self = r.self || r.words[people].is("i", "we") && name == "entry"
	if !r.verbAt(subjectOf{noun: people, people: isPeople, each: each, sentence: opened || i == 0 || r.words[i-1].stop == '.'}, v, end, name) {
		return false
	}
	r.private = r.private || each && r.People[r.words[people].en] && name == "entry"
	if apart {
		r.take(end-1, end, verb)
	}
	r.does(act{verb: v, from: i, object: v + 1, end: end, name: name, unsure: name == "" && r.lang.code == "en"})
	return true
}

// eachOne reports whether the i-th word is "each one", who does something: chacun, ognuno.
func (r *reading) eachOne(i int) bool {
	return r.Each[r.words[i].en] && r.words[i].class == wordclass.Pronoun
}

// subjectOf is who does something: the noun, whether people are named, each of them, and whether a sentence or a clause begins so.
type subjectOf struct {
	noun                   int
	people, each, sentence bool
}

// verbAt reports whether the v-th word is the verb of a subject: one that is known; or, by its place and its ending, another.
func (r *reading) verbAt(who subjectOf, v, end int, name string) bool {
	w, s := r.words[v], r.words[who.noun]
	next := word{}
	if w.stop == 0 && v+1 < end {
		next = r.words[v+1]
	}
	if slices.Contains(strings.Fields("in out over up off down back away"), next.folded) && next.stop == 0 && v+2 < end && r.lang.code == "en" {
		next = r.words[v+2] // hand in their homework
	}
	takes := r.Articles[next.en] || r.Pronouns[next.en] || next.folded == "a" || next.raw != "" && r.content(v+1) && (name != "" || r.several(v+1, r.run(v+1)))
	unknown := name == "" && w.known && !strings.HasPrefix(w.en, "to ") || w.capitalised() || name == "" && r.grammar.heading(r.lang, w)
	look := name == "look" && s.en == "they"
	switch {
	case s.is("i", "we"):
		return name == "entry" && v == who.noun+1 && next.class != wordclass.Gerund
	case unknown || look:
		return false
	case r.lang.code == "en":
		base := (w.root == w.folded || strings.Contains(w.folded, " ")) && !strings.HasSuffix(w.folded, "ing") && !strings.HasSuffix(w.folded, "ed")
		many := s.en != s.root || s.is("people", "staff", "they")
		switch {
		case !who.people && agents.MatchString(s.folded) && who.sentence && base && takes && !r.Vessels[w.root]:
			return true // gardeners swap plants
		case who.people && name != "":
			return base && many || (who.each || who.sentence) && !many && strings.HasSuffix(w.folded, "s")
		case who.people:
			return base && many && who.sentence && takes && !r.Vessels[w.root]
		}
		return who.sentence && name != "" && name != "look" && base && many && takes && !r.Vessels[r.words[r.run(min(v+1, end-1))-1].root]
	case r.lang.code == "de" && strings.HasSuffix(w.folded, "n"):
		return who.people || s.capitalised() && who.sentence && (name != "" || r.Articles[next.en] || w.class == wordclass.Verb)
	case r.lang.code == "de":
		return strings.HasSuffix(w.folded, "t") && who.people && takes
	}
	many := r.verbForm(v)
	if name != "" {
		return many && (who.people || who.sentence || takes) || who.people && who.sentence && !r.infinitiveForm(w, true)
	}
	if !who.people && w.class == wordclass.Verb && who.sentence && agents.MatchString(s.folded) {
		return many
	}
	return many && who.people && (r.Articles[next.en] || r.Relations[next.en] || r.Pronouns[next.en] || who.sentence)
}

// agents matches nouns for people who do something, in the plural.
var agents = regexp.MustCompile(`(?:er|or|ent|ant|ee|ist|ian|eur|iste|cien|euse|ero|ore|ista|ante|eiro)s$|(?:ieri|tori|isti|anti|ari)$`)

// tells reports whether the i-th word says what people tell when they send something, which is a list of columns.
func (r *reading) tells(i int) bool {
	name, act := strings.TrimPrefix(r.words[i].en, "to "), r.act(r.words[i])
	they := i > 0 && (r.words[i-1].en == "they")
	return r.verb >= 0 && (r.Tells[name] || r.Needs[name]) || they && (act == "choice" || act == "request" || act == "" || act == "message")
}

// further reads a verb that goes on where another stopped: "… , mark them as done and delete them".
func (r *reading) further(i, end int) bool {
	at := i
	for at < end && (r.words[at].is("and", "or", "also", "then", "to", "i", "they") || r.romance() && r.Articles[r.words[at].en]) {
		at++
	}
	if at >= end || i >= r.chain || r.words[i].role != free || r.tells(at) || r.words[at].role != free || r.function(r.words[at]) || r.act(r.words[at]) == "" {
		return false
	}
	w := r.words[at]
	verbal := r.lang.code != "en" && r.infinitiveForm(w, true) || r.verbForm(at)
	verbal = verbal || r.lang.code == "en" && (w.root == w.folded || strings.Contains(w.folded, " ") && w.class != wordclass.Noun)
	if !verbal || r.lang.code == "en" && w.stop == 0 && at+1 < end && !r.function(r.words[at+1]) && !r.content(at+1) || w.stop == ',' {
		return false
	}
	from := at + 1
	if r.lang.code == "de" {
		from = i
	}
	r.does(act{verb: at, from: at, object: from, end: end, name: r.act(w)})
	return true
}
