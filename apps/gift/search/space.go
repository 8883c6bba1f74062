package search

import "sync"

// space lends the arrays that one request needs, most of them with a place for each gift: to make them anew takes longer than much
// that is worked out in them. It is for one request at a time.
type space struct {
	marks   lent[bool]
	indexes lent[int]
	singles lent[float32]
	doubles lent[float64]
	fits    lent[suitability]
}

var spaces = sync.Pool{New: func() any { return new(space) }}

// back takes back all that is lent: nobody may use it any more.
func (s *space) back() {
	s.marks.used, s.indexes.used, s.singles.used, s.doubles.used, s.fits.used = 0, 0, 0, 0, 0
	spaces.Put(s)
}

// lent is room for arrays, of which the first are in use.
type lent[T any] struct {
	room []T
	used int
}

// take lends an array of n zeros.
func (l *lent[T]) take(n int) []T {
	if n > len(l.room)-l.used {
		l.room, l.used = make([]T, max(n, 2*len(l.room))), 0
	}
	a := l.room[l.used : l.used+n : l.used+n]
	l.used += n
	clear(a)
	return a
}
