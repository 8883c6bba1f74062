package hot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

func TestFullText(t *testing.T) {
	t.Parallel()
	english := platform.Table{Columns: []platform.Column{{Name: "name", Type: "text"}, {Name: "notes", Type: "text"}, {Name: "tags", Type: "tags"}}}
	german := english
	for name, test := range map[string]struct {
		table  platform.Table
		rows   []string
		search string // columns
		want   map[string]string
	}{
		"english": {english, []string{
			`{"name":"Country loaf","notes":"A sourdough of rye and wheat, baked in the oven for an hour","tags":["vegan","dark bread"]}`,
			`{"name":"Rye crackers","notes":"Thin and crisp with the seeds of the sunflower"}`,
			`{"name":"Crème brûlée","notes":"The dessert of the house: vanilla, cream and a touch of rye whisky"}`,
			`{"name":"Walking boots","notes":"For walkers who walked the hills"}`,
			`{"name":"Lamp TP 530","notes":"It's the lamp of the reader's desk"}`,
			`{"name":"Sourdough starter","notes":"Feed it with flour"}`,
		}, "name notes tags", map[string]string{
			"rye": "102", "RYE sourdough": "0512", "sourdough rye": "0512", "sourdugh": "50", "suordough": "50", "sourdoughs": "50", "sourdouugh": "50", "sourdoubt": "",
			"creme brulee": "2", "CRÈME": "2", "brulee rye": "210", "walk": "3", "walks": "3", "walker": "3", "530": "4", "tp 531": "4", "5300": "", "reader": "4", "readers": "4", "sunfl": "1", "sunfl rye": "102",
			"zebra": "", "the": "41230", "of the zebra": "", "vegan": "0", "dark": "0", "bread": "0", "brea": "0", "b": "", "???": "", "": "012345", "  ": "012345", "wheat and rye": "012", "lamp's": "4",
		}},
		"german": {german, []string{
			`{"name":"Roggenbrote","notes":"Die Brote werden mit dem Sauerteig gebacken und sind für die Woche"}`,
			`{"name":"Äpfel","notes":"Der Apfel aus dem Garten ist süß und die Straße ist nah"}`,
			`{"name":"Brötchen","notes":"Das Gebäck mit Mohn oder ohne"}`,
		}, "name notes", map[string]string{"Brot": "20", "Brote": "0", "brotchen": "2", "apfel": "1", "strasse": "1", "STRAẞE": "1", "gebacken": "20", "Garten": "1", "mit Brote": "0"}},
		"french": {english, []string{
			`{"name":"L'hôtel de la Plage","notes":"ouvert toute l’année avec les enfants"}`, `{"name":"Cours d'anglais","notes":"pour les débutants"}`, `{"name":"Hôtel"}`,
		}, "name notes", map[string]string{"hôtel": "20", "l'hotel": "20", "année": "0", "anglais": "1", "l’anglais": "1", "d": ""}},
		"hyphens": {english, []string{
			`{"name":"Wi-Fi router"}`, `{"name":"wifi","notes":"a cable"}`, `{"name":"T-Shirts, e-mail"}`, `{"name":"Tshirt by email"}`, `{"name":"fi","notes":"wi 2026-11"}`, `{"name":"co‑op, coop"}`, `{"name":"co-op"}`, `{"name":"co"}`,
		}, "name notes", map[string]string{
			"wifi": "10", "Wi-Fi": "104", "wi-fi router": "014", "wi fi": "04", "tshirt": "32", "t-shirt": "23", "email": "23", "e-mail": "23", "emial": "32", "wif": "10", "wi": "014",
			"202611": "", "co": "576", "coop": "65",
		}},
		"weights": {english, []string{`{"name":"plain","notes":"about tea"}`, `{"name":"tea","notes":"about it"}`, `{"name":"pot","tags":["tea"]}`}, "name notes tags", map[string]string{"tea": "102"}},
		"turned":  {english, []string{`{"name":"plain","notes":"about tea"}`, `{"name":"tea","notes":"about it"}`, `{"name":"pot","tags":["tea"]}`}, "tags notes name", map[string]string{"tea": "201"}},
		"scripts": {english, []string{`{"name":"Чёрный хлеб","notes":"Русские хлеба"}`, `{"name":"全麥麵包"}`, `{"name":"שלום עולם"}`, `{"name":"हिन्दी किताब"}`, `{"name":"Croissant 🥐"}`, `{"name":"الكتاب الجديد"}`}, "name notes",
			map[string]string{"черный": "0", "хлебом": "0", "麵包": "1", "包": "1", "עולם": "2", "किताब": "3", "🥐": "4", "الكتاب": "5", "كتاب": "5"}},
		"meaning only breaks ties": {english, []string{`{"name":"garden stand"}`, `{"name":"violin stand"}`, `{"name":"stand","notes":"lettuce"}`}, "name notes", map[string]string{
			"cello stand": "210", "potato stand": "201", "cello": "", "zqx stand": "201"}},
		"one column alone": {english, []string{`{"name":"tea","notes":"coffee"}`}, "name", map[string]string{"coffee": "", "tea": "0"}},
		"no rows":          {english, nil, "name", map[string]string{"tea": "", "": ""}},
	} {
		for how, s := range states(t, test.table, rows(t, test.table, test.rows...)) {
			if how == "changed" && len(test.rows) == 0 {
				continue
			}
			for text, want := range test.want {
				q := tables.Query{Text: text, Search: strings.Fields(test.search)}
				if got := ids(query(t, s, q)); got != want && (how == "at once" || sorted(got) != sorted(want)) {
					t.Errorf("%s, %s: %q finds %q, want %q", name, how, text, got, want)
				}
				q.Paged = true
				paged(t, s, q, ids(query(t, s, q)))
			}
		}
	}
}

// Who turns the pages of what a search finds sees each row once, whatever is written meanwhile, and at whichever replica: one that has loaded
// the table as a whole has other segments than one that has followed each change.
func TestPagesOfASearchWhileOthersWrite(t *testing.T) {
	t.Parallel()
	table := platform.Table{Columns: []platform.Column{{Name: "name", Type: "text"}, {Name: "notes", Type: "text"}}}
	notes := []string{"", "and jam", "with butter, and a good deal of it", "tea tea tea"}
	var values []string
	for i := range 60 {
		values = append(values, fmt.Sprintf(`{"name":"tea %d","notes":"%s"}`, i, notes[i%len(notes)]))
	}
	all := rows(t, table, values...)
	for _, sort := range [][]tables.Sort{nil, {{Column: "notes"}}} {
		q, seen := tables.Query{Text: "tea", Search: []string{"name", "notes"}, Sort: sort, Limit: 7, Paged: true}, map[platform.RowID]int{}
		now, followed := all, hot.New(table, all)
		for range 20 {
			page := query(t, followed, q)
			for _, r := range page.Rows {
				seen[r.ID]++
			}
			if q.Cursor = page.Next; q.Cursor == "" {
				break
			}
			last := page.Rows[len(page.Rows)-1].ID // which goes, while others come
			more := rows(t, table, append(slices.Clone(values), `{"name":"coffee and more words than others have"}`, `{"name":"much of it tea"}`)...)[len(values):]
			for i := range more {
				more[i].ID = platform.RowID(fmt.Sprintf("more %d %s", i, last))
			}
			followed = followed.With(table, more, []platform.RowID{last})
			now = append(slices.DeleteFunc(slices.Clone(now), func(r platform.Row) bool { return r.ID == last }), more...)
			if len(seen)%2 == 0 {
				followed = hot.New(table, now)
			}
		}
		for _, r := range all {
			if seen[r.ID] != 1 {
				t.Errorf("sorted by %v, row %s is seen %d times", sort, r.ID, seen[r.ID])
			}
		}
	}
}

// What breaks ties does not depend on how rows are spread over segments.
func TestTiesOfSegments(t *testing.T) {
	t.Parallel()
	table := platform.Table{Columns: []platform.Column{{Name: "name", Type: "text"}}}
	for _, n := range []int{60, 70} { // by meaning, and as there are too many in the order of creation
		all := rows(t, table, slices.Repeat([]string{`{"name":"lettuce stand"}`, `{"name":"violin stand"}`}, n/2)...)
		q := tables.Query{Text: "cello stand", Search: []string{"name"}}
		want := ids(query(t, hot.New(table, all), q))
		if inOrder := want == ids(query(t, hot.New(table, all), tables.Query{})); inOrder != (n == 70) {
			t.Errorf("%d rows are in the order of creation: %v", n, inOrder)
		}
		if got := ids(query(t, hot.New(table, all[:48]).With(table, all[48:], nil), q)); got != want {
			t.Errorf("%d rows in two segments are in the order %s, want %s", n, got, want)
		}
	}
}

// How a person's rows are ordered tells nothing of others' rows: not how many have a word, nor how long they are.
func TestOrderOfOwnedRows(t *testing.T) {
	t.Parallel()
	table := platform.Table{OwnedRows: true, Columns: []platform.Column{{Name: "name", Type: "text"}, {Name: "notes", Type: "text"}}}
	long := strings.Repeat("and more words that nobody looks for ", 40)
	own := []string{`{"name":"flu","notes":"x"}`, `{"name":"cough","notes":"x"}`, `{"name":"x","notes":"flu flu ` + long + `"}`, `{"name":"x","notes":"flu here"}`}
	searched := tables.Query{Owned: true, Owner: "ann", Search: []string{"name", "notes"}}
	var want []string
	for _, others := range [][]string{nil, {`{"name":"flu"}`, `{"name":"flu"}`, `{"name":"flu"}`}, {`{"name":"cough"}`, `{"name":"cough"}`, `{"name":"cough"}`}, {`{"notes":"` + long + long + `"}`}, {`{"notes":"a"}`, `{"notes":"b"}`, `{"notes":"c"}`}} {
		all := rows(t, table, append(slices.Clone(own), others...)...)
		for i := range all {
			if all[i].Owner = "ann"; i >= len(own) {
				all[i].Owner = "bob"
			}
		}
		var got []string
		for _, text := range []string{"flu cough", "flu", "cough fluu"} {
			searched.Text = text
			got = append(got, ids(query(t, hot.New(table, all), searched)))
		}
		if want == nil {
			want = got
		} else if !slices.Equal(got, want) {
			t.Errorf("beside %.60v: %q, want %q", others, got, want)
		}
	}
}

// A table of one word and its typos costs no more than another of as many words: what finds them has no list to look through.
func TestManyTypos(t *testing.T) {
	t.Parallel()
	var cells []string
	word := []rune("λμνξο")
	for r := rune(0x10000); r < 0x18000 && len(cells) < 100_000; r++ {
		if !unicode.IsLetter(r) {
			continue
		}
		for at := range word {
			cells = append(cells, string(word[:at])+string(r)+string(word[at+1:]), string(word[:at])+string(r)+string(word[at:]))
		}
	}
	table := platform.Table{Columns: []platform.Column{{Name: "name", Type: "text"}}}
	var values []string
	for part := range slices.Chunk(cells, 500) {
		values = append(values, `{"name":"`+strings.Join(part, " ")+`"}`)
	}
	s := hot.New(table, rows(t, table, values...))
	q := tables.Query{Text: "nothing", Search: []string{"name"}}
	query(t, s, q) // makes the index
	start := time.Now()
	q.Text = string(word)
	if got := query(t, s, q); got.Count != len(values) {
		t.Errorf("%d rows of %d", got.Count, len(values))
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("%d typos took %v", len(cells), took)
	}
}
