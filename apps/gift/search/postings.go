package search

import (
	"math"

	"berth/apps/gift/inplace"
)

// table is values by texts.
type table struct{ keys, values inplace.Texts }

func writeTable(w *inplace.Writer, m map[string]string) {
	keys := inplace.Sorted(m)
	values := make([]string, len(keys))
	for i, k := range keys {
		values[i] = m[k]
	}
	w.Texts(keys)
	w.Texts(values)
}

func readTable(r *inplace.Reader) table { return table{r.Texts(), r.Texts()} }

// of returns the value of a text, "" when there is none.
func (t table) of(key string) string {
	i, known := t.keys.Find(key)
	if !known {
		return ""
	}
	return t.values.At(i)
}

// giftLists has gifts by a text.
type giftLists struct{ table }

func writeLists(w *inplace.Writer, m map[string][]uint16) {
	all := make(map[string]string, len(m))
	for k, gifts := range m {
		var list inplace.Writer
		last := 0
		for _, g := range gifts {
			list.Number(int(g) - last)
			last = int(g)
		}
		all[k] = string(list.Data)
	}
	writeTable(w, all)
}

// of returns the gifts of a text.
func (l giftLists) of(key string) list { return list(l.table.of(key)) }

// list is numbers of gifts in order, each as its distance from the one before it.
type list string

func (l list) all(yield func(i int, gift uint16) bool) {
	var gift, distance int
	for i, at := 0, 0; at < len(l); i++ {
		distance, at = inplace.Number(string(l), at)
		gift += distance
		if !yield(i, uint16(gift)) { //nolint:gosec // Build counts the gifts
			return
		}
	}
}

// has reports whether a gift is in the list.
func (l list) has(gift uint16) bool {
	for _, g := range l.all {
		if g >= gift {
			return g == gift
		}
	}
	return false
}

// posting says how strongly one gift has something, in 65,535ths.
type posting struct{ gift, part uint16 }

func newPosting(gift int, weight float64) posting {
	return posting{uint16(gift), uint16(math.Round(weight * math.MaxUint16))} //nolint:gosec // Build counts the gifts
}

func (p posting) weight() float32 { return float32(p.part) / math.MaxUint16 }

// postings are gifts in order, each as its distance from the one before it and its part as two bytes.
type postings string

func newPostings(all []posting) postings {
	var w inplace.Writer
	last := uint16(0)
	for _, p := range all {
		w.Number(int(p.gift - last))
		w.Data = append(w.Data, byte(p.part), byte(p.part>>8))
		last = p.gift
	}
	return postings(w.Data)
}

func (l postings) all(yield func(i int, p posting) bool) {
	var gift, distance int
	for i, at := 0, 0; at < len(l); i++ {
		distance, at = inplace.Number(string(l), at)
		gift += distance
		if !yield(i, posting{uint16(gift), uint16(l[at]) | uint16(l[at+1])<<8}) { //nolint:gosec // Build counts the gifts
			return
		}
		at += 2
	}
}

// count returns how many gifts there are.
func (l postings) count() (n int) {
	for range l.all {
		n++
	}
	return n
}
