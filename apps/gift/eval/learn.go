package main

import (
	"cmp"
	_ "embed" // taught.txt
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"berth/apps/gift/search"
)

// taughtText is of judged.txt's form.
//
//go:embed taught.txt
var taughtText string

// verdict is what was said of a gift for a sentence.
type verdict struct {
	key      string
	score    float64
	sensible float64 // 1 or 0
}

// model says how likely a gift is found sensible: by its score, and by its appeal, how it did where it came up before.
type model struct {
	weight, unsaid float64
	appeal         map[string]float64 // by key
}

// firm is how many verdicts that say nothing the appeal of a gift is held against.
const firm = 2

func (m *model) chance(v *verdict) float64 {
	return 1 / (1 + math.Exp(-m.unsaid-m.weight*v.score-m.appeal[v.key]))
}

// learn finds what scores say by Newton's method, then what they leave unsaid of each gift.
func learn(lists [][]verdict) *model {
	m := &model{appeal: map[string]float64{}}
	for range 12 {
		var g, gs, h, hs, hss float64 // the slope and the curve, alone and by score
		for _, list := range lists {
			for i := range list {
				p, s := m.chance(&list[i]), list[i].score
				left, sure := list[i].sensible-p, p*(1-p)
				g, gs, h, hs, hss = g+left, gs+left*s, h+sure, hs+sure*s, hss+sure*s*s
			}
		}
		whole := h*hss - hs*hs
		m.unsaid, m.weight = m.unsaid+(g*hss-gs*hs)/whole, m.weight+(gs*h-g*hs)/whole
	}
	left, sure := map[string]float64{}, map[string]float64{}
	for _, list := range lists {
		for i := range list {
			p := m.chance(&list[i])
			left[list[i].key] += list[i].sensible - p
			sure[list[i].key] += p * (1 - p)
		}
	}
	for key, more := range left {
		m.appeal[key] = math.Round(10*more/(sure[key]+firm)) / 10
	}
	return m
}

// verdicts returns what was said of gifts that may be suggested, by sentence.
func verdicts(engine *search.Engine, all []*judgedSentence) (lists [][]verdict) {
	for _, s := range all {
		scores := engine.Scores(s.text, slices.Sorted(maps.Keys(s.fits)))
		var list []verdict
		for _, key := range slices.Sorted(maps.Keys(scores)) {
			v := verdict{key: key, score: scores[key]}
			if s.fits[key] {
				v.sensible = 1
			}
			list = append(list, v)
		}
		lists = append(lists, list)
	}
	return lists
}

// parts is how many parts the sentences are cut into, of which each is left to what is learned from the others.
const parts = 5

// reportLearned writes what the five best of each list would be worth by their scores, and by the appeal that was learned from other sentences.
func reportLearned(w io.Writer, name string, lists, others [][]verdict) {
	var before, after [2]int // gifts that are sensible, lists of which four are
	n := 0
	for part := range parts {
		train := slices.Clone(others)
		for i, list := range lists {
			if i%parts != part {
				train = append(train, list)
			}
		}
		m := learn(train)
		for i, list := range lists {
			if i%parts == part && len(list) >= depth {
				n++
				count(&before, list, func(v *verdict) float64 { return v.score })
				count(&after, list, func(v *verdict) float64 { return search.Appealing(v.score, m.appeal[v.key]) })
			}
		}
	}
	fmt.Fprintf(w, "%s: %d lists; by their scores %d good, %.3f of their gifts sensible; by what other sentences teach %d good, %.3f\n", name, n,
		before[1], float64(before[0])/float64(depth*n), after[1], float64(after[0])/float64(depth*n))
}

func count(into *[2]int, list []verdict, by func(*verdict) float64) {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b verdict) int { return cmp.Compare(by(&b), by(&a)) })
	sensible := 0
	for i := range depth {
		sensible += int(sorted[i].sensible)
	}
	into[0] += sensible
	if sensible >= goodList {
		into[1]++
	}
}

// teach learns from judged.txt and taught.txt, and writes the lines of search/appeal.txt.
func teach(w io.Writer, engine *search.Engine) error {
	judged, err := readJudged(judgedText)
	if err != nil {
		return err
	}
	taught, err := readJudged(taughtText)
	if err != nil {
		return err
	}
	theirs, ours := verdicts(engine, judged), verdicts(engine, taught)
	reportLearned(w, "# judged.txt", theirs, ours)
	reportLearned(w, "# taught.txt", ours, theirs)
	m := learn(append(theirs, ours...))
	fmt.Fprintf(w, "# %.2f for the score, %.2f for all\n", m.weight, m.unsaid)
	by := map[float64][]string{}
	for key, value := range m.appeal {
		if value != 0 {
			by[value] = append(by[value], key)
		}
	}
	values := make([]float64, 0, len(by))
	for value := range by {
		values = append(values, value)
	}
	slices.Sort(values)
	for _, value := range values {
		slices.Sort(by[value])
		fmt.Fprintf(w, "\n[%+.1f]\n%s\n", value, strings.Join(by[value], "\n"))
	}
	return nil
}
