// Command wordclass makes a table of platform/generate/wordclass of treebanks in CoNLL-U and of lists of words with their classes:
//
//	go run ./tools/wordclass -to platform/generate/wordclass/en.bin en_ewt/*.conllu en.tsv
//
// lists.mjs beside it writes the lists; LICENSE beside the tables names the treebanks. A word that its ending tells is left
// out. The same files make the same bytes. With -test FILE it says instead how many words of that treebank the table gets right.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"berth/platform/generate/wordclass"
	"berth/platform/text"
)

const classes = wordclass.Classes

func main() {
	to := flag.String("to", "en.bin", "the table, whose name is the code of its language")
	test := flag.String("test", "", "a treebank to read with the table that is there")
	frequent := flag.Float64("frequent", 3, "words of treebanks that come less often are left out where their ending tells them")
	flag.Parse()
	if err := run(*to, *test, *frequent, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(to, test string, frequent float64, files []string) error {
	m := &model{words: map[string]*shares{}, read: map[string]bool{}}
	if test != "" {
		files = []string{test}
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".tsv") {
			m.list(string(raw))
		} else {
			m.treebank(string(raw))
		}
	}
	if test != "" {
		code := strings.TrimSuffix(filepath.Base(to), ".bin")
		return m.check(wordclass.New(code)[code]())
	}
	return os.WriteFile(to, m.table(frequent), 0o644)
}

type shares [len(classes)]float64

func (s *shares) sum() (sum float64) {
	for _, v := range s {
		sum += v
	}
	return sum
}

func (s *shares) top() int { return slices.Index(s[:], slices.Max(s[:])) }

// token is a word of a treebank, or a stop.
type token struct {
	word  wordclass.Word
	class int
}

type model struct {
	words     map[string]*shares // how often they are of which class
	next      [len(classes)]shares
	total     shares
	read      map[string]bool // words of treebanks
	sentences [][]token
}

func (m *model) add(word string, class int, often float64) {
	if m.words[word] == nil {
		m.words[word] = &shares{}
	}
	m.words[word][class] += often
}

// list reads lines of a word and the letters of its classes.
func (m *model) list(raw string) {
	for line := range strings.Lines(raw) {
		word, letters, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, c := range letters {
			m.add(text.Fold(word), strings.IndexRune(classes, c), 1)
		}
	}
}

// treebank reads CoNLL-U. Words that are written together count as the first of them.
func (m *model) treebank(raw string) {
	var sentence []token
	skip := ""
	for line := range strings.Lines(raw + "\n") {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) < 6 {
			if len(sentence) > 0 && f[0] == "" {
				m.sentence(sentence)
				sentence = nil
			}
			continue
		}
		from, to, together := strings.Cut(f[0], "-")
		switch {
		case strings.Contains(f[0], "."):
		case together:
			sentence = append(sentence, token{word: wordOf(f[1]), class: -1})
			skip = to
		case skip != "":
			if last := &sentence[len(sentence)-1]; last.class < 0 {
				last.class = class(f)
			}
			if from == skip {
				skip = ""
			}
		default:
			sentence = append(sentence, token{word: wordOf(f[1]), class: class(f)})
		}
	}
}

func wordOf(form string) wordclass.Word {
	folded := strings.Trim(text.Fold(form), "'’")
	if lower := strings.ToLower(form); lower == "è" || lower == "é" {
		folded = lower // is, and not "and"
	}
	return wordclass.Word{Folded: folded, Capital: strings.ToLower(form[:1]) != form[:1]}
}

// class returns what a line of a treebank says that a word is.
func class(f []string) int {
	form, lemma, pos, features := strings.ToLower(f[1]), f[2], f[3], f[5]
	c := map[string]byte{"NOUN": 'N', "PROPN": 'N', "ADJ": 'A', "ADV": 'R', "DET": 'D', "PRON": 'O', "ADP": 'P',
		"CCONJ": 'C', "SCONJ": 'S', "NUM": 'M', "PUNCT": '.', "VERB": 'V', "AUX": 'X'}[pos]
	switch {
	case c == 'O' && strings.Contains(features, "Poss=Yes"):
		c = 'D' // our
	case c == 0 || c == 'N' && strings.Trim(form, "$€%#&@*+=<>") == "":
		c = 'T'
	case c == 'A' && strings.Contains(features, "VerbForm=Part"):
		c = 'J'
	case c == 'V' && features == "_" && form == lemma && strings.HasSuffix(form, "r"): // a treebank without features
		c = 'I'
	case c == 'V' && features == "_" && strings.HasSuffix(form, "ndo"):
		c = 'G'
	case c == 'V' && features == "_" && (strings.HasSuffix(form, "do") || strings.HasSuffix(form, "da") || strings.HasSuffix(form, "dos") || strings.HasSuffix(form, "das")):
		c = 'J'
	case (c == 'V' || c == 'X') && strings.Contains(features, "VerbForm=Inf"):
		c = 'I'
	case c == 'V' && (strings.Contains(features, "VerbForm=Ger") || strings.Contains(features, "Tense=Pres|VerbForm=Part")):
		c = 'G'
	case c == 'V' && strings.Contains(features, "VerbForm=Part"):
		c = 'J'
	}
	return strings.IndexByte(classes, c)
}

func (m *model) sentence(s []token) {
	stop := strings.IndexByte(classes, byte(wordclass.Stop))
	last := stop
	for _, t := range append(s, token{class: stop}) {
		if m.next[last][t.class]++; t.class != stop {
			m.add(t.word.Folded, t.class, 1)
			m.read[t.word.Folded] = true
		}
		m.total[t.class]++
		last = t.class
	}
	m.sentences = append(m.sentences, s)
}

// check says how many words a table gets right.
func (m *model) check(t *wordclass.Table) error {
	right, all := 0, 0
	wrong := map[string]int{}
	for _, s := range m.sentences {
		var words []wordclass.Word
		var want []int
		for _, tok := range s {
			if classes[tok.class] == byte(wordclass.Stop) {
				if len(words) > 0 {
					words[len(words)-1].Stop = true
				}
				continue
			}
			words, want = append(words, tok.word), append(want, tok.class)
		}
		for i, c := range t.Read(words) {
			if all++; byte(c) == classes[want[i]] {
				right++
			} else {
				wrong[string(classes[want[i]])+string(rune(c))]++
			}
		}
	}
	_, err := fmt.Fprintf(os.Stdout, "%d of %d, %.1f %%; wrong: %v\n", right, all, 100*float64(right)/float64(all), wrong)
	return err
}

// eighth writes a logarithm as the tables do.
func eighth(share float64) byte { return byte(math.Round(min(255, max(0, -8*math.Log(share))))) }
