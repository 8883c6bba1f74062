package offline

import (
	"slices"
	"strings"
)

// offer is something that a business offers, such as its menu or its prices, with the words for it.
type offer struct {
	kind  string // key of a domain's offers
	words []string
}

// offered returns what a business offers that the description asks for, the word for it and its position; kind is "" when
// the description asks for the business itself.
func (w *wish) offered() (kind, noun string, at int) {
	for _, o := range []offer{
		{"menu", []string{"menu"}},
		{"prices", []string{"price list", "pricelist", "price", "rate"}},
		{"schedule", []string{"class schedule", "schedule", "class timetable", "timetable"}},
	} {
		for _, p := range o.words {
			if i := strings.Index(w.text, phrase(p)); i >= 0 && w.words[strings.Count(w.text[:i+1], " ")-1].part == partObject {
				if p == "price" || p == "rate" {
					p = "prices"
				}
				return o.kind, p, i
			}
		}
	}
	return "", "", 0
}

// readOffer takes what a business offers, such as a bakery's menu, as the object when the description names both.
func (g *Generator) readOffer(w *wish) {
	kind, noun, from := w.offered()
	if kind == "" || w.strange {
		return
	}
	most, at := 0, 0
	var owner *domain
	for i := range g.domains {
		d := &g.domains[i]
		if score, first, _ := d.match(w, ""); d.Offers[kind] != "" && score > most && (first < from || first > from+len(noun)) {
			most, at, owner = score, first, d
		}
	}
	switch {
	case owner != nil:
		w.domain, w.known = g.domain(owner.Offers[kind]), true
		w.subject, w.own = plain(w.run(strings.Count(w.text[:at+1], " ")-1)+" "+noun), true
	case w.known && w.domain.ID == "menus" && kind == "menu":
		i := strings.Index(w.text, " menu ")
		w.subject, w.own = plain(w.run(strings.Count(w.text[:i+1], " ")-1)+" "+noun), true
	}
}

// run returns the words around the i-th that name the business: "hair salon".
func (w *wish) run(i int) string {
	part := w.words[i].part
	in := func(j int) bool {
		x := w.words[j]
		return x.part == part && w.content(x) && (!w.lex.vessels[x.root] || x.root == "shop" || x.root == "store") && !slices.Contains([]string{"class", "schedule", "timetable"}, x.root)
	}
	from, to := i, i
	for from > 0 && i-from < 2 && in(from-1) && w.words[from-1].stop == 0 {
		from--
	}
	for to < len(w.words) && to-from < 3 && in(to) && (to == i || w.words[to-1].stop == 0) {
		to++
	}
	var raw []string
	for _, x := range w.words[from:to] {
		raw = append(raw, x.raw)
	}
	return strings.Join(raw, " ")
}

// readSignUp names a form after its purpose: "volunteer sign-up".
func (w *wish) readSignUp() {
	if w.domain.ID != "contact" || w.strange || w.layout != "form" {
		return
	}
	for _, x := range []struct{ words, noun string }{{"sign up", "sign-up"}, {"signup", "sign-up"}, {"rsvp", "RSVP"}, {"registration", "registration"}, {"register", "registration"},
		{"application form", "application"}, {"order form", "order"}, {"intake form", "intake"}} {
		if !strings.Contains(w.text, phrase(x.words)) {
			continue
		}
		w.subject, w.own = x.noun, true
		if who := strings.TrimPrefix(w.audience, " for "); who != w.audience && !strings.Contains(who, " ") {
			w.subject, w.audience = singular(who)+" "+x.noun, ""
		}
		return
	}
}

// verbAt reports whether the i-th word may be the verb of the tool's name: "plan" in "shift plan" is a noun, and so is
// "books".
func (w *wish) verbAt(i int) bool {
	x := w.words[i]
	switch {
	case w.strange || strings.HasSuffix(x.root, "ing"):
		return true
	case x.root != x.folded:
		return slices.Contains([]string{"that", "which", "who", "it", "app", "tool", "bot", "assistant"}, w.folded(i-1))
	}
	return w.clause(i)
}
