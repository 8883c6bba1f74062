package pasted

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Several prices of one thing, each with what it is for before it, or in brackets behind it: "klein 10,90 / groß 13,90".
const (
	purpose  = `(?:\pL[\pL.'’-]*\s){0,2}`
	aside    = `(?:\s\([^()]*\)|\s(?:pro|per|par|por|al?|je|la)\s\pL+|\s\p{Ll}\pL{1,11}\.?(?:\s\p{Ll}\pL{1,11})?)?`
	charged  = `(?:` + price + `|\d+[.,]\d\d)`
	bySize   = `(?:\p{Ll}[\pL.'’-]*\s|\pL{1,2}\s){0,2}` + charged + aside + `(?:\s/\s` + purpose + `(?:` + charged + `|\d+)` + aside + `)+`
	anySized = `(?:` + charged + `|\d{1,4})`
)

var sizing = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{regexp.MustCompile(`^(.*?)(` + anySized + aside + `)$`), regexp.MustCompile(`^(` + purpose + `)(` + anySized + aside + `)$`)}
})

// sized returns a name and its several prices, "Käsespätzle" and "klein 10,90 / groß 13,90"; nil where a slash separates other parts as well. round says that
// all of them may be round. What stands before the first price is for what it is, and no part of the name, when it is as many words as before the second
// and in small letters, or a letter or two.
func sized(s string, round bool) []string {
	parts := split(s[:min(len(s), longest)], separators[slash])
	if len(parts) < 2 || len(s) > longest {
		return nil
	}
	first := sizing()[0].FindStringSubmatch(parts[0].text)
	if first == nil || !strings.HasSuffix(first[1], " ") && first[1] != "" {
		return nil
	}
	priced, words := priceLike.MatchString(first[2]), 0
	priced = priced || strings.ContainsAny(first[2], ".,") || kindOf(first[2]) == Money || coin.MatchString(first[2])
	for i, p := range parts[1:] {
		m := sizing()[1].FindStringSubmatch(p.text)
		if m == nil {
			return nil
		}
		if i == 0 {
			words = len(strings.Fields(m[1]))
		}
		priced = priced || kindOf(m[2]) == Money || priceLike.MatchString(m[2])
	}
	if !priced && !(round && words > 0) {
		return nil
	}
	name := strings.Fields(first[1])
	if at := len(name) - words; words > 0 && at >= 0 && (small(name[at]) || len(name[at]) < 3 && words == 1) &&
		kindOf(strings.Join(name[:at], " ")) == Text { // and not the day of "Sunday roast"
		name = name[:at]
	}
	head := ""
	if len(name) > 0 {
		last := name[len(name)-1]
		head = s[:strings.LastIndex(first[1], last)+len(last)]
	}
	return []string{strings.TrimRight(head, " –—-,:"), strings.TrimSpace(strings.TrimLeft(s[len(head):], " –—-,:"))}
}

// sizesIn returns what the prices of lines are for that have several, where one of them is written as a price.
func sizesIn(lines []string) (out []string) {
	if !slices.ContainsFunc(lines, func(l string) bool { return sized(l, false) != nil }) {
		return nil
	}
	for _, l := range lines {
		if m := sized(l, true); m != nil {
			for _, p := range split(m[1], separators[slash]) {
				if of := sizing()[1].FindStringSubmatch(p.text); of != nil { // else a comma stands between, say
					out = append(out, strings.TrimSpace(of[1]))
				}
			}
		}
	}
	return out
}

// sized returns a name and its prices, also where a line has only one of those that others have: "Sancerre bouteille 38".
func (c *cutter) sized(s string) []string {
	if m := sized(s, len(c.sizes) > 0); m != nil {
		return m
	}
	if m := oneSize().FindStringSubmatch(s); len(c.sizes) > 0 && m != nil && slices.Contains(c.sizes, m[3]) {
		return m[1:3]
	}
	return nil
}

// oneSize is a name, and a price with what it is for.
var oneSize = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*\S)\s((\pL[\pL.'’-]*)\s` + anySized + aside + `)$`)
})

// dashed cuts a line at its first dash; the head is empty where there is none.
func dashed(line string) (head, before, rest string) {
	if parts := split(line, separators[dash]); len(parts) > 1 {
		if rest, ok := strings.CutPrefix(line, parts[0].text+parts[1].before); ok {
			return parts[0].text, parts[1].before, rest
		}
	}
	return "", "", ""
}

// otherwise cuts a line that has a dash where the others have a colon, or a colon where they have a dash, as those are; the head is empty for others.
func (c *cutter) otherwise(line string) (head, before, rest string) {
	switch {
	case c.named:
		if head, before, rest = dashed(line); head != "" && !strings.Contains(head, ":") && !strong(kindOf(head)) && heading(head, rest) {
			return head, before, rest
		}
	case c.by == dash && len(split(line, separators[dash])) == 1:
		if m := named.FindStringSubmatch(line); m != nil && len(strings.Fields(m[1])) < 4 && !strings.ContainsAny(m[1], "(0123456789") {
			return m[1], m[2], m[3]
		}
	}
	return "", "", ""
}
