package hot_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

// bread is a table with columns of every kind of order.
var bread = platform.Table{Name: "breads", Columns: []platform.Column{
	{Name: "name", Type: "text"}, {Name: "price", Type: "money", Currency: "EUR"}, {Name: "grams", Type: "integer"}, {Name: "vegan", Type: "boolean"},
	{Name: "size", Type: "enum", Values: []string{"small", "large", "huge"}}, {Name: "tags", Type: "tags"}, {Name: "baked", Type: "date"},
	{Name: "at", Type: "datetime"}, {Name: "shop", Type: "place"}, {Name: "notes", Type: "text"}, {Name: "exact", Type: "number"},
}}

// rows makes rows of values, one a second, with ids in order.
func rows(t testing.TB, table platform.Table, values ...string) []platform.Row {
	t.Helper()
	var out []platform.Row
	for i, v := range values {
		checked, problems := tables.CheckValues(table.Columns, json.RawMessage(v))
		if len(problems) > 0 {
			t.Fatalf("%s: %v", v, problems)
		}
		at := time.Unix(int64(1_000_000+i), 0).UTC()
		out = append(out, platform.Row{ID: platform.RowID(fmt.Sprintf("%04d", i)), Values: checked, Rev: 1, CreatedAt: at, UpdatedAt: at})
	}
	return out
}

func breads(t testing.TB) []platform.Row {
	t.Helper()
	return rows(t, bread,
		`{"name":"Rye","price":3.20,"grams":1000,"vegan":true,"size":"large","tags":["Vegan","dark"],"baked":"2026-11-20","at":"2026-11-20T09:00:00+01:00","shop":{"lat":52.52,"lon":13.405,"label":"Mitte"},"notes":"100% rye_flour","exact":9007199254740993}`,
		`{"name":"äpfelbrot","price":4,"grams":500,"vegan":false,"size":"small","tags":["sweet"],"baked":"2026-11-22","at":"2026-11-20T08:00:00Z","shop":{"lat":52.50,"lon":13.45},"exact":9007199254740992}`,
		`{"name":"Baguette","price":1.5,"grams":250,"size":"small","baked":"2026-11-21","at":"2026-11-20T07:00:00Z","shop":{"lat":48.86,"lon":2.35},"notes":"Crème of the CREAM"}`,
		`{"name":"zopf","price":-0.5,"size":"huge","tags":["sweet","vegan bread"],"notes":"100 rye flour"}`,
		`{"notes":"nothing is known"}`,
		`{"name":"Rye","price":3.2,"vegan":true,"baked":"1999-12-31","at":"2026-11-20T09:00:00.0000001+01:00","exact":9007199254740992.5}`,
	)
}

// ids are those of a page, each without its leading zeros.
func ids(p tables.Page) string {
	var b strings.Builder
	for _, r := range p.Rows {
		b.WriteString(strings.TrimLeft(string(r.ID[:len(r.ID)-1]), "0") + string(r.ID[len(r.ID)-1]))
	}
	return b.String()
}

// states are ways to come to the same rows: all at once, one after the other, and after changes.
func states(t testing.TB, table platform.Table, all []platform.Row) map[string]*hot.Snapshot {
	t.Helper()
	one := hot.New(table, nil)
	for _, r := range all {
		one = one.With(table, []platform.Row{r}, nil)
	}
	changed := hot.New(table, nil)
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(all)) {
		old := all[i]
		old.Values = json.RawMessage(`{"name":"Old rye","price":99,"vegan":true}`)
		changed = changed.With(table, []platform.Row{old}, nil)
	}
	changed = changed.With(table, []platform.Row{{ID: "gone", Values: json.RawMessage(`{"name":"Rye"}`)}}, nil)
	for i := len(all) - 1; i >= 0; i-- {
		changed = changed.With(table, []platform.Row{all[i]}, nil)
	}
	return map[string]*hot.Snapshot{"at once": hot.New(table, all), "one by one": one, "changed": changed.With(table, nil, []platform.RowID{"gone", "never there"})}
}

func query(t testing.TB, s *hot.Snapshot, q tables.Query) tables.Page {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	page, err := s.Query(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if q.Cursor == "" && len(page.Rows) != min(page.Count, q.Limit) {
		t.Errorf("%d rows of %d", len(page.Rows), page.Count)
	}
	return page
}

func TestFilters(t *testing.T) {
	t.Parallel()
	for name, s := range states(t, bread, breads(t)) {
		for filter, want := range map[string]string{
			"": "012345", "name=Rye": "05", "name=rye": "", "name!=Rye": "1234", "name~RYE": "05", "name~ÄPFEL": "1", "name<c": "12", "name>=rye": "053", "name>Rye": "3", "name<=Rye": "0125",
			"price=3.2": "05", "price=3.20": "05", "price!=3.2": "1234", "price<3.2": "23", "price<=3.2": "0235", "price>3.2": "1", "price>=3.2": "015", "price>-1": "01235", "price<-0.4": "3",
			"vegan=yes": "05", "vegan=false": "1", "vegan!=true": "1234", "grams>250": "01", "grams!=500": "02345",
			"size<huge": "012", "size=small": "12", "size!=small": "0345", "size>small": "03",
			"tags~VEGAN": "0", "tags=Vegan": "0", "tags=vegan": "", "tags~vegan bread": "3", "tags~bread": "", "tags!=sweet": "0245", "tags=sweet": "13",
			"baked<2026-11-21": "05", "baked>=2026-11-21": "12", "baked=22.11.2026": "1", "at=2026-11-20T08:00:00Z": "01", "at>2026-11-20T08:00:00Z": "5", "at<2026-11-20T08:00:00Z": "2",
			"notes~%": "0", "notes~_": "0", "notes~100": "03", "notes~cream": "2", "notes~CRÈME": "2", "notes~\x00": "", "notes~": "0234", "notes~x\\y": "",
			"exact=9007199254740993": "0", "exact=9007199254740992": "1", "exact>9007199254740992": "05", "exact<9007199254740993": "15", "exact!=9007199254740993": "12345",
		} {
			var q tables.Query
			if filter != "" {
				f, fault := tables.ParseFilter(bread.Columns, filter)
				if fault != "" {
					t.Fatalf("%s: %s", filter, fault)
				}
				q.Filters = []tables.Filter{f}
			}
			if got := ids(query(t, s, q)); got != sorted(want) {
				t.Errorf("%s: %q finds %s, want %s", name, filter, got, want)
			}
		}
	}
}

func sorted(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

func TestRowsAreInTheOrderOfTheirCreation(t *testing.T) {
	t.Parallel()
	for name, s := range states(t, bread, breads(t)) {
		if got := ids(query(t, s, tables.Query{})); got != "012345" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	for name, s := range states(t, bread, breads(t)) {
		for order, want := range map[string]string{
			"price": "320514", "-price": "105234", "name": "120534", "-name": "305214", "size,-price": "120354", "-size": "301245", "vegan,name": "105234", "-at": "501234",
			"baked": "502134", "exact": "150234", "-exact": "051234", "-vegan,price,-grams": "051324",
		} {
			by, fault := tables.ParseSort(bread.Columns, order)
			if fault != "" {
				t.Fatal(fault)
			}
			whole := ids(query(t, s, tables.Query{Sort: by}))
			if whole != want {
				t.Errorf("%s: by %s it is %s, want %s", name, order, whole, want)
			}
			paged(t, s, tables.Query{Sort: by}, whole)
		}
	}
}

// paged reads the pages of every size, which together are the whole.
func paged(t *testing.T, s *hot.Snapshot, q tables.Query, whole string) {
	t.Helper()
	for size := 1; size < 4; size++ {
		q.Limit, q.Paged, q.Cursor = size, true, ""
		all := ""
		for range 10 {
			page := query(t, s, q)
			all += ids(page)
			if q.Cursor = page.Next; q.Cursor == "" {
				break
			}
		}
		if all != whole {
			t.Errorf("pages of %d of %+v are %s, the whole is %s", size, q.Sort, all, whole)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	for name, s := range states(t, bread, breads(t)) {
		for circle, want := range map[string]string{
			`{"lat":52.5,"lon":13.45,"km":10}`: "10", `{"lat":52.52,"lon":13.4,"km":1}`: "0", `{"lat":52.52,"lon":13.4,"km":2000}`: "012", `{"lat":0,"lon":-179,"km":30000}`: "012",
			`{"lat":52.52,"lon":13.405,"km":0}`: "0",
		} {
			value, _ := schema.Decode([]byte(circle))
			f, fault := tables.NewFilter(bread.Columns[8], tables.OpNear, value)
			if fault != "" {
				t.Fatal(fault)
			}
			q := tables.Query{Filters: []tables.Filter{f}}
			if got := ids(query(t, s, q)); got != want {
				t.Errorf("%s: near %s is %s, want %s", name, circle, got, want)
			}
			paged(t, s, q, want)
		}
	}
}

// Distances are those on the globe: a degree along a meridian is 111.195 km, and neither the date line nor a pole is an edge.
func TestNearIsByGreatCircle(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: "spots", Columns: []platform.Column{{Name: "at", Type: "place"}}}
	spots := rows(t, table, `{"at":{"lat":0,"lon":0}}`, `{"at":{"lat":1,"lon":0}}`, `{"at":{"lat":0,"lon":179.99}}`, `{"at":{"lat":0,"lon":-179.98}}`,
		`{"at":{"lat":89.99,"lon":0}}`, `{"at":{"lat":89.98,"lon":180}}`, `{"at":{"lat":60,"lon":1}}`, `{"at":{"lat":60,"lon":0}}`)
	for name, s := range states(t, table, spots) {
		for circle, want := range map[string]string{
			`{"lat":0,"lon":0,"km":111.19}`: "0", `{"lat":0,"lon":0,"km":111.2}`: "01", `{"lat":0,"lon":180,"km":3}`: "23", `{"lat":0,"lon":-180,"km":2}`: "2",
			`{"lat":90,"lon":77,"km":3}`: "45", `{"lat":60,"lon":0,"km":55.5}`: "7", `{"lat":60,"lon":0,"km":55.7}`: "76", // half of a degree at the equator
		} {
			value, _ := schema.Decode([]byte(circle))
			f, fault := tables.NewFilter(table.Columns[0], tables.OpNear, value)
			if fault != "" {
				t.Fatal(fault)
			}
			if got := ids(query(t, s, tables.Query{Filters: []tables.Filter{f}})); got != want {
				t.Errorf("%s: near %s is %s, want %s", name, circle, got, want)
			}
		}
	}
}

func TestOwnedRows(t *testing.T) {
	t.Parallel()
	all := breads(t)
	for i := range all {
		all[i].Owner = []string{"ann", "", "bob"}[i%3]
	}
	for name, s := range states(t, bread, all) {
		for owner, want := range map[string]string{"ann": "03", "bob": "25", "": "", "an": "", "carl": ""} {
			if got := ids(query(t, s, tables.Query{Owned: true, Owner: owner})); got != want {
				t.Errorf("%s: %q sees %s, want %s", name, owner, got, want)
			}
		}
	}
}

func TestSnapshotsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	all := breads(t)
	first := hot.New(bread, all)
	changed := all[0]
	changed.Values = json.RawMessage(`{"name":"Corn"}`)
	second := first.With(bread, []platform.Row{changed}, []platform.RowID{all[1].ID})
	third := second.With(bread, nil, []platform.RowID{all[2].ID})
	for s, want := range map[*hot.Snapshot]string{first: "012345", second: "02345", third: "0345"} {
		if got := ids(query(t, s, tables.Query{})); got != want || s.Table().Rows != len(want) {
			t.Errorf("%s of %d, want %s", got, s.Table().Rows, want)
		}
	}
	if r, ok := second.Row(all[0].ID); !ok || string(r.Values) != `{"name":"Corn"}` {
		t.Errorf("the changed row is %s", r.Values)
	}
	if r, ok := first.Row(all[0].ID); !ok || cmp.Diff(all[0], r) != "" {
		t.Errorf("the row was (-want +got):\n%s", cmp.Diff(all[0], r))
	}
	if _, ok := second.Row(all[1].ID); ok {
		t.Error("a deleted row is there")
	}
}

func TestCursorsOfOtherQueries(t *testing.T) {
	t.Parallel()
	s := hot.New(bread, breads(t))
	next := query(t, s, tables.Query{Limit: 2, Paged: true}).Next
	for _, q := range []tables.Query{
		{Cursor: "x"}, {Cursor: "e30"}, {Cursor: next + "x"}, {Cursor: next, Text: "rye", Search: []string{"name"}}, {Cursor: next, Sort: []tables.Sort{{Column: "name"}}},
		{Cursor: next, Owned: true, Owner: "ann"},
	} {
		q.Limit = 2
		if _, err := s.Query(t.Context(), q); !platform.IsCode(err, platform.CodeBadRequest) {
			t.Errorf("%+v: %v, want BAD_REQUEST", q, err)
		}
	}
}

// A cursor comes from a caller: no number in it takes seconds to be compared.
func TestCursorsWithNumbersOfExtremeSize(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: "sizes", Columns: []platform.Column{{Name: "size", Type: platform.ColumnNumber}}}
	s := hot.New(table, rows(t, table, `{"size":12345678901234567890.5}`, `{"size":12345678901234567890.25}`, `{"size":1}`))
	q := tables.Query{Limit: 1, Paged: true, Sort: []tables.Sort{{Column: "size"}}}
	own, err := base64.RawURLEncoding.DecodeString(query(t, s, q).Next)
	if err != nil || !strings.Contains(string(own), `"s":[1]`) {
		t.Fatalf("%s, %v", own, err)
	}
	for _, size := range []string{"1e999999", "1e-999999", strings.Repeat("9", 5000)} {
		q.Cursor = base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(own), `"s":[1]`, `"s":[`+size+`]`, 1)))
		if _, err := s.Query(t.Context(), q); !platform.IsCode(err, platform.CodeBadRequest) {
			t.Errorf("%.20s: %v, want BAD_REQUEST", size, err)
		}
	}
}

// How rare words are comes back from the caller too. What no page gave is refused; what one might have given orders the caller's own pages, which
// end, and nobody else's.
func TestCursorsWithStrangeRarities(t *testing.T) {
	t.Parallel()
	table := platform.Table{Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}}}
	s := hot.New(table, rows(t, table, slices.Repeat([]string{`{"name":"tea"}`, `{"name":"green tea"}`, `{"name":"green"}`, `{"name":"grean tea"}`}, 3)...))
	q := tables.Query{Text: "green tea", Search: []string{"name"}, Limit: 2, Paged: true}
	first := query(t, s, q)
	own, err := base64.RawURLEncoding.DecodeString(first.Next)
	from, to := strings.Index(string(own), `"r":[`), strings.Index(string(own), `,"c":`)
	if err != nil || from < 0 || to < from {
		t.Fatalf("%s, %v", own, err)
	}
	forged := func(r string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(string(own[:from]) + `"r":` + r + string(own[to:])))
	}
	for _, r := range []string{"[-1,1]", "[1,-1e-300]", "[1e308,1e308]", "[46,1]", "[1e999,1]", `["NaN",1]`, `"1"`, "{}", "[[1],1]",
		"[1" + strings.Repeat(",1", 32) + "]", "[1" + strings.Repeat(",1", 50_000) + "]"} {
		again := q
		again.Cursor = forged(r)
		if _, err := s.Query(t.Context(), again); !platform.IsCode(err, platform.CodeBadRequest) {
			t.Errorf("%.20s: %v, want BAD_REQUEST", r, err)
		}
	}
	for _, r := range []string{"null", "[]", "[1]", "[1,2,3]", "[0,0]", "[-0,45]", "[45,1e-300]", "[null,null]"} {
		again, seen, pages := q, map[platform.RowID]bool{}, 0
		for again.Cursor = forged(r); again.Cursor != "" && pages < 12; pages++ {
			page := query(t, s, again)
			for _, row := range page.Rows {
				if seen[row.ID] {
					t.Errorf("%s: row %s comes twice", r, row.ID)
				}
				seen[row.ID] = true
			}
			again.Cursor = page.Next
		}
		if again.Cursor != "" {
			t.Errorf("%s: the pages do not end", r)
		}
		if diff := cmp.Diff(first, query(t, s, q)); diff != "" {
			t.Errorf("%s: others' order is another (-want +got):\n%s", r, diff)
		}
	}
}

func TestQueryStopsWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	s := hot.New(bread, breads(t))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, q := range []tables.Query{{Limit: 2, Paged: true}, {Limit: 2, Paged: true, Text: "rye", Search: []string{"name"}}} {
		if page, err := s.Query(gone, q); !errors.Is(err, context.Canceled) || page.Rows != nil {
			t.Errorf("%+v: %d rows, %v, want context.Canceled", q, len(page.Rows), err)
		}
	}
}

// What must be unique in any case is found in any case.
func TestFiltersOfAddressesAreOfTheirKeys(t *testing.T) {
	t.Parallel()
	people := platform.Table{Name: "people", Columns: []platform.Column{{Name: "mail", Type: "email"}, {Name: "site", Type: "url"}, {Name: "face", Type: "image"}, {Name: "name", Type: "text"}}}
	all := rows(t, people, `{"mail":"Ann@x.de","site":"https://X.de/Ann","face":"https://X.de/a.png","name":"Ann"}`,
		`{"mail":"bob@x.de","site":"https://x.de/bob","face":"https://y.de/a.png","name":"ann"}`, `{"mail":"ÄNN@x.de","site":"https://ä.de/a"}`, `{}`)
	for name, s := range states(t, people, all) {
		for filter, want := range map[string]string{
			"mail=ann@x.de": "0", "mail=ANN@X.DE": "0", "mail!=ann@x.de": "123", "mail=BOB@x.de": "1", "mail=änn@x.de": "2", "mail=ann@x.d": "", "mail=": "",
			"site=https://x.de/Ann": "0", "site=https://x.de/ann": "", "site!=HTTPS://x.DE/bob": "023", "site=https://Ä.de/a": "2",
			"face=https://x.de/a.png": "0", "face!=https://Y.de/a.png": "023", "name=ann": "1",
		} {
			f, fault := tables.ParseFilter(people.Columns, filter)
			if fault != "" {
				t.Fatalf("%s: %s", filter, fault)
			}
			if got := ids(query(t, s, tables.Query{Filters: []tables.Filter{f}})); got != want {
				t.Errorf("%s: %q finds %q, want %q", name, filter, got, want)
			}
		}
	}
}
