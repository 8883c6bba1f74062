package tagger

import "slices"

// alternatives makes the choices of one column of what was found for columns behind "whether": "whether it's a starter, main, dessert or drink". The last
// of them stands behind "or", and none says no.
func (t Text) alternatives(found []Span) []Span {
	for i := 0; i < len(found); i++ {
		s := found[i]
		if !s.Label.column() || t.Tokens[s.From].English != "whether" && t.Tokens[s.From].English != "if" {
			continue
		}
		first := s.From + 1
		for first < s.To && t.light(first) {
			first++
		}
		if first == s.To {
			continue
		}
		choices, last := t.cutAtOr(Span{ValueBegin, first, s.To})
		next := i + 1
		for ; next < len(found) && !last; next++ {
			between := t.Tokens[s.To:found[next].From]
			other := func(k Token) bool { return k.English != "or" && !slices.Contains(k.Means, "article") }
			if stop := t.Tokens[s.To-1].Stop; stop != 0 && stop != ',' || slices.ContainsFunc(between, other) {
				break
			}
			last = slices.ContainsFunc(between, func(k Token) bool { return k.English == "or" })
			more, ended := t.cutAtOr(Span{ValueBegin, found[next].From, found[next].To})
			choices, last, s.To = append(choices, more...), last || ended, found[next].To
		}
		negative := slices.ContainsFunc(choices, func(c Span) bool {
			return c.To == c.From+1 && slices.Contains([]string{"not", "no"}, t.Tokens[c.From].English)
		})
		if !last || len(choices) < 2 || negative {
			continue
		}
		column := append([]Span{{s.Label, s.From, first}}, choices...)
		found = slices.Concat(found[:i:i], column, found[next:])
		i += len(choices)
	}
	return found
}

// light reports whether a word between "whether" and the first choice says nothing: "it is a".
func (t Text) light(i int) bool {
	k := t.Tokens[i]
	return slices.Contains(k.Means, "article") || slices.Contains(k.Means, "pronoun") || slices.Contains([]string{"is", "are", "be", "it", "s", "re"}, k.English)
}

// cutAtOr cuts a span at an "or" within it, and reports whether there was one.
func (t Text) cutAtOr(s Span) (out []Span, last bool) {
	for i := s.From + 1; i < s.To-1; i++ {
		if t.Tokens[i].English == "or" {
			return []Span{{s.Label, s.From, i}, {s.Label, i + 1, s.To}}, true
		}
	}
	return []Span{s}, false
}

// apart cuts columns that are nothing but words to ask with: "where and when" are two.
func (t Text) apart(found []Span) (out []Span) {
	for _, s := range found {
		and := slices.IndexFunc(t.Tokens[s.From:s.To], func(k Token) bool { return k.English == "and" })
		asks := func(i int) bool {
			return slices.Contains([]string{"who", "what", "when", "where", "why"}, t.Tokens[i].English)
		}
		if s.Label.column() && s.To == s.From+3 && and == 1 && asks(s.From) && asks(s.From+2) {
			out = append(out, Span{s.Label, s.From, s.From + 1}, Span{s.Label, s.From + 2, s.To})
			continue
		}
		out = append(out, s)
	}
	return out
}

// alike gives the columns of one list the label of its first, where that is one of what is sent: "apply with name, email and link to the CV".
func (t Text) alike(found []Span) []Span {
	for i := 1; i < len(found); i++ {
		before, s := found[i-1], found[i]
		if before.Label != FieldBegin || s.Label != ColumnBegin {
			continue
		}
		joins := func(k Token) bool { return k.English == "and" || slices.Contains(k.Means, "article") || k.Class == 'P' }
		stop := t.Tokens[before.To-1].Stop
		if (stop == 0 || stop == ',') && s.From-before.To < 3 && !slices.ContainsFunc(t.Tokens[before.To:s.From], func(k Token) bool { return !joins(k) }) {
			found[i].Label = FieldBegin
		}
	}
	return found
}
