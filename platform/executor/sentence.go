package executor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"berth/platform"
)

const (
	maxNamed   = 8   // items that a sentence names
	maxItem    = 80  // characters of an item's name
	maxLines   = 4   // further fields of an item
	maxPoints  = 12  // of a series
	maxPassage = 600 // characters of a longer text
)

// Sentence says in words what data, a JSON object, holds: enough for a client without widgets. It is derived from the
// data alone, whatever its layout: a heading, a longer text, and the first list with the names of its items.
func Sentence(data json.RawMessage) string {
	var compact bytes.Buffer
	_ = json.Compact(&compact, data) // what is no JSON holds nothing
	return sentenceOf(membersOf(compact.Bytes()))
}

// SentenceOf is Sentence for data whose list of entries is the field list, "" where there is none; other fields count in the order of
// their names.
func SentenceOf(data platform.Encoded, list string) string {
	root := membersOf(data)
	slices.SortFunc(root, func(a, b member) int {
		if first := a.key == list; first != (b.key == list) {
			return map[bool]int{true: -1, false: 1}[first]
		}
		return strings.Compare(a.key, b.key)
	})
	return sentenceOf(root)
}

func sentenceOf(root []member) string {
	var parts []string
	if heading := first(root, "title", "name", "heading"); heading != "" {
		heading = platform.Shorten(heading, maxItem)
		if price := priceOf(root); price != "" {
			heading += " (" + price + ")"
		}
		parts = append(parts, sentence(heading))
	}
	if text := passage(root); text != "" {
		parts = append(parts, sentence(platform.Shorten(text, maxPassage)))
	}
	if key, list := mainList(root); list != nil {
		parts = append(parts, enumerate(key, list, columnsOf(root)))
	}
	if len(parts) == 0 {
		return "Here is the result."
	}
	return strings.Join(parts, " ")
}

// priceOf returns what the one thing costs that the data are about.
func priceOf(root []member) string {
	var price, currency []byte
	for _, m := range root {
		switch m.key {
		case "price":
			price = m.value
		case "currency":
			currency = m.value
		}
	}
	return amount(platform.Shorten(scalar(price), maxItem), price, currency)
}

// mainList returns the first list of content. A list that only serves another one comes after it: the headings of a table,
// the labels of a chart, and suggestions. Buttons are not content.
func mainList(members []member) (key string, list []byte) {
	for _, m := range members {
		if m.value[0] != '[' || m.key == "actions" {
			continue
		}
		if !slices.Contains([]string{"columns", "labels", "suggestions"}, m.key) {
			return m.key, m.value
		}
		if list == nil {
			key, list = m.key, m.value
		}
	}
	return key, list
}

// columns are those of a table: the first one names its rows, and those of money say in which currency.
type columns struct {
	first      string            // its key; "" where there are no columns
	currencies map[string][]byte // by key
	labels     []string          // of the points of a chart
}

func columnsOf(members []member) (c columns) {
	for _, m := range members {
		if m.key == "labels" {
			platform.EachItem(m.value, func(label []byte) bool {
				c.labels = append(c.labels, scalar(label))
				return len(c.labels) < maxPoints
			})
		}
		if m.key != "columns" {
			continue
		}
		platform.EachItem(m.value, func(column []byte) bool {
			key, fields := scalar(column), membersOf(column)
			if column[0] == '{' {
				key = first(fields, "key")
			}
			if c.first == "" {
				c.first = key
			}
			for _, f := range fields {
				if f.key == "currency" {
					if c.currencies == nil {
						c.currencies = map[string][]byte{}
					}
					c.currencies[key] = f.value
				}
			}
			return true
		})
	}
	return c
}

// member is one field of an object. In the root their order in the document says which list matters.
type member struct {
	key   string
	value []byte // compact JSON
}

// membersOf returns the fields of an object, none of anything else.
func membersOf(object []byte) []member {
	out := make([]member, 0, 16)
	platform.EachMember(object, func(name, value []byte) bool {
		out = append(out, member{string(name), value})
		return true
	})
	return out
}

func first(members []member, keys ...string) string {
	for _, key := range keys {
		for _, m := range members {
			if m.key != key {
				continue
			}
			if s := scalar(m.value); s != "" {
				return s
			}
		}
	}
	return ""
}

// passage returns the longer text, with its line breaks.
func passage(members []member) string {
	for _, key := range []string{"markdown", "content", "text", "summary", "description", "subtitle"} {
		for _, m := range members {
			if m.key == key && m.value[0] == '"' {
				return strings.TrimSpace(platform.Unquote(m.value))
			}
		}
	}
	return ""
}

// enumerate: "Here are 3 items: A, B and C." The items are named by the first column where they have it.
func enumerate(key string, list []byte, of columns) string {
	noun := strings.ToLower(strings.Join(strings.Fields(platform.Shorten(key, 40)), " "))
	var names []string
	n := 0
	for i := 1; i < len(list) && list[i] != ']'; i++ { // past the comma
		if n++; len(names) > maxNamed { // one more tells that there are more
			i += len(platform.Cut(list[i:]))
			continue
		}
		name, size := nameOf(list[i:], of)
		if i += size; name != "" {
			names = append(names, name)
		}
	}
	if n == 0 {
		return fmt.Sprintf("There are no %s.", noun)
	}
	opening := fmt.Sprintf("Here are %d %s", n, noun)
	if n == 1 {
		if noun != "series" {
			noun = strings.TrimSuffix(noun, "s")
		}
		opening = "Here is 1 " + noun
	}
	if len(names) == 0 {
		return opening + "."
	}
	if more := n - maxNamed; len(names) > maxNamed && more > 0 {
		names = append(names[:maxNamed], fmt.Sprintf("%d more", more))
	}
	if n := len(names); n > 1 {
		names = append(names[:n-2], names[n-2]+" and "+names[n-1])
	}
	return opening + ": " + strings.TrimRight(strings.Join(names, ", "), ".") + "."
}

// nameOf returns what an item is called, by its first column or the usual fields, with its value where it has one: an amount with its
// currency. What comes after the item does not matter; size is how many bytes the item takes.
func nameOf(item []byte, of columns) (name string, size int) {
	if item[0] != '{' {
		whole := platform.Cut(item)
		return platform.Shorten(scalar(whole), maxItem), len(whole)
	}
	key := of.first
	naming := [...]string{key, "title", "name", "label", "heading", "question", "text", "content", "id"}
	valued := [...]string{"value", "price", "date", "time", "status"}
	var names [len(naming)][]byte
	var values [len(valued)][]byte
	var currency, lines, points []byte
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
		}
		return true
	})
	value := of.series(points)
	for i := 0; i < len(names) && name == ""; i++ {
		if i > 0 && of.first != "" && naming[i] == "id" { // a row whose first cell is empty has no name
			break
		}
		name, key = platform.Shorten(scalar(names[i]), maxItem), naming[i]
	}
	for i := 0; i < len(values) && value == ""; i++ {
		if valued[i] == key {
			continue
		}
		if value = platform.Shorten(scalar(values[i]), maxItem); i == 0 {
			value = platform.Shorten(said(values[i]), maxItem)
		}
		if i < 2 { // dates and states are no amounts
			in := currency
			if in == nil {
				in = of.currencies[valued[i]]
			}
			value = amount(value, values[i], in)
		}
	}
	if more := linesOf(lines); value == "" {
		value = more
	} else if more != "" {
		value += "; " + more
	}
	if name != "" && value != "" {
		return name + " (" + value + ")", size
	}
	return name + value, size
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

func sentence(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "…") || strings.HasSuffix(s, ":") {
		return s
	}
	return s + "."
}
