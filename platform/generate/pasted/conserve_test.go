package pasted

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// seeds are the blocks that people pasted.
func seeds(f *testing.F) {
	f.Helper()
	for _, file := range blockFiles {
		for _, block := range blocksOf(f, file) {
			f.Add(block)
		}
	}
}

// FuzzFigures checks that each figure of a text stands in a table, in what is noted of it, or in what is left of the text. What counts lines or marks
// questions is none.
func FuzzFigures(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 || !utf8.ValidString(text) || strings.Contains(text, "{") { // JSON writes letters as figures
			return
		}
		rest, found := Find(text, anyWords())
		have := rest
		for _, table := range found {
			have += "\n" + table.Note + "\n" + table.Title + "\n" + strings.Join(table.Header, "\n")
			for _, row := range table.Rows {
				have += "\n" + strings.Join(row, "\n")
			}
		}
		kept := sayings(have)
		for l := range strings.SplitSeq(text, "\n") {
			for _, s := range sayings(Questions.bare(Questions.bare(l))) {
				if strings.ContainsFunc(s, unicode.IsDigit) && !slices.Contains(kept, s) {
					t.Errorf("%q: %q is lost: %q, %+v", text, s, rest, found)
				}
			}
		}
	})
}

// What a reader would tear or lose is read in a plainer way: whole lines, at last.
func TestLinesThatWouldBeTornStayWhole(t *testing.T) {
	t.Parallel()
	type rows = [][]string
	for _, c := range []struct {
		name, text string
		rows       rows
		whole      bool
	}{
		{"a dash and a slash in one of four", "Walk 12.50\nTour - with tea 18.00 / Sundays only\nRide 9.00\nCave 14.00",
			rows{{"Walk", "12.50"}, {"Tour - with tea 18.00 / Sundays only", ""}, {"Ride", "9.00"}, {"Cave", "14.00"}}, true},
		{"a bracket at its end as well", "Walk 12.50\nTour - with tea 18.00 / Sundays (only)\nRide 9.00\nCave 14.00",
			rows{{"Walk", "12.50"}, {"Tour - with tea 18.00 / Sundays (only)", ""}, {"Ride", "9.00"}, {"Cave", "14.00"}}, true},
		{"a semicolon in one of four", "Ann: bar, 07700 900111\nBo: bar, 07700 900112\nNight porter; Cy or Di, ask 07700 900113\nEve: bar, 07700 900114",
			rows{{"Ann", "bar", "07700 900111"}, {"Bo", "bar", "07700 900112"}, {"Night porter; Cy or Di, ask 07700 900113", "", ""}, {"Eve", "bar", "07700 900114"}}, true},
		{"a bracket behind a dash", "Walk (Anna)\nTour – long (Bo)\nRide (Cy)\nCave (Dee)",
			rows{{"Walk", "Anna"}, {"Tour – long", "Bo"}, {"Ride", "Cy"}, {"Cave", "Dee"}}, false},
		{"a line below a dash", "£4.50 Soup\nServed with bread and butter\n£12.00 Beef – rare\nServed with potatoes and gravy\n£9.00 Pie\nServed with peas and mash",
			rows{{"£4.50", "Soup", "Served with bread and butter"}, {"£12.00", "Beef – rare", "Served with potatoes and gravy"}, {"£9.00", "Pie", "Served with peas and mash"}}, false},
		{"words between two times", "Linea 3: partenza 7:10 – 8:10 – 9:10 – 12:40\nLinea 5: partenza 7:25 – 13:05 (scuola)\nLinea 8: 6:50, poi ogni 30 min fino alle 20:20",
			rows{{"Linea 3", "partenza", "7:10", "8:10 – 9:10", "12:40", ""}, {"Linea 5", "partenza", "7:25", "13:05", "", "scuola"},
				{"Linea 8", "6:50, poi ogni 30 min fino alle 20:20", "", "", "", ""}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, found := Find(c.text, anyWords())
			if len(found) != 1 || !slices.EqualFunc(found[0].Rows, c.rows, slices.Equal[[]string]) || found[0].Whole != c.whole {
				t.Errorf("%+v", found)
			}
		})
	}
}

// What stands between a size and its price is no reason to read nothing.
func TestSizesWithMoreThanWords(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"Frites : petite, 3 € / grande 4,50 €", "Frites petite ( 3 / grande 4,50"} {
		_, found := Find("Notre carte\n\n"+line+"\nBurger : 12 €\nGlaces : petite 3 € / grande 5 €", anyWords())
		if len(found) != 1 || len(found[0].Rows) != 3 {
			t.Errorf("%q: %+v", line, found)
		}
	}
}

// The heading above lines that are read in a plainer way is not lost with the sections that they would have had.
func TestAHeadingAboveWholeLinesStays(t *testing.T) {
	t.Parallel()
	rest, found := Find("Our lessons\n\nBeginners (first hour free\n1. Guitar 34.50\n2. Piano 36.00\n\nAdvanced\n1. Guitar 40.00\n2. Piano 42.50", anyWords())
	if len(found) != 1 || !found[0].Whole || found[0].Rows[0][0] != "Guitar 34.50" || !strings.Contains(rest, "Beginners (first hour free") {
		t.Errorf("%q, %+v", rest, found)
	}
}

// What a signature repeats is read where it stands first.
func TestASignatureTakesNothingFromAbove(t *testing.T) {
	t.Parallel()
	w := anyWords()
	w.Asks = func(string) bool { return false }
	rest, found := Find("Loch Paddlers\nBoats for our members\n\nKayak - £12/day\nSUP board - £10/day\n\nBest wishes,\nLoch Paddlers\n07700 900123", w)
	if len(found) != 1 || rest != "Loch Paddlers\nBoats for our members" || found[0].Note != "Best wishes, Loch Paddlers 07700 900123" {
		t.Errorf("%q, %+v", rest, found)
	}
}

// Lists right below each other are one that no reader takes as a whole, unless one of them is of a form of its own.
func TestListsOfTheirOwnFormStayApart(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"positions": "Espresso 2.20\nLatte S 3.10 / L 3.70\nTea 1.90\nOld Mill 53.9581, -1.0803 open all year\nCity Wall 53.9621, -1.0919",
		"messages":  "Lunedì mattina: Carla\nMercoledì mattina: Nina\nVenerdì: Carla, Ugo\n[8.7., 19:15] Fam. Yilmaz: Börek, 40 Stück!\n[8.7., 20:02] Kurt: Grill + Kohle, ab 16:30",
		"points":    "Perceuse / Paul / 06 10 20 30 40\nTondeuse / Anne / 06 50 60 70 80\n- Sophie Marchand, électricienne, 01 99 00 45 10\n- Toitures Roussel, couvreur, 01 99 00 77 02",
		"tabs":      "Claire Petit\t06 11 22 33 44\taccueil\nMarc Noël\t\tbuvette\nWeek 2 (10-16 March): Kitchen Luke, Bins Ana\nWeek 3 (17-23 March): Kitchen Mo, Bins Luke",
	} {
		_, found := Find("Our lists\n\n"+text, anyWords())
		if len(found) != 2 || found[0].Whole || found[1].Whole {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// A table that has lost, torn or made up something does not keep its lines, and what is read in its place does.
func TestWhatIsLostIsSeen(t *testing.T) {
	t.Parallel()
	lines := []string{"Adults: 3,50 € (Mon) / 4,20 € (Sun)", "- Pass: 28 €"}
	for name, rows := range map[string][][]string{
		"a figure":                {{"Adults", "3,50 € (Mon) / 4,20 €"}, {"Pass", "28 €"}},
		"a currency":              {{"Adults", "3,50 € (Mon) / 4,20 € (Sun)"}, {"Pass", "28"}},
		"a bracket":               {{"Adults 3,50 € (", "Mon) / 4,20 € (Sun)"}, {"Pass", "28 €"}},
		"a line":                  {{"Adults", "3,50 € (Mon) / 4,20 € (Sun)"}},
		"and a word is made up":   {{"Adults", "3,50 € (Mon) / 4,20 € (Sun)"}, {"Pass for", "28 €"}},
		"and a figure is changed": {{"Adults", "3,50 € (Mon) / 4,20 € (Sun)"}, {"Pass", "29 €"}},
	} {
		if (Table{Rows: rows}).keeps(lines) {
			t.Errorf("%s is lost, and nobody sees it", name)
		}
	}
	if plain := simpler(lines); !plain.keeps(lines) || len(plain.Rows[0]) != 2 || !plain.Whole {
		t.Errorf("%+v", plain)
	}
	lines = append(lines, "on Mondays (only)")
	if plain := simpler(lines); !plain.keeps(lines) || len(plain.Rows[0]) != 1 || plain.Form != Names {
		t.Errorf("%+v", plain)
	}
}
