package hot

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// eachCell calls cell for each member of a row as it is stored: a compact object. It stops where the object is none.
func eachCell(row []byte, cell func(name, value []byte)) {
	if len(row) < 2 || row[0] != '{' {
		return
	}
	for i := 1; i < len(row) && row[i] == '"'; {
		end := stringEnd(row, i)
		if end >= len(row) || row[end] != ':' {
			return
		}
		name, start := row[i+1:end-1], end+1
		if i = valueEnd(row, start); i >= len(row) {
			return
		}
		if value := row[start:i]; string(value) != "null" {
			cell(name, value)
		}
		i++ // past the comma
	}
}

// stringEnd returns where the JSON string that begins at i ends.
func stringEnd(s []byte, i int) int {
	for i++; i < len(s); i++ {
		next := bytes.IndexAny(s[i:], `"\`)
		if next < 0 {
			return len(s)
		}
		if i += next; s[i] == '"' {
			return i + 1
		}
		i++ // what is escaped
	}
	return len(s)
}

// valueEnd returns where the compact JSON value that begins at i ends.
func valueEnd(s []byte, i int) int {
	for depth := 0; i < len(s); {
		switch s[i] {
		case '"':
			if i = stringEnd(s, i); depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
			if depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
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
		for i := 1; i < len(cell) && cell[i] == '"'; i++ { // past the comma
			end := stringEnd(cell, i)
			text(unquote(cell[i:end], buffer[:0]))
			i = end
		}
	case '{':
		eachCell(cell, func(name, value []byte) {
			if string(name) == "label" {
				text(unquote(value, buffer[:0]))
			}
		})
	}
}
