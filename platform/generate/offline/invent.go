package offline

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed classes.json
var classesJSON []byte

// loadClasses reads the classes that stand in where no trade is known, such as a place to go to, a file to work on, or
// goods. Each is a domain whose words are the nouns that belong to it; {one}, {One} and {many} stand for the noun.
func loadClasses() (map[string]*domain, []domain, error) {
	var all []domain
	if err := json.Unmarshal(classesJSON, &all); err != nil {
		return nil, nil, fmt.Errorf("read classes: %w", err)
	}
	byNoun := map[string]*domain{}
	for i := range all {
		for _, w := range all[i].Words {
			if root := strings.TrimSpace(phrase(w)); byNoun[root] == nil {
				byNoun[root] = &all[i]
			}
		}
	}
	return byNoun, all, nil
}

// invent makes a domain from the words of a description that no known domain fits: from the first words that name
// something. When there are none it returns a domain of ideas, since a draft is never empty.
func (g *Generator) invent(w *wish) (d *domain, subject string) {
	from, to, _ := w.head()
	run := slices.Clone(w.words[max(from, to-3):to])
	run = slices.DeleteFunc(run, func(x word) bool { return len([]rune(x.raw)) < 2 })
	if len(run) == 0 {
		return ideas(), "ideas"
	}
	if run[0].part == partDetail && w.lex.columns.MatchString(roots(w.words)) {
		return g.class(w, word{}).of("entry", "entries"), "entries" // the description has columns and no object
	}
	var raw []string
	for _, x := range run {
		raw = append(raw, clip(x.raw, 24))
	}
	many := strings.Join(raw, " ")
	last := run[len(run)-1]
	one := strings.Join(append(slices.Clone(raw[:len(raw)-1]), last.root), " ")
	if latin(last.folded) && !w.strange && w.counts(max(from, to-3)) {
		many = strings.Join(append(slices.Clone(raw[:len(raw)-1]), plural(last.raw)), " ")
	}
	d = g.class(w, last).of(one, many)
	if motif := w.lex.motif(run); motif != "" {
		d.Motif = motif
	}
	return d, many
}

// class returns the class of a noun: by the noun itself, otherwise by what is done with it.
func (g *Generator) class(w *wish, last word) *domain {
	if c := g.nouns[last.root]; c != nil && !w.strange {
		return c
	}
	id := "other"
	switch {
	case w.lex.person(last.root):
		id = "person"
	case !latin(last.folded) || w.strange:
	case w.trades():
		id = "goods"
	}
	i := slices.IndexFunc(g.classes, func(c domain) bool { return c.ID == id })
	return &g.classes[i]
}

// trades reports whether a description is about buying, selling or hiring.
func (w *wish) trades() bool {
	return slices.ContainsFunc(strings.Fields("sale sell selling buy buying rent rental hire price shop store cheap catalog catalogue shopping purchase webshop"),
		func(s string) bool { return strings.Contains(w.plain, " "+s+" ") })
}

// of returns the domain that the class makes for a noun.
func (d *domain) of(one, many string) *domain {
	c := *d
	fill := strings.NewReplacer("{one}", one, "{One}", capital(one), "{many}", many).Replace
	c.ID, c.One, c.Many, c.Title, c.Asks, c.Needs = "", one, many, capital(many), fill(d.Asks), fill(d.Needs)
	c.Rows = make([][]any, len(d.Rows))
	for i, row := range d.Rows {
		c.Rows[i] = slices.Clone(row)
		for j, v := range row {
			if text, ok := v.(string); ok {
				c.Rows[i][j] = fill(text)
			}
		}
		if text, ok := c.Rows[i][0].(string); ok {
			c.Rows[i][0] = capital(text)
		}
	}
	return &c
}

// counts reports whether the words from the i-th on are a singular that can be counted: "a fridge", but not "street art".
func (w *wish) counts(i int) bool {
	for i--; i >= 0 && w.words[i].stop == 0; i-- {
		switch w.words[i].folded {
		case "a", "an", "one", "each", "every", "which":
			return true
		}
		x := w.words[i]
		if w.content(x) || w.lex.doing(x.root) != "" || w.lex.action(x.root) != "" || w.lex.relations[x.folded] || w.lex.possessives[x.folded] {
			return false
		}
	}
	return false
}

// ideas returns the domain for a description without words.
func ideas() *domain {
	return &domain{
		ID: "ideas", One: "idea", Many: "ideas", Verb: "search", Layout: "cards", Motif: "bulb", Title: "A few ideas",
		Asks: "somebody looks for an idea, or wants to see what there is", Needs: "a word or two about what is looked for",
		Columns: []string{"Name", "Category:tag", "About:about", "Minutes:number", "Updated:date", "Status:badge"},
		Rows: [][]any{
			{"A walk before work", "Everyday", "Twenty minutes, in any weather.", 20.0, -1.0, "Popular"},
			{"Ten minutes of drawing", "Small", "Little effort, and easy to keep up.", 10.0, -3.0, "New"},
			{"A letter by hand", "Special", "Somebody will keep it for years.", 30.0, -6.0, "Open"},
			{"Dinner for neighbours", "Shared", "Asked for again and again.", 120.0, -8.0, "Popular"},
			{"An hour without a screen", "Rare", "Seldom done, and worth the wait.", 60.0, -12.0, "Few left"},
			{"One drawer a week", "Everyday", "A favourite of many years.", 15.0, -15.0, "Open"},
		},
	}
}
