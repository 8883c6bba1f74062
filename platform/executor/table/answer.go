package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/mapping/jq"
	"berth/platform/request"
	"berth/platform/tables"
)

// answer is what a tool has found or done.
type answer struct {
	*tool
	table platform.Table
	args  map[string]any
	rows  []platform.Row
	count int
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
func (c *common) structured(ctx context.Context, a answer, sentence string) (data platform.Encoded, omitted int, err error) {
	if a.Layout == "" {
		return a.plain(), 0, nil
	}
	plan, err := c.planOf(a.tool, a.table)
	if err != nil {
		return nil, 0, err
	}
	list := make([]any, len(a.rows))
	_, asked := plan.(fields) // for some cells of each row; a program may look at all
	rows := make([]byte, 0, a.size())
	for i, r := range a.rows {
		start := len(rows)
		rows = appendRow(rows, r)
		row := platform.Encoded(rows[start:])
		if list[i] = row; !asked {
			list[i] = row.Value()
		}
	}
	got, err := plan.Apply(ctx, map[string]any{mapping.Rows: list, mapping.Count: a.count, mapping.Args: a.args})
	if err != nil && len(a.rows) > 0 {
		return nil, 0, err
	}
	if len(a.rows) == 0 {
		return c.nothing(a.Layout, got.Data, sentence), got.Omitted, nil
	}
	return got.Data, got.Omitted, nil
}

// nothing is what a layout shows where there are no rows: the sentence.
func (c *common) nothing(layout string, shown platform.Encoded, sentence string) platform.Encoded {
	data, ok := shown.Value().(map[string]any)
	if !ok {
		data = map[string]any{}
	}
	l, _ := c.Layout(layout)
	var shape struct {
		Required   []string `json:"required"`
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if json.Unmarshal(l.DataSchema, &shape) != nil {
		return shown
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
	return platform.Encoded(encode(data))
}

// plain is the answer of a tool without a widget.
func (a answer) plain() platform.Encoded {
	out := make([]byte, 0, a.size()+100)
	if a.done != "" {
		return append(appendRow(append(out, `{"row":`...), a.rows[0]), '}')
	}
	out = append(out, `{"rows":[`...)
	for i, r := range a.rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendRow(out, r)
	}
	return fmt.Appendf(out, `],"count":%d}`, a.count)
}

// size is how many bytes the rows take as JSON, at most, with what stands between them.
func (a answer) size() (bytes int) {
	for _, r := range a.rows {
		bytes += len(r.Values) + len(r.ID) + 20
	}
	return bytes
}

// appendRow appends a row as JSON: its id, then its cells.
func appendRow(out []byte, r platform.Row) []byte {
	out, _ = platform.AppendJSON(append(out, `{"id":`...), string(r.ID)) // a text always encodes
	if cells := r.Values[1:]; len(cells) > 1 {
		return append(append(out, ','), cells...)
	}
	return append(out, '}')
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
	}
	if asked := a.asked(a.args); asked != "" {
		return "Nothing found for " + asked + "."
	}
	return "Nothing found: there is nothing here yet."
}

// cells names the first cells of a row.
func (a answer) cells(r platform.Row) string {
	var parts []string
	for _, c := range a.table.Columns {
		if len(parts) == 6 || c.Type == platform.ColumnImage {
			continue
		}
		cell := platform.Cut(platform.MemberOf(r.Values, c.Name))
		if v := cell.Value(); v != nil {
			text := request.Plain(v)
			if c.Type == platform.ColumnPlace {
				text = tables.FormatCell(c, json.RawMessage(cell))
			}
			parts = append(parts, strings.TrimSpace(titleOf(c)+" "+platform.Shorten(text, 80)+" "+c.Currency))
		}
	}
	if len(parts) == 0 {
		return "an empty row"
	}
	return strings.Join(parts, ", ")
}

// words is what the model reads: the author's text where its placeholders have values, else a sentence made from the data. What
// was not found is always said.
func (a answer) words(structured platform.Encoded, sentence string, omitted int) string {
	if a.done == "" && len(a.rows) == 0 {
		return sentence
	}
	if a.tool.words != nil {
		if words, ok, err := a.tool.words.Fill(request.Values{Args: a.args, Data: structured.Value(), Count: &a.count}); ok && err == nil {
			return words
		}
	}
	switch {
	case a.done != "":
		return sentence + a.ids()
	case a.Layout == "" && len(structured) <= executor.MaxRepeated:
		return strings.TrimSpace(sentence + " " + string(structured))
	case a.Layout == "":
		return fmt.Sprintf("%s Here are %s, as structured content.", platform.Count(a.count, "row")+" in all.", platform.Count(len(a.rows), "row"))
	case omitted > 0 && omitted == len(a.rows):
		return fmt.Sprintf("Found %s, which cannot be shown here.", platform.Count(a.count, "row"))
	case omitted > 0:
		sentence = strings.TrimSpace(fmt.Sprintf("%s %d more cannot be shown here.", sentence, omitted))
	}
	return strings.TrimSpace(executor.SentenceOf(structured, "")+" "+sentence) + a.ids()
}

// ids says which rows these are, for models that read no structured content, where a tool of the app takes that.
func (a answer) ids() string {
	if !a.IDs {
		return ""
	}
	all := make([]string, len(a.rows))
	for i, r := range a.rows {
		all[i] = string(r.ID)
	}
	if len(all) == 1 {
		return " Its id is " + all[0] + "."
	}
	return " Their ids, in this order: " + strings.Join(all, ", ") + "."
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

// froms lists the columns that an author's map reads, or the words of a program.
func froms(result json.RawMessage) []string {
	if len(result) == 0 {
		return nil
	}
	if names := jq.Names(result); names != nil {
		return names
	}
	m, problems := mapping.Parse(result)
	if len(problems) > 0 {
		return nil
	}
	return m.Columns()
}
