package offline

import (
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/wordclass"
)

// field is a column that is asked for.
type field struct {
	heading string
	kind    platform.ColumnType
	values  []string // of an enum
	used    bool     // it names a column of pasted data
}

// findFields finds the columns that are asked for: in brackets, behind a colon, behind words such as "with" and "for each",
// and in a sentence that only lists them.
func (r *reading) findFields() {
	colons := 0 // a description has few, and each list is read again for those in it
	for i := 0; i < len(r.words); i++ {
		if w := r.words[i]; i+1 == len(r.words) || w.role == look && w.stop != ':' {
			continue
		}
		w, to := r.words[i], i
		switch {
		case w.stop == '(' && w.role != asked && w.role != duty && (r.content(i) || r.columnsAt(i+1)):
			to = r.bracket(i + 1)
			if len(r.items(i+1, to)) > 1 && r.claim(i+1, to) {
				r.exact = true
				continue
			}
			to = i
		case w.stop == ':':
			if colons++; colons > 30 {
				continue
			}
			if to = r.afterColon(i); to > i+1 {
				i = to - 1
			}
			continue
		case w.role != free:
		case r.Each[w.en]:
			to = r.eachOf(i)
		case r.by(i):
			to = r.filterBy(i)
		case w.en == "which" && i > 0 && r.joined(i) && i+1 < len(r.words) && r.words[r.end(i, ".,:")-1].stop == ':' && r.content(i+1):
			end := r.end(i, ":") // show which spare parts we have: …
			r.take(i, i+1, subject)
			if run := r.run(i + 1); run < end {
				r.take(run, end, subject)
			}
			to = end - 1
		case r.asks(w) && i > 0 && (r.joined(i) || w.en == "which") && r.has(i):
			if end := r.listEnd(i); r.claim(i, end) {
				to = end
			}
		case i > 0 && (r.words[i-1].stop == '.' || r.words[i-1].stop == ',') && r.listing(i):
			to = r.listEnd(i)
		case (r.Details[w.en] || strings.HasPrefix(w.folded, "mit ") || r.tellsMore(i)) && w.stop == 0 && !r.announces(i+1) && (r.has(i) || r.holds(i)):
			none := len(r.fields) == 0
			if end := r.listEnd(i + 1); r.claim(i+1, end) {
				r.words[i].role, to, r.with = asked, end, r.with || none
			}
		case i > 0 && w.stop == 0 && r.sent != "" && (r.joined(i) || r.words[i-1].en == "they") && w.class != wordclass.Noun && r.lists(i): // and leave name and class
			from := i + 1
			for from+1 < len(r.words) && r.words[from].stop == 0 && r.words[from].is("us", "me", "about") { // tell us about
				from++
			}
			if end := r.listEnd(from); r.claim(from, end) {
				r.words[i].role, to = asked, end
			}
		case i > 0 && r.joined(i) && w.is("their", "its") && r.has(i):
			if end := r.listEnd(i); r.claim(i, end) {
				to = end // the doctors, their telephone and address
			}
		}
		i = max(i, to-1)
	}
}

// tellsMore reports whether the i-th word is a gerund that says what a thing has: "une carte indiquant l'adresse".
func (r *reading) tellsMore(i int) bool {
	return r.words[i].class == wordclass.Gerund && i > 0 && i+1 < len(r.words) && r.words[i-1].class == wordclass.Noun && (r.Articles[r.words[i+1].en] || r.romance()) &&
		(r.act(r.words[i]) == "" || r.romance())
}

// announces reports whether the words from the i-th on only say that a list comes: "the following details:", "rehearsals:".
func (r *reading) announces(i int) bool {
	end := r.end(i, ".,:")
	return r.words[end-1].stop == ':' && !r.known(r.words[end-1].raw)
}

// columnsAt reports whether a bracket that begins at i lists what people use for columns.
func (r *reading) columnsAt(i int) bool {
	items := r.items(i, r.bracket(i))
	return len(items) > 2 && r.known(r.heading(items[0]).heading)
}

// bracket returns where the bracket that begins at i ends.
func (r *reading) bracket(i int) int { return r.end(i, ".)") }

// joined reports whether the i-th word follows a comma or an "and".
func (r *reading) joined(i int) bool {
	if i > 1 && r.Relations[r.words[i-1].en] && r.words[i-1].stop == 0 {
		i-- // and at what time
	}
	return r.words[i-1].en == "and" || r.words[i-1].stop == ','
}

// claim takes words as a list of columns. It reports whether there was one.
func (r *reading) claim(from, to int) bool {
	claimed := false
	for to > from && r.words[to-1].en == "and" {
		to--
	}
	if from = r.whichOne(from, to); from == to {
		return true
	}
	for _, item := range r.items(from, to) {
		if each := slices.IndexFunc(item.words, func(w word) bool { return r.Each[w.en] }); each > 0 && each+1 < len(item.words) && r.asks(item.words[0]) && r.each[1] == 0 {
			at := slices.IndexFunc(r.words, func(w word) bool { return w.from == item.words[each+1].from })
			r.each = [2]int{at, at + 1} // when each crew trains
		}
		if f := r.heading(item); f.heading != "" {
			if r.field(f); from < r.verb {
				r.before = len(r.fields)
			}
			claimed = true
		}
	}
	if claimed {
		r.take(from, to, asked)
	}
	return claimed
}

// lists reports whether the i-th word is a verb whose objects are what people tell: "they give name and class".
func (r *reading) lists(i int) bool {
	w, verb := r.words[i], r.words[i].class == wordclass.Verb || r.words[i].class == wordclass.Infinitive
	return r.Tells[strings.TrimPrefix(w.en, "to ")] || verb && !r.function(w) && r.act(w) != "change" && r.act(w) != "remove" && len(r.items(i+1, r.listEnd(i+1))) > 1
}

// whichOne reads what a list of questions begins with: "which room is free", where nothing is named before. What it asks for is what
// the app is about. It returns where the list goes on.
func (r *reading) whichOne(from, to int) int {
	at := from + 1
	named := slices.ContainsFunc(r.words[:from], func(w word) bool { return w.role == free && w.class == wordclass.Noun && !r.Vessels[w.root] })
	within := from > 0 && r.words[from-1].class == wordclass.Preposition && r.words[from-1].role == free // aus welchem Jahr
	if from >= to || named || within || r.each[1] > 0 || r.sent != "" && !slices.Contains(r.acts, "look") {
		return from
	} else if r.words[from].en != "which" && !(r.romance() && r.asks(r.words[from])) {
		return from
	}
	for at < to && (r.words[at].en == "of" || r.Articles[r.words[at].en]) {
		at++
	}
	run := at
	if run < to && r.words[run].class == wordclass.Noun && r.lang.code == "de" {
		to = run + 1 // welches Fahrzeug wann …
	}
	for run < to && r.words[run].class == wordclass.Noun && (run == at || r.words[run-1].stop == 0) {
		run++
	}
	if run == at {
		return from
	}
	r.each = [2]int{at, run}
	r.take(from, run, asked)
	for run < to && r.words[run-1].stop == 0 { // which rooms are free, which paints suit which surface
		if w := r.words[run]; w.class != wordclass.Auxiliary && !w.is("are", "is") && !(w.class == wordclass.Verb && run+1 < to && r.asks(r.words[run+1])) {
			break
		}
		run++
	}
	return run
}

// listEnd returns where a list of columns that begins at i ends: with its sentence, or before words of another purpose.
func (r *reading) listEnd(i int) int {
	end := r.end(i, ".")
	for j := i; j < end; j++ {
		tells := j > i && r.words[j-1].en == "and" && r.Tells[r.words[j].en] && r.words[j].class != wordclass.Noun
		if w := r.words[j]; tells || w.role == duty || w.role == subject || w.role == verb || w.role == privacy || r.Details[w.en] && w.stop == 0 || j > i && r.by(j) {
			return j
		}
	}
	return end
}

// has reports whether something is named before the i-th word that a list can be about.
func (r *reading) has(i int) bool {
	for j := range i {
		w := r.words[j]
		owned := w.role == owner && !r.owned && (!r.Vessels[r.words[i-1].root] || r.words[i-1].role == look)
		if owned || w.role == verb || (r.content(j) || r.People[w.en]) && !r.Vessels[w.root] || r.Topics[w.root]+r.Sends[w.root] != "" {
			return true
		}
	}
	return false
}

// holds reports whether the words before the i-th name only a list, and those behind it what people use for a column.
func (r *reading) holds(i int) bool {
	items := r.items(i+1, r.listEnd(i+1))
	if i == 0 || len(items) == 0 || !slices.ContainsFunc(r.words[:i], func(w word) bool { return r.Vessels[w.root] }) || items[0].words[0].is("our", "my") {
		return false
	}
	return r.known(r.heading(items[0]).heading)
}

// eachOf reads "for each dog: age, breed", and returns where it ends.
func (r *reading) eachOf(i int) int {
	from := i + 1
	to := from
	if r.eachOne(i) && to < len(r.words) && r.words[to].class == wordclass.Verb {
		return i // chacun propose
	}
	for to < len(r.words) && to < from+3 && r.words[to-1].stop == 0 && r.content(to) {
		to++
	}
	if to == from && to < len(r.words) && (r.Pronouns[r.words[to].en] || r.Vague[r.words[to].root]) && r.words[to-1].stop == 0 {
		to++ // each one
	}
	start := to
	for start < len(r.words) && (r.glue(start) || r.Needs[r.words[start].en] || r.Details[r.words[start].en] || r.words[start].en == "should") {
		start++
	}
	if start == len(r.words) || r.words[start-1].stop == '.' && start > i+1 || r.words[start-1].stop == 0 && r.announces(start) || !r.claim(start, r.listEnd(start)) {
		return i
	}
	if r.content(from) {
		r.each = [2]int{from, to}
	}
	before := i
	for before > 0 && (r.Relations[r.words[before-1].en] || r.Articles[r.words[before-1].en]) && r.words[before-1].stop == 0 {
		before--
	}
	r.colon = r.words[to-1].stop == ':'
	r.take(before, start, asked)
	return r.listEnd(start)
}

// listing reads a sentence that says nothing but what is needed: "We ask for name and age."
func (r *reading) listing(i int) bool {
	end, start, says := r.listEnd(i), i, false
	for ; start < end && r.words[start].stop != ':' && !r.asks(r.words[start]); start++ {
		w := r.words[start]
		ask := r.Needs[w.en] || r.Tells[strings.TrimPrefix(w.en, "to ")]
		if says = says || ask; !ask && !r.glue(start) && !(start == i && r.People[w.en]) && w.en != "for" && w.en != "also" {
			break
		}
	}
	items := r.items(start, end)
	if w := r.words[i]; start == i && r.words[i-1].stop == '.' && len(items) > 2 && !r.Relations[w.en] { // nothing but a list
		says = slices.ContainsFunc(items, func(it item) bool { return len(it.words) < 4 && r.known(r.heading(it).heading) })
	}
	says = says || len(items) == 1 && r.words[end-1].is("optional")
	if start == i && r.words[i-1].stop == ',' && len(items) > 1 && (r.sent != "" || len(items) > 2) { // …, name and phone
		says = !slices.ContainsFunc(items, func(it item) bool { return len(it.words) > 4 && !r.asks(it.words[0]) })
		says = says && (r.duties.any && len(items) > 2 || slices.ContainsFunc(items[:2], func(it item) bool { return r.known(r.heading(it).heading) }))
	}
	if !says || start == end || !r.has(i) || len(items) < 2 && r.sent == "" && len(r.fields) == 0 {
		return false
	}
	for _, it := range items {
		if r.heading(it).heading == "" || slices.ContainsFunc(it.words, func(w word) bool { return r.Vessels[w.root] || w.role != free }) {
			return false
		}
	}
	r.take(i, start, asked)
	return r.claim(start, end)
}

// by reports whether the i-th word leads to what is filtered or sorted by.
func (r *reading) by(i int) bool {
	w, next := r.words[i], ""
	if i+1 < len(r.words) {
		next = r.words[i+1].en
	}
	each := i > 0 && r.romance() && r.cue(r.words[i-1]) == "money" // prix par nuit
	if next == "" || w.stop != 0 {
		return false
	}
	return w.en == "by" && !each && next != "my" && next != "our" || w.en == "filter" && w.class != wordclass.Adjective && next != "by"
}

// filterBy reads "by city and type, filter by price" and returns where it ends. Where nothing says that people filter, one of the
// headings must be one that people use.
func (r *reading) filterBy(i int) int {
	end := i + 1
	for end < len(r.words) && r.words[end-1].stop != '.' && r.words[end].role == free && !r.Details[r.words[end].en] {
		end++
	}
	said := i > 0 && r.words[i-1].is("filter", "sort", "sorted", "search", "grouped") || r.words[i].en == "filter"
	said = said || i+1 < end && r.words[i+1].is("a", "an")
	said = said || r.lang.code == "en" && end == i+2 && r.content(i+1) && !r.words[i+1].capitalised() // tickets by priority
	said = said || slices.Contains(r.acts, "look")
	var list []field
	for _, it := range r.items(i+1, end) {
		for len(it.words) > 0 && (it.words[0].en == "by" || r.Relations[it.words[0].en]) {
			it.words = it.words[1:]
		}
		if f := r.heading(it); f.heading != "" {
			list, said = append(list, f), said || r.known(f.heading)
		}
	}
	if !said || len(list) == 0 {
		return i
	}
	for _, f := range list {
		if !slices.ContainsFunc(r.fields, func(had field) bool { return strings.Contains(phrase(had.heading), phrase(f.heading)) }) {
			r.field(f)
		}
	}
	r.take(i, end, asked)
	return end
}

// afterColon reads a list that a colon announces: of columns, or of things. It returns the index of the first word after it.
func (r *reading) afterColon(i int) int {
	to := r.listEnd(i + 1)
	items := r.items(i+1, to)
	part := r.Instructions[r.words[i].folded] && !slices.Contains([]string{"column", "field"}, r.words[i].root) && (i == 0 || r.words[i-1].stop == '.')
	doing := len(items) == 1 && to < len(r.words) && (r.words[to].role == verb || r.words[to].role == subject)
	if doing || len(items) == 0 || part || r.words[i].role == asked { // "Colour: green" names a part of the app
		return i + 1
	}
	columns := r.sent != "" || r.duties.any || slices.ContainsFunc(r.words[:i+1], func(w word) bool {
		return r.Sends[w.root] != "" || r.Needs[w.en] && !w.is("see", "list", "show") || w.is("track", "manage") || w.root == "column" || w.root == "field"
	})
	lower := 0
	for _, it := range items {
		f := r.heading(it)
		columns = columns || f.heading != "" && (f.kind != platform.ColumnText || r.asks(it.words[0]) || r.known(f.heading))
		if !it.words[0].capitalised() && f.heading != "" && !it.words[0].figure() {
			lower++
		}
	}
	if len(items) > 1 && r.sent == "" {
		r.colonList = [2]int{i + 1, to}
	}
	if columns = columns || r.lang.code != "de" && lower == len(items) && lower > 1; columns && r.claim(i+1, to) {
		r.colon, r.colonList = true, [2]int{}
		return to
	}
	if r.colonList[1] == to && r.has(i+1) {
		r.take(i+1, to, asked)
	}
	return i + 1
}

// edges tells what arrivals and departures are: days; times of a day that has a column; places where that has its time as well.
func (r *reading) edges() {
	is := func(kind platform.ColumnType) bool {
		return slices.ContainsFunc(r.fields, func(f field) bool { return f.kind == kind })
	}
	kind := platform.ColumnDate
	if is(platform.ColumnDate) && is(platform.ColumnTime) {
		kind = platform.ColumnText
	} else if is(platform.ColumnDate) {
		kind = platform.ColumnTime
	}
	for i, f := range r.fields {
		if f.kind == "edge" {
			r.fields[i].kind = kind
		}
	}
}

func (r *reading) field(f field) {
	if len(r.fields) < 20 && !slices.ContainsFunc(r.fields, func(had field) bool { return phrase(had.heading) == phrase(f.heading) }) {
		r.fields = append(r.fields, f)
	}
}
