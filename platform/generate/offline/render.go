package offline

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/words"
	"berth/platform/mapping"
)

// screen shows a sheet in a layout.
type screen struct {
	*reading
	sheet *sheet
	tool  string // that a form calls
}

// render writes the sheet as the data of a layout, as a query over its table shows them.
func (v screen) render(layout string) json.RawMessage {
	if layout == "form" {
		return v.form()
	}
	columns, rows := v.filled(layout)
	t := &platform.Table{Title: clip(v.sheet.title, 120), Columns: columns}
	data := map[string]any{}
	if p, problems := mapping.Default(v.Layouts[layout], t); len(problems) == 0 {
		if out, err := p.Apply(map[string]any{mapping.Rows: rows}); err == nil {
			data, _ = cells.Value(json.RawMessage(out.Data)).(map[string]any)
		}
	}
	if layout == "dashboard" && !v.sheet.example {
		data = cells.Figures(data, columns, rows)
	}
	if layout == "chart" {
		data["type"] = v.chartKind()
		if v.sheet.unit != "" {
			data["unit"] = clip(v.sheet.unit, 20)
		}
	}
	if len(v.sheet.actions) > 0 {
		data["actions"] = v.sheet.actions
	}
	return asJSON(data)
}

// filled returns what a layout shows. A column that no example fills says in each row what will be there; where a layout
// needs more than texts, examples count, stand in the middle of the sea, or show a pattern.
func (v screen) filled(layout string) (columns []platform.Column, rows []any) {
	columns = slices.Clone(v.sheet.columns)
	needed := map[string][]platform.ColumnType{"map": {platform.ColumnPlace}, "gallery": {platform.ColumnImage},
		"chart": {platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney}}[layout]
	missing := len(needed) > 0 && v.sheet.first(needed...) < 0
	if missing {
		columns = append(columns, platform.Column{Name: "berth_" + layout, Title: v.lang.Value, Type: needed[0]})
	}
	empty := make([]bool, len(columns))
	for i := range v.sheet.columns {
		empty[i] = v.sheet.example && !slices.ContainsFunc(v.sheet.rows, func(row []json.RawMessage) bool { return row[i] != nil })
		if empty[i] && !slices.Contains(needed, columns[i].Type) {
			columns[i].Type, columns[i].Currency = platform.ColumnText, ""
		}
	}
	for n, row := range v.sheet.rows {
		values := map[string]any{"id": strconv.Itoa(n + 1)}
		for i, c := range columns {
			switch {
			case i >= len(row) || empty[i] && slices.Contains(needed, c.Type):
				values[c.Name] = cells.Stand(c.Type, n)
			case empty[i]:
				values[c.Name] = v.filler(v.sheet.columns[i])
			case row[i] != nil:
				values[c.Name] = cells.Value(row[i])
			}
		}
		rows = append(rows, values)
	}
	return columns, rows
}

// chartKind returns how a chart is drawn: as it is asked for; shares of a whole are not below nothing.
func (v screen) chartKind() string {
	below := slices.ContainsFunc(v.sheet.rows, func(row []json.RawMessage) bool {
		return slices.ContainsFunc(row, func(cell json.RawMessage) bool { return len(cell) > 0 && cell[0] == '-' })
	})
	kinds := map[string]string{"pie": "donut", "donut": "donut", "doughnut": "donut", "area": "area", "line": "line"}
	for _, w := range v.words {
		if kind := kinds[strings.TrimSuffix(w.Root, " chart")]; kind != "" && !(below && kind == "donut") {
			return kind
		}
	}
	return "bar"
}

// form asks for the columns that people fill in.
func (v screen) form() json.RawMessage {
	fields := []any{}
	for _, c := range v.sheet.columns {
		if !tracks(c) && c.Type != platform.ColumnPlace && len(fields) < 30 {
			fields = append(fields, v.field(c))
		}
	}
	return asJSON(map[string]any{"title": clip(v.sheet.title, 120), "tool": v.tool, "fields": fields, "submitLabel": v.lang.Send, "successMessage": v.lang.Thanks})
}

// field returns the field of a form for a column.
func (v screen) field(c platform.Column) map[string]any {
	kind := cells.Field(c.Type)
	if kind == "" && c.Type == platform.ColumnText && slices.ContainsFunc(v.lang.Read(c.Title), func(w words.Word) bool {
		return slices.Contains(strings.Fields("message comment note description wish feedback remark question reason"), w.Root)
	}) {
		kind = "textarea"
	}
	f := map[string]any{"name": c.Name, "label": clip(c.Title, 200)}
	if kind != "" {
		f["type"] = kind
	}
	if c.Required {
		f["required"] = true
	}
	if c.Type == platform.ColumnInteger {
		f["integer"] = true
	}
	if kind == "select" {
		f["options"] = c.Values
	}
	return f
}
