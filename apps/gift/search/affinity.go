package search

import (
	"cmp"
	_ "embed" // affinity.txt
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
)

// forAppeal is how much it counts that a gift was found sensible sooner than others.
const forAppeal = 0.4

// Appealing returns what a gift's score becomes by its appeal to somebody: how much sooner it is found sensible than its score says, in parts of the score's logarithm.
func Appealing(score, appeal float64) float64 { return score * math.Exp(forAppeal*appeal) }

// mostAppeal is how far appeal goes either way: what is said of somebody still decides.
const mostAppeal = 1

// forTold is the least appeal of what takes for granted what was said of somebody of whom nothing else is: that they are a maid of honour.
const forTold = 1

// firmLove is from which weight on a love is no passing one.
const firmLove = 0.65

// AffinityDims is how many dimensions people and gifts are compared in.
const AffinityDims = 32

// affinity says what appeals to whom. It was learned from verdicts on gifts for descriptions, see eval. A gift appeals to anybody by its first
// byte, and by its vector to somebody who is described by signs, whose vector is the sum of theirs.
type affinity struct {
	signs        inplace.Texts
	ofSigns      string  // a vector each: a signed byte for each dimension
	ofGifts      string  // a signed byte, and a vector, each
	appeal, unit float32 // what 1 of a first byte is, and 1 of the product of two vectors
}

// Sign is something that a description says of a person: a concept, a word, a stage of life.
type Sign struct {
	Name   string
	Weight float64
}

// Signs returns what a description says of a person, in order, with weights whose squares add up to 1.
func (e *Engine) Signs(description string) []Sign { return e.understand(description).signs() }

// Interests returns what a description is read to say that somebody loves, by the vocabulary's names, with how surely: 0 to 1.
func (e *Engine) Interests(description string) map[string]float64 {
	all := map[string]float64{}
	for c, weight := range e.understand(description).want {
		if c.Facet == "interest" {
			all[c.Value] = weight
		}
	}
	return all
}

// forStem is how much a word of a description counts beside what it means.
const forStem = 0.5

func (q *query) signs() []Sign {
	all := make([]Sign, 0, len(q.want)+len(q.said)+8)
	add := func(name string, weight float64) { all = append(all, Sign{name, weight}) }
	for c, weight := range q.want {
		add(c.String(), weight)
	}
	for c := range q.hates {
		add("not "+c.String(), 1)
	}
	for _, t := range q.said {
		if len(t.Stem) > 2 && !idle(t.Word) && (t.Word[0] < '0' || t.Word[0] > '9') {
			add(t.Stem, forStem)
		}
	}
	add("aged "+q.band(), 1)
	if q.Budget != nil {
		add("money "+strconv.Itoa(int(1.5*math.Log(1+float64(q.Budget.High)))), 1)
	}
	if q.female {
		add("she", 1)
	}
	if q.male {
		add("he", 1)
	}
	if q.stranger() {
		add("stranger", 1)
	}
	slices.SortFunc(all, func(a, b Sign) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(b.Weight, a.Weight)) })
	all = slices.CompactFunc(all, func(a, b Sign) bool { return a.Name == b.Name })
	sum := 0.0
	for _, s := range all {
		sum += s.Weight * s.Weight
	}
	for i := range all {
		all[i].Weight /= math.Sqrt(sum)
	}
	return all
}

// band returns the part of life that somebody is in, as text.
func (q *query) band() string {
	if q.Age == nil {
		return "g" + strconv.Itoa(int(q.group))
	}
	years := (q.Age.Low + q.Age.High) / 2
	if years < 24 {
		return strconv.Itoa(years / 3 * 3)
	}
	return strconv.Itoa(years / 12 * 12)
}

// of returns the vector of a person.
func (a *affinity) of(signs []Sign) (v [AffinityDims]float32) {
	for _, s := range signs {
		if n, known := a.signs.Find(s.Name); known {
			cells := a.ofSigns[n*AffinityDims:][:AffinityDims]
			for d := range v {
				v[d] += float32(s.Weight) * float32(int8(cells[d]))
			}
		}
	}
	return v
}

// appealTo returns how much a gift appeals to a person of that vector.
func (a *affinity) appealTo(v *[AffinityDims]float32, gift int) float64 {
	cells := a.ofGifts[gift*(1+AffinityDims):][:1+AffinityDims]
	var sum float32
	for d, x := range v {
		sum += x * float32(int8(cells[1+d]))
	}
	appeal := float64(a.appeal*float32(int8(cells[0])) + a.unit*sum)
	return max(-mostAppeal, min(mostAppeal, appeal))
}

// weigh changes the scores of the gifts that are chosen from by their appeal, and puts the best first. What somebody has appeals no more to them.
func (e *Engine) weigh(fit *fitter, ranked []scored) []scored {
	for i, s := range ranked {
		p := &e.profiles[s.gift]
		appeal := e.affinity.appealTo(&fit.q.vector, s.gift)
		switch told := len(p.assumes) > 0 && fit.trust.of(p) == 1; {
		case told && fit.stranger:
			appeal = max(appeal, forTold)
		case p.interest >= 0 && fit.q.weights[p.interest] >= 0.25 && fit.q.weights[p.interest] < firmLove: // "also a bit into cricket"
			appeal = min(appeal, 0)
		case told && appeal < 0: // what is made for the few who have what was said
			appeal /= 2
		case fit.toHave(s.gift, p) < 1:
			appeal = min(appeal, 0)
		}
		ranked[i].score = Appealing(s.score, appeal)
	}
	sortScored(ranked)
	return ranked
}

// Scores returns those of gifts for a description, by their keys, whatever their appeal, without the gifts that must not be suggested.
func (e *Engine) Scores(description string, keys []string) map[string]float64 {
	h := e.hear(Request{Description: description})
	defer h.q.space.back()
	var able []int
	for _, key := range keys {
		if i := e.place(catalogue.Gift{Key: key}.UUID()); i >= 0 && !h.out[i] {
			able = append(able, i)
		}
	}
	all := make(map[string]float64, len(able))
	for _, s := range e.reach(h.q, able, h.fit, h.base, nil, 0) {
		all[e.gifts.Key(s.gift)] = s.score
	}
	return all
}

// Affinity is what was learned of what appeals to whom, by the names of signs and the keys of gifts.
type Affinity struct {
	signs map[string]string // a signed byte for each dimension
	gifts map[string]string // a signed byte, and one for each dimension
	units [2]float64        // what 1 of a gift's first byte is, and 1 of the product of two vectors
}

// affinity.txt has what was learned, see `go run ./apps/gift/eval -learn`: behind what 1 of an appeal and 1 of a product is, a name a line with
// its vector in base64.
//
//go:embed affinity.txt
var affinityLines string

// Learned reads affinity.txt.
func Learned() (Affinity, error) {
	a := Affinity{signs: map[string]string{}, gifts: map[string]string{}}
	into, size := a.signs, AffinityDims
	for line := range entries(affinityLines) {
		name, value, _ := strings.Cut(line, "\t")
		switch name {
		case "[signs]":
			into, size = a.signs, AffinityDims
			continue
		case "[gifts]":
			into, size = a.gifts, 1+AffinityDims
			continue
		case "[units]":
			if _, err := fmt.Sscan(value, &a.units[0], &a.units[1]); err != nil {
				return Affinity{}, fmt.Errorf("read affinity.txt: %w", err)
			}
			continue
		}
		cells, err := base64.StdEncoding.DecodeString(value)
		if err != nil {
			return Affinity{}, fmt.Errorf("read affinity.txt: %s: %w", name, err)
		}
		if len(cells) != size {
			return Affinity{}, fmt.Errorf("read affinity.txt: %s has %d bytes, not %d", name, len(cells), size)
		}
		into[name] = string(cells)
	}
	return a, nil
}

// write writes what is known of signs and of gifts; those that are not known appeal to nobody in particular.
func (a *Affinity) write(w *inplace.Writer, gifts []catalogue.Gift) {
	names := inplace.Sorted(a.signs)
	w.Texts(names)
	var ofSigns, ofGifts strings.Builder
	for _, name := range names {
		ofSigns.WriteString(a.signs[name])
	}
	for _, g := range gifts {
		ofGifts.WriteString(cmp.Or(a.gifts[g.Key], strings.Repeat("\x00", 1+AffinityDims)))
	}
	w.Text(ofSigns.String())
	w.Text(ofGifts.String())
	w.Float(a.units[0])
	w.Float(a.units[1])
}

func readAffinity(r *inplace.Reader) affinity {
	return affinity{signs: r.Texts(), ofSigns: r.Text(), ofGifts: r.Text(), appeal: float32(r.Float()), unit: float32(r.Float())}
}

// learned returns what an index knows, whose gifts these are.
func (a *affinity) learned(gifts catalogue.Packed) Affinity {
	all := Affinity{signs: map[string]string{}, gifts: map[string]string{}, units: [2]float64{float64(a.appeal), float64(a.unit)}}
	for n, name := range a.signs.All {
		all.signs[name] = a.ofSigns[n*AffinityDims:][:AffinityDims]
	}
	for i := range gifts.Len() {
		all.gifts[gifts.Key(i)] = a.ofGifts[i*(1+AffinityDims):][:1+AffinityDims]
	}
	return all
}
