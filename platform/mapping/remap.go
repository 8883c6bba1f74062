package mapping

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berth/platform"
)

// Remap returns the data of one layout as another layout shows them: each field goes into the field of its name, else into one
// that takes its type, else into a labelled line. It also returns how many entries the other layout cannot show. fault says why it can
// show none of them; "" = it can.
func Remap(from, to *Shape, raw json.RawMessage) (out json.RawMessage, omitted int, fault string) {
	var data map[string]any
	if decodeStrictly(raw, &data) != nil {
		return nil, 0, "These data are no object."
	}
	old := entriesOf(from, data)
	if old.fault != "" {
		return nil, 0, old.fault
	}
	if to.columnar() {
		old.withoutPictures()
	}
	c := newChooser(to, old.columns)
	c.byName = true
	plan, problems := c.choose(&platform.Table{Columns: old.columns})
	if len(problems) > 0 {
		return nil, 0, problems[0].Message
	}
	plan.keep(old.unseen)
	for i, row := range old.rows {
		if row, ok := row.(map[string]any); ok && row["id"] == nil && required(to.entry, "id") {
			row["id"] = strconv.Itoa(i + 1)
		}
	}
	got, err := plan.apply(map[string]any{Rows: old.rows})
	if err != nil {
		return nil, 0, platform.AsError(err).Msg
	}
	if len(old.rows) > 0 && got.omitted >= len(old.rows) {
		return nil, 0, "None of the entries has what the layout " + to.layout + " needs."
	}
	one := from.one()
	for name, value := range data { // what stands above and below the entries
		of := to.root.properties[name]
		if of == nil || name == from.list || name == to.list || name == columnsField || one && to.list != "" && name != "actions" {
			continue
		}
		if got.data[name] != nil && to.one() { // the entry says it
			continue
		}
		if fitting, ok := of.fit(value); ok {
			got.data[name] = fitting
		}
	}
	below, _ := data["subtitle"].(string)
	if written, ok := got.data["text"].(string); ok && !one && below != "" && !to.has("subtitle") {
		got.data["text"], _ = to.root.properties["text"].fitText(plainly(below) + "\n\n" + written)
	}
	return encoded(got.data), got.omitted, ""
}

// one reports whether a layout shows one entry, whose fields are those of its data.
func (s *Shape) one() bool {
	return s.list == "" && !s.has("series", "labels") && !s.has("text")
}

// keep hands fields on that nobody sees, where the layout's entries may have more than it knows.
func (p *Plan) keep(names []string) {
	if p.shape.entry.closed() || p.whole != nil {
		return
	}
	for _, name := range names {
		if !slices.ContainsFunc(p.item, func(b binding) bool { return b.name == name }) {
			p.item = append(p.item, binding{member: member{name, source{from: pointer{name}}}, field: p.shape.entry.properties[name]})
		}
	}
	p.arrange()
}

// entries are the entries of a layout's data, read as rows.
type entries struct {
	columns []platform.Column
	rows    []any
	unseen  []string // fields that the layout does not show
	fault   string
}

// entriesOf reads what a layout shows as the rows of a table, whose columns are the fields that any entry has.
func entriesOf(s *Shape, data map[string]any) (e entries) {
	headings := map[string]map[string]any{}
	switch {
	case s.has("series", "labels"):
		e.chart(data)
		return e
	case s.layout == "form":
		e.fault = "A form asks for something and has no entries that another layout could show."
		return e
	case s.list == "" && s.has("text"):
		e.fault = "A text has no entries that another layout could show."
		return e
	case s.list == "":
		e.add(s, headings, data)
		return e
	}
	if s.columnar() {
		for _, c := range objects(data[columnsField]) {
			if key, ok := c["key"].(string); ok {
				headings[key] = c
			}
		}
	}
	for _, o := range objects(data[s.list]) {
		e.add(s, headings, o)
	}
	if s.columnar() { // in the order in which they stand
		place := map[string]int{}
		list, _ := data[columnsField].([]any)
		for i, c := range list {
			switch c := c.(type) {
			case string:
				place[c] = i + 1
			case map[string]any:
				if key, ok := c["key"].(string); ok {
					place[key] = i + 1
				}
			}
		}
		e.columns = slices.DeleteFunc(e.columns, func(c platform.Column) bool {
			if place[c.Name] == 0 {
				e.unseen = append(e.unseen, c.Name)
			}
			return place[c.Name] == 0
		})
		slices.SortStableFunc(e.columns, func(a, b platform.Column) int { return place[a.Name] - place[b.Name] })
	}
	return e
}

// objects returns the objects of a list.
func objects(v any) (all []map[string]any) {
	list, _ := v.([]any)
	for _, item := range list {
		if o, ok := item.(map[string]any); ok {
			all = append(all, o)
		}
	}
	return all
}

// chart reads each label as a row, with a column for every series.
func (e *entries) chart(data map[string]any) {
	labels, _ := data["labels"].([]any)
	e.columns = []platform.Column{{Name: "name", Type: platform.ColumnText}}
	all := objects(data["series"])
	for _, s := range all {
		values, _ := s["values"].([]any)
		for len(labels) < len(values) {
			labels = append(labels, "–")
		}
	}
	currency, _ := data["currency"].(string)
	for i, s := range all {
		title, _ := s["name"].(string)
		c := platform.Column{Name: "series" + string(rune('1'+i)), Title: title, Type: platform.ColumnNumber}
		if title == "" {
			c.Title = "Value"
		}
		if currency != "" {
			c.Type, c.Currency = platform.ColumnMoney, currency
		}
		e.columns = append(e.columns, c)
	}
	for i, label := range labels {
		row := map[string]any{"name": label}
		for n, s := range all {
			if values, _ := s["values"].([]any); i < len(values) && values[i] != nil {
				row[e.columns[n+1].Name] = values[i]
			}
		}
		e.rows = append(e.rows, row)
	}
}

// add reads an entry: its name first, then its other fields, then its lines.
func (e *entries) add(s *Shape, headings map[string]map[string]any, o map[string]any) {
	row := map[string]any{}
	currency, _ := o["currency"].(string)
	names := slices.Sorted(maps.Keys(o))
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	for _, name := range names {
		value, known := o[name], s.columnar() || s.entry.properties[name] != nil
		row[name] = value
		kind, shown := columnType(name, value)
		switch {
		case name == "id":
		case s.list == "" && (name == "actions" || name == "sections"):
			delete(row, name)
		case name == "imageAlt" || name == "currency":
		case known && s.entry.properties[name] != nil && s.entry.properties[name].lines():
			delete(row, name)
			e.lines(row, objects(value))
		case !known || !shown:
			if !slices.Contains(e.unseen, name) {
				e.unseen = append(e.unseen, name)
			}
		default:
			c := platform.Column{Name: name, Type: kind}
			if name == "price" || name == "value" || kind == platform.ColumnNumber && s.columnar() {
				c.Currency = currency
			}
			if of := headings[name]; of != nil {
				c.Title, _ = of["label"].(string)
				if own, ok := of["currency"].(string); ok {
					c.Currency = own
				}
			}
			if c.Type == platform.ColumnNumber && c.Currency != "" {
				c.Type = platform.ColumnMoney
			}
			e.column(c)
		}
	}
	if row["image"] != nil && row["imageAlt"] != nil && !slices.Contains(e.unseen, "imageAlt") {
		e.unseen = append(e.unseen, "imageAlt")
	}
	delete(row, "currency")
	e.rows = append(e.rows, row)
}

// rank puts what names an entry before what says more about it.
func rank(field string) int {
	order := []string{"title", "name", "label", "subtitle", "description", "text"}
	if at := slices.Index(order, field); at >= 0 {
		return at
	}
	return len(order)
}

// withoutPictures keeps columns of pictures that are no addresses out of sight: nobody reads those.
func (e *entries) withoutPictures() {
	e.columns = slices.DeleteFunc(e.columns, func(c platform.Column) bool {
		drawn := c.Type == platform.ColumnImage && slices.ContainsFunc(e.rows, func(row any) bool {
			o, _ := row.(map[string]any)
			s, _ := o[c.Name].(string)
			return strings.HasPrefix(s, "data:")
		})
		if drawn && !slices.Contains(e.unseen, c.Name) {
			e.unseen = append(e.unseen, c.Name)
		}
		return drawn
	})
}

// lines reads labelled lines as columns of that title.
func (e *entries) lines(row map[string]any, lines []map[string]any) {
	for _, l := range lines {
		title, _ := l["label"].(string)
		kind, shown := columnType("", l["value"])
		name := strings.ToLower(strings.Join(strings.FieldsFunc(title, func(r rune) bool { return r == ' ' || r == '_' }), "_"))
		if !shown || name == "" {
			continue
		}
		if _, taken := row[name]; taken || name == "id" {
			name += "_"
		}
		row[name] = l["value"]
		c := platform.Column{Name: name, Title: title, Type: kind}
		if c.Currency, _ = l["currency"].(string); c.Currency != "" && kind == platform.ColumnNumber {
			c.Type = platform.ColumnMoney
		}
		e.column(c)
	}
}

// column notes a column that an entry has. What is a number here and a text there is a text; amounts in two currencies are numbers.
func (e *entries) column(c platform.Column) {
	at := slices.IndexFunc(e.columns, func(own platform.Column) bool { return own.Name == c.Name })
	if at < 0 {
		e.columns = append(e.columns, c)
		return
	}
	own := &e.columns[at]
	amounts := []platform.ColumnType{platform.ColumnNumber, platform.ColumnMoney}
	switch {
	case own.Type == c.Type && own.Currency == c.Currency:
	case slices.Contains(amounts, own.Type) && slices.Contains(amounts, c.Type):
		own.Type, own.Currency = platform.ColumnNumber, ""
	default:
		own.Type, own.Currency = platform.ColumnText, ""
	}
}

// columnType returns what a field of that name holds; shown is false for what no cell can hold.
func columnType(name string, value any) (kind platform.ColumnType, shown bool) {
	switch v := value.(type) {
	case bool:
		return platform.ColumnBoolean, true
	case []any:
		return platform.ColumnTags, !slices.ContainsFunc(v, func(item any) bool { _, text := item.(string); return !text })
	case map[string]any:
		_, place := placeText(v)
		return platform.ColumnPlace, place && v["lat"] != nil && v["lon"] != nil
	case string:
		switch _, err := time.Parse(time.DateOnly, v); {
		case v == "":
			return "", false
		case name == "image":
			return platform.ColumnImage, true
		case err == nil:
			return platform.ColumnDate, true
		case strings.HasPrefix(v, "https://") && !strings.ContainsAny(v, " \n"):
			return platform.ColumnURL, true
		}
		return platform.ColumnText, true
	case nil:
		return "", false
	}
	_, is := number(value)
	return platform.ColumnNumber, is
}
