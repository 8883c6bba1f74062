package offline

import (
	"slices"
	"strings"
)

func (w *wish) folded(i int) string {
	if i < 0 || i >= len(w.words) {
		return ""
	}
	return w.words[i].folded
}

// head returns the words that name the object, without words such as "list" around it. When there is no object they are
// those of the context or the details. named is false then.
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

// telling reports whether a word that often only names a container is the object here: cloud types, startup ideas.
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

// stated reports whether the description is a statement in a language whose sentences are understood; in a question the
// word after the object is a verb.
func (w *wish) stated() bool {
	return !w.strange && len(w.words) > 0 && !w.lex.questions[w.words[0].folded]
}

// setChartsAside marks the words that say how a chart is drawn: a line chart does not show lines.
func (w *wish) setChartsAside() {
	for i := range w.words[:max(0, len(w.words)-1)] {
		kind := slices.Contains([]string{"line", "bar", "pie", "area", "donut", "column"}, w.words[i].root)
		if kind && slices.Contains([]string{"chart", "graph", "plot", "diagram"}, w.words[i+1].root) {
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
