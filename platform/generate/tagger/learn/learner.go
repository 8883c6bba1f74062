package main

import (
	"math"
	"math/rand/v2"

	"berth/platform/generate/tagger"
)

// How it is learned: rounds over the corpus, the rate of AdaGrad, the L2 penalty, and in how many places a feature must be found.
const (
	rounds, classRounds = 12, 25
	rate, classRate     = 0.05, 0.03
	penalty             = 1e-3
	least               = 3
	leastHeadings       = 2 // a heading has few words
)

// weights are what was learned.
type weights map[uint32][]float64

// Add implements tagger.Weights.
func (w weights) Add(feature uint32, scores []float64) {
	for c, x := range w[feature] {
		scores[c] += x
	}
}

// learner learns weights by gradients, with AdaGrad and an L2 penalty. Features are numbered as they come.
type learner struct {
	ids           map[uint32]int32
	hashes        []uint32
	counts        []int
	now, square   []float64
	sum           []float64 // of now after each round but the first ones
	summed        int
	classes       int
	rate, penalty float64
}

func newLearner(classes int, rate, penalty float64) *learner {
	return &learner{ids: map[uint32]int32{}, classes: classes, rate: rate, penalty: penalty}
}

// list returns the numbers of features, which of calls with a function that takes them.
func (l *learner) list(of func(func(uint32))) (ids []int32) {
	of(func(h uint32) {
		id, ok := l.ids[h]
		if !ok {
			id = int32(len(l.hashes))
			l.ids[h] = id
			l.hashes, l.counts = append(l.hashes, h), append(l.counts, 0)
			for range l.classes {
				l.now, l.square = append(l.now, 0), append(l.square, 0)
			}
		}
		l.counts[id]++
		ids = append(ids, id)
	})
	return ids
}

// rare drops features that were found in few places.
func (l *learner) rare(ids []int32, least int) (kept []int32) {
	for _, id := range ids {
		if l.counts[id] >= least {
			kept = append(kept, id)
		}
	}
	return kept
}

// endRound takes what is known after a round into the mean that weights returns.
func (l *learner) endRound(round, rounds int) {
	if 3*round < rounds {
		return
	}
	if l.sum == nil {
		l.sum = make([]float64, len(l.now))
	}
	l.summed++
	for i, x := range l.now {
		l.sum[i] += x
	}
}

func (l *learner) add(ids []int32, scores []float64) {
	for _, id := range ids {
		at := int(id) * l.classes
		for c, x := range l.now[at : at+l.classes] {
			scores[c] += x
		}
	}
}

// learn moves the weights of features against a gradient, one a class.
func (l *learner) learn(ids []int32, gradient []float64) {
	for _, id := range ids {
		at := int(id) * l.classes
		row, sq := l.now[at:at+l.classes], l.square[at:at+l.classes]
		for c, g := range gradient {
			g += l.penalty * row[c]
			if g > 1e-6 || g < -1e-6 {
				sq[c] += g * g
				row[c] -= l.rate * g / math.Sqrt(1e-2+sq[c])
			}
		}
	}
}

// weights returns what was learned.
func (l *learner) weights() weights {
	out := weights{}
	for i, x := range l.sum {
		l.now[i] = x / float64(l.summed)
	}
	for id, h := range l.hashes {
		row := l.now[id*l.classes : (id+1)*l.classes]
		for _, x := range row {
			if x != 0 {
				out[h] = row
				break
			}
		}
	}
	return out
}

// shuffled calls yield for each index below n, in another order each round.
func (l *learner) shuffled(n, rounds int, yield func(int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	r := rand.New(rand.NewPCG(3, 4))
	for round := range rounds {
		r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			yield(i)
		}
		l.endRound(round, rounds)
	}
}

// learnLabels learns which words are what: a conditional random field (Lafferty, McCallum and Pereira 2001).
func learnLabels(lines []line) weights {
	type features struct {
		words [][]int32
		steps [][tagger.Labels][]int32
	}
	l := newLearner(int(tagger.Labels), rate, penalty)
	all := make([]features, len(lines))
	for at, x := range lines {
		f := features{make([][]int32, len(x.labels)), make([][tagger.Labels][]int32, len(x.labels))}
		for i := range x.labels {
			f.words[i] = l.list(func(yield func(uint32)) { tagger.OfWord(x.text, i, yield) })
			for prev := range tagger.Labels {
				if i > 0 || prev == 0 {
					f.steps[i][prev] = l.list(func(yield func(uint32)) { tagger.OfStep(x.text, i, prev, yield) })
				}
			}
		}
		all[at] = f
	}
	for _, f := range all {
		for i := range f.words {
			f.words[i] = l.rare(f.words[i], least)
		}
	}
	l.shuffled(len(lines), rounds, func(at int) {
		x, f := lines[at], all[at]
		labels := remember(x.text, x.labels)
		g := tagger.NewLattice(nothing{}, x.text)
		for i := range f.words {
			l.add(f.words[i], g.Word[i][:])
			for prev := range tagger.Labels {
				l.add(f.steps[i][prev], g.Step[i][prev][:])
			}
		}
		words, steps := marginals(g)
		for i := range words {
			was := tagger.Other
			if i > 0 {
				was = labels[i-1]
			}
			words[i][labels[i]]--
			l.learn(f.words[i], words[i][:])
			steps[i][was][labels[i]]--
			for prev := range tagger.Labels {
				if most(steps[i][prev][:]) > 1e-4 {
					l.learn(f.steps[i][prev], steps[i][prev][:])
				}
			}
		}
	})
	return l.weights()
}

// remember returns the labels, one for each token of t, with the words that are nothing told apart as a model does: by whether there was a column
// in their sentence, or in one before. A question mark does not end a sentence there, since questions stand in rows: "Site? Delivered?".
func remember(t tagger.Text, ls []tagger.Label) []tagger.Label {
	out := make([]tagger.Label, len(ls))
	state := tagger.Other
	for i, l := range ls {
		if i > 0 && t.Tokens[i-1].Stop == '.' && state == tagger.Between {
			state = tagger.After
		}
		if out[i] = l; l == tagger.Other {
			out[i] = state
		} else if l >= tagger.ColumnBegin && l <= tagger.FieldInside {
			state = tagger.Between
		}
	}
	return out
}

// nothing are weights of nothing.
type nothing struct{}

// Add implements tagger.Weights.
func (nothing) Add(uint32, []float64) {}

func most(xs []float64) (m float64) {
	for _, x := range xs {
		m = max(m, x, -x)
	}
	return m
}

func logSum(xs []float64) float64 {
	most := math.Inf(-1)
	for _, x := range xs {
		most = max(most, x)
	}
	sum := 0.0
	for _, x := range xs {
		if x > most-40 {
			sum += math.Exp(x - most)
		}
	}
	return most + math.Log(sum)
}

// marginals returns how likely each label is for each word, and each label behind each.
func marginals(g tagger.Lattice) (words [][tagger.Labels]float64, steps [][tagger.Labels][tagger.Labels]float64) {
	n := len(g.Word)
	forward, backward := make([][tagger.Labels]float64, n+1), make([][tagger.Labels]float64, n+1)
	var sums [tagger.Labels]float64
	for l := range tagger.Labels {
		forward[0][l] = tagger.Never
	}
	forward[0][0] = 0
	for i := range n {
		for l := range tagger.Labels {
			for prev := range tagger.Labels {
				sums[prev] = forward[i][prev] + g.Step[i][prev][l] + g.Word[i][l]
			}
			forward[i+1][l] = logSum(sums[:])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for prev := range tagger.Labels {
			for l := range tagger.Labels {
				sums[l] = g.Step[i][prev][l] + g.Word[i][l] + backward[i+1][l]
			}
			backward[i][prev] = logSum(sums[:])
		}
	}
	all := logSum(forward[n][:])
	words, steps = make([][tagger.Labels]float64, n), make([][tagger.Labels][tagger.Labels]float64, n)
	for i := range n {
		for prev := range tagger.Labels {
			for l := range tagger.Labels {
				p := math.Exp(forward[i][prev] + g.Step[i][prev][l] + g.Word[i][l] + backward[i+1][l] - all)
				steps[i][prev][l] = p
				words[i][l] += p
			}
		}
	}
	return words, steps
}

// learnSpans learns which span a label has, or that none has it: one choice among all candidates.
func learnSpans(lines []line, label tagger.Label) weights {
	l := newLearner(1, rate, penalty)
	type choice struct {
		features [][]int32
		is       int
	}
	all := make([]choice, len(lines))
	for at, x := range lines {
		found := tagger.Join(x.labels)
		spans := tagger.Candidates(x.text, found)
		c := choice{is: len(spans)}
		for i, s := range spans {
			c.features = append(c.features, l.list(func(yield func(uint32)) { tagger.OfSpan(x.text, s, found, yield) }))
			for _, m := range x.spans {
				if m.Label == label && m.From == s.From && m.To == s.To {
					c.is = i
				}
			}
		}
		all[at] = c
	}
	for _, c := range all {
		for i := range c.features {
			c.features[i] = l.rare(c.features[i], least)
		}
	}
	l.shuffled(len(lines), rounds, func(at int) {
		c := all[at]
		scores := make([]float64, len(c.features)+1)
		for i, f := range c.features {
			l.add(f, scores[i:i+1])
		}
		tagger.Softmax(scores)
		scores[c.is]--
		for i, f := range c.features {
			if most(scores[i:i+1]) > 1e-4 {
				l.learn(f, scores[i:i+1])
			}
		}
	})
	return l.weights()
}

// example is what a class is learned from.
type example struct {
	features func(func(uint32))
	class    int
}

// learnClasses learns to tell classes apart: multinomial logistic regression.
func learnClasses(examples []example, classes, least int, rate float64) weights {
	l := newLearner(classes, rate, penalty)
	lists := make([][]int32, len(examples))
	for i, e := range examples {
		lists[i] = l.list(e.features)
	}
	for i := range lists {
		lists[i] = l.rare(lists[i], least)
	}
	scores := make([]float64, classes)
	l.shuffled(len(examples), classRounds, func(at int) {
		clear(scores)
		l.add(lists[at], scores)
		tagger.Softmax(scores)
		scores[examples[at].class]--
		l.learn(lists[at], scores)
	})
	return l.weights()
}
