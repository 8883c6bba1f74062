package executor

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"berth/platform"
)

// speakers are the roles of those who say a message. A person of another role is an entry with a name, whatever is told of them.
var speakers = []string{"user", "assistant", "system", "tool"}

// naming are the fields that an item may be called by, and valued those whose values say by themselves what they are: the first one that
// says something is taken.
var (
	naming = [...]string{"title", "name", "label", "heading", "question", "text", "content", "id"}
	valued = [...]string{"value", "price", "date", "time", "status"}
)

// nameOf returns what an item is called, with what else is known of it in parentheses: its first cell and the others, or the usual fields.
// What comes after the item does not matter; size is how many bytes the item takes.
func nameOf(item []byte, of columns) (name string, size int) {
	if item[0] != '{' {
		whole := platform.Cut(item)
		return platform.Shorten(scalar(whole), maxItem), len(whole)
	}
	if name, size, found := of.row(item); found {
		return name, size
	}
	var names [len(naming)][]byte
	var values [len(valued)][]byte
	var currency, lines, points, subtitle, description, role []byte
	size = platform.EachMember(item, func(name, value []byte) bool {
		for i := range naming {
			if naming[i] == string(name) {
				names[i] = value
			}
		}
		for i := range valued {
			if valued[i] == string(name) {
				values[i] = value
			}
		}
		switch string(name) {
		case "currency":
			currency = value
		case "lines":
			lines = value
		case "values":
			points = value
		case "subtitle":
			subtitle = value
		case "description":
			description = value
		case "role":
			role = value
		}
		return true
	})
	field := func(name string) []byte { return names[slices.Index(naming[:], name)] }
	if role != nil && scalar(field("title")) == "" {
		speaker, message := scalar(field("name")), cmp.Or(words(field("text")), words(field("content")))
		if message != "" && (speaker == "" || slices.Contains(speakers, scalar(role))) {
			return called(platform.Shorten(message, maxMessage), platform.Shorten(speaker, maxItem)), size
		}
	}
	key := ""
	for i := 0; i < len(names) && name == ""; i++ {
		name, key = platform.Shorten(scalar(names[i]), maxItem), naming[i]
	}
	value := of.series(points)
	for i := 0; i < len(values) && value == ""; i++ {
		if valued[i] == key {
			continue
		}
		if value = platform.Shorten(scalar(values[i]), maxItem); i == 0 {
			value = platform.Shorten(said(values[i]), maxItem)
		}
		if i < 2 { // dates and states are no amounts
			value = amount(value, values[i], currency)
		}
	}
	known := join(value, platform.Shorten(scalar(subtitle), maxItem), linesOf(lines))
	if known == "" {
		known = strings.TrimSuffix(platform.Shorten(scalar(description), maxDescription), ".")
	}
	return called(name, known), size
}

// row returns the first cell of a row, which names it, with the others; found is false for what has no cell of these columns. A row whose
// first cell is empty has no name.
func (c columns) row(row []byte) (name string, size int, found bool) {
	if len(c.all) == 0 {
		return "", 0, false
	}
	var cells [1 + maxCells][]byte
	size = platform.EachMember(row, func(name, value []byte) bool {
		for i := range min(len(cells), len(c.all)) {
			if c.all[i].key == string(name) {
				cells[i], found = value, true
			}
		}
		return true
	})
	if !found {
		return "", 0, false
	}
	var told []string
	for i, cell := range cells[1:] {
		if cell == nil {
			continue
		}
		col := c.all[i+1]
		text := amount(said(cell), cell, col.currency)
		if text == "" {
			continue
		}
		if !slices.Contains(valued[:], col.key) {
			text = col.label + " " + text
		}
		told = append(told, platform.Shorten(text, maxItem))
	}
	return called(platform.Shorten(said(cells[0]), maxItem), strings.Join(told, "; ")), size, true
}

// called adds to a name what is known besides.
func called(name, known string) string {
	if name != "" && known != "" {
		return name + " (" + known + ")"
	}
	return name + known
}

// join puts semicolons between those that say something.
func join(parts ...string) (all string) {
	for _, part := range parts {
		if all != "" && part != "" {
			all += "; "
		}
		all += part
	}
	return all
}

// words returns the words of a message in one line: a text, or the blocks of type text.
func words(value []byte) string {
	text := scalar(value)
	if len(value) == 0 {
		return text
	}
	platform.EachItem(value, func(block []byte) bool {
		text = strings.TrimSpace(text + " " + first(membersOf(block), "text"))
		return len(text) < maxMessage
	})
	return text
}

// series returns the first values of a series by their labels: "May 1; June 2".
func (c columns) series(points []byte) string {
	var told []string
	i := 0
	platform.EachItem(points, func(point []byte) bool {
		if i == len(c.labels) {
			return false
		}
		if text := scalar(point); text != "" {
			told = append(told, platform.Shorten(c.labels[i]+" "+text, maxItem))
		}
		i++
		return true
	})
	return strings.Join(told, "; ")
}

// linesOf returns the first lines of an item, its further fields: "Vegan yes; Baked 2026-11-26".
func linesOf(lines []byte) string {
	var told []string
	platform.EachItem(lines, func(line []byte) bool {
		var label string
		var value, currency []byte
		for _, f := range membersOf(line) {
			switch f.key {
			case "label":
				label = scalar(f.value)
			case "value":
				value = f.value
			case "currency":
				currency = f.value
			}
		}
		if text := amount(said(value), value, currency); label != "" && text != "" {
			told = append(told, platform.Shorten(label+" "+text, maxItem))
		}
		return len(told) < maxLines
	})
	return strings.Join(told, "; ")
}

// amount adds the currency to the text of a value that is a number.
func amount(text string, value, currency []byte) string {
	if text == "" || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return text
	}
	return strings.TrimSpace(text + " " + scalar(currency))
}

// said returns a value of a field in words: those of a list in one line.
func said(value []byte) string {
	switch string(value) {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	text := scalar(value)
	platform.EachItem(value, func(item []byte) bool {
		text = strings.TrimPrefix(text+", "+scalar(item), ", ")
		return len(text) < maxItem
	})
	return text
}

// scalar returns a text in one line, or a number, and "" for anything else.
func scalar(value []byte) string {
	if len(value) == 0 {
		return ""
	}
	switch c := value[0]; {
	case c == '"':
		return line(platform.Unquote(value))
	case c == '-' || '0' <= c && c <= '9':
		return string(value)
	}
	return ""
}

// line returns a text with single spaces for whatever is between its words.
func line(s string) string {
	if s == strings.TrimSpace(s) && !strings.Contains(s, "  ") && !strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
