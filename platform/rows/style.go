package rows

import (
	"berth/platform"
	"berth/platform/tables"
)

// stylesOf recognises how each column of a file writes numbers and dates, so that all its cells are read in one way: from its own cells
// that can mean one thing only, else from those of the other columns. Where nothing tells, a file with semicolons comes from a
// spreadsheet that has commas in its numbers.
func stylesOf(columns []*platform.Column, lines [][]string, cut byte) []tables.Style {
	var file tables.Seen
	seen, fits := make([]tables.Seen, len(columns)), cut == ';'
	for at, c := range columns {
		if c == nil || !written(c.Type) {
			continue
		}
		var texts []string
		for _, line := range lines {
			if at < len(line) && line[at] != "" {
				texts = append(texts, line[at])
			}
		}
		seen[at] = tables.See(texts)
		file = file.With(seen[at])
		fits = fits && readable(*c, texts, tables.Style{DecimalComma: true})
	}
	if !file.Comma && !file.Point {
		file.Comma = fits
	}
	styles := make([]tables.Style, len(columns))
	for at, own := range seen {
		if !own.Comma && !own.Point {
			own.Comma, own.Point = file.Comma, file.Point
		}
		if !own.Day && !own.Month {
			own.Day, own.Month = file.Day, file.Month
		}
		styles[at] = own.Style()
	}
	return styles
}

// written reports whether cells of that type are written in more than one way.
func written(t platform.ColumnType) bool {
	switch t {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney, platform.ColumnDate, platform.ColumnDateTime:
		return true
	}
	return false
}

func readable(c platform.Column, texts []string, s tables.Style) bool {
	for _, text := range texts {
		if _, fault := tables.ParseCell(c, text, s); fault != "" {
			return false
		}
	}
	return true
}
