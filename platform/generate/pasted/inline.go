package pasted

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	sentence = regexp.MustCompile(`[.!?](?:\s|$)|\n`)
	colons   = regexp.MustCompile(`\s?:\s|\s[–—-]\s`)
	located  = regexp.MustCompile(`(\pL[^;\n]*?)[\s,:]+\(?([-+]?\d{1,2}\.\d+)\s*,\s*([-+]?\d{1,3}\.\d+)\)?`)
	enclosed = regexp.MustCompile(`^(.*\S)\s*\((` + amount + `)\)$`)
	followed = regexp.MustCompile(`^(.*?\S)\s+(` + amount + `)\s+(?:[–—-]\s+(.+)|((?i:as|in|on|with|als|auf|im|mit|en|sur|avec|como|con|em|num|numa|com|come|su)\s.+))$`)
	decimals = regexp.MustCompile(`(\d),(\d)`)
	lastWord = regexp.MustCompile(`\s+(?:and|und|et|y|e|ed|&)\s+`)
	bounds   = regexp.MustCompile(`(?i)(?:^|\s)(?:under|over|below|above|for|from|to|with|than|between|top|only|most|until|since|in|version|about|unter|über|ab|bis|für|moins de|plus de|pour|menos de|más de|para|mais de|meno di|per|de|à)$`)
)

// inline reads figures within a sentence: "Jan 120, Feb 150". It looks behind each colon and in each sentence.
func inline(text string, w Words) (rest string, t Table, ok bool) {
	for from := 0; from < len(text); {
		to := len(text)
		if end := sentence.FindStringIndex(text[from:]); end != nil {
			to = from + end[0]
		}
		if t, lead, tail := positionsIn(text[from:to]); len(t.Rows) > 1 {
			return strings.TrimSpace(text[:from]+lead) + "\n" + strings.TrimSpace(tail+text[to:]), t, true
		}
		if t, lead := hoursIn(text[from:to], w); len(t.Rows) > 1 {
			return strings.TrimSpace(text[:from]+lead) + "\n" + strings.TrimSpace(text[to:]), t, true
		}
		if t, lead, tail := thingsIn(text[from:to]); len(t.Rows) > 1 {
			return strings.TrimSpace(text[:from]+lead) + strings.TrimRight(tail+text[to:], " "), t, true
		}
		for _, colon := range append(colons.FindAllStringIndex(text[from:to], 3), nil) {
			start := from
			if colon != nil {
				start += colon[1]
			}
			if colon != nil && w.Instruction(lastOf(text[from:start])) {
				continue
			}
			if colon != nil && moments(cut(text[start:to])) {
				for _, moment := range cut(text[start:to]) {
					t.Rows = append(t.Rows, []string{moment})
				}
				return strings.TrimSpace(text[:start]) + "\n" + strings.TrimSpace(text[to:]), t, true
			}
			if t, lead, tail := figures(cut(text[start:to]), colon != nil); len(t.Rows) > 1 {
				return strings.TrimSpace(text[:start]+lead) + "\n" + strings.TrimSpace(tail+"\n"+text[to:]), t, true
			}
		}
		from = to + 1
	}
	return text, Table{}, false
}

// moments reports whether the parts of a list are all times, or all dates in figures: at least three.
func moments(parts []string) bool {
	return len(parts) > 2 && !slices.ContainsFunc(parts, func(p string) bool {
		k := kindOf(p)
		return k != kindOf(parts[0]) || k != Time && (k != Date || strings.ContainsFunc(p, unicode.IsLetter)) // "Jan 12" may be a figure of January
	})
}

// positionsIn reads names with their positions in a sentence; lead is what stands before them, tail what follows.
func positionsIn(sentence string) (t Table, lead, tail string) {
	t.Form = Positions
	all := located.FindAllStringSubmatchIndex(sentence, -1)
	for i, m := range all {
		if i > 0 && strings.Trim(sentence[all[i-1][1]:m[0]], " ,;.") != "" {
			return Table{}, "", ""
		}
		name := strings.TrimLeft(sentence[m[2]:m[3]], " ,;")
		if colon := strings.LastIndex(name, ": "); i == 0 && colon >= 0 {
			lead, name = sentence[:m[2]+colon+1], name[colon+2:]
		}
		t.Rows = append(t.Rows, []string{strings.TrimSpace(name), sentence[m[4]:m[5]], sentence[m[6]:m[7]]})
	}
	if len(all) > 0 {
		tail = strings.Trim(sentence[all[len(all)-1][1]:], " ,;")
	}
	if strings.ContainsAny(tail, "0123456789") {
		return Table{}, "", ""
	}
	return t, lead, tail
}

// hoursIn reads weekdays with their hours at the end of a sentence; lead is what stands before them.
func hoursIn(sentence string, w Words) (t Table, lead string) {
	for i := range len(sentence) {
		if i > 0 && sentence[i-1] != ' ' || !w.Weekday(sentence[i:min(len(sentence), i+40)]) {
			continue
		}
		t = Table{Form: Hours}
		parts := cut(sentence[i:])
		for _, p := range parts {
			if row := hour(p, w); row != nil {
				t.Rows = append(t.Rows, row)
			}
		}
		if len(t.Rows) > 1 && len(t.Rows) == len(parts) {
			return t, sentence[:i]
		}
	}
	return Table{}, ""
}

func lastOf(head string) string {
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}

// cut separates a list at semicolons, else at commas that are in no number, and at its last "and".
func cut(list string) (parts []string) {
	list = strings.TrimRight(strings.TrimSpace(list), ".!")
	sep := ","
	if strings.Contains(list, ";") {
		sep = ";"
	} else {
		list = decimals.ReplaceAllString(list, "$1\x00$2")
	}
	for p := range strings.SplitSeq(strings.ReplaceAll(list, "\n", sep), sep) {
		if p = strings.TrimSpace(strings.ReplaceAll(p, "\x00", ",")); p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) > 0 {
		last := parts[len(parts)-1]
		if at := lastWord.FindStringIndex(last); at != nil && (sep == ";" || strings.ContainsAny(last[:at[0]], "0123456789") || !strings.ContainsAny(last, "0123456789")) {
			parts = append(parts[:len(parts)-1], last[:at[0]], last[at[1]:])
		}
	}
	return parts
}

// figures reads parts that have a name and a figure, at least two of them. Without an announcement the sentence leads into the
// first name, which has as many words as the longest other; lead is what stands before it, and tail what follows the last figure.
func figures(parts []string, announced bool) (t Table, lead, tail string) {
	t.Form = Pairs
	longest := 1
	for i, p := range parts {
		m := trailing.FindStringSubmatch(p)
		if call := called.FindStringSubmatch(p); call != nil && dialled(call[2]) {
			m = call
		}
		if m == nil {
			m = enclosed.FindStringSubmatch(p)
		}
		if m == nil && len(t.Rows) > 0 {
			if m = followed.FindStringSubmatch(p); m != nil {
				tail = m[3] + m[4]
			}
		}
		if last := lastOf(p); m == nil && announced && len(t.Rows) > 0 && kindOf(last) == Money && last != p && len(strings.Fields(p)) < 5 { // "first lesson free"
			m = []string{p, strings.TrimSuffix(p, " "+last), last}
		}
		bad := m == nil || bounds.MatchString(m[1]) || len(strings.Fields(m[1])) > 5 && (announced || i > 0)
		if bad && len(t.Rows) < 2 {
			return Table{}, "", ""
		}
		if bad || tail != "" {
			if !bad {
				t.Rows, i = append(t.Rows, []string{strings.TrimRight(m[1], " :=–—-"), m[2]}), i+1
			}
			if tail = strings.Join(append([]string{tail}, parts[i:]...), ", "); strings.ContainsAny(tail, "0123456789") {
				return Table{}, "", "" // it would go without a figure
			}
			break
		}
		name := strings.TrimRight(m[1], " :=–—-")
		if i > 0 {
			longest = max(longest, len(strings.Fields(name)))
		}
		t.Rows = append(t.Rows, []string{name, m[2]})
	}
	if len(t.Rows) == 0 {
		return t, "", ""
	}
	if words := strings.Fields(t.Rows[0][0]); !announced && len(words) > longest {
		t.Rows[0][0] = strings.Join(words[len(words)-longest:], " ")
		lead = strings.Join(words[:len(words)-longest], " ")
	}
	return t, lead, strings.Trim(tail, ", ")
}
