package hot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

// catalogue is a table as shops have them: rows of about 400 bytes, with words as rare as those of a language are.
func catalogue(t testing.TB, n int) (platform.Table, []platform.Row) {
	table := platform.Table{Name: "products", Columns: []platform.Column{
		{Name: "name", Type: "text", Required: true}, {Name: "code", Type: "text"}, {Name: "price", Type: "money", Currency: "EUR"}, {Name: "stock", Type: "integer"},
		{Name: "vegan", Type: "boolean"}, {Name: "size", Type: "enum", Values: []string{"small", "medium", "large"}}, {Name: "tags", Type: "tags"},
		{Name: "since", Type: "date"}, {Name: "shop", Type: "place"}, {Name: "notes", Type: "text"},
	}}
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 4, 7999)
	word := func() string {
		n := zipf.Uint64()
		common := strings.Fields("the of and a with in for bread rye wheat fresh oven baked every day house")
		if n < uint64(len(common)) {
			return common[n]
		}
		var b strings.Builder
		for h := n * 2654435761; b.Len() < 4+int(n%5); h /= 20 {
			b.WriteByte("bcdfghklmnprstvwzaei"[h%20])
			b.WriteByte("aeiou"[(h/7)%5])
		}
		return b.String()
	}
	words := func(n int) string {
		var all []string
		for range n {
			all = append(all, word())
		}
		return strings.Join(all, " ")
	}
	rows := make([]platform.Row, n)
	for i := range rows {
		at := time.UnixMicro(1_700_000_000_000_000 + int64(i)*1000).UTC()
		values := fmt.Sprintf(`{"name":%q,"code":"TP %d","price":%d.%02d,"stock":%d,"vegan":%v,"size":%q,"tags":[%q,%q],"since":"20%02d-%02d-%02d","shop":{"lat":%.5f,"lon":%.5f},"notes":%q}`,
			words(3), r.IntN(9000), r.IntN(90), r.IntN(100), r.IntN(500), r.IntN(2) == 0, []string{"small", "medium", "large"}[r.IntN(3)], word(), word(),
			r.IntN(26), 1+r.IntN(12), 1+r.IntN(28), 45+r.Float64()*10, 5+r.Float64()*10, words(30))
		rows[i] = platform.Row{ID: platform.RowID(fmt.Sprintf("019a0000-0000-7000-8000-%012d", i)), Values: json.RawMessage(values), Rev: 1, CreatedAt: at, UpdatedAt: at}
	}
	if _, problems := tables.CheckValues(table.Columns, rows[0].Values); len(problems) > 0 {
		t.Fatal(problems)
	}
	return table, rows
}

func questions(t testing.TB, table platform.Table) map[string]tables.Query {
	filter := func(text string) tables.Filter {
		f, fault := tables.ParseFilter(table.Columns, text)
		if fault != "" {
			t.Fatal(fault)
		}
		return f
	}
	search := []string{"name", "tags", "notes"}
	return map[string]tables.Query{
		"filters,text,sort": {Filters: []tables.Filter{filter("price<=50"), filter("vegan=true")}, Text: "fresh rye bread", Search: search, Sort: []tables.Sort{{Column: "price"}}, Limit: 20},
		"text":              {Text: "fresh rye bread", Search: search, Limit: 20},
		"filter":            {Filters: []tables.Filter{filter("price<=50")}, Limit: 10},
		"contains":          {Filters: []tables.Filter{filter("notes~rye")}, Limit: 10},
		"sort by text":      {Sort: []tables.Sort{{Column: "name", Descending: true}}, Limit: 10},
		"near":              {Filters: []tables.Filter{{Column: "shop", Op: tables.OpNear, Near: tables.Near{Lat: 50, Lon: 10, Km: 50}}}, Limit: 10},
	}
}

func BenchmarkQuery(b *testing.B) {
	table, rows := catalogue(b, 10_000)
	s := hot.New(table, rows)
	for name, q := range questions(b, table) {
		b.Run(name, func(b *testing.B) {
			query(b, s, q)
			b.ReportAllocs()
			for b.Loop() {
				query(b, s, q)
			}
		})
	}
}

// BenchmarkCold measures the first answer, without reading the rows from a database.
func BenchmarkCold(b *testing.B) {
	table, rows := catalogue(b, 10_000)
	q := questions(b, table)["filters,text,sort"]
	for b.Loop() {
		query(b, hot.New(table, rows), q)
	}
}

// BenchmarkWrite measures a change of one row, and the next answer.
func BenchmarkWrite(b *testing.B) {
	table, rows := catalogue(b, 10_000)
	q := questions(b, table)["filters,text,sort"]
	s := hot.New(table, rows)
	query(b, s, q)
	i := 0
	for b.Loop() {
		r := rows[i%len(rows)]
		s = s.With(table, []platform.Row{r}, nil)
		query(b, s, q)
		i += 37
	}
}

func TestMemoryOfATable(t *testing.T) {
	t.Parallel()
	table, rows := catalogue(t, 4000)
	var size int
	for _, r := range rows {
		size += len(r.Values)
	}
	s := hot.New(table, rows)
	for _, q := range questions(t, table) {
		query(t, s, q)
	}
	if ratio := float64(s.Bytes()) / float64(size); ratio > 2.5 {
		t.Errorf("a hot table weighs %.2f of its JSON, want at most 2.5", ratio)
	}
}
