package offline

import (
	"slices"
	"strings"
)

// part says what a word of a description is there for.
type part uint8

// The parts, ordered by how much they say about the object to show.
const (
	partObject  part = iota // what is shown
	partContext             // whose it is, where, when, about what
	partDetail              // its columns and their order
	partAside               // who uses the app, who asks, what the app is called
)

// focus finds the words that name the object to show, apart from those for its users, owners and details: in "help
// customers choose boots" the customers are not objects, nor is the lab in "the fridges of our lab". It knows the
// structure of English sentences only; in other languages every word may be the object.
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

// demote turns the objects before the i-th word, in the same sentence, into context: they are those who want something.
func (w *wish) demote(i int) {
	for i--; i >= 0 && w.words[i].stop != '.'; i-- {
		if w.words[i].part == partObject {
			w.words[i].part = partContext
		}
	}
}

// ranged reports whether at least one word has only Latin letters.
func ranged(ws []word) bool {
	return slices.ContainsFunc(ws, func(x word) bool { return len(x.folded) > 1 && latin(x.folded) })
}

// turn returns the part of the i-th word, a new one or the same as before; found says that an object was named before it.
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

// vessel reports whether the i-th word only names a container for the object, such as "list" or "catalogue".
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

// clause reports whether a verb may stand at the i-th word: at the beginning of a clause, or after the one who acts.
func (w *wish) clause(i int) bool {
	if i == 0 || w.words[i-1].stop != 0 || w.words[i-1].part == partAside {
		return true
	}
	prev := w.words[i-1]
	return w.lex.openers[prev.folded] || strings.HasSuffix(prev.folded, "ly")
}

// promote turns the users of the app into the objects when nothing else is named.
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
