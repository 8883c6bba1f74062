package hot

import "sort"

// texts are many texts in one block of memory: a string header each would weigh as much as a short text. A text is named by its
// position. The zero value has any number of empty texts.
type texts struct {
	data []byte
	ends []uint32
}

func (t *texts) add(s []byte) {
	t.data = append(t.data, s...)
	t.ends = append(t.ends, uint32(len(t.data)))
}

// at returns text i, which nobody may change.
func (t *texts) at(i int) []byte {
	if t.ends == nil {
		return nil
	}
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.data[start:t.ends[i]:t.ends[i]]
}

func (t *texts) len() int { return len(t.ends) }

func (t *texts) bytes() int64 { return int64(cap(t.data) + 4*cap(t.ends)) }

// fit gives back the memory that more texts would have taken, all of it when all texts are empty.
func (t *texts) fit() {
	if len(t.data) == 0 {
		*t = texts{}
		return
	}
	t.data, t.ends = fitted(t.data), fitted(t.ends)
}

// fitted returns s without much room for more.
func fitted[T any](s []T) []T {
	if cap(s)-len(s) <= len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// find returns the first of sorted texts that is not less than s, and whether it is s.
func (t *texts) find(s string) (int, bool) {
	i := sort.Search(len(t.ends), func(i int) bool { return string(t.at(i)) >= s })
	return i, i < len(t.ends) && string(t.at(i)) == s
}

// beyond returns the first of sorted texts that is greater than all that begin with prefix.
func (t *texts) beyond(prefix string) int {
	return sort.Search(len(t.ends), func(i int) bool {
		s := t.at(i)
		return string(s[:min(len(s), len(prefix))]) > prefix
	})
}
