package search

import (
	"cmp"
	"math"
	"strings"

	"berth/platform/text"
)

func (r *figures) digits(i int) bool { w := r.word(i); return w != "" && w[0] >= '0' && w[0] <= '9' }

// amount reads a number with a currency before or after it; rate is 0 when it has none.
func (r *figures) amount(i int) (value, rate float64, to int, ok bool) {
	if at := r.article(i); r.is(at, "tenner fiver") {
		return 1, dollars(r.word(at)), at + 1, true
	}
	rate, i = r.sign(i)
	value, to, ok = r.number(i)
	if !ok {
		return 0, 0, i, false
	}
	if r.is(to, "ish odd") && rate == 0 && r.money(to+1) && !r.ahead(to+1) { // "5ish quid"
		to++
	}
	if at := r.nation(to); rate == 0 && at > to && r.money(at) { // "70 Swiss francs"
		to = at
	}
	if r.is(to, "k") && value < 100 || r.is(to, "mil") && value < 1000 && (rate > 0 || r.money(to+1)) { // "2k", "30 mil pesos"
		value, to = value*1000, to+1
	}
	if behind, end := r.sign(to); rate == 0 && behind > 0 && end > to+1 {
		rate, to = behind, end
	} else if rate == 0 && r.money(to) && !r.ahead(to) {
		rate, to = r.currency(to)
	} else if r.money(to) && !r.is(to, signs) {
		to++
	}
	return value, rate, to, value*cmp.Or(rate, 1) <= NoLimit
}

// ahead reports whether the currency at i belongs to the number behind it: "she is 82, £15".
func (r *figures) ahead(i int) bool {
	return r.is(i, signs) && r.digits(i+1) && r.tokens[i].Before > text.None
}

// article returns the position after an "a" at i, or i.
func (r *figures) article(i int) int {
	if r.is(i, "a") {
		return i + 1
	}
	return i
}

const (
	upTo = "under below underneath within inside max maximum cap capped limit limited < spend-limit beneath ceiling " +
		"ate hasta jusqua bis unter hochstens maximal maximum maxi maximo massimo sotto entro limite limit obergrenze inferior"
	about  = "around about roughly approximately approx circa near ~ nearly almost environ etwa rund ungefahr alrededor cerca aproximadamente unos unas"
	atMost = "max maximum tops limit budget top cap ceiling maxi maximal maximo massimo hochstens absolute"
	joints = "to a y e et und bis ou o" // between the two ends of a range, in six languages
)

// budgetFrom reads a budget that begins at word i.
func (r *figures) budgetFrom(i int) (to int, s Span, ok bool) {
	at, kind := r.budgetCue(i)
	low, lowRate, next, ok := r.amount(at)
	if !ok {
		return 0, Span{}, false
	}
	rough := lowRate == 0 && r.is(next, "ish odd") && r.roughly(i, next+1) // "birthday, 30ish"
	if rough {
		next++
	} else if rough = lowRate == 0 && r.is(next, "or") && r.is(next+1, "so") && r.roughly(i, next+2); rough { // "likes beer. 25 or so"
		next += 2
	}
	high, highRate := low, lowRate
	isRange := false
	if joined := r.joint(next, kind); joined > 0 && !(r.is(i-1, "are re") && r.is(i-2, "we")) { // but "we are eight to 15 euro each"
		if h, rate, end, ok := r.amount(joined); ok && h > low && r.unit(end) == 0 {
			high, highRate, next, isRange = h, rate, end, true
		}
	}
	rate := max(lowRate, highRate)
	if rate == 0 && (kind == "under" || kind == "about") && (low < 8 || r.is(i-1, "kids children boys girls toddlers sons daughters twins aged all")) {
		return 0, Span{}, false // "two boys under five"
	}
	each := r.each(next)
	if !(each > next || rate > 0 || isRange && (kind == "between" || r.bare(i, next, low, high)) || rough || r.meant(i, next, low, kind)) ||
		r.unit(next) > 0 || r.is(next, "th st nd rd s % people kids children guests minutes hours uhr heures horas ore") {
		return 0, Span{}, false
	}
	next = each
	if rate == 0 {
		rate = 1
	}
	return r.limits(next, low*rate, high*rate, kind, isRange)
}

// meant reports whether a number without a currency, which ends before word next, is money by the words around it, which are of a kind.
func (r *figures) meant(i, next int, value float64, kind string) bool {
	switch kind {
	case "budget", "under", "spend":
		return true
	case "offer":
		if r.closes(next) || r.is(next, "together altogether between") {
			return true
		}
	case "over":
		if r.is(i, ">") {
			return true
		}
	case "about": // of somebody whose age is known, "… 35. About 60", or who is not that old
		if r.closes(next) && r.tokens[i].Before > text.None && (len(r.ages) > 0 || value >= 100) {
			return true
		}
		if next >= len(r.tokens) && i > 3 && (r.tokens[i].Before == text.Stop || r.tokens[i].Before == text.Comma && r.apart(i)) && !r.aged(value) { // "She has two cats. About 15"
			return true
		}
	}
	return r.is(next, atMost) && !r.leads(next) || (kind == "guess" || r.is(i, "~")) && r.guessed(i, next) || kind == "" && r.trails(i, next, value) ||
		next >= len(r.tokens) && value >= 60 && r.tokens[i].Before == text.Comma && r.somebody(listed("young")) && !r.aged(value) // who is not that old: "my niece, 80"
}

// guessed reports whether "maybe 25", which begins at word i and ends before word next, is a sentence of its own, or ends a text that says
// before it what somebody loves: "my colleague, maybe 50" tells an age.
func (r *figures) guessed(i, next int) bool {
	switch {
	case !r.closes(next):
		return false
	case r.tokens[i].Before == text.Stop:
		return next >= len(r.tokens) || r.tokens[next].Before == text.Stop
	}
	return next >= len(r.tokens) && r.fond(i)
}

// fond reports whether the clause before word i says what somebody loves: "…, loves barbecue, 50".
func (r *figures) fond(i int) bool {
	if i == 0 || r.tokens[i].Before == text.None {
		return false
	}
	for at := i - 1; at >= 0; at-- {
		if r.is(at, "loves love likes like enjoys enjoy adores into plays watches") && at < i-1 {
			return true
		}
		if r.tokens[at].Before > text.None {
			return false
		}
	}
	return false
}

// trails reports whether a bare number that ends a text is money: "husband loves barbecue, 50", "she plays bass. 40". One that is no round sum,
// or may well be the age of whoever is named right before it, is an age.
func (r *figures) trails(i, next int, value float64) bool {
	if next < len(r.tokens) || next != i+1 || i < 3 || r.tokens[i].Before == text.None || value < 10 || math.Mod(value, 5) != 0 || r.aged(value) {
		return false
	}
	return r.tokens[i].Before == text.Stop || value >= 100 || r.fond(i) || r.is(i-1, listed("feasts")) || r.apart(i)
}

// aged reports whether a number may well be the age of a child or of somebody's parents.
func (r *figures) aged(value float64) bool {
	return value < 20 && r.somebody(offspring) || value >= 60 && value < 100 && r.somebody(parents+" aunt uncle")
}

// apart reports whether the clause before word i names nobody, or says of them what they do: "husband, football fan, 50", "gf who climbs, 40".
func (r *figures) apart(i int) bool {
	for at := i - 1; at > 0; at-- {
		switch {
		case r.is(at, "who that studying"):
			return true
		case r.is(at, relatives+" "+people):
			return false
		case r.tokens[at].Before > text.None:
			return true
		}
	}
	return false
}

// bare reports whether a range without a currency, which ends a text, is of money: "likes poker, 70-100".
func (r *figures) bare(i, next int, low, high float64) bool {
	ends := next >= len(r.tokens) && (r.tokens[i].Before > text.None || r.is(i-1, "small little something present gift birthday christmas nice like maybe say"))
	return ends && low >= 10 && high-low >= 5 && math.Mod(low, 5) == 0 && math.Mod(high, 5) == 0 && r.children < 0
}

// leads reports whether the word at i, behind a number, rather belongs to a figure behind it: "bridesmaids x4, budget of $100".
func (r *figures) leads(i int) bool {
	i++
	for r.is(i, "of is about around roughly like maybe probably $ £ €") {
		i++
	}
	return r.tokens[min(i, len(r.tokens))-1].Before <= text.Comma && r.digits(i)
}

// closes reports whether a sentence or a clause ends before word i.
func (r *figures) closes(i int) bool { return i >= len(r.tokens) || r.tokens[i].Before > text.None }

// eachWords end an amount that is one of several.
const eachWords = "each apiece pp pro ea head person piece couple family parent kid child"

// each returns the position after "each" or "a head" behind an amount, from when there is none.
func (r *figures) each(from int) int {
	switch {
	case r.is(from, "each") && r.is(from+1, "way day week month night year other time one"):
		return from
	case r.is(from, "each apiece pp pro ea"), r.is(from, "per a") && r.is(from+1, "head person piece pop kid child gift couple family parent guest"):
		if r.is(from, "per a") {
			return from + 2
		}
		return from + 1
	}
	return from
}

func (r *figures) limits(next int, low, high float64, kind string, isRange bool) (to int, s Span, ok bool) {
	bounds := func(l, h float64) (int, Span, bool) {
		r.low, r.high = l, h
		return next, Span{int(math.Floor(l + 0.001)), int(math.Ceil(h - 0.001))}, h >= 1
	}
	switch {
	case isRange:
		return bounds(low, high)
	case r.is(next, "or and") && r.is(next+1, "less under below cheaper"):
		next += 2
		return bounds(0, high)
	case r.is(next, "or and") && r.is(next+1, "more above over up"):
		next += 2
		return bounds(low, NoLimit)
	case kind == "under":
		return bounds(0, high)
	case kind == "over":
		return bounds(low, NoLimit)
	case kind == "about":
		return bounds(0.5*low, 1.2*high)
	case r.is(next, atMost), r.is(next, "at") && r.is(next+1, "most the"), r.is(next, "al au no como a") && r.is(next+1, "massimo maximum maximo mucho plus"):
		next++
		return bounds(0, high)
	}
	return bounds(0.3*low, high)
}

// refused reports whether one of the few words before word i, in its clause, says that it is not to be.
func (r *figures) refused(i int) bool {
	for at := i - 1; at >= max(0, i-5); at-- {
		if r.tokens[at+1].Before > text.None {
			return false
		}
		if r.is(at, listed("never")+" nothing") {
			return true
		}
	}
	return false
}

// budgetCue returns where the amount stands, and what the words before it mean.
func (r *figures) budgetCue(i int) (at int, kind string) {
	skip := func(at int) int { // "budget is around"
		for r.is(at, "is of about around roughly like maybe probably only a up to at most the my our to says said would be de di von da i de les der die zu circa etwa") {
			at++
		}
		return at
	}
	switch {
	case r.is(i, "por volta intorno autour um em") && r.is(i+1, "volta torno a de die") && !r.digits(i+1):
		at := i + 1
		for r.is(at, "volta torno de a die") {
			at++
		}
		return at, "about"
	case r.is(i, "cerca") && r.is(i+1, "de"), r.is(i, "alrededor") && r.is(i+1, "de"), r.is(i, "aproximadamente") && r.is(i+1, "de"):
		return i + 2, "about"
	case r.is(i, "fino") && r.is(i+1, "a"), r.is(i, "no nao non") && r.is(i+1, "mas mais piu") && r.is(i+2, "de di que"):
		return skip(i + 2), "under"
	case r.is(i, "pas") && r.is(i+1, "plus") && r.is(i+2, "de"), r.is(i, "nicht") && r.is(i+1, "mehr uber") && r.is(i+2, "als"):
		return i + 3, "under"
	case r.is(i, "nicht") && r.is(i+1, "uber"), r.is(i, "menos moins meno weniger") && r.is(i+1, "de di als que"), r.is(i, "como au al") && r.is(i+1, "mucho plus maximum massimo"),
		r.is(i, "abaixo dessous debajo") && r.is(i+1, "de dos"):
		return skip(i + 2), "under"
	case r.is(i, upTo):
		return skip(i + 1), "under"
	case r.is(i, "less lower cheaper fewer") && r.word(i+1) == "than":
		return skip(i + 2), "under"
	case r.is(i, "up") && r.word(i+1) == "to", r.is(i, "at") && r.is(i+1, "most"):
		return i + 2, "under"
	case r.is(i, "over above more exceed exceeding past beyond") && r.refused(i): // "not above", "I don't want to go over"
		if r.word(i+1) == "than" {
			i++
		}
		return i + 1, "under"
	case r.is(i, "over above >"):
		return i + 1, "over"
	case r.is(i, "more") && r.word(i+1) == "than" || r.is(i, "at") && r.word(i+1) == "least":
		return i + 2, "over"
	case r.is(i, "budget presupuesto orcamento"):
		return skip(i + 1), "budget"
	case r.is(i, "spend spending"):
		if end := skip(i + 1); r.is(end, "under less between") {
			return i, ""
		}
		return skip(i + 1), "spend"
	case r.is(i-1, "i we") && r.is(i, "can could") && r.is(i+1, "do afford manage"): // but "she can do 20 push-ups"
		return skip(i + 2), "offer"
	case r.is(i-1, listed("crowd")+" team office class department group") && r.is(i, "has have give gives got") && r.digits(i+1), r.is(i, "collected raised pooled") && r.digits(i+1):
		return i + 1, "offer"
	case r.is(i, "can could might would will") && r.is(i+1, "go stretch push run extend pay"): // "could go to 150"
		at = i + 2
		if r.is(at, "as") && r.is(at+1, "far high") && r.is(at+2, "as") {
			return at + 3, "under"
		}
		if end := skip(at); r.is(end-1, "to") {
			return end, "under"
		}
		return i, ""
	case r.is(i, "maybe perhaps say possibly"):
		return skip(i + 1), "guess"
	case r.is(i, "between from entre zwischen tra fra von da de"):
		return i + 1, "between"
	case r.is(i, about):
		return i + 1, "about"
	}
	return i, ""
}

// joint returns where the second amount of a range stands, 0 when there is none.
func (r *figures) joint(i int, kind string) int {
	switch {
	case r.is(i, "to"), kind == "between" && (r.is(i, "and") || r.is(i, joints)):
		return i + 1
	case i < len(r.tokens) && (r.rangeAt(i) || strings.ContainsAny(r.word(i), "$£€") && r.digits(i+1) && r.joins(i)) && kind != "under":
		return i
	}
	return 0
}
