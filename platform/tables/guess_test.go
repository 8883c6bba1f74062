package tables_test

import (
	"testing"

	"berth/platform"
	"berth/platform/tables"
)

// What begins with noughts and is short is a code, and no number that is dialled.
func TestShortCodesAreNoPhones(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		texts []string
		want  platform.ColumnType
	}{
		{[]string{"001", "002"}, platform.ColumnText}, {[]string{"0049 30 1234", "0044 20 7946"}, platform.ColumnPhone},
	} {
		if got := tables.Guess(c.texts, tables.Style{}).Type; got != c.want {
			t.Errorf("%q: %s", c.texts, got)
		}
	}
}

// Figures have points between thousands where all that have a point could, and none has a decimal comma.
func TestThousands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		texts []string
		want  bool
	}{
		{[]string{"1.450 €", "780 €"}, true}, {[]string{"48.000 km", "9.900 km"}, true}, {[]string{"1.250.000", "12"}, true},
		{[]string{"780 €"}, false}, {[]string{"1.450 €", "7,80 €"}, false}, {[]string{"1.450", "1.5"}, false}, {[]string{"0.450"}, false}, {nil, false},
	} {
		if got := tables.Thousands(c.texts); got != c.want {
			t.Errorf("%q: %t", c.texts, got)
		}
	}
}
