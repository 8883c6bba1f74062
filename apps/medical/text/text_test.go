package text_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/medical/text"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"Dr. JOÃO d'Ávila-Conceição": {"dr", "joao", "d", "avila", "conceicao"},
		"São Paulo/SP":               {"sao", "paulo", "sp"},
		"Sa\u0303o":                  {"sao"},
		"ﬁ 9h30":                     {"fi", "9h30"},
		" .,- ":                      {},
		"\xff":                       {},
	} {
		if diff := cmp.Diff(want, text.Words(in)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		near bool
	}{
		{"silva", "silva", true}, {"silva", "sliva", true}, {"silva", "sylva", true}, {"silva", "silv", true}, {"silva", "ssilva", true},
		{"souza", "sousa", true}, {"abc", "acb", true}, {"", "a", true}, {"", "", true},
		{"silva", "slvia", false}, {"silva", "sil", false}, {"ab", "cd", false}, {"abcd", "badc", false},
	} {
		if text.Near(c.a, c.b) != c.near || text.Near(c.b, c.a) != c.near {
			t.Errorf("%q and %q: want near %v", c.a, c.b, c.near)
		}
	}
}
