package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
	"berth/platform/text"
)

// weighted is a row of a table with how much it counts.
type weighted struct {
	row    int
	weight float32
}

// verdict is what was said of a gift for a description.
type verdict struct {
	gift     int     // its place
	score    float64 // the logarithm
	sensible float32 // 1 or 0
}

// example is a description that was judged.
type example struct {
	signs    []search.Sign
	verdicts []verdict
}

// How a model is learned: by AdamW (Loshchilov, Hutter: Decoupled Weight Decay Regularization, 2019), with the rate falling to nothing.
const (
	rounds      = 10
	batch       = 40 // descriptions
	rate        = 0.02
	decay       = 1.3
	decayAppeal = 0.6
	initial     = 0.1  // how far the first values are from nothing
	forMark     = 0.35 // how much a mark counts in the vector of a gift, which has a few dozen
	leastOf     = 2    // how often a sign or a mark comes up at least
)

// table is a vector for each of many things, with what its learning takes.
type table struct {
	dims                int
	values, slope, m, v []float32
}

func newTable(rows, dims int, random *rand.Rand) *table {
	t := &table{dims, make([]float32, rows*dims), make([]float32, rows*dims), make([]float32, rows*dims), make([]float32, rows*dims)}
	if random != nil {
		for i := range t.values {
			t.values[i] = float32(initial * random.NormFloat64())
		}
	}
	return t
}

func (t *table) row(i int) []float32  { return t.values[i*t.dims : (i+1)*t.dims] }
func (t *table) down(i int) []float32 { return t.slope[i*t.dims : (i+1)*t.dims] }

// step moves the values down their slope, which is nothing afterwards. n counts from 1.
func (t *table) step(n int, rate, decay float64) {
	const keep, keepSquares = 0.9, 0.999
	by := rate / (1 - math.Pow(keep, float64(n)))
	root := float32(math.Sqrt(1 - math.Pow(keepSquares, float64(n))))
	shrink := float32(1 - rate*decay)
	for i, g := range t.slope {
		t.m[i] = keep*t.m[i] + (1-keep)*g
		t.v[i] = keepSquares*t.v[i] + (1-keepSquares)*g*g
		t.values[i] = t.values[i]*shrink - float32(by)*t.m[i]*root/(float32(math.Sqrt(float64(t.v[i])))+1e-8*root)
		t.slope[i] = 0
	}
}

// model says how likely a gift is found sensible: by its score, and by how much it appeals to anybody, and to somebody who is described by signs.
type model struct {
	signs   map[string]int
	marks   [][]weighted // of each gift
	ofSigns *table
	ofMarks *table
	appeals *table // of marks
	score   *table // what 1 of a score's logarithm counts, and what is left unsaid
}

// marksOf calls yield for what a gift is told from others by: its key, its facets, its price, its ages, the words of its name and brief.
func marksOf(g *catalogue.Gift, yield func(string)) {
	yield("key " + g.Key)
	for facet, values := range map[string][]string{"category": g.Categories, "interest": g.Interests, "trait": g.Traits, "situation": g.Situations,
		"occasion": g.Occasions, "recipient": g.Recipients, "contains": g.Contains, "assumes": g.Assumes, "best": g.Best, "passable": g.Passable} {
		for at, value := range values {
			yield(facet + " " + value)
			if at == 0 && (facet == "category" || facet == "interest") {
				yield("first " + value)
			}
		}
	}
	yield("interests " + strconv.Itoa(len(g.Interests)))
	yield("from $" + strconv.Itoa(int(2*math.Log(1+float64(g.Price[0])))))
	yield("to $" + strconv.Itoa(int(2*math.Log(1+float64(g.Price[1])))))
	yield("from age " + strconv.Itoa(g.Ages[0]/5))
	yield("to age " + strconv.Itoa(g.Ages[1]/10))
	stems := map[string]bool{}
	for _, t := range text.Tokens(g.Name + ". " + g.Brief) {
		if len(t.Stem) > 2 && !stems[t.Stem] {
			stems[t.Stem] = true
			yield("word " + t.Stem)
		}
	}
}

// numbered gives the names that come up often enough their rows.
func numbered(count map[string]int) map[string]int {
	rows := map[string]int{}
	var names []string
	for name, n := range count {
		if n >= leastOf || strings.HasPrefix(name, "key ") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for i, name := range names {
		rows[name] = i
	}
	return rows
}

func newModel(gifts []catalogue.Gift, examples []example) *model {
	count := map[string]int{}
	for i := range examples {
		for _, s := range examples[i].signs {
			count[s.Name]++
		}
	}
	random := rand.New(rand.NewPCG(1, 0)) //nolint:gosec // the same each time
	m := &model{signs: numbered(count)}
	count = map[string]int{}
	for i := range gifts {
		marksOf(&gifts[i], func(name string) { count[name]++ })
	}
	rows := numbered(count)
	for i := range gifts {
		var marks []weighted
		marksOf(&gifts[i], func(name string) {
			if row, known := rows[name]; known {
				marks = append(marks, weighted{row, forMark})
			}
		})
		slices.SortFunc(marks, func(a, b weighted) int { return a.row - b.row })
		m.marks = append(m.marks, marks)
	}
	m.ofSigns, m.ofMarks = newTable(len(m.signs), search.AffinityDims, random), newTable(len(rows), search.AffinityDims, random)
	m.appeals, m.score = newTable(len(rows), 1, nil), newTable(1, 2, nil)
	m.score.values[0], m.score.values[1] = 2, 2
	return m
}

func (m *model) rows(signs []search.Sign) (all []weighted) {
	for _, s := range signs {
		if row, known := m.signs[s.Name]; known {
			all = append(all, weighted{row, float32(s.Weight)})
		}
	}
	return all
}

func sum(t *table, rows []weighted) []float32 {
	v := make([]float32, t.dims)
	for _, r := range rows {
		for d, x := range t.row(r.row) {
			v[d] += r.weight * x
		}
	}
	return v
}

func spread(t *table, rows []weighted, slope []float32) {
	for _, r := range rows {
		for d, x := range slope {
			t.down(r.row)[d] += r.weight * x
		}
	}
}

// gift returns how much a gift appeals to anybody, and its vector.
func (m *model) gift(i int) (appeal float32, v []float32) {
	for _, r := range m.marks[i] {
		appeal += m.appeals.values[r.row]
	}
	return appeal, sum(m.ofMarks, m.marks[i])
}

func dot(a, b []float32) (sum float32) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// learn learns a model, the same from the same examples.
func learn(gifts []catalogue.Gift, examples []example) *model {
	m := newModel(gifts, examples)
	random := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // the same each time
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	steps, n := rounds*((len(order)+batch-1)/batch), 0
	for range rounds {
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		for some := range slices.Chunk(order, batch) {
			n++
			m.see(examples, some)
			left := 1 - 0.95*float64(n)/float64(steps)
			for _, t := range []*table{m.ofSigns, m.ofMarks} {
				t.step(n, rate*left, decay)
			}
			m.appeals.step(n, rate*left, decayAppeal)
			m.score.step(n, rate*left, 0)
		}
	}
	return m
}

// see adds the slopes of some examples' verdicts.
func (m *model) see(examples []example, some []int) {
	total := 0
	for _, i := range some {
		total += len(examples[i].verdicts)
	}
	type known struct {
		appeal float32
		vector []float32
		slope  float32
		slopes []float32
	}
	gifts := map[int]*known{}
	var seen []int
	for _, i := range some {
		x := &examples[i]
		rows := m.rows(x.signs)
		person := sum(m.ofSigns, rows)
		down := make([]float32, search.AffinityDims)
		z := make([]float64, len(x.verdicts))
		for at, v := range x.verdicts {
			g := gifts[v.gift]
			if g == nil {
				g = &known{slopes: make([]float32, search.AffinityDims)}
				g.appeal, g.vector = m.gift(v.gift)
				gifts[v.gift] = g
				seen = append(seen, v.gift)
			}
			z[at] = float64(m.score.values[0]*float32(v.score) + m.score.values[1] + g.appeal + dot(person, g.vector))
		}
		mild := mildness(x.verdicts, z)
		for at, v := range x.verdicts {
			g := gifts[v.gift]
			off := (float32(chance(z[at]+mild)) - v.sensible) / float32(total)
			m.score.slope[0] += off * float32(v.score)
			m.score.slope[1] += off
			g.slope += off
			for d := range down {
				down[d] += off * g.vector[d]
				g.slopes[d] += off * person[d]
			}
		}
		spread(m.ofSigns, rows, down)
	}
	for _, i := range seen {
		for _, r := range m.marks[i] {
			m.appeals.slope[r.row] += gifts[i].slope
		}
		spread(m.ofMarks, m.marks[i], gifts[i].slopes)
	}
}

func chance(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// mildness returns how much sooner than others whoever judged a description found gifts sensible for it, as log odds beside z, by Newton's method:
// judges differ, and it is the order of the gifts that is learned.
func mildness(verdicts []verdict, z []float64) (mild float64) {
	for range 3 {
		left, sure := -mild, 1.0 // a verdict and its opposite stand for the mildness of all
		for i, v := range verdicts {
			p := chance(z[i] + mild)
			left, sure = left+float64(v.sensible)-p, sure+p*(1-p)
		}
		mild += left / sure
	}
	return mild
}

// appeal returns how much a gift appeals to somebody, in parts of a score's logarithm.
func (m *model) appeal(person []float32, gift int) float64 {
	anybody, v := m.gift(gift)
	return float64((anybody + dot(person, v)) / m.score.values[0])
}
