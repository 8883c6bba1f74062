package pasted

import (
	"regexp"
	"strings"
)

var (
	decimals = regexp.MustCompile(`(\d),(\d)`)
	lastWord = regexp.MustCompile(`\s+(?:and|und|et|y|e|ed|&)\s+`)
	bounds   = regexp.MustCompile(`(?i)(?:^|\s)(?:under|over|below|above|for|from|to|with|than|between|top|only|most|until|since|in|version|about|unter|über|ab|bis|für|moins de|plus de|pour|menos de|más de|para|mais de|meno di|per|de|à)$`)
)

// inline reads data within a sentence: "Jan 120, Feb 150", or, after a colon, a list of names.
func inline(text string, w Words) (before string, t Table, ok bool) {
	list, announced := text, false
	for _, colon := range []string{":\n", ": ", " : "} {
		if head, tail, cut := strings.Cut(text, colon); cut && !w.Instruction(lastOf(head)) {
			before, list, announced = head, tail, true
			break
		}
	}
	if i := strings.Index(list, ". "); i > 0 && announced {
		before, list = before+". "+list[i+2:], list[:i]
	}
	parts := cut(list)
	if len(parts) < 2 {
		return text, t, false
	}
	if t, first := figures(parts, announced); len(t.Rows) > 1 {
		if !announced {
			before = strings.TrimSuffix(strings.Split(list, parts[0])[0]+first, " ")
		}
		return before, t, true
	}
	if !announced {
		return text, t, false
	}
	t = Table{Form: Names}
	for _, p := range parts {
		if n := len(strings.Fields(p)); n == 0 || n > 6 || len(p) > 60 {
			return text, Table{}, false
		}
		t.Rows = append(t.Rows, []string{p})
	}
	return before, t, true
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
		if at := lastWord.FindStringIndex(parts[len(parts)-1]); at != nil {
			last := parts[len(parts)-1]
			parts = append(parts[:len(parts)-1], last[:at[0]], last[at[1]:])
		}
	}
	return parts
}

// figures reads parts that all have a name and a figure. Without an announcement the sentence leads into the first name,
// which has as many words as the longest other; lead is what stands before it.
func figures(parts []string, announced bool) (t Table, lead string) {
	t.Form = Pairs
	longest := 1
	for i, p := range parts {
		m := trailing.FindStringSubmatch(p)
		if m == nil || bounds.MatchString(m[1]) || len(strings.Fields(m[1])) > 5 && (announced || i > 0) {
			return Table{}, ""
		}
		name := strings.TrimRight(m[1], " :=–—-")
		if i > 0 {
			longest = max(longest, len(strings.Fields(name)))
		}
		t.Rows = append(t.Rows, []string{name, m[2]})
	}
	if words := strings.Fields(t.Rows[0][0]); !announced && len(words) > longest {
		t.Rows[0][0] = strings.Join(words[len(words)-longest:], " ")
		lead = strings.Join(words[:len(words)-longest], " ")
	}
	return t, lead
}
