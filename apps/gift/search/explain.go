package search

import (
	"fmt"
	"slices"
	"strings"
)

// Explain returns one line that says how a description is understood, for people who tune the search.
func (e *Engine) Explain(description string) string {
	q := e.understand(description)
	var want, not []string
	for c, w := range q.want {
		want = append(want, fmt.Sprintf("%s %.2f", c, w))
	}
	for c := range q.hates {
		not = append(not, c.String())
	}
	for c := range q.avoid {
		not = append(not, "avoid "+c)
	}
	for s := range q.hatedStems {
		not = append(not, s)
	}
	slices.Sort(want)
	slices.Sort(not)
	var words []string
	for _, t := range q.words {
		if !idle(t.Word) {
			words = append(words, t.Word)
		}
	}
	return fmt.Sprintf("wants %s; not %s; has %v; hoards %v; words %s", strings.Join(want, ", "), strings.Join(not, ", "), append(q.owned, q.has...), q.hoards,
		strings.Join(words, " "))
}
