package pasted

import (
	"regexp"
	"strings"
)

var (
	amountOf = regexp.MustCompile(`^((?:(?i:ca\.|about|approx\.|circa|environ)\s)?(?:\d+(?:[.,/]\d+)?(?:\s?[–-]\s?\d+)?(?:\s?[½¼¾⅓⅔])?|[½¼¾⅓⅔]))(\s?)(\pL[\pL.]*)?(.*)$`)
	ofThat   = regexp.MustCompile(`^\s*(?i:(?:of|de|di|do|da)\s+|d['’]\s?)`)
)

// amounts reads what is needed and how much of each, which stands first: "300 g flour". The table has what is needed first.
func amounts(lines []string, w Words) (Table, int) {
	if w.Measure == nil || w.over() {
		return Table{}, 0
	}
	t, n, counts, measures := Table{Form: Amounts}, 0, 0, 0
	bulleted := listed(lines)
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" || strings.HasSuffix(l, ":") || len(strings.Fields(l)) > 9 || bulleted != bullet.MatchString(l) {
			break
		}
		if bulleted {
			l = unbulleted(l)
		}
		quantity, thing, measured := amounted(l, w)
		if quantity == "" && (strings.ContainsAny(l, "0123456789:|;\t") || len(strings.Fields(l)) > 4) || quantity != "" && !worth(l, thing) {
			break
		}
		if quantity != "" {
			counts++
		}
		if measured {
			measures++
		}
		t.Rows, n = append(t.Rows, []string{thing, quantity}), n+1
	}
	if n < 2 || 3*counts < 2*n || measures == 0 {
		return Table{}, 0
	}
	return t, n
}

// worth reports whether what stands behind an amount is a thing, and no other value.
func worth(line, thing string) bool {
	k := kindOf(line)
	return thing != "" && (k == Text || k == Counted || k == Figure) && !strings.ContainsAny(thing, "0123456789|;\t€$£@") && !strings.Contains(thing, " - ") &&
		!strings.Contains(thing, " – ")
}

// amounted cuts a line into how much and what; measured says that the figure has a measure.
func amounted(line string, w Words) (quantity, thing string, measured bool) {
	m := amountOf.FindStringSubmatch(line)
	if m == nil {
		return "", line, false
	}
	rest := m[3] + m[4]
	if quantity = m[1]; m[3] != "" && strings.TrimSpace(m[4]) != "" && w.Measure(strings.TrimSuffix(m[3], ".")) {
		quantity, rest, measured = m[1]+m[2]+m[3], m[4], true
	}
	return quantity, strings.TrimSpace(ofThat.ReplaceAllString(rest, "")), measured
}
