package inplace

import (
	"encoding/binary"
	"slices"
)

// Texts are texts by their numbers. The zero value has none.
type Texts struct {
	n, block     int
	places, data string // where each block of texts begins, as 4 bytes; the texts, each behind its length
}

// usual is how many texts lie between two that have their place noted: it costs less than looking at the others does.
const usual = 8

// Texts appends texts. Find needs them in their order, each once.
func (w *Writer) Texts(all []string) { w.Blocks(usual, all) }

// Blocks is Texts with the place of one of so many texts noted: of 1 where they are long, so that no others are looked at on the way.
func (w *Writer) Blocks(block int, all []string) {
	var data Writer
	var places []byte
	for i, s := range all {
		if i%block == 0 {
			places = binary.LittleEndian.AppendUint32(places, uint32(len(data.Data))) //nolint:gosec // the files have megabytes
		}
		data.Text(s)
	}
	w.Number(len(all))
	w.Number(block)
	w.Text(string(places))
	w.Text(string(data.Data))
}

// Texts reads texts.
func (r *Reader) Texts() Texts { return Texts{r.Number(), r.Number(), r.Text(), r.Text()} }

// Len returns how many texts there are.
func (t Texts) Len() int { return t.n }

// At returns a text by its number.
func (t Texts) At(i int) string {
	n, next := Number(t.data, t.place(i))
	return t.data[next : next+n]
}

// place returns where a text begins, with its length.
func (t Texts) place(i int) int {
	at := int(Fixed(t.places[4*(i/t.block):]))
	for range i % t.block {
		n, next := Number(t.data, at)
		at = next + n
	}
	return at
}

// From returns the number of the first text that is not less than s, Len when all are less.
func (t Texts) From(s string) int {
	i, _ := t.Seek(s)
	return i
}

// Seek returns the first text that is not less than s and its number, Len and "" when all are less.
func (t Texts) Seek(s string) (i int, text string) {
	if t.n == 0 {
		return 0, ""
	}
	low, high := 0, (t.n+t.block-1)/t.block // the first block that begins with more than s is one of them, or there is none
	for low < high {
		middle := (low + high) / 2
		n, next := Number(t.data, int(Fixed(t.places[4*middle:])))
		if t.data[next:next+n] > s {
			high = middle
		} else {
			low = middle + 1
		}
	}
	if low == 0 {
		return 0, t.At(0)
	}
	at := int(Fixed(t.places[4*(low-1):]))
	for i = (low - 1) * t.block; i < t.n; i++ { // the first of the next block is more than s
		n, next := Number(t.data, at)
		if text = t.data[next : next+n]; text >= s {
			return i, text
		}
		at = next + n
	}
	return t.n, ""
}

// Find returns the number of a text.
func (t Texts) Find(s string) (i int, found bool) {
	i, text := t.Seek(s)
	return i, i < t.n && text == s
}

// All calls yield for each text, in order.
func (t Texts) All(yield func(i int, s string) bool) { t.Since(0)(yield) }

// Since calls yield for each text from number i on, in order.
func (t Texts) Since(i int) func(yield func(i int, s string) bool) {
	return func(yield func(i int, s string) bool) {
		if i >= t.n {
			return
		}
		at := t.place(i)
		for i := i; i < t.n; i++ {
			n, next := Number(t.data, at)
			if !yield(i, t.data[next:next+n]) {
				return
			}
			at = next + n
		}
	}
}

// Sorted returns the keys of m in order, as Find needs them.
func Sorted[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
