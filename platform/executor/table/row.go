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

type cell struct{ name, value string }

var _ mapping.Object = (*row)(nil)

func newRow(r platform.Row) *row {
	out := &row{id: string(r.ID), cells: make([]cell, 0, 16)}
	platform.EachMember(string(r.Values), func(name, value string) bool {
		out.cells = append(out.cells, cell{name, value})
		return true
	})
	return out
}

// Member implements mapping.Object.
func (r *row) Member(name string) any {
	if name == idArgument {
		return r.id
	}
	for i := range r.cells {
		if r.cells[i].name == name {
			return r.cells[i].decoded()
		}
	}
	return nil
}

// Whole implements mapping.Object.
func (r *row) Whole() map[string]any {
	all := make(map[string]any, len(r.cells)+1)
	for _, c := range r.cells {
		all[c.name] = c.decoded()
	}
	all[idArgument] = r.id
	return all
}

func (c cell) decoded() any {
	switch first := c.value[0]; {
	case first == '"':
		return platform.Unquote(c.value)
	case first == '-' || '0' <= first && first <= '9':
		return json.Number(c.value)
	}
	v, _ := schema.DecodeShared([]byte(c.value))
	return v
}
