package offline

import (
	"slices"
	"strings"
)

// verbs distinguishes the verbs "book" and "order" from the things, since "book a table" is about tables, and goods for
// sale from sales figures.
func verbs(ws []word) []word {
	out := slices.Clone(ws)
	for i, w := range ws {
		if w.root == "sale" && i > 0 && (ws[i-1].folded == "for" || ws[i-1].folded == "on") {
			out[i].folded, out[i].root = "for", "for" // goods on sale are not a sales figure
			continue
		}
		if w.folded != "book" && w.folded != "order" || i+1 >= len(ws) {
			continue
		}
		next := ws[i+1].folded
		determined := slices.Contains(strings.Fields("a an my your the their some tickets flights hotels rooms appointments online food one it them"), next)
		if determined && !(w.folded == "order" && i > 0 && slices.Contains([]string{"my", "the", "an", "your"}, ws[i-1].folded)) {
			out[i].root = w.folded + "ing" // no domain has such a word
		}
	}
	return out
}

// readLayout chooses the layout by the words that name or suggest one, and by what is usual for the domain.
func (w *wish) readLayout() {
	best := -1
	text := w.text
	for _, p := range []string{" table for ", " table reservation ", "ing a table ", "reserve a table ", " dinner table ", " coffee table ",
		" time table ", " tide table ", " medal table ", " periodic table ", " library card ", " credit card ", " business card ", " gift card ", " report card ", " id card ",
		" birthday card ", " membership card ", " conversation starter ", " table number ", " table tennis ", " org chart ", " seating chart ", " organization chart "} {
		text = strings.ReplaceAll(text, p, " ") // these are not tables of data
	}
	for _, h := range w.lex.Layouts {
		score := 0
		for _, p := range h.Named {
			if strings.Contains(text, p) && (p != " form " || slices.ContainsFunc(w.words, func(x word) bool { return x.folded == "form" })) {
				score += namedWeight // tax forms do not ask for a form
				break
			}
		}
		isNamed := score > 0
		if isNamed && slices.ContainsFunc(h.Named, func(p string) bool {
			return slices.ContainsFunc([]string{" as a", " as", " on a", " in a", " into a", " with a", " a"}, func(how string) bool { return strings.Contains(text, how+p) })
		}) {
			score += meantWeight // "a roadmap as a table" is a table
		}
		for _, p := range h.Meant {
			if strings.Contains(w.plain, p) {
				score += meantWeight
				break
			}
		}
		if h.Layout == w.domain.Layout {
			score += usualWeight
		}
		if h.Layout == "form" && slices.Contains([]string{"request", "submit", "register"}, w.verb) {
			score += meantWeight
		}
		if score > best {
			best, w.layout, w.named = score, h.Layout, isNamed
		}
	}
	if w.layout == "gallery" && !w.named && strings.Contains(w.text, " price ") {
		w.layout = "cards" // the gallery cannot show prices
	}
}

func (w *wish) readVerb() {
	for i, x := range w.words {
		v := w.lex.action(x.root)
		if v == "" {
			v = w.lex.doing(x.root)
		}
		if v != "" && w.verbAt(i) &&
			(x.root != x.folded || v != "list" && v != "order" && v != "book" || strings.HasSuffix(x.root, "ing")) {
			w.verb = v
			return
		}
	}
}

// readDeed finds the purpose of a form: "book a table".
func (w *wish) readDeed() {
	if w.layout != "form" {
		return
	}
	for i, x := range w.words {
		verb := w.lex.action(strings.TrimSuffix(x.root, "ing"))
		if !slices.Contains([]string{"book", "reserve", "order", "register", "schedule"}, verb) || i+2 >= len(w.words) || !w.content(w.words[i+2]) && w.words[i+2].root != "table" {
			continue
		}
		if slices.Contains([]string{"a", "an", "my", "your", "the", "our"}, w.words[i+1].folded) && latin(w.words[i+2].folded) {
			w.verb, w.thing = verb, w.words[i+2].root
			return
		}
	}
}

// readAudience finds whom or what something is for: "for beginners", "for a bank".
func (w *wish) readAudience() {
	for i := 1; i+1 < len(w.words); i++ {
		if w.words[i].folded != "for" {
			continue
		}
		j, article := i+1, ""
		if slices.Contains([]string{"a", "an"}, w.words[j].folded) && j+1 < len(w.words) {
			j, article = j+1, w.words[j].folded+" "
		}
		x := w.words[j]
		if w.content(x) && latin(x.folded) && !strings.Contains(phrase(w.subject), " "+x.root+" ") && (article != "" || x.root != x.folded) {
			w.audience = " for " + article + x.folded
			if next := w.folded(j + 1); article != "" && x.stop == 0 && latin(next) && !w.lex.glue(next) && w.lex.action(next) == "" {
				w.audience += " " + next
			}
			return
		}
	}
}

func (w *wish) readCount() {
	for i, x := range w.words {
		n := w.lex.counted(x.folded)
		if n < 1 || n > 50 {
			continue
		}
		after := i+1 < len(w.words) && slices.Contains(strings.Fields("item result row entry card idea example option slide picture photo place more of"), w.words[i+1].root)
		before := i > 0 && slices.Contains([]string{"top", "only", "exactly", "show"}, w.words[i-1].folded)
		subject := strings.Contains(phrase(w.subject)+phrase(w.domain.Many)+phrase(w.domain.One), " "+w.next(i).root+" ")
		if after || before || subject && w.next(i).root != "" {
			w.count = n
			return
		}
	}
}

// next returns the first word after the i-th that carries meaning.
func (w *wish) next(i int) word {
	for _, x := range w.words[i+1:] {
		if !w.lex.empty(x) {
			return x
		}
	}
	return word{}
}
