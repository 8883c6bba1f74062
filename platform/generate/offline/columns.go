package offline

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"berth/platform"
	"berth/platform/generate/cells"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
	"berth/platform/tables"
)

// sheet is the data of an app: columns, and rows with a cell for each, in the form that package tables gives cells; nil is
// the empty one.
type sheet struct {
	columns []platform.Column
	rows    [][]json.RawMessage
	title   string
	actions []any  // of a former draft, as its author wrote them
	unit    string // of the figures: "%"
	example bool   // the rows were made up, and say so
	inbox   bool   // people send the rows
	note    string // what the data say of all rows
}

// add adds a column with a heading, named so that no other has its name. It returns its index.
func (s *sheet) add(heading string, t platform.ColumnType) int {
	name := words.Snake(heading)
	for name != "" && (name[0] < 'a' || name[0] > 'z') {
		name = "c" + name
	}
	if name = name[:min(len(name), 40)]; name == "" {
		name = "column"
	}
	base := name
	for n := 2; name == "id" || slices.ContainsFunc(s.columns, func(c platform.Column) bool { return c.Name == name }); n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	s.columns = append(s.columns, platform.Column{Name: name, Title: clip(words.Capital(plain(pasted.Spaced(heading))), 80), Type: t})
	for i := range s.rows {
		s.rows[i] = append(slices.Clip(s.rows[i]), nil)
	}
	return len(s.columns) - 1
}

// require makes the first column of texts one that every row needs, where every row has it.
func (s *sheet) require() {
	at := max(0, s.first(platform.ColumnText))
	s.columns[at].Required = !slices.ContainsFunc(s.rows, func(row []json.RawMessage) bool { return row[at] == nil })
}

// first returns the index of the first column of one of the types, -1 when there is none.
func (s *sheet) first(types ...platform.ColumnType) int {
	return slices.IndexFunc(s.columns, func(c platform.Column) bool { return slices.Contains(types, c.Type) })
}

// kindIn returns what the cells under a heading hold, by its words.
func (r *reading) kindIn(heading string) platform.ColumnType {
	if i := slices.IndexFunc(r.fields, func(f field) bool { return f.heading == heading }); i >= 0 {
		return r.fields[i].kind
	}
	return r.headed(heading).kind
}

// sheetOf reads a pasted table. Headings that nobody wrote are those that the description asks for, otherwise they say
// what the cells are.
func (r *reading) sheetOf(t pasted.Table) *sheet {
	s := &sheet{title: t.Title, note: words.Capital(plain(t.Note))}
	t = t.Joined()
	if rows, total := cells.Untotalled(t.Rows, words.Totals); total != nil && len(r.questions) < 2 { // what is left out is said
		r.questions = append(r.questions, platform.Question{Text: words.Say(r.lang.Summed, "{rest}", strings.Join(total, " · ")), Choices: []string{}})
		t.Rows = rows
	}
	if t.Whole && len(r.questions) < 2 {
		r.questions = append(r.questions, platform.Question{Text: r.lang.Whole, Choices: []string{}})
	}
	rows := t.Rows
	if len(rows) == 0 {
		return s
	}
	kinds := t.Kinds()
	for i := range rows[0] {
		texts := make([]string, len(rows))
		for j, row := range rows {
			texts[j] = row[i]
		}
		heading := ""
		if t.Header != nil {
			heading = t.Header[i]
		}
		kind := r.kindIn(pasted.Spaced(heading))
		if kinds[i] == pasted.Phone {
			kind = platform.ColumnPhone
		}
		texts, unit := pasted.Measured(texts, heading != "" || i == 0)
		if unit.Text == "%" || words.Totals(heading) && s.first(platform.ColumnMoney) < 0 && s.first(figures...) >= 0 { // what they add up to
			kind = platform.ColumnNumber
		}
		column, values := cells.Typed(texts, kind, (t.Header == nil || t.Commas() || pasted.Whole(texts)) && r.lang.Code != "en")
		if r.lang.Postal(heading) {
			column = platform.Column{Type: platform.ColumnText}
			values, _ = cells.Parsed(column, texts, tables.Style{})
		}
		if column.Type == platform.ColumnPlace {
			kinds[i] = pasted.Place
		}
		if column.Currency == "USD" && r.lang.Code != "en" && !slices.ContainsFunc(texts, func(c string) bool { return strings.Contains(c, "US") }) {
			column.Currency, unit.Text = "", cmp.Or(unit.Text, "$") // dollars or pesos of which country is not said
		}
		if heading == "" {
			if heading = r.headless(t, kinds, i, column.Type); heading == r.lang.Price && (column.Type == platform.ColumnNumber || column.Type == platform.ColumnInteger) {
				column.Type = platform.ColumnMoney
			}
			if plain := heading == r.lang.Details || heading == r.lang.Value; unit.Names && (plain || strings.Contains(unit.Text, " (")) {
				heading, unit.Text = r.Counted(r.lang, r.words, unit.Text), ""
			} else if plain {
				heading = cmp.Or(r.lang.Measured[unit.Text], heading)
			} else if unit.Names && strings.Contains(words.Fold(heading), words.Fold(unit.Text)) {
				unit.Text = ""
			}
			heading = r.anew(s, heading)
		}
		if s.rows == nil {
			s.rows = make([][]json.RawMessage, len(rows))
		}
		at := s.add(heading, column.Type)
		s.columns[at].Currency = column.Currency
		if s.unit = cmp.Or(unit.Text, s.unit); unit.Text != "" {
			s.columns[at].Title += " (" + unit.Text + ")"
		}
		for j := range rows {
			s.rows[j][at] = values[j]
		}
	}
	return s
}

// headless names a column without a heading.
func (r *reading) headless(t pasted.Table, kinds []pasted.Kind, i int, kind platform.ColumnType) string {
	asked, width := r.fields, len(kinds)
	if t.Form == pasted.Sections {
		width--
	}
	if len(asked) == width-1 && width > 1 {
		asked = append([]field{{heading: r.lang.Name}}, asked...)
	}
	name := t.Naming(kinds, i)
	switch {
	case t.Form == pasted.Questions:
		return []string{r.lang.Question, r.lang.Answer}[i]
	case t.Chat && i == 1:
		return r.lang.Message
	case t.Chat && i > 1: // when it was written, and not when what it tells takes place
		return map[bool]string{true: r.lang.Time, false: r.lang.Date}[i == width-1] + " (" + r.lang.Message + ")"
	case t.Form == pasted.Amounts && i == 1:
		return r.lang.Quantity
	case i == 0 && kinds[0] == pasted.Text && t.Form != pasted.Hours && r.titles(t.Title):
		return t.Title
	case t.Form == pasted.Hours:
		if i+1 == width && t.AtTimes() {
			return r.lang.Time
		}
		return []string{r.lang.Name, r.lang.Day, r.lang.Hours}[i+3-width]
	case kinds[i] == pasted.Category && !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != "" && !r.Weekday(row[i]) }):
		return r.lang.Day
	case kinds[i] == pasted.Category:
		for _, f := range r.fields {
			if f.sorts && !f.used && (f.kind == platform.ColumnText || f.kind == platform.ColumnEnum) {
				return f.heading
			}
		}
		return cmp.Or(r.SoughtBy(r.lang, r.words, 0, func(i int) bool { return r.free(i) && r.Cue(r.lang, r.words[i]) != "money" }), r.lang.Category)
	case len(asked) == width && suit(asked, kinds) && !(r.lang.Clause(asked[0].heading) && r.lang.Clause(asked[width-1].heading)):
		return asked[i].heading
	case i == 0 && (t.Numbered() || t.Coded()) && kinds[0] != pasted.Year:
		return r.lang.Number
	case kinds[i] == pasted.Opening && !t.Opens(i) && !strings.Contains(r.roots, " opening hours "):
		return r.lang.Time
	case name || i == 0 && kind == platform.ColumnText && slices.Contains([]pasted.Kind{pasted.Figure, pasted.Counted}, kinds[0]):
		return r.lang.Name
	}
	for j, f := range r.fields { // those for which there is a column, in their order
		fits := f.kind == typeOf[kinds[i]] || f.kind == kind && (kind != platform.ColumnText || kinds[i] == pasted.Text || kinds[i] == pasted.Counted)
		had := func(h string) bool { return words.Fold(h) == words.Fold(f.heading) }
		if fits && !f.used && !slices.ContainsFunc(t.Header, had) && !r.lang.Clause(f.heading) && !(f.sorts && t.Form == pasted.Sections) && f.heading != r.lang.Name {
			r.fields[j].used = true
			return f.heading
		}
	}
	spoken := strings.Contains(r.roots, " price ")
	alone := slices.Index(kinds, pasted.Figure) == i && !slices.Contains(kinds[i+1:], pasted.Figure) && !slices.Contains(kinds, pasted.Money)
	if kinds[i] == pasted.Figure && (kind == platform.ColumnNumber && (spoken || t.Prices(kinds, i)) || kind == platform.ColumnInteger && spoken && alone) {
		return r.lang.Price
	}
	mixed := func(row []string) bool {
		return strings.ContainsFunc(row[i], unicode.IsLetter) && !strings.Contains(row[i], " x ")
	}
	if kinds[i] == pasted.Figure && kind == platform.ColumnText && slices.ContainsFunc(t.Rows, mixed) {
		return r.lang.Quantity // of several measures
	}
	long := func(row []string) bool { return len(strings.Fields(row[i])) > 3 || strings.Contains(row[i], ",") }
	if sought := r.SoughtBy(r.lang, r.words, 0, r.free); sought != "" && kinds[i] == pasted.Text && i > 0 && t.Form == pasted.Grid && !slices.Contains(kinds[i+1:], pasted.Text) &&
		r.headed(sought).kind == platform.ColumnText && !slices.ContainsFunc(t.Rows, long) && slices.Index(kinds, pasted.Text) == 0 && !slices.Contains(kinds[1:i], pasted.Text) {
		return sought // one text besides the names
	}
	return cmp.Or(map[pasted.Kind]string{
		pasted.Money: r.lang.Price, pasted.Figure: r.lang.Value, pasted.Email: r.lang.Email, pasted.Phone: r.lang.Phone, pasted.Link: r.lang.Link,
		pasted.Time: r.lang.Time, pasted.Date: r.lang.Date, pasted.Place: r.lang.Place, pasted.Opening: r.lang.Hours, pasted.Day: r.lang.Day,
		pasted.Year: r.lang.Year, pasted.Quantity: r.lang.Quantity, pasted.Address: r.lang.Address, pasted.City: r.lang.City, pasted.Size: r.lang.Size, pasted.Score: r.lang.Result,
	}[kinds[i]], r.lang.Details)
}

// titles reports whether the line above rows names what they are and nothing else does: "Ingredients:".
func (r *reading) titles(line string) bool {
	ws := r.lang.Read(line)
	return len(ws) == 1 && r.Headings[ws[0].Root] && (r.to == r.from || ws[0].Root != r.words[r.to-1].Root)
}

// typeOf is what a column is where all its cells are of a kind.
var typeOf = map[pasted.Kind]platform.ColumnType{pasted.Money: platform.ColumnMoney, pasted.Phone: platform.ColumnPhone, pasted.Email: platform.ColumnEmail,
	pasted.Link: platform.ColumnURL, pasted.Date: platform.ColumnDate, pasted.Time: platform.ColumnTime, pasted.Place: platform.ColumnPlace}

// suit reports whether columns that are asked for may be those of cells in their order.
func suit(asked []field, kinds []pasted.Kind) bool {
	told := []platform.ColumnType{platform.ColumnPhone, platform.ColumnEmail, platform.ColumnURL}
	if slices.Contains(kinds, pasted.Money) { // else a figure may be a price
		told = append(told, platform.ColumnMoney)
	}
	for i, f := range asked {
		for _, t := range told {
			if (f.kind == t) != (typeOf[kinds[i]] == t) || slices.Contains(figures, f.kind) && kinds[i] == pasted.Text { // words are no number of bottles
				return false
			}
		}
	}
	return true
}

// anew returns a heading that no column has: "More details" after "Details", "Phone 2" after "Phone".
func (r *reading) anew(s *sheet, heading string) string {
	had := func(h string) bool {
		return slices.ContainsFunc(s.columns, func(c platform.Column) bool { return words.Fold(c.Title) == words.Fold(h) })
	}
	if had(heading) && heading == r.lang.Name {
		heading = r.lang.Details
	}
	if had(heading) && heading == r.lang.Details {
		heading = r.lang.More
	}
	another := heading
	for n := 2; had(another); n++ {
		another = heading + " " + strconv.Itoa(n)
	}
	return another
}

// ranges gives "from" and "until" the type that the other columns lack: they are days where none is, else times, else places.
func (p *plan) ranges(fields []field) {
	for i := range fields[:max(0, len(fields)-1)] {
		if words.Range(fields[i].heading, fields[i+1].heading) {
			has := func(t platform.ColumnType) bool {
				return slices.ContainsFunc(slices.Delete(slices.Clone(fields), i, i+2), func(f field) bool { return f.kind == t })
			}
			kind := platform.ColumnDate
			if has(platform.ColumnTime) || has(platform.ColumnDateTime) {
				kind = platform.ColumnText
			} else if has(platform.ColumnDate) {
				kind = platform.ColumnTime
			}
			fields[i].kind, fields[i+1].kind = kind, kind
		}
	}
}
