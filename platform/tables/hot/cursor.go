package hot

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
)

// compare orders results of any segments.
func (q *query) compare(a, b result) int {
	segA, segB := q.s.segments[a.segment], q.s.segments[b.segment]
	for i := range a.keys {
		if column, ranked := q.ranked(i, len(a.keys)); ranked {
			cellA, cellB := segA.cells[q.sorts[column]].at(int(a.row)), segB.cells[q.sorts[column]].at(int(b.row))
			if c := q.compareCells(column, cellA, cellB); c != 0 {
				return c
			}
		} else if c := cmp.Compare(a.keys[i], b.keys[i]); c != 0 {
			return c
		}
	}
	return segA.compareCreation(int(a.row), segB, int(b.row))
}

// ranked returns which of Sort key i of n is, if its cells have ranks, which say nothing in another segment.
func (q *query) ranked(i, n int) (sort int, ranked bool) {
	first := n - len(q.sorts)
	if q.search != nil {
		first -= 2 // the score and the meaning are the last
	}
	sort = i - first
	return sort, sort >= 0 && sort < len(q.sorts) && q.orders[sort] != nil
}

// compareCells compares cells of a sorted column, of any segments, in the direction of the query.
func (q *query) compareCells(sort int, a, b []byte) int {
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(b), len(a)) // empty ones are the last
	}
	if bytes.Equal(a, b) {
		return 0
	}
	order := q.orders[sort]
	c := order.compare(order.key(a), order.key(b))
	if q.Sort[sort].Descending {
		return -c
	}
	return c
}

// position is the row that a page ended with. Its row may be gone by the time of the next page.
type position struct {
	Asked   uint64            `json:"q"` // of what query
	Keys    []uint64          `json:"k"`
	Cells   []json.RawMessage `json:"s,omitempty"` // instead of keys, for columns with ranks
	Rarity  []float64         `json:"r,omitempty"` // of the words that are looked for, as they were on the first page
	Created int64             `json:"c"`
	ID      string            `json:"i"`
}

// cursor returns the cursor of a page that ends with r.
func (q *query) cursor(r result) string {
	seg := q.s.segments[r.segment]
	p := position{Asked: q.asked(), Keys: r.keys, Created: seg.created[r.row], ID: string(seg.ids.at(int(r.row)))}
	if q.search != nil {
		for _, w := range q.search.words {
			p.Rarity = append(p.Rarity, w.rarity)
		}
	}
	for i := range r.keys {
		if sort, ranked := q.ranked(i, len(r.keys)); ranked {
			cell := json.RawMessage(seg.cells[q.sorts[sort]].at(int(r.row)))
			if len(cell) == 0 {
				cell = json.RawMessage("null")
			}
			p.Cells = append(p.Cells, cell)
		}
	}
	text, err := json.Marshal(p)
	if err != nil {
		return "" // a cell is not JSON: it was never checked
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// asked tells queries apart: the cursor of one means nothing to another.
func (q *query) asked() uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%v %q %v %v %q %q", q.Owned, q.Owner, q.Filters, q.Sort, q.Text, q.Search)
	return h.Sum64()
}

// position reads the query's cursor; nil = there is none.
func (q *query) position() (*position, error) {
	if q.Cursor == "" {
		return nil, nil //nolint:nilnil // no cursor is no fault
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(q.Cursor)
	p := &position{}
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	_, hostile := schema.Decode(text) // such as numbers of extreme size
	sorts := 0
	for _, f := range q.Filters {
		if f.Op == tables.OpNear {
			sorts++
		}
	}
	if q.search != nil {
		sorts += 3
	}
	strange := len(p.Rarity) > maxWords || slices.ContainsFunc(p.Rarity, func(r float64) bool { return r < 0 || r > mostRare })
	if sorts += len(q.sorts); err != nil || len(hostile) > 0 || strange || p.Asked != q.asked() || len(p.Keys) != sorts {
		return nil, platform.Errorf(platform.CodeBadRequest, "The cursor is not one that this list gave.")
	}
	return p, nil
}

// start is a position in a segment.
type start struct {
	*position
	keys []uint64
}

// in returns where the position is in a segment: ranks are those of its cells there, or between two.
func (p *position) in(q *query, seg *segment) start {
	if p == nil {
		return start{}
	}
	at := start{p, append([]uint64(nil), p.Keys...)}
	cell := 0
	for i := range at.keys {
		sort, ranked := q.ranked(i, len(at.keys))
		if !ranked {
			continue
		}
		var rank uint64
		if cell < len(p.Cells) && string(p.Cells[cell]) != "null" {
			below, upTo := seg.place(q.sorts[sort], p.Cells[cell])
			rank = uint64(below + upTo + 1)
			if below != upTo {
				rank = 2 * uint64(upTo)
			}
		}
		cell++
		at.keys[i] = directed(rank, q.Sort[sort].Descending)
	}
	return at
}

// passes reports whether a row with those keys comes after the position.
func (s start) passes(seg *segment, keys []uint64, row int) bool {
	if s.position == nil {
		return true
	}
	for i, key := range keys {
		if key != s.keys[i] {
			return key > s.keys[i]
		}
	}
	return cmp.Or(cmp.Compare(seg.created[row], s.Created), cmp.Compare(string(seg.ids.at(row)), s.ID)) > 0
}
