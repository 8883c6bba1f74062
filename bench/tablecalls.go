package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/test/shop"
)

// tableCallsReport is what tools that ask and fill tables cost over HTTP, on a published app.
type tableCallsReport struct {
	Rows    int             `json:"rows"`
	Calls   []row           `json:"calls"`  // questions; floor and berth
	Writes  map[string]cell `json:"writes"` // insert, update: calls of an insert and of the todo app's update_task
	Foreign float64         `json:"foreignCores"`
	Cold    quantiles       `json:"coldMillis"`    // the first call after a start, with its app and its table
	ColdCPU float64         `json:"coldCpuMillis"` // of the server, median
	Memory  float64         `json:"heapOfJSON"`    // growth of the live heap by all questions, × the JSON of the rows
	Targets []target        `json:"targets"`
}

// pageSize is how many rows a call asks for.
const pageSize = 10

// Two questions to the table products, with and without a widget.
var productTools = []struct {
	name, layout string
	hard         bool // two filters, full text and a sort; else one filter
	times        float64
}{
	{"find_products", "", true, 25}, {"show_products", "cards", true, 25}, {"find_bargains", "", false, 6}, {"show_bargains", "cards", false, 6},
}

func productCall(name string, hard bool) ask {
	arguments := fmt.Sprintf(`"max_price":50,"limit":%d`, pageSize)
	if hard {
		arguments += `,"vegan":true,"query":"fresh rye bread"`
	}
	return ask{method: "tools/call", name: name, params: fmt.Sprintf(`"name":%q,"arguments":{%s}`, name, arguments)}
}

// queryTool is a tool of a draft that shows rows of the table products.
func queryTool(name, layout string, hard bool) map[string]any {
	filters := []any{map[string]any{"argument": "max_price", "column": "price", "op": "lte"}}
	handler := map[string]any{"kind": "query", "table": "products", "filters": filters}
	if hard {
		handler["filters"] = append(filters, map[string]any{"argument": "vegan", "column": "vegan", "op": "eq"})
		handler["search"], handler["sort"] = []string{"name", "tags", "notes"}, []string{"price"}
	}
	tool := map[string]any{"name": name, "description": "Find products of the shop, with prices. Use it when somebody asks what there is.", "handler": handler, "layoutTemplate": nil}
	if layout != "" {
		tool["layoutTemplate"] = layout
	}
	return tool
}

// publishTable makes and publishes an app with one table. Its fields are those of a draft.
func (s *berth) publishTable(ctx context.Context, t platform.Table, values []json.RawMessage, fields map[string]any) (published, error) {
	var app published
	fields["tables"] = []any{map[string]any{"name": t.Name, "columns": t.Columns}}
	if err := s.rest(ctx, http.MethodPost, "/apps", fields, &app); err != nil {
		return app, err
	}
	if err := s.replaceRows(ctx, app, t.Name, values); err != nil {
		return app, err
	}
	return app, s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, &app)
}

// replaceRows makes those the rows of a table.
func (s *berth) replaceRows(ctx context.Context, app published, table string, values []json.RawMessage) error {
	return s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/tables/"+table+"/import?mode=replace", values, nil)
}

func valuesOf(rows []platform.Row) (values []json.RawMessage, size int) {
	for _, r := range rows {
		values, size = append(values, r.Values), size+len(r.Values)
	}
	return values, size
}

// tableCalls measures calls of tools of the kinds query and insert on the real server.
func (b *bench) tableCalls(ctx context.Context) (*tableCallsReport, error) {
	dir, err := b.temp("table-calls")
	if err != nil {
		return nil, err
	}
	rows := shop.Rows(10_000)
	values, size := valuesOf(rows)
	r := &tableCallsReport{Rows: len(rows)}
	var scenarios []scenario
	err = b.on(ctx, dir, func(s *berth) error {
		var tools []any
		for _, t := range productTools {
			tools = append(tools, queryTool(t.name, t.layout, t.hard))
		}
		if _, err := s.publishTable(ctx, shop.Table(), values, map[string]any{"name": "Products", "mcpSlug": "products", "tools": tools}); err != nil {
			return err
		}
		if scenarios, err = b.questions(ctx, s, rows); err != nil {
			return err
		}
		if err := b.askTables(ctx, s, scenarios, r); err != nil {
			return err
		}
		return errors.Join(b.writes(ctx, s, r), s.loggedAll(ctx))
	})
	if err != nil {
		return nil, err
	}
	if err := b.coldTable(ctx, dir, scenarios, r); err != nil {
		return nil, err
	}
	err = b.on(ctx, dir, func(s *berth) (err error) {
		r.Memory, err = s.growth(ctx, scenarios)
		r.Memory /= float64(size)
		return err
	})
	r.judge()
	return r, err
}

// questions asks each question once. The answers must be those that the rows themselves give; all later ones must be the same.
func (b *bench) questions(ctx context.Context, s *berth, rows []platform.Row) (scenarios []scenario, err error) {
	asked, err := tableQuestions()
	if err != nil {
		return nil, err
	}
	state := hot.New(shop.Table(), rows)
	for _, t := range productTools {
		ask := asked[len(asked)-1].ask
		if t.hard {
			ask = asked[0].ask
		}
		page, err := state.Query(ctx, ask)
		if err != nil {
			return nil, err
		}
		sc := scenario{Name: t.name, Era: modern, slug: "products", ask: productCall(t.name, t.hard)}
		var got json.RawMessage
		if sc.want, got, err = sc.ask.once(ctx, s.mcpURL(sc.slug), sc.Era); err != nil {
			return nil, err
		}
		if err := agrees(got, page, t.layout != ""); err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		scenarios = append(scenarios, sc)
	}
	return scenarios, nil
}

// agrees compares the result of a call with the rows that there should be: whole and with their count, or, in a widget, by their names.
func agrees(result json.RawMessage, want tables.Page, widget bool) error {
	var got struct {
		Structured struct {
			Rows  []map[string]any
			Count int
			Items []struct{ Title string }
		} `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &got); err != nil {
		return err
	}
	shown := len(got.Structured.Rows)
	if widget {
		shown = len(got.Structured.Items)
	}
	if shown != pageSize || len(want.Rows) != pageSize || !widget && got.Structured.Count != want.Count {
		return fmt.Errorf("%d rows of %d, not %d of %d: %.300s", shown, got.Structured.Count, len(want.Rows), want.Count, result)
	}
	for i, r := range want.Rows {
		var row map[string]any
		if err := json.Unmarshal(r.Values, &row); err != nil {
			return err
		}
		if widget {
			if title := got.Structured.Items[i].Title; title != row["name"] {
				return fmt.Errorf("item %d is %q, not %q", i, title, row["name"])
			}
			continue
		}
		delete(got.Structured.Rows[i], "id") // the server's own
		if !reflect.DeepEqual(got.Structured.Rows[i], row) {
			return fmt.Errorf("row %d is %v, not %v", i, got.Structured.Rows[i], row)
		}
	}
	return nil
}

// askTables compares questions with the floor.
func (b *bench) askTables(ctx context.Context, s *berth, scenarios []scenario, r *tableCallsReport) (err error) {
	floor, err := b.serve(ctx, "serve-floor")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, floor.stop()) }()
	servers := []contender{{"berth", s.process}, {"floor", floor}}
	for i, sc := range scenarios {
		got, err := b.measure(ctx, servers, sc)
		if err == nil && b.profiles != "" {
			err = b.profileOf(ctx, s, sc.Name, aim(servers[0], sc))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sc.Name, err)
		}
		got.Target = productTools[i].times * got.Cells["floor"].CPU
		r.Calls = append(r.Calls, got)
	}
	return nil
}

// coldTable measures the first call after a start, of the whole question.
func (b *bench) coldTable(ctx context.Context, dir string, scenarios []scenario, r *tableCallsReport) error {
	var all []time.Duration
	var cpu []float64
	for range b.firstStarts {
		err := b.on(ctx, dir, func(s *berth) error {
			if err := s.settle(ctx); err != nil {
				return err
			}
			sc := scenarios[0]
			w, err := dial(ctx, s.addr, sc.ask.shot(s.addr, path(sc.slug), sc.Era, answers(sc.want)))
			if err != nil {
				return err
			}
			defer func() { _ = w.conn.Close() }() // nothing is left to read
			before, err1 := s.cpu()
			err = w.once(ctx, firstID)
			after, err2 := s.cpu()
			all, cpu = append(all, w.latencies...), append(cpu, millis(after-before))
			return errors.Join(err, err1, err2)
		})
		if err != nil {
			return err
		}
	}
	r.Cold, r.ColdCPU = quantilesOf(all), median(cpu)
	return nil
}

// growth returns by how many bytes the live heap grows as the questions are asked for the first time.
func (s *berth) growth(ctx context.Context, scenarios []scenario) (float64, error) {
	if err := s.settle(ctx); err != nil {
		return 0, err
	}
	before, err := s.heap(ctx)
	if err != nil {
		return 0, err
	}
	for _, sc := range scenarios {
		if _, _, err := sc.ask.once(ctx, s.mcpURL(sc.slug), sc.Era); err != nil {
			return 0, err
		}
	}
	after, err := s.heap(ctx)
	return after - before, err
}

// judge holds the figures against the targets of a table.
func (r *tableCallsReport) judge() {
	for _, c := range r.Calls {
		floor := c.Cells["floor"].CPU
		r.Targets = append(r.Targets, atMost(c.Name+", CPU × floor", c.Cells["berth"].CPU/floor, c.Target/floor))
	}
	insert, update := r.Writes["insert"], r.Writes["update"]
	r.Targets = append(r.Targets, atLeast("insert, requests per second × update of a task", insert.Rate/update.Rate, .6),
		atLeast("update of a task, CPU × insert", update.CPU/insert.CPU, .6),
		atMost("first answer of a cold table, ms, the slowest", r.Cold.Max, 150), atMost("memory of a hot table, × its JSON", r.Memory, 2.5))
}

func (b *bench) printTableCalls(r *tableCallsReport) {
	b.printf("\nTools over a table of %d rows, %s; CPU µs\n", r.Rows, platform.Count(pageSize, "row")+" a page")
	var lines [][]any
	for _, c := range r.Calls {
		floor, ours := c.Cells["floor"], c.Cells["berth"]
		lines = append(lines, []any{c.Name, c.Bytes, floor.CPU, ours.CPU, ours.CPU / floor.CPU, ours.Rate, ours.P50, ours.P99, c.Foreign})
	}
	b.table("|bytes|floor|berth|× floor|per second|p50 ms|p99 ms|foreign cores", lines)
	lines = nil
	for _, name := range []string{"insert", "update"} {
		c := r.Writes[name]
		lines = append(lines, []any{name, c.CPU, c.Rate, c.P50, c.P99, r.Foreign})
	}
	b.printf("\nWrites through MCP: an insert, and the update of a todo task\n")
	b.table("|CPU µs|per second|p50 ms|p99 ms|foreign cores", lines)
	b.printf("\nFirst call after a start, ms: p50 %.1f, max %.1f of %d, CPU %.0f\n\n", r.Cold.P50, r.Cold.Max, b.firstStarts, r.ColdCPU)
	b.printTargets(r.Targets)
}
