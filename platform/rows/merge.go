package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"berth/platform"
	"berth/platform/tables"
)

// merger makes of the rows of a file what becomes of a table.
type merger struct {
	File
	file
	table platform.Table
	found problems
	rows  []int // of the file, for each row that is to be stored

	first map[Key]int // the row of the file that has a cell of a unique column first
}

// merge returns *Refused with everything that is wrong.
func (m *merger) merge(p Present) (Import, error) {
	in := Import{Replace: m.Mode == Replace}
	stored, err := m.stored(p)
	if err != nil {
		return in, err
	}
	m.first = map[Key]int{}
	var changed []int
	for i, r := range m.records {
		put, ok, err := m.put(i+1, r, stored)
		switch {
		case err != nil:
			return in, err
		case !ok:
		case put.ID == "":
			in.New, m.rows = append(in.New, put), append(m.rows, i+1)
		default:
			in.Changed, changed = append(in.Changed, put), append(changed, i+1)
		}
	}
	m.rows = append(m.rows, changed...)
	if m.Mode == Replace && m.table.OwnedRows && len(m.found.list) == 0 {
		if in, err = m.owned(p, in); err != nil {
			return in, err
		}
	}
	if len(m.found.list) > 0 {
		return in, m.found.refused()
	}
	return in, nil
}

// owned replaces the rows of a table in which they belong to people. A file says of no row whose it is: one that is in the table as the file
// has it stays what it is. Where rows of people would go and others come, these may be the same, edited, and nobody would see them any more.
func (m *merger) owned(p Present, in Import) (Import, error) {
	all, err := p.Rows()
	if err != nil {
		return in, err
	}
	here := map[string][]platform.RowID{}
	for _, r := range all {
		here[string(r.Values)] = append(here[string(r.Values)], r.ID)
	}
	out, lines, stays := Import{}, []int{}, map[platform.RowID]bool{}
	for i, put := range in.New {
		if ids := here[string(put.Values)]; len(ids) > 0 {
			stays[ids[0]], here[string(put.Values)] = true, ids[1:]
			continue
		}
		out.New, lines = append(out.New, put), append(lines, m.rows[i])
	}
	of := 0
	for _, r := range all {
		if stays[r.ID] {
			continue
		}
		if out.Removed = append(out.Removed, r.ID); r.Owner != "" {
			of++
		}
	}
	if of > 0 && len(out.New) > 0 {
		m.found.add(0, "", fmt.Sprintf("Nothing in a file says whose a row is: %s of people would go, and %s would come that nobody of them sees. "+
			"To change rows, import with the mode upsert, which keeps whose they are; to do both, remove first and add in a second import.",
			platform.Count(of, "row"), platform.Count(len(out.New), "row")))
	}
	m.rows = lines
	return out, nil
}

// known are the rows of the table, by their cells in the column by which rows are found; nil where none are to be found.
type known struct {
	column platform.Column
	rows   map[string][]platform.Row
	seen   map[string]int // cells of the file, with their rows
}

func (m *merger) stored(p Present) (*known, error) {
	if m.Mode != Upsert {
		return nil, nil //nolint:nilnil // rows are not to be found
	}
	at := slices.IndexFunc(m.columns, func(c platform.Column) bool { return c.Name == m.Key })
	if at < 0 {
		fault := "must be in the file, since rows are found by it"
		if !slices.ContainsFunc(m.table.Columns, func(c platform.Column) bool { return c.Name == m.Key }) {
			fault = namesOf(m.table).strange()
		}
		m.found.add(0, m.Key, fault)
		return nil, m.found.refused()
	}
	k := &known{column: m.columns[at], rows: map[string][]platform.Row{}, seen: map[string]int{}}
	all, err := p.Rows()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		var cells map[string]json.RawMessage
		if err := json.Unmarshal(r.Values, &cells); err != nil {
			return nil, fmt.Errorf("decode row %s: %w", r.ID, err)
		}
		if key := tables.Key(k.column, cells[m.Key]); key != "" {
			k.rows[key] = append(k.rows[key], r)
		}
	}
	return k, nil
}

// find returns the row of the table that a row of the file stands for; without an id = a new one.
func (k *known) find(row int, r record, found *problems) (platform.Row, bool) {
	key := tables.Key(k.column, r[k.column.Name])
	hits := k.rows[key]
	switch {
	case key == "":
		found.add(row, k.column.Name, "must not be empty: rows are found by it")
	case k.seen[key] > 0:
		found.add(row, k.column.Name, fmt.Sprintf("is the same as in row %d, and rows are found by it", k.seen[key]))
	case len(hits) > 1:
		found.add(row, k.column.Name, fmt.Sprintf("is in %d rows of the table, so that it does not tell which one is meant", len(hits)))
	case len(hits) == 1:
		k.seen[key] = row
		return hits[0], true
	default:
		k.seen[key] = row
		return platform.Row{}, true
	}
	return platform.Row{}, false
}

// put returns what is to be stored of a row of the file; ok is false where there is nothing to store.
func (m *merger) put(row int, r record, stored *known) (p Put, ok bool, err error) {
	var before platform.Row
	if stored != nil {
		if before, ok = stored.find(row, r, &m.found); !ok {
			return Put{}, false, nil
		}
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return Put{}, false, fmt.Errorf("encode row %d: %w", row, err)
	}
	values, faults := tables.Merge(m.table.Columns, before.Values, raw)
	for _, f := range faults {
		m.found.add(row, f.Location, f.Message)
	}
	if len(faults) > 0 || before.ID != "" && bytes.Equal(values, before.Values) {
		return Put{}, false, nil
	}
	if tables.CheckSize(values) != nil {
		return Put{}, false, platform.Errorf(platform.CodeTooLarge, "Row %d of the file has %d KiB; a row must have at most %d.", row, (len(values)+1023)>>10, tables.MaxRow>>10)
	}
	p = Put{ID: before.ID, Values: values, Keys: keys(m.table, values)}
	for _, k := range p.Keys {
		if first := m.first[k]; first > 0 && !m.table.OwnedRows {
			m.found.add(row, k.Column, fmt.Sprintf("is the same as in row %d, and must be unique", first))
			continue
		}
		m.first[k] = row
	}
	return p, true, nil
}
