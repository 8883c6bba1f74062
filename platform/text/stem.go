package text

import (
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// Language is one that has a stemmer, by its code of ISO 639-1.
type Language string

// Unknown stands for a text whose language cannot be told: its words have the stems of the languages that are likely.
const Unknown Language = ""

// likely are the languages whose stems a word of an unknown language gets.
func likely() []Language { return []Language{"en", "de", "fr", "es", "it", "pt"} }

// Stems calls stem for the stem of a folded word in each of the languages; the scripts of Russian, Arabic and Tamil tell their
// language themselves. A word with digits has no stem but itself. Stems may come more than once.
func Stems(word string, languages []Language, stem func(string)) {
	ascii := true
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 0x80:
			ascii = false
		case c < 'a' && c != '\'':
			stem(word)
			return
		}
	}
	if !ascii {
		switch first := []rune(word)[0]; {
		case 'а' <= first && first <= 'џ':
			languages = []Language{"ru"}
		case 0x0600 <= first && first <= 0x06ff:
			languages = []Language{"ar"}
		case 0x0b80 <= first && first <= 0x0bff:
			languages = []Language{"ta"}
		default:
			stem(word)
			return
		}
	} else if len(languages) == 0 {
		languages = likely()
	}
	word = strings.ReplaceAll(word, "'", "")
	for _, l := range languages {
		env := snowballstem.NewEnv(word)
		if run(l, env) {
			stem(env.Current())
		}
	}
}

// run stems the word in env; false = there is no such language.
func run(l Language, env *snowballstem.Env) bool {
	switch l {
	case "ar":
		arabic.Stem(env)
	case "da":
		danish.Stem(env)
	case "nl":
		dutch.Stem(env)
	case "en":
		english.Stem(env)
	case "fi":
		finnish.Stem(env)
	case "fr":
		french.Stem(env)
	case "de":
		german.Stem(env)
	case "hu":
		hungarian.Stem(env)
	case "ga":
		irish.Stem(env)
	case "it":
		italian.Stem(env)
	case "no":
		norwegian.Stem(env)
	case "pt":
		portuguese.Stem(env)
	case "ro":
		romanian.Stem(env)
	case "ru":
		russian.Stem(env)
	case "es":
		spanish.Stem(env)
	case "sv":
		swedish.Stem(env)
	case "ta":
		tamil.Stem(env)
	case "tr":
		turkish.Stem(env)
	default:
		return false
	}
	return true
}

// functionWords are words, folded, that stand in almost every text of a language: they tell it, and nobody looks for them.
func functionWords(l Language) string {
	switch l {
	case "en":
		return "the a an and or of with in on for to is are from by at that this it as be any some under over me i my show find"
	case "de":
		return "der die das den dem des ein eine einen und oder mit von zu zum zur im in am an auf fur ist sind aus bei nicht auch wir ohne"
	case "fr":
		return "le la les l un une des du de d et ou avec sans pour dans au aux est sont en par sur qui que ce cette"
	case "es":
		return "el la los las un una unos unas de del y o con sin para por en es son que se al su"
	case "it":
		return "il lo la i gli le un uno una di del della dei delle e o con senza per in nel nella da su che sono al alla"
	case "pt":
		return "o a os as um uma de do da dos das e ou com sem para por em no na nos nas que ao sao"
	case "nl":
		return "de het een en of met van voor in op te is zijn uit bij niet aan door zonder"
	case "sv":
		return "en ett och eller med av for i pa till ar fran som den det de utan"
	case "da":
		return "en et og eller med af for i pa til er fra som den det de uden"
	case "no":
		return "en et ei og eller med av for i pa til er fra som den det de uten"
	case "fi":
		return "ja tai on ei se joka kanssa ilman seka myos"
	case "hu":
		return "a az es vagy egy nem van meg hogy nelkul valamint"
	case "ro":
		return "si sau cu de la un o din pe pentru este sunt fara care in"
	case "tr":
		return "ve veya ile bir bu icin da de olan cok"
	case "ga":
		return "an na agus no le ar i ag do is ata gan"
	}
	return ""
}

func latin() []Language {
	return []Language{"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "hu", "ro", "tr", "ga"}
}

// functional has the languages of each function word.
var functional = sync.OnceValue(func() map[string][]Language {
	of := map[string][]Language{}
	for _, l := range latin() {
		for w := range strings.FieldsSeq(functionWords(l)) {
			of[w] = append(of[w], l)
		}
	}
	return of
})

// Functional reports whether a folded word only holds the texts of one of the languages together; of English ones, when no
// language is known.
func Functional(word string, languages []Language) bool {
	if len(languages) == 0 {
		languages = []Language{"en"}
	}
	return slices.ContainsFunc(FunctionalIn(word), func(l Language) bool { return slices.Contains(languages, l) })
}

// FunctionalIn returns the languages whose texts a folded word only holds together. The slice must not be changed.
func FunctionalIn(word string) []Language { return functional()[word] }

// Guesser tells the languages of a text by its words. The zero value is ready.
type Guesser struct{ heard map[Language]int }

// Hear takes notice of one folded word.
func (g *Guesser) Hear(word []byte) {
	if g.heard == nil {
		g.heard = map[Language]int{}
	}
	for _, l := range functional()[string(word)] {
		g.heard[l]++
	}
}

// Languages returns the languages that the words tell, none where they are too few to tell any. Related languages share words:
// one counts when it was heard nearly as often as the one that was heard most.
func (g *Guesser) Languages() []Language {
	const least, nearly = 3, 0.7
	most := 0
	for _, n := range g.heard {
		most = max(most, n)
	}
	if most < least {
		return nil
	}
	var told []Language
	for _, l := range latin() {
		if float64(g.heard[l]) >= nearly*float64(most) {
			told = append(told, l)
		}
	}
	return told
}
