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

// assumption is a fact that gifts take for granted of somebody.
type assumption struct {
	name     string            // that of assumes.txt, or what a gift spells out
	concepts []lexicon.Concept // that say it, until it is written
	ages     []Span            // that say it
	spelled  bool              // a gift spells it out
}

// sayings are what says assumptions: those of assumes.txt, by name, and those that gifts spell out, "interest/bread|sourdough".
type sayings struct {
	named map[string][]string
	all   []string // what gifts assume, in order
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
	if _, _, err := s.of(assumed); err != nil {
		return fmt.Errorf("%s: %w", assumed, err)
	}
	s.place[assumed] = len(s.all)
	s.all = append(s.all, assumed)
	return nil
}

// of returns what says something that a gift assumes: by its meaning, and in words.
func (s *sayings) of(assumed string) (a assumption, words [][]string, err error) {
	a.name = assumed
	ways, known := s.named[assumed]
	if !known {
		if !strings.ContainsAny(assumed, "|/") {
			return a, nil, errors.New("nothing says when somebody is that")
		}
		for way := range strings.SplitSeq(assumed, "|") {
			if name, refers := strings.CutPrefix(way, "assume/"); refers {
				if s.named[name] == nil {
					return a, nil, fmt.Errorf("%s is not in assumes.txt", name)
				}
				ways = append(ways, s.named[name]...)
			} else {
				ways = append(ways, way)
			}
		}
	}
	for _, way := range ways {
		said, err := a.add(way)
		if err != nil {
			return a, nil, err
		}
		if said != nil {
			words = append(words, said)
		}
	}
	return a, words, nil
}

// add adds one way to say an assumption by its meaning; words are returned.
func (a *assumption) add(way string) (words []string, err error) {
	switch c := conceptOf(way); {
	case c.Value == "":
		for _, t := range text.Tokens(way) {
			words = append(words, t.Word)
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("%q has no words", way)
		}
	case c.Facet == "age":
		low, high, _ := strings.Cut(c.Value, "-")
		l, err := strconv.Atoi(low)
		h, other := strconv.Atoi(high)
		if err != nil || other != nil {
			return nil, fmt.Errorf("want an age such as 49-51, not %q", way)
		}
		a.ages = append(a.ages, Span{l, h})
	default:
		a.concepts = append(a.concepts, c)
	}
	return words, nil
}

// write writes what is said by meanings, and then by what words, for readAssumptions: the words by the first of them.
func (s *sayings) write(w *inplace.Writer) {
	w.Number(len(s.all))
	told := map[string]*inplace.Writer{}
	for i, assumed := range s.all {
		a, words, _ := s.of(assumed) // which add has read
		w.Text(assumed)
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
		for _, run := range words {
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
		a.spelled = strings.ContainsAny(a.name, "|/")
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

// says marks what a description says by its meaning.
func (e *Engine) says(q *query, said []bool) {
	mark := func(c lexicon.Concept) {
		for _, i := range e.meant[c] {
			said[i] = true
		}
	}
	for c, weight := range q.want {
		if weight >= leastAssumed {
			mark(c)
		}
	}
	for what, avoided := range q.avoid {
		if avoided {
			mark(lexicon.Concept{Facet: "avoid", Value: what})
		}
	}
	if q.Age == nil || q.Age.High-q.Age.Low > 12 {
		return
	}
	for i := range e.assumptions {
		said[i] = said[i] || slices.ContainsFunc(e.assumptions[i].ages, func(s Span) bool { return q.Age.Low <= s.High && q.Age.High >= s.Low })
	}
}

// leastAssumed is how surely a description must say something that gifts take for granted: a place that somebody likes is no farewell.
const leastAssumed = 0.38

// What a gift keeps of its score when what it assumes was not said.
const (
	leftUnsaid   = 0.1
	leftStarred  = 1    // what is starred may say it
	leftBeginner = 0.75 // it may be new to them
	leftSeasoned = 0.25 // of a beginner's kit for those who have done for long what they love
)

// trust says what gifts keep of their scores for what they assume.
type trust struct {
	left  []float64 // for each assumption, 1 when it was said
	likes []int32   // the numbers of interests of starred gifts: who stars a pin with a cat may have one
}

// of returns what a gift keeps, 1 when it assumes nothing.
func (t *trust) of(p *profile) float64 {
	least := 1.0
	if len(p.assumes) > 0 && !slices.Contains(t.likes, p.interest) {
		for _, a := range p.assumes {
			least = min(least, t.left[a])
		}
	}
	return least
}

// trust returns what is assumed rightly of whom a description is about and who starred these gifts.
func (e *Engine) trust(q *query, starred []string) trust {
	tokens := q.said
	said := make([]bool, len(e.assumptions))
	e.says(q, said)
	for i := range tokens {
		for told := (inplace.Reader{Rest: e.told.of(tokens[i].Word)}); told.Rest != ""; {
			of, more := told.Number(), told.Number()
			holds := more < len(tokens)-i
			for at := range more {
				word := told.Text()
				holds = holds && word == tokens[i+1+at].Word
			}
			if holds && !formerWork(tokens, i) && !(oneOf(e.assumptions[of].name, "bridesmaid groomsman wedding-party") && fromThem(tokens, i)) {
				said[of] = true
			}
		}
	}
	gender := kindOf(q.surest(0.4)).gender
	left := make([]float64, len(e.assumptions))
	promoted, own := has(q, "situation", "promoted") >= 0.8, false
	for i, yes := range said {
		own = own || yes && !e.assumptions[i].spelled && e.assumptions[i].name == "own-business"
	}
	for i := range e.assumptions {
		a := &e.assumptions[i]
		switch {
		case a.spelled && said[i]:
			left[i] = 1
		case a.spelled:
			left[i] = leftUnsaid
		case a.name == "new-mother" && (q.fathering || q.male && gender != 'f') || a.name == "new-father" && q.female && gender != 'm':
			left[i] = leftUnsaid
		case a.name == "own-child" && strings.Contains(q.Word, "'s "): // "your neighbour's son"
			left[i] = leftUnsaid
		case a.name == "class" && q.lessons && !slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, "pupils school kids children") }):
			left[i] = leftUnsaid
		case oneOf(a.name, "care-worker home-desk") && has(q, "occasion", "retirement") >= 0.7:
			left[i] = leftUnsaid
		case a.name == "new-job" && (promoted || own): // who has long known the trade
			left[i] = leftUnsaid
		case said[i]:
			left[i] = 1
		case a.name != "beginner":
			left[i] = leftUnsaid
		case len(q.owned) > 0 || q.practises() || slices.ContainsFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, listed("seasoned")) }):
			left[i] = leftSeasoned
		default:
			left[i] = leftBeginner
		}
	}
	var likes []int32
	for _, id := range starred {
		if i, ok := e.index(id); ok && e.profiles[i].interest >= 0 {
			likes = append(likes, e.profiles[i].interest)
		}
	}
	return trust{left, likes}
}

// fromThem reports whether who is named at word i gives: "from the maid of honour".
func fromThem(tokens []text.Token, i int) bool {
	if i > 1 && oneOf(tokens[i-1].Word, "the her his my our a all") {
		i--
	}
	return i > 0 && tokens[i-1].Word == "from"
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

// addAll adds what a gift assumes.
func (s *sayings) addAll(g catalogue.Gift) error {
	for _, assumed := range g.Assumes {
		if err := s.add(assumed); err != nil {
			return fmt.Errorf("index gifts: %s assumes %w", g.Key, err)
		}
	}
	return nil
}
