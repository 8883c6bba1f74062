package pasted

import (
	"encoding/csv"
	"slices"
	"strings"
	"unicode"
)

// separated reads lines with equally many cells between delimiters, quoted as in RFC 4180 but between bars.
func separated(delimiter string) reader {
	return func(lines []string, w Words) (Table, int) {
		if !strings.Contains(lines[0], delimiter) || len(lines) > 1 && strings.Trim(lines[1], ruling) == "" && lines[1] != "" {
			return Table{}, 0
		}
		end := slices.IndexFunc(lines, func(l string) bool {
			return strings.TrimSpace(l) == "" || delimiter == "|" && !strings.Contains(l, "|")
		})
		if end < 0 {
			end = len(lines)
		}
		t, n := cellsOf(lines[:end], delimiter)
		opened := func(c string) bool { return strings.Count(c, "(") != strings.Count(c, ")") }
		if len(t.Rows) < 2 || delimiter == "," && (slices.ContainsFunc(t.Rows[0], opened) || prose(t.Rows, lines[:n]) || torn(lines[:n]) || listing(lines[min(1, n-2):n])) {
			return Table{}, 0
		}
		if t = t.split(w); delimiter != "," && t.Header == nil && t.topped(w) {
			t.Header, t.Rows = t.Rows[0], t.Rows[1:]
		}
		if t = t.trimmed(); t.Header == nil && (people(lines, n, delimiter) || delimiter == "|" && parts(lines[n:])) {
			return Table{}, 0
		}
		return t, n
	}
}

// parts reports whether lines begin with a heading, below a blank line, and at least two lines with bars go on below it.
func parts(lines []string) bool {
	return len(lines) > 3 && strings.TrimSpace(lines[0]) == "" && rowlike(lines[1]) && !strings.Contains(lines[1], "|") &&
		strings.Contains(lines[2], "|") && strings.Contains(lines[3], "|")
}

// cellsOf reads the rows of cells between delimiters, whoever wrote them.
func cellsOf(lines []string, delimiter string) (t Table, n int) {
	if delimiter == "|" {
		return barred(lines)
	}
	return quoted(lines, delimiter)
}

// quoted reads the rows of cells that a program wrote.
func quoted(lines []string, delimiter string) (t Table, n int) {
	r := csv.NewReader(strings.NewReader(strings.Join(lines, "\n")))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = rune(delimiter[0]), -1, true, delimiter != "\t"
	for {
		row, err := r.Read()
		written := len(row)
		if len(t.Rows) > 0 && err == nil {
			row = fit(row, len(t.Rows[0]), delimiter)
		}
		if err != nil || len(row) < 2 {
			return t, n
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		t.Rows = append(t.Rows, row)
		line, _ := r.FieldPos(min(written, len(row)) - 1)
		n = line + strings.Count(row[min(written, len(row))-1], "\n")
	}
}

// people reports whether no program wrote lines: they have blanks, commas in their figures, or not always as many cells. Bars part cells whoever wrote them.
func people(lines []string, n int, delimiter string) bool {
	if n < len(lines) && strings.Contains(lines[n], delimiter) {
		return true
	}
	return (delimiter == ";" || delimiter == ",") && strings.Contains(lines[0], delimiter+" ") || delimiter == "," && decimals.MatchString(lines[0])
}

// fit gives a row as many cells as the first one has: spreadsheets leave out empty ones at the end, or add them. It returns nil for a row
// that has more, or fewer where commas may be those of a sentence.
func fit(row []string, width int, delimiter string) []string {
	for len(row) > width && strings.TrimSpace(row[len(row)-1]) == "" {
		row = row[:len(row)-1]
	}
	if len(row) > width || len(row) < width && (delimiter != "\t" && delimiter != "|" || len(row) < 2) {
		return nil
	}
	return append(row, make([]string, width-len(row))...)
}

// barred reads the rows of cells between bars that people wrote, whatever stands in them; some may be missing at the end of a row. Bars around all rows are none
// between cells.
func barred(lines []string) (t Table, n int) {
	around := !slices.ContainsFunc(lines, func(l string) bool { return !strings.HasPrefix(strings.TrimSpace(l), "|") })
	for _, l := range lines {
		if ruled(l) {
			n++
			continue
		}
		row := strings.Split(l, "|")
		if around {
			row = bars(l)
		}
		if len(t.Rows) > 0 {
			row = fit(row, len(t.Rows[0]), "|")
		}
		if len(row) < 2 {
			break
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		t.Rows, n = append(t.Rows, row), n+1
	}
	return t, n
}

// topped reports whether the first row of a table with a separator of its own stands above values without being any: it has a word above figures, or above
// values of a kind, and no value above others; or only its first cell is empty.
func (t Table) topped(w Words) bool {
	first, body := t.Rows[0], t.Rows[1:]
	if len(body) < 2 || len(first) < 2 || t.recurs() {
		return false
	}
	words, filled := 0, false
	for i, c := range first {
		told, figures := 0, 0
		var counts [kinds]int
		for _, row := range body {
			k := kindOf(row[i])
			if row[i] == "" || k == none {
				continue
			}
			told++
			counts[k]++
			if strings.ContainsAny(row[i], "0123456789") {
				figures++
			}
		}
		switch k := kindOf(c); {
		case k != Text && k != Day && k != Counted && !(k == Figure && strings.ContainsFunc(c, unicode.IsLetter)) || k != Text && 2*counts[k] > told, c == "" && i > 0,
			slices.Contains(first[:i], c):
			return false
		case c != "" && k == Text && told > 1 && !strings.ContainsAny(enclosing.ReplaceAllString(c, ""), "0123456789") && 5*figures >= 4*told:
			words++
		}
		filled = filled || i == 0 && told == len(body)
	}
	if first[0] == "" {
		return filled
	}
	return words > 0 && (words > 1 || len(first) > 2 || slices.ContainsFunc(first, w.Heading))
}
