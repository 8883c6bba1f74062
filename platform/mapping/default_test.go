package mapping_test

import (
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/mapping"
)

// Nobody reads 1,957 as a year, which is how a widget writes a number; what is counted in a year stays one.
func TestYearsAreNoAmounts(t *testing.T) {
	t.Parallel()
	films := &platform.Table{Name: "films", Columns: []platform.Column{
		{Name: "title", Type: platform.ColumnText}, {Name: "release_year", Type: platform.ColumnInteger}, {Name: "y", Title: "Year of birth", Type: platform.ColumnNumber},
		{Name: "visitors_per_year", Type: platform.ColumnInteger}, {Name: "minutes", Type: platform.ColumnInteger},
	}}
	for name, field := range map[string]string{"cards": "lines", "list": "lines", "details": "facts"} {
		l := layouts(t)[name]
		plan, problems := mapping.Default(l.Shape, films)
		if problems != nil {
			t.Fatal(problems)
		}
		got, err := plan.Apply(answer(t, `{"id":"r1","title":"Persona","release_year":1957,"y":1918,"visitors_per_year":12000,"minutes":83}`))
		if err != nil {
			t.Fatal(err)
		}
		text := l.fits(t, got.Data)
		for _, want := range []string{`"Release year","value":"1957"`, `"Year of birth","value":"1918"`, `"Visitors per year","value":12000`, `"Minutes","value":83`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s of %s in %s", name, want, field, text)
			}
		}
	}
}
