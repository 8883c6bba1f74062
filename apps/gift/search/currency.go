package search

import (
	"cmp"
	"strconv"
	"strings"
)

// signs are currencies of one character, which stand before a number or behind it.
const signs = "$ £ € ¥ ₹ ₱ ₦ ₩ ₺ ₪ ₫ ₽ ₴ ฿"

// currencies are the rough values in US dollars of one unit of each, of 2026: a gift's price is no more exact than that. With a dollar's sign stand what
// is written before one, "hk$", and behind a slash the nation that a name is of, "peso/chileno".
var currencies = rates(`
1       $ us$ usd dollar dollars buck bucks dolares dolar dollari us
1.1     € eur euro euros eurs
1.3     £ gbp pound pounds quid libras libra livres pfund sterline sterling
0.18    r$ brl reais real conto contos
13      tenner
6.5     fiver
0.007   ¥ yen jpy
0.012   ₹ inr rupee rupees rs rupias
0.7     c$ ca$ a$ au$ nz$ cad aud nzd dollar/canadian dollar/australian dollar/zealand
0.77    s$ sgd dollar/singapore
0.13    hk$ hkd dollar/kong
0.03    nt$ twd ntd dollar/taiwan
1.15    chf franc francs franken franchi francos sfr
0.1     kr sek nok dkk kroner kronor kronen
0.055   mx$ pesos peso mxn
0.0007  ars peso/argentino peso/argentinos peso/argentine peso/argentinian
0.001   clp peso/chileno peso/chilenos peso/chilean
0.00025 cop peso/colombiano peso/colombianos peso/colombian
0.025   uyu peso/uruguayo peso/uruguayos peso/uruguayan
0.017   ₱ php peso/filipinos peso/filipino peso/philippine
0.27    soles zl pln zloty zlotys aed dirham dirhams ₪ ils shekel shekels
0.14    cny rmb yuan
0.055   zar rand rands
0.0007  ₩ krw ₦ ngn naira
0.23    rm myr ringgit ringgits
0.03    ฿ thb baht
0.00006 idr rupiah
0.00004 ₫ vnd
0.024   ₺ lira liras ₴ uah hryvnia hryvnias
0.045   czk kc koruna korun
0.003   huf forint forints
0.25    lei leva bgn
0.012   ₽ rub ruble rubles roubles
0.008   kes ksh
`)

// rates reads lines with a value and the words for it.
func rates(lines string) map[string]float64 {
	all := map[string]float64{}
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		value, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			panic(err) // a slip in the lines above
		}
		for _, w := range words[1:] {
			all[w] = value
		}
	}
	return all
}

// dollars returns the rough value in US dollars of one unit of a currency, 0 of what is none.
func dollars(currency string) float64 { return currencies[currency] }

// currency returns what one unit of the currency at word i is worth, and the position after its name: "pesos argentinos" are not "pesos".
func (r *figures) currency(i int) (rate float64, to int) {
	name := strings.TrimSuffix(r.word(i), "s") + "/"
	if rate := dollars(name + r.word(i+1)); rate > 0 {
		return rate, i + 2
	}
	return cmp.Or(dollars(name+r.word(i-1)), dollars(r.word(i))), i + 1
}

// nation returns the position after words before the name of a currency: "Swiss", "Hong Kong"; i when there are none.
func (r *figures) nation(i int) int {
	switch {
	case r.is(i, "hong new south") && r.is(i+1, "kong zealand african korean"):
		return i + 2
	case r.is(i, "swiss us american canadian australian british danish swedish norwegian indian mexican argentine argentinian chilean colombian uruguayan philippine filipino "+
		"singapore taiwan turkish czech hungarian romanian malaysian thai israeli emirati nigerian"):
		return i + 1
	}
	return i
}

// money reports whether word i is a currency. A word that means something else as well is one beside a number only: "45 real".
func (r *figures) money(i int) bool {
	if r.is(i, "real us rs conto libra livres rand rands rm php baht lira liras lei leva soles kc cop") && !r.digits(i-1) && r.nation(i-1) != i && !(r.is(i, "us") && r.is(i+1, "$")) {
		return false
	}
	return r.word(i) != "" && dollars(r.word(i)) > 0
}

// sign reads a currency before a number: "$", "R$", "US$", "CAD", "C$", "R1200"; rate is 0 when there is none.
func (r *figures) sign(i int) (rate float64, to int) {
	switch {
	case r.is(i+1, "$") && dollars(r.word(i)+"$") > 0:
		return dollars(r.word(i) + "$"), i + 2
	case r.is(i, "r") && r.digits(i+1) && !r.is(i-1, "bmw"): // the motorcycle
		return dollars("zar"), i + 1
	case r.is(i, "rs rm") && r.digits(i+1):
		return dollars(r.word(i)), i + 1
	}
	if r.is(i, signs) || r.is(i, "usd eur gbp brl chf cad aud nzd mxn pln sek nok dkk inr jpy cny sgd zar hkd twd php ars clp krw myr thb idr vnd aed ils czk huf uah ngn kes ksh") {
		return dollars(r.word(i)), i + 1
	}
	return 0, i
}
