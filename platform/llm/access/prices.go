package access

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"berth/platform/llm"
)

// Price is what a million tokens cost, in US dollars.
type Price struct{ Input, Output float64 }

// Prices are those of models, by name.
type Prices map[string]Price

// ParsePrices reads prices of the form model=input/output, in US dollars for a million tokens ("gpt-x=0.15/0.60").
func ParsePrices(entries []string) (Prices, error) {
	prices := Prices{}
	for _, entry := range entries {
		name, price, ok := cutLast(strings.TrimSpace(entry), "=")
		input, output, two := strings.Cut(price, "/")
		in, err := strconv.ParseFloat(strings.TrimSpace(input), 64)
		out, err2 := strconv.ParseFloat(strings.TrimSpace(output), 64)
		if name = strings.TrimSpace(name); !ok || !two || name == "" || err != nil || err2 != nil || !valid(in) || !valid(out) {
			return nil, fmt.Errorf("%q is no price: want model=input/output in US dollars for a million tokens, such as small-model=0.15/0.60", entry)
		}
		prices[name] = Price{in, out}
	}
	return prices, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func valid(price float64) bool { return price >= 0 && price <= 1e6 }

// Cost returns what an answer cost, in billionths of a US dollar; nil for a model without a price.
func (p Prices) Cost(model string, used llm.Usage) *int64 {
	price, ok := p[model]
	if !ok {
		return nil
	}
	const perToken = 1e9 / 1e6
	cost := int64(math.Round(price.Input*perToken*float64(used.Input) + price.Output*perToken*float64(used.Output)))
	return &cost
}
