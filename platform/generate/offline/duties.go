package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
)

// duties are what the end of a description, or of one of its sentences, says that is done with the rows of a list that stands
// before: "add edit delete", "neighbours can search, the board adds new ones", "everybody changes only their own".
type duties struct {
	any  bool // something is done with them
	adds bool // rows are added
}

// manages are the acts that are done to rows which are there; they never say what the app is about.
var manages = []string{"look", "addition", "change", "remove", "tick", "entry", "choice"}

// part is a piece of a sentence with the verbs in it.
type part struct {
	from, to int
	verbs    []int
	acts     []string
	said     bool // somebody, a modal, or an infinitive says that these are verbs
	bare     bool // nothing stands behind its verbs
	own      bool // it is done to what is one's own
	everyone bool // all do it, or people of some kind
	public   bool // all can do it
	never    bool // nobody does it
	plain    bool // its object is no thing of its own: none, a pronoun, "new ones"
}

// findDuties takes the parts at the end of each sentence that say what is done with the rows.
func (r *reading) findDuties(given bool) {
	for from := 0; from < len(r.words); {
		to := r.end(from, ".:")
		var tail []part
		for end := to; end > from; {
			p := r.part(from, end)
			if len(p.verbs) == 0 && !(len(tail) > 0 && r.opens(r.words[p.from])) {
				break
			}
			if len(tail) > 0 && p.bare && tail[0].own && r.words[tail[0].from].is("and", "or") && tail[0].verbs[0] == tail[0].from+1 {
				p.own = true // see and cancel their own
			}
			tail, end = append([]part{p}, tail...), p.from
		}
		for len(tail) > 0 && !(tail[0].said || len(tail[0].verbs) > 0 && r.base(tail[0].verbs[0])) {
			tail = tail[1:]
		}
		if len(tail) > 0 && r.isDuty(tail, given) {
			r.note(tail)
		}
		from = to
	}
}

// joins reports whether a word only joins two clauses.
func joins(w word) bool {
	return w.is("and", "or", "but")
}

// denies reports whether a word says that something is not done.
func denies(w word) bool {
	return no(w) || w.is("nobody", "never", "not")
}

// part reads the last piece of the words up to end: behind a comma, a bracket, or what joins two clauses.
func (r *reading) part(from, end int) part {
	i := end - 1
	for i > from && r.words[i-1].stop == 0 && !joins(r.words[i]) {
		i--
	}
	p := part{from: i, to: end}
	if joins(r.words[i]) {
		i++
	}
	for v := i; v < end; v++ {
		if !r.doneAt(i, v, end) && (len(p.verbs) == 0 || v != p.verbs[len(p.verbs)-1]+1 || !r.base(v)) {
			continue
		}
		if len(p.verbs) > 0 && v != p.verbs[len(p.verbs)-1]+1 {
			continue
		}
		name := r.act(r.words[v])
		if name == "registration" || name == "booking" || name == "message" { // new ones, Neue eintragen
			name = "addition"
		}
		p.verbs, p.acts = append(p.verbs, v), append(p.acts, name)
	}
	if len(p.verbs) == 0 {
		return p
	}
	only := slices.ContainsFunc(r.words[i:end], func(w word) bool { return w.folded == "que" && r.lang.code == "fr" }) // on ne peut supprimer que …
	first, last := p.verbs[0], p.verbs[len(p.verbs)-1]
	p.said = first > i || r.lang.code != "en" && r.base(first)
	p.bare = last+1 == end
	p.plain = true
	for j := i; j < end; j++ {
		w := r.words[j]
		p.own = p.own || w.is("own") || w.is("their", "theirs") && slices.ContainsFunc(r.words[i:end], func(w word) bool { return w.is("only", "just", "own") || w.folded == "que" })
		p.everyone = p.everyone || j < first && (w.is("everyone", "everybody", "all", "anyone", "people") || r.People[w.en])
		p.never = p.never || denies(w) && !only
		p.public = p.public || w.is("everyone", "everybody", "all", "anyone") && p.said && slices.ContainsFunc(r.words[i:end], modal)
		p.plain = p.plain && (j <= last && r.lang.code != "de" || slices.Contains(p.verbs, j) || r.function(w) || !r.content(j) || w.is("new", "own"))
	}
	return p
}

// base reports whether the i-th word is a verb as lists of verbs have it: an infinitive, or in English its bare form.
func (r *reading) base(i int) bool {
	w := r.words[i]
	if !slices.Contains(manages, r.act(w)) {
		return false
	}
	if r.lang.code == "en" {
		return w.root == w.folded && !strings.HasSuffix(w.folded, "ing") && !strings.HasSuffix(w.folded, "ed")
	}
	if r.lang.code == "de" {
		return strings.HasSuffix(w.folded, "n")
	}
	return w.class == wordclass.Infinitive || infinitive.MatchString(w.folded) && r.lang.acts[w.folded] != ""
}

// infinitive matches what infinitives end with in Romance languages.
var infinitive = regexp.MustCompile(`(?:[aeio]r|re)$`)

// doneAt reports whether the v-th word is the verb of the piece from i to end.
func (r *reading) doneAt(i, v, end int) bool {
	w, name := r.words[v], r.act(r.words[v])
	renews := slices.ContainsFunc(r.words[i:end], func(w word) bool { return w.is("new") }) && slices.Contains([]string{"registration", "booking", "message"}, name)
	if w.role != free || !slices.Contains(manages, name) && !renews {
		return false
	}
	last := end - 1
	for last > v && modal(r.words[last]) {
		last--
	}
	switch {
	case r.lang.code == "de" && (last == v && strings.HasSuffix(w.folded, "n") && (!w.capitalised() || v == i)):
		return !slices.ContainsFunc(r.words[i:v], func(w word) bool { return r.Details[w.en] })
	case v == i:
		return r.base(v) || w.class == wordclass.Verb || r.romance() && strings.HasSuffix(w.folded, r.pluralEnding())
	}
	people := false
	for j := i; j < v; j++ {
		x := r.words[j]
		people = people || r.People[x.en] || r.Each[x.en] || x.is("i", "we", "they", "all", "everyone", "everybody", "anyone", "nobody") || j == v-1 && r.subjectAt(i, j)
		if r.Details[x.en] {
			return false
		}
	}
	before := r.words[v-1]
	led := modal(before) || before.is("to", "able", "also", "only", "then", "want", "need", "i want", "they", "we", "i", "self", "not") ||
		slices.Contains([]wordclass.Class{wordclass.Auxiliary, wordclass.Adverb}, before.class) || r.romance() && (r.Pronouns[before.en] ||
		slices.Contains([]wordclass.Class{wordclass.Infinitive, wordclass.Verb, wordclass.Preposition}, before.class))
	switch {
	case r.lang.code == "en":
		one := strings.HasSuffix(w.folded, "s") && w.root != w.folded
		return led && r.base(v) || people && (r.base(v) && before.class == wordclass.Noun || one && before.en == before.root && !r.Articles[before.en])
	case r.lang.code == "de":
		return people && !w.capitalised() && (strings.HasSuffix(w.folded, "t") || strings.HasSuffix(w.folded, "n"))
	case r.base(v):
		return led
	}
	return people && (!r.Articles[before.en] || before.class == wordclass.Pronoun) && w.class != wordclass.Adjective
}

// subjectAt reports whether the words from i to j are an article and what it stands before, with which a clause begins.
func (r *reading) subjectAt(i, j int) bool {
	return j > i && j-i < 4 && r.Articles[r.words[i].en] && r.words[j].class != wordclass.Adjective
}

// isDuty reports whether parts say what is done with rows: at least one changes them, something says that these are verbs, and
// what is in the list stands before, or is spoken of as known.
func (r *reading) isDuty(tail []part, given bool) bool {
	writes, said, plain, from := 0, false, true, tail[0].from
	for _, p := range tail {
		for _, name := range p.acts {
			if name != "look" && name != "choice" && name != "entry" {
				writes++
			}
		}
		said, plain = said || p.said, plain && (p.plain || p.own)
	}
	stops := 0
	for _, w := range r.words[:from] {
		if w.stop == ',' || w.stop == ':' || w.stop == '(' {
			stops++
		}
	}
	ends := from == 0 || r.words[from-1].stop == '.' || r.words[from-1].stop == ':'
	begins := from == 0 || r.words[from-1].stop != 0 || joins(r.words[from])
	if first := tail[0]; len(tail) == 1 && writes == 0 && first.public && stops > 1 {
		return true // all should be able to read them
	}
	return writes > 0 && (said || writes > 1 && ends) && begins && (given || from > 0 && r.has(from) && (stops > 1 || plain))
}

// note keeps what parts say that is done, and takes their words.
func (r *reading) note(tail []part) {
	sees, own := false, false
	r.duties.any = true
	for _, p := range tail {
		look := slices.Contains(p.acts, "look") || slices.Contains(p.acts, "choice")
		sees, own = sees || look && !p.own && p.everyone, own || p.own
	}
	for i, p := range tail {
		r.take(p.from, p.to, duty)
		if i > 0 && tail[i-1].never && joins(r.words[p.from]) && p.verbs != nil && p.verbs[0] == p.from+1 {
			tail[i].never = true // nobody may change or delete them
		}
		if tail[i].never {
			continue
		}
		for _, name := range p.acts {
			switch name {
			case "tick":
				r.flags = append(r.flags, r.lang.Done)
				name = "change"
			case "entry", "addition":
				r.duties.adds = true
				continue
			case "choice":
				name = "look"
			}
			if sees && own && name != "look" {
				continue // a table shows all rows or one's own, so nobody may change what all see
			}
			r.acts = append(r.acts, name)
		}
	}
	r.private = r.private || own && !sees
}
