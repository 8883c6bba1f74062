package tables

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/schema"
)

// Op is how a filter compares a cell with its value.
type Op string

// Empty cells fit only OpNe. Texts are compared as they are in alphabetical order, whatever their case first; OpEq and OpNe take e-mail
// addresses, URLs and images for equal that have one Key. OpContains folds case, and of tags it wants one that is equal but for case,
// while OpEq and OpNe want one that is equal. OpNear is for places.
const (
	OpEq       Op = "eq"
	OpNe       Op = "ne"
	OpLt       Op = "lt"
	OpLte      Op = "lte"
	OpGt       Op = "gt"
	OpGte      Op = "gte"
	OpContains Op = "contains"
	OpNear     Op = "near"
)

// OpsOf lists the operators that a column's type has.
func OpsOf(t platform.ColumnType) []Op {
	switch t {
	case platform.ColumnBoolean:
		return []Op{OpEq, OpNe}
	case platform.ColumnTags:
		return []Op{OpContains, OpEq, OpNe}
	case platform.ColumnPlace:
		return []Op{OpNear}
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney, platform.ColumnDate, platform.ColumnTime, platform.ColumnDateTime:
		return []Op{OpEq, OpNe, OpLt, OpLte, OpGt, OpGte}
	}
	return []Op{OpEq, OpNe, OpLt, OpLte, OpGt, OpGte, OpContains}
}

// Near is the circle that OpNear looks in, in degrees and kilometres.
type Near struct{ Lat, Lon, Km float64 }

// Filter is one condition of a query.
type Filter struct {
	Column string
	Op     Op
	Value  json.RawMessage // as Cell returns it; a text for OpContains and for tags; nothing for OpNear
	Near   Near
}

// Sort is one key of an order.
type Sort struct {
	Column     string
	Descending bool
}

// Query asks for rows. Zero fields ask for nothing in particular.
//
// What comes first: rows that have more of the words of Text, those that have them without typos, the nearest where a filter is
// OpNear, then Sort; what is equal until there is ranked by the words where there is Text, then created, then id. Empty cells are
// the last in every order. Pages that are asked for by the cursors as they were given together have each row once, whatever is written meanwhile
// but to the row itself, as long as the columns stay and a text's words are taken to be of the same languages, which much that is written may
// change: there, how long a text is beside others, and its meaning, rank nothing.
type Query struct {
	Owned   bool // only rows of Owner; those without an owner are nobody's
	Owner   string
	Filters []Filter
	Text    string   // words that rows should have in the columns Search; blank = any row
	Search  []string // the first counts most
	Sort    []Sort
	Limit   int    // how many rows, at least 1
	Paged   bool   // Page.Next is wanted
	Cursor  string // Page.Next of the page before
}

// Page is what a query finds.
type Page struct {
	Rows  []platform.Row
	Count int    // of all rows that fit
	Next  string // Query.Cursor of the next page, "" = this is the last, or Query.Paged is false
}

// NewFilter makes a filter on the column; value is of the types that schema.Decode returns. Else fault says what would be
// right.
func NewFilter(c platform.Column, op Op, value any) (filter Filter, fault string) {
	if !slices.Contains(OpsOf(c.Type), op) {
		return Filter{}, fmt.Sprintf("cannot be %s, which columns of type %s have not; they have %s", op, c.Type, join(OpsOf(c.Type)))
	}
	filter = Filter{Column: c.Name, Op: op}
	if op == OpNear {
		filter.Near, fault = circle(value)
		return filter, fault
	}
	switch c.Type {
	case platform.ColumnTags, platform.ColumnText, platform.ColumnURL, platform.ColumnImage, platform.ColumnEmail, platform.ColumnPhone:
		op = OpContains // whatever the text is, it can be looked for
	}
	if op == OpContains {
		s, ok := value.(string)
		if !ok {
			return Filter{}, "must be a text"
		}
		filter.Value = encode(s)
		return filter, ""
	}
	if filter.Value, fault = Cell(c, value); fault == "" && filter.Value == nil {
		fault = "must not be empty"
	}
	return filter, fault
}

func circle(value any) (n Near, fault string) {
	const form = `must be a circle such as {"lat":52.52,"lon":13.405,"km":5}`
	object, ok := value.(map[string]any)
	if !ok || len(object) != 3 {
		return n, form
	}
	for name, to := range map[string]*float64{"lat": &n.Lat, "lon": &n.Lon, "km": &n.Km} {
		number, ok := object[name].(json.Number)
		if !ok {
			return n, form
		}
		var err error
		if *to, err = number.Float64(); err != nil {
			return n, form
		}
	}
	if n.Lat < -90 || n.Lat > 90 || n.Lon < -180 || n.Lon > 180 || n.Km < 0 {
		return n, "must have a lat from -90 to 90, a lon from -180 to 180 and a km of at least 0"
	}
	return n, ""
}

// ParseFilter reads a filter as the REST API writes it: price<=5, with one of = != < <= > >= and ~, which is OpContains, between
// the name of a column and a value. Else fault says what would be right.
func ParseFilter(columns []platform.Column, text string) (filter Filter, fault string) {
	at := strings.IndexAny(text, "=!<>~")
	if at < 0 {
		return Filter{}, "must be a column, one of = != < <= > >= ~ and a value, such as price<=5"
	}
	c, ok := find(columns, text[:at])
	if !ok {
		return Filter{}, noColumn(columns, text[:at])
	}
	rest := text[at:]
	for _, sign := range comparisons() {
		value, is := strings.CutPrefix(rest, sign.text)
		if !is {
			continue
		}
		if !slices.Contains(OpsOf(c.Type), sign.op) {
			return Filter{}, fmt.Sprintf("must not have %s after %s, which is of the type %s: %s", sign.text, c.Name, c.Type, fitting(c.Type))
		}
		decoded, fault := filterValue(c, sign.op, value)
		if fault != "" {
			return Filter{}, fault
		}
		filter, fault := NewFilter(c, sign.op, decoded)
		return filter, fault
	}
	return Filter{}, "must have one of = != < <= > >= ~ after the column"
}

// sign is how the REST API writes an operator.
type sign struct {
	text string
	op   Op
}

// comparisons lists them, longer ones before their beginnings.
func comparisons() []sign {
	return []sign{{"!=", OpNe}, {"<=", OpLte}, {">=", OpGte}, {"=", OpEq}, {"<", OpLt}, {">", OpGt}, {"~", OpContains}}
}

// fitting says which signs a column's type has.
func fitting(t platform.ColumnType) string {
	var fit []string
	for _, s := range comparisons() {
		if slices.Contains(OpsOf(t), s.op) {
			fit = append(fit, s.text)
		}
	}
	if len(fit) == 0 {
		return "it is looked for by tools alone, with near"
	}
	return "it has " + strings.Join(fit, " ")
}

// filterValue reads a value from the text of a filter.
func filterValue(c platform.Column, op Op, text string) (value any, fault string) {
	if op == OpContains || c.Type == platform.ColumnTags {
		return text, ""
	}
	cell, fault := ParseCell(c, text, Style{})
	if fault != "" && slices.Contains(OpsOf(c.Type), op) {
		switch c.Type {
		case platform.ColumnURL, platform.ColumnImage, platform.ColumnEmail, platform.ColumnPhone:
			return text, ""
		}
		return nil, fault
	}
	if cell == nil {
		return text, ""
	}
	value, _ = schema.Decode(cell)
	return value, ""
}

// ParseSort reads an order as the REST API and handlers write it: names of columns, with a minus where the greatest is first, with
// commas between them.
func ParseSort(columns []platform.Column, text string) (order []Sort, fault string) {
	for key := range strings.SplitSeq(text, ",") {
		if key = strings.TrimSpace(key); key == "" {
			continue
		}
		name, descending := strings.CutPrefix(key, "-")
		c, ok := find(columns, name)
		switch {
		case !ok:
			return nil, noColumn(columns, name)
		case c.Type == platform.ColumnPlace || c.Type == platform.ColumnTags:
			return nil, fmt.Sprintf("cannot be by %s, since %s have no order", name, map[platform.ColumnType]string{"place": "places", "tags": "tags"}[c.Type])
		case slices.ContainsFunc(order, func(s Sort) bool { return s.Column == name }):
			return nil, fmt.Sprintf("names %s twice", name)
		}
		order = append(order, Sort{Column: name, Descending: descending})
	}
	return order, ""
}

// Searchable reports whether columns of the type have words that can be searched.
func Searchable(t platform.ColumnType) bool {
	switch t {
	case platform.ColumnText, platform.ColumnEnum, platform.ColumnTags, platform.ColumnURL, platform.ColumnEmail, platform.ColumnPhone, platform.ColumnPlace:
		return true
	}
	return false
}

func find(columns []platform.Column, name string) (platform.Column, bool) {
	at := slices.IndexFunc(columns, func(c platform.Column) bool { return c.Name == name })
	if at < 0 {
		return platform.Column{}, false
	}
	return columns[at], true
}

func noColumn(columns []platform.Column, name string) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return fmt.Sprintf("names the column %q, which is not there; the columns are %s", platform.Clip(name, maxName), strings.Join(names, ", "))
}
