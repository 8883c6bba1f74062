package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"berth/platform"
	"berth/platform/schema"
	"berth/platform/tables"
)

// Fault is something that is wrong in a file. Rows count from 1; 0 is the line with the names of the columns. Column is as
// the file has it, "" = the whole row or, with row 0, the file: Message is a sentence of its own then.
type Fault struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Message string `json:"message"`
}

// maxFileProblems is how many problems of a file are listed.
const maxFileProblems = 1000

// problems collects what is wrong in a file, of each cell one thing. Those beyond the greatest number are counted.
type problems struct {
	list    []Fault
	omitted int
	cells   map[cellOf]bool
}

type cellOf struct {
	row    int
	column string
}

func (p *problems) add(row int, column, message string) {
	if p.cells == nil {
		p.cells = map[cellOf]bool{}
	}
	at := cellOf{row, column}
	if column != "" && p.cells[at] || slices.Contains(p.list[max(0, len(p.list)-1):], Fault{row, column, message}) {
		return
	}
	if len(p.list) >= maxFileProblems {
		p.omitted++
		return
	}
	p.cells[at] = true
	p.list = append(p.list, Fault{row, column, message})
}

func (p *problems) clone() problems {
	return problems{slices.Clone(p.list), p.omitted, maps.Clone(p.cells)}
}

// refused says that the file is not taken because of them.
func (p *problems) refused() *Refused { return &Refused{p.all(), len(p.list) + p.omitted} }

// all lists the problems in the order of the rows.
func (p *problems) all() []Fault {
	slices.SortStableFunc(p.list, func(a, b Fault) int { return a.Row - b.Row })
	if p.omitted > 0 {
		return append(p.list, Fault{Message: "And " + platform.Count(p.omitted, "more problem") + "."})
	}
	return p.list
}

// record is a row of a file: the cells that the file has, by the names of columns; nil where the cell is empty.
type record map[string]json.RawMessage

// file is what has been read of a file.
type file struct {
	columns []platform.Column // that it has
	records []record
}

// readFile reads the rows of a file for a table. most bounds the rows, 0 = none.
// An error says that nothing could be read; else problems lists everything that is wrong.
func readFile(t platform.Table, content []byte, form Form, most int) (file, problems, error) {
	text, err := decodeText(content)
	if err != nil {
		return file{}, problems{}, err
	}
	switch form {
	case JSON, JSONLines:
		return readJSON(t, text, form, most)
	case TSV:
		return readCSV(t, &csvReader{text, '\t', maxFileCells}, most)
	default:
		return readCSV(t, newCSV(text), most)
	}
}

func tooManyRows(most int) error {
	return platform.Errorf(platform.CodeLimitReached, "The file has more than %d rows, which is the limit of a table (BERTH_LIMIT_ROWS).", most)
}

func readCSV(t platform.Table, r *csvReader, most int) (f file, found problems, err error) {
	header, err := r.record()
	switch {
	case errors.Is(err, errOpenQuote):
		found.add(0, "", "The first line "+openQuote+".")
		return f, found, nil
	case err != nil:
		return f, found, err
	case header == nil:
		found.add(0, "", "The file is empty: its first line must name columns.")
		return f, found, nil
	}
	columns := columnsNamed(t, header, &found)
	if strings.Join(header, "") == "" { // else a stray space would take the place of all rows
		found.add(0, "", "The first line is blank: it must name columns.")
		return f, found, nil
	}
	var lines [][]string
	for {
		line, err := r.record()
		if errors.Is(err, errOpenQuote) { // what follows cannot be told apart; what stands before it can be judged
			found.add(len(lines)+1, "", openQuote)
			break
		}
		if err != nil {
			return f, found, err
		}
		if line == nil {
			break
		}
		if lines = append(lines, line); most > 0 && len(lines) > most {
			return f, found, tooManyRows(most)
		}
	}
	styles := stylesOf(columns, lines, r.cut)
	for _, c := range columns {
		if c != nil {
			f.columns = append(f.columns, *c)
		}
	}
	f.records = make([]record, len(lines))
	for i, line := range lines {
		f.records[i] = record{}
		for at, text := range line {
			switch {
			case at < len(columns) && columns[at] != nil:
				c := columns[at]
				cell, fault := tables.ParseCell(*c, text, styles[at])
				if fault != "" {
					found.add(i+1, c.Name, fault)
				}
				f.records[i][c.Name] = cell
			case text != "" && at >= len(header):
				found.add(i+1, "", fmt.Sprintf("has %s, and the first line names %d", platform.Count(len(line), "cell"), len(header)))
			case text != "" && header[at] == "":
				found.add(i+1, "", fmt.Sprintf("has a cell in column %d, which has no name", at+1))
			}
		}
	}
	return f, found, nil
}

// columnsNamed returns the column that each name of a header means, nil = none.
func columnsNamed(t platform.Table, header []string, found *problems) []*platform.Column {
	columns, known := make([]*platform.Column, len(header)), namesOf(t)
	for i, name := range header {
		if strings.TrimSpace(name) == "" {
			header[i] = ""
			continue
		}
		c, fault := known.find(name)
		if fault == "" && slices.ContainsFunc(columns[:i], func(other *platform.Column) bool { return other != nil && other.Name == c.Name }) {
			fault = fmt.Sprintf("names the column %s again", c.Name)
		}
		if fault != "" {
			found.add(0, platform.Clip(name, 100), fault)
			continue
		}
		columns[i] = &c
	}
	return columns
}

// names are what a file may call the columns of a table: their names first, then their titles, in any case. They are folded once,
// since a file may hold millions of names.
type names struct {
	by  [2]map[string][]platform.Column
	all string // in words
}

func namesOf(t platform.Table) names {
	n := names{by: [2]map[string][]platform.Column{{}, {}}}
	listed := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		listed[i] = c.Name
		for by, name := range []string{c.Name, c.Title} {
			if name != "" {
				n.by[by][folded(name)] = append(n.by[by][folded(name)], c)
			}
		}
	}
	n.all = strings.Join(listed, ", ")
	return n
}

// find returns the column that is meant, else says why there is none.
func (n names) find(name string) (platform.Column, string) {
	wanted := folded(name)
	for _, by := range n.by {
		switch hits := by[wanted]; len(hits) {
		case 0:
		case 1:
			return hits[0], ""
		default:
			return platform.Column{}, "is the title of several columns: use their names"
		}
	}
	return platform.Column{}, n.strange()
}

// strange is what is wrong with a name that no column has.
func (n names) strange() string { return "is no column; the columns are " + n.all }

// folded is a name in any case, with any blanks: spreadsheets break long headings into lines, and web pages have blanks that break none.
func folded(s string) string {
	return cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(s), " ")))
}

func readJSON(t platform.Table, text string, form Form, most int) (f file, found problems, err error) {
	must := "be a list of objects, one for each row"
	if form == JSONLines {
		must = "hold one object on each line"
	}
	d := json.NewDecoder(strings.NewReader(text))
	invalid := func(err error) error {
		read := text[:d.InputOffset()]
		next := len(text) - len(strings.TrimLeft(text[len(read):], " \t\r\n,"))
		return &platform.Error{Code: platform.CodeBadRequest, Err: err,
			Msg: fmt.Sprintf("The file is not JSON: it must %s, and from line %d on, row %d, it does not.", must, 1+strings.Count(text[:next], "\n"), len(f.records)+1)}
	}
	if form == JSON {
		if open, err := d.Token(); err != nil || open != json.Delim('[') {
			return f, found, invalid(err)
		}
	}
	named := namesOf(t)
	for row := 1; d.More(); row++ {
		var object json.RawMessage
		if err := d.Decode(&object); err != nil {
			return f, found, invalid(err)
		}
		if most > 0 && row > most {
			return f, found, tooManyRows(most)
		}
		f.records = append(f.records, readObject(named, object, row, &found))
	}
	if form == JSON {
		if _, err := d.Token(); err != nil {
			return f, found, invalid(err)
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return f, found, invalid(err)
	}
	for _, c := range t.Columns {
		if slices.ContainsFunc(f.records, func(r record) bool { _, has := r[c.Name]; return has }) {
			f.columns = append(f.columns, c)
		}
	}
	return f, found, nil
}

// readObject reads one row.
func readObject(named names, object json.RawMessage, row int, found *problems) record {
	decoded, faults := schema.Decode(object)
	for _, p := range faults {
		found.add(row, p.Location, p.Message)
	}
	fields, ok := decoded.(map[string]any)
	if !ok && len(faults) == 0 {
		found.add(row, "", "must be an object of cells, by the names of their columns")
	}
	cells := record{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		c, fault := named.find(name)
		if fault != "" {
			found.add(row, platform.Clip(name, 100), fault)
			continue
		}
		if _, twice := cells[c.Name]; twice {
			found.add(row, platform.Clip(name, 100), fmt.Sprintf("names the column %s again", c.Name))
			continue
		}
		cell, fault := tables.Cell(c, fields[name])
		if fault != "" {
			found.add(row, c.Name, fault)
		}
		cells[c.Name] = cell
	}
	return cells
}
