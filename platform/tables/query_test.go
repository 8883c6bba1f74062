package tables_test

import (
	"testing"

	"berth/platform"
	"berth/platform/tables"
)

// A filter that a column cannot have is refused in the signs that it was written with.
func TestSignsOfFilters(t *testing.T) {
	t.Parallel()
	columns := []platform.Column{{Name: "vegan", Type: platform.ColumnBoolean}, {Name: "shop", Type: platform.ColumnPlace}, {Name: "price", Type: platform.ColumnMoney}}
	for text, want := range map[string]string{
		"vegan<true":  "must not have < after vegan, which is of the type boolean: it has != =",
		"shop=52,13":  "must not have = after shop, which is of the type place: it is looked for by tools alone, with near",
		"price~3":     "must not have ~ after price, which is of the type money: it has != <= >= = < >",
		"price<=x":    "must be an amount, such as 3.20",
		"prize=3":     `names the column "prize", which is not there; the columns are vegan, shop, price`,
		"price<=3":    "",
		"vegan!=true": "",
	} {
		if _, fault := tables.ParseFilter(columns, text); fault != want {
			t.Errorf("%s: %q, want %q", text, fault, want)
		}
	}
}
