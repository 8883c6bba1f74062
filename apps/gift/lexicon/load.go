package lexicon

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/platform/text"
)

//go:embed *.txt
var files embed.FS

// Load reads the lexicon from its lines. An interest or a category that no phrase spells out is found by its own name. A server opens what
// was packed instead.
func Load(vocabulary catalogue.Vocabulary) (*Lexicon, error) {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		return nil, fmt.Errorf("list lexicon: %w", err)
	}
	l := loader{exact: map[string]*Entry{}, stems: map[string]*Entry{}, first: map[string]int{}}
	for _, name := range names {
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read lexicon: %w", err)
		}
		if err := l.read(string(raw)); err != nil {
			return nil, fmt.Errorf("read lexicon: %s: %w", name, err)
		}
	}
	for _, v := range vocabulary.Interests {
		l.name(Concept{"interest", v}, 1)
	}
	for _, v := range vocabulary.Categories {
		if !strings.Contains(" baby drink game home map office party pet photo safety science sport travel watch wellness winter ", " "+v+" ") {
			l.name(Concept{"category", v}, 0.7) // the other values mean many more things
		}
	}
	return Open(l.pack()), nil
}

// nothing is what words mean that only look like others, or are idle where they stand together: "light" is no lighting.
const nothing = "nothing"

// loader collects entries.
type loader struct {
	cutter text.Cutter
	exact  map[string]*Entry // by its words
	stems  map[string]*Entry // by its stems
	first  map[string]int    // the stem of a phrase's first word → the most words of such a phrase
}

// name lets a concept be found by its own name, unless that is a phrase already.
func (l *loader) name(c Concept, weight float64) {
	e, tokens, err := l.parse(fmt.Sprintf("%s = %s %g", strings.ReplaceAll(c.Value, "-", " "), c, weight))
	if err == nil && l.exact[key(tokens, spelling)] == nil {
		l.add(e, tokens)
	}
}

func (l *loader) read(s string) error {
	n := 0
	for line := range strings.Lines(s) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		e, tokens, err := l.parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.add(e, tokens)
	}
	return nil
}

// add adds an entry whose words are tokens, or what it says to the entry that has these words, whatever the order of files.
func (l *loader) add(e *Entry, tokens []text.Token) {
	words, stems := key(tokens, spelling), key(tokens, stem)
	if known := l.exact[words]; known != nil {
		known.Concepts = append(slices.Clip(known.Concepts), e.Concepts...)
		known.Age, known.Price = surer(known.Age, e.Age), surer(known.Price, e.Price)
		e = known
	} else {
		e.words = join(tokens, spelling)
		l.exact[words] = e
	}
	if known := l.stems[stems]; !e.idle() && (known == nil || known.Phrase > e.Phrase) { // whatever the order of files
		l.stems[stems] = e
	}
	first := tokens[0].Stem
	l.first[first] = max(l.first[first], len(tokens))
}

// surer returns the range of two that is surer, and narrower where they are equally sure; nil is none.
func surer(a, b *Range) *Range {
	if a == nil || b != nil && cmp.Or(cmp.Compare(b.Weight, a.Weight), (a.High-a.Low)-(b.High-b.Low)) > 0 {
		return b
	}
	return a
}

// parse returns the entry that a line describes, with its words.
func (l *loader) parse(line string) (e *Entry, tokens []text.Token, err error) {
	phrase, meaning, ok := strings.Cut(line, "=")
	if !ok {
		return nil, nil, fmt.Errorf("%q: want phrase = facet/value weight, …", line)
	}
	phrase = strings.TrimSpace(phrase)
	if tokens = l.cutter.Tokens(phrase); len(tokens) == 0 || len(tokens) > longest {
		return nil, nil, fmt.Errorf("%q: want a phrase of 1 to %d words", line, longest)
	}
	e = &Entry{Phrase: phrase, Concepts: make([]Weighted, 0, 1+strings.Count(meaning, ","))}
	if strings.TrimSpace(meaning) == nothing {
		return e, tokens, nil
	}
	for part := range strings.SplitSeq(meaning, ",") {
		if err := e.mean(strings.Fields(part)); err != nil {
			return nil, nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	return e, tokens, nil
}

// mean adds to what an entry means.
func (e *Entry) mean(fields []string) error {
	if len(fields) != 2 {
		return fmt.Errorf("want facet/value weight, not %q", fields)
	}
	facet, value, ok := strings.Cut(fields[0], "/")
	weight, err := strconv.ParseFloat(fields[1], 64)
	if !ok || err != nil || !(weight > 0 && weight <= 1) {
		return fmt.Errorf("want facet/value and a weight above 0 up to 1, not %q", fields)
	}
	switch facet {
	case "interest", "trait", "situation", "recipient", "occasion", "category", "avoid":
		e.Concepts = append(e.Concepts, Weighted{Concept{facet, value}, weight})
	case "age":
		e.Age, err = span(value, weight)
	case "price":
		e.Price, err = span(value, weight)
	default:
		return fmt.Errorf("there is no facet %q", facet)
	}
	return err
}

func span(s string, weight float64) (*Range, error) {
	low, high, _ := strings.Cut(s, "-")
	l, err := strconv.Atoi(low)
	h := math.MaxInt32
	if err == nil && high != "" {
		h, err = strconv.Atoi(high)
	}
	if err != nil || l < 0 || h < l {
		return nil, fmt.Errorf("want a range such as 13-19, not %q", s)
	}
	return &Range{l, h, weight}, nil
}
