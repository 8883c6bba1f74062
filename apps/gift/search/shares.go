package search

import (
	"math"
	"slices"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// share out what may be spent, where several people give together ("six of us put in 10 each") or several get something from one
// amount ("100 for four bridesmaids").
func (r *figures) shareOut() {
	many := r.fillings()
	if r.small = many > 0 && !r.somebody("stocking stockings"); r.budget == nil {
		return
	}
	times := 1.0
	if many > 0 && !r.parted {
		times = 1 / many
	}
	for i := range r.tokens {
		if n, to, ok := r.givers(i); ok && !r.whole() && (r.parted || r.putIn(to) || r.gives(to) && r.most < n*leastEach) && !r.apiece() {
			times = n // "we are eight and put in 10 euros"
			break
		}
		if n, ok := r.gifted(i); ok && !r.parted && many == 0 && r.most >= n*leastEach { // "under 10 euros for 20 kids" is what each may cost
			times = 1 / n
		}
	}
	r.pooled = times > 1 || times == 1 && slices.ContainsFunc(r.tokens, func(t text.Token) bool { return oneOf(t.Word, listed("pooled")) })
	if times != 1 && r.budget.High < NoLimit {
		r.budget = &Span{int(r.least*times + 0.001), int(math.Ceil(r.most*times - 0.001))}
	}
}

// leastEach is less than what anybody gives to a present, or a present costs, in US dollars: an amount that would leave less is one of each.
const leastEach = 1

// putIn reports whether those who were counted put something in, from word i on: "and put 10 euros", "and we give 10".
func (r *figures) putIn(i int) bool {
	if !r.is(i, "and") {
		return false
	}
	if i++; r.is(i, "we") {
		i++
	}
	return r.is(i, "put give pay chip")
}

// apiece reports whether several get a present each, so that who is counted does not give: "groomsmen gifts, 5 guys, $30 each".
func (r *figures) apiece() bool {
	for i := range r.tokens {
		if r.is(i, listed("each-of")) && (r.is(i+1, "gift gifts present presents") || r.is(i-1, "for") || r.is(i-2, "for") && r.is(i-1, "my our the")) {
			return true
		}
	}
	return false
}

// fillings returns how many small things are looked for, of which each costs its share: "24 small gifts", "to fill an advent calendar". It is
// 0 when it is fewer.
func (r *figures) fillings() float64 {
	advent := r.somebody("advent")
	for i := range r.tokens {
		n, to, ok := r.count(i)
		if !ok || n < leastFillings && !r.somebody("stocking stockings") || n > mostGivers || r.is(i-1, "under over") {
			continue
		}
		little := r.is(to, "small little tiny mini")
		for r.is(to, "small little tiny mini wee cheap different individual") {
			to++
		}
		if (advent || little || r.somebody("stocking stockings") && n >= 3) && r.is(to, pieces) {
			return n
		}
	}
	if advent && r.somebody("fill fills filling fillers filler stuff stuffing small little surprises") {
		return adventDoors
	}
	return 0
}

// pieces has words for small things of which there are many.
const pieces = "gift gifts present presents thing things surprise surprises treats items bits fillers goodies doors"

// leastFillings is from how many on small things are many, and adventDoors how many an advent calendar has.
const leastFillings, adventDoors = 6, 24

// fillingDoors is that many small things are looked for.
var fillingDoors = lexicon.Concept{Facet: "situation", Value: "advent-calendar"}

// forFilling is what one of many small things costs at most, in US dollars, where no sum is said.
const forFilling = 6

// givers reads how many give together, from word i: "we are six", "four of us", "between four friends", "from 20 families", "five
// colleagues putting in". to is the position after them.
func (r *figures) givers(i int) (n float64, to int, ok bool) {
	at := i
	led := r.is(i, "we") && r.is(i+1, "are is re were")
	if led {
		at = i + 2
	} else if led = r.is(i, "were we") && i+1 < len(r.tokens) && r.tokens[i+1].Before == text.None; led { // "we're two couples"
		at = i + 1
	} else if led = r.is(i, "class group team department office club choir circle") && r.is(i+1, "of"); led {
		at = i + 2
	} else if led = r.is(i, "between from among by"); led {
		at = i + 1
	}
	for r.is(at, "the all a group of") {
		at++
	}
	if r.is(i, "team staff department") && r.is(i+1, "of") && r.tokens[i].Before == text.None && (r.is(i-1, "for") || r.is(i-2, "for")) {
		return 0, 0, false // "for my team of 8, $15 each"
	}
	if at == i && r.is(i-1, "team class group department") && (r.is(i-2, "for") || r.is(i-3, "for") || r.is(i-4, "for")) {
		return 0, 0, false // "for the whole team (8 people), 6 each"
	}
	n, to, ok = r.count(at)
	if !ok || n < 2 || n > mostGivers || !r.closes(to) && (r.money(to) || r.unit(to) > 0) {
		return 0, 0, false
	}
	if led && r.gives(to) { // "group of 10 giving $10 each"
		return n, to + 1, true
	}
	if r.is(to, "of") && r.is(to+1, "us") {
		return n, to + 2, true
	}
	for end := to; end < min(to+3, len(r.tokens)); end++ {
		if r.tokens[end].Before > text.None {
			break
		}
		if r.is(end, kin) && (r.is(i, "we from by") || r.gives(end+1)) { // "we are four grandchildren", "from her six nieces", but not "four nieces"
			return n, end + 1, true
		}
		if r.is(end, listed("crowd")) {
			return n, end + 1, led || r.gives(end+1) || !r.is(i-1, "for") && r.eachGives(end+1) || r.is(i-1, "each") && r.somebody("from "+listed("give"))
		}
	}
	group := r.is(i, "group class team") && r.closes(to) && !r.is(i-1, "for the") && !r.is(i-2, "for")
	return n, to, group || r.is(i, "we team") && (r.closes(to) || r.is(to, "and each "+listed("give"))) || r.is(i, "we") && r.eachGives(to)
}

// kin has words for relatives who give together.
const kin = "grandchildren grandkids nephew niece nephews nieces brothers sisters sons daughters"

// many reports whether so many give together that a trifle would not do.
func (r *figures) many() bool {
	for i := range r.tokens {
		if n, _, ok := r.givers(i); ok && n >= leastCrowd {
			return true
		}
	}
	return false
}

// leastCrowd is how many are many who give one present.
const leastCrowd = 5

// mostGivers is more than who give one present together.
const mostGivers = 200

// eachGives reports whether an amount of each stands at word i: "23 kids, 3 euros each".
func (r *figures) eachGives(i int) bool {
	for r.is(i, "sharing splitting together joining with who are all") {
		i++
	}
	if r.is(i, "at to a") && (r.digits(i+1) && r.money(i+2) || r.money(i+1) && r.digits(i+2)) { // "25 parents at 3 euros"
		return true
	}
	return (r.digits(i) && r.money(i+1) || r.money(i) && r.digits(i+1)) && r.each(i+2) > i+2 // its words are used, as an amount
}

// gives reports whether somebody gives at word i: "putting in", "each give", "we put in".
func (r *figures) gives(i int) bool {
	for r.is(i, "who that are to each we all would will can could") {
		i++
	}
	return r.is(i, listed("give"))
}

// count reads a number of people.
func (r *figures) count(i int) (n float64, to int, ok bool) {
	if i < 0 || i >= len(r.tokens) {
		return 0, 0, false
	}
	used := r.used[i]
	r.used[i] = false
	n, to, ok = r.number(i)
	r.used[i] = used
	return n, to, ok
}

// gifted reads among how many people an amount is to be shared out, from word i: "100 for four bridesmaids", "bridesmaids x4, 100
// altogether".
func (r *figures) gifted(i int) (n float64, ok bool) {
	n, to, ok := r.count(i)
	switch {
	case !ok || n < 2 || n > mostGivers || r.one() || r.is(i-1, "under over u") || r.is(to, "s"): // "a team of under 10s girls"
		return 0, false
	case r.is(i-1, "x") && r.is(i-2, listed("gifted")):
		return n, r.whole()
	case !r.is(to, listed("gifted")) && !r.is(to+1, listed("gifted")):
		return 0, false
	}
	spent := i > 1 && r.is(i-1, "for") && r.used[i-2]
	return n, spent || r.whole()
}

// whole reports whether the amount is said to be for everybody: "altogether", "in total".
func (r *figures) whole() bool {
	for i := range r.tokens {
		if r.is(i, listed("whole")) && (i > 0 && r.used[i-1] || r.is(i, "altogether overall total") || r.is(i-1, "in for them the")) {
			return true
		}
	}
	return false
}

// one reports whether one gift is looked for that several people share.
func (r *figures) one() bool {
	for i := range r.tokens {
		if r.is(i, listed("one")) || r.is(i, "one") && r.is(i+1, "present gift thing") {
			return true
		}
	}
	return false
}
