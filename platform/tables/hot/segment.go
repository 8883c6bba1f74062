package hot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/text"
)

// segment is an immutable part of a table: rows in the order in which they were created, as columns of cells. What queries need
// of a column besides is made by the first that asks.
type segment struct {
	columns []platform.Column
	n       int
	ids     texts
	owners  texts
	revs    []int64
	created []int64 // microseconds
	updated []int64
	cells   []texts // by column: JSON as it is stored, empty where the cell is
	views   []views
	size    atomic.Int64

	languages lazy[[]text.Language]
}

// views are what is made of a column when it is asked for.
type views struct {
	keys   lazy[keys]
	ranks  lazy[ranks]
	folded lazy[texts]
	points lazy[[]point]
	words  lazy[*index]
}

// lazy is a value that the first who asks makes; others wait.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(build func() T) T {
	l.once.Do(func() { l.value = build() })
	return l.value
}

// grown counts what a view weighs.
func (s *segment) grown(bytes int64) { s.size.Add(bytes) }

// builder makes a segment.
type builder struct {
	s     *segment
	rows  int            // that there will be
	index map[string]int // of the columns
	cells [][]byte       // of the row at hand
}

func newBuilder(columns []platform.Column, rows int) *builder {
	b := &builder{
		rows: rows,
		s: &segment{columns: columns, cells: make([]texts, len(columns)), views: make([]views, len(columns)),
			revs: make([]int64, 0, rows), created: make([]int64, 0, rows), updated: make([]int64, 0, rows)},
		index: make(map[string]int, len(columns)), cells: make([][]byte, len(columns)),
	}
	for i, c := range columns {
		b.index[c.Name] = i
		b.s.cells[i].ends = make([]uint32, 0, rows)
	}
	b.s.ids.ends, b.s.owners.ends = make([]uint32, 0, rows), make([]uint32, 0, rows)
	return b
}

// add adds a row as the store has it.
func (b *builder) add(r platform.Row) {
	clear(b.cells)
	next := 0 // cells are in the order of the columns, mostly
	eachCell(r.Values, func(name, cell []byte) {
		for next < len(b.cells) && b.s.columns[next].Name != string(name) {
			next++
		}
		if next == len(b.cells) {
			at, ok := b.index[string(name)]
			if next = 0; !ok { // a column that was removed
				return
			}
			next = at
		}
		b.cells[next] = cell
	})
	b.meta([]byte(r.ID), []byte(r.Owner), r.Rev, r.CreatedAt.UnixMicro(), r.UpdatedAt.UnixMicro())
	for i, cell := range b.cells {
		b.s.cells[i].add(cell)
	}
	if b.s.n == tried {
		b.room()
	}
}

// tried is after how many rows it is known how long cells are.
const tried = 256

// room makes room for the cells of the other rows, and somewhat more.
func (b *builder) room() {
	for i := range b.s.cells {
		t := &b.s.cells[i]
		more := len(t.data) * max(b.rows-tried, 0) / tried
		t.data = slices.Grow(t.data, more+more/32)
	}
}

// copy adds row i of a segment with the same columns.
func (b *builder) copy(from *segment, i int) {
	b.meta(from.ids.at(i), from.owners.at(i), from.revs[i], from.created[i], from.updated[i])
	for c := range b.s.cells {
		b.s.cells[c].add(from.cells[c].at(i))
	}
}

func (b *builder) meta(id, owner []byte, rev, created, updated int64) {
	s := b.s
	s.n++
	s.ids.add(id)
	s.owners.add(owner)
	s.revs, s.created, s.updated = append(s.revs, rev), append(s.created, created), append(s.updated, updated)
}

func (b *builder) build() *segment {
	s := b.s
	s.ids.fit()
	s.owners.fit()
	size := s.ids.bytes() + s.owners.bytes() + int64(24*s.n)
	for i := range s.cells {
		s.cells[i].fit()
		size += s.cells[i].bytes() + 400 // and its views, empty
	}
	s.size.Store(size + 300)
	return s
}

// newSegment makes a segment of rows.
func newSegment(columns []platform.Column, rows []platform.Row) *segment {
	if !slices.IsSortedFunc(rows, byCreation) {
		rows = slices.SortedFunc(slices.Values(rows), byCreation)
	}
	b := newBuilder(columns, len(rows))
	for _, r := range rows {
		b.add(r)
	}
	return b.build()
}

func byCreation(a, b platform.Row) int {
	return cmp.Or(cmp.Compare(a.CreatedAt.UnixMicro(), b.CreatedAt.UnixMicro()), cmp.Compare(a.ID, b.ID))
}

// row returns row i.
func (s *segment) row(i int) platform.Row {
	size := 2
	for c := range s.cells {
		if cell := s.cells[c].at(i); len(cell) > 0 {
			size += len(cell) + len(s.columns[c].Name) + 4
		}
	}
	values := append(make(json.RawMessage, 0, size), '{')
	for c := range s.cells {
		cell := s.cells[c].at(i)
		if len(cell) == 0 {
			continue
		}
		if len(values) > 1 {
			values = append(values, ',')
		}
		values = append(append(append(values, '"'), s.columns[c].Name...), '"', ':')
		values = append(values, cell...)
	}
	return platform.Row{ID: platform.RowID(s.ids.at(i)), Values: append(values, '}'), Owner: string(s.owners.at(i)), Rev: s.revs[i],
		CreatedAt: time.UnixMicro(s.created[i]).UTC(), UpdatedAt: time.UnixMicro(s.updated[i]).UTC()}
}

// find returns the position of the row with that id, -1 where there is none.
func (s *segment) find(id platform.RowID) int {
	for i := range s.n {
		if string(s.ids.at(i)) == string(id) {
			return i
		}
	}
	return -1
}

// position is find for a row of which it is known when it was created.
func (s *segment) position(r platform.Row) int {
	created, id := r.CreatedAt.UnixMicro(), []byte(r.ID)
	at, there := sort.Find(s.n, func(i int) int {
		return cmp.Or(cmp.Compare(created, s.created[i]), bytes.Compare(id, s.ids.at(i)))
	})
	if !there {
		return -1
	}
	return at
}
