package search

import (
	"slices"
	"strconv"
	"strings"

	"berth/platform/text"
)

// numbers are the meanings of the figures in a description.
type numbers struct {
	ages   []ageAt
	budget *Span
	parted bool   // the budget is what each gives, or each gets
	pooled bool   // several give the budget together
	crowd  bool   // many give together, though nobody says how much
	small  bool   // many small things are looked for, each for its share of the budget
	used   []bool // words that are part of a figure
}

// ageAt is an age and the words that say it.
type ageAt struct {
	Span
	from, to int
	birthday bool // they reach this age, "turning 40", "her 40th", rather than have it
}

// NoLimit is the upper end of a budget without a limit.
const NoLimit = 100_000

// mostNumber is beyond what may be spent in any currency.
const mostNumber = 10_000_000_000

// mostAge is the age beyond which a figure means something else.
const mostAge = 110

func readNumbers(tokens []text.Token) numbers {
	r := figures{tokens: tokens, numbers: numbers{used: make([]bool, len(tokens))}}
	r.children = slices.IndexFunc(tokens, func(t text.Token) bool { return oneOf(t.Word, several) })
	for i := range tokens {
		if r.used[i] {
			continue
		}
		if to, span, ok := r.ageFrom(i); ok {
			reached := r.is(i, "turning turns") || r.is(to-1, "th st nd rd birthday bday") || place(r.word(to-1), tenths) >= 0
			r.ages = append(r.ages, ageAt{span, i, to, reached})
			r.use(i, to)
		}
	}
	r.budgets()
	r.shareOut()
	r.crowd = r.budget == nil && r.many()
	return r.numbers
}

// budgets reads the amounts that may be spent. An amount without a currency counts only where none has a currency.
func (r *figures) budgets() {
	sure := false
	for i := range r.tokens {
		to, span, ok := r.budgetFrom(i)
		if !ok || r.used[i] {
			continue
		}
		money := slices.ContainsFunc(r.tokens[i:to], func(t text.Token) bool { return dollars(t.Word) > 0 || t.Word == "budget" || t.Word == "spend" })
		switch joined := span; {
		case sure && !money:
			continue
		case r.budget == nil || money && !sure:
			r.budget, r.least, r.most = &span, r.low, r.high
		default: // "at least $20 but under $50"
			if joined.Low, joined.High = max(r.budget.Low, span.Low), min(r.budget.High, span.High); joined.Low <= joined.High {
				r.budget, r.least, r.most = &joined, max(r.least, r.low), min(r.most, r.high)
			}
		}
		sure = sure || money
		r.parted = r.parted || r.is(to-1, eachWords) || r.is(i-1, sharers) || r.is(i-2, sharers) || r.is(i-3, sharers) ||
			r.is(i-1, "at to a") && (r.is(i-2, listed("crowd")) || r.is(i-3, "are re") || r.is(i-4, "are re")) || r.is(to, "from") && r.is(to+1, "each")
		r.use(i, to)
	}
}

// sharers are words before what each of several gives.
const sharers = "each every everybody everyone all"

type figures struct {
	tokens      []text.Token
	children    int     // the first word for several children, -1 when there is none
	low, high   float64 // the budget that was read last, not rounded
	least, most float64 // the budget, not rounded
	numbers
}

func (r *figures) use(from, to int) {
	for i := from; i < to; i++ {
		r.used[i] = true
	}
}

func (r *figures) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].Word
}

func (r *figures) is(i int, words string) bool { return oneOf(r.word(i), words) }

// number reads digits or number words and returns the position after them.
func (r *figures) number(i int) (value float64, to int, ok bool) {
	w := r.word(i)
	if w == "" || r.used[i] {
		return 0, i, false
	}
	if w[0] >= '0' && w[0] <= '9' {
		v, err := strconv.ParseFloat(w, 64)
		if at := strings.IndexByte(w, '.'); at > 0 && len(w)-at == 4 { // "1.200", as half of Europe writes it
			v *= 1000
		}
		if next := r.word(i + 1); len(w) <= 3 && v > 0 && v < 100 && len(next) == 3 && r.digits(i+1) && r.thousands(i+1) { // "1 200 kr"
			more, _ := strconv.ParseFloat(next, 64)
			return 1000*v + more, i + 2, true
		}
		return v, i + 1, err == nil && v <= mostNumber
	}
	if strings.IndexByte("acefhnostz", w[0]) < 0 { // no number begins so
		return 0, i, false
	}
	if at := place(w, smallNumbers); at >= 0 {
		if r.word(i+1) == "hundred" {
			value, to = r.beyondHundred(float64(at*100), i+2)
			return value, to, at > 0
		}
		return float64(at), i + 1, true
	}
	if at := place(w, tens); at >= 0 {
		value := float64(20 + 10*at)
		if unit := place(r.word(i+1), smallNumbers); unit > 0 && unit < 10 && r.tokens[i+1].Before == text.None {
			return value + float64(unit), i + 2, true
		}
		return value, i + 1, true
	}
	switch {
	case w == "couple" && r.word(i+1) == "hundred":
		return 200, i + 2, true
	case w == "hundred":
		value, to = r.beyondHundred(100, i+1)
		return value, to, true
	case w == "a" && r.word(i+1) == "hundred":
		value, to = r.beyondHundred(100, i+2)
		return value, to, true
	}
	return 0, i, false
}

// beyondHundred reads what follows "hundred": "a hundred and fifty".
func (r *figures) beyondHundred(hundreds float64, to int) (float64, int) {
	at := to
	if r.is(at, "and") {
		at++
	}
	if place(r.word(at), smallNumbers) > 0 || place(r.word(at), tens) >= 0 {
		if rest, end, ok := r.number(at); ok && rest < 100 {
			return hundreds + rest, end
		}
	}
	return hundreds, to
}

const (
	smallNumbers = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	tens         = "twenty thirty forty fifty sixty seventy eighty ninety"
	decades      = "twenties thirties forties fifties sixties seventies eighties nineties"
	ordinals     = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh " +
		"twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
	tenths = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
)

// place returns which of the words w is, -1 when it is none.
func place(w, words string) int {
	at := indexWord(words, w)
	if at < 0 {
		return -1
	}
	return strings.Count(words[:at], " ")
}

// thousands reports whether word i goes on with the number before it, and money follows: "1 200 kr", but not "70-100 kr".
func (r *figures) thousands(i int) bool {
	return r.tokens[i].Before == text.None && !r.tokens[i].Dash && r.money(i+1)
}
