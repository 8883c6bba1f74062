package mapping

import (
	"slices"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/request"
)

const columnsField = "columns"

// columnar reports whether the layout shows the columns of its entries as they are: a table.
func (s *Shape) columnar() bool {
	return s.list != "" && len(s.entry.properties) == 0 && s.root.properties[columnsField] != nil
}

// table shows every column under its own name, as many as the layout bears.
func (c *chooser) table(t *platform.Table) {
	most := len(c.columns)
	if of := c.shape.root.properties[columnsField].MaxItems; of != nil {
		most = min(most, *of)
	}
	c.add("id", source{from: pointer{"id"}}, "")
	for i, column := range c.columns {
		if i >= most {
			c.hide(column)
			continue
		}
		c.take(column)
		s := source{from: pointer{column.Name}}
		if column.Type == platform.ColumnPlace || c.shape.headingType(column.Type) == "" && (column.Type == platform.ColumnTags || column.Type == platform.ColumnBoolean) {
			s.as = "text" // a cell shows nothing else
		}
		c.add(column.Name, s, "")
	}
	c.plan.data = append(c.plan.data, headings(c.plan.item, t, c.shape))
}

// headings makes the headings of a table: the columns of its entries, but not the id.
func headings(item []binding, t *platform.Table, s *Shape) binding {
	var all []any
	for _, b := range item {
		if b.name == "id" {
			continue
		}
		heading := map[string]any{"key": b.name, "label": platform.Shorten(label(platform.Column{Name: b.name}), 80)}
		if i := slices.IndexFunc(t.Columns, func(c platform.Column) bool { return b.kind == fromPointer && len(b.from) > 0 && c.Name == b.from[0] }); i >= 0 {
			heading["label"] = platform.Shorten(label(t.Columns[i]), 80)
			if kind := s.headingType(t.Columns[i].Type); kind != "" && b.as != "text" {
				heading["type"] = kind
			}
			if currency := t.Columns[i].Currency; currency != "" && b.as == "" && s.root.properties[columnsField].items.properties["currency"] != nil {
				heading["currency"] = currency
			}
		}
		all = append(all, heading)
	}
	if len(all) == 0 {
		all = []any{map[string]any{"key": "id", "label": "Id"}}
	}
	return binding{member: member{columnsField, source{kind: fromConstant, constant: all}}, field: s.root.properties[columnsField]}
}

// headingType returns how a table shows cells of a type, "" where it has no way of its own.
func (s *Shape) headingType(kind platform.ColumnType) string {
	way := ""
	switch kind {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
		way = "number"
	case platform.ColumnDate, platform.ColumnDateTime:
		way = "date"
	case platform.ColumnURL, platform.ColumnImage:
		way = "link"
	case platform.ColumnEnum, platform.ColumnTags, platform.ColumnBoolean:
		way = "badge"
	}
	if of := s.root.properties[columnsField].items.properties["type"]; of == nil || !slices.Contains(of.Enum, any(way)) {
		return ""
	}
	return way
}

// heading fills what stands above the entries.
func (c *chooser) heading(t *platform.Table) {
	add := func(name string, s source) {
		if of := c.shape.root.properties[name]; of != nil {
			c.plan.data = append(c.plan.data, binding{member: member{name, s}, field: of})
		}
	}
	if t.Title != "" {
		add("title", source{kind: fromConstant, constant: t.Title})
	}
	add("query", source{from: pointer{Args, "query"}, fallback: ""})
}

// chart draws each column of numbers as a series, over the column that names the rows: their times, where the names are some of a few or all
// the same. Amounts of money share no axis with anything else.
func (c *chooser) chart() (fault string) {
	names, times := c.naming(), c.first(platform.ColumnDateTime, platform.ColumnDate, platform.ColumnTime)
	if names != nil && names.Type == platform.ColumnEnum && times != nil {
		names = times
	}
	var series []platform.Column
	money := c.first(platform.ColumnMoney)
	for _, column := range c.columns {
		switch column.Type {
		case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
			of := c.shape.root.properties["series"].MaxItems
			if money != nil && (column.Type != money.Type || column.Currency != money.Currency) {
				break
			}
			if (of == nil || len(series) < *of) && (names == nil || column.Name != names.Name) {
				series = append(series, column)
				continue
			}
		}
		if names == nil || column.Name != names.Name {
			c.hide(column)
		}
	}
	if len(series) == 0 {
		return "draws numbers, and this table has no column of them"
	}
	c.plan.take = maxTake
	labels, values := c.shape.root.properties["labels"].items, c.shape.root.properties["series"].items.properties["values"].items
	named := c.shape.root.properties["series"].items.properties["name"]
	currency := series[0].Currency
	c.plan.whole = func(elements []any) map[string]any {
		all, axis := make([]any, len(series)), axisOf(names, elements, labels)
		if times != nil && len(axis) > 1 && len(slices.Compact(slices.Clone(axis))) == 1 {
			axis = axisOf(times, elements, labels)
		}
		for n, column := range series {
			points := make([]any, len(elements))
			for i, element := range elements {
				points[i], _ = source{from: pointer{column.Name}}.place(element, values) // null where there is none
			}
			name, _ := named.fit(label(column))
			all[n] = map[string]any{"name": name, "values": points}
		}
		data := map[string]any{"labels": axis, "series": all}
		if currency != "" {
			data["currency"] = currency
		}
		return data
	}
	return ""
}

// axisOf returns what a column says of each element, a dash where it says nothing.
func axisOf(column *platform.Column, elements []any, of *field) []any {
	all := make([]any, len(elements))
	for i, element := range elements {
		all[i] = "–"
		if column == nil {
			continue
		}
		if got, ok := cell(*column).place(element, of); ok {
			all[i] = got
		}
	}
	return all
}

// prose writes the rows as one text of Markdown, as many as it bears.
func (c *chooser) prose() {
	title := c.naming()
	if title != nil {
		c.used[title.Name] = true
	}
	var rest []line
	for _, column := range c.columns {
		switch {
		case column.Type == platform.ColumnImage:
			c.hide(column)
		case !c.used[column.Name]:
			rest = append(rest, line{label(column), c.take(column)})
		}
	}
	c.plan.take = maxTake
	of := c.shape.root.properties["text"]
	c.plan.whole = func(elements []any) map[string]any {
		var b strings.Builder
		for _, element := range elements {
			heading := "–"
			if title != nil {
				if got, ok := cell(*title).at(element); ok {
					heading = plainly(got)
				}
			}
			b.WriteString("### " + heading + "\n\n")
			for _, l := range rest {
				if got, ok := l.at(element); ok {
					b.WriteString("- **" + plainly(l.label) + ":** " + plainly(got) + "\n")
				}
			}
			b.WriteString("\n")
		}
		written, _ := of.fitText(strings.TrimSpace(b.String()))
		return map[string]any{"text": written}
	}
}

// plainly writes a value as a line of Markdown that means nothing but itself.
func plainly(v any) string {
	said, _ := text(v)
	plain := request.Plain(said)
	if at, err := time.Parse(time.RFC3339, plain); err == nil { // nobody knows here where it is read
		plain = at.UTC().Format("2006-01-02 15:04 UTC")
	}
	words := strings.Join(strings.Fields(plain), " ")
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`, "!", `\!`, "~", `\~`).Replace(words)
}
