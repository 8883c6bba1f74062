package search

// signs are currencies of one character, which stand before a number or behind it.
const signs = "$ £ € ¥ ₹ ₱ ₦ ₩ ₺ ₪ ₫ ₽ ₴ ฿"

// dollars returns the rough value in US dollars of one unit of a currency, of 2026: a gift's price is no more exact than that.
func dollars(currency string) float64 {
	switch currency {
	case "$", "usd", "dollar", "dollars", "buck", "bucks", "dolares", "dolar", "dollari", "us":
		return 1
	case "€", "eur", "euro", "euros", "eurs":
		return 1.1
	case "£", "gbp", "pound", "pounds", "quid", "libras", "libra", "livres", "pfund", "sterline", "sterling":
		return 1.3
	case "r$", "brl", "reais", "real", "conto", "contos":
		return 0.18
	case "tenner":
		return 13
	case "fiver":
		return 6.5
	case "¥", "yen", "jpy":
		return 0.007
	case "₹", "inr", "rupee", "rupees", "rs", "rupias":
		return 0.012
	case "cad", "aud", "nzd":
		return 0.7
	case "chf", "franc", "francs", "franken", "franchi", "francos", "sfr":
		return 1.15
	case "kr", "sek", "nok", "dkk", "kroner", "kronor", "kronen":
		return 0.1
	case "pesos", "peso", "mxn":
		return 0.055
	case "zl", "pln", "zloty", "zlotys":
		return 0.27
	case "cny", "rmb", "yuan":
		return 0.14
	case "sgd":
		return 0.77
	}
	return further(currency)
}

// further goes on with currencies of which fewer gifts are asked for.
func further(currency string) float64 {
	switch currency {
	case "zar", "rand", "rands":
		return 0.055
	case "hkd":
		return 0.13
	case "twd", "ntd":
		return 0.03
	case "₱", "php":
		return 0.017
	case "ars":
		return 0.0007
	case "clp":
		return 0.001
	case "cop":
		return 0.00025
	case "uyu":
		return 0.025
	case "soles":
		return 0.27
	case "₩", "krw":
		return 0.0007
	case "myr", "rm", "ringgit", "ringgits":
		return 0.23
	case "thb", "baht", "฿":
		return 0.03
	case "idr", "rupiah":
		return 0.00006
	case "vnd", "₫":
		return 0.00004
	case "aed", "dirham", "dirhams":
		return 0.27
	case "ils", "shekel", "shekels", "₪":
		return 0.27
	case "₺", "lira", "liras":
		return 0.024
	case "czk", "kc", "koruna", "korun":
		return 0.045
	case "huf", "forint", "forints":
		return 0.003
	case "lei", "leva", "bgn":
		return 0.25
	case "uah", "₴", "hryvnia", "hryvnias":
		return 0.024
	case "₽", "rub", "ruble", "rubles", "roubles":
		return 0.012
	case "ngn", "₦", "naira":
		return 0.0007
	case "kes", "ksh":
		return 0.008
	}
	return 0
}

// foreign returns what one unit of a currency is worth where a nation beside it says whose it is, 0 where its name says all.
func foreign(currency, nation string) float64 {
	switch currency {
	case "peso", "pesos":
		switch nation {
		case "argentino", "argentinos", "argentine", "argentinian":
			return dollars("ars")
		case "chileno", "chilenos", "chilean":
			return dollars("clp")
		case "colombiano", "colombianos", "colombian":
			return dollars("cop")
		case "uruguayo", "uruguayos", "uruguayan":
			return dollars("uyu")
		case "filipinos", "filipino", "philippine":
			return dollars("php")
		}
	case "dollar", "dollars":
		switch nation {
		case "canadian", "australian", "zealand":
			return dollars("cad")
		case "kong":
			return dollars("hkd")
		case "singapore":
			return dollars("sgd")
		case "taiwan":
			return dollars("twd")
		}
	}
	return 0
}

// dollarsOf returns what a dollar is worth, or a real or a peso, by what stands before its sign: "R$", "HK$"; 0 where nothing is known.
func dollarsOf(prefix string) float64 {
	switch prefix {
	case "us":
		return 1
	case "r":
		return dollars("brl")
	case "c", "ca", "a", "au", "nz":
		return dollars("cad")
	case "s":
		return dollars("sgd")
	case "hk":
		return dollars("hkd")
	case "nt":
		return dollars("twd")
	case "mx":
		return dollars("mxn")
	}
	return 0
}

// currency returns what one unit of the currency at word i is worth, and the position after its name: "pesos argentinos" are not "pesos".
func (r *figures) currency(i int) (rate float64, to int) {
	if rate := foreign(r.word(i), r.word(i+1)); rate > 0 {
		return rate, i + 2
	}
	if rate := foreign(r.word(i), r.word(i-1)); rate > 0 {
		return rate, i + 1
	}
	return dollars(r.word(i)), i + 1
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
	case r.is(i+1, "$") && dollarsOf(r.word(i)) > 0:
		return dollarsOf(r.word(i)), i + 2
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
