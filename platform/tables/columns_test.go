package tables_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/tables"
)

func TestColumnsAreCheckedAllAtOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		columns []platform.Column
		want    []string // locations
	}{
		"every type": {everyType(), nil},
		"none":       {nil, []string{""}},
		"names": {
			[]platform.Column{{Name: "id", Type: "text"}, {Name: "Ä", Type: "text"}, {Name: "a", Type: "text"}, {Name: "a", Type: "text"}, {Type: "text"}},
			[]string{"[0].name", "[1].name", "[3].name", "[4].name"},
		},
		"types": {
			[]platform.Column{{Name: "a", Type: "colour"}, {Name: "b"}, {Name: "c", Type: "text", Values: []string{"x"}, Currency: "EUR"}},
			[]string{"[0].type", "[1].type", "[2].values", "[2].currency"},
		},
		"enums": {
			[]platform.Column{{Name: "a", Type: "enum"}, {Name: "b", Type: "enum", Values: []string{"x", "x", " ", "y ", "z\u202e", "w\u200f"}}},
			[]string{"[0].values", "[1].values[1]", "[1].values[2]", "[1].values[3]", "[1].values[4]"},
		},
		"money":  {[]platform.Column{{Name: "a", Type: "money", Currency: "eur"}, {Name: "b", Type: "money", Currency: "EURO"}}, []string{"[0].currency", "[1].currency"}},
		"titles": {[]platform.Column{{Name: "a", Type: "text", Title: strings.Repeat("x", 101)}, {Name: "b", Type: "text", Title: "x\n"}, {Name: "c", Type: "text", Title: "שם!\u200f"}}, []string{"[0].title", "[1].title"}},
		"unique": {[]platform.Column{{Name: "a", Type: "tags", Unique: true}, {Name: "b", Type: "text", Unique: true}}, []string{"[0].unique"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range tables.CheckColumns(test.columns) {
				got = append(got, p.Location)
				if p.Message == "" {
					t.Errorf("%s has no message", p.Location)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// everyType is a table with a column of each type, which is its name.
func everyType() []platform.Column {
	var columns []platform.Column
	for _, t := range tables.Types() {
		c := platform.Column{Name: string(t), Type: t}
		switch t {
		case platform.ColumnEnum:
			c.Values = []string{"small", "Large", "huge"}
		case platform.ColumnMoney:
			c.Currency = "EUR"
		}
		columns = append(columns, c)
	}
	return columns
}
