package text_test

import (
	"slices"
	"strings"
	"testing"

	"berth/platform/text"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"": "", "Crème BRÛLÉE, Straße!": "creme brulee strasse", "it's mum's o'clock'": "it mum o'clock",
		"L’Hôtel d'été, qu'il aujourd'hui": "hotel ete il aujourd'hui", "Dell'arte, un'amica, c'è": "arte amica c'e",
		"quelqu'un, presqu'île, quoiqu'il, puisqu'on": "un ile il on",
		"d'souza c'mon o'neill rock'n'roll":           "d'souza c'mon o'neill rock'n'roll", "TP-530 / 3.20€": "tp 530 3 20 €",
		"ёлка Йод": "елка йод", "हिन्दी": "हिन्दी", "全麥包": "全 全麥 麥 麥包 包", "a🥐b": "a 🥐 b", "A\u030angström Å": "angstrom a", "’tis “x”": "tis x", "œuf Łódź Þór": "oeuf lodz thor",
		"\xff a": "\ufffd a", "x\u200dy": "x\u200dy", strings.Repeat("a", 70): strings.Repeat("a", 64) + " aaaaaa",
	} {
		var got []string
		text.Words(text.AppendFold(nil, s), func(w []byte) bool { got = append(got, string(w)); return true })
		if strings.Join(got, " ") != want {
			t.Errorf("%q is cut into %q, want %q", s, got, want)
		}
	}
}

func TestHyphened(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"Wi-Fi": "wi+fi", "a Wi\u2011Fi\u2010router.": "wi+fi fi+router", "l’E-Mail's, T-Shirts-": "e+mail t+shirts", "Bio-Öl COVID-19 TP-530": "bio+ol covid+19 tp+530",
		"2026-11-22 555-1234": "", "3f2a9c1e-7b4d-4e8a-9d21-5c6b7a8f9e01 2026-11-22T10:15:00Z": "", "WH-1000XM4 3D-Drucker": "wh+1000xm4 3d+drucker",
		"a - b -c d- --e": "", "-": "", "全-麥 x-麥": "", "हिन्दी-हि": "हिन्दी+हि", strings.Repeat("a", 40) + "-" + strings.Repeat("b", 30): "",
	} {
		var got []string
		text.Hyphened(text.AppendFold(nil, s), func(a, b []byte) { got = append(got, string(a)+"+"+string(b)) })
		if strings.Join(got, " ") != want {
			t.Errorf("%q has %q, want %q", s, got, want)
		}
	}
}

func TestOneTypo(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"bread", "bread", false}, {"bread", "brea", true}, {"bread", "breadd", true}, {"bread", "bred", true}, {"bread", "broad", true}, {"bread", "braed", true}, {"bread", "rbead", true},
		{"bread", "breda", true}, {"bread", "bbread", true}, {"bread", "xread", true}, {"bread", "raed", false}, {"bread", "beard", false}, {"bread", "", false}, {"a", "", true}, {"", "", false},
		{"хлеб", "хлеп", true}, {"хлеб", "хелб", true}, {"хлеб", "хле", true}, {"麵包店", "麵店包", true}, {"é", "è", true}, {"ab€d", "abed", true}, {"a€b", "ab€", true},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := text.OneTypo(pair[0], pair[1]); got != test.want {
				t.Errorf("OneTypo(%q, %q) = %v", pair[0], pair[1], got)
			}
		}
	}
}

// Words of other alphabets are told apart as well as English ones.
func TestMayBeTypo(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{{"bread", "braed", true}, {"bread", "break", true}, {"bread", "loafs", false}, {"хлеб", "хле", true}, {"хлеб", "хлев", true}, {"булка", "торты", false}, {"한국어", "日本語文", false}} {
		if got := text.MayBeTypo(text.Letters(test.a), text.Letters(test.b)); got != test.want {
			t.Errorf("MayBeTypo(%q, %q) = %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// FuzzOneTypo holds the short cuts against the definition.
func FuzzOneTypo(f *testing.F) {
	f.Add("bread", "braed")
	f.Add("хлеб", "хле")
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = text.Fold(a), text.Fold(b)
		if len(a) > 12 || len(b) > 12 || strings.ToValidUTF8(a+b, "") != a+b {
			return
		}
		want := typo([]rune(a), []rune(b)) || typo([]rune(b), []rune(a))
		if got := text.OneTypo(a, b); got != want {
			t.Errorf("OneTypo(%q, %q) = %v, want %v", a, b, got, want)
		}
		if want && !text.MayBeTypo(text.Letters(a), text.Letters(b)) {
			t.Errorf("MayBeTypo says no to %q and %q", a, b)
		}
	})
}

// typo tries each way in which b may be a with one character dropped, changed or swapped.
func typo(a, b []rune) bool {
	for i := range a {
		without := slices.Delete(slices.Clone(a), i, i+1)
		if slices.Equal(without, b) || len(a) == len(b) && slices.Equal(without, slices.Delete(slices.Clone(b), i, i+1)) && a[i] != b[i] {
			return true
		}
		if i > 0 {
			swapped := slices.Clone(a)
			if swapped[i], swapped[i-1] = swapped[i-1], swapped[i]; swapped[i] != swapped[i-1] && slices.Equal(swapped, b) {
				return true
			}
		}
	}
	return false
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"Rye Baguette 530": "", "The loaf of the house is baked with rye and a touch of salt": "[en]", "Das Brot ist mit Mohn und wird von der Bäckerei gebacken": "[de]",
		"Le pain est fait avec la farine et le sel des marais": "[fr]", "El pan con la harina y las semillas de la casa": "[es]", "Il pane con la farina e il sale della casa": "[it]",
	} {
		var g text.Guesser
		text.Words(text.AppendFold(nil, s), func(w []byte) bool { g.Hear(w); return true })
		got := g.Languages()
		if want == "" && got != nil || want != "" && (len(got) == 0 || !slices.Contains(got, text.Language(strings.Trim(want, "[]")))) {
			t.Errorf("%q is %v, want %s", s, got, want)
		}
	}
}

func TestStems(t *testing.T) {
	t.Parallel()
	for _, same := range []struct {
		language text.Language
		words    string
	}{
		{"en", "walk walks walking"}, {"de", "brot brote broten"}, {"fr", "croissant croissants"}, {"es", "pastel pasteles"}, {"it", "torta torte"}, {"pt", "bolo bolos"}, {"nl", "brood brode"},
		{"sv", "bulle bullar"}, {"da", "bolle boller"}, {"no", "bolle boller"}, {"fi", "talo talot"}, {"ru", "хлеб хлеба"}, {text.Unknown, "croissant croissants"},
	} {
		var first []string
		for i, w := range strings.Fields(same.words) {
			var stems []string
			languages := []text.Language{same.language}
			if same.language == text.Unknown {
				languages = nil
			}
			text.Stems(w, languages, func(stem string) { stems = append(stems, stem) })
			if i == 0 {
				first = stems
			} else if !slices.ContainsFunc(stems, func(s string) bool { return slices.Contains(first, s) }) {
				t.Errorf("%s: %s has the stems %q, others %q", same.language, w, stems, first)
			}
		}
	}
	for _, w := range []string{"tp530", "530", "麵包", "🥐"} {
		text.Stems(w, nil, func(stem string) {
			if stem != w {
				t.Errorf("%s has the stem %s", w, stem)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"My mum's café, isn't it?":   "^my mum+ cafe, isnt it",
		"Under $1,000 – or 19.99 €!": "^under $ 1000, or 19.99 €",
		"He’s 8yo. PARENTS' 40th":    "^he+ 8 yo. ^parents+ 40 th",
		"a-b, c - d / e\nf & 5%":     "a b, c, d, e. f & 5 %",
		"<10, ≤ $5 or ~ 20, a < b":   "< 10, < $ 5 or ~ 20, a b",
		"½ ﬁne １２ Å Straße":          "1 2 fine 12 ^a ^strasse",
		strings.Repeat("a", 50):      strings.Repeat("a", 40) + " aaaaaaaaaa",
		"\xff ''' x":                 "x",
	} {
		var b strings.Builder
		for i, token := range text.Tokens(s) {
			b.WriteString([]string{"", ",", "."}[token.Before])
			if i > 0 {
				b.WriteByte(' ')
			}
			if token.Capital {
				b.WriteByte('^')
			}
			b.WriteString(token.Word)
			if token.Possessive {
				b.WriteByte('+')
			}
		}
		if b.String() != want {
			t.Errorf("%q is cut into %q, want %q", s, b.String(), want)
		}
	}
}
