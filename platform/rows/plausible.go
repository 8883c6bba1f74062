package rows

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bytes in any one-byte encoding are letters in Windows-1252 too, only the wrong ones: in Cyrillic, Greek, Hebrew or Chinese files
// words have hardly a letter of ASCII, in those of a Mac or of DOS capitals and signs stand within words, and in those of other
// languages letters meet that no language of Windows-1252 has both of.

// alphabets are the letters beyond ASCII of languages that Windows-1252 was made for, also of the names in them.
var alphabets = []string{
	"äöüßé",             // German
	"àâæçéèêëîïôœùûüÿñ", // French
	"áéíóúüñçïàèò·",     // Spanish, Catalan, Galician
	"áâãàçéêíóôõúüöè",   // Portuguese
	"àèéìíîòóùú",        // Italian
	"æøåéèêóòôäöü",      // Danish, Norwegian
	"åäöéèáüàšž",        // Swedish, Finnish, Estonian
	"áðéíóúýþæöø",       // Icelandic, Faroese
	"ëïéèêöüáóíúçâà",    // Dutch, Afrikaans, Albanian
	"áéíóúàèìòùâêîôûïë", // Irish, Scottish, Welsh
}

// oddWithin are signs that stand between two letters where a letter was lost, and where nobody writes them.
const oddWithin = "¡¢£¤¥¦§¨¬¯±²³¹¸¼½¾¿¶ƒˆ†‡‰‹›˜‚„”•"

// oddRun are those of which no two follow each other.
const oddRun = "¢¤¥¦¨¬¯±¸¹¼½¾ƒˆ˜"

// What stands before and behind letters beyond ASCII without a space, and what joins them.
const (
	openers = "„“‘‚«‹¿¡–—…’"
	closers = "”“’»›…–—®™°ºª²³€"
	joiners = "–—’·"
)

// strangest returns a word that shows that a text is hardly meant as it reads, "" where it may well be. One word of five may be
// strange: people misspell, and quote.
func strangest(text string) string {
	odd, plain, first := 0, 0, ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !partOfWord(r) }) {
		if utf8.RuneCountInString(word) == len(word) {
			continue
		}
		strange, accented := judge([]rune(word))
		switch {
		case strange:
			if odd++; first == "" {
				first = word
			}
		case accented:
			plain++
		}
	}
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 0x80 || r == '\u00a0' }) {
		if jumbled(run) {
			if odd++; first == "" {
				first = run
			}
		}
	}
	if odd*5 < odd+plain {
		return ""
	}
	return first
}

func partOfWord(r rune) bool {
	return r != 'ª' && r != 'º' && r != 'µ' && unicode.IsLetter(r) || strings.ContainsRune(oddWithin, r)
}

// jumbled reports whether signs stand among letters in a run of characters beyond ASCII, as in files whose letters are other bytes.
func jumbled(run string) bool {
	if utf8.RuneCountInString(run) < 3 {
		return false
	}
	run = strings.TrimRight(strings.TrimLeft(run, openers), closers)
	letters := strings.ContainsFunc(run, unicode.IsLetter)
	return letters && strings.ContainsFunc(run, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(joiners, r) })
}

// judge reports whether a word is hardly one, and else whether it has letters beyond ASCII, and others too.
func judge(word []rune) (strange, accented bool) {
	var beyond []rune
	plain := 0
	for i, r := range word {
		sign := !unicode.IsLetter(r)
		before, after := i > 0 && unicode.IsLetter(word[i-1]), i+1 < len(word) && unicode.IsLetter(word[i+1])
		switch {
		case sign && strings.ContainsRune(oddRun, r) && i > 0 && strings.ContainsRune(oddRun, word[i-1]):
			return true, false
		case sign && before && (after || r == 'ˆ' || r == '˜') && !(strings.ContainsRune("²³", r) && strings.HasSuffix(string(word[:i]), "m")): // W/m²K
			return true, false
		case sign:
		case r < 0x80:
			plain++
		case before && unicode.IsUpper(r) && (unicode.IsLower(word[i-1]) || after && unicode.IsLower(word[i+1])): // MŸller
			return true, false
		default:
			beyond = append(beyond, unicode.ToLower(r))
		}
	}
	if len(beyond) == 0 {
		return false, false
	}
	return plain == 0 && len(beyond) > 1 || !ofOneLanguage(beyond), plain > 0
}

func ofOneLanguage(letters []rune) bool {
	for _, alphabet := range alphabets {
		if !strings.ContainsFunc(string(letters), func(r rune) bool { return !strings.ContainsRune(alphabet, r) }) {
			return true
		}
	}
	return false
}
