package tagger

import (
	"slices"
	"strings"
)

// part is a piece of a sentence between two stops, or a stop and "and".
type part struct {
	from, to int
	found    Label // a label of a column in it
	other    bool  // something else was found in it
	open     bool  // a comma or "and" leads to it
}

// fill finds columns that stand in a list of others and were passed over: "price, which size, colour". A list needs two columns that were found.
func fill(t Text, found []Span) []Span {
	for start := 0; start < len(t.Tokens); {
		end := start
		for end < len(t.Tokens)-1 && !ends(t.Tokens[end].Stop) {
			end++
		}
		end++
		found = append(found, missed(t, split(t, start, end, found))...)
		start = end
	}
	slices.SortFunc(found, func(a, b Span) int { return a.From - b.From })
	return found
}

// split cuts a sentence into its parts.
func split(t Text, start, end int, found []Span) (parts []part) {
	p := part{from: start}
	done := func(to, next int, open bool) {
		if p.to = to; p.to > p.from {
			for _, s := range found {
				if s.From < p.to && s.To > p.from {
					if s.Label == ColumnBegin || s.Label == FieldBegin {
						p.found = s.Label
					} else {
						p.other = true
					}
				}
			}
			parts = append(parts, p)
		}
		p = part{from: next, open: open}
	}
	inside := func(i int) bool { // a span that was found goes on here
		return slices.ContainsFunc(found, func(s Span) bool { return s.From < i && s.To > i })
	}
	for i := start; i < end; i++ {
		k := t.Tokens[i]
		if k.Class == 'C' && k.English == "and" && !inside(i) {
			done(i, i+1, true)
			if k.Stop != 0 {
				continue
			}
		}
		if k.Stop != 0 && k.Stop != '/' && !inside(i+1) {
			done(i+1, i+1, pauses(k.Stop))
		}
	}
	done(end, end, false)
	return parts
}

const longest = 6 // words of a column that was passed over

// missed returns the columns that were passed over among the parts of a sentence.
func missed(t Text, parts []part) (out []Span) {
	first, last, columns := -1, -1, 0
	for i, p := range parts {
		if p.found != Other {
			if columns++; first < 0 {
				first = i
			}
			last = i
		}
	}
	if columns < 2 {
		return nil
	}
	label := parts[first].found
	for i := first + 1; i < len(parts); i++ {
		p := parts[i]
		if p.found != Other {
			label = p.found
			continue
		}
		if p.other || !p.open {
			if i > last {
				break
			}
			continue
		}
		s, ok := t.column(p.from, p.to, i > last)
		if !ok {
			if i > last {
				break
			}
			continue
		}
		s.Label = label
		out = append(out, s)
	}
	lead := parts[first]
	if first > 0 && lead.open && !parts[first-1].other { // the list begins before: "with the milk, the region"
		lead = parts[first-1]
		for i := lead.to - 1; i >= lead.from; i-- {
			if slices.Contains(t.Tokens[i].Means, "details") {
				if s, ok := t.column(i+1, lead.to, true); ok {
					s.Label = parts[first].found
					out = append(out, s)
				}
				break
			}
		}
	}
	return out
}

// listed finds the columns behind "with" where none at all was found: two or more, one of which is a usual heading.
func (t Text) listed(found []Span) []Span {
	if t.Given || slices.ContainsFunc(found, func(s Span) bool { return s.Label.column() }) {
		return found
	}
	for i, k := range t.Tokens {
		if i == 0 || k.English != "with" || k.Stop != 0 {
			continue
		}
		end := i + 1
		for end < len(t.Tokens) && !ends(t.Tokens[end-1].Stop) {
			end++
		}
		var columns []Span
		usual := false
		for _, p := range split(t, i+1, end, found) {
			s, ok := t.column(p.from, p.to, true)
			if !ok || p.other {
				columns = nil
				break
			}
			usual = usual || slices.ContainsFunc(t.Tokens[s.From:s.To], func(k Token) bool { return slices.Contains(k.Means, "heading") })
			columns = append(columns, Span{ColumnBegin, s.From, s.To})
		}
		if usual && len(columns) > 1 {
			return append(found, columns...)
		}
	}
	return found
}

// column makes a column of words, without what leads to it; strict asks that they speak of nothing but a thing.
func (t Text) column(from, to int, strict bool) (s Span, ok bool) {
	leads := func(k Token) bool {
		return slices.ContainsFunc(k.Means, func(m string) bool { return m == "article" || m == "details" || m == "relation" && k.English != "from" })
	}
	for from < to-1 && leads(t.Tokens[from]) {
		from++
	}
	if to <= from || to-from > longest {
		return s, false
	}
	if t.Tokens[from].English == "whether" && to-from > 2 && !strings.HasPrefix(t.Tokens[to-1].Folded, "poss") {
		return Span{From: from, To: to}, true // and whether there is a kitchen
	}
	for _, k := range t.Tokens[from:to] {
		for _, m := range k.Means {
			if m == "layout" || m == "colour" || m == "mood" || m == "command" || m == "feature" {
				return s, false
			}
			if strict && (m == "people" || m == "needs" || m == "vessel" || m == "pronoun" || len(m) > 4 && m[:4] == "act=") {
				return s, false
			}
		}
	}
	return Span{From: from, To: to}, true
}

// swapped makes what is sent of a topic that stands behind the columns and leads to fields of another kind, where nothing else is sent: "ask for the
// loan with name and phone". The topic is what stands before it.
func (m *Model) swapped(t Text, found []Span) []Span {
	topic, column, field := -1, len(t.Tokens), -1
	for i, s := range found {
		switch {
		case s.Label == Sent:
			return found
		case s.Label == Topic:
			topic = i
		case s.Label == ColumnBegin:
			column = min(column, s.From)
		case s.Label == FieldBegin && field < 0:
			field = s.From
		}
	}
	if topic < 0 || field < found[topic].To || found[topic].From < column {
		return found
	}
	sent := found[topic]
	rest := slices.Delete(slices.Clone(found), topic, topic+1)
	another, ok := m.topic(t, rest, sent.From)
	if !ok {
		return found
	}
	return append(rest, another, Span{Sent, sent.From, sent.To})
}

// topical adds the likeliest topic where there are columns of something and nothing was found that may be it.
func (m *Model) topical(t Text, found []Span) []Span {
	columns := 0
	for _, s := range found {
		if s.Label == Topic {
			return found
		}
		if s.Label.column() {
			columns++
		}
	}
	if columns < 2 {
		return found
	}
	s, ok := m.topic(t, found, len(t.Tokens))
	if !ok || t.Tokens[s.To-1].Class != 'N' {
		return found
	}
	for _, k := range t.Tokens[s.From:s.To] {
		for _, m := range []string{"vessel", "weekday", "pronoun", "feature", "command", "details", "clause"} {
			if slices.Contains(k.Means, m) {
				return found
			}
		}
	}
	return append(found, s)
}

// idle reports whether a span is no topic: people who can or shall do something, "customers can", or what is to hold the rows, "I need a table with".
func (t Text) idle(s Span) bool {
	all := func(names ...string) bool {
		return !slices.ContainsFunc(t.Tokens[s.From:s.To], func(k Token) bool {
			return !slices.ContainsFunc(names, func(m string) bool { return slices.Contains(k.Means, m) })
		})
	}
	next, before := t.at(s.To), t.at(s.From-1)
	if t.Tokens[s.To-1].Stop != 0 {
		return false
	}
	clause := func(k Token) bool {
		return slices.Contains([]string{"what", "which", "that", "if", "whether"}, k.English)
	}
	whose := s.To > s.From+1 && slices.Contains(t.Tokens[s.From].Means, "people") || s.To == s.From+1 && slices.Contains(before.Means, "people")
	if whose && clause(next) || all("people", "article") && clause(t.at(s.To+1)) {
		return true // tenants report what is broken
	}
	if all("people", "article") {
		return next.English == "only" || next.Class == 'X' || next.Class == 'V' || slices.Contains(before.Means, "each") && next.Class != 'P' && next.Class != 'C' // each member enters
	}
	return all("vessel") && slices.Contains(next.Means, "details") && slices.Contains(t.at(s.From-2).Means, "needs")
}

// sending makes fields of the columns that stand behind what people are to do with the things of the columns before: "with price, and let people
// order: name, phone".
func (t Text) sending(found []Span) []Span {
	out := slices.Clone(found)
	first, last, field := -1, -1, -1
	for i, s := range found {
		switch s.Label {
		case ColumnBegin:
			if first < 0 {
				first = i
			}
			last = i
		case FieldBegin:
			field = i
		}
	}
	between := func(i int, is func(Token) bool) bool { // right before the i-th span, behind the one before
		from := 0
		if i > 0 {
			from = found[i-1].To
		}
		return slices.ContainsFunc(t.Tokens[max(from, found[i].From-3):found[i].From], is)
	}
	sends := func(k Token) bool {
		return slices.ContainsFunc(k.Means, func(m string) bool {
			return slices.Contains([]string{"act=order", "act=booking", "act=registration", "act=application", "act=loan"}, m)
		})
	}
	if first < 0 || field >= 0 {
		return found
	}
	for i := first + 1; i <= last; i++ {
		if found[i].Label == ColumnBegin && between(i, sends) && (t.at(found[i].From-1).Stop == ':' || slices.Contains(t.at(found[i].From-1).Means, "details")) {
			for ; i <= last; i++ {
				if out[i].Label == ColumnBegin {
					out[i].Label = FieldBegin
				}
			}
		}
	}
	return out
}
