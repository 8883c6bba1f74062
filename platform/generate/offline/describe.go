package offline

import (
	"slices"
	"strings"

	"berth/platform"
)

// describe names the topic, in the author's words and in English.
func (p *plan) describe() {
	if p.to == p.from {
		p.title = p.lang.Untitled
		return
	}
	start, end := p.from, max(p.ending(), p.full)
	if p.lead >= 0 {
		start = min(start, p.lead)
	}
	p.title = clip(capital(plain(p.text[p.words[start].from:p.words[end-1].to])), 60)
	words := p.words[p.from:p.to]
	if p.lang.code == "en" || !slices.ContainsFunc(words, func(w word) bool { return !w.known && w.en == w.folded }) {
		article := p.from > 0 && (p.words[p.from-1].folded == "a" || p.words[p.from-1].folded == "an")
		if p.noun = p.english(p.from, p.to); p.one || article {
			p.noun = plural(p.noun)
		}
	}
	if snake(p.noun) == "" {
		p.noun = ""
	}
}

// ending returns the index after the last word of the title: where and whose are part of it.
func (p *plan) ending() int {
	i, end := p.to, p.to
	for ; i < len(p.words) && p.words[i-1].stop == 0 && i-p.from < 9; i++ {
		w := p.words[i]
		switch {
		case p.opens(w):
			return end
		case p.content(i) || p.People[w.en]:
			end = i + 1
		case w.en == "and" && i+1 < len(p.words) && (p.content(i+1) && p.several(i+1, i+2) && p.several(i-1, i) || p.words[i+1].stop == ':'): // sofas and lamps
		case w.role != free || !p.Relations[w.en] && !p.Articles[w.en]:
			return end
		}
	}
	return end
}

// english returns words in English: adjectives before their noun, "courses of yoga" as "yoga courses".
func (r *reading) english(from, to int) string {
	var out []string
	for i := from; i < to; i++ {
		w := r.words[i]
		switch {
		case r.lang.code == "en" && from == 0 && to == len(r.words):
			out = append(out, w.en)
		case w.after && len(out) > 0:
			out = slices.Insert(out, len(out)-1, w.en)
		case slices.Contains([]string{"de", "d", "di"}, w.folded) && r.lang.code != "en" && i+1 < to && len(out) > 0:
			i++
			out = slices.Insert(out, len(out)-1, singular(r.words[i].en))
		default:
			out = append(out, w.en)
		}
	}
	return strings.TrimPrefix(strings.Join(out, " "), "to ")
}

// oneThing returns what one row is called in the language of the description, "" where that is not known.
func (r *reading) oneThing() string {
	if r.to == r.from || r.owned {
		return ""
	}
	words := r.words[r.from:r.to]
	last := words[len(words)-1]
	switch {
	case r.lang.code == "en" && r.entry != "":
		return r.entry
	case r.lang.code == "en" && r.from == 0:
		return uncapital(plain(r.text[words[0].from:last.from] + singular(last.raw)))
	case r.lang.code == "en":
		return plain(r.text[words[0].from:last.from] + singular(last.raw))
	case r.entry == "" && len(words) == 1 && last.known && last.en == last.root:
		return last.raw
	}
	english := r.entry
	if english == "" {
		english = last.root
	}
	best := ""
	for own, e := range r.lang.gloss { // which holds words without their marks
		if e == english && !strings.Contains(own, " ") && (best == "" || len(own) < len(best) || len(own) == len(best) && own < best) {
			best = own
		}
	}
	if len(words) > 1 && r.entry == "" || r.entry == "" && fold(last.raw) != strings.ToLower(last.raw) {
		return ""
	}
	if r.lang.code == "de" {
		return capital(best)
	}
	return best
}

// nounOf writes English words as the object of a tool's name, at most 28 characters; "" when there are none.
func nounOf(words string) string {
	s := snake(words)
	for len(s) > 28 { // the last words are the noun
		_, rest, ok := strings.Cut(s, "_")
		if !ok {
			return s[:28]
		}
		s = rest
	}
	return strings.Trim(s, "_")
}

// subject is what the descriptions of tools speak of: English, or the author's words as a name.
func (p *plan) subject() string {
	switch {
	case p.noun != "" && p.entry != "":
		return "the " + p.noun
	case p.noun != "":
		return clip(p.noun, 60)
	}
	return "“" + clip(p.title, 60) + "”"
}

// nouns returns the object of tools' names.
func (p *plan) nouns() string {
	if o := nounOf(p.noun); o != "" {
		return o
	}
	if p.to > p.from {
		if o := nounOf(p.text[p.words[p.from].from:p.words[p.to-1].to]); o != "" {
			return o
		}
	}
	return "entries"
}

// englishHeading returns a heading in English, for descriptions and arguments; as it is written where a word is not known.
func (r *reading) englishHeading(c platform.Column) string {
	ws := r.lang.read(c.Title)
	if c.Title == r.lang.Note {
		return "note"
	}
	if r.lang.code != "en" && slices.ContainsFunc(ws, func(w word) bool { return !w.known }) || len(ws) == 0 {
		return strings.ReplaceAll(c.Name, "_", " ")
	}
	return strings.ToLower((&reading{grammar: r.grammar, lang: r.lang, words: ws}).english(0, len(ws)))
}
