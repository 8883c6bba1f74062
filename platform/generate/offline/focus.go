package offline

import (
	"slices"
	"strings"
)

// part is what a word of a description is there for.
type part uint8

// The parts, by how much they say about what is to be shown.
const (
	partObject  part = iota // what is shown
	partContext             // whose it is, where, when, what about
	partDetail              // its columns and their order
	partAside               // who is to use it, who asks, what it is called
)

// focus tells what is to be shown from whom it is for, whose it is and what is to be seen of it: in "help customers choose
// boots" the customers are no objects, nor is the lab in "the fridges of our lab". It knows the build of English sentences
// only; in other languages every word may be the object.
func (w *wish) focus() {
	if w.strange || !ranged(w.words) {
		return
	}
	mode, found := partObject, false
	for i := 0; i < len(w.words); {
		x := &w.words[i]
		if x.part == partAside {
			i++
			continue
		}
		if n := w.frame(i); n > 0 {
			for j := range n {
				w.words[i+j].part = partAside
			}
			if w.lex.wants[x.folded] {
				w.demote(i)
				found = false
			}
			i += n
			if !found {
				mode = partObject
			}
			continue
		}
		if w.lex.wants[x.folded] && found { // the shop needs a price list
			w.demote(i)
			mode, found = partObject, false
		}
		if mode = w.turn(i, mode, found); mode == partObject && i > 0 && w.words[i-1].stop == ':' {
			found = false
		}
		x.part = mode
		if mode == partObject && w.content(*x) && !w.lex.vessels[x.root] {
			found = true
		}
		i++
	}
	w.promote()
}

// demote makes of the objects before the i-th word, in the same sentence, those who want something.
func (w *wish) demote(i int) {
	for i--; i >= 0 && w.words[i].stop != '.'; i-- {
		if w.words[i].part == partObject {
			w.words[i].part = partContext
		}
	}
}

// ranged reports whether some words are of Latin letters.
func ranged(ws []word) bool {
	return slices.ContainsFunc(ws, func(x word) bool { return len(x.folded) > 1 && latin(x.folded) })
}

// turn answers which part the i-th word begins or goes on with; found says that an object was named before it.
func (w *wish) turn(i int, mode part, found bool) part {
	x, stop := w.words[i], byte('.')
	if i > 0 {
		stop = w.words[i-1].stop
	}
	after := partObject
	if found {
		after = partDetail
	}
	if stop == ':' && found && w.lex.generic(w.words[i-1]) {
		w.demote(i) // one product: a running shoe
		return partObject
	}
	if stop == '.' || stop == ':' || stop == ',' && mode == partContext {
		mode = after
	}
	next := ""
	if i+1 < len(w.words) {
		next = w.words[i+1].folded
	}
	switch {
	case x.folded == "of" && !found && (i == 0 || w.vessel(i-1)):
		return partObject // a list of machines
	case x.folded == "to" && !found:
		return mode // want to see
	case x.root == "column" || x.root == "field":
		return partDetail
	case x.folded == "for" && slices.Contains([]string{"rent", "hire", "sale", "let"}, next):
		return mode
	case w.lex.relations[x.folded] && i+1 < len(w.words):
		return partContext
	case w.lex.details[x.folded] && found, found && x.folded == "and" && w.lex.possessives[next]:
		return partDetail
	case !found && mode == partContext && w.imperative(i):
		return partObject // "for our shop show ..."
	}
	return mode
}

// vessel reports whether the i-th word only holds what is shown, as "list" does and "catalogue".
func (w *wish) vessel(i int) bool {
	x := w.words[i]
	return w.lex.vessels[x.root] || !w.lex.empty(x) && !w.content(x)
}

// imperative reports whether the i-th word is the verb of a clause.
func (w *wish) imperative(i int) bool {
	x := w.words[i]
	if x.folded != "show" && x.folded != "list" && w.lex.action(x.root) == "" || x.root != x.folded {
		return false
	}
	return w.clause(i)
}

// clause reports whether a verb may stand at the i-th word: where a clause begins, or after who is to do it.
func (w *wish) clause(i int) bool {
	if i == 0 || w.words[i-1].stop != 0 || w.words[i-1].part == partAside {
		return true
	}
	prev := w.words[i-1]
	return w.lex.openers[prev.folded] || strings.HasSuffix(prev.folded, "ly")
}

// promote makes objects of those who use the app where nothing else is named.
func (w *wish) promote() {
	for _, x := range w.words {
		if x.part != partAside && (w.content(x) || w.lex.soft[x.root]) && !w.lex.vessels[x.root] {
			return
		}
	}
	for i := range w.words {
		w.words[i].part = partObject
	}
}

// frame answers how many words from the i-th on say who uses the app or who asks for it, 0 for none: "help customers",
// "my guests can", "for teachers to", "as a landlord I want", "I run a shop".
func (w *wish) frame(i int) int {
	x := w.words[i].folded
	switch {
	case w.lex.enablers[x]:
		if n := w.audienceAt(i + 1); n > 0 && w.acts(i+1+n, x) {
			return 1 + n
		}
	case i < 3 && (w.lex.modals[x] || x == "do" || x == "does"): // where can tourists find
		if n := w.audienceAt(i + 1); n > 0 && i+1+n < len(w.words) {
			return 1 + n
		}
	case w.lex.wants[x] || x == "for" || x == "so" || x == "which" || x == "where" || x == "that":
		if n := w.audienceAt(i + 1); n > 0 && w.folded(i+1+n) == "to" && i+2+n < len(w.words) {
			return 2 + n
		}
	case x == "as" && (w.folded(i+1) == "a" || w.folded(i+1) == "an"):
		for j := i + 2; j < min(len(w.words), i+7); j++ {
			if w.words[j].folded == "i" || w.words[j].folded == "we" {
				return j - i
			}
		}
	case (x == "i" || x == "we") && w.lex.owns[w.folded(i+1)] && i+2 < len(w.words):
		j := i + 2
		for j < len(w.words) && w.words[j-1].stop == 0 && w.words[j].folded != "and" {
			j++
		}
		if j < len(w.words) {
			return j - i
		}
	}
	if n := w.audienceAt(i); n > 0 && (w.lex.modals[w.folded(i+n)] || w.lex.wants[w.folded(i+n)]) && i+n+1 < len(w.words) {
		if w.folded(i+n+1) == "to" {
			n++
		}
		return n + 1
	}
	return 0
}

// acts reports whether at the i-th word those whom a verb enables begin to act, or are told something.
func (w *wish) acts(i int, verb string) bool {
	x := w.folded(i)
	if x == "" || w.words[i-1].stop != 0 {
		return false
	}
	tells := verb == "show" || verb == "tell" || verb == "give" || verb == "remind"
	if tells {
		return w.lex.possessives[x] || slices.Contains([]string{"a", "an", "the", "all", "when", "which", "who", "where", "what", "how", "whether"}, x)
	}
	return x != "with" && x != "and" && x != "in" && x != "on" && x != "as"
}

// audienceAt answers how many words from the i-th on name people: "my customers", "visitors of our zoo"; 0 for none.
func (w *wish) audienceAt(i int) int {
	j := i
	for j < len(w.words) && (w.lex.possessives[w.words[j].folded] || w.lex.articles[w.words[j].folded]) {
		j++
	}
	for start := j; j < len(w.words) && j < start+3; j++ {
		if w.lex.audiences[w.words[j].root] || agents(w.words[j]) {
			if j+1 < len(w.words) && w.words[j].stop == 0 && w.lex.audiences[w.words[j+1].root] {
				j++ // team members
			}
			j++
			if w.folded(j) == "of" && w.lex.articles[w.folded(j+1)] || w.folded(j) == "of" && w.lex.possessives[w.folded(j+1)] {
				j = min(w.group(j+2), len(w.words)-1)
			}
			return j - i
		}
		if !w.content(w.words[j]) || w.words[j].stop != 0 {
			return 0
		}
	}
	return 0
}

// group answers where the group ends that begins at the i-th word: "of our co-op to order", "of our zoo the times".
func (w *wish) group(i int) int {
	for i < len(w.words) && w.words[i-1].stop == 0 && !w.lex.glue(w.words[i].folded) {
		i++
	}
	return i
}

// agents reports whether a word looks like many who do something: hikers, visitors, cyclists.
func agents(x word) bool {
	return x.root != x.folded && slices.ContainsFunc([]string{"ers", "ors", "ists", "ians", "ees"}, func(end string) bool {
		return strings.HasSuffix(x.folded, end) && len(x.folded) > len(end)+2
	})
}

func (w *wish) folded(i int) string {
	if i < 0 || i >= len(w.words) {
		return ""
	}
	return w.words[i].folded
}

// head answers the words that name the object, without what only holds it; where nothing else is named, those of its
// surroundings. named is false where no object stands by itself.
func (w *wish) head() (from, to int, named bool) {
	hollow := [2]int{}
	for _, p := range []part{partObject, partContext, partDetail} {
		for i := 0; i < len(w.words); i++ {
			if !w.names(i, i, p) {
				continue
			}
			j := i + 1
			for j < len(w.words) && w.words[j-1].stop == 0 && w.names(j, i, p) {
				j++
			}
			end := j
			for end > i && (w.lex.vessels[w.words[end-1].root] && !w.telling(i, end-1) || end > i+1 && w.trails(end-1)) {
				end--
			}
			if end > i && (p == partObject || hollow[1] == 0) {
				return i, end, p == partObject
			}
			if hollow[1] == 0 {
				hollow = [2]int{i, j}
			}
			i = j
		}
	}
	return hollow[0], hollow[1], false
}

// telling reports whether a word that often only holds something is what is shown here: cloud types, startup ideas.
func (w *wish) telling(start, i int) bool {
	x := w.words[i]
	return i > start && x.root != x.folded && slices.Contains([]string{"idea", "type", "time", "rate", "offer", "level", "price", "tip", "fee", "group"}, x.root)
}

// trails reports whether the i-th word only says more about the noun before it: birds seen, stars visible.
func (w *wish) trails(i int) bool {
	x, noun := w.words[i], w.words[i-1]
	return w.lex.trailing[x.folded] || strings.HasSuffix(x.folded, "ed") && noun.root != noun.folded
}

// names reports whether the i-th word may belong to a name that begins at start.
func (w *wish) names(i, start int, p part) bool {
	x := w.words[i]
	return x.part == p && (w.content(x) || i > start && w.lex.soft[x.root])
}

// stated reports whether the description states what it wants in a language whose sentences are understood; in a question
// the word after the object is a verb.
func (w *wish) stated() bool {
	return !w.strange && len(w.words) > 0 && !w.lex.questions[w.words[0].folded]
}

// setChartsAside marks the words that say how a chart is drawn: a line chart is about no lines.
func (w *wish) setChartsAside() {
	for i := range w.words[:max(0, len(w.words)-1)] {
		if slices.Contains([]string{"chart", "graph", "plot", "diagram"}, w.words[i+1].root) && slices.Contains([]string{"line", "bar", "pie", "area", "donut", "column"}, w.words[i].root) {
			w.words[i].part = partAside
		}
	}
}

// setAside marks the words of a name, which say nothing about the object.
func (w *wish) setAside(name string) {
	own := words(name)
	for i := 0; len(own) > 0 && i+len(own) <= len(w.words); i++ {
		if slices.EqualFunc(own, w.words[i:i+len(own)], func(a, b word) bool { return a.folded == b.folded }) {
			for j := range own {
				w.words[i+j].part = partAside
			}
			return
		}
	}
}
