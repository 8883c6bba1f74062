package offline

import (
	"cmp"
	"slices"
	"strings"

	"berth/platform/generate/words"
)

// describe names the topic, in the author's words and in English.
func (p *plan) describe() {
	if p.to == p.from {
		p.title = p.lang.Untitled
		if p.kinds[0].Value == "form" && len(p.fields) > 0 {
			p.title = cmp.Or(p.lang.Sent[p.sent], p.lang.Request)
		} else if len(p.fields) > 0 || p.kinds[0].Value == "both" {
			p.title = cmp.Or(words.Capital(plain(p.Opening(p.text, p.words, len(p.text)))), p.title)
		}
		return
	}
	if n := p.Fore(p.lang, p.words[p.from:p.to], p.kinds[0].Value == "form") - p.Before(p.lang, p.text, p.words, p.from); n > 0 || n < 0 && p.roles[p.from-1] == free {
		p.from += n
		p.about[0] = p.words[p.from].From
	}
	from, to := p.words[p.from].From, p.words[p.to-1].To
	if p.about[1] > 0 {
		from, to = p.about[0], p.about[1] // words that mean one thing may go beyond it
	}
	if end := p.Ending(p.lang, p.words, p.to, p.free); end > p.to {
		if to = p.words[end-1].To; p.lang.Romance() && p.to == p.from+1 && p.Sends[p.words[p.from].Root] != "" && p.words[p.to].Is("of") {
			p.to = end // the booking of a room
		}
	} else if end := words.Keeper(p.lang, p.words, p.to, p.kinds[0].Value == "form"); end > p.to && p.roles[p.to] == free {
		to = p.words[end-1].To
	} else if p.to+1 < len(p.words) && p.roles[p.to+1] == free && p.Another(p.lang, p.text, p.words, p.to) {
		to = p.words[p.to+1].To
	}
	if p.kinds[0].Value == "form" && p.SentOf(p.lang, p.text, p.words, p.from) {
		from = p.words[0].From
	} else if p.from > 1 && p.words[p.from-2].Is("what") && p.words[p.from-1].Is("is", "are") {
		from = p.words[p.from-2].From // what is broken
	}
	p.title = clip(words.Capital(plain(p.text[from:to])), 60)
	if to == p.words[p.to-1].To && from > 0 {
		p.title = p.lang.Nominative(p.title)
	}
	if where := p.text[p.words[p.to-1].To:max(to, p.words[p.to-1].To)]; p.lang.Code == "en" && p.kinds[0].Value != "form" && p.entry == "" && p.from > 0 &&
		p.words[p.from-1].Is("a", "an", "which", "what", "every") && !slices.ContainsFunc(p.words[p.from:p.to], func(w words.Word) bool { return p.Relations[w.English] }) {
		p.title = words.Plural(strings.TrimSuffix(p.title, where)) + where // if we have a spare part
	}
	if p.kinds[0].Value == "both" && p.from > 0 && p.Articles[p.words[p.from-1].English] && words.OneOf("one", p.words[p.from:p.to]) != "" { // each adds a trip
		p.title = cmp.Or(clip(words.Capital(plain(p.Opening(p.text, p.words, from))), 60), p.title)
	}
	ws := words.Thing(p.words[p.from:p.to])
	if !slices.ContainsFunc(ws, func(w words.Word) bool { return !p.lang.Translates(w) }) {
		p.noun = p.lang.English(ws)
		of, list := strings.CutSuffix(p.noun, " list")
		if list && p.entry == "" && p.Cue(p.Languages["en"], words.Word{Folded: of, English: of, Root: of}) == "" && !strings.HasSuffix(of, "ing") { // a list of members has members
			p.noun = words.Plural(of)
		}
		if p.one = p.entry == "" && len(ws) > 0 && p.kinds[0].Value != "form"; p.one {
			p.noun = words.Plural(p.noun)
		}
	}
	if words.Snake(p.noun) == "" || p.Vague[p.words[p.to-1].Root] {
		p.noun = ""
	}
}

// lead lets the topic begin with what the description begins with: "timetable of the" before a bus; all of that where it is about a column besides.
func (p *plan) lead() {
	from, end := p.Lead(p.words)
	switch {
	case end == 0 || p.to == p.from:
	case p.from >= end && p.Heading(p.lang, p.words[p.to-1]):
		p.from, p.to = from, p.Head(p.lang, p.words, from, end)
		p.about, p.entry = [2]int{}, p.Topics[p.words[p.to-1].Root]
	case p.from > from && p.from < end && p.from-from < 6 && !slices.ContainsFunc(p.words[from:p.from], func(w words.Word) bool {
		return p.Vessels[w.Root] || p.Commands[w.English] || p.Needs[w.English] || p.Act(p.lang, w) != "" && p.lang.Code != "de"
	}):
		p.about[0] = p.words[from].From
	}
}

// oneThing returns what one row is called in the language of the description, "" where that is not known.
func (r *reading) oneThing() string {
	if r.to == r.from {
		return ""
	}
	ws := words.Thing(r.words[r.from:r.to])
	last := ws[len(ws)-1]
	switch {
	case r.lang.Code == "en" && r.entry != "":
		return r.entry
	case r.lang.Code == "en" && r.from == 0:
		return words.Uncapital(plain(r.text[ws[0].From:last.From] + words.Singular(last.Raw)))
	case r.lang.Code == "en":
		return plain(r.text[ws[0].From:last.From] + words.Singular(last.Raw))
	case r.entry == "" && len(ws) == 1 && last.Known && r.lang.Translates(last) && last.English == last.Root:
		return last.Raw
	}
	best := ""
	if r.entry != "" {
		best = r.lang.Single("", r.entry)
	} else if len(ws) == 1 {
		best = r.lang.Single(last.Raw, words.Singular(r.lang.English(ws)))
	}
	if r.lang.Code == "de" {
		return words.Capital(best)
	}
	return best
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
	about := ""
	if p.to > p.from {
		about = words.Object(p.text[p.words[p.from].From:p.words[p.to-1].To])
	}
	return cmp.Or(words.Object(p.noun), about, "entries")
}
