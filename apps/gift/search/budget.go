package search

import (
	"math"
	"strings"
)

// dollars returns the rough value in US dollars of one unit of a currency: a gift's price is no more exact than that.
func dollars(currency string) float64 {
	switch currency {
	case "$", "usd", "dollar", "dollars", "buck", "bucks":
		return 1
	case "€", "eur", "euro", "euros":
		return 1.1
	case "£", "gbp", "pound", "pounds", "quid":
		return 1.3
	case "¥", "yen", "jpy":
		return 0.007
	case "₹", "inr", "rupee", "rupees", "rs":
		return 0.012
	case "cad", "aud":
		return 0.7
	case "chf", "franc", "francs":
		return 1.15
	case "kr", "sek", "nok", "dkk", "kroner", "kronor":
		return 0.1
	}
	return 0
}

// money reports whether word i is a currency.
func (r *figures) money(i int) bool { return r.word(i) != "" && dollars(r.word(i)) > 0 }

// amount reads a number with a currency before or after it; rate is 0 when it has none.
func (r *figures) amount(i int) (value, rate float64, to int, ok bool) {
	if r.is(i, "$ £ € ¥ ₹ usd eur gbp") {
		rate, i = dollars(r.word(i)), i+1
	}
	value, to, ok = r.number(i)
	if !ok {
		return 0, 0, i, false
	}
	if rate == 0 && r.money(to) {
		rate, to = dollars(r.word(to)), to+1
	} else if r.money(to) && !r.is(to, "$ £ € ¥ ₹") {
		to++
	}
	return value, rate, to, true
}

const (
	upTo   = "under below underneath within max maximum cap limit limited <"
	about  = "around about roughly approximately approx circa near ~"
	atMost = "max maximum tops limit budget"
)

// budgetFrom reads a budget that begins at word i.
func (r *figures) budgetFrom(i int) (to int, s Span, ok bool) {
	at, kind := r.budgetCue(i)
	low, lowRate, next, ok := r.amount(at)
	if !ok {
		return 0, Span{}, false
	}
	high, highRate := low, lowRate
	isRange := false
	if joined := r.joint(next, kind); joined > 0 {
		if h, rate, end, ok := r.amount(joined); ok && h > low && r.unit(end) == 0 {
			high, highRate, next, isRange = h, rate, end, true
		}
	}
	rate := max(lowRate, highRate)
	if rate == 0 && kind == "under" && (low < 8 || r.is(i-1, "kids children boys girls toddlers sons daughters twins aged all")) {
		return 0, Span{}, false // "two boys under five"
	}
	each := r.each(next)
	said := each > next || rate > 0 || r.is(next, "tops max maximum") || kind == "budget" || kind == "under" || kind == "spend" || isRange && kind == "between"
	if !said || r.unit(next) > 0 || r.is(next, "th st nd rd s % people kids children guests minutes hours") {
		return 0, Span{}, false
	}
	next = each
	if rate == 0 {
		rate = 1
	}
	return r.limits(next, low*rate, high*rate, kind, isRange)
}

// each returns the position after "each" or "a head" behind an amount, from when there is none.
func (r *figures) each(from int) int {
	switch {
	case r.is(from, "each") && r.is(from+1, "way day week month night year other time one"):
		return from
	case r.is(from, "each apiece pp pro ea"), r.is(from, "per a") && r.is(from+1, "head person piece pop kid child gift"):
		if r.is(from, "per a") {
			return from + 2
		}
		return from + 1
	}
	return from
}

func (r *figures) limits(next int, low, high float64, kind string, isRange bool) (to int, s Span, ok bool) {
	bounds := func(l, h float64) (int, Span, bool) {
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
		return bounds(0.5*low, 1.3*high)
	case r.is(next, atMost):
		next++
		return bounds(0, high)
	}
	return bounds(0.3*low, 1.1*high)
}

// budgetCue returns where the amount stands, and what the words before it mean.
func (r *figures) budgetCue(i int) (at int, kind string) {
	skip := func(at int) int { // "budget is around"
		for r.is(at, "is of about around roughly only a up to at most the my our to") {
			at++
		}
		return at
	}
	switch {
	case r.is(i, upTo):
		return skip(i + 1), "under"
	case r.is(i, "less lower cheaper fewer") && r.word(i+1) == "than":
		return skip(i + 2), "under"
	case r.is(i, "up") && r.word(i+1) == "to", r.is(i, "at") && r.is(i+1, "most"):
		return i + 2, "under"
	case r.is(i, "no not") && r.is(i+1, "more over above") && r.word(i+2) == "than":
		return i + 3, "under"
	case r.is(i, "not no nothing never dont") && r.is(i+1, "over above exceeding past beyond"), r.is(i, "not") && r.word(i+1) == "exceed":
		return i + 2, "under"
	case r.is(i, "over above") || r.is(i, "more") && r.word(i+1) == "than" || r.is(i, "at") && r.word(i+1) == "least":
		if !r.is(i, "over above") {
			i++
		}
		return i + 1, "over"
	case r.is(i, "budget"):
		return skip(i + 1), "budget"
	case r.is(i, "spend spending"):
		if end := skip(i + 1); r.is(end, "under less between") {
			return i, ""
		}
		return skip(i + 1), "spend"
	case r.is(i, "between from"):
		return i + 1, "between"
	case r.is(i, about):
		return i + 1, "about"
	}
	return i, ""
}

// joint returns where the second amount of a range stands, 0 when there is none.
func (r *figures) joint(i int, kind string) int {
	switch {
	case r.is(i, "to"), kind == "between" && r.is(i, "and"):
		return i + 1
	case i < len(r.tokens) && (r.rangeAt(i) || strings.ContainsAny(r.word(i), "$£€") && r.rangeAt(i+1)) && r.tokens[i].Before <= 1 && kind != "under":
		return i
	}
	return 0
}
