package offline

import (
	"slices"
	"strings"
)

// offer is what descriptions ask for of a business: not bakeries, but what is on the menu of one.
type offer struct {
	kind  string // key of a domain's offers
	words []string
}

// offered answers what of a business is asked for and how it is called, "" for the business itself.
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

// readOffer takes what a business offers for the object where the description speaks of both.
func (g *Generator) readOffer(w *wish) {
	kind, noun, from := w.offered()
	if kind == "" || w.speech != "" {
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

// run spells the words around the i-th that name the business: "hair salon".
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

// readSignUp calls a form by what one does with it: "volunteer sign-up".
func (w *wish) readSignUp() {
	if w.domain.ID != "contact" || w.speech != "" || w.layout != "form" {
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

// unnamed is the first word of a site that nobody named.
func unnamed(i int) string {
	return []string{"Harbour", "Old town", "Station", "Garden Square", "Riverside", "Mill Lane"}[i%6]
}

// typed gives an invented domain the columns of what its noun stands for: a place to go to, a file to work on, a figure.
func (d *domain) typed(l *lexicon, last word) {
	noun := capital(last.root)
	switch {
	case l.sites[last.root]:
		d.Layout, d.Motif, d.Verb = "map", "pin", "find"
		d.Columns = []string{"Name", "Street:subtitle", "Hours:fact", "Rating:number", "About:about", "Open:badge"}
		streets := []string{"12 Mill Street", "4 Station Road", "31 Garden Square", "8 Bridge Lane", "57 Harbour View", "2 Pier Walk"}
		for i := range d.Rows {
			d.Rows[i] = []any{unnamed(i) + " " + last.root, streets[i], []string{"8:00–20:00", "9:00–18:00"}[i%2], d.Rows[i][3], d.Rows[i][2], []string{"Open now", "Quiet", "Busy"}[i%3]}
		}
	case l.records[last.root]:
		d.Layout, d.Motif, d.Verb = "table", "paper", "track"
		d.Columns = []string{"Number", "From:subtitle", "Received:date", "Due:date", "Priority:tag", "Status:badge"}
		for i := range d.Rows {
			day := float64(-2 - 3*i)
			d.Rows[i] = []any{noun + " " + written(float64(1048-i)), l.Names[i], day, day + 14, []string{"Medium", "High", "Low"}[i%3], []string{"New", "In progress", "Done"}[i/2]}
		}
	case l.measures[last.root] || l.measures[last.folded]:
		d.Layout, d.Motif, d.Verb = "chart", "chart", "track"
		d.Columns = []string{"Place", "Reading:number", "Usual:number", "Measured:date", "Status:badge"}
		base := float64(20 + seed(d.Many)%60)
		for i, place := range []string{"Ground floor", "First floor", "North side", "South side", "Annex", "Outside"} {
			d.Rows[i] = []any{place, base + float64(3*i%7), base + 2, float64(-i), []string{"Normal", "Normal", "High"}[i%3]}
		}
	}
}

// verbAt reports whether the i-th word may be the verb of the tool's name: the noun in "shift plan" is none.
func (w *wish) verbAt(i int) bool {
	return w.speech != "" || strings.HasSuffix(w.words[i].root, "ing") || w.clause(i)
}
