package offline

import (
	"regexp"
	"slices"
	"strings"
)

// findAct finds what people do with the app: they send something, or look something up.
func (r *reading) findAct() {
	for from := 0; from < len(r.words); {
		to := from + 1
		for to < len(r.words) && r.words[to-1].stop == 0 && !r.opens(to) {
			to++
		}
		if r.words[from].role == free && !r.question(from) && r.act(from, to) {
			return
		}
		from = to
	}
	for i := range r.words {
		if r.words[i].role == free && !r.question(i) && r.infinitive(i) {
			r.does(i, i, i+1)
			return
		}
	}
}

// opens reports whether a word begins a clause: "so that", "where".
func (r *reading) opens(i int) bool {
	w := r.words[i]
	return r.Clauses[w.en] && !modal(w) || w.en == "so that" || w.en == "and" && i+1 < len(r.words) && r.People[r.words[i+1].en]
}

// question reports whether the i-th word is in a sentence that asks what there is, which nobody sends.
func (r *reading) question(i int) bool {
	for i > 0 && r.words[i-1].stop != '.' {
		i--
	}
	return i < len(r.words) && r.asks(r.words[i]) && (r.words[i].folded != "que" || strings.Contains(r.words[i].raw, "é"))
}

func modal(w word) bool { return slices.Contains([]string{"can", "could", "should", "may"}, w.en) }

// act reads a clause with a subject: "guests can book a table", "Kunden Termine buchen können", "los socios reservan pista".
func (r *reading) act(from, to int) bool {
	at := from
	opened := r.opens(from)
	if opened {
		at++
	}
	asked := false // let guests …, I want people to …
	if at+1 < to && slices.Contains([]string{"i", "we"}, r.words[at].en) && r.words[at+1].en == "want" {
		at++
	}
	for at < to && slices.Contains([]string{"let", "allow", "enable", "help", "i want", "want"}, r.words[at].en) {
		asked = true
		at++
	}
	noun := at
	for noun < to && (r.Articles[r.words[noun].en] || r.Each[r.words[noun].en]) {
		noun++
	}
	can := slices.IndexFunc(r.words[at:to], modal)
	if can >= 0 {
		can += at
	}
	if noun >= to || slices.Contains([]string{"i", "we", "self", "it"}, r.words[noun].en) {
		return false
	}
	after := noun + 1 // the subject
	for r.lang.code == "en" && after < to && after < noun+3 && !r.crowd(after-1) && !r.verbal(after) && after != can && r.content(after) {
		after++
	}
	if r.lang.code == "en" && r.crowd(noun) && after+2 < to && r.words[after].en == "of" { // members of the rowing club log …
		for after += 2; after < to && after < noun+6 && !r.Verbs[r.words[after].en]; after++ {
			continue
		}
	}
	if r.lang.code == "en" && after == noun+1 && after < to && r.crowd(after) {
		after++ // allotment members
	}
	switch {
	case can == at && at+1 < to && slices.Contains([]string{"you", "i", "we"}, r.words[at+1].en):
		return false // could you …
	case can == at && r.lang.code != "de": // donde puedan reservar
		after = at
	case can >= 0 && can < after:
		return false
	}
	v := -1
	switch {
	case can >= 0 && r.lang.code == "de":
		for i := to - 1; i > at; i-- {
			if w := r.words[i]; i != can && !w.capitalised() && strings.HasSuffix(w.folded, "n") && !r.Relations[w.en] && !r.Articles[w.en] && w.en != "be" {
				v = i
				break
			}
		}
	case can >= 0:
		v = can + 1
		for v < to && (r.Pronouns[r.words[v].en] || slices.Contains([]string{"also", "only", "then", "to", "easily", "quickly"}, r.words[v].en)) {
			v++
		}
	case after < to && r.finite(noun, after, opened || asked):
		v = after
		if r.words[v].en == "to" {
			v++
		}
	}
	if v >= 0 && v+2 < to && r.words[v].en == "be" && r.words[v+1].en == "able" {
		v += 3
	}
	if v < 0 || v >= to || (r.words[noun].en == "you" || after == at) && r.Commands[r.words[v].en] {
		return false // can you make …
	}
	if r.words[v].role != free || slices.Contains([]string{"be", "is", "are", "have"}, r.words[v].en) {
		return false
	}
	object := v + 1
	if r.lang.code == "de" && can >= 0 {
		object = after
		r.take(v, to, verb)
		r.take(can, can+1, verb)
	}
	r.take(from, after, subject)
	r.does(v, after, object)
	return true
}

// does notes the verb: of looking up, or of sending.
func (r *reading) does(v, from, object int) {
	w := r.words[v]
	r.start, r.sure = object, true
	if object > v {
		r.take(from, v+1, verb)
	}
	r.words[v].role = verb
	name, _ := strings.CutPrefix(w.en, "to ")
	if r.Verbs[w.root] && !r.Verbs[name] {
		name = w.root
	}
	if r.Lookups[name] {
		return
	}
	r.verb, r.sent = v, r.Intake[name]
	if r.sent == "" {
		r.sent = "request"
	}
	r.unsure = r.lang.code == "en" && !r.verbal(v) && !slices.ContainsFunc(r.words[:v], modal)
	end := r.end(object, ".:")
	if object < len(r.words) && object > v && r.Tells[name] && r.words[object].en != "a" && (len(r.items(object, end)) > 1 || r.words[object].en == "their") {
		r.claim(object, r.listEnd(object))
	}
}

// verbal reports whether the i-th word is a verb that people do something with.
func (r *reading) verbal(i int) bool {
	w := r.words[i]
	known := r.Verbs[w.en] || r.Lookups[w.en] || r.Verbs[w.root] && i > 0 && r.People[r.words[i-1].en]
	return strings.HasPrefix(w.en, "to ") || w.en == "to" || w.en == w.folded && r.lang.code == "en" && known
}

// finite reports whether the word behind a subject is its verb: one that is known; or, by its place and its ending, another.
func (r *reading) finite(noun, i int, opened bool) bool {
	w, s := r.words[i], r.words[noun]
	if w.role != free || s.role != free || r.words[i-1].stop != 0 || s.en == "and" || r.Relations[s.en] || r.Details[s.en] || r.Vessels[s.root] || r.Vague[s.root] {
		return false
	}
	people := r.People[s.en] || r.People[r.words[i-1].en]
	next := ""
	if i+1 < len(r.words) && w.stop == 0 {
		next = r.words[i+1].en
	}
	if r.verbal(i) && (people || opened || !strings.HasPrefix(s.en, "to ") && s.en != s.root && r.lang.code != "en") {
		return !r.Lookups[w.en] || people || opened
	}
	starts := noun == 0 || r.words[noun-1].stop == '.'
	if r.lang.code == "en" && starts && i == noun+1 && r.Verbs[w.en] && r.several(noun, i) && w.stop == 0 && r.content(i+1) {
		return true // beekeepers report swarms
	}
	if r.lang.code == "en" && r.crowd(i-1) && w.en == w.root && !r.Vessels[w.root] && i+1 < len(r.words) && w.stop == 0 && r.content(i+1) {
		return true // members swap seeds, or so it seems
	}
	if r.lang.code == "de" && s.capitalised() && !w.capitalised() && strings.HasSuffix(w.folded, "en") && r.Articles[next] {
		return !r.Relations[w.en] && !r.Articles[w.en] && !r.Lookups[w.en] && !r.Needs[w.en] // Lehrlinge führen ein …
	}
	if w.known || w.stop != 0 && !opened || r.lang.code == "en" || w.capitalised() || r.grammar.heading(w.root) {
		return false
	}
	endings := map[string][]string{"de": {"en", "ern", "eln"}, "fr": {"ent"}, "es": {"an", "en"}, "pt": {"am", "em"}, "it": {"ano", "ono", "ino", "ero"}}[r.lang.code]
	many := slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(w.folded, e) })
	takes := r.Articles[next] || r.Relations[next] || r.Pronouns[next] || next == "a"
	return many && (people || opened || takes && noun > 0 && r.Articles[r.words[noun-1].en]) || people && takes && r.Articles[next]
}

// crowd reports whether a word names people in the plural.
func (r *reading) crowd(i int) bool {
	return r.People[r.words[i].en] && r.words[i].en != r.words[i].root
}

// infinitive reports whether a word is a verb without a subject: "book a table", "para pedir cita". An English word is a verb
// only where one may stand.
func (r *reading) infinitive(i int) bool {
	w := r.words[i]
	name, marked := strings.CutPrefix(w.en, "to ")
	if marked || !r.Verbs[w.en] || w.en != w.folded || r.lang.code != "en" {
		return marked && !r.Lookups[name] && name != ""
	}
	next := word{}
	if i+1 < len(r.words) {
		next = r.words[i+1]
	}
	before := ""
	if i > 0 {
		before = r.words[i-1].en
	}
	leads := i == 0 || r.words[i-1].stop == '.' || slices.Contains(strings.Fields("to can could let may should and or must us me"), before) || r.People[before]
	takes := r.Articles[next.en] || r.Relations[next.en] || next.en == "a" || i+1 < len(r.words) && r.content(i+1) && w.en != "book" && i > 0
	return leads && takes
}

// findOwner takes sentences that say who wants the app: "We run a café."
func (r *reading) findOwner() {
	for from := 0; from < len(r.words); {
		to := r.end(from, ".")
		for i := from + 1; i+1 < to; i++ {
			if next := r.words[i+1].en; r.words[i].en == "and" && (r.Pronouns[next] || r.Needs[next] || r.Commands[next] || r.People[next]) {
				to = i
			}
		}
		first := r.words[from]
		we := first.en == "we are" || (first.en == "we" || first.en == "i") && from+1 < to && slices.Contains([]string{"are", "am", "run", "own"}, r.words[from+1].en)
		next := from + 1
		if !we && from+2 < to && (first.en == "we" || first.en == "i") && r.words[next].role == free && !r.glue(next) && !r.Needs[r.words[next].en] && !modal(r.words[next]) {
			for next++; next+1 < to && slices.Contains(strings.Fields("out up off away in"), r.words[next].en); next++ {
				continue
			}
			r.take(from, next, subject) // we rent out …
			if to+2 < len(r.words) && r.words[to].en == "and" && r.Articles[r.words[to+2].en] {
				r.take(from, to, owner) // … and need
			}
		} else if verbal := romanceVerb.MatchString(first.folded); verbal && r.romance() && !first.known && from+1 < to {
			r.take(from, from+1, subject)
		}
		if we || first.en == "run" && r.lang.code != "en" {
			r.take(from, to, owner)
			r.owned = true
		}
		from = to
	}
}

// romanceVerb matches verbs with "we" in their ending.
var romanceVerb = regexp.MustCompile(`(?:[aei]mos|iamo|ons)$`)
