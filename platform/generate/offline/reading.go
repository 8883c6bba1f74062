package offline

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/wordclass"
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
	asked        // what is asked for
	duty         // what is done with the rows
)

// reading is a description as far as it was understood.
type reading struct {
	*grammar
	lang  *language
	text  string
	words []word
	roots string

	from, to  int      // the words that name the topic; equal when none does
	full      int      // where the topic ends with words such as "list" behind it
	start     int      // where what people send begins
	entry     string   // what one entry of the topic is, in English, where the topic is a collection: menu → dish
	acts      []string // what people do, as act names it
	flags     []string // what they mark rows as
	bare      bool     // the last of that has no object yet
	chain     int      // where the clause of the last of that ends
	sent      string   // what people send, in English: "booking"; "" when they send nothing
	unsure    bool     // what seems to be a verb may be a noun
	sure      bool     // the description says whether they send something
	verb      int      // the word that says what they send, -1 for none
	one       bool     // the topic is in the singular and means many: "employee directory", "find a doctor"
	owned     bool     // only the owner is named: "my café"
	private   bool     // people see only what is their own
	mine      bool     // only the author sees anything
	closed    bool     // only people who are known see anything
	self      bool     // the author sends it
	lead      int      // the word before the topic that says what is done with it or holds it: "Menu of", "Registration for"; -1
	each      [2]int   // the words of "for each dog"
	fields    []field  // the columns
	before    int      // how many of them are asked for before what people send
	with      bool     // they stand behind a word such as "with"
	colon     bool     // they stand behind a colon
	colonList [2]int   // the words of a list behind a colon that may be columns or rows
	exact     bool     // no others are wanted
	duties    duties   // what is done with the rows
}

// reading reads a text; given says whether data were pasted with it.
func (g *grammar) reading(text string, lang *language, given bool) *reading {
	r := &reading{grammar: g, text: text, lang: lang, words: g.classified(lang, text), verb: -1, lead: -1}
	r.roots = roots(r.words)
	r.findLooks()
	r.findDuties(given)
	r.findPrivacy()
	r.findOwner()
	r.findActs()
	r.findFields()
	r.edges()
	for _, done := range r.flags {
		r.field(field{heading: done, kind: platform.ColumnBoolean})
	}
	r.findTopic()
	return r
}

// classified reads a text as words with their classes.
func (g *grammar) classified(lang *language, text string) []word {
	single := split(text)
	in := make([]wordclass.Word, len(single))
	for i, w := range single {
		in[i] = wordclass.Word{Folded: w.folded, Capital: w.capitalised(), Stop: w.stop != 0}
	}
	out, at := lang.read(text), 0
	for i, c := range g.classes[lang.code]().Read(in) {
		for at+1 < len(out) && single[i].from >= out[at].to {
			at++
		}
		if out[at].class == 0 || lang.code == "en" || lang.code == "de" { // the last of several tells in English, the first elsewhere
			out[at].class = c
		}
	}
	for i, w := range out {
		if w.class == wordclass.Noun && strings.HasPrefix(w.en, "to ") {
			out[i].en, out[i].root, out[i].known = w.folded, w.folded, false // a noun, and not the verb that looks like it
		}
	}
	for i := range max(0, len(out)-1) { // which beaches, de recharge
		which := out[i].en == "which" && (i == 0 || out[i-1].stop == '.') || out[i].class == wordclass.Preposition && lang.code != "en"
		if w := &out[i+1]; which && out[i].stop == 0 && (w.class == wordclass.Verb || w.class == wordclass.Infinitive && out[i].en == "which") {
			w.class = wordclass.Noun
		}
	}
	return out
}

func (r *reading) take(from, to int, as role) {
	for i := from; i < to; i++ {
		if as != asked || r.words[i].role != look {
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
	if w.en == "tools" {
		return false // and not the tool that is made
	}
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
	if !w.known && (strings.IndexByte("RVXIOSC", byte(w.class)) >= 0 && w.class != 0 || r.placeless(i)) {
		return false
	}
	return w.role == free && !r.glue(i) && !r.Relations[w.en] && !r.Details[w.en] && !r.Clauses[w.en] && !r.People[w.en] && !r.Features[w.en] && !r.asks(w) &&
		w.en != "by" && w.en != "per" && (!strings.HasPrefix(w.en, "to ") || w.class == wordclass.Noun) && !strings.HasPrefix(w.en, "on ") && !strings.HasPrefix(w.en, "in ")
}

// placeless reports whether the i-th word is no part of a name by its place: an adjective behind its German noun, or what only stands
// for the app: "a place where".
func (r *reading) placeless(i int) bool {
	w := r.words[i]
	behind := i > 0 && r.words[i-1].stop == 0 && r.words[i-1].class == wordclass.Noun
	stands := i > 0 && i+1 < len(r.words) && w.stop == 0 && w.class == wordclass.Noun && (r.words[i-1].en == "a" || r.words[i-1].class == wordclass.Adjective)
	after := behind && w.class == wordclass.Adjective && (r.lang.code == "de" && !w.capitalised() || r.lang.code == "en" && w.stop != 0)
	done := i > 0 && w.class == wordclass.Participle && r.words[i-1].class == wordclass.Auxiliary // où sont rangés
	return after || done || stands && (r.words[i+1].en == "where" || r.words[i+1].en == "so that")
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
			for j := i + 1; j < min(i+4, len(r.words)) && r.words[j-1].stop == 0; j++ {
				if r.words[j].root == "color" || r.words[j].root == "colour" {
					r.take(i, j+1, look) // in green and cream colours
				}
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
			if w.role == duty {
				continue
			}
			for _, c := range [][2]string{{"only", "only"}, {"see", "see sees seeing view views access visible"}, {"own", "own themselves himself"},
				{"other", "other others else but except"},
				{"none", "nobody no"}, {"who", "each everyone everybody they nobody"}, {"each", "each everyone everybody"}, {"me", "i me"}, {"private", "private"}} {
				has[c[0]] = has[c[0]] || slices.Contains(strings.Fields(c[1]), w.en) || c[0] == "see" && r.sees(w)
			}
			has["people"] = has["people"] || r.People[w.en]
			if at < 0 && w.role == free && (slices.Contains(strings.Fields("only see sees view views visible private"), w.en) || r.sees(w)) {
				at = i
			}
		}
		if me := has["me"] && has["only"]; me || has["private"] && (at < 4 && from == 0 || at+1 == to) { // only for me; a private diary
			r.private, r.mine = true, me
			if r.take(at, at+1, privacy); me && r.words[from].role == free {
				r.take(at, to, privacy)
			}
		} else if own := slices.IndexFunc(r.words[from:to], func(w word) bool { return w.en == "own" }); own > 0 && has["each"] && !has["see"] && !has["only"] {
			r.take(from, from+own+1, privacy) // each member keeps their own …
			r.private = true
		} else if group := has["see"] && has["only"] && has["people"] && !has["own"] && !has["who"]; group || has["only"] && has["own"] ||
			has["see"] && (has["own"] || has["only"] && has["who"] || has["none"] && has["other"]) || has["private"] && (has["who"] || has["people"]) {
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
			r.private, r.closed = r.private || !group, r.closed || group
		}
		from = to
	}
}

// sees reports whether a word is a form of "see" in another language.
func (r *reading) sees(w word) bool {
	return slices.Contains(strings.Fields("verlo verla verlos verlas vederlo vederla vederli veja vejam vea vean veda vedano voie voient sieht sehen"), w.folded)
}

// findOwner takes clauses in which somebody tells who they are or what they have: "We run a café." Where nothing else is named,
// that is what the app is about.
func (r *reading) findOwner() {
	for from := 0; from < len(r.words); {
		to := r.end(from, ".,:")
		for i := from + 1; i+1 < to; i++ {
			if next := r.words[i+1].en; r.words[i].en == "and" && (r.Pronouns[next] || r.Needs[next] || r.Commands[next] || r.People[next] || strings.HasPrefix(next, "i ")) {
				to = i
			}
		}
		first, verb := r.words[from], from+1
		ending := first.stop == 0 && (first.class == wordclass.Verb || first.known)
		is := first.en == "we are" || first.en == "run" && r.lang.code != "en"
		switch {
		case is || to-from < 2 || first.role != free || r.words[max(0, from-1)].stop == 0 && from > 0 && r.words[from-1].en != "and":
		case first.is("we", "i"):
			v := r.words[verb]
			is = v.is("are", "am", "run", "own")
			after := r.words[min(verb+1, to-1)] // I let out cottages; I have to need
			if serves := r.glue(verb) && !v.is("have") && after.en != "out" || v.is("have") && after.is("need"); !is && (serves || v.folded == "d" ||
				r.Needs[v.en] || modal(v) || r.act(v) == "entry") {
				verb = from
				break
			}
			for verb++; verb+1 < to && slices.Contains(strings.Fields("out up off away in"), r.words[verb].en); verb++ {
				continue
			}
		case r.romance() && (!first.known || first.is("i have", "have")) && ending:
		default:
			verb = from
		}
		begins := is || from == 0 || r.words[from-1].stop != 0 || r.words[from-1].en == "and"
		if verb > from && begins && (is || first.is("we", "i") || r.romance()) && to-from > 1 && first.role == free {
			r.take(from, verb, subject)
			r.take(verb, to, owner)
			r.owned = r.owned || is
		}
		from = max(to, from+1)
	}
}
