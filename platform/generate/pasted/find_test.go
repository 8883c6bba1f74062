package pasted

import (
	"slices"
	"strings"
	"testing"
)

// A paragraph is one list of whole lines only where no part of it can be read, and each of its lines is read once and in its place.
func TestParagraphsOfSeveralKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"names above days, at the end of the text", "Our team picnic\n\nHam and cheese\nEgg and cress\nTuna\nBea: 12 May\nTom: 14 May",
			"Ham and cheese; Egg and cress; Tuna; Bea: 12 May; Tom: 14 May"},
		{"prices and contacts above hours, at the end of the text", "Our village hall\n\nHire prices\nMain hall: £20\nKitchen: £10\nContacts\n" +
			"Ann Lee, 07700 900123, ann@hall.org\nBob Ray, 07700 900124, bob@hall.org\nOpening times\nMon-Fri: 9-17\nSat: 10-16", "Mon-Fri, 9-17; Sat, 10-16"},
		{"hours above prices", "Our bakery\n\nMon: 9-17\nSat: 9-12\nPrices\nRye bread: £3.50\nRoll: £0.40\nCake: £12",
			"Mon, 9-17; Sat, 9-12 / Rye bread, £3.50; Roll, £0.40; Cake, £12"},
		{"names above prices above hours", "Our guild of singers\n\nAnna Berg\nBea Tal\nCleo Au\n- one: 5 €\n- two: 6 €\nMon: 9-12\nTue: 9-12\n\nBye bye now",
			"one, 5 €; two, 6 € / Mon, 9-12; Tue, 9-12"},
		{"a line without bars below bars", "| Ann | 12 |\n| Bob | 14 |\n| Cy | 15 |\nCall us for more", "Ann, 12; Bob, 14; Cy, 15"},
		{"bars below headings", "Our menu\n\nStarters\nSoup | 5 €\nSalad | 6 €\n\nMains\nSteak | 20 €\nFish | 18 €",
			"Soup, 5 €, Starters; Salad, 6 €, Starters; Steak, 20 €, Mains; Fish, 18 €, Mains"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := anyWords()
			w.Weekday = func(s string) bool {
				return slices.ContainsFunc([]string{"Mon", "Tue", "Sat"}, func(d string) bool { return strings.HasPrefix(s, d) })
			}
			_, found := Find(c.text, w)
			var tables []string
			for _, table := range found {
				var rows []string
				for _, row := range table.Rows {
					rows = append(rows, strings.Join(row, ", "))
				}
				tables = append(tables, strings.Join(rows, "; "))
			}
			if got := strings.Join(tables, " / "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A wish right above a table is no title of it.
func TestAWishIsNoTitle(t *testing.T) {
	t.Parallel()
	_, found := Find("I run a small café in Leeds.\n\nCan people search the cakes by their name as well\n\nBrownie - £3\nScone - £2", anyWords())
	if len(found) != 1 || found[0].Title != "" {
		t.Errorf("%+v", found)
	}
}
