package cells

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
)

// unmeasured are the types of columns whose digits are no figure to show large.
var unmeasured = []platform.ColumnType{platform.ColumnDate, platform.ColumnTime, platform.ColumnDateTime, platform.ColumnPhone}

// Figures returns the data of a dashboard with its figures in place of entries, where the table has a name and a figure in every row. The
// entries of another table say what stands in its further columns.
func Figures(data map[string]any, columns []platform.Column, rows []any) map[string]any {
	if len(columns) != 2 || len(rows) == 0 || slices.Contains(unmeasured, columns[1].Type) {
		return described(data, columns, rows)
	}
	stats := make([]any, len(rows))
	for i, row := range rows {
		values, _ := row.(map[string]any)
		label, _ := values[columns[0].Name].(string)
		figure := said(values, columns[1])
		if label == "" || utf8.RuneCountInString(label) > 120 || !strings.ContainsAny(figure, "0123456789") || utf8.RuneCountInString(figure) > 60 {
			return described(data, columns, rows)
		}
		stats[i] = map[string]any{"label": label, "value": figure}
	}
	delete(data, "items")
	data["stats"] = stats
	return data
}

// described gives entries that have no line below their title the other cells of their rows for one.
func described(data map[string]any, columns []platform.Column, rows []any) map[string]any {
	items, _ := data["items"].([]any)
	for i, item := range items {
		entry, ok := item.(map[string]any)
		if !ok || entry["subtitle"] != nil || len(items) != len(rows) {
			continue
		}
		values, _ := rows[i].(map[string]any)
		var parts []string
		for _, c := range columns {
			if text := said(values, c); text != "" && text != entry["title"] && text != entry["time"] && text != entry["badge"] {
				parts = append(parts, Heading(c)+" "+text)
			}
		}
		if line := strings.Join(parts, " · "); line != "" {
			entry["subtitle"] = platform.Shorten(line, 200)
		}
	}
	return data
}

// said returns a text or a number as it is to be read, and "" for what is neither.
func said(values map[string]any, c platform.Column) string {
	switch v := values[c.Name].(type) {
	case string:
		if c.Type == platform.ColumnImage || c.Type == platform.ColumnURL {
			return ""
		}
		return strings.TrimSpace(v)
	case json.Number:
		return strings.TrimSpace(fmt.Sprint(v, " ", c.Currency))
	}
	return ""
}
