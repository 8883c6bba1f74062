package offline

import (
	"slices"
	"strings"
)

// invent makes a domain for what none is known for, from the words of the description: the first run of words that name
// something. Without any there is a domain of ideas, since a draft is never empty.
func invent(w *wish) (d *domain, subject string) {
	from, to, _ := w.head()
	run := slices.Clone(w.words[max(from, to-3):to])
	run = slices.DeleteFunc(run, func(x word) bool { return len([]rune(x.raw)) < 2 })
	if len(run) == 0 {
		return ideas(), "ideas"
	}
	var raw []string
	for _, x := range run {
		raw = append(raw, clip(x.raw, 24))
	}
	many := strings.Join(raw, " ")
	last := run[len(run)-1]
	one := strings.Join(append(slices.Clone(raw[:len(raw)-1]), last.root), " ")
	if latin(last.folded) && w.speech == "" && w.counts(max(from, to-3)) {
		many = strings.Join(append(slices.Clone(raw[:len(raw)-1]), plural(last.raw)), " ")
	}
	return newDomain(w.lex, one, many, last), many
}

// counts reports whether the words from the i-th on are one of many: "a fridge", but not "street art".
func (w *wish) counts(i int) bool {
	for i--; i >= 0 && w.words[i].stop == 0; i-- {
		switch w.words[i].folded {
		case "a", "an", "one", "each", "every", "which":
			return true
		}
		if w.content(w.words[i]) || w.lex.relations[w.words[i].folded] || w.lex.possessives[w.words[i].folded] || w.lex.action(w.words[i].root) != "" {
			return false
		}
	}
	return false
}

func newDomain(l *lexicon, one, many string, last word) *domain {
	d := ideas()
	d.ID, d.One, d.Many, d.Title = "", one, many, capital(many)
	d.Asks = "somebody asks about " + many + ", or looks for one of them"
	d.Needs = "what is looked for; a name or a category narrows the choice"
	abouts := []string{"The one that most people choose first.", "Small, well made, and easy to keep.", "New this month, and already asked for.",
		"A favourite of many years.", "Seldom seen, and worth the wait.", "Good for every day, and for all who begin."}
	if l.person(last.root) {
		d.Motif = "person"
		abouts = []string{"Ten years of experience, and patient with beginners.", "Knows the subject from every side.", "New here, and warmly recommended.",
			"Works carefully and keeps every appointment.", "Has won a prize for it twice.", "Speaks four languages, and listens in all of them."}
	}
	defer d.typed(l, last)
	for i := range d.Rows {
		d.Rows[i][2] = abouts[i]
		if l.person(last.root) {
			d.Rows[i][0] = l.Names[i]
		} else if latin(last.folded) {
			d.Rows[i][0] = capital([]string{"classic", "compact", "new", "favourite", "rare", "everyday"}[i] + " " + one)
		} else {
			d.Rows[i][0] = capital(one) + " " + string(rune('A'+i))
		}
	}
	return d
}

// ideas are what a description without words gets.
func ideas() *domain {
	return &domain{
		ID: "ideas", One: "idea", Many: "ideas", Verb: "search", Layout: "cards", Motif: "star", Title: "A few ideas",
		Asks: "somebody looks for an idea, or wants to see what there is", Needs: "a word or two about what is looked for",
		Columns: []string{"Name", "Category:tag", "About:about", "Rating:number", "Updated:date", "Status:badge"},
		Rows: [][]any{
			{"A walk before work", "Everyday", "The one that most people choose first.", 4.8, -1.0, "Popular"},
			{"Ten minutes of drawing", "Small", "Little effort, and easy to keep up.", 4.6, -3.0, "New"},
			{"A letter by hand", "Special", "For those who know exactly what they want.", 4.7, -6.0, "Open"},
			{"Dinner for neighbours", "Shared", "Asked for again and again.", 4.9, -8.0, "Popular"},
			{"An hour without a screen", "Rare", "Seldom seen, and worth the wait.", 4.4, -12.0, "Few left"},
			{"One drawer a week", "Everyday", "A favourite of many years.", 4.5, -15.0, "Open"},
		},
	}
}
