package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/lru"
	"berth/platform/mapping"
	"berth/platform/mapping/jq"
	"berth/platform/request"
)

// maxText bounds rows that are repeated as text, for clients that read no structured content, in bytes.
const maxText = 64 << 10

// answer is what a tool has found or done.
type answer struct {
	config
	key   string // of the configuration
	table platform.Table
	args  map[string]any
	rows  []platform.Row
	count int
	asked string // what was looked for, in words
	done  string // what was done to the one row, in words; "" = they were looked for
}

// answer makes the result of a tool.
func (c *common) answer(ctx context.Context, a answer) (appkit.Result, error) {
	sentence := a.sentence()
	structured, omitted, err := c.structured(ctx, a, sentence)
	if err != nil {
		return appkit.Result{}, err
	}
	text := a.words(structured, sentence, omitted)
	return appkit.Result{Content: appkit.Text(text), Structured: structured}, nil
}

// structured returns the data of the widget, and how many rows it cannot show; rows as they are where there is none.
func (c *common) structured(ctx context.Context, a answer, sentence string) (data json.RawMessage, omitted int, err error) {
	if a.Layout == "" {
		return a.plain(), 0, nil
	}
	plan, err := c.shown.plan(a, func() (plan, []platform.Problem) { return c.compile(a.Layout, a.Result, a.table) })
	if err != nil {
		return nil, 0, err
	}
	list := make([]any, len(a.rows))
	for i, r := range a.rows {
		list[i] = decoded(r)
	}
	got, err := plan.Apply(ctx, map[string]any{mapping.Rows: list, mapping.Count: a.count, mapping.Args: a.args})
	if err != nil && len(a.rows) > 0 {
		return nil, 0, err
	}
	if len(a.rows) == 0 {
		got.Data = c.nothing(a.Layout, got.Data, sentence)
	}
	return encode(got.Data), got.Omitted, nil
}

// nothing is what a layout shows where there are no rows: the sentence.
func (c *common) nothing(layout string, data map[string]any, sentence string) map[string]any {
	l, _ := c.Layout(layout)
	var shape struct {
		Required   []string `json:"required"`
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if json.Unmarshal(l.DataSchema, &shape) != nil {
		return data
	}
	if data == nil {
		data = map[string]any{}
	}
	for _, name := range shape.Required {
		if _, there := data[name]; there {
			continue
		}
		if shape.Properties[name].Type == "array" {
			data[name] = []any{}
		} else {
			data[name] = platform.Shorten(sentence, 100)
		}
	}
	if _, bears := shape.Properties["empty"]; bears {
		data["empty"] = platform.Shorten(sentence, 500)
	}
	return data
}

// plain is the answer of a tool without a widget.
func (a answer) plain() json.RawMessage {
	if a.done != "" {
		return slices.Concat([]byte(`{"row":`), rowObject(a.rows[0]), []byte(`}`))
	}
	out := []byte(`{"rows":[`)
	for i, r := range a.rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, rowObject(r)...)
	}
	return fmt.Appendf(out, `],"count":%d}`, a.count)
}

// rowObject is a row as JSON: its id, then its cells.
func rowObject(r platform.Row) []byte {
	out := append([]byte(`{"id":`), encode(r.ID)...)
	if cells := r.Values[1:]; len(cells) > 1 {
		return append(append(out, ','), cells...)
	}
	return append(out, '}')
}

// decoded is a row as package mapping takes it.
func decoded(r platform.Row) map[string]any {
	v, _ := decode(r.Values)
	row, ok := v.(map[string]any)
	if !ok {
		row = map[string]any{}
	}
	row[idArgument] = string(r.ID)
	return row
}

// sentence says in one sentence what was found or done.
func (a answer) sentence() string {
	switch {
	case a.done != "":
		return a.done + ": " + a.cells(a.rows[0]) + "."
	case len(a.rows) > 0 && len(a.rows) < a.count:
		return fmt.Sprintf("These are the first %d of %d.", len(a.rows), a.count)
	case len(a.rows) > 0:
		return ""
	case a.asked != "":
		return "Nothing found for " + a.asked + "."
	}
	return "Nothing found: there is nothing here yet."
}

// cells names the first cells of a row.
func (a answer) cells(r platform.Row) string {
	row, parts := decoded(r), []string(nil)
	for _, c := range a.table.Columns {
		if v, ok := row[c.Name]; ok && len(parts) < 6 && c.Type != platform.ColumnImage {
			parts = append(parts, titleOf(c)+" "+platform.Shorten(request.Plain(v), 80))
		}
	}
	if len(parts) == 0 {
		return "an empty row"
	}
	return strings.Join(parts, ", ")
}

// words is what the model reads: the author's text where its placeholders have values, else a sentence made from the data. What
// was not found is always said.
func (a answer) words(structured json.RawMessage, sentence string, omitted int) string {
	if a.done == "" && len(a.rows) == 0 {
		return sentence
	}
	if a.Text != "" {
		if text, problems := executor.ParseText(a.Text); len(problems) == 0 {
			data, _ := decode(structured)
			if words, ok, err := text.Fill(request.Values{Args: a.args, Data: data, Count: &a.count}); ok && err == nil {
				return words
			}
		}
	}
	switch {
	case a.done != "":
		return sentence
	case a.Layout == "" && len(structured) <= maxText:
		return strings.TrimSpace(sentence + " " + string(structured))
	case a.Layout == "":
		return fmt.Sprintf("%s Here are %s, as structured content.", platform.Count(a.count, "row")+" in all.", platform.Count(len(a.rows), "row"))
	case omitted > 0 && omitted == len(a.rows):
		return fmt.Sprintf("Found %s, which cannot be shown here.", platform.Count(a.count, "row"))
	case omitted > 0:
		sentence = strings.TrimSpace(fmt.Sprintf("%s %d more cannot be shown here.", sentence, omitted))
	}
	return strings.TrimSpace(executor.Sentence(structured) + " " + sentence)
}

// plan makes what a layout shows of rows.
type plan interface {
	Apply(ctx context.Context, answer any) (mapping.Outcome, error)
}

// fields is a plan that is a field map.
type fields struct{ *mapping.Plan }

// Apply implements plan.
func (f fields) Apply(_ context.Context, answer any) (mapping.Outcome, error) {
	return f.Plan.Apply(answer)
}

func planned(m *mapping.Plan, problems []platform.Problem) (plan, []platform.Problem) {
	if m == nil {
		return nil, problems
	}
	return fields{m}, problems
}

// compile makes the plan from rows to the data of a layout.
func (c *common) compile(layout string, result json.RawMessage, t platform.Table) (plan, []platform.Problem) {
	l, ok := c.Layout(layout)
	if !ok {
		return nil, []platform.Problem{{Message: "names no layout that there is"}}
	}
	shape, err := mapping.NewShape(l.Name, l.List, l.DataSchema)
	if err != nil {
		return nil, []platform.Problem{{Message: "names a layout that cannot show rows"}}
	}
	if result == nil {
		return planned(mapping.Default(shape, &t))
	}
	if program, isProgram, problems := jq.Parse(result); isProgram {
		if len(problems) > 0 {
			return nil, problems
		}
		p, err := program.For(l.Name, l.List, l.DataSchema)
		if err != nil {
			return nil, []platform.Problem{{Message: "names a layout that cannot show rows"}}
		}
		return p, nil
	}
	m, problems := mapping.Parse(result)
	if len(problems) > 0 {
		return nil, problems
	}
	return planned(mapping.Compile(m, shape, &t))
}

// named lists the columns that an author's map names.
func named(result json.RawMessage, t platform.Table) []string {
	return slices.DeleteFunc(froms(result), func(name string) bool {
		_, ok := column(t, name)
		return !ok
	})
}

// froms lists the first steps of the pointers in an author's map, or the words of a program.
func froms(result json.RawMessage) (names []string) {
	if len(result) == 0 {
		return nil
	}
	if names = jq.Names(result); names != nil {
		return names
	}
	v, _ := decode(result)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				if from, ok := inner.(string); ok && name == "from" {
					first, _, _ := strings.Cut(strings.TrimPrefix(from, "/"), "/")
					names = append(names, first)
				}
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(v)
	return names
}

// shown keeps the maps of the releases that are in use.
type shown struct {
	mu    sync.Mutex
	plans *lru.Map[string, compiled]
}

type compiled struct {
	columns []platform.Column // that it was made for
	plan    plan
}

// mostPlans is how many maps are kept; one takes a few kilobytes.
const mostPlans = 2000

func newShown() *shown { return &shown{plans: lru.New[string, compiled](mostPlans)} }

// plan returns the map of an answer, and makes it where there is none for the present columns.
func (s *shown) plan(a answer, compile func() (plan, []platform.Problem)) (plan, error) {
	s.mu.Lock()
	kept, ok := s.plans.Get(a.key)
	s.mu.Unlock()
	if ok && slices.EqualFunc(kept.columns, a.table.Columns, sameColumn) {
		return kept.plan, nil
	}
	made, problems := compile()
	if len(problems) > 0 {
		return nil, fmt.Errorf("show table %s: %s %s", a.table.Name, problems[0].Location, problems[0].Message)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plans.Put(a.key, compiled{a.table.Columns, made}, 1)
	return made, nil
}

func sameColumn(a, b platform.Column) bool {
	return a.Name == b.Name && a.Title == b.Title && a.Type == b.Type && a.Currency == b.Currency && slices.Equal(a.Values, b.Values)
}
