package offline

import (
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/wordclass"
)

// item is one part of a list.
type item struct {
	words  []word
	values []string // that it has in brackets
	scale  bool     // it has figures in brackets
	or     bool     // it follows an "or"
	both   bool     // its words are its values
}

// items cuts words at commas, at "and" and at "or", without those that say how the app looks.
func (r *reading) items(from, to int) (list []item) {
	var it item
	done := func(which bool) {
		if slices.IndexFunc(it.words, func(w word) bool { return !no(w) && w.en != "not" }) < 0 {
			it = item{}
		}
		for which && len(it.words) > 1 && r.Relations[it.words[len(it.words)-1].en] {
			it.words = it.words[:len(it.words)-1]
		}
		if len(it.words) > 0 {
			list = append(list, it)
			it = item{}
		}
	}
	for i := from; i < to; i++ {
		w := r.words[i]
		or := w.en == "or" && !(i+1 < to && no(r.words[i+1]))
		joins := w.en == "and" || or
		if (joins || w.en == "which" && len(it.words) > 0) && (i == from || r.words[i-1].stop != '/') || w.role == look {
			done(w.en == "which")
			it.or = or && len(list) > 0
		}
		if !joins && w.role != look {
			it.words = append(it.words, w)
		}
		inner := 0
		switch {
		case w.stop == '(':
			inner = min(r.bracket(i+1), to)
		case w.stop != 0 && w.stop != '/':
			done(false)
		}
		if inner > 0 {
			if values := r.alternatives(i+1, inner); len(it.words) > 0 && len(values) > 1 {
				it.values = values
			} else {
				it.scale = r.words[i+1].figure()
			}
			i = inner - 1
			done(false)
		}
	}
	done(false)
	for k := len(list) - 1; k > 0; k-- {
		if list[k].or {
			list, k = r.chosen(list, k)
		}
	}
	return list
}

// chosen makes one item of those that end with "or" and the k-th one, and returns where it is: "severity low, medium or high",
// "tea or coffee".
func (r *reading) chosen(list []item, k int) ([]item, int) {
	open := func(it item) bool { return len(it.words) == 1 && it.values == nil && !r.known(it.words[0].raw) }
	j := k - 1
	for open(list[k]) && j > 0 && open(list[j]) && !list[j].or {
		j--
	}
	ws := list[j].words
	n := len(ws) - 1
	var merged item
	switch {
	case !open(list[k]):
		return list, k
	case n > 0 && list[j].values == nil && !r.known(ws[n].raw):
		merged = item{words: ws[:n], values: []string{ws[n].raw}}
		for _, it := range list[j+1 : k+1] {
			merged.values = append(merged.values, it.words[0].raw)
		}
	case open(list[k-1]) && k+1 < len(list):
		j, merged = k-1, item{words: append(slices.Clip(list[k-1].words), list[k].words...), values: []string{list[k-1].words[0].raw, list[k].words[0].raw}, both: true}
	default:
		return list, k
	}
	return slices.Concat(list[:j], []item{merged}, list[k+1:]), j
}

// alternatives returns the parts of a list as they are written, nil where one comes twice.
func (r *reading) alternatives(from, to int) (values []string) {
	start := from
	add := func(end, next int) {
		if start < end {
			value := plain(r.text[r.words[start].from:r.words[end-1].to])
			if strings.Contains(value, "(") {
				value += ")"
			}
			values = append(values, clip(value, 60))
		}
		start = next
	}
	for i := from; i < to; i++ {
		if w := r.words[i]; w.is("or", "and") {
			add(i, i+1)
		} else if w.stop != 0 && w.stop != '(' {
			add(i+1, i+1)
		}
	}
	add(to, to)
	if n := len(values); n > 1 { // 5 or 10 km
		if figure, unit, ok := strings.Cut(values[n-1], " "); ok && strings.Trim(figure, "0123456789") == "" && !strings.Contains(unit, " ") {
			for i, v := range values {
				if strings.Trim(v, "0123456789") == "" {
					values[i] = v + " " + unit
				}
			}
		}
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(values))); len(distinct) < len(values) {
		return nil
	}
	return values
}

// headings reads a text that lists headings.
func (r *reading) headings(text string) (list []field) {
	inner := &reading{grammar: r.grammar, lang: r.lang, text: text, words: r.lang.read(text)}
	for _, it := range inner.items(0, len(inner.words)) {
		if f := inner.heading(it); f.heading != "" {
			list = append(list, f)
		}
	}
	return list
}

// asks reports whether a word begins a question: who, where, how much.
func (r *reading) asks(w word) bool {
	return w.is("who", "what", "when", "where", "which", "why", "how", "how much", "how long") || w.folded == "que" && r.lang.code != "fr"
}

func no(w word) bool {
	return slices.Contains([]string{"no", "not", "non", "nein", "nicht", "nao"}, w.folded)
}

func yes(w word) bool { return slices.Contains([]string{"yes", "ja", "oui", "si", "sim"}, w.folded) }

// heading makes a column of an item, with its words as they are written; its heading is "" when it is none.
func (r *reading) heading(it item) field {
	ws, values := it.words, it.values
	if at := slices.IndexFunc(ws, func(w word) bool { return w.stop == '/' }); at >= 0 && values == nil && (at > 0 || len(ws) > 2 || !r.known(ws[0].raw)) {
		for _, w := range ws[at:] {
			values = append(values, w.raw)
		}
		if ws = ws[:at]; at == 0 { // indoor/outdoor
			return field{heading: r.verbatim(it.words), kind: platform.ColumnEnum, values: values}
		}
	} else if n := len(ws); n > 2 && ws[n-2].en == "or" && no(ws[n-1]) { // sauna yes or no
		if ws, values = ws[:n-2], []string{"yes", "no"}; n > 3 && yes(ws[n-3]) {
			ws = ws[:n-3]
		}
	}
	if it.both { // tea or coffee
		return field{heading: r.verbatim(ws), kind: platform.ColumnEnum, values: values}
	}
	if slices.ContainsFunc(ws, modal) && !r.asks(ws[0]) {
		return field{}
	}
	tells := len(ws) > 1 && r.lang.code == "en" && slices.Contains(strings.Fields("pick choose tell leave type enter give say get state"), ws[0].folded)
	if they := ws[0].en == "they" && len(ws) > 2; they || tells {
		if ws = ws[1:]; they { // they pick the dates
			ws = ws[1:]
		}
		if len(ws) > 1 && ws[0].is("us", "me") {
			ws = ws[1:]
		}
	}
	leads := func(w word) bool {
		return r.Articles[w.en] || r.Each[w.en] || r.Commands[w.en] && r.cue(w) == "" && !r.asks(w) || w.is("also", "own") || w.root == "column" || w.root == "field"
	}
	for len(ws) > 0 && (len(ws) > 1 || values == nil) && leads(ws[0]) && !(len(ws) > 1 && len(ws[0].folded) == 1 && r.asks(ws[1])) {
		ws = ws[1:]
	}
	if len(ws) == 0 || len(ws) > 12 || len(ws) > 1 && slices.Contains([]string{"first", "zuerst"}, ws[len(ws)-1].folded) { // newest first
		return field{}
	}
	if ws[0].is("whether", "if") {
		var parts []string
		for _, w := range ws[1:] {
			is := w.is("is", "are", "be", "self")
			if !is && (len(parts) > 0 || !r.Articles[w.en] && !(r.Pronouns[w.en] && !(r.romance() && r.lang.code != "fr"))) {
				parts = append(parts, w.raw)
			}
		}
		return field{heading: clip(plain(strings.Join(parts, " ")), 60), kind: platform.ColumnBoolean}
	}
	f := r.named(ws)
	switch {
	case it.scale && f.kind == platform.ColumnText:
		f.kind = platform.ColumnInteger
	case f.heading == "" || len(values) < 2:
	case len(values) == 2 && slices.ContainsFunc(split(strings.Join(values, " ")), no):
		f.kind = platform.ColumnBoolean
	default:
		f.kind, f.values = platform.ColumnEnum, values
	}
	return f
}

// named makes a column of words.
func (r *reading) named(ws []word) field {
	if ws[0].en == "which" && len(ws) > 1 && r.lang.code == "de" && (r.cue(ws[1]) != "" || ws[1].class == wordclass.Noun) {
		return r.column(ws[1:2]) // aus welchem Jahr jedes ist
	}
	if ws[0].en == "which" && len(ws) > 1 && len(ws) < 4 && (r.lang.code == "en" || r.cue(ws[1]) != "") {
		return r.column(ws[1:]) // which day
	}
	if r.asks(ws[0]) || len(ws) > 1 && (r.Relations[ws[0].en] || r.Articles[ws[0].en]) && r.asks(ws[1]) {
		return r.column(ws)
	}
	measured := false
	for i, w := range ws {
		where := w.is("in", "at", "near", "on", "as", "during")
		if i > 0 && i+1 < len(ws) && r.cue(ws[0]) != "money" && (where || r.Clauses[w.en]) && !slices.Contains([]string{"de", "di", "do", "da"}, w.folded) {
			measured = r.cue(ws[i+1]) == "number" // mileage in km
			if ws = ws[:i]; i > 1 && r.Relations[ws[i-1].en] {
				ws = ws[:i-1] // email di chi propone
			}
			break
		}
	}
	closes := func(w word) bool {
		verb := r.lang.code == "de" && !w.capitalised() && (r.Needs[w.en] || r.act(w) != "" || r.Commands[w.en]) // "… anzeigen"
		return verb || w.is("optional") || w.root == "column" || w.root == "field" || r.Articles[w.en] || r.Pronouns[w.en] || w.figure() || w.en == "please"
	}
	figures := false
	for ; len(ws) > 0 && (closes(ws[len(ws)-1]) || figures && (r.Relations[ws[len(ws)-1].en] || ws[len(ws)-1].folded == "out")); ws = ws[:len(ws)-1] {
		figures = figures || ws[len(ws)-1].figure() // from 1 to 5
	}
	if len(ws) == 0 || len(ws) > 6 {
		return field{}
	}
	first := ws[0]
	if r.Relations[first.en] && (len(ws) > 1 || r.sent == "") || r.Clauses[first.en] || first.figure() || r.Pronouns[first.en] || slices.ContainsFunc(ws, func(w word) bool {
		acts := modal(w) || strings.HasPrefix(w.en, "to ") && r.lang.code == "en"
		return acts || r.Features[w.en] && r.cue(w) == "" && !r.Headings[w.root] || len(ws) == 1 && r.mood(w.folded) != ""
	}) {
		return field{}
	}
	f := r.column(ws)
	if figures && f.kind == platform.ColumnText && f.heading != "" {
		f.kind = platform.ColumnInteger
	} else if measured && f.kind == platform.ColumnText {
		f.kind = platform.ColumnNumber
	}
	if feminine, ok := strings.CutSuffix(first.raw, "er"); r.lang.code == "de" && ok && len(ws) == 2 && !first.capitalised() && !first.known && ws[1].capitalised() {
		f.heading = feminine + "e " + ws[1].raw // mit letzter Kontrolle
	} else if last := ws[len(ws)-1]; r.lang.code == "de" && r.inflected(last) {
		f.heading = plain(r.text[first.from:last.from] + strings.TrimSuffix(last.raw, "n"))
	} else if r.lang.code == "en" && (r.cue(last) == "money" || r.cue(last) == "image") && last.en == last.folded {
		f.heading = plain(r.text[first.from:last.from] + singular(last.raw)) // "with prices" asks for the price of each
	}
	return f
}

// inflected reports whether a German noun is in the dative plural: Höhenmetern, Preisen.
func (r *reading) inflected(w word) bool {
	one := strings.TrimSuffix(w.folded, "n")
	same := r.lang.gloss[one] != "" && r.lang.gloss[one] == w.en && w.en != w.root
	plural := strings.HasSuffix(one, "er") && !strings.HasSuffix(one, "ier") && r.lang.gloss[w.folded] == ""
	return one != w.folded && w.capitalised() && (same || plural)
}

// column makes a column of words, by the cue of its noun: what comes last in English and German, and first elsewhere.
func (r *reading) column(ws []word) field {
	f := field{heading: r.verbatim(ws), kind: platform.ColumnText}
	if n := len(ws); n == 1 && r.adjective(ws[0]) {
		f.kind = platform.ColumnBoolean
	} else if kind := r.kindOf(ws); kind != "" {
		f.kind = kind
	}
	return f
}

// adjective reports whether a word says yes or no: "vegan", "furnished", "verfügbar".
func (r *reading) adjective(w word) bool {
	if r.cue(w) != "" {
		return r.cue(w) == "boolean"
	}
	switch r.lang.code {
	case "de":
		return !w.capitalised() && strings.ContainsFunc(r.text, func(c rune) bool { return 'A' <= c && c <= 'Z' }) && strings.Count(r.text, " ") > 2 && r.sentenceCase()
	case "en":
		return !w.known && w.describes() && !r.Headings[w.root] && len(w.folded) > 5
	}
	return false
}

// sentenceCase reports whether the description writes nouns with capitals.
func (r *reading) sentenceCase() bool {
	return slices.ContainsFunc(r.words, func(w word) bool { return w.from > 0 && w.capitalised() })
}

// turn matches adjectives that make a day of what is done again and again: "last watered".
var turn = regexp.MustCompile(`^(?:next|last|(?:letzt|nachst)e[rsn]?|dernier|derniere|prochaine?|[uú]ltim[oa]|pr[oó](?:xim|ssim)[oa])$`)

// kindOf returns what the cells under a heading hold, by its words, "" where they do not tell.
func (r *reading) kindOf(ws []word) platform.ColumnType {
	if len(ws) == 0 {
		return ""
	}
	if ws[0].en == "how much" && len(ws) > 1 && !ws[1].is("cost", "is") && r.lang.code == "en" || r.counts(ws) {
		return platform.ColumnInteger
	}
	if ws[0].en == "when" {
		return platform.ColumnDate
	}
	ws = slices.Clone(ws)
	if r.lang.code == "en" || r.lang.code == "de" {
		slices.Reverse(ws)
	}
	for i, w := range ws {
		if kind := r.cue(w); kind == "time" && r.lang.code == "en" && i+1 < len(ws) && strings.HasSuffix(ws[i+1].folded, "ing") && r.cue(ws[i+1]) == "" {
			break // cooking time
		} else if kind != "" && kind != "code" && (kind != "boolean" || len(ws) == 1) {
			return platform.ColumnType(kind)
		}
		if r.Headings[w.root] {
			break
		}
	}
	if first, last := ws[0], ws[len(ws)-1]; slices.Contains(strings.Fields("on until am bis"), first.folded) ||
		len(ws) > 1 && !slices.ContainsFunc(ws, r.asks) && (turn.MatchString(first.folded) || turn.MatchString(last.folded)) {
		return platform.ColumnDate // ws are turned round: "finished on", "next inspection"
	}
	return ""
}

// counts reports whether words ask for a number of things: "number of guests", "Anzahl Gäste".
func (r *reading) counts(ws []word) bool {
	head := map[string]string{"en": "number", "de": "anzahl", "fr": "nombre"}[r.lang.code] == ws[0].folded || r.romance() && ws[0].folded == "numero"
	return head && len(ws) > 1 && !slices.ContainsFunc(ws, func(w word) bool {
		return slices.Contains(strings.Fields("phone serial order telephone id"), w.root) || slices.Contains(strings.Fields("serie serial orden commande ordine"), w.folded)
	}) && (ws[1].is("of") || r.lang.code == "de")
}

func (r *reading) cue(w word) string { return r.grammar.cue(r.lang, w) }

func (r *reading) verbatim(ws []word) string {
	if h := plain(r.text[ws[0].from:ws[len(ws)-1].to]); len(h) <= 60 {
		return h
	}
	return ""
}

// known reports whether a heading is one that people use for columns.
func (r *reading) known(heading string) bool {
	return slices.ContainsFunc(r.lang.read(heading), func(w word) bool { return r.Headings[w.root] || r.cue(w) != "" })
}

// naming reports whether the first of the columns that are asked for names the rows: a name, a number that is given once, or
// the kind of thing itself.
func (r *reading) naming() bool {
	ws := []word(nil)
	if len(r.fields) > 0 {
		ws = r.lang.read(r.fields[0].heading)
	}
	return len(r.fields) > 0 && r.fields[0].kind != platform.ColumnMoney && (r.exact && len(r.fields) > 1 || slices.ContainsFunc(ws, func(w word) bool {
		number := slices.Contains(strings.Fields("plate number code id sku reference isbn"), w.root) || strings.HasSuffix(w.folded, "nummer")
		name := slices.Contains([]string{"name", "title", "question", "first name", "full name", "term"}, w.root)
		return name || r.colon && number || r.entry != "" && w.root == r.entry || len(ws) < 3 && r.is(w)
	}))
}

// is reports whether a word is the topic.
func (r *reading) is(w word) bool {
	return slices.ContainsFunc(r.words[r.from:r.to], func(t word) bool { return t.root == w.root && !r.Relations[t.en] })
}
