package cells

import (
	"encoding/json"
	"testing"

	"berth/platform"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	text, money := platform.Column{Name: "name", Type: platform.ColumnText}, platform.Column{Name: "value", Type: platform.ColumnMoney, Currency: "EUR"}
	row := func(name, value any) any { return map[string]any{"id": "1", "name": name, "value": value} }
	for _, c := range []struct {
		name    string
		columns []platform.Column
		rows    []any
		want    string
	}{
		{"amounts", []platform.Column{text, money}, []any{row("Revenue", json.Number("1200.50")), row("Rent", json.Number("-3"))},
			`{"stats":[{"label":"Revenue","value":"1200.50 EUR"},{"label":"Rent","value":"-3 EUR"}],"title":"T"}`},
		{"texts with figures", []platform.Column{text, {Name: "value", Type: platform.ColumnText}}, []any{row("Revenue", "$1200"), row("Guests", "85")},
			`{"stats":[{"label":"Revenue","value":"$1200"},{"label":"Guests","value":"85"}],"title":"T"}`},
		{"a row without a figure", []platform.Column{text, money}, []any{row("Revenue", json.Number("1")), row("Guests", nil)},
			`{"items":[{"subtitle":"value 1 EUR","title":"Revenue"},{"title":"Guests"}],"title":"T"}`},
		{"no figures", []platform.Column{text, {Name: "value", Type: platform.ColumnText}}, []any{row("Lift", "broken")}, `{"items":[{"subtitle":"value broken","title":"Lift"}],"title":"T"}`},
		{"days", []platform.Column{text, {Name: "value", Title: "Due", Type: platform.ColumnDate}}, []any{row("Tax return", "2026-05-31")},
			`{"items":[{"subtitle":"Due 2026-05-31","title":"Tax return"}],"title":"T"}`},
		{"telephones", []platform.Column{text, {Name: "value", Title: "Phone", Type: platform.ColumnPhone}}, []any{row("Ann", "07700 900123")},
			`{"items":[{"subtitle":"Phone 07700 900123","title":"Ann"}],"title":"T"}`},
		{"a wider table", []platform.Column{text, money, {Name: "more", Title: "More", Type: platform.ColumnInteger}},
			[]any{map[string]any{"name": "Jan", "value": json.Number("1"), "more": json.Number("2")}}, `{"items":[{"subtitle":"value 1 EUR · More 2","title":"Jan"}],"title":"T"}`},
		{"one column", []platform.Column{text}, []any{row("Revenue", nil)}, `{"items":[{"title":"Revenue"}],"title":"T"}`},
		{"no rows", []platform.Column{text, money}, nil, `{"items":[],"title":"T"}`},
	} {
		items := make([]any, len(c.rows))
		for i, r := range c.rows {
			items[i] = map[string]any{"title": r.(map[string]any)["name"]} //nolint:forcetypeassert // rows are maps
		}
		got, err := json.Marshal(Figures(map[string]any{"title": "T", "items": items}, c.columns, c.rows))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s %v, want %s", c.name, got, err, c.want)
		}
	}
}
