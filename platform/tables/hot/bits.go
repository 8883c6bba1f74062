package hot

import "math/bits"

// set is a set of rows of a segment, one bit each.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

// full returns the set of the first n rows without those of except, which may be nil.
func full(n int, except set) set {
	s := newSet(n)
	for i := range s {
		s[i] = ^uint64(0)
	}
	if rest := n % 64; rest > 0 {
		s[len(s)-1] = 1<<rest - 1
	}
	for i, word := range except {
		s[i] &^= word
	}
	return s
}

func (s set) has(i int) bool { return s != nil && s[i/64]>>(i%64)&1 == 1 }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s set) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// keep removes the rows that do not fit.
func (s set) keep(fits func(i int) bool) {
	for w, word := range s {
		for rest := word; rest != 0; rest &= rest - 1 {
			if bit := bits.TrailingZeros64(rest); !fits(w*64 + bit) {
				word &^= 1 << bit
			}
		}
		s[w] = word
	}
}

// within removes the rows whose value is not from low to high; outside, those whose value is.
func within[T uint32 | uint64](s set, values []T, low, high T, outside bool) {
	if low > high {
		if !outside {
			clear(s)
		}
		return
	}
	span := high - low
	for w, word := range s {
		if word == 0 {
			continue
		}
		var fits uint64 // all are compared: without a branch that is faster than to pick those of the set
		for bit, value := range values[w*64 : min(w*64+64, len(values))] {
			var is uint64
			if value-low <= span {
				is = 1
			}
			fits |= is << (bit & 63)
		}
		if outside {
			fits = ^fits
		}
		s[w] = word & fits
	}
}

// each calls row for the rows of the set, in order, until that is false.
func (s set) each(row func(i int) bool) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			if !row(w*64 + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
