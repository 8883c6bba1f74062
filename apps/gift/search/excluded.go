package search

import (
	"slices"
	"strings"
)

// excluded marks the gifts that must not be suggested, however well they fit otherwise.
func (e *Engine) excluded(q *query, past []string) []bool {
	out := q.space.marks.take(len(e.profiles))
	for c := range q.hates {
		for _, p := range e.facets[c].all {
			out[p.gift] = true
		}
	}
	for c := range q.avoid {
		for _, i := range e.contains.of(c).all {
			out[i] = true
		}
	}
	e.names.markHated(q.hatedStems, out)
	for _, p := range past {
		if i, ok := e.index(strings.TrimSpace(p)); ok {
			q.shown = append(q.shown, i)
			continue
		}
		q.shown = append(q.shown, e.names.markGiven(p, out)...)
	}
	for _, t := range q.has {
		e.names.markThing(t, out)
	}
	e.markWatched(q, out)
	e.markEnjoyed(q, out)
	e.markHoards(q, out)
	for _, t := range q.owned {
		if t.kitted() {
			e.markKit(q, out)
		}
		e.names.markThing(t, out)
		e.names.markStems(append(slices.Clone(t.more), t.head), out)
	}
	return out
}
