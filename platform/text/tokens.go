package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"golang.org/x/text/unicode/norm"
)

// Break says which punctuation stands before a word.
type Break uint8

// The breaks, the weakest first.
const (
	None  Break = iota
	Comma       // , : ( ) / and dashes with space around them
	Stop        // . ; ! ? and line ends
)

// maxLetters is the maximum number of letters of a token; anything longer is not a word in a language that we know.
const maxLetters = 40

// Token is one word, number or currency sign of an English text that is read for its meaning.
type Token struct {
	Word       string // folded; "doesn't" is "doesnt", "1,000" is "1000"
	Stem       string // the English one
	Before     Break
	Dash       bool // a dash or a slash stands before it, as in "6-8", "6 – 8" and "6/8"
	Possessive bool // "mum's", "parents'"; also a short "is": "he's"
	Capital    bool // it was written with a capital letter
}

// Tokens cuts s with the punctuation between its words.
func Tokens(s string) []Token { return (&Cutter{}).Tokens(s) }

// Cutter cuts many texts and remembers their words, with their stems. It is for one goroutine; the zero value is ready.
type Cutter struct {
	known  map[string]stemmed
	before Break // where the last text ended
	space  bool
}

// stemmed is a folded word with its stem.
type stemmed struct{ word, stem string }

// Tokens cuts s, like the function of that name.
func (c *Cutter) Tokens(s string) []Token {
	const wordBytes = 6 // of most texts, with the space
	c.before, c.space = None, false
	return c.Append(make([]Token, 0, len(s)/wordBytes+1), s)
}

// Append cuts s, which goes on where the text before it ended, and appends its tokens to those. s begins with a word, or the text
// before it ends with a space.
func (c *Cutter) Append(tokens []Token, s string) []Token {
	if c.known == nil {
		c.known = map[string]stemmed{}
	}
	r := reader{rest: s, known: c.known, tokens: tokens, before: c.before, space: c.space}
	if strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) >= 0 {
		r.rest = norm.NFKC.String(strings.ToValidUTF8(s, " "))
	}
	for r.rest != "" {
		r.next()
	}
	c.before, c.space = r.before, r.space
	return r.tokens
}

// Stem returns the English stem of a folded word (the Porter2 algorithm).
func Stem(word string) string {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	env := snowballstem.NewEnv(word)
	run("en", env)
	return env.Current()
}

type reader struct {
	rest   string
	before Break
	dash   bool
	space  bool
	tokens []Token
	known  map[string]stemmed
}

func (r *reader) next() {
	c, size := utf8.DecodeRuneInString(r.rest)
	switch {
	case c >= '0' && c <= '9':
		r.number()
		return
	case unicode.IsLetter(c):
		r.word()
		return
	case unicode.Is(unicode.Sc, c):
		r.add(Token{Word: string(c)})
	case c == '+' || c == '%' || c == '&':
		r.add(Token{Word: string(c)})
	case strings.ContainsRune("<>≤≥~≈", c) && r.compares(size):
		r.add(Token{Word: sameSign(c)})
	case c == '\n' || strings.ContainsRune(".;!?…", c):
		r.before = Stop
	case strings.ContainsRune(",:()/–—−", c), c == '-' && r.space:
		r.before = max(r.before, Comma)
	}
	r.dash = r.dash || strings.ContainsRune("-–—−/", c)
	r.space = unicode.IsSpace(c)
	r.rest = r.rest[size:]
}

// compares reports whether the sign before r.rest[size:] says how a figure is meant: "<10", "~ $40".
func (r *reader) compares(size int) bool {
	rest := strings.TrimLeft(r.rest[size:], "= ")
	c, of := utf8.DecodeRuneInString(rest)
	if unicode.Is(unicode.Sc, c) {
		c, _ = utf8.DecodeRuneInString(strings.TrimLeft(rest[of:], " "))
	}
	return c >= '0' && c <= '9'
}

// sameSign returns one sign for those that mean nearly the same.
func sameSign(c rune) string {
	switch c {
	case '≤':
		return "<"
	case '≥':
		return ">"
	case '≈':
		return "~"
	}
	return string(c)
}

func (r *reader) add(t Token) {
	t.Before, t.Dash = r.before, r.dash
	if t.Stem == "" {
		t.Stem = t.Word
	}
	r.tokens = append(r.tokens, t)
	r.before, r.dash, r.space = None, false, false
}

// number reads digits with separators of thousands and decimals: 1,000 and 19.99. "8yo" and "40th" are two words.
func (r *reader) number() {
	end := 0
	digit := func(i int) bool { return i < len(r.rest) && r.rest[i] >= '0' && r.rest[i] <= '9' }
	for {
		for digit(end) {
			end++
		}
		if end >= len(r.rest) || (r.rest[end] != ',' && r.rest[end] != '.') || !digit(end+1) {
			break
		}
		if r.rest[end] == ',' && !(digit(end+2) && digit(end+3) && !digit(end+4)) { // "5,6" are two numbers
			break
		}
		end++
	}
	r.add(Token{Word: strings.ReplaceAll(r.rest[:min(end, maxLetters)], ",", "")})
	r.rest = r.rest[end:]
}

func (r *reader) word() {
	end, letters := 0, 0
	for end < len(r.rest) {
		c, size := utf8.DecodeRuneInString(r.rest[end:])
		if !unicode.IsLetter(c) && !unicode.IsMark(c) && !strings.ContainsRune("'’‘ʼ`´", c) {
			break
		}
		if letters++; letters > maxLetters {
			break
		}
		end += size
	}
	raw := r.rest[:end]
	first, _ := utf8.DecodeRuneInString(raw)
	r.rest = r.rest[end:]
	var buffer [2 * maxLetters]byte
	folded := AppendFold(buffer[:0], raw)
	t := Token{Capital: unicode.IsUpper(first)}
	if w, is := r.known[string(folded)]; is {
		t.Word, t.Stem = w.word, w.stem
		r.add(t)
		return
	}
	w := string(folded)
	if base, ok := strings.CutSuffix(w, "'s"); ok && base != "" {
		w, t.Possessive = base, true
	} else if base, ok := strings.CutSuffix(w, "s'"); ok && base != "" {
		w, t.Possessive = base+"s", true
	}
	for _, short := range []string{"'ve", "'re", "'ll", "'d", "'m"} {
		if base, ok := strings.CutSuffix(w, short); ok && base != "" {
			w = base
		}
	}
	if t.Word = strings.ReplaceAll(w, "'", ""); t.Word == "" {
		return
	}
	known, is := r.known[t.Word]
	if !is {
		known = stemmed{t.Word, Stem(t.Word)}
		r.known[t.Word] = known
	}
	t.Stem = known.stem
	r.add(t)
}
