package offline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
	"berth/platform/tables"

	"github.com/google/go-cmp/cmp"
)

// wholeFile has what was lost or torn once, and its kin.
const wholeFile = "../testdata/pasted_whole.txt"

// What was lost or torn once stands whole in the first table of the draft.
func TestWhatIsPastedStaysWhole(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for _, b := range blocks(t, wholeFile) {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(b.table, g.plan(b.prompt).sheets[0].shown()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What stands beside data stands in the description, and lines that are kept whole are said to be.
func TestWhatStandsBesideData(t *testing.T) {
	t.Parallel()
	g := newGenerator(t)
	for prompt, want := range map[string]string{
		"Prices at our nail studio. Cash only!\n\nManicure £18\nGel £28":                                                                "Prices at our nail studio. Cash only!",
		"Prices\n\nManicure £18\nGel £28\nNo appointments on Mondays.":                                                                  "Prices. No appointments on Mondays.",
		"Our shifts\n\n| Name | Shift |\n|---|---|\n| Ola | Sat 9–12 |\n| Bea | Sat 12–3 |\n\n*Bea is on holiday until 3 May.":          "Shifts. Bea is on holiday until 3 May.",
		"Boats for our members\n\nKayak - £12/day\nSUP board - £10/day\n\nBest wishes,\nFiona Hart\nLoch Paddlers\n07700 900123":        "Boats. Best wishes, Fiona Hart Loch Paddlers 07700 900123",
		"Our boats, people search them\n\nBoat | Price\nLuna | £20\nSol | £30\n\nCall Mo on 07700 900123 after 6pm\nShow them as cards": "Boats. Call Mo on 07700 900123 after 6pm",
		"Our menu\n\nSoup* - £5\nFish - £9\n* contains milk":                                                                            "Menu. * contains milk",
		"Darts scores\n\nRed Lion: 5\nKings Arms: 2\nRailway Tavern: 6\nLegion A bye":                                                   "Darts scores. Legion A bye",
		"Our contacts\n\nOffice: Ann, 07700 900123\nKitchen: Bo, 07700 900124\nIt is you who are welcome, C. Vance":                     "Contacts. It is you who are welcome, C. Vance",
		"my records, filter by price\nAbbey Road - £20\nBlue - £15\nI'd like to see only those under £18 in blue":                       "Records.",
	} {
		if got := g.Draft(prompt).Description; got != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
	d := g.Draft("Our trips, people search by price\n\nCoast walk 12.50\nCastle tour - with guide and tea 18.00 / Sundays only\nLake ride 9.00\nCave visit 14.00")
	if len(d.Questions) != 1 || d.Questions[0].Text != g.Languages["en"].Whole {
		t.Errorf("%+v", d.Questions)
	}
}

// A table that is wider than an app's may be keeps what stands in its last columns.
func TestWideTablesKeepTheirCells(t *testing.T) {
	t.Parallel()
	var header, row []string
	for i := range 70 {
		header, row = append(header, fmt.Sprintf("Col%d", i)), append(row, strconv.Itoa(1000+i))
	}
	line := strings.Join(row, ",")
	d := newGenerator(t).Draft("Our stock\n\n" + strings.Join(header, ",") + "\n" + line + "\n" + line)
	for i := range row {
		if said := string(d.Tables[0].Rows[1]); !strings.Contains(said, row[i]) {
			t.Errorf("%s is lost: %s", row[i], said)
		}
	}
	if problems := tables.CheckColumns(d.Tables[0].Columns); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
}

// figuresOf returns the digits of a text, without zeros before them.
func figuresOf(text string) string {
	digits := strings.Map(func(r rune) rune {
		if !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimLeft(digits, "0")
}

// FuzzDraft checks that a draft holds each cell of what was pasted, with its figures, and says what is noted beside it, and that no line of it is lost.
func FuzzDraft(f *testing.F) {
	for _, file := range []string{"../testdata/pasted.txt", "../testdata/pasted_later.txt", "../testdata/pasted_untidy.txt", wholeFile} {
		for i, b := range blocks(f, file) {
			if i%3 == 0 || file == wholeFile {
				f.Add(b.prompt)
			}
		}
	}
	g := newGenerator(f)
	f.Fuzz(func(t *testing.T, prompt string) {
		if len(prompt) > 1000 || !utf8.ValidString(prompt) {
			return
		}
		p := g.plan(prompt)
		found := drafted(t, g, p, prompt)
		if len(found) == 0 {
			return
		}
		for _, l := range lost(g, p, prompt) {
			t.Errorf("%q: %q stands nowhere", prompt, l)
		}
		said := p.proposal().Description
		for _, table := range found {
			if note := plain(table.Note); !strings.Contains(strings.ToLower(said), strings.ToLower(note)) && len(said) < 1900 {
				t.Errorf("%q: %q does not say %q", prompt, said, note)
			}
		}
	})
}

// drafted fails where the sheets of a plan do not hold each row and cell of what was pasted, which it returns; nothing where it is the fields of a form.
func drafted(t *testing.T, g *Generator, p *plan, prompt string) []pasted.Table {
	t.Helper()
	_, found := pasted.Find(prompt, g.pastedWords())
	if found = p.names(found); len(p.sheets) < len(found) {
		return nil
	}
	for i, table := range found {
		s, read := p.sheets[i], table.Joined()
		read.Rows, _ = cells.Untotalled(read.Rows, words.Totals)
		if len(s.rows) != len(read.Rows) {
			t.Fatalf("%q: %d rows of %d", prompt, len(s.rows), len(read.Rows))
		}
		for j, row := range read.Rows {
			for k, cell := range row {
				held(t, s.columns[k], string(s.rows[j][k]), tables.FormatCell(s.columns[k], s.rows[j][k]), cell)
			}
		}
	}
	return found
}

// held fails where a cell is empty that was not, or has other figures; a day and a time may be written in another way.
func held(t *testing.T, c platform.Column, raw, shown, cell string) {
	t.Helper()
	if strings.ContainsFunc(cell, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) && raw == "" && !slices.Contains([]string{"n/a", "k. A.", "n.a.", "k.A."}, cell) {
		t.Errorf("%q is lost below %s", cell, c.Title)
	}
	again := c.Type == platform.ColumnDate || c.Type == platform.ColumnDateTime || c.Type == platform.ColumnTime
	if !again && raw != "" && figuresOf(shown) != figuresOf(cell) && !strings.ContainsAny(c.Title, "0123456789") {
		t.Errorf("%q is %q below %s", cell, shown, c.Title)
	}
}
