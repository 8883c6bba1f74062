package pasted

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func anyWords() Words {
	return Words{
		Heading: func(s string) bool { return strings.Contains("name price phone e-mail city note", strings.ToLower(s)) },
		Instruction: func(s string) bool {
			return slices.Contains([]string{"columns", "colour", "farbe"}, strings.ToLower(s))
		},
		Weekday: func(s string) bool {
			return len(s) > 3 && slices.Contains([]string{"mon", "tue", "fre", "sam"}, strings.ToLower(s[:3]))
		},
	}
}

// written counts the letters and figures of texts, their currencies and percents, and the signs before figures.
func written(texts ...string) map[rune]int {
	n := map[rune]int{}
	for _, t := range texts {
		runes := []rune(t)
		for i, r := range runes {
			sign := strings.ContainsRune("-–−+", r) && (i == 0 || runes[i-1] == ' ') && i+1 < len(runes) && unicode.IsDigit(runes[i+1])
			if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("€$£%", r) || sign {
				n[r]++
			}
		}
	}
	return n
}

// kept fails where a letter, a figure or its sign of the lines is in no cell, or is in one more often than in the lines.
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
		from = append(from, timed(unbulleted(strings.TrimSpace(l)))...)
	}
	in, out := written(from...), written(cells...)
	for r, n := range in {
		if out[r] < n && table.Form != Sections {
			t.Errorf("%q: %q %d times, not %d: %q", lines, r, out[r], n, table.Rows)
		}
	}
	all := strings.Join(lines[:n], "\n")
	if more := strings.Join(from, "\n"); len(from) > n { // a row for each time of a day
		all = more
	}
	for r, n := range out {
		if n > strings.Count(all, string(r)) {
			t.Errorf("%q: %q is made up: %q", lines, r, table.Rows)
		}
	}
	return n
}

var blockFiles = []string{"../testdata/pasted.txt", "../testdata/pasted_later.txt", "../testdata/pasted_untidy.txt"}

// blocksOf returns what stands in a file of blocks before their tables.
func blocksOf(f *testing.F, file string) (blocks []string) {
	f.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	for text := range strings.SplitSeq(string(raw), "\n# ") {
		block, _, _ := strings.Cut(text, "\n=\n")
		_, block, _ = strings.Cut(block, "\n")
		blocks = append(blocks, block)
	}
	return blocks
}

// FuzzRows checks that what lines say stands in their cells, all of it and no more.
func FuzzRows(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 || !utf8.ValidString(text) { // tries are not counted here
			return
		}
		lines := strings.Split(text, "\n")
		for len(lines) > 0 {
			n := 0
			if strings.TrimSpace(lines[0]) != "" {
				if n = kept(t, lines, entries); n == 0 {
					n = kept(t, lines, rows)
				}
			}
			lines = lines[max(n, 1):]
		}
	})
}
