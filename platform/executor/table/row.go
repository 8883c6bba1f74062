package table

import (
	"encoding/json"

	"berth/platform"
	"berth/platform/mapping"
	"berth/platform/schema"
)

// row is a row as package mapping takes it: a cell is decoded when it is asked for. It belongs to one goroutine.
type row struct {
	id    string
	cells []cell
}

type cell struct{ name, value []byte }

var _ mapping.Object = (*row)(nil)

func newRow(r platform.Row, columns int) *row {
	out := &row{id: string(r.ID), cells: make([]cell, 0, columns)}
	platform.EachMember(r.Values, func(name, value []byte) bool {
		out.cells = append(out.cells, cell{name, value})
		return true
	})
	return out
}

// JSON implements mapping.Object.
func (r *row) JSON(name string) []byte {
	if name == idArgument {
		return encode(r.id)
	}
	for i := range r.cells {
		if value := r.cells[i].value; string(r.cells[i].name) == name && string(value) != "null" {
			return value
		}
	}
	return nil
}

// Member implements mapping.Object.
func (r *row) Member(name string) any {
	if raw := r.JSON(name); raw != nil {
		return decoded(raw)
	}
	return nil
}

// Whole implements mapping.Object.
func (r *row) Whole() map[string]any {
	all := make(map[string]any, len(r.cells)+1)
	for _, c := range r.cells {
		all[string(c.name)] = decoded(c.value)
	}
	all[idArgument] = r.id
	return all
}

// decoded returns the value of a cell.
func decoded(raw []byte) any {
	switch first := raw[0]; {
	case first == '"':
		return platform.Unquote(raw)
	case first == '-' || '0' <= first && first <= '9':
		return json.Number(raw)
	}
	v, _ := schema.DecodeShared(raw)
	return v
}
