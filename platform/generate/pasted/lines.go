package pasted

import (
	"regexp"
	"slices"
	"strings"
)

// The forms of values that show a line to be data. They are compiled at first use; none is kept by a request.
const (
	amount   = `(?:(?:R\$|US\$|[$€£¥]|CHF|EUR|USD|GBP)\s?)?[-+]?\d[\d.,'’]*\s?(?:%|€|\$|£|¥|CHF\b|EUR\b|USD\b|GBP\b|euros?\b|°C|°F|[kKmM]\b|kg|g\b|km|m²|m\b|cm|mm|kWh|h\b|min\b|ml|l\b|pcs\b|points?\b)?`
	position = `([-+]?\d{1,2}(?:\.\d+)?)\s*,\s*([-+]?\d{1,3}(?:\.\d+)?)`
)

var (
	values     = regexp.MustCompile(`^(?:` + amount + `|\d{4}-\d\d-\d\d.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?|[^@\s]+@[^@\s]+\.[a-z]+|https?://\S+|\+?[\d ()/-]{7,}|(?i:yes|no|true|false|ja|nein|oui|non|sí|si|sim|não|sì))$`)
	trailing   = regexp.MustCompile(`^(.*\S)\s+(` + amount + `)$`)
	positioned = regexp.MustCompile(`^(.*?\pL.*?)[\s:,;–—-]+\(?` + position + `\)?$`)
	described  = regexp.MustCompile(`^(.*?\pL.*?)\s*\(` + position + `\)[\s,;:–—-]*(\S.*)$`)
	timed      = regexp.MustCompile(`^(\pL[\pL-]*)[.,:]?\s+(?:(?:at|um|à|a las|às|alle|ore)\s+)?(\d{1,2}(?:[:.h]\d\d|\s?[ap]m|h)(?:\s?[ap]m|\s?Uhr)?(?:\s?[–-]\s?\d{1,2}(?:[:.h]\d\d)?(?:\s?[ap]m|\s?Uhr)?)?)[\s,:–-]+(\pL.*)$`)
	dashed     = regexp.MustCompile(`^(.*\S)(?:\s+[–—-]\s+|\s*[–—]\s*|\s*\.{3,}\s*|\s*…\s*|\s*=\s*|\s*→\s*|\t+|\s{3,})(.+)$`)
	coloned    = regexp.MustCompile(`^([^:]*[^:\s])\s*:\s+(.+)$`)
	leaders    = regexp.MustCompile(`(?:\s*\.{2,}|\s+\.+|\s*…)$`)
	parts      = regexp.MustCompile(`\s+[–—·•-]\s+`)
	bullet     = regexp.MustCompile(`^\s*(?:[-*•·–‣◦]|\d{1,3}[.)])\s+(.+)$`)
	opened     = regexp.MustCompile(`(?i)\d{1,2}\s?(?:[:.h]\d\d|h|am|pm|uhr)?\s*(?:[–—-]|to|bis|à|a|às|alle)\s*\d{1,2}|closed|geschlossen|ferm[ée]|chiuso|cerrado|fechado|24`)
)

// Value reports whether a cell is a figure, a day, an hour, an address of the net, a telephone number, yes or no.
func Value(cell string) bool { return cell != "" && values.MatchString(cell) }

// while reads lines as long as each makes a row.
func while(lines []string, form Form, row func(line string) []string) (Table, int) {
	t, n := Table{Form: form}, 0
	for ; n < len(lines); n++ {
		r := row(strings.TrimSpace(lines[n]))
		if r == nil {
			break
		}
		t.Rows = append(t.Rows, r)
	}
	if n < 2 {
		return Table{}, 0
	}
	return t, n
}

func unbulleted(line string) string {
	if m := bullet.FindStringSubmatch(line); m != nil {
		return strings.TrimSpace(m[1])
	}
	return line
}

// hours reads a weekday, or several, and when it is open.
func hours(lines []string, w Words) (Table, int) {
	return while(lines, Hours, func(line string) []string { return hour(unbulleted(line), w) })
}

// opening reads weekdays that one tab separates from their hours, which is no table of two columns.
func opening(lines []string, w Words) (Table, int) {
	if strings.Count(lines[0], "\t") != 1 {
		return Table{}, 0
	}
	return hours(lines, w)
}

func hour(line string, w Words) []string {
	if !w.Weekday(line) || !opened.MatchString(line) {
		return nil
	}
	if m := coloned.FindStringSubmatch(line); m != nil && !strings.ContainsAny(m[1], "0123456789") {
		return m[1:]
	}
	if i := strings.IndexAny(line, "0123456789"); i > 0 {
		return []string{strings.TrimRight(line[:i], " :,\t–—"), line[i:]}
	}
	if fields := strings.Fields(line); len(fields) > 1 {
		last := fields[len(fields)-1]
		return []string{strings.Trim(strings.TrimSuffix(line, last), " :,\t–—-"), last}
	}
	return nil
}

// sessions reads a weekday, a time and what takes place then, as one cell or, where all lines have equally many, as several.
func sessions(lines []string, w Words) (Table, int) {
	t, n := while(lines, Sessions, func(line string) []string {
		m := timed.FindStringSubmatch(unbulleted(line))
		if m == nil || !w.Weekday(line) || opened.MatchString(m[3]) {
			return nil
		}
		row := m[1:3]
		for c := range strings.SplitSeq(m[3], ",") {
			row = append(row, strings.TrimSpace(c))
		}
		return row
	})
	if slices.ContainsFunc(t.Rows, func(row []string) bool { return len(row) != len(t.Rows[0]) }) {
		for i, row := range t.Rows {
			t.Rows[i] = append(row[:2:2], strings.Join(row[2:], ", "))
		}
	}
	return t, n
}

// positions reads a name and where it is.
func positions(lines []string, _ Words) (Table, int) {
	t, n := while(lines, Positions, func(line string) []string {
		if m := positioned.FindStringSubmatch(unbulleted(line)); m != nil && strings.Contains(m[2]+m[3], ".") {
			return m[1:]
		}
		return nil
	})
	if n == 0 { // with more behind them
		t, n = while(lines, Positions, func(line string) []string {
			if m := described.FindStringSubmatch(unbulleted(line)); m != nil && strings.Contains(m[2]+m[3], ".") {
				return m[1:]
			}
			return nil
		})
	}
	return t, n
}

// bullets reads the points of a list: pairs if all are, cells if all have equally many, otherwise names.
func bullets(lines []string, w Words) (Table, int) {
	t, n := while(lines, Names, func(line string) []string {
		if m := bullet.FindStringSubmatch(line); m != nil {
			return []string{strings.TrimSpace(strings.ReplaceAll(m[1], "**", ""))}
		}
		return nil
	})
	if n == 0 {
		return t, 0
	}
	points := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		points[i] = row[0]
	}
	for _, read := range []reader{pairs, separated(";"), separated(",")} {
		if inner, m := read(points, w); m == n {
			return inner, n
		}
	}
	return t, n
}

// parted reads three cells a line or more, with dashes or dots between them.
func parted(lines []string, w Words) (Table, int) {
	t, n := while(lines, Grid, func(line string) []string {
		cells := parts.Split(unbulleted(line), -1)
		if len(cells) < 3 || slices.ContainsFunc(cells, func(c string) bool { return c == "" || len(strings.Fields(c)) > 8 }) {
			return nil
		}
		return cells
	})
	for _, row := range t.Rows {
		if len(row) != len(t.Rows[0]) {
			return Table{}, 0
		}
	}
	if n == 0 {
		return t, 0
	}
	return t.split(w), n
}

// blocks reads things one below the other, each with the same names before its values and a blank line after it.
func blocks(lines []string, w Words) (Table, int) {
	t, n, row := Table{Form: Grid}, 0, []string(nil)
	for i := 0; i <= len(lines); i++ {
		m := []string(nil)
		if i < len(lines) {
			m = coloned.FindStringSubmatch(unbulleted(strings.TrimSpace(lines[i])))
		}
		switch blank := i == len(lines) || strings.TrimSpace(lines[i]) == ""; {
		case m != nil && len(t.Rows) == 0:
			t.Header, row = append(t.Header, m[1]), append(row, strings.TrimSpace(m[2]))
			continue
		case m != nil && len(row) < len(t.Header) && m[1] == t.Header[len(row)]:
			row = append(row, strings.TrimSpace(m[2]))
			continue
		case blank && len(row) == 0 && i < len(lines):
			continue
		case blank && len(row) > 1 && len(row) == len(t.Header):
			t.Rows, row, n = append(t.Rows, row), nil, i
			continue
		}
		if len(row) > 1 && len(row) == len(t.Header) {
			t.Rows, n = append(t.Rows, row), i
		}
		break
	}
	if len(t.Rows) < 2 || !slices.ContainsFunc(t.Header, w.Heading) {
		return Table{}, 0
	}
	return t, n
}

// pairs reads a name and a value a line. Lines whose names are headings are the fields of one thing, or of several.
func pairs(lines []string, w Words) (Table, int) {
	t, n := while(lines, Pairs, func(line string) []string { return pair(line, w) })
	if n == 0 {
		return t, 0
	}
	known := 0
	for _, row := range t.Rows {
		if w.Heading(row[0]) {
			known++
		}
	}
	if 2*known <= n {
		return t, n
	}
	thing := Table{Form: Grid, Rows: [][]string{{}}}
	for _, row := range t.Rows {
		thing.Header, thing.Rows[0] = append(thing.Header, row[0]), append(thing.Rows[0], row[1])
	}
	return thing, n
}

func pair(line string, w Words) []string {
	line = unbulleted(line)
	for _, form := range []*regexp.Regexp{dashed, coloned, trailing} {
		m := form.FindStringSubmatch(line)
		if m == nil || m[1] == "" || w.Instruction(m[1]) || len(strings.Fields(m[1])) > 8 {
			continue
		}
		if form == dashed && !Value(m[2]) && len(strings.Fields(m[2])) > 8 || form == coloned && len(strings.Fields(m[1])) > 5 {
			continue
		}
		if form == trailing {
			m[1] = strings.TrimRight(m[1], ",;: ")
		}
		if form == trailing && strings.ContainsAny(m[1], ",;|") {
			continue // a row of several cells
		}
		return []string{strings.Trim(leaders.ReplaceAllString(m[1], ""), " *"), strings.Trim(m[2], " *")}
	}
	return nil
}
