package hot

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"berth/platform"
)

// keys order the cells of a column of numbers or times: 0 is the empty cell, of others the greater cell has the greater key. They
// are the same in all segments. exact is false where a number has more digits than a key can tell apart; the column then has
// ranks.
type keys struct {
	of    []uint64
	exact bool
}

// numeric reports whether the cells of the type have keys.
func numeric(t platform.ColumnType) bool {
	switch t {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney, platform.ColumnBoolean, platform.ColumnDate, platform.ColumnTime,
		platform.ColumnDateTime, platform.ColumnEnum:
		return true
	}
	return false
}

func (s *segment) keys(column int) keys {
	return s.views[column].keys.get(func() keys {
		k := keys{of: make([]uint64, s.n), exact: true}
		c := s.columns[column]
		for i := range k.of {
			if cell := s.cells[column].at(i); len(cell) > 0 {
				key, exact := keyOf(c, cell)
				k.of[i], k.exact = key, k.exact && exact
			}
		}
		s.grown(int64(8 * s.n))
		return k
	})
}

// keyOf returns the key of a cell that is not empty; 0 for one that its column no longer takes.
func keyOf(c platform.Column, cell []byte) (key uint64, exact bool) {
	switch c.Type {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
		f, err := strconv.ParseFloat(string(cell), 64)
		if err != nil {
			return 0, true
		}
		return floatKey(f), len(cell) <= 15 || digits(cell) <= 15 // which a float64 tells apart
	case platform.ColumnBoolean:
		if string(cell) == "true" {
			return 2, true
		}
		return 1, true
	case platform.ColumnEnum:
		var buffer [64]byte
		value := unquote(cell, buffer[:0])
		return uint64(slices.Index(c.Values, string(value)) + 1), true
	}
	text := string(unquote(cell, nil))
	layout := time.RFC3339Nano
	switch c.Type {
	case platform.ColumnDate:
		layout = time.DateOnly
	case platform.ColumnTime:
		if layout = time.TimeOnly; len(text) == len("15:04") {
			layout = "15:04"
		}
	}
	t, err := time.Parse(layout, text)
	if err != nil {
		return 0, true
	}
	return uint64(t.Unix()*1e6+int64(t.Nanosecond()/1e3)) ^ 1<<63, t.Nanosecond()%1e3 == 0
}

func digits(number []byte) (n int) {
	for _, c := range number {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

// floatKey orders floating-point numbers; 0 is the key of none.
func floatKey(f float64) uint64 {
	if f == 0 {
		f = 0 // not -0
	}
	b := math.Float64bits(f)
	if b>>63 == 1 {
		return ^b
	}
	return b | 1<<63
}

// ranks order the cells of a column within its segment: 0 is the empty cell, rank r is that of row sorted[r-1] and of those
// with the same cell.
type ranks struct {
	of     []uint32
	sorted []uint32
}

func (s *segment) ranks(column int) ranks {
	return s.views[column].ranks.get(func() ranks {
		order := newOrder(s.columns[column])
		type row struct {
			i   uint32
			key []byte
		}
		var rows []row
		for i := range s.n {
			if cell := s.cells[column].at(i); len(cell) > 0 {
				rows = append(rows, row{uint32(i), order.key(cell)})
			}
		}
		slices.SortFunc(rows, func(a, b row) int { return order.compare(a.key, b.key) })
		r := ranks{of: make([]uint32, s.n)}
		for n, row := range rows {
			if n == 0 || order.compare(rows[n-1].key, row.key) != 0 {
				r.sorted = append(r.sorted, row.i)
			}
			r.of[row.i] = uint32(len(r.sorted))
		}
		r.sorted = fitted(r.sorted)
		s.grown(int64(4 * (s.n + len(r.sorted))))
		return r
	})
}

// place returns how many ranks are less than the cell, and how many are not greater.
func (s *segment) place(column int, cell []byte) (below, upTo uint32) {
	r, order := s.ranks(column), newOrder(s.columns[column])
	key := order.key(cell)
	n := sort.Search(len(r.sorted), func(i int) bool {
		return order.compare(order.key(s.cells[column].at(int(r.sorted[i]))), key) >= 0
	})
	if n < len(r.sorted) && order.compare(order.key(s.cells[column].at(int(r.sorted[n]))), key) == 0 {
		return uint32(n), uint32(n) + 1
	}
	return uint32(n), uint32(n)
}

// order compares cells of one column, of one goroutine.
type order struct {
	exact  bool // numbers digit by digit, times to the nanosecond
	text   *collate.Collator
	buffer collate.Buffer
}

// newOrder returns the order of the column's cells: of texts the alphabetical one of Unicode (CLDR's root collation), of which
// nobody has to know the language.
func newOrder(c platform.Column) *order {
	if numeric(c.Type) {
		return &order{exact: true}
	}
	return &order{text: collate.New(language.Und)}
}

// key returns what compare needs of a cell that is not empty.
func (o *order) key(cell []byte) []byte {
	if o.exact {
		return cell
	}
	text := unquote(cell, nil)
	o.buffer.Reset()
	key := o.text.Key(&o.buffer, text)
	return append(append(slices.Clone(key), 0, 0), text...) // what looks alike is not equal
}

func (o *order) compare(a, b []byte) int {
	if !o.exact {
		return bytes.Compare(a, b)
	}
	if len(a) > 0 && a[0] == '"' {
		return bytes.Compare(instant(a), instant(b))
	}
	x, okX := new(big.Rat).SetString(string(a))
	y, okY := new(big.Rat).SetString(string(b))
	if !okX || !okY {
		return bytes.Compare(a, b)
	}
	return x.Cmp(y)
}

// instant returns a time so that bytes order it.
func instant(cell []byte) []byte {
	t, err := time.Parse(time.RFC3339Nano, string(unquote(cell, nil)))
	if err != nil {
		return nil
	}
	return []byte(t.UTC().Format("2006-01-02T15:04:05.000000000"))
}
