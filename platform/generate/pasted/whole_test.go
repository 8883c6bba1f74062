package pasted

import (
	"os"
	"strings"
	"testing"
	"unicode"
)

func anyWords() Words {
	return Words{
		Heading: func(s string) bool { return strings.Contains("name price phone e-mail city note", strings.ToLower(s)) }, Instruction: func(string) bool { return false },
		Weekday: func(string) bool { return false },
	}
}

// written counts the letters and figures of texts.
func written(texts ...string) map[rune]int {
	n := map[rune]int{}
	for _, t := range texts {
		for _, r := range t {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n[r]++
			}
		}
	}
	return n
}

// kept fails where a letter or a figure of the lines is in no cell, or is in one more often than in the lines.
func kept(t *testing.T, lines []string, read reader) (n int) {
	t.Helper()
	table, n := read(lines, anyWords())
	var cells, from []string
	for _, row := range append([][]string{table.Header}, table.Rows...) {
		if row == nil {
			continue
		}
		if len(row) != len(table.Rows[0]) {
			t.Fatalf("%q: rows of different lengths: %q", lines, table.Rows)
		}
		if table.Form == Sections {
			row = row[:len(row)-1]
		}
		cells = append(cells, row...)
	}
	for _, l := range lines[:n] {
		from = append(from, unbulleted(strings.TrimSpace(l)))
	}
	in, out := written(from...), written(cells...)
	for r, n := range in {
		if out[r] < n && table.Form != Sections {
			t.Errorf("%q: %q %d times, not %d: %q", lines, r, out[r], n, table.Rows)
		}
	}
	all := written(lines[:n]...)
	for r, n := range out {
		if n > all[r] {
			t.Errorf("%q: %q is made up: %q", lines, r, table.Rows)
		}
	}
	return n
}

// FuzzRows checks that what lines say stands in their cells, all of it and no more.
func FuzzRows(f *testing.F) {
	raw, err := os.ReadFile("../testdata/pasted.txt")
	if err != nil {
		f.Fatal(err)
	}
	for text := range strings.SplitSeq(string(raw), "\n# ") {
		block, _, _ := strings.Cut(text, "\n=\n")
		_, block, _ = strings.Cut(block, "\n")
		f.Add(block)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		for len(lines) > 0 {
			n := 0
			if strings.TrimSpace(lines[0]) != "" {
				if n = kept(t, lines, rows); n == 0 {
					n = kept(t, lines, entries)
				}
			}
			lines = lines[max(n, 1):]
		}
	})
}
