package rows

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// Where rows belong to people, replacing them by what was exported leaves every row what it is; what would take rows from people is refused.
func TestReplaceKeepsWhoseRowsAre(t *testing.T) {
	t.Parallel()
	table := prices()
	table.OwnedRows = true
	row := func(id, owner, values string) platform.Row {
		return platform.Row{ID: platform.RowID(id), Owner: owner, Values: json.RawMessage(values)}
	}
	present := Present{Table: table, Rows: func() ([]platform.Row, error) {
		return []platform.Row{row("1", "ann", `{"name":"Rye","price":3.20}`),
			row("2", "bob", `{"name":"Rye","price":3.20}`), row("3", "", `{"name":"Oat"}`), row("4", "ann", `{"name":"Corn"}`)}, nil
	}}
	for text, want := range map[string]struct {
		in      Import
		refused string
	}{
		"name,price,day\nRye,3.20,\nRye,3.20,\nOat,,\nCorn,,\n": {},
		"name,price\nRye,3.20\nRye,3.20\nCorn,\nSpelt,\n":       {in: Import{New: []Put{{Values: json.RawMessage(`{"name":"Spelt"}`)}}, Removed: []platform.RowID{"3"}}},
		"name,price\nOat,\n": {in: Import{Removed: []platform.RowID{"1", "2", "4"}}},
		"name\n":             {in: Import{Removed: []platform.RowID{"1", "2", "3", "4"}}},
		"name,price\nRye,3.30\nRye,3.20\nOat,\nCorn,\n": {refused: "1 row of people would go, and 1 row would come"},
		"name,price\nRye,x\n":                           {refused: "must be an amount"},
	} {
		imports(t, merger{File: File{Mode: Replace}, table: table}, present, text, want.in, want.refused)
	}
}

// imports fails the test where the import of a text is not what is wanted, or is not refused for the reason that is.
func imports(t *testing.T, m merger, present Present, text string, want Import, reason string) {
	t.Helper()
	var err error
	if m.file, m.found, err = readFile(m.table, []byte(text), CSV, 0); err != nil {
		t.Fatal(err)
	}
	in, err := m.merge(present)
	if reason != "" {
		refused := (*Refused)(nil)
		if !errors.As(err, &refused) || len(refused.Problems) != 1 || !strings.Contains(refused.Problems[0].Message, reason) {
			t.Errorf("%q: %v %+v", text, err, refused)
		}
		return
	}
	if diff := cmp.Diff(want, in); diff != "" || err != nil || len(m.rows) != len(in.New)+len(in.Changed) {
		t.Errorf("%q: %v %s", text, err, diff)
	}
}

// A row of a file stands for one row of the table, known by a cell that no other has, whether the column is unique or not.
func TestUpsertFindsOneRow(t *testing.T) {
	t.Parallel()
	table := prices()
	present := Present{Table: table, Rows: func() ([]platform.Row, error) {
		return []platform.Row{{ID: "1", Values: json.RawMessage(`{"name":"Rye","price":3.20}`)}, {ID: "2", Values: json.RawMessage(`{"name":"Oat"}`)},
			{ID: "3", Values: json.RawMessage(`{"name":"Oat","price":1}`)}, {ID: "4", Values: json.RawMessage(`{"price":2}`)}}, nil
	}}
	for text, want := range map[string]struct {
		in      Import
		refused string
	}{
		"name,price\nRye,4\nCorn,1\n": {in: Import{Changed: []Put{{ID: "1", Values: json.RawMessage(`{"name":"Rye","price":4}`)}}, New: []Put{{Values: json.RawMessage(`{"name":"Corn","price":1}`)}}}},
		"name,price\nRye,3.20\n":      {},
		"name,price\nOat,4\n":         {refused: "is in 2 rows of the table"},
		"name,price\nRye,4\nRye,5\n":  {refused: "is the same as in row 1, and rows are found by it"},
		"name,price\nNew,4\nNew,5\n":  {refused: "is the same as in row 1, and rows are found by it"},
		"name,price\n,4\n":            {refused: "must not be empty: rows are found by it"},
	} {
		imports(t, merger{File: File{Mode: Upsert, Key: "name"}, table: table}, present, text, want.in, want.refused)
	}
}
