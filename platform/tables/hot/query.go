package hot

import (
	"bytes"
	"container/heap"
	"context"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/text/meaning"
)

// query is one question to a snapshot, taken apart.
type query struct {
	tables.Query
	s          *Snapshot
	filters    []int    // the columns of Filters
	sorts      []int    // the columns of Sort
	orders     []*order // of their cells; nil = the column has keys
	search     *search
	matched    [][][]matches // by segment and word
	after      *position
	meaningful bool           // rows that are equal otherwise are in the order of their meaning
	meant      meaning.Vector // what Text asks for, if it is meaningful
	mine       []set          // by segment: the rows of Owner, nil unless Owned
}

// Query returns the rows that fit. BAD_REQUEST for a cursor that no such query gave; that the query names only columns that are
// there, with operators that they have, is the caller's part, and an INTERNAL error where it is not so. It stops with the error of ctx
// between two of its steps.
func (s *Snapshot) Query(ctx context.Context, ask tables.Query) (tables.Page, error) {
	q := &query{Query: ask, s: s}
	if err := q.resolve(); err != nil {
		return tables.Page{}, err
	}
	var page tables.Page
	if len(s.segments) == 0 {
		return page, nil
	}
	q.own()
	if err := q.understand(ctx); err != nil {
		return page, err
	}
	for _, column := range q.sorts {
		var by *order
		if !s.keyed(column) {
			by = newOrder(s.table.Columns[column])
		}
		q.orders = append(q.orders, by)
	}
	parts := make([]part, len(s.segments))
	for i := range parts {
		if err := ctx.Err(); err != nil {
			return tables.Page{}, err
		}
		parts[i] = q.fitting(i)
		page.Count += parts[i].fits.count()
	}
	q.meaningful = q.meaningful && !ask.Paged && page.Count <= mostTied
	var best []result
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return tables.Page{}, err
		}
		best = append(best, q.best(p)...)
	}
	if len(s.segments) > 1 {
		slices.SortFunc(best, q.compare)
	}
	if len(best) > ask.Limit {
		best = best[:ask.Limit]
		if ask.Paged {
			page.Next = q.cursor(best[len(best)-1])
		}
	}
	page.Rows = make([]platform.Row, len(best))
	for i, r := range best {
		page.Rows[i] = s.segments[r.segment].row(int(r.row))
	}
	return page, nil
}

func (q *query) resolve() error {
	column := func(name string) int {
		return slices.IndexFunc(q.s.table.Columns, func(c platform.Column) bool { return c.Name == name })
	}
	for _, f := range q.Filters {
		at := column(f.Column)
		if at < 0 || !slices.Contains(tables.OpsOf(q.s.table.Columns[at].Type), f.Op) {
			return fmt.Errorf("query table %s: no column %s with %s", q.s.table.Name, f.Column, f.Op)
		}
		q.filters = append(q.filters, at)
	}
	for _, by := range q.Sort {
		at := column(by.Column)
		if at < 0 {
			return fmt.Errorf("query table %s: no column %s", q.s.table.Name, by.Column)
		}
		q.sorts = append(q.sorts, at)
	}
	var searched []int
	for _, name := range q.Search {
		at := column(name)
		if at < 0 {
			return fmt.Errorf("query table %s: no column %s", q.s.table.Name, name)
		}
		searched = append(searched, at)
	}
	if q.Text != "" && len(q.s.segments) > 0 {
		q.search = newSearch(q.Text, searched, q.s.speaks())
		if q.search != nil {
			q.meant, q.meaningful = q.search.meant()
		}
	}
	var err error
	q.after, err = q.position()
	return err
}

// own finds the rows of Owner. Nothing that is answered to them depends on the rows of others, not even an order: it would tell
// what these say.
func (q *query) own() {
	if !q.Owned {
		return
	}
	owner := []byte(q.Owner)
	for i, seg := range q.s.segments {
		rows := full(seg.n, q.s.dead[i])
		rows.keep(func(i int) bool { return len(owner) > 0 && bytes.Equal(seg.owners.at(i), owner) })
		q.mine = append(q.mine, rows)
	}
}

// among returns the rows of a segment that count, nil = all.
func (q *query) among(segment int) set {
	if q.mine == nil {
		return nil
	}
	return q.mine[segment]
}

// understand finds what the words of the text mean in each segment, and how rare they are in all. While somebody turns pages they stay as
// rare as they were, whatever is written meanwhile: else the next page would skip rows, or repeat some.
func (q *query) understand(ctx context.Context) error {
	if q.search == nil {
		return nil
	}
	q.matched = make([][][]matches, len(q.s.segments))
	rows := 0
	for i, seg := range q.s.segments {
		if rows += seg.n; q.Owned {
			rows += q.mine[i].count() - seg.n
		}
		q.matched[i] = make([][]matches, len(q.search.words))
		for w, word := range q.search.words {
			if err := ctx.Err(); err != nil {
				return err
			}
			for c, column := range q.search.columns {
				m := seg.index(column).match(word)
				m.column = c
				q.matched[i][w] = append(q.matched[i][w], m)
			}
		}
	}
	for w := range q.search.words {
		most := 0 // of the columns, since rows often say in one what they say in another
		for c, column := range q.search.columns {
			n := 0
			for i, seg := range q.s.segments {
				m := &q.matched[i][w][c]
				n += seg.index(column).frequency(m.good[:m.exact], q.among(i))
			}
			most = max(most, n)
		}
		q.search.words[w].rarity = rarity(most, rows)
		if q.after != nil && len(q.after.Rarity) == len(q.search.words) {
			q.search.words[w].rarity = q.after.Rarity[w]
		}
	}
	return nil
}

// result is one row that fits, with its keys in the order of the query; those of texts hold in its segment alone.
type result struct {
	segment int
	row     uint32
	keys    []uint64
}

// part is what fits of a segment.
type part struct {
	segment   int
	fits      set
	hits      *found     // nil = nothing is searched for; best gives it back
	distances [][]uint64 // of each filter for what is near
}

func (q *query) fitting(at int) part {
	seg := q.s.segments[at]
	var hits *found
	fits := full(seg.n, q.s.dead[at])
	if q.search != nil {
		hits = q.search.look(seg, q.matched[at], q.Owned || q.Paged)
		for i := range fits {
			fits[i] &= hits.rows[i]
		}
	}
	if q.Owned {
		for i := range fits {
			fits[i] &= q.mine[at][i]
		}
	}
	var distances [][]uint64
	for i, f := range q.Filters {
		if f.Op == tables.OpNear {
			distances = append(distances, seg.near(fits, q.filters[i], f.Near))
		} else {
			seg.filter(fits, q.filters[i], f)
		}
	}
	return part{at, fits, hits, distances}
}

// best returns the best rows of a part after the cursor, in order and one more than the limit.
func (q *query) best(p part) []result {
	seg := q.s.segments[p.segment]
	vectors := q.vectors(seg, p.hits, p.distances)
	if p.hits != nil {
		defer finds.Put(p.hits)
	}
	from := q.after.in(q, seg)
	best := top{limit: q.Limit + 1, all: make([]result, 0, min(q.Limit+1, p.fits.count()))}
	keys := make([]uint64, len(vectors))
	p.fits.each(func(i int) bool {
		for v, vector := range vectors {
			if keys[v] = vector(i); v == 0 && best.past(keys[0]) {
				return true
			}
		}
		if from.passes(seg, keys, i) {
			best.offer(result{p.segment, uint32(i), keys})
		}
		return len(vectors) > 0 || len(best.all) < best.limit // without keys rows come in order
	})
	return best.sorted()
}

// vectors returns the keys by which rows are ordered, the first first.
func (q *query) vectors(seg *segment, hits *found, distances [][]uint64) []func(i int) uint64 {
	var all []func(int) uint64
	if hits != nil {
		all = append(all, func(i int) uint64 { words, _ := hits.rank(i); return words })
	}
	for _, d := range distances {
		all = append(all, func(i int) uint64 { return d[i] })
	}
	for i, column := range q.sorts {
		descending := q.Sort[i].Descending
		if q.orders[i] == nil {
			of := seg.keys(column).of
			all = append(all, func(i int) uint64 { return directed(of[i], descending) })
			continue
		}
		of := seg.ranks(column).of
		all = append(all, func(i int) uint64 { return directed(2*uint64(of[i]), descending) })
	}
	if hits != nil {
		all = append(all, func(i int) uint64 { _, score := hits.rank(i); return score }, q.tie(seg))
	}
	return all
}

// directed turns a key so that the least is the first, and that of the empty cell, 0, the last.
func directed(key uint64, descending bool) uint64 {
	if descending && key != 0 {
		return ^key
	}
	return key - 1
}

// keyed reports whether the keys of a column order all its cells exactly, in every segment; else ranks do.
func (s *Snapshot) keyed(column int) bool {
	return numeric(s.table.Columns[column].Type) && !slices.ContainsFunc(s.segments, func(seg *segment) bool { return !seg.keys(column).exact })
}

// top keeps the first results in order, as many as the limit.
type top struct {
	limit int
	all   []result // a heap once it is full: the last in order is the first
}

func (t *top) Len() int           { return len(t.all) }
func (t *top) Less(i, j int) bool { return before(t.all[j], t.all[i]) }
func (t *top) Swap(i, j int)      { t.all[i], t.all[j] = t.all[j], t.all[i] }
func (t *top) Push(any)           { panic("hot: results are only replaced") }
func (t *top) Pop() any           { panic("hot: results are only replaced") }

// before compares two results of one segment, whose rows are in the order of their creation.
func before(a, b result) bool {
	if c := slices.Compare(a.keys, b.keys); c != 0 {
		return c < 0
	}
	return a.row < b.row
}

// past reports whether a row with that first key is surely not among the first.
func (t *top) past(key uint64) bool { return len(t.all) == t.limit && key > t.all[0].keys[0] }

// offer keeps r if it is among the first. Its keys are copied.
func (t *top) offer(r result) {
	if len(t.all) < t.limit {
		r.keys = slices.Clone(r.keys)
		if t.all = append(t.all, r); len(t.all) == t.limit && len(r.keys) > 0 { // without keys rows come in order
			heap.Init(t)
		}
		return
	}
	if !before(r, t.all[0]) {
		return
	}
	copy(t.all[0].keys, r.keys)
	t.all[0].row = r.row
	heap.Fix(t, 0)
}

func (t *top) sorted() []result {
	slices.SortFunc(t.all, func(a, b result) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	return t.all
}
