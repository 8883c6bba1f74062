package executor

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

const (
	maxNamed       = 20   // items that a sentence names: as many as a query shows where nobody says how many
	maxList        = 4000 // bytes of their names, with what else is known of them; the first one is always named
	maxItem        = 80   // characters of an item's name
	maxDescription = 160  // characters of what describes an item of which nothing else is known
	maxMessage     = 300  // characters of a message
	maxLines       = 4    // further fields of an item
	maxCells       = 8    // further cells of a row
	maxPoints      = 12   // of a series
	maxPassage     = 600  // characters of a longer text beside other things
	maxDocument    = 4000 // characters of a text that is all there is
)

// NothingSaid is the sentence of data of which there is nothing to say.
const NothingSaid = "Here is the result."

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
	key, list := mainList(root)
	if text := passage(root); text != "" {
		if list == nil {
			text = platform.Shorten(text, maxDocument)
		} else {
			text = platform.Shorten(text, maxPassage)
		}
		if !strings.Contains(text, "\n") { // else it is a document, which may end in a table or in code
			text = sentence(text)
		}
		parts = append(parts, text)
	}
	if list != nil {
		parts = append(parts, enumerate(key, list, columnsOf(root)))
	}
	if len(parts) == 0 {
		return NothingSaid
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

// columns are those of a table, and the labels of the points of a chart.
type columns struct {
	all    []column
	labels []string
}

// column is one of a table: the first one names its rows.
type column struct {
	key, label string
	currency   []byte
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
		platform.EachItem(m.value, func(item []byte) bool {
			col := column{key: scalar(item)}
			for _, f := range membersOf(item) {
				switch f.key {
				case "key":
					col.key = scalar(f.value)
				case "label":
					col.label = scalar(f.value)
				case "currency":
					col.currency = f.value
				}
			}
			col.label = cmp.Or(col.label, col.key)
			c.all = append(c.all, col)
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

// enumerate: "Here are 3 items: A, B and C." Rows are named by their first column.
func enumerate(key string, list []byte, of columns) string {
	noun := strings.ToLower(strings.Join(strings.Fields(platform.Shorten(key, 40)), " "))
	var names []string
	n, size, full := 0, 0, false
	for i := 1; i < len(list) && list[i] != ']'; i++ { // past the comma
		if n++; full {
			i += len(platform.Cut(list[i:]))
			continue
		}
		name, end := nameOf(list[i:], of)
		if i += end; name == "" {
			continue
		}
		size += len(name)
		if full = len(names) == maxNamed || len(names) > 0 && size > maxList; !full {
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
	if full {
		names = append(names, fmt.Sprintf("%d more", n-len(names)))
	}
	if n := len(names); n > 1 {
		names = append(names[:n-2], names[n-2]+" and "+names[n-1])
	}
	return opening + ": " + strings.TrimRight(strings.Join(names, ", "), ".") + "."
}

func sentence(s string) string {
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, "…") || strings.HasSuffix(s, ":") {
		return s
	}
	return s + "."
}
