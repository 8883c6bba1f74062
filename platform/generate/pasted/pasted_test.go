package pasted_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform/generate/pasted"
)

func words() pasted.Words {
	one := func(list string) func(string) bool {
		return func(text string) bool { return strings.Contains(" "+list+" ", " "+strings.ToLower(text)+" ") }
	}
	return pasted.Words{
		Heading: one("name price role e-mail phone city question"), Instruction: one("columns colour"),
		Asks:    func(line string) bool { return strings.HasPrefix(line, "Show ") },
		Weekday: func(line string) bool { return len(line) > 3 && one("mon tue fri sun")(line[:3]) },
	}
}

// Every cell is the text that stands between its neighbours, whatever the form.
func TestDataAreReadToTheLetter(t *testing.T) {
	t.Parallel()
	type rows = [][]string
	for _, c := range []struct {
		name, text string
		form       pasted.Form
		header     []string
		rows       rows
	}{
		{"CSV", "Our breads:\nname,price\nRye,4.20\nSeed roll,0.80", pasted.Grid, []string{"name", "price"}, rows{{"Rye", "4.20"}, {"Seed roll", "0.80"}}},
		{"a header behind a colon", "Our breads: name,price\nRye,4.20\nSeed roll,0.80", pasted.Grid, []string{"name", "price"}, rows{{"Rye", "4.20"}, {"Seed roll", "0.80"}}},
		{"quotes", "x:\nname,note\n\"Rye, dark\",\"says \"\"hi\"\"\"\nRoll,", pasted.Grid, []string{"name", "note"}, rows{{"Rye, dark", `says "hi"`}, {"Roll", ""}}},
		{"semicolons and decimal commas", "name;price\nBrezel;0,80 €\nRoggen;1.204,20 €", pasted.Grid, []string{"name", "price"}, rows{{"Brezel", "0,80 €"}, {"Roggen", "1.204,20 €"}}},
		{"years above negative amounts", "Account,2025,2026\nCash,\"1,000\",\"(500)\"\nDebt,\"(2,000)\",\"(1,500)\"", pasted.Grid, []string{"Account", "2025", "2026"},
			rows{{"Cash", "1,000", "(500)"}, {"Debt", "(2,000)", "(1,500)"}}},
		{"no header", "Ana; ana@x.org; +34 600 111 222\nLuis; luis@x.org; +34 600 333 444", pasted.Grid, nil,
			rows{{"Ana", "ana@x.org", "+34 600 111 222"}, {"Luis", "luis@x.org", "+34 600 333 444"}}},
		{"tabs", "name\tcity\nAna\tPorto\nLuis\tLugo", pasted.Grid, []string{"name", "city"}, rows{{"Ana", "Porto"}, {"Luis", "Lugo"}}},
		{"Windows lines", "name,price\r\nRye,4.20\r\n", pasted.Grid, []string{"name", "price"}, rows{{"Rye", "4.20"}}},
		{"Markdown", "| Name | Role |\n|:--|--:|\n| Ana | Chef |\n| Rui | |", pasted.Grid, []string{"Name", "Role"}, rows{{"Ana", "Chef"}, {"Rui", ""}}},
		{"JSON", `here: [1] {} [{"a":"x","n":1.50},{"b":true,"a":null}] and more`, pasted.Grid, []string{"a", "n", "b"}, rows{{"x", "1.50", ""}, {"", "", "true"}}},
		{"JSON in an object", `{"breads":[{"name":"Rye","tags":["dark","sour"]}]}`, pasted.Grid, []string{"name", "tags"}, rows{{"Rye", "dark, sour"}}},
		{"a fence", "Look:\n```csv\nname,price\nRye,4.20\nRoll,0.80\n```\nThanks", pasted.Grid, []string{"name", "price"}, rows{{"Rye", "4.20"}, {"Roll", "0.80"}}},
		{"dashes", "Rye — 4.20\nSeed roll – 0.80\nFlat - 1.00", pasted.Pairs, nil, rows{{"Rye", "4.20"}, {"Seed roll", "0.80"}, {"Flat", "1.00"}}},
		{"dots", "Rye ........ 4.20 €\nSeed roll .... 0.80 €", pasted.Pairs, nil, rows{{"Rye", "4.20 €"}, {"Seed roll", "0.80 €"}}},
		{"figures behind names", "Brezel 0,80 €\nRoggenbrot 4,20 €", pasted.Pairs, nil, rows{{"Brezel", "0,80 €"}, {"Roggenbrot", "4,20 €"}}},
		{"a bullet list of pairs", "- Rye: 4.20\n- Seed roll: 0.80", pasted.Pairs, nil, rows{{"Rye", "4.20"}, {"Seed roll", "0.80"}}},
		{"decimal commas under a line with a comma", "What we sell, new each week\n- Leeks: 1,90 €/kg\n- Eggs: 0,45 € each", pasted.Pairs, nil,
			rows{{"Leeks", "1,90 €/kg"}, {"Eggs", "0,45 € each"}}},
		{"decimal commas behind dashes under one", "Leeks, eggs\nLeeks – 1,90\nEggs – 0,45", pasted.Pairs, nil, rows{{"Leeks", "1,90"}, {"Eggs", "0,45"}}},
		{"commas after a name that ends in a figure", "name,price\nModel 12,700\nModel 13,80", pasted.Grid, []string{"name", "price"}, rows{{"Model 12", "700"}, {"Model 13", "80"}}},
		{"a colon after many words", "A small plate of bread and oil : 3 €\nSoup : 5 €", pasted.Pairs, nil, rows{{"A small plate of bread and oil", "3 €"}, {"Soup", "5 €"}}},
		{"a bullet list", "* Rye\n* Seed roll\n* Baguette", pasted.Names, nil, rows{{"Rye"}, {"Seed roll"}, {"Baguette"}}},
		{"numbered", "1. Mix the flour\n2. Wait\n3. Bake", pasted.Names, nil, rows{{"Mix the flour"}, {"Wait"}, {"Bake"}}},
		{"hours", "Mon–Fri 9:00–18:00\nSun: closed", pasted.Hours, nil, rows{{"Mon–Fri", "9:00–18:00"}, {"Sun", "closed"}}},
		{"positions", "Tower 38.6916, -9.2160\nCastle: (38.7139, -9.1335)", pasted.Positions, nil, rows{{"Tower", "38.6916", "-9.2160"}, {"Castle", "38.7139", "-9.1335"}}},
		{"questions", "Q: May I?\nA: Yes.\n\nQ: And then?\nA: No,\nnever.", pasted.Questions, nil, rows{{"May I?", "Yes."}, {"And then?", "No,\nnever."}}},
		{"a question above questions in a table", "Can you show these?\n\n| Question | Answer |\n|---|---|\n| May I? | Yes |\n| And then? | No |", pasted.Grid,
			[]string{"Question", "Answer"}, rows{{"May I?", "Yes"}, {"And then?", "No"}}},
		{"a question above questions with tabs", "Can you show these?\nQuestion\tAnswer\nMay I?\tYes\nAnd then?\tNo", pasted.Grid,
			[]string{"Question", "Answer"}, rows{{"May I?", "Yes"}, {"And then?", "No"}}},
		{"hours behind tabs", "Mon\t9:00–18:00\nSun\tclosed", pasted.Hours, nil, rows{{"Mon", "9:00–18:00"}, {"Sun", "closed"}}},
		{"questions without letters", "May I bring a dog?\nYes.\nIs it loud?\nOn Fridays.", pasted.Questions, nil, rows{{"May I bring a dog?", "Yes."}, {"Is it loud?", "On Fridays."}}},
		{"fields of one thing", "Name: Ana Reis\nRole: Chef\nE-mail: ana@x.org", pasted.Grid, []string{"Name", "Role", "E-mail"}, rows{{"Ana Reis", "Chef", "ana@x.org"}}},
		{"fields of several things", "Name: Ana\nRole: Chef\n\nName: Rui\nRole: Waiter\nin green", pasted.Grid, []string{"Name", "Role"}, rows{{"Ana", "Chef"}, {"Rui", "Waiter"}}},
		{"messages of a chat", "[12:03, 1/2/26] Ana: soup\nand bread\n[12:05, 1/2/26] Rui: salt: a lot", pasted.Grid, nil,
			rows{{"Ana", "soup\nand bread", "1/2/26", "12:03"}, {"Rui", "salt: a lot", "1/2/26", "12:05"}}},
		{"messages of several lines", "[12:03, 1/2/26] Ana: soup\nand bread\n and more\n[12:05, 1/2/26] Rui: salt\nand oil\nShow them as cards", pasted.Grid, nil,
			rows{{"Ana", "soup\nand bread\nand more", "1/2/26", "12:03"}, {"Rui", "salt\nand oil", "1/2/26", "12:05"}}},
		{"messages of a telephone", "\u200e[14/11/26, 12:03:11\u202fPM] Kate: soup\n[14/11/26, 12:05:42\u202fPM] Sam: 2 of us", pasted.Grid, nil,
			rows{{"Kate", "soup", "14/11/26", "12:03:11 PM"}, {"Sam", "2 of us", "14/11/26", "12:05:42 PM"}}},
		{"a figure above prices", "Water;2\nBeer;3.50 €\nWine;4.20 €", pasted.Grid, nil, rows{{"Water", "2"}, {"Beer", "3.50 €"}, {"Wine", "4.20 €"}}},
		{"minutes above hours", "Ivy;58 min\nMax;1:05\nNoa;1:12", pasted.Grid, nil, rows{{"Ivy", "58 min"}, {"Max", "1:05"}, {"Noa", "1:12"}}},
		{"distances above times", "Name;400m;5k\nMax;1:05;20:10\nNoa;1:12;23:40", pasted.Grid, []string{"Name", "400m", "5k"}, rows{{"Max", "1:05", "20:10"}, {"Noa", "1:12", "23:40"}}},
		{"several things counted", "Cake – 2 eggs, 3 apples\nPie – 4 apples, 1 lemon\nTart – 3 pears, 2 eggs", pasted.Pairs, nil,
			rows{{"Cake", "2 eggs, 3 apples"}, {"Pie", "4 apples, 1 lemon"}, {"Tart", "3 pears, 2 eggs"}}},
		{"bars", "Comté | 18 months | 32.50 €\nBrie | 6 weeks | 18.00 €", pasted.Grid, nil, rows{{"Comté", "18 months", "32.50 €"}, {"Brie", "6 weeks", "18.00 €"}}},
		{"hours within a sentence", "We are open: Mon-Fri 8-18, Sun closed", pasted.Hours, nil, rows{{"Mon-Fri", "8-18"}, {"Sun", "closed"}}},
		{"positions within a sentence", "Stops: Old Market 39.4736,-0.3790; Park (39.4617, -0.3735). On a map.", pasted.Positions, nil,
			rows{{"Old Market", "39.4736", "-0.3790"}, {"Park", "39.4617", "-0.3735"}}},
		{"figures in brackets", "our beers - Pale (5.2%), Stout (6%)", pasted.Pairs, nil, rows{{"Pale", "5.2%"}, {"Stout", "6%"}}},
		{"figures before a wish", "rent 1200, food 540 as a pie chart", pasted.Pairs, nil, rows{{"rent", "1200"}, {"food", "540"}}},
		{"within a sentence", "bar chart of sales: Jan 120, Feb 1,500 and Mar 90.", pasted.Pairs, nil, rows{{"Jan", "120"}, {"Feb", "1,500"}, {"Mar", "90"}}},
		{"words after the figures", "Visitors? Jan 310, Feb 295 - as a bar chart", pasted.Pairs, nil, rows{{"Jan", "310"}, {"Feb", "295"}}},
		{"figures between sentences", "How many came? 2023: 165, 2024: 210. Draw it.", pasted.Pairs, nil, rows{{"2023", "165"}, {"2024", "210"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, found := pasted.Find(c.text, words())
			if len(found) != 1 {
				t.Fatalf("%d tables: %+v", len(found), found)
			}
			if diff := cmp.Diff(pasted.Table{Form: c.form, Header: c.header, Rows: c.rows, Title: found[0].Title, Lead: found[0].Lead, Chat: strings.HasPrefix(c.name, "messages of")}, found[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSentencesAreNoData(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"A menu of our café with prices and allergens", "Show bread, rolls and cakes\nwith price, and photo", "sneakers under $100", "hotels from 50 to 100 euros, with pool",
		"Columns: name, price\nColour: green", "board games for 4 players, under 60 minutes", "Show {name} [x]", "What is it?", "a - b", "", "Jan 120, Feb 150 and about 90 in Mar", "our team: Anna Berg, Ben Okri", "[1,2,3]", `{}`, "| a | b |\n|---|---|",
	} {
		if rest, found := pasted.Find(text, words()); len(found) > 0 && (len(found[0].Rows) == 0 || found[0].Form != pasted.Names) {
			t.Errorf("%q: %+v, rest %q", text, found, rest)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("name,price\nRye,4.20")
	f.Add("| a | b |\n|---|---|\n| 1 |")
	f.Add("- a: 1\n- b: 2")
	f.Add(`[{"a":[{"b":1}]}]`)
	f.Add("Our team picnic\n\nHam and cheese\nEgg and cress\nTuna\nBea: 12 May\nTom: 14 May")
	f.Fuzz(func(t *testing.T, text string) {
		_, found := pasted.Find(text, words())
		for _, table := range found {
			for _, row := range table.Rows {
				if len(row) != len(table.Rows[0]) || table.Header != nil && len(row) != len(table.Header) {
					t.Fatalf("rows of different lengths: %+v", table)
				}
			}
		}
	})
}

// A first point of a list is no header, and what stands behind a position is kept.
func TestPointsHaveNoHeader(t *testing.T) {
	t.Parallel()
	_, found := pasted.Find("Workshops\n- Music, 0-3 years, Wed 10h, free\n- Comics, 8-12 years, Sat 14h, free\n- Writing, adults, Thu 18h, 5 €", words())
	if len(found) != 1 || found[0].Header != nil || len(found[0].Rows) != 3 {
		t.Errorf("%+v", found)
	}
	_, found = pasted.Find("Fountains\n- Piazza Grande (45.4380, 10.9930) drinkable\n- Via del Ponte (45.4359, 10.9971) out of order", words())
	if len(found) != 1 || found[0].Form != pasted.Positions || len(found[0].Rows[1]) != 4 || found[0].Rows[1][3] != "out of order" {
		t.Errorf("%+v", found)
	}
}
