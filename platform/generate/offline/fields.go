package offline

import (
	"regexp"
	"slices"
	"strings"
)

var inBrackets = regexp.MustCompile(`\(([^()]{3,300})\)`)

// findFields finds the columns that are asked for: in brackets, behind a colon, behind words such as "with" and "for each",
// and in a sentence that only lists them.
func (r *reading) findFields() {
	if m := inBrackets.FindStringSubmatchIndex(r.text); m != nil && strings.Contains(r.text[m[2]:m[3]], ",") {
		from := slices.IndexFunc(r.words, func(w word) bool { return w.from >= m[2] })
		to := from
		for to < len(r.words) && r.words[to].to <= m[3] {
			to++
		}
		r.exact = r.claim(from, to) || r.exact
	}
	for i := 0; i < len(r.words); i++ {
		w := r.words[i]
		colon, next := w.stop == ':', i+1 < len(r.words)
		switch {
		case !next:
		case w.role == free && i > 0 && r.asks(w) && (r.joined(i) || w.en == "which" && r.question(i)) && r.has(i):
			if to := r.listEnd(i); r.claim(i, to) {
				i = to - 1
			}
		case w.role == free && r.Each[w.en]:
			i = r.eachOf(i)
		case (i == 0 || r.words[i-1].stop == '.') && i > 0 && r.listing(i):
			i = r.end(i, ".") - 1
		case w.role == free && r.by(i):
			i = r.filterBy(i)
		case w.role == free && (r.Details[w.en] || strings.HasPrefix(w.folded, "mit ")) && (r.has(i) || r.holds(i)):
			if to := r.listEnd(i + 1); r.claim(i+1, to) {
				r.words[i].role = field
				i = to - 1
			}
		case w.role == free && i > 0 && r.joined(i) && (w.en == "their" || w.en == "its") && r.has(i):
			to := r.listEnd(i) // "the doctors, their telephone and address"
			r.claim(i, to)
			i = to - 1
		case colon:
			i = r.afterColon(i) - 1
		}
	}
}

// joined reports whether the i-th word follows a comma or an "and".
func (r *reading) joined(i int) bool {
	if i > 1 && r.Relations[r.words[i-1].en] && r.words[i-1].stop == 0 {
		i-- // and at what time
	}
	return r.words[i-1].en == "and" || r.words[i-1].stop == ','
}

// claim takes words as a list of headings. It reports whether there was one.
func (r *reading) claim(from, to int) bool {
	claimed := false
	for _, item := range r.items(from, to) {
		if h, yesNo := r.heading(item); h != "" {
			r.field(h, yesNo)
			claimed = true
		}
	}
	if claimed {
		r.take(from, to, field)
	}
	return claimed
}

// listEnd returns where a list of headings that begins at i ends: with its sentence, or before words of another purpose.
func (r *reading) listEnd(i int) int {
	end := r.end(i, ".")
	for j := i; j < end; j++ {
		if w := r.words[j]; w.role == subject || w.role == verb || w.role == privacy || r.Details[w.en] || j > i && r.by(j) {
			return j
		}
	}
	return end
}

// has reports whether something is named before the i-th word that a list can be about.
func (r *reading) has(i int) bool {
	for j := range i {
		if w := r.words[j]; w.role == verb || (r.content(j) || r.People[w.en]) && !r.Vessels[w.root] || r.Topics[w.root] != "" || r.Sends[w.root] != "" {
			return true
		}
	}
	return false
}

// holds reports whether the words before the i-th name only a list, and those behind it what people use for a column.
func (r *reading) holds(i int) bool {
	items := r.items(i+1, r.listEnd(i+1))
	if i == 0 || len(items) == 0 || !slices.ContainsFunc(r.words[:i], func(w word) bool { return r.Vessels[w.root] }) || items[0][0].en == "our" || items[0][0].en == "my" {
		return false
	}
	h, _ := r.heading(items[0])
	return h != "" && r.known(h)
}

// eachOf reads "for each dog: age, breed", and returns the index of the last word that it took.
func (r *reading) eachOf(i int) int {
	from := i + 1
	to := from
	for to < len(r.words) && to < from+3 && r.words[to-1].stop == 0 && r.content(to) {
		to++
	}
	if to == from && to < len(r.words) && (r.Pronouns[r.words[to].en] || r.Vague[r.words[to].root]) && r.words[to-1].stop == 0 {
		to++ // each one
	}
	start := to
	for start < len(r.words) && (r.glue(start) || r.Needs[r.words[start].en] || r.words[start].en == "should") {
		start++
	}
	if start == len(r.words) || r.words[start-1].stop == '.' && start > i+1 || !r.claim(start, r.listEnd(start)) {
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
	r.take(before, start, field)
	return r.listEnd(start) - 1
}

// listing reads a sentence that says nothing but what is needed: "We ask for name and age."
func (r *reading) listing(i int) bool {
	end, start, says := r.end(i, "."), i, false
	for ; start < end && r.words[start].stop != ':' && !r.asks(r.words[start]); start++ {
		w := r.words[start]
		ask := r.Needs[w.en] || r.Tells[strings.TrimPrefix(w.en, "to ")]
		if says = says || ask; !ask && !r.glue(start) && !(start == i && r.People[w.en]) && w.en != "for" && w.en != "also" {
			break
		}
	}
	items := r.items(start, end)
	if w := r.words[i]; start == i && w.role == free && len(items) > 2 && !r.Relations[w.en] && !r.Details[w.en] && !r.Each[w.en] { // nothing but a list
		says = slices.ContainsFunc(items, func(item []word) bool { h, _ := r.heading(item); return len(item) < 4 && h != "" && r.known(h) })
	}
	if !says || start == end || !r.has(i) || len(items) < 2 && r.sent == "" {
		return false
	}
	for _, item := range items {
		if h, _ := r.heading(item); h == "" || slices.ContainsFunc(item, func(w word) bool { return r.Vessels[w.root] || w.role != free }) {
			return false
		}
	}
	r.take(i, start, field)
	return r.claim(start, end)
}

// by reports whether the i-th word leads to what is filtered or sorted by.
func (r *reading) by(i int) bool {
	w, next := r.words[i], ""
	if i+1 < len(r.words) {
		next = r.words[i+1].en
	}
	each := i > 0 && r.romance() && r.word(r.words[i-1]) == "money" // prix par nuit
	return w.en == "by" && !each && next != "my" && next != "our" || w.en == "filter" && next != "" && next != "by" && w.stop == 0
}

// filterBy reads "by city and type, filter by price" and returns the index of the last word that it took. Where nothing says
// that people filter, one of the headings must be one that people use.
func (r *reading) filterBy(i int) int {
	end := i + 1
	for end < len(r.words) && r.words[end-1].stop != '.' && r.words[end].role == free && !r.Details[r.words[end].en] {
		end++
	}
	said := i > 0 && slices.Contains([]string{"filter", "sort", "sorted", "search", "grouped"}, r.words[i-1].en) || r.words[i].en == "filter"
	said = said || i+1 < end && (r.words[i+1].en == "a" || r.words[i+1].en == "an")
	said = said || r.lang.code == "en" && end == i+2 && r.content(i+1) && !r.words[i+1].capitalised() // tickets by priority
	var list []string
	for _, item := range r.items(i+1, end) {
		for len(item) > 0 && item[0].en == "by" {
			item = item[1:]
		}
		if h, _ := r.heading(item); h != "" {
			list, said = append(list, h), said || r.known(h)
		}
	}
	if !said || len(list) == 0 {
		return i
	}
	for _, h := range list {
		r.field(h, false)
	}
	r.take(i, end, field)
	return end - 1
}

// afterColon reads a list that a colon announces: of columns, or of things. It returns the index of the first word after it.
func (r *reading) afterColon(i int) int {
	to := r.listEnd(i + 1)
	items := r.items(i+1, to)
	if len(items) == 0 || pastedInstruction(r, i) {
		return i + 1
	}
	columns := r.sent != "" || slices.ContainsFunc(r.words[:i+1], func(w word) bool {
		return r.Needs[w.en] && w.en != "see" && w.en != "list" && w.en != "show" || w.en == "track" || w.en == "manage"
	})
	for _, item := range items {
		h, yesNo := r.heading(item)
		columns = columns || h != "" && (yesNo || r.asks(item[0]) || r.known(h))
	}
	if columns && r.claim(i+1, to) {
		r.colon = true
		return to
	}
	return i + 1
}

// pastedInstruction reports whether the words before a colon name a part of the app: "Colour: green".
func pastedInstruction(r *reading, i int) bool {
	return r.Instructions[r.words[i].folded] && r.words[i].root != "column" && r.words[i].root != "field" && (i == 0 || r.words[i-1].stop == '.')
}

func (r *reading) field(heading string, yesNo bool) {
	if len(r.fields) < 20 && !slices.ContainsFunc(r.fields, func(f string) bool { return phrase(f) == phrase(heading) }) {
		r.fields = append(r.fields, heading)
		if yesNo {
			r.yesNo = append(r.yesNo, heading)
		}
	}
}

// items cuts words at commas and at "and", without those that say how the app looks.
func (r *reading) items(from, to int) (list [][]word) {
	var item []word
	for i, w := range r.words[from:max(from, to)] {
		joins := w.en == "and" || w.en == "or" && !(from+i+1 < to && no(r.words[from+i+1]))
		if (joins || w.en == "which") && len(item) > 0 || w.role == look {
			for len(item) > 1 && r.Relations[item[len(item)-1].en] {
				item = item[:len(item)-1]
			}
			list, item = append(list, item), nil
		}
		if !joins && w.role != look {
			item = append(item, w)
		}
		if w.stop != 0 {
			list, item = append(list, item), nil
		}
	}
	return slices.DeleteFunc(append(list, item), func(item []word) bool { return len(item) == 0 })
}

// headings reads a text that lists headings.
func (r *reading) headings(text string) (list []string) {
	inner := &reading{grammar: r.grammar, lang: r.lang, text: text, words: r.lang.read(text)}
	for _, item := range inner.items(0, len(inner.words)) {
		if h, _ := inner.heading(item); h != "" {
			list = append(list, h)
		}
	}
	return list
}

// asks reports whether a word begins a question: who, where, how much.
func (r *reading) asks(w word) bool {
	return slices.Contains([]string{"who", "what", "when", "where", "which", "why", "how", "how much", "how long"}, w.en) || w.folded == "que" && r.lang.code != "fr"
}

func no(w word) bool {
	return slices.Contains([]string{"no", "not", "non", "nein", "nicht", "nao"}, w.folded)
}

// heading makes a heading of words, as they are written; "" when they are none. yesNo: it is answered by yes or no.
func (r *reading) heading(ws []word) (heading string, yesNo bool) {
	leads := func(w word) bool {
		return r.Articles[w.en] || r.Each[w.en] || r.Commands[w.en] && r.word(w) == "" && !r.asks(w) || w.en == "also" || w.root == "column" || w.root == "field"
	}
	for len(ws) > 0 && leads(ws[0]) && !(len(ws) > 1 && len(ws[0].folded) == 1 && r.asks(ws[1])) {
		ws = ws[1:]
	}
	if len(ws) == 0 || len(ws) > 9 {
		return "", false
	}
	if ws[0].en == "whether" || ws[0].en == "if" {
		var parts []string
		for _, w := range ws[1:] {
			is := slices.Contains([]string{"is", "are", "be", "self"}, w.en)
			if !is && (len(parts) > 0 || !r.Articles[w.en] && !r.Pronouns[w.en]) {
				parts = append(parts, w.raw)
			}
		}
		return clip(plain(strings.Join(parts, " ")), 60), true
	}
	if n := len(ws); n > 2 && ws[n-2].en == "or" && no(ws[n-1]) { // sauna yes or no
		ws = ws[:n-2]
		if n > 3 && slices.Contains([]string{"yes", "ja", "oui", "si", "sim"}, ws[n-3].folded) {
			ws = ws[:n-3]
		}
		return r.verbatim(ws), true
	}
	if len(ws) > 1 && r.Relations[ws[0].en] && ws[1].en == "which" {
		ws = ws[1:]
	}
	if ws[0].en == "which" && len(ws) > 1 && r.lang.code == "de" && r.word(ws[1]) != "" {
		return r.verbatim(ws[1:2]), false // aus welchem Jahr jedes ist
	}
	if ws[0].en == "which" && len(ws) > 1 && len(ws) < 4 && (r.lang.code == "en" || r.word(ws[1]) != "") {
		return r.verbatim(ws[1:]), false // which day
	}
	if r.asks(ws[0]) || len(ws) > 1 && (r.Relations[ws[0].en] || r.Articles[ws[0].en]) && r.asks(ws[1]) {
		return r.verbatim(ws), false
	}
	for i, w := range ws {
		where := slices.Contains([]string{"in", "at", "near", "on", "as", "during"}, w.en)
		if i > 0 && (where || r.Clauses[w.en]) && !slices.Contains([]string{"de", "di", "do", "da"}, w.folded) {
			ws = ws[:i]
			break
		}
	}
	closes := func(w word) bool { // "… anzeigen"
		return r.lang.code == "de" && !w.capitalised() && (r.Needs[w.en] || r.Lookups[w.en] || r.Commands[w.en])
	}
	for len(ws) > 0 && (closes(ws[len(ws)-1]) || ws[len(ws)-1].root == "column" || ws[len(ws)-1].root == "field" || r.Articles[ws[len(ws)-1].en] || r.Pronouns[ws[len(ws)-1].en]) {
		ws = ws[:len(ws)-1]
	}
	if len(ws) == 0 || len(ws) > 6 {
		return "", false
	}
	first := ws[0]
	if r.Relations[first.en] && (len(ws) > 1 || r.sent == "") || r.Clauses[first.en] || first.figure() || r.Pronouns[first.en] || slices.ContainsFunc(ws, func(w word) bool {
		acts := w.en == "can" || w.en == "should" || strings.HasPrefix(w.en, "to ") && r.lang.code == "en"
		return acts || r.Features[w.en] && r.word(w) == "" && !r.Headings[w.root] || len(ws) == 1 && r.mood(w.folded) != ""
	}) {
		return "", false
	}
	if feminine, ok := strings.CutSuffix(ws[0].raw, "er"); r.lang.code == "de" && ok && len(ws) == 2 && !ws[0].capitalised() && !ws[0].known && ws[1].capitalised() {
		return feminine + "e " + ws[1].raw, false // mit letzter Kontrolle
	}
	if last := ws[len(ws)-1]; r.lang.code == "de" && r.inflected(last) {
		return plain(r.text[ws[0].from:last.from] + strings.TrimSuffix(last.raw, "n")), false
	} else if r.lang.code == "en" && (r.word(last) == "money" || r.word(last) == "image") && last.en == last.folded {
		return plain(r.text[ws[0].from:last.from] + singular(last.raw)), false // "with prices" asks for the price of each
	}
	return r.verbatim(ws), false
}

// inflected reports whether a German noun is in the dative plural: Höhenmetern, Preisen.
func (r *reading) inflected(w word) bool {
	one := strings.TrimSuffix(w.folded, "n")
	same := r.lang.gloss[one] != "" && r.lang.gloss[one] == w.en && w.en != w.root
	plural := strings.HasSuffix(one, "er") && !strings.HasSuffix(one, "ier") && r.lang.gloss[w.folded] == ""
	return one != w.folded && w.capitalised() && (same || plural)
}

func (r *reading) verbatim(ws []word) string {
	if h := plain(r.text[ws[0].from:ws[len(ws)-1].to]); len(h) <= 60 {
		return h
	}
	return ""
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
	return slices.ContainsFunc(r.lang.read(heading), func(w word) bool { return r.grammar.heading(w.root) })
}

// naming reports whether the first of the headings that are asked for names the rows: a name, a number that is given once, or
// the kind of thing itself.
func (r *reading) naming() bool {
	return len(r.fields) > 0 && (r.exact && len(r.fields) > 1 || slices.ContainsFunc(r.lang.read(r.fields[0]), func(w word) bool {
		number := slices.Contains(strings.Fields("plate number code id sku reference isbn"), w.root) || strings.HasSuffix(w.folded, "nummer")
		return slices.Contains([]string{"name", "title", "question", "first name", "full name", "term"}, w.root) || r.colon && number || r.entry != "" && w.root == r.entry || r.is(w)
	}))
}

// is reports whether a word is the topic.
func (r *reading) is(w word) bool {
	return slices.ContainsFunc(r.words[r.from:r.to], func(t word) bool { return t.root == w.root && !r.Relations[t.en] })
}
