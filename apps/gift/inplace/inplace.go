// Package inplace writes data once and reads it where the program has it in memory: what is read are views of one string, and nothing is
// copied. Numbers are as binary.AppendUvarint writes them, floats in the little-endian order of their bits. Whoever reads knows what was
// written, as the two ends of one file do: other data make it panic. It must not know what is written.
package inplace

import (
	"encoding/binary"
	"math"
)

// Writer appends to Data.
type Writer struct{ Data []byte }

// Number appends a number, which is not negative.
func (w *Writer) Number(n int) {
	w.Data = binary.AppendUvarint(w.Data, uint64(n)) //nolint:gosec // not negative
}

// Float appends a number in full.
func (w *Writer) Float(x float64) {
	w.Data = binary.LittleEndian.AppendUint64(w.Data, math.Float64bits(x))
}

// Text appends a text behind its length.
func (w *Writer) Text(s string) {
	w.Number(len(s))
	w.Data = append(w.Data, s...)
}

// Reader reads from the front of Rest what a Writer wrote.
type Reader struct{ Rest string }

// Number reads a number.
func (r *Reader) Number() int {
	n, size := Number(r.Rest, 0)
	r.Rest = r.Rest[size:]
	return n
}

// Float reads a number that was written in full.
func (r *Reader) Float() float64 {
	x := math.Float64frombits(uint64(Fixed(r.Rest[4:]))<<32 | uint64(Fixed(r.Rest)))
	r.Rest = r.Rest[8:]
	return x
}

// Text reads a text.
func (r *Reader) Text() string {
	n := r.Number()
	s := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return s
}

// Number reads the number that begins at a byte of s, and returns where the next one does.
func Number(s string, at int) (n, next int) {
	if b := s[at]; b < 0x80 { // nearly all
		return int(b), at + 1
	}
	return long(s, at)
}

func long(s string, at int) (n, next int) {
	for shift := 0; ; shift += 7 {
		b := s[at]
		at++
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return n, at
		}
	}
}

// Single reads the four bytes of a float32 from the front of s.
func Single(s string) float32 { return math.Float32frombits(Fixed(s)) }

// Fixed reads four bytes from the front of s.
func Fixed(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
