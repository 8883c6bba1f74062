package mapping

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
)

// Default makes the map that shows rows of a table by the names and types of its columns: title, picture, price, place and date
// where the layout has them, every other column as a labelled line. It fails, with problems that have no location, for a layout
// that cannot show rows of that table. Columns for which there is no place at all are those of Plan.Hidden. Where a value does
// not fit its field it becomes a line; a row that lacks what the layout needs is left out and counted.
func Default(s *Shape, t *platform.Table) (*Plan, []platform.Problem) {
	return newChooser(s, t.Columns).choose(t)
}

func newChooser(s *Shape, columns []platform.Column) *chooser {
	return &chooser{shape: s, columns: columns, used: map[string]bool{},
		plan: &Plan{shape: s, each: pointer{Rows}, wanted: maxTake, take: s.bears(maxTake), rest: -1, lenient: true}}
}

// choose makes the map that shows rows of a table.
func (c *chooser) choose(t *platform.Table) (*Plan, []platform.Problem) {
	s, fault := c.shape, ""
	switch {
	case s.layout == "form":
		fault = "asks for something and shows no rows"
	case s.has("series", "labels"):
		fault = c.chart()
	case s.columnar():
		c.table(t)
	case s.list == "" && s.has("text"):
		c.prose()
	default:
		fault = c.entries()
	}
	if fault != "" {
		return nil, []platform.Problem{{Message: "The layout " + s.layout + " " + fault + "."}}
	}
	if s.list != "" || c.plan.whole != nil {
		c.heading(t)
	}
	c.plan.arrange()
	return c.plan, nil
}

// has reports whether the layout itself has those fields.
func (s *Shape) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return s.root.properties[name] == nil })
}

// chooser gives each column its field.
type chooser struct {
	byName  bool // a column whose name is that of a field goes there first
	shape   *Shape
	columns []platform.Column
	used    map[string]bool
	plan    *Plan
}

// entries fills the fields of an entry.
func (c *chooser) entries() (fault string) {
	of := c.shape.entry
	if of.properties["id"] != nil || !of.closed() {
		c.add("id", source{from: pointer{"id"}}, "")
	}
	if c.byName {
		c.same()
	}
	if of.properties["latitude"] != nil {
		if fault := c.position(); fault != "" {
			return fault
		}
	}
	c.fillAs("image", platform.ColumnImage)
	if required(of, "image") && !c.has("image") {
		return "needs pictures, and no column of this table is of the type image"
	}
	c.title()
	c.amounts()
	c.fillNamed("subtitle", []string{"subtitle", "tagline", "brand", "role"}, platform.ColumnText)
	c.fillAs("date", platform.ColumnDate, platform.ColumnDateTime)
	c.fillAs("time", platform.ColumnDate, platform.ColumnDateTime)
	c.status()
	c.fillAs("badge", platform.ColumnEnum)
	c.fillAs("tags", platform.ColumnTags)
	c.fillAs("url", platform.ColumnURL)
	if of.properties["role"] != nil { // who speaks
		c.add("role", source{kind: fromConstant, constant: "assistant"}, "")
	}
	c.others()
	return ""
}

// same fills each field with the column of its name, but for the text that takes what has no place of its own.
func (c *chooser) same() {
	for _, column := range c.columns {
		of := c.shape.entry.properties[column.Name]
		if of == nil || of.lines() || slices.Contains([]string{"description", "text"}, column.Name) || !of.bears(kindOf("", &column, pointer{column.Name})) {
			continue
		}
		if slices.Contains([]string{"price", "value"}, column.Name) {
			c.amount(column.Name, column)
			continue
		}
		c.add(column.Name, c.take(column), label(column))
	}
}

// title names the entry. Whatever its layout calls that, an entry without a name gets a dash.
func (c *chooser) title() {
	at := slices.IndexFunc([]string{"title", "name", "label"}, func(name string) bool { return c.shape.entry.properties[name] != nil })
	if at < 0 || c.has([]string{"title", "name", "label"}[at]) || c.shape.entry.properties["role"] != nil { // where a name is that of who speaks
		return
	}
	s := source{from: pointer{"id"}, fallback: "–"}
	if column := c.naming(); column != nil {
		s = c.take(*column)
		s.fallback = "–"
	}
	c.add([]string{"title", "name", "label"}[at], s, "")
}

// naming finds the column that names a row.
func (c *chooser) naming() *platform.Column {
	if column := c.named([]string{"title", "name", "label", "headline", "subject", "question", "product", "item"}, platform.ColumnText); column != nil {
		return column
	}
	for _, kind := range []platform.ColumnType{platform.ColumnText, platform.ColumnEnum, platform.ColumnEmail, platform.ColumnPhone, platform.ColumnDate,
		platform.ColumnDateTime, platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney, platform.ColumnTime} {
		if column := c.first(kind); column != nil {
			return column
		}
	}
	return nil
}

// amounts fills what a price, or another amount of an entry, is written in.
func (c *chooser) amounts() {
	for _, name := range []string{"price", "value"} {
		of := c.shape.entry.properties[name]
		if of == nil || c.has(name) {
			continue
		}
		column := c.first(platform.ColumnMoney)
		if column == nil {
			column = c.named([]string{"price", "cost", "fee", "value", "amount", "total", "score"}, platform.ColumnNumber, platform.ColumnInteger)
		}
		if column == nil && required(c.shape.entry, name) {
			column = c.first(platform.ColumnNumber, platform.ColumnInteger)
		}
		if column != nil {
			c.amount(name, *column)
		} else if required(c.shape.entry, name) {
			c.add(name, source{kind: fromConstant, constant: "–"}, "")
		}
	}
}

// amount fills a field with a number. Where the entry has a currency beside it, the widget writes it in the reader's language.
func (c *chooser) amount(name string, column platform.Column) {
	s := c.take(column)
	if c.shape.entry.properties["currency"] != nil && s.currency != "" {
		c.add("currency", source{kind: fromConstant, constant: s.currency}, "")
		s.as, s.currency = "", ""
	}
	c.add(name, s, label(column))
}

// status fills a field of fixed words with a column of the same words.
func (c *chooser) status() {
	of := c.shape.entry.properties["status"]
	if of == nil || c.has("status") {
		return
	}
	for _, column := range c.columns {
		fits := func(v string) bool { return slices.Contains(of.Enum, any(v)) }
		if column.Type == platform.ColumnEnum && !c.used[column.Name] && !slices.ContainsFunc(column.Values, func(v string) bool { return !fits(v) }) {
			c.add("status", c.take(column), label(column))
			return
		}
	}
}

// position fills the coordinates of a map.
func (c *chooser) position() (fault string) {
	if c.has("latitude") && c.has("longitude") {
		return ""
	}
	if place := c.first(platform.ColumnPlace); place != nil {
		c.used[place.Name] = true
		c.add("latitude", source{from: pointer{place.Name, "lat"}}, "")
		c.add("longitude", source{from: pointer{place.Name, "lon"}}, "")
		return ""
	}
	lat := c.named([]string{"latitude", "lat"}, platform.ColumnNumber)
	lon := c.named([]string{"longitude", "lon", "lng", "long"}, platform.ColumnNumber)
	if lat == nil || lon == nil {
		return "needs places, and no column of this table is of the type place"
	}
	c.add("latitude", c.take(*lat), "")
	c.add("longitude", c.take(*lon), "")
	return ""
}

// others shows what is left: a longer text as the description, all else as labelled lines, or in the description where there
// are none.
func (c *chooser) others() {
	of := c.shape.entry
	text := slices.IndexFunc([]string{"description", "text"}, func(name string) bool { return of.properties[name] != nil && of.properties[name].takes("string") })
	lines := slices.IndexFunc([]string{"lines", "facts"}, func(name string) bool { return of.properties[name] != nil && of.properties[name].lines() })
	var story []line
	if text >= 0 {
		if of.properties["role"] != nil { // a message has no title
			if column := c.naming(); column != nil {
				story = append(story, line{source: c.take(*column)})
			}
		}
		if column := c.named([]string{"description", "details", "summary", "notes", "note", "about", "text", "body", "content", "answer", "ingredients"},
			platform.ColumnText); column != nil {
			story = append(story, line{source: c.take(*column)})
		}
	}
	var rest []line
	for _, column := range c.columns {
		switch {
		case column.Type == platform.ColumnPlace && c.used[column.Name]: // its label beside the point
			rest = append(rest, line{label(column), source{from: pointer{column.Name, "label"}}})
		case c.used[column.Name]:
		case column.Type == platform.ColumnImage:
			c.hide(column) // an address is nothing to read
		default:
			s := c.take(column)
			if countsYears(column) {
				s.as = "text" // a widget writes numbers with a separator of thousands
			}
			rest = append(rest, line{label(column), s})
		}
	}
	switch {
	case lines >= 0:
		name := []string{"lines", "facts"}[lines]
		if most := of.properties[name].MaxItems; most != nil && len(rest) > *most {
			for _, l := range rest[*most:] {
				c.plan.hidden = append(c.plan.hidden, l.from[0])
			}
			rest = rest[:*most]
		}
		c.plan.rest = len(c.plan.item)
		c.add(name, source{kind: fromLines, lines: rest}, "")
	case text >= 0:
		story = append(story, rest...)
		c.plan.rest = len(c.plan.item)
	default:
		for _, l := range rest {
			c.plan.hidden = append(c.plan.hidden, l.from[0])
		}
	}
	if text >= 0 {
		name := []string{"description", "text"}[text]
		c.add(name, source{kind: fromLines, lines: story}, "")
	}
	c.inOrder()
}

// add fills a field of the entry. elsewhere is the label of the line that the value becomes if it does not fit, "" = none.
func (c *chooser) add(name string, s source, elsewhere string) {
	c.plan.item = append(c.plan.item, binding{member: member{name, s}, field: c.shape.entry.properties[name], label: elsewhere})
}

// fillAs fills a field, where the entry has it, with the first column of those types.
func (c *chooser) fillAs(name string, kinds ...platform.ColumnType) {
	if of := c.shape.entry.properties[name]; of == nil || c.has(name) {
		return
	}
	column := c.named([]string{name}, kinds...)
	if column == nil {
		column = c.first(kinds...)
	}
	if column != nil {
		elsewhere := label(*column)
		if column.Type == platform.ColumnImage {
			elsewhere = ""
		}
		c.add(name, c.take(*column), elsewhere)
	}
}

// fillNamed fills a field, where the entry has it, with a column of one of those names.
func (c *chooser) fillNamed(name string, names []string, kinds ...platform.ColumnType) {
	if c.shape.entry.properties[name] == nil {
		return
	}
	if column := c.named(names, kinds...); column != nil {
		c.add(name, c.take(*column), label(*column))
	}
}

func (c *chooser) has(name string) bool {
	return slices.ContainsFunc(c.plan.item, func(b binding) bool { return b.name == name })
}

// take marks a column as shown.
func (c *chooser) take(column platform.Column) source {
	c.used[column.Name] = true
	return cell(column)
}

func (c *chooser) hide(column platform.Column) {
	c.used[column.Name] = true
	c.plan.hidden = append(c.plan.hidden, column.Name)
}

// inOrder puts the hidden columns in the order of the table.
func (c *chooser) inOrder() {
	slices.SortFunc(c.plan.hidden, func(a, b string) int { return c.place(a) - c.place(b) })
}

func (c *chooser) place(name string) int {
	return slices.IndexFunc(c.columns, func(col platform.Column) bool { return col.Name == name })
}

// named finds an unused column of those types by its name, the first name that there is; "bread_name" is a name too.
func (c *chooser) named(names []string, kinds ...platform.ColumnType) *platform.Column {
	for _, ends := range []bool{false, true} {
		for _, name := range names {
			for i, column := range c.columns {
				if c.used[column.Name] || !slices.Contains(kinds, column.Type) {
					continue
				}
				if column.Name == name || ends && strings.HasSuffix(column.Name, "_"+name) {
					return &c.columns[i]
				}
			}
		}
	}
	return nil
}

// first finds the first unused column of those types.
func (c *chooser) first(kinds ...platform.ColumnType) *platform.Column {
	for i, column := range c.columns {
		if !c.used[column.Name] && slices.Contains(kinds, column.Type) {
			return &c.columns[i]
		}
	}
	return nil
}

// cell reads a column as it is shown.
func cell(column platform.Column) source {
	s := source{from: pointer{column.Name}}
	if column.Type == platform.ColumnMoney && column.Currency != "" {
		s.as, s.currency = "money", column.Currency
	}
	return s
}

// label returns what people call a column: its title, else its name as words.
func label(column platform.Column) string {
	if column.Title != "" {
		return column.Title
	}
	words := strings.ReplaceAll(column.Name, "_", " ")
	first, size := utf8.DecodeRuneInString(words)
	return fmt.Sprintf("%c%s", unicode.ToUpper(first), words[size:])
}

// yearly is what people call a column of years: "Release year", not "Visitors per year".
var yearly = regexp.MustCompile(`(?i)^(?:(?:release|model|birth|construction|publication|production|graduation|tax|fiscal|harvest) )?year` +
	`(?: (?:of \pL+|built|made|founded|published|released|opened))?$|^(?:founded|established|since|built|vintage|(?:bau|geburts|erscheinungs|gründungs)?jahr|jahrgang|année|annee|año|ano|anno)$`)

func countsYears(column platform.Column) bool {
	return (column.Type == platform.ColumnInteger || column.Type == platform.ColumnNumber) && yearly.MatchString(label(column))
}
