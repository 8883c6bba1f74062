package search

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"berth/apps/gift/inplace"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// Embedder turns texts into vectors whose cosine says how similar their meanings are. It is safe for concurrent use.
type Embedder interface {
	// ID names the model: vectors of one ID can be compared, and are kept under it.
	ID() string
	// Embed returns one vector for each text, all of one length.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// The parts of a built-in vector, and how much each weighs in the whole.
const (
	stemDims, stemShare       = 4096, 0.62
	trigramDims, trigramShare = 1024, 0.18
	conceptDims, conceptShare = 1024, 0.76
)

// Builtin is the embedder that needs no service: hashed stems, hashed trigrams of letters, and the lexicon's concepts.
// The same text always has the same vector.
type Builtin struct {
	lexicon *lexicon.Lexicon
	stems   inplace.Texts // of the texts that the embedder was made for
	spread  string        // of each: how many texts have it, as two bytes
	texts   float64       // how many there are
	rare    float64       // the weight of stems that they do not have
}

// writeBuiltin writes what an embedder for texts like these needs. Words that all of them use count little.
func writeBuiltin(w *inplace.Writer, texts []prose) {
	df := map[string]int{}
	seen := map[string]int{} // stem → the last text that had it
	for i, p := range texts {
		for _, t := range p.all {
			if seen[t.Stem] != i+1 {
				seen[t.Stem] = i + 1
				df[t.Stem]++
			}
		}
	}
	stems := inplace.Sorted(df)
	spread := make([]byte, 0, 2*len(stems))
	for _, s := range stems {
		spread = binary.LittleEndian.AppendUint16(spread, uint16(df[s])) //nolint:gosec // Build counts the gifts
	}
	w.Number(len(texts))
	w.Texts(stems)
	w.Text(string(spread))
}

func readBuiltin(r *inplace.Reader, l *lexicon.Lexicon) *Builtin {
	n := float64(r.Number())
	return &Builtin{lexicon: l, texts: n, stems: r.Texts(), spread: r.Text(), rare: math.Log(1 + n)}
}

// idf returns how much a stem says: the more, the fewer texts have it; 0 when none has.
func (b *Builtin) idf(stem string) float64 {
	i, known := b.stems.Find(stem)
	if !known {
		return 0
	}
	return math.Log(1 + b.texts/float64(int(b.spread[2*i])|int(b.spread[2*i+1])<<8))
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

// dims collects the weights of dimensions. A dense array is several times faster than a map of the dimensions in use.
type dims struct {
	weights [stemDims + trigramDims + conceptDims]float32
	touched []int32
}

func (d *dims) at(dim int32) *float32 {
	w := &d.weights[dim]
	if *w == 0 {
		d.touched = append(d.touched, dim)
	}
	return w
}

// take appends the entries of the dimensions to v, in order, scales v to length to, and empties d.
func (d *dims) take(v []entry, to float64) []entry {
	slices.Sort(d.touched)
	d.touched = slices.Compact(d.touched)
	start := len(v)
	for _, dim := range d.touched {
		v = append(v, entry{dim, d.weights[dim]})
		d.weights[dim] = 0
	}
	d.touched = d.touched[:0]
	scale(v[start:], to)
	return v
}

// vector embeds words, some of which may have been corrected.
func (b *Builtin) vector(tokens []text.Token, mended []bool) []entry {
	return b.vectorIn(new(dims), tokens, mended)
}

// vectorIn is vector with working memory, which is empty before and after.
func (b *Builtin) vectorIn(d *dims, tokens []text.Token, mended []bool) []entry {
	stems := b.weigh(tokens)
	v := make([]entry, 0, 8*len(stems))
	for _, s := range stems {
		h := hash(s.stem)
		*d.at(int32(h % stemDims)) += float32(sign(h) * s.weight)
	}
	v = d.take(v, stemShare)
	for _, s := range stems {
		weight := s.weight / math.Sqrt(float64(len(s.stem)))
		for i := range len(s.stem) {
			h := hash(s.stem[max(0, i-1):min(len(s.stem), i+2)])
			*d.at(int32(stemDims + h%trigramDims)) += float32(sign(h) * weight)
		}
	}
	v = d.take(v, trigramShare)
	for _, f := range b.lexicon.Find(tokens, mended) {
		for _, c := range f.Concepts {
			if kind := share(c.Facet); kind > 0 {
				w := d.at(int32(stemDims + trigramDims + hash(c.Facet, "/", c.Value)%conceptDims))
				*w = max(*w, float32(kind*c.Weight*f.Sure))
			}
		}
	}
	v = d.take(v, conceptShare)
	scale(v, 1)
	return slices.Clip(v)
}

// weighed is a stem of a text with its weight.
type weighed struct {
	stem   string
	weight float64
}

// weigh returns the stems that carry meaning, each once, in the order of the text, since the last digit of a sum of
// floats depends on the order.
func (b *Builtin) weigh(tokens []text.Token) []weighed {
	at := make(map[string]int, len(tokens))
	stems := make([]weighed, 0, len(tokens))
	for _, t := range tokens {
		if idle(t.Word) {
			continue
		}
		i, known := at[t.Stem]
		if !known {
			i = len(stems)
			at[t.Stem] = i
			stems = append(stems, weighed{stem: t.Stem})
		}
		stems[i].weight++ // its number of uses so far
	}
	for i, s := range stems {
		weight := b.idf(s.stem)
		if weight == 0 {
			weight = b.rare
		}
		stems[i].weight = weight * (1 + math.Log(s.weight))
	}
	return stems
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

// scale scales v to length to; a vector of zeros does not change.
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
