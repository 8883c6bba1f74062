package tables

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/schema"
)

// CheckValues returns the row with those values as it is stored: compact JSON of the cells that are not empty, in the order
// of the columns. Numbers keep their digits and texts every character; dates and times have one form. null, an empty text
// and an empty list of tags are empty cells. Else it returns everything that is wrong, located by column.
//
// The size of a row is limited by CheckSize.
func CheckValues(columns []platform.Column, values json.RawMessage) (json.RawMessage, []platform.Problem) {
	cells, found := decodeValues(columns, values)
	if cells == nil {
		return nil, found
	}
	return checked(columns, cells, found)
}

// Merge returns a stored row after the change of those cells that patch names; null empties one. Problems are as those of
// CheckValues. A cell that was stored before its column had its present type or rules is looked at again only when patch
// names it.
func Merge(columns []platform.Column, stored, patch json.RawMessage) (json.RawMessage, []platform.Problem) {
	changed, found := decodeValues(columns, patch)
	if changed == nil {
		return nil, found
	}
	cells := map[string]json.RawMessage{}
	if len(stored) > 0 {
		if err := json.Unmarshal(stored, &cells); err != nil {
			return nil, []platform.Problem{{Message: "cannot be read as it is stored"}}
		}
	}
	maps.Copy(cells, changed)
	return checked(columns, cells, found)
}

// checked returns the row of the cells, or everything that is wrong with it: what was found in the cells, and which are missing.
func checked(columns []platform.Column, cells map[string]json.RawMessage, found []platform.Problem) (json.RawMessage, []platform.Problem) {
	row, missing := encodeRow(columns, cells)
	if found = platform.WithMore(found, missing); len(found) > 0 {
		return nil, found
	}
	return row, nil
}

// CheckSize returns TOO_LARGE for a row, as CheckValues returns it, that is larger than a row may be.
func CheckSize(row json.RawMessage) error {
	if len(row) <= MaxRow {
		return nil
	}
	return platform.Errorf(platform.CodeTooLarge, "A row must have at most %d KiB, not %d.", MaxRow>>10, (len(row)+1023)>>10)
}

// decodeValues reads the cells that an object names; an empty cell is nil, and so is one that is wrong. It returns nil where the object
// cannot be read.
func decodeValues(columns []platform.Column, values json.RawMessage) (map[string]json.RawMessage, []platform.Problem) {
	decoded, found := schema.Decode(values)
	if len(found) > 0 {
		return nil, found
	}
	object, ok := decoded.(map[string]any)
	if !ok {
		return nil, []platform.Problem{{Message: "must be an object of cells, by the names of their columns"}}
	}
	var p problems
	cells := make(map[string]json.RawMessage, len(object))
	for _, c := range columns {
		value, named := object[c.Name]
		if !named {
			continue
		}
		delete(object, c.Name)
		cell, fault := Cell(c, value)
		if fault != "" {
			p.add(c.Name, "%s", fault)
		}
		cells[c.Name] = cell
	}
	if unknown := sortedKeys(object); len(unknown) > 0 {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = c.Name
		}
		for _, name := range unknown[:min(len(unknown), MaxColumns)] {
			p.add(platform.Clip(name, maxName), "is no column; the columns are %s", strings.Join(names, ", "))
		}
	}
	return cells, p
}

// encodeRow writes the cells in the order of the columns; cells of no column are left out.
func encodeRow(columns []platform.Column, cells map[string]json.RawMessage) (json.RawMessage, []platform.Problem) {
	var p problems
	row := []byte{'{'}
	for _, c := range columns {
		cell := cells[c.Name]
		if len(cell) == 0 {
			if c.Required {
				p.add(c.Name, "is required")
			}
			continue
		}
		if len(row) > 1 {
			row = append(row, ',')
		}
		row = append(append(append(row, '"'), c.Name...), '"', ':')
		row = append(row, cell...)
	}
	return append(row, '}'), p
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
