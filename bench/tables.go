package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the database that tables are compared with

	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/test/shop"
)

// tablesReport compares questions to a table in memory with the same questions to SQLite, in one process and on one file: with
// its full text index, and by LIKE as PocketBase filters.
type tablesReport struct {
	Rows      int              `json:"rows"`
	Cold      float64          `json:"coldMillis"`   // CPU of the first answer, rows at hand
	Write     float64          `json:"writeMicros"`  // CPU of a change of one row and the next answer
	Memory    float64          `json:"memoryOfJSON"` // × the JSON of the rows
	Questions []tablesQuestion `json:"questions"`
	Targets   []target         `json:"targets"`
}

type tablesQuestion struct {
	Name  string  `json:"name"`
	Berth float64 `json:"berthMicros"` // CPU of one answer
	FTS5  float64 `json:"fts5Micros"`
	Like  float64 `json:"likeMicros"`
}

// tableQuestion is one question in three languages; the SQL has one row for each that fits.
type tableQuestion struct {
	name       string
	ask        tables.Query
	fts5, like string
}

func tableQuestions() ([]tableQuestion, error) {
	var filters []tables.Filter
	for _, text := range []string{"price<=50", "vegan=true"} {
		f, fault := tables.ParseFilter(shop.Table().Columns, text)
		if fault != "" {
			return nil, fmt.Errorf("filter %s %s", text, fault)
		}
		filters = append(filters, f)
	}
	search, price := []string{"name", "tags", "notes"}, []tables.Sort{{Column: "price"}}
	var contains []string
	for word := range strings.FieldsSeq("fresh rye bread") {
		contains = append(contains, fmt.Sprintf("name LIKE '%%%[1]s%%' OR tags LIKE '%%%[1]s%%' OR notes LIKE '%%%[1]s%%'", word))
	}
	like := "(" + strings.Join(contains, " OR ") + ")"
	const match = "JOIN words ON words.rowid = items.rowid WHERE words MATCH 'fresh OR rye OR bread'"
	return []tableQuestion{
		{"two filters, full text, a sort", tables.Query{Filters: filters, Text: "fresh rye bread", Search: search, Sort: price, Limit: 10},
			match + " AND price <= 50 AND vegan ORDER BY price", "WHERE price <= 50 AND vegan AND " + like + " ORDER BY price"},
		{"full text", tables.Query{Text: "fresh rye bread", Search: search, Limit: 10}, match + " ORDER BY bm25(words, 3, 2, 1)", "WHERE " + like + " ORDER BY items.rowid"},
		{"one filter", tables.Query{Filters: filters[:1], Limit: 10}, "WHERE price <= 50 ORDER BY items.rowid", "WHERE price <= 50 ORDER BY items.rowid"},
	}, nil
}

func (b *bench) tables(ctx context.Context) (*tablesReport, error) {
	const n = 10_000
	table, rows := shop.Table(), shop.Rows(n)
	questions, err := tableQuestions()
	if err != nil {
		return nil, err
	}
	r := &tablesReport{Rows: n}
	size := 0
	for _, row := range rows {
		size += len(row.Values)
	}
	state := hot.New(table, rows)
	if r.Cold, err = b.cost(20, func() error { _, err := hot.New(table, rows).Query(ctx, questions[0].ask); return err }); err != nil {
		return nil, err
	}
	r.Cold /= 1000
	db, err := b.shopInSQLite(ctx, n)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	for _, q := range questions {
		got := tablesQuestion{Name: q.name}
		if got.Berth, err = b.cost(2000, func() error { _, err := state.Query(ctx, q.ask); return err }); err != nil {
			return nil, err
		}
		if got.FTS5, err = b.cost(100, func() error { return page(ctx, db, q.fts5) }); err != nil {
			return nil, err
		}
		if got.Like, err = b.cost(100, func() error { return page(ctx, db, q.like) }); err != nil {
			return nil, err
		}
		r.Questions = append(r.Questions, got)
	}
	r.Memory = float64(state.Bytes()) / float64(size)
	i := 0
	r.Write, err = b.cost(200, func() error {
		i += 37
		state = state.With(table, rows[i%n:i%n+1], nil)
		_, err := state.Query(ctx, questions[0].ask)
		return err
	})
	r.Targets = []target{atMost(r.Questions[0].Name+", CPU µs", r.Questions[0].Berth, 300), atMost("first answer with the rows at hand, CPU ms", r.Cold, 150),
		atMost("memory, accounted, × the JSON of the rows", r.Memory, 2.5)}
	return r, err
}

// cost returns the CPU time of one call in microseconds: the median of the rounds.
func (b *bench) cost(calls int, call func() error) (float64, error) {
	var all []float64
	for round := range b.rounds + 1 {
		before, err := cpuOf("self")
		if err != nil {
			return 0, err
		}
		for range calls {
			if err := call(); err != nil {
				return 0, err
			}
		}
		after, err := cpuOf("self")
		if err != nil {
			return 0, err
		}
		if round > 0 { // the first warms up
			all = append(all, micros(after-before)/float64(calls))
		}
	}
	return median(all), nil
}

// shopInSQLite writes the rows to a file, with indices on what is filtered and a full text index.
func (b *bench) shopInSQLite(ctx context.Context, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", filepath.Join(b.dir, "shop.db"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		"PRAGMA journal_mode = WAL", "PRAGMA cache_size = -65536", "CREATE TABLE items (data text, name text, tags text, notes text, price real, vegan integer)",
		"CREATE INDEX items_price ON items (price)", "CREATE VIRTUAL TABLE words USING fts5(name, tags, notes, tokenize = 'porter unicode61 remove_diacritics 2')", "BEGIN",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}
	for i, row := range shop.Rows(n) {
		var v struct {
			Name, Notes string
			Tags        []string
			Price       float64
			Vegan       bool
		}
		if err := json.Unmarshal(row.Values, &v); err != nil {
			return nil, err
		}
		tags := strings.Join(v.Tags, " ")
		const insert = "INSERT INTO items (rowid, data, name, tags, notes, price, vegan) VALUES (?, ?, ?, ?, ?, ?, ?)"
		if _, err := db.ExecContext(ctx, insert, i+1, string(row.Values), v.Name, tags, v.Notes, v.Price, v.Vegan); err != nil {
			return nil, err
		}
		if _, err := db.ExecContext(ctx, "INSERT INTO words (rowid, name, tags, notes) VALUES (?, ?, ?, ?)", i+1, v.Name, tags, v.Notes); err != nil {
			return nil, err
		}
	}
	_, err = db.ExecContext(ctx, "COMMIT")
	return db, err
}

// page reads the first ten rows and counts them all, as an answer says both.
func page(ctx context.Context, db *sql.DB, where string) error {
	var count int
	from, _, _ := strings.Cut(where, " ORDER BY ")
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM items "+from).Scan(&count); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	rows, err := db.QueryContext(ctx, "SELECT data FROM items "+where+" LIMIT 10")
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var data string
		if err := rows.Scan(&data); err != nil {
			return err
		}
		n++
	}
	if n != min(count, 10) || n == 0 {
		return fmt.Errorf("%s: %d rows of %d", where, n, count)
	}
	return rows.Err()
}

func (b *bench) printTables(r *tablesReport) {
	b.printf("\nA table of %d rows in memory: a change and the next answer %.0f µs\n", r.Rows, r.Write)
	b.printf("CPU of one answer of ten rows with the count of all, µs\n")
	var lines [][]any
	for _, q := range r.Questions {
		lines = append(lines, []any{q.Name, q.Berth, q.FTS5, q.Like, q.FTS5 / q.Berth, q.Like / q.Berth})
	}
	b.table("question|berth|SQLite FTS5|SQLite LIKE|× FTS5|× LIKE", lines)
	b.printTargets(r.Targets)
}
