package search

import (
	"cmp"
	"slices"
)

// level is a value with the bits of all that have it.
type level struct {
	bits  uint64
	value float64
}

// levels returns the values of bits that are more than 0, the highest first: few differ.
func levels(values *[mostBits]float64) (all []level) {
	for bit, v := range values {
		if v <= 0 {
			continue
		}
		at, known := slices.BinarySearchFunc(all, v, func(l level, v float64) int { return cmp.Compare(v, l.value) })
		if !known {
			all = slices.Insert(all, at, level{value: v})
		}
		all[at].bits |= 1 << bit
	}
	return all
}

// highest returns the highest value of these bits, 0 when none of them has one.
func highest(all []level, of uint64) float64 {
	for _, l := range all {
		if l.bits&of != 0 {
			return l.value
		}
	}
	return 0
}
