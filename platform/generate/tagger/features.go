package tagger

import (
	"math"
	"strconv"
	"strings"
)

// hashBits are enough for a few hundred thousand features: one in twenty shares its number with another, and with it a weight.
const hashBits = 22

// Features is more than the number of any feature.
const Features = 1 << hashBits

// hash is FNV-1a over the parts of a feature, folded to hashBits.
func hash(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 0x1f) * 16777619
	}
	return (h>>hashBits ^ h) & (Features - 1)
}

// edge is what stands beyond the ends of a text.
var edge = Token{Folded: "^", Stem: "^", English: "^", Class: '.', Stop: '.'}

func (t Text) at(i int) Token {
	if i < 0 || i >= len(t.Tokens) {
		return edge
	}
	return t.Tokens[i]
}

// english is what a word means, in a form that all languages share: the word itself where that is not known.
func (k Token) english(language string) string {
	if k.English != "" {
		return k.English
	}
	return language + " " + k.Stem
}

// bucket counts up to three, and then roughly.
func bucket(n int) string {
	switch {
	case n < 4:
		return strconv.Itoa(n)
	case n < 7:
		return "4+"
	}
	return "7+"
}

func ending(s string, n int) string { return s[max(0, len(s)-n):] }

// place says where in its sentence a word stands.
type place struct {
	sentence, pauses, segment, inside int
	colon, bracket                    bool
	before                            int // pauses before the bracket, colon or dash
	dash                              bool
	trigger                           string // the last word before it that leads to something
	far                               int
	length                            int    // of the part between two stops
	opens                             string // the first word of that part
	repeats                           bool   // the sentence goes on behind it
}

// leads reports whether a word leads to what comes behind it.
func (k Token) leads() bool {
	for _, m := range k.Means {
		if m == "details" || m == "relation" || m == "each" || m == "needs" || m == "clause" || m == "tells" || strings.HasPrefix(m, "act=") {
			return true
		}
	}
	return false
}

// ends reports whether a stop ends a sentence, pauses whether what goes on behind it is of the same kind.
func ends(stop byte) bool { return stop == '.' || stop == '?' }

func pauses(stop byte) bool { return stop == ',' || stop == ';' || stop == 'n' || stop == '-' }

func (t Text) place(i int) (p place) {
	start := i
	for start > 0 && !ends(t.Tokens[start-1].Stop) {
		start--
	}
	for j := range start {
		if ends(t.Tokens[j].Stop) {
			p.sentence++
		}
	}
	part := start
	for j := start; j < i; j++ {
		switch t.Tokens[j].Stop {
		case ',', ';', 'n':
			p.pauses++
		case '-':
			p.dash, p.before = true, p.pauses
			p.pauses++
		case ':':
			p.colon, p.before, p.pauses = true, p.pauses, 0
		case '(':
			p.bracket, p.before = true, p.pauses
		case ')':
			p.bracket = false
		}
		if s := t.Tokens[j].Stop; s != 0 && s != '/' {
			part = j + 1
			p.segment++
		}
		if t.Tokens[j].leads() {
			p.trigger, p.far = t.Tokens[j].english(t.Language), i-j
		}
	}
	end := i
	for end < len(t.Tokens)-1 && (t.Tokens[end].Stop == 0 || t.Tokens[end].Stop == '/') {
		end++
	}
	p.inside, p.length, p.opens = i-part, end+1-part, t.Tokens[part].english(t.Language)
	p.repeats = t.Tokens[end].Stop == ':' || pauses(t.Tokens[end].Stop)
	return p
}

// run says how many parts of a text stand in a row, with one kind of stop between them.
type run struct {
	before, after byte
	left, right   int // parts before and behind
	length        int // words of the part
}

// longPart is how many words a part of a row may have.
const longPart = 9

func separates(stop byte) bool { return stop != 0 && stop != '(' && stop != ')' }

// run returns the row in which the part with the i-th word stands.
func (t Text) run(i int) (r run) {
	start, end := i, i
	for start > 0 && !separates(t.Tokens[start-1].Stop) {
		start--
	}
	for end < len(t.Tokens)-1 && !separates(t.Tokens[end].Stop) {
		end++
	}
	r.before, r.after, r.length = t.at(start-1).Stop, t.Tokens[end].Stop, end+1-start
	for j, last := start-2, start-1; start > 0 && j >= -1 && last-j <= longPart && r.left < 7; j-- {
		if s := t.at(j).Stop; separates(s) {
			if r.left++; s != r.before {
				break
			}
			last = j
		}
	}
	for j, last := end+1, end; j < len(t.Tokens) && j-last <= longPart && r.right < 7; j++ {
		if s := t.Tokens[j].Stop; separates(s) {
			if r.right++; s != r.after {
				break
			}
			last = j
		}
	}
	return r
}

// said reports whether a word comes before, or again.
func (t Text) said(i int) (before, again bool) {
	for j, k := range t.Tokens {
		if j != i && k.Stem == t.Tokens[i].Stem {
			before, again = before || j < i, again || j > i
		}
	}
	return before, again
}

// OfWord calls yield for the features of the i-th word by itself.
func OfWord(t Text, i int, yield func(uint32)) {
	k := t.Tokens[i]
	f := func(parts ...string) { yield(hash(parts...)) }
	f("bias")
	name := []string{"-3", "-2", "-1", "0", "1", "2", "3"}
	for o := -3; o <= 3; o++ {
		x, at := t.at(i+o), name[o+3]
		f("e", at, x.english(t.Language))
		f("c", at, string(x.Class))
		f("p", at, string(x.Stop))
		for _, m := range x.Means {
			f("m", at, m)
		}
		if o >= -1 && o <= 1 {
			f("w", at, t.Language, x.Folded)
			f("s", at, t.Language, x.Stem)
		}
	}
	b, n, bb, nn := t.at(i-1), t.at(i+1), t.at(i-2), t.at(i+2)
	f("cc", string(b.Class), string(k.Class), string(n.Class), string(b.Stop), string(k.Stop))
	f("cc-", string(bb.Class), string(b.Class), string(k.Class), string(b.Stop))
	f("cc+", string(k.Class), string(n.Class), string(nn.Class), string(k.Stop), string(n.Stop))
	f("ee-", b.english(t.Language), k.english(t.Language))
	f("ee--", bb.english(t.Language), b.english(t.Language), string(k.Class))
	f("ee+", k.english(t.Language), n.english(t.Language))
	f("suffix", t.Language, ending(k.Folded, 3))
	f("suffix2", t.Language, ending(k.Folded, 2), string(k.Class))
	f("capital", t.Language, strconv.FormatBool(k.Capital), string(b.Stop), string(k.Class))
	p := t.place(i)
	colon := strconv.FormatBool(p.colon) + strconv.FormatBool(p.bracket)
	f("place", bucket(p.sentence), colon, bucket(p.pauses))
	f("place2", colon, bucket(p.inside), bucket(p.length), strconv.FormatBool(p.repeats))
	f("place3", bucket(p.segment), bucket(p.length), string(k.Class))
	r := t.run(i)
	f("run", string(r.before), string(r.after), bucket(r.left), bucket(r.right))
	f("run2", string(r.before), string(r.after), bucket(r.left+r.right), bucket(r.length), bucket(p.inside))
	f("run3", string(r.before), bucket(r.left), string(b.Class), string(k.Class))
	f("run4", string(r.after), bucket(r.right), string(k.Class), string(n.Class), string(k.Stop))
	if p.dash {
		f("dash", bucket(p.before), bucket(p.pauses), string(k.Class))
	}
	if p.colon {
		f("colon", bucket(p.before), bucket(p.pauses), string(k.Class), string(k.Stop))
		f("colon2", bucket(p.before), string(r.before), bucket(r.left), bucket(r.right))
	}
	if p.bracket {
		f("bracket", bucket(p.before), string(k.Class), string(k.Stop))
		f("bracket2", bucket(p.before), string(r.before), bucket(r.left), bucket(r.right))
	}
	before, again := t.said(i)
	said := strconv.FormatBool(before) + strconv.FormatBool(again)
	f("said", said, string(k.Class), colon)
	f("said2", said, p.trigger)
	f("said3", said, string(k.Class), string(b.Stop), bucket(r.left+r.right))
	f("opens", p.opens, bucket(p.inside))
	f("opens2", p.opens, bucket(p.segment), string(k.Class))
	f("trigger", p.trigger, bucket(p.far), string(k.Class))
	f("trigger2", p.trigger, colon, bucket(p.pauses))
	f("given", strconv.FormatBool(t.Given), string(k.Class), bucket(p.sentence))
	f("first", bucket(i), string(k.Class))
	f("size", bucket(len(t.Tokens)/4), string(k.Class))
	for _, m := range k.Means {
		f("mp", m, string(b.Stop), string(k.Stop))
		f("mc", m, colon, bucket(p.pauses))
		for _, x := range b.Means {
			f("mm-", x, m)
		}
		for _, x := range n.Means {
			f("mm+", m, x)
		}
		f("mt", m, p.trigger)
	}
}

// OfStep calls yield for the features of the i-th word behind a label.
func OfStep(t Text, i int, prev Label, yield func(uint32)) {
	before := strconv.Itoa(int(prev))
	if i == 0 {
		before = "^"
	}
	k, b := t.Tokens[i], t.at(i-1)
	f := func(parts ...string) { yield(hash(parts...)) }
	f("t", before)
	f("tp", before, string(b.Stop))
	f("tpp", before, string(b.Stop), string(k.Stop), string(k.Class))
	f("tc", before, string(b.Class), string(k.Class), string(b.Stop))
	f("te", before, k.english(t.Language))
	f("tb", before, b.english(t.Language), string(b.Stop))
	f("tl", before, t.Language, string(b.Class), string(k.Class))
	for _, m := range k.Means {
		f("tm", before, m, string(b.Stop))
	}
}

// Softmax makes shares of scores.
func Softmax(scores []float64) {
	most, sum := math.Inf(-1), 0.0
	for _, s := range scores {
		most = max(most, s)
	}
	for i, s := range scores {
		scores[i] = math.Exp(s - most)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}
