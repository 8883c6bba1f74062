package hot_test

import (
	"testing"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/test/shop"
)

func questions(t testing.TB, table platform.Table) map[string]tables.Query {
	t.Helper()
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
	table, rows := shop.Table(), shop.Rows(10_000)
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
	table, rows := shop.Table(), shop.Rows(10_000)
	q := questions(b, table)["filters,text,sort"]
	for b.Loop() {
		query(b, hot.New(table, rows), q)
	}
}

// BenchmarkWrite measures a change of one row, and the next answer.
func BenchmarkWrite(b *testing.B) {
	table, rows := shop.Table(), shop.Rows(10_000)
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
	table, rows := shop.Table(), shop.Rows(4000)
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
