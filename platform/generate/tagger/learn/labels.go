package main

import (
	"math"

	"berth/platform/generate/tagger"
)

// features are the numbers of those of a line: of each word, and of each behind each label.
type features struct {
	words [][]int32
	steps [][tagger.Labels][]int32
}

// learnLabels learns which words are what: a conditional random field (Lafferty, McCallum and Pereira 2001). It returns
// what all lines teach, behind what those outside each of the halves do.
func learnLabels(lines []line) (out [halves + 1]weights) {
	l := newLearner()
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
	for half := range out {
		l.start(int(tagger.Labels), courseOf(half))
		l.shuffled(others(len(lines), half), func(at int) {
			f, labels := all[at], remember(lines[at].text, lines[at].labels)
			words, steps := l.marginals(f, tagger.NewLattice(nil, lines[at].text), labels)
			for i := range words {
				was := tagger.Other
				if i > 0 {
					was = labels[i-1]
				}
				words[i][labels[i]]--
				l.learn(f.words[i], words[i][:])
				steps[i][was][labels[i]]--
				for prev := range tagger.Labels {
					l.learn(f.steps[i][prev], steps[i][prev][:])
				}
			}
		})
		out[half] = prune(l.weights(0, int(tagger.Labels)), 0.115)
	}
	return out
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

// unlikely is a share of a label up to which it is not looked at what stands behind it, unless it is the right one.
const unlikely = 1e-6

// marginals returns how likely each label is for each word, and each label behind each: forward and backward, with shares that are kept from
// vanishing. g has what is not allowed and takes up the scores; labels are the right ones.
func (l *learner) marginals(f features, g tagger.Lattice, labels []tagger.Label) (words [][tagger.Labels]float64, steps [][tagger.Labels][tagger.Labels]float64) {
	n := len(g.Word)
	forward, backward := make([][tagger.Labels]float64, n+1), make([][tagger.Labels]float64, n+1)
	fit := make([][tagger.Labels][tagger.Labels]float64, n) // as powers of e, against the best of the word
	forward[0][0] = 1
	for i := range n {
		l.add(f.words[i], g.Word[i][:])
		best := math.Inf(-1)
		for prev := range tagger.Labels {
			if i > 0 && forward[i][prev] < unlikely && prev != labels[i-1] {
				forward[i][prev] = 0
			}
			if forward[i][prev] == 0 {
				continue
			}
			l.add(f.steps[i][prev], g.Step[i][prev][:])
			for is, s := range g.Step[i][prev] {
				best = max(best, s+g.Word[i][is])
			}
		}
		for prev := range tagger.Labels {
			if forward[i][prev] == 0 {
				continue
			}
			for is, s := range g.Step[i][prev] {
				fit[i][prev][is] = math.Exp(s + g.Word[i][is] - best)
				forward[i+1][is] += forward[i][prev] * fit[i][prev][is]
			}
		}
		share(forward[i+1][:])
		forward[i+1][labels[i]] = max(forward[i+1][labels[i]], 1e-30)
	}
	for is := range tagger.Labels {
		backward[n][is] = 1
	}
	words, steps = make([][tagger.Labels]float64, n), make([][tagger.Labels][tagger.Labels]float64, n)
	for i := n - 1; i >= 0; i-- {
		sum := 0.0
		for prev := range tagger.Labels {
			if forward[i][prev] == 0 {
				continue
			}
			for is := range tagger.Labels {
				x := fit[i][prev][is] * backward[i+1][is]
				backward[i][prev] += x
				steps[i][prev][is] = x * forward[i][prev]
				sum += x * forward[i][prev]
			}
		}
		for prev := range tagger.Labels {
			for is := range tagger.Labels {
				steps[i][prev][is] /= sum
				words[i][is] += steps[i][prev][is]
			}
		}
		share(backward[i][:])
	}
	return words, steps
}

// share divides by the sum.
func share(xs []float64) {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	for i := range xs {
		xs[i] /= sum
	}
}
