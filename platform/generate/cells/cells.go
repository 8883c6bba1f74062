// Package cells finds out what a column of texts holds, by the texts and by what its heading says, and reads them as its cells; and what is
// done with a column of a type. It must not know where the texts come from.
package cells

import (
	"bytes"
	"encoding/json"

	"berth/platform"
	"berth/platform/tables"
)

// Typed returns the column that texts make, with their cells; kind is what their heading says. Texts that fit no narrower type stay
// texts, to the letter. pointed says that points may stand between thousands.
func Typed(texts []string, kind platform.ColumnType, pointed bool) (c platform.Column, cells []json.RawMessage) {
	style := tables.StyleOf(texts)
	style.DecimalComma = style.DecimalComma || pointed && tables.Thousands(texts)
	if c = tables.Guess(texts, style); kind != c.Type && narrower(kind, c.Type) {
		if cells, ok := Parsed(platform.Column{Type: kind}, texts, style); ok {
			return platform.Column{Type: kind}, cells
		}
	}
	cells, ok := Parsed(c, texts, style)
	if !ok { // one text says more than the column can hold
		c = platform.Column{Type: platform.ColumnText}
		cells, _ = Parsed(c, texts, style)
	}
	return c, cells
}

// narrower reports whether what a heading says is worth trying for cells that look like another type.
func narrower(named, guessed platform.ColumnType) bool {
	switch guessed {
	case platform.ColumnText:
		return named == platform.ColumnPhone || named == platform.ColumnTags
	case platform.ColumnInteger, platform.ColumnNumber:
		return named == platform.ColumnMoney || named == platform.ColumnPhone
	}
	return false
}

// Parsed reads texts as cells of a column, nil for one that is none, and reports whether all are.
func Parsed(c platform.Column, texts []string, style tables.Style) (cells []json.RawMessage, ok bool) {
	ok = true
	for _, t := range texts {
		cell, fault := tables.ParseCell(c, t, style)
		ok = ok && fault == ""
		cells = append(cells, cell)
	}
	return cells, ok
}

// Value returns what JSON holds, with the digits of its numbers; nil for what is none.
func Value(cell json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(cell))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
