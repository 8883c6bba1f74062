package offline

import (
	"math"
	"regexp"
	"strings"
)

// budget is the maximum price in a description, and its currency.
type budget struct {
	limit float64 // 0 = none
	sign  string  // "" = unchanged
}

var limits = regexp.MustCompile(`(?i)\b(?:under|below|up to|less than|at most|max(?:imum)?|cheaper than|not more than|unter|bis|menos de|ate|até|moins de)\s+(?:the\s+)?([$€£]|r\$)?\s?(\d[\d.,]*)\s?(k\b)?\s?(€|euros?\b|eur\b|\$|dollars?\b|usd\b|£|pounds?\b|gbp\b|reais\b)?`)

// readBudget reads "under 1,000 euros" and "prices in pounds". A limit without a currency may be a limit of something
// else.
func (l *lexicon) readBudget(prompt string) budget {
	var b budget
	if m := limits.FindStringSubmatch(prompt); m != nil {
		if sign := signOf(m[1] + m[4]); sign != "" {
			b.sign = sign
			b.limit, _ = number(strings.TrimRight(m[2], ".,"))
			if m[3] != "" {
				b.limit *= 1000
			}
		}
	}
	text := " " + strings.ToLower(prompt) + " "
	for _, in := range []string{" in ", " en ", " em ", "preise in "} {
		for _, name := range []string{"euro", "dollar", "pound", "reais", "usd", "eur", "gbp", "franc", "yen", "rupee", "baht"} {
			if b.sign == "" && strings.Contains(text, in+name) {
				b.sign = signOf(name)
			}
		}
	}
	return b
}

// signOf returns the sign of a currency for its name or its sign.
func signOf(name string) string {
	name = strings.ToLower(name)
	for _, c := range []struct{ names, sign string }{
		{"r$ reais real", "R$"}, {"€ eur", "€"}, {"$ usd dollar", "$"}, {"£ gbp pound", "£"}, {"franc chf", "CHF "}, {"yen jpy", "¥"}, {"rupee inr", "₹"}, {"baht thb", "฿"},
	} {
		for n := range strings.FieldsSeq(c.names) {
			if name != "" && (name == n || len(n) > 2 && strings.HasPrefix(name, n)) {
				return c.sign
			}
		}
	}
	return ""
}

// spend changes the prices to the budget's currency, and lowers those above its limit.
func (s *sheet) spend(b budget) {
	if b.sign != "" && b.sign != "$" {
		s.currency(b.sign)
	}
	i := s.first(rolePrice)
	if b.limit <= 0 || i < 0 {
		return
	}
	for _, row := range s.rows {
		text := written(row[i])
		n, ok := figure(text)
		if !ok || n <= b.limit {
			continue
		}
		next := b.limit * (0.55 + float64(seed(written(row[0]))%45)/100)
		if next >= 20 {
			next = math.Round(next)
		}
		digits := amounts.FindString(text)
		row[i] = strings.Replace(text, digits, thousands(next), 1)
	}
}

var amounts = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// thousands formats a figure with commas, and with cents if it has any.
func thousands(n float64) string {
	text := written(n)
	whole, cents, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents != "" {
		return whole + "." + (cents + "0")[:2]
	}
	return whole
}
