package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

// Rows, Count and Args are the names under which a table's answer holds its rows, how many fit in all, and the arguments.
const (
	Rows  = "rows"
	Count = "count"
	Args  = "args"
)

// Compile checks a map against a layout, and against the columns of the table whose rows it shows; nil = the answer is not known.
// Every problem is returned, located relative to the map; with one there is no plan. Rows are the elements of a table's answer
// unless the map says otherwise, and what their layout requires and the map does not name is taken as in Default.
func Compile(m *Map, s *Shape, t *platform.Table) (*Plan, []platform.Problem) {
	c := compiler{shape: s, table: t}
	p := &Plan{shape: s, each: m.each, where: m.where, wanted: m.take, rest: -1}
	if p.each == nil && t != nil {
		p.each = pointer{Rows}
	}
	if p.wanted == 0 {
		p.wanted = maxTake
	}
	p.take = s.bears(p.wanted)
	if t != nil && !slices.Equal(p.each, pointer{Rows}) {
		c.report("each", "must be /rows, or left out: the elements are the table's rows")
	}
	for i, w := range m.where {
		c.column(w.from, "where["+strconv.Itoa(i)+"].from")
	}
	p.item = c.bindings("item", m.item, s.entry, c.column)
	p.data = c.bindings("data", m.data, s.root, c.whole)
	if i := slices.IndexFunc(p.data, func(b binding) bool { return b.name == s.list && s.list != "" }); i >= 0 {
		c.report("data."+s.list, "is what item fills")
	}
	if t != nil && len(c.problems) == 0 {
		p.complete(s, t)
	}
	c.required(p)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	if t != nil {
		p.hidden = hidden(p, t)
	}
	p.arrange()
	return p, nil
}

// bears returns how many of n entries the layout shows.
func (s *Shape) bears(n int) int {
	if s.list == "" {
		return 1
	}
	if most := s.root.properties[s.list].MaxItems; most != nil {
		return min(n, *most)
	}
	return n
}

type compiler struct {
	shape    *Shape
	table    *platform.Table
	problems []platform.Problem
}

func (c *compiler) report(at, message string) {
	c.problems = append(c.problems, platform.Problem{Location: at, Message: message})
}

func (c *compiler) bindings(at string, members []member, of *field, check func(p pointer, at string) *platform.Column) []binding {
	all := make([]binding, 0, len(members))
	for _, m := range members {
		where, known := join(at, m.name), of.properties[m.name]
		if known == nil && of.closed() {
			c.report(where, "is not a field of the layout "+c.shape.layout+"; its fields: "+strings.Join(of.names(), ", "))
			continue
		}
		c.check(m.source, where, known, check)
		if known != nil && known.lines() && m.kind == fromLines {
			for i := range m.lines {
				if m.lines[i].label == "" {
					c.report(fmt.Sprintf("%s.lines[%d].label", where, i), "is required here")
				}
			}
		}
		all = append(all, binding{member: m, field: known})
	}
	return all
}

// check holds a source against the field that it fills.
func (c *compiler) check(s source, at string, into *field, check func(p pointer, at string) *platform.Column) {
	if into != nil && s.fallback != nil {
		if _, ok := into.fit(s.fallback); !ok {
			c.report(at+".fallback", "does not fit the field, which takes "+into.words())
		}
	}
	switch s.kind {
	case fromConstant:
		if into == nil {
			return
		}
		if _, ok := into.fit(s.constant); !ok {
			c.report(at+".const", "does not fit the field, which takes "+into.words())
		}
	case fromLines:
		for i, l := range s.lines {
			c.check(l.source, fmt.Sprintf("%s.lines[%d]", at, i), nil, check)
		}
	case fromTemplate:
		for _, p := range s.asked() {
			check(p, at+".template")
		}
		if into != nil && !into.takes("string") && s.as == "" {
			c.report(at, "makes a text, and the field takes "+into.words())
		}
	default:
		column := check(s.from, at+".from")
		if into == nil {
			return
		}
		if kind := kindOf(s.as, column, s.from); kind != "" && !into.bears(kind) {
			c.report(at, "gives "+article(kind)+", and the field takes "+into.words())
		}
	}
}

// column finds the column that a pointer into a row begins with. Without a table every pointer is right.
func (c *compiler) column(p pointer, at string) *platform.Column {
	if c.table == nil {
		return nil
	}
	if len(p) == 0 {
		c.report(at, `must name a column, such as "/`+c.firstColumn()+`"`)
		return nil
	}
	if p[0] == "id" && len(p) == 1 {
		return nil
	}
	i := slices.IndexFunc(c.table.Columns, func(col platform.Column) bool { return col.Name == p[0] })
	if i < 0 {
		c.report(at, fmt.Sprintf("names %.80q, which is no column of the table %s; its columns: %s", p[0], c.table.Name, columnNames(c.table.Columns)))
		return nil
	}
	column := c.table.Columns[i]
	if len(p) > 1 && !within(column, p[1:]) {
		c.report(at, "leads into the column "+column.Name+", which has no such part")
	}
	return &column
}

// within reports whether a cell has parts that the rest of a pointer may name.
func within(column platform.Column, rest pointer) bool {
	switch column.Type {
	case platform.ColumnPlace:
		return len(rest) == 1 && slices.Contains([]string{"lat", "lon", "label"}, rest[0])
	case platform.ColumnTags:
		_, ok := platform.Index(rest[0], 1000)
		return len(rest) == 1 && ok
	}
	return false
}

// whole checks a pointer into the whole answer.
func (c *compiler) whole(p pointer, at string) *platform.Column {
	if c.table != nil && (len(p) == 0 || !slices.Contains([]string{Rows, Count, Args}, p[0])) {
		c.report(at, "must begin with /count, /args or /rows: that is what a table answers")
	}
	return nil
}

func (c *compiler) firstColumn() string {
	if len(c.table.Columns) == 0 {
		return "id"
	}
	return c.table.Columns[0].Name
}

// required reports what the layout needs and nothing fills.
func (c *compiler) required(p *Plan) {
	filled := func(bindings []binding) func(string) bool {
		return func(name string) bool {
			return name == p.shape.list && p.shape.list != "" || slices.ContainsFunc(bindings, func(b binding) bool { return b.name == name })
		}
	}
	if p.shape.list != "" {
		if name := p.shape.entry.missing(filled(p.item)); name != "" {
			c.report("item."+name, "is required by the layout "+p.shape.layout)
		}
		if name := p.shape.root.missing(filled(p.data)); name != "" {
			c.report("data."+name, "is required by the layout "+p.shape.layout)
		}
		return
	}
	if name := p.shape.root.missing(filled(slices.Concat(p.item, p.data))); name != "" {
		c.report("item."+name, "is required by the layout "+p.shape.layout)
	}
}

// complete adds what the layout requires and the map does not name, as the default map has it.
func (p *Plan) complete(s *Shape, t *platform.Table) {
	usual, problems := Default(s, t)
	if problems != nil {
		return
	}
	add := func(to, from []binding, of *field) []binding {
		for _, b := range from {
			if required(of, b.name) && !slices.ContainsFunc(to, func(has binding) bool { return has.name == b.name }) {
				b.label = ""
				to = append(to, b)
			}
		}
		return to
	}
	if s.columnar() && !slices.ContainsFunc(p.data, func(b binding) bool { return b.name == columnsField }) {
		p.data = append(p.data, headings(p.item, t, s))
	}
	p.item, p.data = add(p.item, usual.item, s.entry), add(p.data, usual.data, s.root)
}

// hidden names the columns that a plan shows nowhere.
func hidden(p *Plan, t *platform.Table) []string {
	shown := map[string]bool{}
	for _, b := range p.item {
		if b.field == nil && !p.shape.columnar() {
			continue // kept for the model
		}
		for _, at := range b.asked() {
			if len(at) > 0 {
				shown[at[0]] = true
			}
		}
	}
	var none []string
	for _, c := range t.Columns {
		if !shown[c.Name] {
			none = append(none, c.Name)
		}
	}
	return none
}

func columnNames(columns []platform.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
