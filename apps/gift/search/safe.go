package search

import (
	_ "embed" // safe.txt
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
)

//go:embed safe.txt
var safeLines string

// readSafe returns the gifts of safe.txt, as indexes, by stage.
func readSafe(gifts []catalogue.Gift) map[string][]int {
	at := make(map[string]int, len(gifts))
	for i, g := range gifts {
		at[g.Key] = i
	}
	all := map[string][]int{}
	stage := ""
	for line := range entries(safeLines) {
		if name, ok := strings.CutPrefix(line, "["); ok {
			stage = strings.TrimSuffix(name, "]")
		} else if i, known := at[line]; known { // an older catalogue, or a part of it, may lack some
			all[stage] = append(all[stage], i)
		}
	}
	return all
}

func writeSafe(w *inplace.Writer, all map[string][]int) {
	w.Number(len(all))
	for _, stage := range inplace.Sorted(all) {
		w.Text(stage)
		w.Number(len(all[stage]))
		for _, gift := range all[stage] {
			w.Number(gift)
		}
	}
}

func openSafe(r *inplace.Reader) map[string][]int {
	all := make(map[string][]int, 16)
	for range r.Number() {
		stage := r.Text()
		gifts := make([]int, r.Number())
		for i := range gifts {
			gifts[i] = r.Number()
		}
		all[stage] = gifts
	}
	return all
}

// stage returns the section of safe.txt for the recipient.
func (q *query) stage() string {
	switch who := q.surest(0.5); {
	case has(q, "recipient", "new-parents") >= 0.6 && (q.Age == nil || q.Age.High > 17):
		return "new-parents"
	case q.group == baby:
		return "baby"
	case q.group == toddler:
		return "toddler"
	case q.group == child:
		return "child"
	case q.group == teenager:
		return "teenager"
	case who == "family" && (q.Age == nil || q.Age.High > 17 || q.Age.High-q.Age.Low > 3):
		return "family"
	case has(q, "occasion", "host-thank-you") >= 0.6 || has(q, "occasion", "thank-you") >= 0.6 && who == "couple" ||
		has(q, "occasion", "housewarming") >= 0.6 && who != "couple" || who == "host":
		return "host"
	case has(q, "occasion", "wedding") >= 0.6 || who == "couple" && (q.Age == nil || q.Age.Low < 65):
		return "couple"
	case q.polite():
		return "colleague"
	case q.Age != nil && q.Age.Low >= 60 || who == "grandmother" || who == "grandfather" || who == "grandparents":
		return "older"
	case q.Age != nil && q.Age.Low >= 18 && q.Age.High <= oldestYoung, q.Age == nil && (who == "student" || who == "roommate"):
		return "young"
	case q.Age == nil && who == "child":
		return "child"
	case q.Age == nil && who == "teenager":
		return "teenager"
	}
	return "adult"
}

// oldestYoung is the age up to which most are students, apprentices and in their first homes.
const oldestYoung = 25

// How the place in safe.txt counts beside how well a gift suits: the last of a section has so much less.
const safeOrder = 0.35

// safeFor returns gifts of safe.txt for the recipient's stage that nothing forbids, of different kinds, the best first.
func (e *Engine) safeFor(q *query, out []bool, fit *fitter, limit int) []Hit {
	var suiting []scored
	section := e.safe[q.stage()]
	for at, i := range section {
		if out[i] {
			continue
		}
		if suits := fit.fit(i, 1); suits > 0 {
			suiting = append(suiting, scored{i, Appealing((0.5+suits)*(1-safeOrder*float64(at)/float64(len(section))), e.affinity.appealTo(&q.vector, i))})
		}
	}
	sortScored(suiting)
	var chosen, rest []scored
	seen := make([]bool, len(e.numbers)) // by the number of a first category
	for _, c := range suiting {
		if kind := e.profiles[c.gift].kind(); seen[kind] {
			rest = append(rest, c)
		} else {
			seen[kind] = true
			chosen = append(chosen, c)
		}
	}
	chosen = slices.Concat(chosen, rest)
	for i := range chosen {
		chosen[i].score = 0 // that nobody minds it says nothing of how well it fits
	}
	return e.hits(chosen[:min(limit, len(chosen))])
}
