package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"berth/platform"
	"berth/platform/tables"
)

// ExportCSV writes every row of a table, as Import reads it. Cells stay exactly as they are: one that begins with = is a formula
// to some spreadsheets, and marking it would change it.
func (s *Service) ExportCSV(ctx context.Context, table platform.Table, ref platform.TableRef, w io.Writer) error {
	names := make([]string, len(table.Columns))
	for i, c := range table.Columns {
		names[i] = c.Name
	}
	buffer := appendRecord(nil, names)
	err := s.Store.EachRow(ctx, ref, func(page []platform.Row) error {
		for _, r := range page {
			var cells map[string]json.RawMessage
			if err := json.Unmarshal(r.Values, &cells); err != nil {
				return fmt.Errorf("decode row %s: %w", r.ID, err)
			}
			line := make([]string, len(table.Columns))
			for i, c := range table.Columns {
				line[i] = tables.FormatCell(c, cells[c.Name])
			}
			buffer = appendRecord(buffer, line)
		}
		_, err := w.Write(buffer)
		buffer = buffer[:0]
		return err //nolint:wrapcheck // the client is gone
	})
	if err == nil && len(buffer) > 0 {
		_, err = w.Write(buffer)
	}
	return err //nolint:wrapcheck // the client is gone
}

// ExportJSON writes every row of a table as a list of objects, as Import reads it.
func (s *Service) ExportJSON(ctx context.Context, ref platform.TableRef, w io.Writer) error {
	buffer := []byte("[")
	first := true
	err := s.Store.EachRow(ctx, ref, func(page []platform.Row) error {
		for _, r := range page {
			if !first {
				buffer = append(buffer, ',')
			}
			first = false
			buffer = append(append(buffer, '\n'), r.Values...)
		}
		_, err := w.Write(buffer)
		buffer = buffer[:0]
		return err //nolint:wrapcheck // the client is gone
	})
	if err == nil {
		_, err = w.Write(append(buffer, "\n]\n"...))
	}
	return err //nolint:wrapcheck // the client is gone
}
