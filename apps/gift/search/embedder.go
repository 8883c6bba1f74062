package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"berth/apps/gift/lexicon"
	"berth/apps/gift/text"
)

// Embedder turns texts into vectors whose cosine says how near their meanings are. It is safe for concurrent use.
type Embedder interface {
	// ID names the model: vectors of one ID can be compared, and are kept under it.
	ID() string
	// Embed answers one vector for each text, all of one length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// The parts of a built-in vector, and how much each weighs in the whole.
const (
	stemDims, stemShare       = 4096, 0.62
	trigramDims, trigramShare = 1024, 0.18
	conceptDims, conceptShare = 1024, 0.76
)

// Builtin is the embedder that needs nothing but this binary: hashed stems, hashed trigrams of letters, and the lexicon's
// concepts. The same text always has the same vector.
type Builtin struct {
	lexicon *lexicon.Lexicon
	idf     map[string]float64 // of stems, in the texts that the embedder was made for
	rare    float64            // of stems that those do not have
}

// NewBuiltin makes an embedder for texts like those of corpus: words that all of them use count little.
func NewBuiltin(l *lexicon.Lexicon, corpus [][]text.Token) *Builtin {
	df := map[string]int{}
	seen := map[string]int{} // stem → the last text that had it
	for i, tokens := range corpus {
		for _, t := range tokens {
			if seen[t.Stem] != i+1 {
				seen[t.Stem] = i + 1
				df[t.Stem]++
			}
		}
	}
	b := &Builtin{lexicon: l, idf: make(map[string]float64, len(df))}
	n := float64(len(corpus))
	for stem, d := range df {
		b.idf[stem] = math.Log(1 + n/float64(d))
	}
	b.rare = math.Log(1 + n)
	return b
}

// ID implements Embedder.
func (b *Builtin) ID() string { return "builtin" }

// Embed implements Embedder; it never fails.
func (b *Builtin) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = make([]float32, stemDims+trigramDims+conceptDims)
		for _, x := range b.vector(text.Tokens(t), nil) {
			vectors[i][x.dim] = x.weight
		}
	}
	return vectors, nil
}

// vector embeds words of which some may have been mended.
func (b *Builtin) vector(tokens []text.Token, mended []bool) []entry {
	stems, trigrams := b.words(tokens)
	concepts := map[int32]float32{}
	for _, f := range b.lexicon.Find(tokens, mended) {
		for _, c := range f.Concepts {
			if kind := share(c.Facet); kind > 0 {
				at := int32(stemDims + trigramDims + hash(c.Facet, "/", c.Value)%conceptDims)
				concepts[at] = max(concepts[at], float32(kind*c.Weight*f.Sure))
			}
		}
	}
	v := append(scaled(stems, stemShare), scaled(trigrams, trigramShare)...)
	v = append(v, scaled(concepts, conceptShare)...)
	scale(v, 1)
	return v
}

func (b *Builtin) words(tokens []text.Token) (stems, trigrams map[int32]float32) {
	counts := make(map[string]int, len(tokens))
	var order []string // sums of floats depend on it in their last digit
	for _, t := range tokens {
		if !idle(t.Word) {
			if counts[t.Stem]++; counts[t.Stem] == 1 {
				order = append(order, t.Stem)
			}
		}
	}
	stems, trigrams = make(map[int32]float32, len(counts)), make(map[int32]float32, 4*len(counts))
	for _, stem := range order {
		n := counts[stem]
		weight, known := b.idf[stem]
		if !known {
			weight = b.rare
		}
		weight *= 1 + math.Log(float64(n))
		h := hash(stem)
		stems[int32(h%stemDims)] += float32(sign(h) * weight)
		weight /= math.Sqrt(float64(len(stem)))
		for i := range len(stem) {
			h := hash(stem[max(0, i-1):min(len(stem), i+2)])
			trigrams[int32(stemDims+h%trigramDims)] += float32(sign(h) * weight)
		}
	}
	return stems, trigrams
}

// hash spreads names over dimensions (FNV-1a); its high bit is free for the sign.
func hash(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, s := range parts {
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
	}
	return h
}

func sign(h uint32) float64 {
	if h>>31 == 1 {
		return -1
	}
	return 1
}

// scaled makes entries of dimensions, in their order, with the length to.
func scaled(dims map[int32]float32, to float64) []entry {
	v := make([]entry, 0, len(dims))
	for d, x := range dims {
		v = append(v, entry{d, x})
	}
	slices.SortFunc(v, func(a, b entry) int { return cmp.Compare(a.dim, b.dim) })
	scale(v, to)
	return v
}

// scale gives v the length to; a vector of nothing stays one.
func scale(v []entry, to float64) {
	var sum float64
	for _, x := range v {
		sum += float64(x.weight) * float64(x.weight)
	}
	if sum == 0 {
		return
	}
	by := float32(to / math.Sqrt(sum))
	for i := range v {
		v[i].weight *= by
	}
}
