package offline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/generate/words"
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
}

// add adds a column with a heading, named so that no other has its name. It returns its index.
func (s *sheet) add(heading string, t platform.ColumnType) int {
	name := snake(heading)
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
	s.columns = append(s.columns, platform.Column{Name: name, Title: clip(capital(plain(heading)), 80), Type: t})
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
	s := &sheet{title: t.Title}
	rows := t.Rows
	if t.Form == pasted.Positions || t.Form == pasted.Grid {
		t.Header, rows = r.joinPositions(t.Header, rows, t.Form == pasted.Positions)
	}
	if len(rows) == 0 {
		return s
	}
	for i := range rows[0] {
		cells := make([]string, len(rows))
		for j, row := range rows {
			cells[j] = row[i]
		}
		heading := ""
		if t.Header != nil {
			heading = t.Header[i]
		}
		column, values, unit := r.typed(cells, heading)
		if heading == "" {
			if heading = r.headless(t, i, column.Type, len(rows[0])); heading == r.lang.Price && column.Type == platform.ColumnNumber {
				column.Type = platform.ColumnMoney
			}
		}
		if s.rows == nil {
			s.rows = make([][]json.RawMessage, len(rows))
		}
		at := s.add(heading, column.Type)
		s.columns[at].Currency = column.Currency
		if unit != "" {
			s.unit = unit
			s.columns[at].Title += " (" + unit + ")"
		}
		for j := range rows {
			s.rows[j][at] = values[j]
		}
	}
	return s
}

// headless names a column without a heading.
func (r *reading) headless(t pasted.Table, i int, kind platform.ColumnType, width int) string {
	asked := r.fields
	if len(asked) == width-1 {
		asked = append([]field{{heading: r.lang.Name}}, asked...)
	}
	switch {
	case t.Form == pasted.Questions:
		return []string{r.lang.Question, r.lang.Answer}[i]
	case t.Form == pasted.Sessions && i < 3:
		return []string{r.lang.Day, r.lang.Time, r.lang.Name}[i]
	case t.Form == pasted.Hours:
		return []string{r.lang.Day, r.lang.Hours}[i]
	case t.Form == pasted.Pairs && i == 2:
		return r.lang.Category
	case len(asked) == width:
		return asked[i].heading
	case i == 0 && kind == platform.ColumnText:
		return r.lang.Name
	}
	for i, f := range r.fields { // those for which there is a column, in their order
		if f.kind == kind && !f.used {
			r.fields[i].used = true
			return f.heading
		}
	}
	heading := map[platform.ColumnType]string{
		platform.ColumnMoney: r.lang.Price, platform.ColumnNumber: r.lang.Value, platform.ColumnInteger: r.lang.Value,
		platform.ColumnEmail: r.lang.Email, platform.ColumnPhone: r.lang.Phone, platform.ColumnURL: r.lang.Link,
		platform.ColumnTime: r.lang.Time, platform.ColumnDate: r.lang.Date, platform.ColumnPlace: r.lang.Place,
	}[kind]
	like := func(row []string) bool { return priced.MatchString(row[i]) }
	if kind == platform.ColumnNumber && (strings.Contains(r.roots, " price ") || t.Form == pasted.Pairs && slices.ContainsFunc(t.Rows, like)) {
		heading = r.lang.Price
	}
	if heading == "" {
		heading = r.lang.Note
	}
	return heading
}

// priced is a figure in the form of a price.
var priced = regexp.MustCompile(`^\d+[.,]\d\d$`)

// joinPositions makes one column of a latitude and a longitude.
func (r *reading) joinPositions(header []string, rows [][]string, last bool) ([]string, [][]string) {
	lat, lon := -1, -1
	for i, h := range header {
		switch words.Fold(strings.TrimSpace(h)) {
		case "lat", "latitude", "breite", "breitengrad", "latitud", "latitudine":
			lat = i
		case "lon", "lng", "long", "longitude", "lange", "langengrad", "longitud", "longitudine":
			lon = i
		}
	}
	if last {
		lat, lon = 1, 2
	}
	if lat < 0 || lon < 0 {
		return header, rows
	}
	out := make([][]string, len(rows))
	for j, row := range rows {
		for i, c := range row {
			switch i {
			case lat:
				out[j] = append(out[j], strings.Trim(c+", "+row[lon], ", "))
			case lon:
			default:
				out[j] = append(out[j], c)
			}
		}
	}
	var headings []string
	for i, h := range header {
		if i == lat {
			h = r.lang.Place
		}
		if i != lon {
			headings = append(headings, h)
		}
	}
	return headings, out
}
