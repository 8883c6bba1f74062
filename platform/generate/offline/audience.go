package offline

import (
	"slices"
	"strings"
)

// frame returns how many words from the i-th on say who uses the app or who asks for it, 0 for none: "help customers",
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

// acts reports whether the words from the i-th on say what the people after verb do, as in "help guests find", or what they
// are told, as in "tell guests when".
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

// audienceAt returns how many words from the i-th on name people: "my customers", "visitors of our zoo"; 0 for none.
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

// group returns the end of the group of people that begins at the i-th word: "of our co-op to order", "of our zoo the
// times".
func (w *wish) group(i int) int {
	for i < len(w.words) && w.words[i-1].stop == 0 && !w.lex.glue(w.words[i].folded) {
		i++
	}
	return i
}

// agents reports whether a word looks like a plural of people who do something: hikers, visitors, cyclists.
func agents(x word) bool {
	return x.root != x.folded && slices.ContainsFunc([]string{"ers", "ors", "ists", "ians", "ees"}, func(end string) bool {
		return strings.HasSuffix(x.folded, end) && len(x.folded) > len(end)+2
	})
}
