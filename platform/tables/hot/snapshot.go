// Package hot keeps tables in memory in the form in which questions about them are answered within microseconds. A Snapshot is one
// state of a table and never changes; Tables keeps those of the tables that are in use. It must not know who asks.
package hot

import (
	"bytes"
	"cmp"
	"slices"

	"berth/platform"
	"berth/platform/text"
)

// Snapshot is one state of a table. It consists of segments, so that a change of few rows makes a new one from few rows: rows that
// were changed or deleted are dead in their segment, the new ones are a segment of their own, and segments of like size are
// merged. Safe for concurrent use.
type Snapshot struct {
	table    platform.Table
	segments []*segment
	dead     []set // by segment; nil = none
	live     int
}

// New makes the snapshot of a table with those rows, which are as tables.CheckValues returned them.
func New(table platform.Table, rows []platform.Row) *Snapshot {
	s := &Snapshot{table: table, live: len(rows)}
	if len(rows) > 0 {
		s.segments, s.dead = []*segment{newSegment(table.Columns, rows)}, []set{nil}
	}
	return s
}

// Table returns the table; Rows is the number of its rows in this state.
func (s *Snapshot) Table() platform.Table {
	t := s.table
	t.Rows = s.live
	return t
}

// Bytes returns what the snapshot weighs in memory, roughly. It grows as more is asked of it.
func (s *Snapshot) Bytes() int64 {
	sum := int64(500)
	for i, seg := range s.segments {
		sum += seg.size.Load() + int64(8*len(s.dead[i]))
	}
	return sum
}

// With returns the state after those rows were made or changed, and those with the ids gone deleted; s stays what it is. The table
// must have the columns that it had, and a row the time of creation that it had. Ids that are not there are ignored.
func (s *Snapshot) With(table platform.Table, rows []platform.Row, gone []platform.RowID) *Snapshot {
	next := &Snapshot{table: table, segments: slices.Clone(s.segments), dead: slices.Clone(s.dead), live: s.live}
	owned := make([]bool, len(next.dead))
	kill := func(find func(*segment) int) {
		for i, seg := range next.segments {
			at := find(seg)
			if at < 0 || next.dead[i].has(at) {
				continue
			}
			if !owned[i] {
				if owned[i] = true; next.dead[i] == nil {
					next.dead[i] = newSet(seg.n)
				} else {
					next.dead[i] = slices.Clone(next.dead[i])
				}
			}
			next.dead[i].add(at)
			next.live--
			return
		}
	}
	for _, id := range gone {
		kill(func(seg *segment) int { return seg.find(id) })
	}
	for _, r := range rows {
		kill(func(seg *segment) int { return seg.position(r) })
	}
	if len(rows) > 0 {
		next.segments, next.dead = append(next.segments, newSegment(table.Columns, rows)), append(next.dead, nil)
		next.live += len(rows)
	}
	next.compact()
	return next
}

// compact merges the last segments until each is more than twice as large as the next, so that there are few and a row is
// copied few times, and drops what is mostly dead.
func (s *Snapshot) compact() {
	for i := 0; i < len(s.segments); i++ {
		if dead := s.dead[i].count(); 2*dead > s.segments[i].n {
			s.merge(i, i+1)
			if s.segments[i].n == 0 {
				s.segments, s.dead = slices.Delete(s.segments, i, i+1), slices.Delete(s.dead, i, i+1)
				i--
			}
		}
	}
	for {
		at := -1
		for i := len(s.segments) - 1; i > 0; i-- {
			if s.segments[i-1].n <= 2*s.segments[i].n {
				at = i - 1
				break
			}
		}
		if at < 0 {
			return
		}
		s.merge(at, at+2)
	}
}

// merge puts one segment in place of those from first to before end, without what is dead.
func (s *Snapshot) merge(first, end int) {
	type ref struct{ seg, row int }
	var refs []ref
	for i := first; i < end; i++ {
		full(s.segments[i].n, s.dead[i]).each(func(row int) bool { refs = append(refs, ref{i, row}); return true })
	}
	slices.SortFunc(refs, func(a, b ref) int { return s.segments[a.seg].compareCreation(a.row, s.segments[b.seg], b.row) })
	b := newBuilder(s.table.Columns, len(refs))
	for c := range b.s.cells {
		room := 0
		for _, seg := range s.segments[first:end] {
			room += len(seg.cells[c].data)
		}
		b.s.cells[c].data = make([]byte, 0, room)
	}
	for _, r := range refs {
		b.copy(s.segments[r.seg], r.row)
	}
	s.segments = slices.Replace(s.segments, first, end, b.build())
	s.dead = slices.Replace(s.dead, first, end, nil)
}

// compareCreation compares two rows by creation, then id.
func (s *segment) compareCreation(row int, other *segment, otherRow int) int {
	return cmp.Or(cmp.Compare(s.created[row], other.created[otherRow]), bytes.Compare(s.ids.at(row), other.ids.at(otherRow)))
}

// Row returns the row with that id.
func (s *Snapshot) Row(id platform.RowID) (platform.Row, bool) {
	for i, seg := range s.segments {
		if at := seg.find(id); at >= 0 && !s.dead[i].has(at) {
			return seg.row(at), true
		}
	}
	return platform.Row{}, false
}

// speaks returns the languages of the largest segment.
func (s *Snapshot) speaks() []text.Language {
	return slices.MaxFunc(s.segments, func(a, b *segment) int { return cmp.Compare(a.n, b.n) }).speaks()
}
