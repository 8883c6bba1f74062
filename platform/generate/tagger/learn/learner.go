package main

import (
	"math"
	"math/rand/v2"

	"berth/platform/generate/tagger"
)

// How it is learned: the L2 penalty, and in how many places a feature must be found.
const (
	penalty       = 1e-3
	least         = 3
	leastHeadings = 2 // a heading has few words
)

// course says how something is learned: rounds over the corpus, the rate of AdaGrad, and the gradient up to which nothing is learned, since what is
// read well needs no more weight.
type course struct {
	rounds       int
	rate, slight float64
}

var (
	ofWords     = course{8, 0.05, 1e-3}
	ofWhole     = course{12, 0.03, 1e-3}
	ofHeadings  = course{25, 0.06, 1e-3}
	ofLanguages = course{25, 0.03, 1e-6}
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
	ids         []int32 // one more than the number of a feature, by its hash
	hashes      []uint32
	counts      []int
	now, square []float32
	sum         []float32 // of now after each round but the first ones
	summed      int
	classes     int
	course      course
}

func newLearner() *learner { return &learner{ids: make([]int32, tagger.Features)} }

// list returns the numbers of features, which of calls with a function that takes them.
func (l *learner) list(of func(func(uint32))) (ids []int32) {
	of(func(h uint32) {
		if l.ids[h] == 0 {
			l.hashes, l.counts = append(l.hashes, h), append(l.counts, 0)
			l.ids[h] = int32(len(l.hashes))
		}
		id := l.ids[h] - 1
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

// start forgets what was learned, but no feature.
func (l *learner) start(classes int, c course) {
	n := len(l.hashes) * classes
	l.now, l.square, l.sum = make([]float32, n), make([]float32, n), make([]float32, n)
	l.classes, l.course, l.summed = classes, c, 0
}

// endRound takes what is known after a round into the mean that weights returns.
func (l *learner) endRound(round int) {
	if 3*round < l.course.rounds {
		return
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
			scores[c] += float64(x)
		}
	}
}

// learn moves the weights of features against a gradient, one a class.
func (l *learner) learn(ids []int32, gradient []float64) {
	var moved []int
	for c, g := range gradient {
		if g > l.course.slight || g < -l.course.slight {
			moved = append(moved, c)
		}
	}
	if len(moved) == 0 {
		return
	}
	rate := float32(l.course.rate)
	for _, id := range ids {
		at := int(id) * l.classes
		row, sq := l.now[at:at+l.classes], l.square[at:at+l.classes]
		for _, c := range moved {
			g := float32(gradient[c]) + penalty*row[c]
			sq[c] += g * g
			row[c] -= rate * g / float32(math.Sqrt(1e-2+float64(sq[c])))
		}
	}
}

// weights returns what was learned for the classes from up to to.
func (l *learner) weights(from, to int) weights {
	out := weights{}
	for id, h := range l.hashes {
		row := make([]float64, to-from)
		for c := range row {
			row[c] = float64(l.sum[id*l.classes+from+c]) / float64(l.summed)
		}
		if most(row) > 0 {
			out[h] = row
		}
	}
	return out
}

// halves is in how many the lines are cut: what the others teach reads each as it reads lines that it has not seen.
const halves = 2

// others returns the numbers of the lines, of n, that are not in a half; all for the half behind the last.
func others(n, half int) (out []int) {
	for i := range n {
		if i%halves != half {
			out = append(out, i)
		}
	}
	return out
}

// courseOf returns the course of a half, or of all lines: the former is only to be read as unseen lines are, not well.
func courseOf(half int) course {
	if half < halves {
		return course{ofWords.rounds / 2, ofWords.rate, ofWords.slight}
	}
	return ofWords
}

// shuffled calls yield for each of some numbers, in another order each round.
func (l *learner) shuffled(order []int, yield func(int)) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range l.course.rounds {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			yield(i)
		}
		l.endRound(round)
	}
}

func most(xs []float64) (m float64) {
	for _, x := range xs {
		m = max(m, x, -x)
	}
	return m
}

// question is one that has an answer for each example.
type question struct {
	classes int
	answers []int
}

// learnAnswers learns to answer some questions about examples, which have features: a multinomial logistic regression each.
func learnAnswers(features []func(func(uint32)), questions []question, least int, c course) (out []weights) {
	l := newLearner()
	lists := make([][]int32, len(features))
	for i, f := range features {
		lists[i] = l.list(f)
	}
	for i := range lists {
		lists[i] = l.rare(lists[i], least)
	}
	classes := 0
	for _, q := range questions {
		classes += q.classes
	}
	l.start(classes, c)
	all := make([]float64, classes)
	l.shuffled(others(len(lists), halves), func(at int) {
		clear(all)
		l.add(lists[at], all)
		rest := all
		for _, q := range questions {
			tagger.Softmax(rest[:q.classes])
			rest[q.answers[at]]--
			rest = rest[q.classes:]
		}
		l.learn(lists[at], all)
	})
	from := 0
	for _, q := range questions {
		out = append(out, l.weights(from, from+q.classes))
		from += q.classes
	}
	return out
}

// learnSpans learns which span has each label, or that none has it: one choice among all candidates. It returns for each label what all lines
// teach, behind what those outside each of the halves do.
func learnSpans(lines []line, labels ...tagger.Label) (out [][halves + 1]weights) {
	l := newLearner()
	features := make([][][]int32, len(lines))
	is := make([][]int, len(labels)) // which candidate, for each line; the last is none
	for at, x := range lines {
		found := tagger.Join(x.labels)
		spans := tagger.Candidates(x.text, found)
		for i := range labels {
			is[i] = append(is[i], len(spans))
		}
		for i, s := range spans {
			features[at] = append(features[at], l.list(func(yield func(uint32)) { tagger.OfSpan(x.text, s, found, yield) }))
			for _, m := range x.spans {
				for j, label := range labels {
					if m.Label == label && m.From == s.From && m.To == s.To {
						is[j][at] = i
					}
				}
			}
		}
	}
	for _, spans := range features {
		for i := range spans {
			spans[i] = l.rare(spans[i], least)
		}
	}
	for i := range labels {
		var ws [halves + 1]weights
		for half := range ws {
			l.start(1, courseOf(half))
			l.shuffled(others(len(lines), half), func(at int) {
				scores := make([]float64, len(features[at])+1)
				for j, f := range features[at] {
					l.add(f, scores[j:j+1])
				}
				tagger.Softmax(scores)
				scores[is[i][at]]--
				for j, f := range features[at] {
					l.learn(f, scores[j:j+1])
				}
			})
			ws[half] = prune(l.weights(0, 1), 0.115)
		}
		out = append(out, ws)
	}
	return out
}
