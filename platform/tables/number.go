package tables

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"berth/platform"
)

// parseNumber reads a number as people write it, with separators of thousands and, for money, its currency, and returns it
// as JSON writes it, with the digits that were there.
func parseNumber(c platform.Column, s string, style Style) (number, fault string) {
	amount, currencies, ok := splitCurrency(s)
	if !ok || len(currencies) > 0 && c.Type != platform.ColumnMoney {
		return "", numberForm(c)
	}
	if len(currencies) > 0 && c.Currency != "" && !slices.Contains(currencies, c.Currency) {
		return "", fmt.Sprintf("is in another currency; the column holds %s", c.Currency)
	}
	if number, ok = plainDigits(amount, style); !ok {
		return "", numberForm(c)
	}
	if style.Torn && c.Type != platform.ColumnInteger {
		if other, ok := plainDigits(amount, Style{DecimalComma: true}); ok && other != number {
			return "", fmt.Sprintf("may be %s or %s, since some numbers here have a decimal point and some a comma: write all in one way", number, other)
		}
	}
	return number, ""
}

func numberForm(c platform.Column) string {
	switch c.Type {
	case platform.ColumnInteger:
		return "must be a number without a fraction, such as 12"
	case platform.ColumnMoney:
		return "must be an amount, such as 3.20"
	}
	return "must be a number, such as 12.5"
}

// signs are what people write for currencies, and which they may mean.
var signs = []struct {
	sign  string
	codes []string
}{
	{"€", []string{"EUR"}}, {"£", []string{"GBP", "EGP", "LBP"}}, {"¥", []string{"JPY", "CNY"}}, {"₹", []string{"INR"}}, {"₩", []string{"KRW"}},
	{"₺", []string{"TRY"}}, {"₽", []string{"RUB"}}, {"₴", []string{"UAH"}}, {"₫", []string{"VND"}}, {"₦", []string{"NGN"}}, {"₪", []string{"ILS"}},
	{"R$", []string{"BRL"}}, {"US$", []string{"USD"}}, {"A$", []string{"AUD"}}, {"C$", []string{"CAD"}},
	{"$", []string{"USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP"}},
	{"zł", []string{"PLN"}}, {"kr", []string{"SEK", "NOK", "DKK", "ISK"}}, {"Kč", []string{"CZK"}}, {"Fr.", []string{"CHF"}}, {"Ft", []string{"HUF"}},
}

// accountants write a negative amount so, with its currency or without: ($5.00).
var accountants = regexp.MustCompile(`^\(([^()+-]*)\)$`)

// splitCurrency takes a sign or code of a currency off a number, and returns the codes that it may mean. ok is false where
// other letters are left.
func splitCurrency(s string) (amount string, codes []string, ok bool) {
	s, sign := strings.ReplaceAll(s, "\u2212", "-"), "" // the minus that spreadsheets in Swedish and Norwegian write
	if found := accountants.FindStringSubmatch(s); found != nil {
		s, sign = strings.TrimSpace(found[1]), "-"
	} else if rest, minus := strings.CutPrefix(s, "-"); minus { // -€5
		s, sign = strings.TrimSpace(rest), "-"
	}
	isDigit := func(r rune) bool { return '0' <= r && r <= '9' }
	start, end := strings.IndexFunc(s, isDigit), strings.LastIndexFunc(s, isDigit)
	if start < 0 {
		return "", nil, false
	}
	for start > 0 && strings.IndexByte("+-.,(", s[start-1]) >= 0 && !strings.HasSuffix(s[:start], "Fr.") {
		start--
	}
	for end+1 < len(s) && strings.IndexByte(".,-)", s[end+1]) >= 0 {
		end++
	}
	if rest, dash := strings.CutPrefix(s[end+1:], "–"); dash { // 3,–
		s, amount = rest, s[start:end+1]+"-"
		start, end = 0, -1
	} else {
		amount = s[start : end+1]
	}
	unit := strings.TrimFunc(s[:start], unicode.IsSpace)
	if after := strings.TrimFunc(s[end+1:], unicode.IsSpace); unit == "" {
		unit = after
	} else if after != "" {
		return "", nil, false
	}
	amount = sign + amount
	if unit == "" {
		return amount, nil, true
	}
	for _, known := range signs {
		if strings.EqualFold(unit, known.sign) {
			return amount, known.codes, true
		}
	}
	// Not every code there is: TOP 5 and CUP 2 are no money to most people.
	const common = "EUR USD GBP CHF JPY CNY INR KRW TRY RUB UAH PLN CZK HUF RON BGN SEK NOK DKK ISK AUD CAD NZD SGD HKD MXN BRL ARS ZAR ILS AED SAR THB"
	if upper := strings.ToUpper(unit); validCurrency(upper) && strings.Contains(common, upper) {
		return amount, []string{upper}, true
	}
	return "", nil, false
}

// plainDigits takes the separators of thousands out of a number and writes its fraction after a point.
func plainDigits(s string, style Style) (string, bool) {
	s = accountants.ReplaceAllString(s, "-$1") // € (5)
	sign := ""
	switch {
	case strings.HasPrefix(s, "-"):
		s, sign = s[1:], "-"
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	if whole, ok := strings.CutSuffix(s, "-"); ok { // 3,-
		if whole = strings.TrimRight(whole, ".,"); whole == s[:len(s)-1] {
			return "", false
		}
		s = whole
	}
	if n, ok := scientific(s); ok && !style.DecimalComma {
		return sign + n, true
	}
	decimal := decimalOf(s, style)
	whole, fraction := s, ""
	if decimal >= 0 {
		whole, fraction = s[:decimal], s[decimal+1:]
	}
	whole, ok := ungroup(whole)
	if !ok || strings.Trim(fraction, "0123456789") != "" || whole+fraction == "" {
		return "", false
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + digits(whole+fraction), true
}

// scientific reads 1e-7 and 6.02E+23, as programs write numbers.
func scientific(s string) (string, bool) {
	mantissa, exponent, ok := strings.Cut(strings.ToLower(s), "e")
	bare := strings.TrimLeft(exponent, "+-")
	if !ok || len(exponent)-len(bare) > 1 || bare == "" || len(bare) > 3 || strings.Trim(bare, "0123456789") != "" ||
		mantissa == "" || mantissa[0] == '.' || strings.Trim(strings.Replace(mantissa, ".", "", 1), "0123456789") != "" || strings.HasSuffix(mantissa, ".") {
		return "", false
	}
	return digits(mantissa) + s[len(mantissa):], true
}

// decimalOf returns the position of the character between a number and its fraction, -1 where there is none. Where both a
// point and a comma are there, the last one is it. Where only one of the two is there, and it could separate thousands too,
// the style decides.
func decimalOf(s string, style Style) int {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	mark, other := byte('.'), byte(',')
	if style.DecimalComma {
		mark, other = other, mark
	}
	switch {
	case point >= 0 && comma >= 0:
		last := max(point, comma)
		if strings.Count(s, s[last:last+1]) > 1 {
			return -1
		}
		return last
	case point < 0 && comma < 0:
		return -1
	}
	at := max(point, comma)
	if strings.Count(s, s[at:at+1]) > 1 {
		return -1
	}
	if s[at] == mark {
		return at
	}
	if s[at] == other && len(s)-at-1 == 3 && at >= 1 && at <= 3 && s[0] != '0' { // 1,234
		return -1
	}
	return at
}

// ungroup takes separators of thousands out of a whole number. Groups have three digits; those of the Indian system have
// two before the last.
func ungroup(s string) (string, bool) {
	groups := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(".,'’ \u00a0\u202f\u2009", r) })
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 && (len(g) != 2 || i == len(groups)-1) || i == 0 && len(groups) > 1 && len(g) > 3 {
			return "", false
		}
	}
	joined := strings.Join(groups, "")
	if len(groups) > 1 && !oneSeparator(s) {
		return "", false
	}
	return joined, len(groups) > 0 || s == ""
}

// oneSeparator reports whether the characters of s that are no digits are the same one, never two in a row.
func oneSeparator(s string) bool {
	var seen, last rune
	for _, r := range s {
		if r < '0' || r > '9' {
			if seen != 0 && r != seen || last == r {
				return false
			}
			seen = r
		}
		last = r
	}
	return true
}
