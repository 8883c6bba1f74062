package search

import (
	"math"
	"slices"
	"strings"

	"berth/platform/text"
)

// ageFrom reads an age that begins at word i.
func (r *figures) ageFrom(i int) (to int, s Span, ok bool) {
	if to, s, ok := r.childrenFrom(i); ok {
		return to, s, true
	}
	if to, s, ok := r.decade(i); ok {
		return to, s, true
	}
	if v, next, ok := r.number(i); ok && v <= 12 && r.is(next, "th st nd rd") && r.is(next+1, "grader graders grade") { // "a 5th grader"
		return next + 2, Span{int(v) + 5, int(v) + 6}, true
	}
	if to, age, ok := r.birthday(i); ok {
		return to, Span{age, age}, true
	}
	led := r.is(i, "turn turning turns turned aged age ages") || r.is(i, "between") && r.is(i-1, several)
	at := i
	if led {
		at++
		if r.is(at, "of only just about around nearly almost between") {
			at++
		}
	}
	if to, s, ok := r.childrenFrom(at); led && ok { // "ages 2, 5 and 8"
		return to, s, true
	}
	value, next, ok := r.number(at)
	if !ok || r.money(at) || r.is(next, "ish odd") && r.money(next+1) || r.money(next) && !r.ahead(next) || r.money(at-1) && r.ahead(at-1) || !led && r.spent(at) {
		return 0, Span{}, false
	}
	half := r.is(next, "and") && r.is(next+1, "a") && r.is(next+2, "half")
	if half { // "two and a half years old"
		next += 3
	}
	low, high := value, value
	if r.is(next, "to and or") || next < len(r.tokens) && r.tokens[next-1].Word != "" && r.rangeAt(next) {
		after := next
		if r.is(next, "to and or") {
			after++
		}
		if v, end, ok := r.number(after); ok && v > value && (led || r.unit(end) > 0) {
			high, next = v, end
		}
	}
	if unit := r.unit(next); unit > 0 {
		old := r.oldAfter(next)
		elder := unit == 1 && value >= 60 && r.tokens[i].Before == text.Comma && r.closes(next+1) // "bad knees, 77 yrs, loves maps"
		if old == 0 && !led && unit == 1 && !elder && !r.is(next, "yo yos ans anos jahre jahren") && !r.infant(i, next+1) {
			return 0, Span{}, false // "married 25 years"
		}
		being := r.is(i-1, "is only just hes shes at") || r.is(i-1, "he she") && r.tokens[i-1].Possessive
		if old == 0 && !led && unit < 1 && !r.infant(i, next+1) && !r.infancy(i, next+1, value*unit) && (!being || !r.closes(next+1) && !r.is(next+1, "and but now today")) {
			return 0, Span{}, false // "is 6 months sober"
		}
		end := max(next+1, old)
		if r.is(end, "house home whisky whiskey scotch wine car marriage friendship company cat cats dog dogs puppy kitten horse pony bike rabbit") &&
			r.tokens[end].Before == text.None { // but "9 years old, horses"
			return 0, Span{}, false
		}
		low, high = low*unit, high*unit
		return end, Span{int(low), int(high)}, high <= mostAge
	}
	if high > mostAge || high < 1 || high != math.Trunc(high) {
		return 0, Span{}, false
	}
	if led || r.stands(i, next) || half && high < 13 && (r.closes(next) && !r.trails(i, next, value) || r.is(i-1, offspring)) { // "a toddler, 2 and a half"
		return next, Span{int(low), int(high)}, true
	}
	return 0, Span{}, false
}

// spent reports whether what stands before word i, or behind the number there, says that it is money: "budget: 40", "20/25 euros".
func (r *figures) spent(i int) bool {
	return r.is(i-1, "budget limit max maximum spend cap presupuesto orcamento") || r.is(i-1, "is of") && r.is(i-2, "budget limit max maximum cap") ||
		r.digits(i+1) && r.joins(i+1) && r.money(i+2)
}

// several has words for children whose ages may follow.
const several = "ages aged teenagers teens kids children boys girls sons daughters nephews nieces grandkids grandchildren cousins siblings brothers sisters twins"

// childrenFrom reads the ages of several children: "two boys, 4 and 7", "kids 4, 6 & 10".
func (r *figures) childrenFrom(i int) (to int, s Span, ok bool) {
	if _, _, ok := r.number(i); !ok {
		return 0, Span{}, false
	}
	if i >= len(r.tokens) || !r.is(i-1, several) && !r.pair(i) && (r.tokens[i].Before != text.Comma || r.children < 0 || i < r.children) {
		return 0, Span{}, false
	}
	s.Low = mostAge
	digit := func(i int) bool { return r.word(i) != "" && r.word(i)[0] <= '9' }
	for n, first := 0, i; ; n++ {
		v, next, ok := r.number(i)
		if !ok || digit(i) != digit(first) || v > 17 || v != math.Trunc(v) || r.money(next) || next < len(r.tokens) && r.is(next, "th st nd rd") {
			return to, s, n > 1
		}
		s, to = Span{min(s.Low, int(v)), max(s.High, int(v))}, next
		if i = next; r.is(i, "and &") {
			i++
		}
	}
}

// infant reports whether the months or years from word i to word next stand alone behind a child: "grandson, 5 months, teething".
func (r *figures) infant(i, next int) bool {
	if r.is(i-1, "of") {
		i--
	}
	return i > 0 && r.tokens[i].Before <= text.Comma && (r.closes(next) || r.is(next, "and who loves likes is has")) && r.is(i-1, offspring+" nephew niece godson goddaughter")
}

// infancy reports whether months before word next stand alone in a clause, as those of a child do that is spoken of only so: "18 months, loves balls".
func (r *figures) infancy(i, next int, years float64) bool {
	return (i == 0 || r.tokens[i].Before > text.None && i < 4) && r.closes(next) && years <= 3 && !r.somebody("together dating engaged pregnant expecting sober relationship since")
}

// pair reports whether two children are named right before word i: "niece and nephew, 6 and 8".
func (r *figures) pair(i int) bool {
	return i > 2 && r.is(i-2, "and &") && oneOf(r.word(i-1), offspring+" niece nephew brother sister") && oneOf(r.word(i-3), offspring+" niece nephew brother sister")
}

// rangeAt reports whether a number follows directly, as in "6-8", and not behind a comma: "my sister, 22, 40 euros".
func (r *figures) rangeAt(i int) bool { return r.digits(i) && r.joins(i) }

// joins reports whether nothing but a dash or a slash parts word i from the one before.
func (r *figures) joins(i int) bool {
	t := &r.tokens[i]
	return t.Before == text.None || t.Before == text.Comma && t.Dash
}

// unit returns how many years a word of time stands for, 0 for other words.
func (r *figures) unit(i int) float64 {
	switch r.word(i) {
	case "year", "years", "yr", "yrs", "yo", "yos", "y", "ans", "anos", "jahre", "jahren":
		return 1
	case "month", "months", "mo", "mos":
		return 1. / 12
	case "week", "weeks":
		return 1. / 52
	}
	return 0
}

// oldAfter returns what follows "old" behind a unit: "year old", "y/o", "years of age"; 0 when there is none.
func (r *figures) oldAfter(unit int) int {
	switch {
	case r.is(unit+1, "old olds o"):
		return unit + 2
	case r.is(unit, "yo yos ans anos jahre jahren"):
		return unit + 1
	case r.word(unit+1) == "of" && r.word(unit+2) == "age":
		return unit + 3
	}
	return 0
}

// stands reports whether a bare number is an age: "she is 34", "my brother, 34, …", "dad (62)".
func (r *figures) stands(i, next int) bool {
	end := r.closes(next) || r.is(next, "and n who but now this next in on soon today with loves likes like love want enjoy luvs living lives just")
	if r.is(i-1, "is hes shes they im was be") || i > 0 && r.tokens[i-1].Possessive && r.is(i-1, "he she who that kid baby "+people) {
		return end
	}
	if r.is(i-1, "nearly almost") && r.closes(next) && r.is(i-2, people+" "+offspring+" is hes shes") { // "nephew, nearly 2"
		return true
	}
	if end && (r.is(i-1, people) || r.is(i-1, "of") && (r.is(i-2, people+" kid child teenager lad lass baby "+listed("doers")) || r.is(i-3, listed("keen")))) {
		return true
	}
	if r.follows(i, next) {
		return true
	}
	if next >= len(r.tokens) && r.tokens[i].Word >= "60" && len(r.tokens[i].Word) == 2 && r.somebody(listed("young")) { // "my girlfriend loves tea, 80"
		return false
	}
	value, _, _ := r.number(i)
	if i > 0 && r.tokens[i].Before == text.Stop && next == i+1 && next < len(r.tokens) && r.tokens[next].Before == text.Comma && // "Grandad wants nothing. 88, likes whisky"
		r.is(next, "likes loves enjoys lives plays has into she he very still") && value >= 18 {
		return true
	}
	return i > 0 && r.tokens[i].Before == text.Comma && next == i+1 && r.closes(next) && !r.trails(i, next, value)
}

// somebody reports whether one of words is said.
func (r *figures) somebody(words string) bool {
	return slices.ContainsFunc(r.tokens, func(t text.Token) bool { return oneOf(t.Word, words) })
}

// follows reports whether a bare number is the age of whoever is named right before it: "wife 32 just had a baby",
// "grandson 12 football", but not "my dad 3 dogs".
func (r *figures) follows(i, next int) bool {
	if next != i+1 || r.tokens[i].Before != text.None || r.tokens[i].Word[0] > '9' {
		return false
	}
	w := r.word(next)
	if w == "" || oneOf(w, "to or people children hours") {
		return false
	}
	v, _, _ := r.number(i)
	minor := v < 20 && r.is(i-1, "grandson granddaughter godson goddaughter nephew niece boy girl son daughter kid stepson stepdaughter")
	if plural := strings.HasSuffix(w, "s") && !oneOf(w, "has is loves likes was lives plays works enjoys collects"); plural && v >= 18 && r.is(i-1, people) {
		return !oneOf(w, relatives+" "+listed("counted")) // "dad 63 cooks", but not "dad 30 dogs"
	} else if plural {
		return minor && v > 2 && !oneOf(w, relatives+" dogs cats pets rabbits hamsters weeks months days minutes times bikes books") // "nephew 7 sharks"
	}
	return v > 12 && r.is(i-1, people) || minor
}

// people has words that an age may follow directly: "grandpa 92".
const people = "grandpa granddad grandad grandfather grandma granny nana grandmother mum mom mother dad father son daughter brother sister nephew niece " +
	"boy girl husband wife aunt uncle friend cousin man woman guy lady f m male female gran nan gramps grandson granddaughter godson goddaughter stepson " +
	"stepdaughter stepbrother stepsister stepdad stepmum stepmom stepfather stepmother fiance fiancee hubby girlfriend boyfriend partner colleague coworker boss sibling teenager"

// decade reads "in his late sixties", "mid-30s", "thirty-something".
func (r *figures) decade(i int) (to int, s Span, ok bool) {
	part := ""
	at := i
	if r.is(at, "early mid middle late") {
		part, at = r.word(at), at+1
	}
	base := -1
	if d := place(r.word(at), decades); d >= 0 {
		base, to = 20+10*d, at+1
	} else if v, next, ok := r.number(at); ok && v >= 10 && v < 100 && math.Mod(v, 10) == 0 {
		switch {
		case r.is(next, "s"):
			base, to = int(v), next+1
		case r.is(next, "something somethings ish odd") && !r.money(at-1) && !r.money(next+1) && !(r.is(next, "ish odd") && r.roughly(i, next+1)):
			return next + 1, Span{int(v), int(v) + 9}, true
		}
	}
	alone := r.tokens[i].Before > text.None && r.closes(to) // "a trucker, sixties, …"
	if base < 0 || part == "" && !alone && !r.is(i-1, "his her their my our your") {
		return 0, Span{}, false
	}
	s = Span{base, base + 9}
	switch part {
	case "early":
		s.High = base + 3
	case "mid", "middle":
		s = Span{base + 4, base + 6}
	case "late":
		s.Low = base + 7
	}
	return to, s, true
}

// roughly reports whether a rough number that begins at word i and ends before word to is money, since it ends a clause and no word for
// somebody stands before it: "birthday, 30ish".
func (r *figures) roughly(i, to int) bool {
	return r.closes(to) && i > 0 && !r.tokens[i-1].Possessive && !r.is(i-1, relatives+" "+people+" is hes shes im was are turned turning") && !r.is(i-1, "aged about now")
}

// turned reports whether the digits from word i to word next stand right behind a birthday with which a clause begins.
func (r *figures) turned(i, next int) bool {
	return r.digits(i) && r.is(i-1, "birthday bday") && r.tokens[i].Before == text.None && r.closes(next) && (i == 1 || r.tokens[i-1].Before > text.None)
}

// birthday reads "40th birthday", "fortieth birthday", "turning the big 50".
func (r *figures) birthday(i int) (to, age int, ok bool) {
	v, next, ok := r.number(i)
	switch {
	case ok && r.is(next, "th st nd rd") && v <= mostAge:
		age, to = int(v), next+1
	case ok && v <= mostAge && r.digits(i) && r.is(next, "birthday") && (r.tokens[next].Before == text.None || !r.spent(i) && r.is(i-1, "zum to")): // "zum 30. Geburtstag"
		return next + 1, int(v), true
	case ok && v > 0 && v <= 18 && v == math.Trunc(v) && r.turned(i, next): // "birthday 7, girl"
		return next, int(v), true
	case place(r.word(i), tenths) >= 0:
		age, to = 20+10*place(r.word(i), tenths), i+1
	case place(r.word(i), ordinals) > 0:
		age, to = place(r.word(i), ordinals), i+1
	case r.word(i) == "big":
		if v, next, ok := r.number(i + 1); ok && r.tokens[i+1].Before == text.None && v >= 10 && v <= mostAge {
			return next, int(v), true
		}
		return 0, 0, false
	default:
		return 0, 0, false
	}
	if r.is(to, "birthday bday birthdays") {
		return to, age, age > 1 || !r.is(to+1, "after since without as alone") // "her first birthday since the divorce"
	}
	if r.somebody("anniversary wedding married") && !r.somebody("birthday bday") { // "their 40th anniversary, we made a book for the 30th"
		return 0, 0, false
	}
	round := age == 18 || age == 21 || age >= 30 && age%10 == 0 // "her 21st", "a 50th"
	return to, age, round && (r.is(i-1, "his her their my a the for") || i == 0 || r.tokens[i-1].Possessive) &&
		!r.is(to, "anniversary wedding century floor year time of grade street place day christmas season edition")
}
