package phrasebook_test

import (
	"strings"
	"testing"

	"berth/apps/gift/phrasebook"
	"berth/platform/text"
)

// english returns what the book makes of s in the language that it recognizes.
func english(tb testing.TB, b *phrasebook.Book, s string) string {
	tb.Helper()
	language, n := b.Language(text.Tokens(s))
	if n == 0 {
		tb.Errorf("%s: no language", s)
		return ""
	}
	var all []string
	for _, t := range b.Translate(s, language) {
		all = append(all, t.Word)
	}
	return strings.Join(all, " ")
}

func TestTranslate(t *testing.T) {
	t.Parallel()
	b, err := phrasebook.Load(phrasebook.Lines())
	if err != nil {
		t.Fatal(err)
	}
	for foreign, want := range map[string]string{
		"minha mãe faz 60 anos e não gosta de cozinhar":        "my mother turns 60 and doesnt like cooking",
		"meu avô, minha avó":                                   "grandfather grandmother",
		"mi hermana no bebe, le encanta el senderismo":         "my sister doesnt drink loves the hiking",
		"hasta 30 euros, para un niño de 8 meses":              "under 30 euro for a boy 8 months old",
		"mon père ne boit plus et n'aime pas l'opéra":          "my father quit drinking and doesnt like opera",
		"ma nièce fête ses 11 ans":                             "my niece turns 11",
		"mein Bruder wird 30, er zeltet gern":                  "my brother turns 30 he camping",
		"sie mag Fußball nicht und hat schon eine Nähmaschine": "she hates football and already has a sewing machine",
		"Gartenbücher für meine Schwester":                     "gardening books for my sister",
		"je 10 Euro, wir sind zu sechst":                       "10 euro each we are six",
		"mio nonno fa l'uncinetto, niente cioccolato":          "my grandfather does crochet no chocolate",
		"due genitori che hanno appena avuto una bambina":      "two parents who just had a baby",
		"Silberhochzeit meiner Eltern":                         "silver wedding anniversary my parents",
		"mi hermana se acaba de divorciar y se muda a un piso": "my sister divorced and moves into",
		"mon copain, nous sommes ensemble depuis 5 ans":        "my boyfriend we are years together",
		"i miei amici hanno comprato casa":                     "the my friends bought a house",
		"vinho tinto e orquídeas":                              "red wine and orchids",
		"moins de 25 €":                                        "under 25 €",
		"mi hermano lo tiene todo y viaja mucho":               "my brother has everything and travels a lot",
		"ils ont déjà tout pour la cuisine":                    "they has everything for cooking",
		"colega que vai ser mãe":                               "colleague who becoming a mother",
		"meine Freundin zieht aufs Land":                       "my girlfriend moves to the countryside",
		"mio zio dorme male e ha tutta l'attrezzatura":         "my uncle insomnia and has all the gear",
	} {
		if got := english(t, b, foreign); got != want {
			t.Errorf("%s: %q, want %q", foreign, got, want)
		}
	}
}

// English is no other language, whatever words it borrows.
func TestLanguage(t *testing.T) {
	t.Parallel()
	b, err := phrasebook.Load(phrasebook.Lines())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"", "golf, tennis", "42", "my wife"} {
		if l, n := b.Language(text.Tokens(s)); n > 0 || l != -1 {
			t.Errorf("%q: language %d by %d words", s, l, n)
		}
	}
}

// The punctuation of a sentence stays where it is, also when the word behind it says nothing in English.
func TestBreaks(t *testing.T) {
	t.Parallel()
	b, err := phrasebook.Load(phrasebook.Lines())
	if err != nil {
		t.Fatal(err)
	}
	language, _ := b.Language(text.Tokens("mein Vater. Gern wandert er"))
	tokens := b.Translate("mein Vater. Gern wandert er", language)
	if len(tokens) != 4 || tokens[2].Word != "hiking" || tokens[2].Before != text.Stop {
		t.Errorf("%+v", tokens)
	}
}

func FuzzTranslate(f *testing.F) {
	b, err := phrasebook.Load(phrasebook.Lines())
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"mag x nicht", "ne pas", "# * -", "l'l'l'", "'", "zwischen 1 und", "unter unter 9", "\xff", "Donaudampfschifffahrtsgesellschaft"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for language := range 5 {
			for _, token := range b.Translate(s, language) {
				if token.Word == "" || token.Word == "#" || token.Word == "*" {
					t.Errorf("%q in language %d: %+v", s, language, token)
				}
			}
		}
	})
}
