package hot

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"berth/platform"
)

// eachCell calls cell for each cell of a row as it is stored, a compact object, that is not empty.
func eachCell(row []byte, cell func(name, value []byte)) {
	platform.EachMember(row, func(name, value []byte) bool {
		if string(value) != "null" {
			cell(name, value)
		}
		return true
	})
}

// unquote returns the text of a JSON string, and nothing for what is none. Without escapes it is a part of cell, else it is
// appended to buffer.
func unquote(cell, buffer []byte) []byte {
	if len(cell) < 2 || cell[0] != '"' {
		return nil
	}
	if bytes.IndexByte(cell, '\\') < 0 {
		return cell[1 : len(cell)-1]
	}
	text, err := jsontext.AppendUnquote(buffer, cell)
	if err != nil {
		return nil
	}
	return text
}

// eachText calls text for the text of a JSON string, for each of those of a list, and for the label of a place.
func eachText(cell, buffer []byte, text func([]byte)) {
	if len(cell) == 0 {
		return
	}
	switch cell[0] {
	case '"':
		text(unquote(cell, buffer[:0]))
	case '[':
		platform.EachItem(cell, func(item []byte) bool {
			text(unquote(item, buffer[:0]))
			return true
		})
	case '{':
		eachCell(cell, func(name, value []byte) {
			if string(name) == "label" {
				text(unquote(value, buffer[:0]))
			}
		})
	}
}
