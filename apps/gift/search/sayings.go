package search

import (
	_ "embed" // assumes.txt
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

//go:embed assumes.txt
var assumesLines string

// saying is an assumption with what says it, besides ages: meanings, and runs of words.
type saying struct {
	assumption
	concepts []lexicon.Concept
	words    [][]string
}

// sayings are what says assumptions: those of assumes.txt, by name, and those that gifts spell out, "interest/bread|sourdough".
type sayings struct {
	named map[string][]string
	all   []saying // of what gifts assume, in order
	place map[string]int
}

// namedSayings returns those of assumes.txt, before any gift is looked at.
func namedSayings() (*sayings, error) {
	s := &sayings{named: map[string][]string{}, place: map[string]int{}}
	for line := range entries(assumesLines) {
		name, told, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, fmt.Errorf("read assumes.txt: %q: want name = what says it, …", line)
		}
		for said := range strings.SplitSeq(told, ",") {
			s.named[name] = append(s.named[name], strings.TrimSpace(said))
		}
		if err := s.add(name); err != nil {
			return nil, fmt.Errorf("read assumes.txt: %w", err)
		}
	}
	return s, nil
}

// add makes room for what a gift assumes: a name of assumes.txt, or what says it, with "|" between.
func (s *sayings) add(assumed string) error {
	if _, known := s.place[assumed]; known {
		return nil
	}
	a, err := s.of(assumed)
	if err != nil {
		return fmt.Errorf("%s: %w", assumed, err)
	}
	s.place[assumed] = len(s.all)
	s.all = append(s.all, a)
	return nil
}

// addAll adds what a gift assumes.
func (s *sayings) addAll(g catalogue.Gift) error {
	for _, assumed := range g.Assumes {
		if err := s.add(assumed); err != nil {
			return fmt.Errorf("index gifts: %s assumes %w", g.Key, err)
		}
	}
	return nil
}

// of returns what says something that a gift assumes.
func (s *sayings) of(assumed string) (a saying, err error) {
	a.name = assumed
	ways, known := s.named[assumed]
	if !known && !strings.ContainsAny(assumed, "|/") {
		return a, errors.New("nothing says when somebody is that")
	}
	if !known {
		for way := range strings.SplitSeq(assumed, "|") {
			name, refers := strings.CutPrefix(way, "assume/")
			switch {
			case !refers:
				ways = append(ways, way)
			case s.named[name] == nil:
				return a, fmt.Errorf("%s is not in assumes.txt", name)
			default:
				ways = append(ways, s.named[name]...)
			}
		}
	}
	for _, way := range ways {
		if err := a.add(way); err != nil {
			return a, err
		}
	}
	return a, nil
}

// add adds one way to say it.
func (a *saying) add(way string) error {
	switch c := conceptOf(way); {
	case c.Value == "":
		var words []string
		for _, t := range text.Tokens(way) {
			words = append(words, t.Word)
		}
		if len(words) == 0 {
			return fmt.Errorf("%q has no words", way)
		}
		a.words = append(a.words, words)
	case c.Facet == "age":
		low, high, _ := strings.Cut(c.Value, "-")
		l, err := strconv.Atoi(low)
		h, other := strconv.Atoi(high)
		if err != nil || other != nil {
			return fmt.Errorf("want an age such as 49-51, not %q", way)
		}
		a.ages = append(a.ages, Span{l, h})
	default:
		a.concepts = append(a.concepts, c)
	}
	return nil
}

// write writes what is said by meanings, and then by what words, for readAssumptions: the words by the first of them.
func (s *sayings) write(w *inplace.Writer) {
	w.Number(len(s.all))
	told := map[string]*inplace.Writer{}
	for i, a := range s.all {
		w.Text(a.name)
		w.Number(len(a.concepts))
		for _, c := range a.concepts {
			w.Text(c.Facet)
			w.Text(c.Value)
		}
		w.Number(len(a.ages))
		for _, age := range a.ages {
			w.Number(age.Low)
			w.Number(age.High)
		}
		for _, run := range a.words {
			to := told[run[0]]
			if to == nil {
				to = &inplace.Writer{}
				told[run[0]] = to
			}
			to.Number(i)
			to.Number(len(run) - 1)
			for _, word := range run[1:] {
				to.Text(word)
			}
		}
	}
	by := make(map[string]string, len(told))
	for word, of := range told {
		by[word] = string(of.Data)
	}
	writeTable(w, by)
}

// readAssumptions reads what sayings.write has written: the assumptions, and the places of those that a meaning says.
func readAssumptions(r *inplace.Reader) (all []assumption, meant map[lexicon.Concept][]uint16, told table) {
	all, meant = make([]assumption, r.Number()), map[lexicon.Concept][]uint16{}
	for i := range all {
		a := &all[i]
		a.name = r.Text()
		for range r.Number() {
			c := lexicon.Concept{Facet: r.Text(), Value: r.Text()}
			meant[c] = append(meant[c], uint16(i)) //nolint:gosec // there are hundreds
		}
		a.ages = make([]Span, r.Number())
		for at := range a.ages {
			a.ages[at] = Span{r.Number(), r.Number()}
		}
	}
	return all, meant, readTable(r)
}

// Understood returns those of the gifts of whose assumptions this program knows when they hold. A newer program may have stored others: to whom
// they are given, this one cannot tell.
func Understood(gifts []catalogue.Gift) ([]catalogue.Gift, error) {
	known, err := namedSayings()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(gifts), func(g catalogue.Gift) bool { return known.addAll(g) != nil }), nil
}
