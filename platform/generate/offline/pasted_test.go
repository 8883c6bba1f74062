package offline

import (
	"os"
	"strings"
	"testing"

	"berth/platform/tables"

	"github.com/google/go-cmp/cmp"
)

// block is what somebody pasted, with the table that it is.
type block struct {
	name, prompt string
	table        [][]string // with its headings
}

// blocks reads a file: "# name", what is pasted, "=", and the table with bars between its cells.
func blocks(t *testing.T, file string) (list []block) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(strings.TrimPrefix(string(raw), "# "), "\n# ") {
		head, table, ok := strings.Cut(text, "\n=\n")
		name, prompt, _ := strings.Cut(head, "\n")
		if !ok {
			t.Fatalf("%s has no table", name)
		}
		b := block{name: name, prompt: prompt}
		for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
			var row []string
			for cell := range strings.SplitSeq(line, "|") {
				row = append(row, strings.TrimSpace(cell))
			}
			b.table = append(b.table, row)
		}
		list = append(list, b)
	}
	return list
}

// What people paste without headings is cut into columns with headings in their language.
func TestLinesWithoutHeadingsAreTables(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, file := range []string{"../testdata/pasted.txt", "../testdata/pasted_later.txt"} {
		for _, b := range blocks(t, file) {
			t.Run(b.name, func(t *testing.T) {
				t.Parallel()
				p := g.plan(b.prompt)
				s := p.sheets[0]
				got := [][]string{{}}
				for _, c := range s.columns {
					got[0] = append(got[0], c.Title)
				}
				for _, cells := range s.rows {
					var row []string
					for i, c := range s.columns {
						row = append(row, tables.FormatCell(c, cells[i]))
					}
					got = append(got, row)
				}
				if diff := cmp.Diff(b.table, got); diff != "" || len(p.sheets) > 1 {
					t.Errorf("%d tables (-want +got):\n%s", len(p.sheets), diff)
				}
			})
		}
	}
}

// What stands above data and is no sentence names the app, also where that is one word; what is to be ticked off has a column for that.
func TestWordsAboveData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string][2]string{
		"price list\nHaircut women - 45€\nHaircut men - 28€\nBeard trim - 15€":     {"Price list", "items"},
		"our team\nAnn Smith – CEO – ann@x.com\nBob Jones – CTO – bob@x.com":       {"Team", "people"},
		"Shopping list:\n* milk\n* bread\neveryone in the flat adds and ticks off": {"Shopping list", "items"},
	} {
		d := g.Draft(prompt)
		if d.Name != want[0] || d.Tables[0].Name != want[1] {
			t.Errorf("%q: %q, %q", prompt, d.Name, d.Tables[0].Name)
		}
	}
	d := g.Draft("Shopping list:\n* milk\n* bread\neveryone in the flat adds and ticks off")
	if last := d.Tables[0].Columns[len(d.Tables[0].Columns)-1]; last.Title != "Done" || last.Type != "boolean" {
		t.Errorf("%v", d.Tables[0].Columns)
	}
}
