package offline

import (
	"encoding/json"

	"berth/platform"
	"berth/platform/tables"
)

// typed returns the column that texts make, with their cells; kind is what their heading says. Texts that fit no narrower type stay
// texts, to the letter. pointed says that points may stand between thousands.
func typed(texts []string, kind platform.ColumnType, pointed bool) (c platform.Column, cells []json.RawMessage) {
	style := tables.StyleOf(texts)
	style.DecimalComma = style.DecimalComma || pointed && tables.Thousands(texts)
	if c = tables.Guess(texts, style); kind != c.Type && narrower(kind, c.Type) {
		if cells, ok := parsed(platform.Column{Type: kind}, texts, style); ok {
			return platform.Column{Type: kind}, cells
		}
	}
	cells, ok := parsed(c, texts, style)
	if !ok { // one text says more than the column can hold
		c = platform.Column{Type: platform.ColumnText}
		cells, _ = parsed(c, texts, style)
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

func parsed(c platform.Column, texts []string, style tables.Style) (cells []json.RawMessage, ok bool) {
	ok = true
	for _, t := range texts {
		cell, fault := tables.ParseCell(c, t, style)
		ok = ok && fault == ""
		cells = append(cells, cell)
	}
	return cells, ok
}

// asJSON writes what came from JSON, or is text, as a cell; nil for what is neither.
func asJSON(v any) json.RawMessage {
	raw, err := platform.PlainJSON(v)
	if err != nil {
		return nil
	}
	return json.RawMessage(raw)
}
