package offline

import (
	"regexp"
	"slices"
	"strings"
)

// act returns what a word says that people do, as a verb or as its noun: "look", "change", "remove", or, in English, what
// they send: "booking". "" when it says nothing of that.
func (r *reading) act(w word) string {
	plural, _ := strings.CutSuffix(w.folded, "ent")
	bare := w.folded
	if m := clitic.FindStringSubmatch(bare); m != nil && r.romance() && r.lang.code != "fr" {
		bare = m[1] // verlo, iscriversi
	}
	for _, own := range []string{w.folded, r.lang.stem(w.folded), r.lang.stem(plural + "er"), r.lang.stem(bare), r.lang.stem(bare + "e"), r.thirdPerson(w.folded)} {
		if name := r.lang.acts[own]; name != "" {
			return name
		}
	}
	if first, _, several := strings.Cut(w.folded, " "); several && r.lang.acts[first] != "" {
		return r.lang.acts[first]
	}
	if name, verb := strings.CutPrefix(w.en, "to "); verb || w.known {
		en := r.languages["en"]
		name, _, _ = strings.Cut(name, " ")
		return en.acts[en.stem(name)]
	}
	return ""
}

// thirdPerson returns the stem of the infinitive of a German or an Italian form: bearbeitet, modifica.
func (r *reading) thirdPerson(folded string) string {
	switch one, t := strings.CutSuffix(folded, "t"); {
	case t && r.lang.code == "de":
		return r.lang.stem(strings.TrimSuffix(one, "e") + "en")
	case r.lang.code == "it":
		return r.lang.stem(folded + "re")
	}
	return ""
}

// clitic matches infinitives with a pronoun at their end.
var clitic = regexp.MustCompile(`^(.+[aei]r)(?:se|los?|las?|les?|me|nos|si|li|mi|ci|ne)$`)

// opens reports whether a word begins a clause: "so that", "where".
func (r *reading) opens(w word) bool {
	return r.Clauses[w.en] && !modal(w) || w.en == "so that" || w.folded == "que" && r.romance()
}

func modal(w word) bool { return slices.Contains([]string{"can", "could", "should", "may"}, w.en) }

// is reports whether the English of a word is one of those.
func (w word) is(words ...string) bool { return slices.Contains(words, w.en) }

// function reports whether a word only holds others together.
func (r *reading) function(w word) bool {
	return r.Articles[w.en] || r.Relations[w.en] || r.Details[w.en] || r.Each[w.en] || r.Clauses[w.en] || r.Pronouns[w.en] ||
		w.is("and", "or", "by", "is", "are", "be", "have", "has", "not", "also", "only", "please", "own", "per")
}

// findActs finds the clauses that say what people do: with "can" and its like, by an infinitive, by people and a verb.
func (r *reading) findActs() {
	for i := 0; i < len(r.words); i++ {
		if r.words[i].role != free {
			continue
		}
		end := r.end(i, ".,:()")
		for j := i + 1; j < end; j++ {
			if r.opens(r.words[j]) && !r.opens(r.words[j-1]) && !r.Relations[r.words[j-1].en] {
				end = j
			}
		}
		first := i == 0 || r.words[i-1].stop != 0 || r.words[i-1].is("and", "or") || r.opens(r.words[i])
		switch {
		case i > 0 && r.words[i].is("whether", "if") && (r.words[i-1].stop == ',' || r.words[i-1].en == "and"):
			i = end - 1 // a column
		case r.question(i):
			i = r.end(i, ".") - 1
		case r.infinitive(i, end):
		case first && (r.modal(i, end) || r.finite(i, end) || r.further(i, end)):
		case (i == 0 || r.words[i-1].stop == '.') && i+1 < end && r.words[i].stop == 0 && r.content(i) && r.words[i+1].is("the", "my", "our", "all", "their") &&
			!slices.Contains([]string{"der", "des", "aller", "unserer", "meiner"}, r.words[i+1].folded):
			r.take(i, i+1, subject) // an imperative: count the birds
		}
	}
}

// holder reports whether something is named before the i-th word, such as a list that people add to.
func (r *reading) holder(i int) bool {
	return slices.ContainsFunc(r.words[:max(0, i)], func(w word) bool { return w.role == free && !r.function(w) && !r.Commands[w.en] })
}

// question reports whether the i-th word is in a sentence that asks what there is, which nobody sends.
func (r *reading) question(i int) bool {
	for i > 0 && r.words[i-1].stop != '.' {
		i--
	}
	return i < len(r.words) && r.asks(r.words[i]) && (r.words[i].folded != "que" || strings.Contains(r.words[i].raw, "é"))
}

// act is a verb with its object.
type act struct {
	from, verb, object, end int
	name                    string // "" for a verb that is not known
	unsure                  bool   // what seems to be a verb may be none
}

// does notes what people do. The object of the first that they send is what the app is about.
func (r *reading) does(a act) {
	r.take(a.from, min(a.verb, a.object), subject)
	r.take(a.verb, a.verb+1, verb)
	if a.object > a.verb {
		r.take(a.from, a.verb, subject)
	}
	r.chain = r.end(a.verb, ".:")
	r.sure = r.sure || a.name != "" || !a.unsure
	name := a.name
	next := word{}
	if a.object < a.end || a.object < len(r.words) && r.words[a.object-1].stop == 0 {
		next = r.words[a.object]
	}
	switch one := next.is("their", "his", "her", "a") || next.folded == "a"; {
	case name == "choice" && !one:
		name = "look"
	case name == "tick":
		name = "change"
		r.flags = append(r.flags, r.lang.Done)
	case (name == "" || name == "request") && (r.asks(next) || next.is("this", "that")):
		name = "look" // check which van is free
	case name == "" || name == "choice":
		name = "request"
	}
	defer func() { r.bare = r.verb >= 0 && (a.object >= a.end || next.is("and", "or")) && a.object > a.verb }()
	if r.acts = append(r.acts, name); r.mine && !r.self && name != "look" {
		r.private = false // what others send
	}
	switch {
	case name == "look":
		if r.asks(next) && !r.words[max(0, a.verb-2)].is("i", "we") && !r.words[max(0, a.verb-1)].is("i", "we") {
			r.claim(a.object, r.listEnd(a.object))
		}
	case (name == "change" || name == "remove") && r.verb < 0 && !r.holder(a.from):
		r.private = r.private || next.en == "their" || a.object+1 < a.end && r.words[a.object+1].en == "their"
	case r.bare: // book, move and cancel a lesson
		r.start = a.object
		r.private = r.private || next.en == "their"
	case name == "change" || name == "remove" || r.verb >= 0:
		r.private = r.private || next.en == "their" && r.verb >= 0 && (name == "change" || name == "remove")
		for i := a.object; i < a.end && !r.Details[r.words[i].en] && !(r.words[i].en == "and" && i+1 < a.end && r.act(r.words[i+1]) != ""); i++ {
			if as := r.words[i]; name == "change" && i+1 < a.end && (as.en == "as" || slices.Contains([]string{"als", "comme", "como", "come"}, as.folded)) {
				r.flags = append(r.flags, r.words[i+1].raw) // mark them as done
			}
			r.take(i, i+1, subject) // another thing that is done to the same
		}
	default:
		if name == "addition" {
			name = "entry"
		}
		if r.verb, r.sent, r.unsure, r.start = a.verb, name, a.unsure, a.object; r.Pronouns[next.en] {
			r.start = 0 // reserve one
		}
		to := min(r.listEnd(a.object), r.end(a.object, ":"))
		items := r.items(a.object, to)
		tells, several := r.Tells[strings.TrimPrefix(r.words[a.verb].en, "to ")] && next.folded != "a", len(items) > 1
		led := several && !slices.ContainsFunc(items, func(it item) bool { // a photo, a title and a text
			return !r.Articles[it.words[0].en] && it.words[0].folded != "a" || len(items) < 3 && !r.known(r.heading(it).heading)
		})
		first := items[:min(1, len(items))]
		things := slices.ContainsFunc(first, func(it item) bool { return !r.Articles[it.words[0].en] || it.words[0].en == "the" })
		listed := len(items) > 2 && a.name == "entry" && things && r.known(r.heading(items[1]).heading) // note shop, amount and date
		if a.object > a.verb && r.words[to-1].stop != ':' && (listed || tells && (several || next.en == "their") || several && next.en == "their" || led) {
			r.claim(a.object, to)
		}
	}
}
