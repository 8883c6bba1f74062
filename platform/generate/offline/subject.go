package offline

import (
	"slices"
	"strings"
)

func (g *Generator) readDomain(w *wish, prompt string) {
	best, bestAt := 0, 0
	compact := strings.ToLower(prompt)
	named := false
	for i := range g.domains {
		d := &g.domains[i]
		score, at, head := d.match(w, compact)
		if score > best || score == best && score > 0 && at < bestAt {
			best, bestAt, w.domain, named = score, at, d, head
		}
	}
	if _, _, solid := w.head(); w.domain != nil && !named && solid && w.stated() {
		w.domain = nil // the trade only occurs beside the object: of the hotel only the towels are wanted
	}
	if w.domain != nil && w.domain.ID == "equipment" && w.trades() {
		w.domain = nil // machines to buy, not to maintain
	}
	if w.domain == nil && w.chats() {
		w.domain = g.domain("support")
	}
	for _, r := range prompt {
		if id := g.lex.Pictographs[string(r)]; w.domain == nil && id != "" {
			w.domain = g.domain(id)
		}
	}
	if w.known = w.domain != nil; w.known {
		w.subject = w.specific()
		return
	}
	w.domain, w.subject = g.invent(w)
}

// chats reports whether a description asks for a conversation and does not name its subject.
func (w *wish) chats() bool {
	from, to, _ := w.head()
	hollow := !slices.ContainsFunc(w.words[from:to], func(x word) bool { return !w.lex.vessels[x.root] })
	return hollow && slices.ContainsFunc([]string{" chat ", " chatbot ", " assistant ", " concierge ", " ai agent "}, func(p string) bool { return strings.Contains(w.text, p) })
}

func (g *Generator) domain(id string) *domain {
	for i := range g.domains {
		if g.domains[i].ID == id {
			return &g.domains[i]
		}
	}
	return nil
}

// specific puts the author's own words before the domain's noun: "vegan" before "restaurants". A plural that means the
// domain replaces the noun: "sneakers" for "clothes".
func (w *wish) specific() string {
	noun, at := w.domain.Many, -1
	for i, x := range w.words {
		weak := func(o word) bool { return o.part != partObject || w.lex.vessels[o.root] }
		if !w.domain.ends(w, i) || weak(x) && w.later(i, func(j int) bool { return !weak(w.words[j]) && w.domain.ends(w, j) }) {
			continue
		}
		at = i
		p := " " + x.root + " "
		if own := x.folded != x.root && strings.HasSuffix(x.folded, "s") && latin(x.folded) && w.lex.action(x.root) == "" && !w.lex.vessels[x.root]; own {
			if noun = x.folded; strings.ToUpper(x.raw[:min(len(x.raw), 2)]) == x.raw[:min(len(x.raw), 2)] {
				noun = x.raw // an abbreviation
			}
			for at > 0 && w.domain.continues(w.words[at-1].root+p) {
				noun, at, p = w.words[at-1].folded+" "+noun, at-1, " "+w.words[at-1].root+p
			}
			break
		}
		for at > 0 && w.domain.continues(w.words[at-1].root+p) {
			at, p = at-1, " "+w.words[at-1].root+p
		}
		break
	}
	if at < 0 {
		return noun
	}
	if next := w.folded(at + 2); w.words[at].root != w.words[at].folded && (next == "rent" || next == "let") {
		noun = w.words[at].folded // apartments for rent
	}
	var before []string
	for i := at - 1; i >= 0 && len(before) < 2 && w.content(w.words[i]) && w.words[i].stop == 0 && w.words[i].part == w.words[at].part; i-- {
		if strings.Contains(" "+noun+" ", " "+w.words[i].folded+" ") || strings.Contains(phrase(w.domain.One), " "+w.words[i].root+" ") {
			break
		}
		before = append([]string{w.words[i].raw}, before...)
	}
	return strings.Join(append(before, noun), " ")
}

// later reports whether wanted is true for the i-th word or a later one.
func (w *wish) later(i int, wanted func(j int) bool) bool {
	for j := i; j < len(w.words); j++ {
		if wanted(j) {
			return true
		}
	}
	return false
}

// content reports whether a word says what is to be shown, rather than how, how many or in which colour.
func (w *wish) content(x word) bool {
	if w.lex.empty(x) || w.lex.action(x.root) != "" || w.lex.doing(x.root) != "" || w.lex.counted(x.folded) > 0 {
		return false
	}
	if _, ok := w.lex.hue(x.folded); ok || mood(x.folded) != nil {
		return false
	}
	if slices.ContainsFunc(w.places, func(p word) bool { return p.raw == x.raw }) {
		return false
	}
	return !w.lex.layoutWord(x)
}
