package offline

import (
	"cmp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
)

// role is what a word of a description was understood as.
type role uint8

// The roles.
const (
	free    role = iota
	subject      // it names what the app is about
	asked        // it names a column, or a value of one
)

// field is a column that is asked for.
type field struct {
	heading string
	kind    platform.ColumnType
	values  []string // of an enum
	used    bool     // it names a column of pasted data
	waived  bool     // nobody has to fill it in
	sorts   bool     // rows are looked for by it: "by colour"
}

// reading is a description as far as it was understood.
type reading struct {
	*Generator
	lang  *words.Language
	text  string
	words []words.Word
	roles []role // of the words
	roots string

	name     string          // that the app is to have, "" for one made from the topic
	from, to int             // the words that name the topic; equal when none does
	about    [2]int          // where it stands in the text
	entry    string          // what one entry of the topic is, in English, where the topic is a collection: menu → dish
	brought  []string        // the names of those that it brings
	object   string          // what people send about the topic, where that is something else
	sent     string          // what people send, in English: "booking"
	fields   []field         // the columns
	asked    []field         // those of what people send about the topic
	kinds    []tagger.Guess  // what the app may be, the likeliest first
	is       map[string]bool // what else holds, by tagger.Flags

	questions []platform.Question
}

// reading reads a text; given says whether data were pasted with it.
func (g *Generator) reading(text string, lang *words.Language, given bool) *reading {
	r := &reading{Generator: g, text: text, lang: lang, words: lang.Read(text), is: map[string]bool{}}
	r.roles = make([]role, len(r.words))
	r.roots = words.Roots(r.words)
	tokens, at := g.Tokens(lang, text)
	t := tagger.Text{Language: lang.Code, Given: given, Tokens: tokens}
	spans := g.Meant(tokens, g.model().Spans(t))
	said := func(s tagger.Span) string { return plain(text[at[s.From][0]:at[s.To-1][1]]) }
	var last *field
	for i, s := range spans {
		next := len(tokens)
		if i+1 < len(spans) {
			next = spans[i+1].From
		}
		bare := words.Undressed(tokens, s)
		mapped := words.Mapped(tokens[bare:s.To])
		s.To = bare
		if s.Label == tagger.NameBegin && !words.Named(text, at[s.From][0]) { // their phone number
			if s.Label = tagger.Other; r.Known(lang, said(s)) && len(r.fields) > 0 {
				s.Label = tagger.ColumnBegin
			}
		}
		switch s.Label {
		case tagger.Topic:
			for s.From > 0 && text[at[s.From-1][1]:at[s.From][0]] == "-" { // blood-pressure log
				s.From--
			}
			s.To = words.Whole(tokens, s)
			r.about = [2]int{at[s.From][0], at[s.To-1][1]}
			r.from, r.to = r.within(r.about[0], r.about[1], subject)
		case tagger.Sent:
			r.object = clip(said(s), 80)
		case tagger.NameBegin:
			r.name = clip(said(s), 60)
		case tagger.RowBegin:
			r.brought = append(r.brought, clip(said(s), 120))
			r.within(at[s.From][0], at[s.To-1][1], asked)
		case tagger.ValueBegin:
			if last == nil && i+1 < len(spans) && spans[i+1].Label == tagger.ValueBegin { // which shirt (S, M)
				last = add(&r.fields, field{heading: cmp.Or(words.OneOf(text[r.about[0]:r.about[1]], r.words[r.from:r.to]), lang.Type)})
			}
			last.offer(said(s))
			r.within(at[s.From][0], at[s.To-1][1], asked)
		case tagger.ColumnBegin, tagger.FieldBegin:
			list := &r.fields
			if s.Label == tagger.FieldBegin {
				list = &r.asked
			}
			r.within(at[s.From][0], at[s.To-1][1], asked)
			waived := words.Waived(tokens, s)
			if s.To = words.Needed(tokens, s); waived && s.To > s.From+1 && words.Optional(tokens, tagger.Span{From: s.From, To: s.From + 1}) {
				s.From++
			}
			whole, heading := s, said(s)
			if lang.Code == "de" && i+1 < len(spans) && strings.HasPrefix(text[at[s.To-1][1]:], "- ") {
				whole = spans[i+1]
				heading = g.Completed(heading, said(whole))
			}
			above := cmp.Or(r.HeadingOf(lang, words.Closed(heading)), lang.Type)
			before := last
			last = add(list, field{heading: above, waived: waived, kind: platform.ColumnType(g.model().CellOf(lang.Code, tokens[whole.From:whole.To])[0].Value),
				sorts: slices.ContainsFunc(tokens[max(0, s.From-2):s.From], func(k tagger.Token) bool { return k.English == "by" || lang.Code == "it" && k.Folded == "per" })})
			if last == nil {
				continue
			}
			if before != nil && words.Elliptic(before.heading, above) != "" {
				last.heading, last.kind = words.Elliptic(before.heading, above), before.kind
			}
			if english := tokens[s.From].English; english == "whether" || english == "if" { // choices make it another
				last.kind = platform.ColumnBoolean
			}
			if mapped {
				last.kind = platform.ColumnPlace
			} else if words.Spans(tokens[whole.From:whole.To]) {
				last.kind = platform.ColumnText
			}
			above, values := r.Alternatives(lang, last.heading)
			if last.heading = clip(above, 80); words.SaysYes(tokens[s.To:next]) || len(values) == 1 {
				last.kind = platform.ColumnBoolean
			} else if words.SaysScale(tokens[s.To:next]) || words.SaysScale(tokens[s.From:s.To]) {
				last.kind = platform.ColumnInteger
			} else {
				last.offer(values...)
			}
		}
	}
	for _, list := range [][]field{r.fields, r.asked} {
		for i, f := range list {
			if negates := func(v string) bool { return slices.ContainsFunc(words.Split(v), words.Negates) }; f.heading == lang.Type && slices.ContainsFunc(f.values, negates) {
				list[i].heading = f.values[0] // comes, does not come, or perhaps
			}
			list[i].settle()
			if aside := words.Aside(text, f.heading, list[i].values); aside != "" { // "weeks (16 June to 25 July)"
				list[i].heading = clip(f.heading+" ("+aside+")", 80)
				if list[i].values = nil; f.kind == platform.ColumnInteger || list[i].kind == platform.ColumnEnum {
					list[i].kind = platform.ColumnText
				}
			}
		}
	}
	r.kinds = g.model().KindOf(t, spans)
	for i, name := range tagger.Flags {
		share, least := g.model().Flag(i, t, spans), 0.5
		switch {
		case name == "delete" && !g.Does(lang, r.words, "remove"),
			name == "change" && !g.Does(lang, r.words, "remove") && !g.Does(lang, r.words, "change") && !g.Does(lang, r.words, "tick"):
			least = sure
		case name == "own" && !g.Mentions(lang, r.words):
			least = 0.7
		case name == "name":
			least = words.Follows(tokens, spans)
		}
		r.is[name] = share > least
	}
	if r.Forbids(lang, r.words) {
		r.is["change"], r.is["delete"] = false, false
	}
	r.rowsFor(t.Given)
	few := r.WrittenByFew(lang, r.words)
	r.is["own"] = r.is["own"] && !few || r.SeesOwn(lang, r.words)
	r.is["staff"], r.is["closed"] = r.is["staff"] || few, r.is["closed"] && !few
	for _, i := range r.OfEach(lang, r.words, r.from, r.to) {
		if r.roles[i] = asked; !t.Given {
			r.is["name"] = add(&r.fields, r.headed(r.words[i].Raw)) != nil || r.is["name"]
		}
	}
	if sought := r.SoughtBy(lang, r.words, r.to, r.free); (r.kinds[0].Value == "list" || r.kinds[0].Value == "both") && sought != "" && !t.Given {
		if f := r.headed(sought); f.kind != platform.ColumnPhone && f.kind != platform.ColumnEmail { // ordered by phone
			add(&r.fields, f)
		}
	}
	if r.SeenByFew(lang, r.words) { // all of those see it
		r.is["closed"], r.is["own"] = true, r.is["own"] && r.SeesOwn(lang, r.words)
	}
	r.is["closed"] = r.is["closed"] || r.Restricted(r.words)
	if about := r.words[r.from:r.to]; r.to > r.from && r.words[r.to-1].English == r.words[r.to-1].Root && len(words.Thing(about)) == len(about) { // shops are no shop
		r.entry = r.Topics[r.words[r.to-1].Root]
	}
	r.findSent()
	return r
}

// rowsFor takes what stands behind the topic and its colon for the names of rows, where nothing was found in it, or only columns with capitals of which none
// is a usual heading.
func (r *reading) rowsFor(given bool) {
	if given || r.brings() || r.kinds[0].Value == "form" || r.to == r.from || r.words[r.to-1].Stop != ':' {
		return
	}
	names := r.NamesIn(r.lang, strings.TrimLeft(r.text[r.words[r.to-1].To:], " :"))
	small := func(name string) bool { return r.lang.Code == "de" || !words.Split(name)[0].Capitalised() }
	if len(r.fields) > 0 && (len(names) != len(r.fields) || slices.ContainsFunc(names, small)) {
		return
	}
	for _, name := range names {
		r.brought, r.fields = append(r.brought, clip(plain(name), 120)), nil
	}
}

// free reports whether a word was understood as nothing.
func (r *reading) free(i int) bool { return r.roles[i] == free }

// within gives the words between two places of the text a role, and returns which they are.
func (r *reading) within(from, to int, as role) (first, end int) {
	for i, w := range r.words {
		if w.From < to && w.To > from {
			if r.roles[i] = as; end == 0 {
				first = i
			}
			end = i + 1
		}
	}
	return first, end
}

const maxFields = 20

// add adds a column to a list that does not have it, and returns it; nil where it has it.
func add(list *[]field, f field) *field {
	if f.heading == "" || len(*list) >= maxFields || slices.ContainsFunc(*list, func(had field) bool { return words.Phrase(had.heading) == words.Phrase(f.heading) }) {
		return nil
	}
	*list = append(*list, f)
	return &(*list)[len(*list)-1]
}

// maxChoices is how many values can be chosen from.
const maxChoices = 100

// offer adds values to those of a column, if there is one, each of them once.
func (f *field) offer(values ...string) {
	for _, v := range values {
		if v = clip(plain(v), 200); f != nil && v != "" && len(f.values) < maxChoices && !slices.Contains(f.values, v) {
			f.values = append(f.values, v)
		}
	}
}

// settle makes the type of a column that of its values: yes and no, or some of them.
func (f *field) settle() {
	switch {
	case len(f.values) == 2 && slices.ContainsFunc(words.Split(strings.Join(f.values, " ")), words.Negates) || len(f.values) > 2 && words.YesNo(f.values):
		f.kind = platform.ColumnBoolean
	case len(f.values) > 1:
		f.kind = platform.ColumnEnum
		return
	case f.kind == platform.ColumnEnum:
		f.kind = platform.ColumnText
	}
	f.values = nil
}

// findSent finds what people send, by what they do, or by its noun; what the author does is none of that, unless nothing else is.
func (r *reading) findSent() {
	mine := true
	for i := range r.words {
		name, own := r.SentBy(r.lang, r.words, i)
		near := r.to > r.from && i >= r.from-3 && i < r.to+2 && !own
		if name != "" && r.roles[i] != asked && (r.sent == "" || near || mine && !own) {
			if r.sent, mine = name, own; near {
				return
			}
		}
	}
}

// headed makes a column of a heading that stands alone.
func (r *reading) headed(heading string) field {
	tokens, _ := r.Tokens(r.lang, heading)
	above, values := r.Alternatives(r.lang, r.HeadingOf(r.lang, plain(heading)))
	f := field{heading: clip(above, 60)}
	f.offer(values...)
	if len(tokens) > 0 {
		f.kind = platform.ColumnType(r.model().CellOf(r.lang.Code, tokens)[0].Value)
	}
	f.settle()
	return f
}

// headings reads a text that lists headings.
func (r *reading) headings(text string) (list []field) {
	for _, part := range r.PartsOf(r.lang, text, maxFields) {
		list = append(list, r.headed(part))
	}
	return list
}
