package search

import (
	"strings"
	"testing"

	"berth/platform/text"
)

// A name says of which sorts a gift is, wherever the noun stands that says it.
func TestSortsOfNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Engraved pen and notebook for the next chapter": "pen, notebook",
		"Two seats at a supper club":                     "ticket of wine, dinner",
		"Dinner voucher for a place they love":           "dinner",
		"Bridge score pads and two packs of cards":       "cards",
		"Box of fine dates to share":                     "date",
		"Year of a science magazine":                     "magazine",
		"Kettle with a dial for every tea":               "kettl",
		"Gift box":                                       "",
	} {
		if got := strings.Join(sortsOf(text.Tokens(name), []string{"wine"}), ", "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
