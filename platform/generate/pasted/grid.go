package pasted

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// documents cuts the arrays of JSON objects out of a text.
func documents(text string) (rest string, found []Table) {
	for from := 0; ; {
		i := strings.IndexAny(text[from:], "[{")
		if i < 0 {
			return text, found
		}
		from += i
		d := json.NewDecoder(strings.NewReader(text[from:]))
		var raw json.RawMessage
		if d.Decode(&raw) == nil {
			if t, ok := records(raw); ok {
				end := from + int(d.InputOffset())
				t.Title = above(strings.Split(text[:from], "\n"))
				found = append(found, t)
				text = text[:from] + "\n" + text[end:]
				continue
			}
		}
		from++
	}
}

// records reads [{…}, …], {"name": [{…}, …]} and one object of plain values.
func records(raw json.RawMessage) (Table, bool) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		fields := members(raw)
		if len(fields) == 0 {
			return Table{}, false
		}
		if list = []json.RawMessage{raw}; len(fields) == 1 && fields[0].value[0] == '[' {
			return records(fields[0].value)
		}
	}
	t := Table{Form: Grid}
	for _, item := range list {
		fields := flat(members(item))
		if len(fields) == 0 {
			return Table{}, false
		}
		row := make([]string, len(t.Header), len(t.Header)+len(fields))
		for _, f := range fields {
			at := slices.Index(t.Header, f.name)
			if at < 0 {
				at = len(t.Header)
				t.Header, row = append(t.Header, f.name), append(row, "")
			}
			row[at] = cell(f.value)
		}
		t.Rows = append(t.Rows, row)
	}
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], make([]string, len(t.Header)-len(t.Rows[i]))...)
	}
	return t, len(t.Rows) > 0
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the fields of an object in their order, nil for anything else.
func members(raw json.RawMessage) (fields []member) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return nil
		}
		fields = append(fields, member{name, value})
	}
	return fields
}

// flat takes the fields of an object within an object for fields of that: "address street".
func flat(fields []member) (out []member) {
	for _, f := range fields {
		inner := members(f.value)
		for i := range inner {
			inner[i].name = f.name + " " + inner[i].name
		}
		if len(inner) == 0 {
			inner = []member{f}
		}
		out = append(out, inner...)
	}
	return out
}

// cell writes a value of JSON as a cell: a text without its quotes, a list of texts with commas, a number as it stands.
func cell(raw json.RawMessage) string {
	var text string
	var texts []string
	switch {
	case string(raw) == "null":
		return ""
	case json.Unmarshal(raw, &text) == nil:
		return text
	case json.Unmarshal(raw, &texts) == nil:
		return strings.Join(texts, ", ")
	}
	return string(raw)
}

// ruling is what a line is made of that rules off what stands above it.
const ruling = "|-: \t"

func ruled(line string) bool { return strings.Trim(line, ruling) == "" && strings.Contains(line, "-") }

// markdown reads a table of Markdown, whose second line rules off its header.
func markdown(lines []string, _ Words) (Table, int) {
	if len(lines) < 3 || !strings.Contains(lines[0], "|") || !ruled(lines[1]) {
		return Table{}, 0
	}
	t := Table{Form: Grid, Header: bars(lines[0])}
	n := 2
	for ; n < len(lines) && strings.Contains(lines[n], "|"); n++ {
		row := bars(lines[n])
		if len(row) > len(t.Header) {
			return Table{}, 0
		}
		t.Rows = append(t.Rows, append(row, make([]string, len(t.Header)-len(row))...))
	}
	return t, n
}

func bars(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|"))
	}
	return cells
}

// trimmed leaves out a last column that is empty, as of lines that end in a comma.
func (t Table) trimmed() Table {
	last := len(t.Rows[0]) - 1
	if last < 2 || t.Header != nil && t.Header[last] != "" || slices.ContainsFunc(t.Rows, func(row []string) bool { return row[last] != "" }) {
		return t
	}
	for i := range t.Rows {
		t.Rows[i] = t.Rows[i][:last]
	}
	if t.Header != nil {
		t.Header = t.Header[:last]
	}
	return t
}

// prose reports whether lines with commas are sentences rather than rows.
func prose(rows [][]string, lines []string) bool {
	if len(rows[0]) > 2 && !strings.Contains(lines[0], ", ") {
		return false // a program wrote it: people write a blank behind a comma; its cells may be sentences
	}
	typed := false
	for _, row := range rows {
		for _, c := range row {
			typed = typed || Value(c)
			if n := len(strings.Fields(c)); n > 12 || n > 4 && strings.HasSuffix(c, ".") {
				return true
			}
		}
	}
	tight := !strings.Contains(strings.Join(lines, ""), ", ")
	return !typed && !tight && len(rows) < 3 && len(rows[0]) < 3
}

// listing reports whether a name and a colon stand before the first comma of each line: "Needed: rice, tea".
func listing(lines []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool {
		head, _, _ := strings.Cut(l, ",")
		m := named.FindStringSubmatch(head)
		return m == nil || !strings.Contains(l, ", ")
	})
}

// figure is one with a decimal comma that stands behind a name: "Tomatoes: 2,80 €/kg".
var figure = regexp.MustCompile(`[:–—=]\s+(?:\S{1,3}\s?)?\d+,\d{1,2}(?:\D|$)`)

// torn reports whether the commas of rows stand within their figures.
func torn(lines []string) bool {
	bare := func(l string) bool { return !strings.Contains(l, ", ") }
	if !bare(lines[0]) && slices.ContainsFunc(lines[1:], bare) {
		return true
	}
	lines = lines[1:]
	return !slices.ContainsFunc(lines, func(l string) bool { return !figure.MatchString(l) })
}

// hourly reports whether the first row has figures in all cells but the first, and no other row has any there: the hours of a timetable.
func (t Table) hourly() bool {
	figures := func(c string) bool { return strings.ContainsAny(c, "0123456789") }
	for i, row := range t.Rows {
		if len(row) < 4 || i == 0 && figures(row[0]) || slices.ContainsFunc(row[1:], func(c string) bool { return figures(c) != (i == 0) }) {
			return false
		}
	}
	return true
}

// lettered is a figure with letters right behind it.
var lettered = regexp.MustCompile(`^\d+\pL+$`)

// unlike reports whether the cells below the first one of a column are values of a kind, and that is of none: "5k" above times; or "400m" beside a heading.
func (t Table) unlike(i int, w Words) bool {
	kind, n := Text, 0
	for _, row := range t.Rows[1:] {
		if row[i] == "" {
			continue
		}
		if k := kindOf(row[i]); n > 0 && k != kind || k != Time && k != Money && k != Date {
			return false
		}
		kind = kindOf(row[i])
		n++
	}
	first := kindOf(t.Rows[0][i])
	return n > 1 && lettered.MatchString(t.Rows[0][i]) && (first == Text || first == Figure && w.Heading(t.Rows[0][0]))
}

// recurs reports whether a cell of the first row stands below it as well, in a row that has others: "paid" is no heading then.
func (t Table) recurs() bool {
	first := t.Rows[0]
	return slices.ContainsFunc(t.Rows[1:], func(row []string) bool {
		for i, c := range row {
			if c != "" && c == first[i] {
				return !slices.Equal(row, first)
			}
		}
		return false
	})
}

// split takes the first row as the header when it is one: it names columns, or stands without values above values.
func (t Table) split(w Words) Table {
	first := t.Rows[0]
	if len(t.Rows) > 2 && (ascending(first) && !ascending(t.Rows[1]) || t.hourly()) {
		t.Header, t.Rows = first, t.Rows[1:]
		return t
	}
	if len(t.Rows) < 2 || t.recurs() {
		return t
	}
	for i, c := range first {
		year := yearLike.MatchString(c) && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return yearLike.MatchString(row[i]) })
		number := said.MatchString(c) && !slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return said.MatchString(row[i]) }) // "No"
		if Value(c) && !year && !number && !t.unlike(i, w) || c == "" && len(first) < 3 {
			return t
		}
	}
	measures := func(c string) bool { return strings.ContainsAny(c, "0123456789") }
	for i, c := range first {
		if measures(c) && slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return measures(row[i]) && !Value(row[i]) }) {
			return t // "0-3 years" above "8-12 years" is no header
		}
	}
	named := slices.ContainsFunc(first, w.Heading)
	for i := range first {
		named = named || slices.ContainsFunc(t.Rows[1:], func(row []string) bool { return Value(row[i]) })
	}
	if named {
		t.Header, t.Rows = first, t.Rows[1:]
	}
	return t
}
