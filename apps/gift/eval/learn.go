package main

import (
	"cmp"
	_ "embed" // taught.txt
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
	"berth/apps/gift/search"
)

// taughtText is of judged.txt's form.
//
//go:embed taught.txt
var taughtText string

// leastScore is the score below which a gift is hardly ever chosen from, so that nothing is learned of it.
const leastScore = 0.02

// examples returns what was said of gifts that may be suggested, by sentence.
func examples(engine *search.Engine, places map[string]int, judged []*judgedSentence) (all []example) {
	for _, s := range judged {
		x := example{signs: engine.Signs(s.text)}
		scores := engine.Scores(s.text, slices.Sorted(maps.Keys(s.fits)))
		for _, key := range slices.Sorted(maps.Keys(scores)) {
			if scores[key] < leastScore {
				continue
			}
			v := verdict{gift: places[key], score: math.Log(scores[key])}
			if s.fits[key] {
				v.sensible = 1
			}
			x.verdicts = append(x.verdicts, v)
		}
		all = append(all, x)
	}
	return all
}

// parts is how many parts the sentences are cut into, of which each is left to what is learned from the others.
const parts = 5

// reportLearned writes what the five best of each list would be worth by their scores, and by the appeal that was learned from other sentences.
func reportLearned(w io.Writer, name string, gifts []catalogue.Gift, examples, others []example) {
	var before, after [2]int // gifts that are sensible, lists of which four are
	n := 0
	for part := range parts {
		train := slices.Clone(others)
		for i := range examples {
			if i%parts != part {
				train = append(train, examples[i])
			}
		}
		m := learn(gifts, train)
		for i := part; i < len(examples); i += parts {
			x := &examples[i]
			if len(x.verdicts) < depth {
				continue
			}
			n++
			person := sum(m.ofSigns, m.rows(x.signs))
			count(&before, x.verdicts, func(v *verdict) float64 { return v.score })
			count(&after, x.verdicts, func(v *verdict) float64 { return search.Appealing(math.Exp(v.score), m.appeal(person, v.gift)) })
		}
	}
	fmt.Fprintf(w, "# %s: %d lists; by their scores %d good, %.3f of their gifts sensible; by what other sentences teach %d good, %.3f\n", name, n,
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

// teach learns from judged.txt and taught.txt, and writes search/affinity.txt.
func teach(w io.Writer, engine *search.Engine, gifts []catalogue.Gift) error {
	judged, err := readJudged(judgedText)
	if err != nil {
		return err
	}
	taught, err := readJudged(taughtText)
	if err != nil {
		return err
	}
	places := map[string]int{}
	for i := range gifts {
		places[gifts[i].Key] = i
	}
	theirs, ours := examples(engine, places, judged), examples(engine, places, taught)
	reportLearned(w, "judged.txt", gifts, theirs, ours)
	reportLearned(w, "taught.txt", gifts, ours, theirs)
	learn(gifts, append(theirs, ours...)).write(w, gifts)
	return nil
}

// write writes a model in the form of search/affinity.txt.
func (m *model) write(w io.Writer, gifts []catalogue.Gift) {
	var appeals, vectors []float32
	for i := range gifts {
		appeal, v := m.gift(i)
		appeals, vectors = append(appeals, appeal), append(vectors, v...)
	}
	toAppeal, toGift, toSign := unit(appeals), unit(vectors), unit(m.ofSigns.values)
	fmt.Fprintf(w, "\n[units]\t%g %g\n\n[signs]\n", toAppeal/m.score.values[0], toGift*toSign/m.score.values[0])
	for _, name := range inplace.Sorted(m.signs) {
		fmt.Fprintf(w, "%s\t%s\n", name, base64.StdEncoding.EncodeToString(packed(m.ofSigns.row(m.signs[name]), toSign)))
	}
	fmt.Fprint(w, "\n[gifts]\n")
	for i := range gifts {
		cells := append(packed(appeals[i:i+1], toAppeal), packed(vectors[i*search.AffinityDims:][:search.AffinityDims], toGift)...)
		fmt.Fprintf(w, "%s\t%s\n", gifts[i].Key, base64.StdEncoding.EncodeToString(cells))
	}
}

// unit returns what 1 of a signed byte is: a quarter of how far values are from nothing in the mean, which is exact enough and deflates well.
func unit(values []float32) float32 {
	squares := math.SmallestNonzeroFloat64
	for _, x := range values {
		squares += float64(x) * float64(x)
	}
	return float32(math.Sqrt(squares/float64(len(values))) / 4)
}

// packed returns values as signed bytes.
func packed(values []float32, unit float32) []byte {
	cells := make([]byte, len(values))
	for i, x := range values {
		cells[i] = byte(int8(math.Round(min(math.MaxInt8, max(-math.MaxInt8, float64(x/unit))))))
	}
	return cells
}
