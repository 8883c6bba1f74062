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

// whether makes a column of "whether it is" before choices that were found without one: "si es {perro}, {gato} u {otro}".
func (t Text) whether(found []Span) (out []Span) {
	for i, s := range found {
		from := s.From
		for from > 0 && t.light(from-1) && t.Tokens[from-1].Stop == 0 {
			from--
		}
		if from--; s.Label == ValueBegin && from >= 0 && from < s.From-1 && t.Tokens[from].Stop == 0 && (t.Tokens[from].English == "whether" || t.Tokens[from].English == "if") &&
			(i == 0 || found[i-1].To <= from) {
			out = append(out, Span{ColumnBegin, from, s.From})
		}
		out = append(out, s)
	}
	return out
}

// either makes one column of what was cut within the choices that it is called by: "too" behind "stars", with the values "easy" and "too hard", and "meat"
// before "/", with "fish" and "vegan". Their heading tells them apart again.
func (t Text) either(found []Span) (out []Span) {
	for i := 0; i < len(found); i++ {
		s := found[i]
		slash := t.Tokens[s.To-1].Stop == '/'
		next := i + 1
		for s.Label.column() && next < len(found) && found[next].Label == ValueBegin && found[next].From-s.To < 2 && (slash || t.Tokens[s.To-1].Stop == 0) {
			s.To = found[next].To
			next++
		}
		again := next == i+3 && t.Tokens[found[i+2].From].Folded == t.Tokens[s.From].Folded && t.Tokens[found[i+2].From-1].English == "or"
		if next > i+1 && (slash && next > i+1 || again) {
			out, i = append(out, s), next-1
			continue
		}
		out = append(out, found[i])
	}
	return out
}

// doubled makes one column of two things that are too much: "too long or too short".
func (t Text) doubled(found []Span) []Span {
	for i := 2; i+2 < len(t.Tokens); i++ {
		first, last := t.Tokens[i-2], t.Tokens[i+1]
		much := slices.Contains([]string{"too", "zu", "trop", "muy", "demasiado", "muito", "troppo"}, first.Folded)
		if !much || t.Tokens[i].English != "or" || last.Folded != first.Folded || first.Stop != 0 || last.Stop != 0 {
			continue
		}
		s := Span{ColumnBegin, i - 2, i + 3}
		if slices.ContainsFunc(found, func(f Span) bool {
			return f.Label.column() && f.From < s.From && f.To > s.From-2 && t.Tokens[f.To-1].Stop != ','
		}) {
			continue // those of the column before it
		}
		found = slices.DeleteFunc(slices.Clone(found), func(f Span) bool { return f.From < s.To && f.To > s.From })
		found = append(found, s)
	}
	slices.SortFunc(found, func(a, b Span) int { return a.From - b.From })
	return found
}

// slashed finds choices between slashes, three or more, in which nothing was found: those of the column before them, else of one that they are called by.
// It cuts values that were found together.
func (t Text) slashed(found []Span) (out []Span) {
	for _, s := range found {
		for i := s.From; i < s.To-1 && s.Label == ValueBegin; i++ {
			if t.Tokens[i].Stop == '/' {
				out = append(out, Span{ValueBegin, s.From, i + 1})
				s.From = i + 1
			}
		}
		out = append(out, s)
	}
	for i := 0; i < len(t.Tokens); i++ {
		if t.Tokens[i].Stop != '/' {
			continue
		}
		from, last, longest := i, i, 1 // the first choice, and the end of the one before the last
		for j := i + 1; j < len(t.Tokens) && j <= last+3 && (t.Tokens[j].Stop == 0 || t.Tokens[j].Stop == '/'); j++ {
			if t.Tokens[j].Stop == '/' {
				last, longest = j, max(longest, j-last)
			}
		}
		i = last
		to := last + 2
		for to < min(len(t.Tokens), last+4) && t.Tokens[to-1].Stop == 0 {
			to++
		}
		if to <= len(t.Tokens) && t.Tokens[to-1].Stop == 0 { // the sentence goes on
			to = last + 1 + longest
		}
		if last == from || to > len(t.Tokens) || slices.ContainsFunc(out, func(s Span) bool { return s.From < to && s.To > from }) {
			continue
		}
		if !slices.ContainsFunc(out, func(s Span) bool { return s.Label.column() && s.To == from }) {
			out = append(out, Span{ColumnBegin, from, to})
			continue
		}
		for j := from; j < to; j++ {
			if t.Tokens[j].Stop == '/' || j == to-1 {
				out = append(out, Span{ValueBegin, from, j + 1})
				from = j + 1
			}
		}
	}
	slices.SortFunc(out, func(a, b Span) int { return a.From - b.From })
	return out
}

// offered finds what is to be chosen from behind a colon where no columns were found, or where it is asked for: "class trip: zoo, museum or pool", "which
// course: French or Greek?". The last of it stands behind "or".
func (t Text) offered(found []Span) []Span {
	colon := slices.IndexFunc(t.Tokens, func(k Token) bool { return k.Stop == ':' })
	asks := func(k Token) bool {
		return k.English == "which" || slices.Contains(k.Means, "act=choice") || slices.Contains(k.Means, "act=answer")
	}
	other := func(s Span) bool { // before the colon, or too much of something
		return s.From <= colon || s.To == s.From+5 && t.Tokens[s.From+2].English == "or" && t.Tokens[s.From].Folded == t.Tokens[s.From+3].Folded
	}
	if t.Given || len(found) > 0 && (!slices.ContainsFunc(t.Tokens[:colon+1], asks) || slices.ContainsFunc(found, other)) {
		return found
	}
	from, or := colon+1, false
	var out []Span
	for i := from; colon >= 0 && i < len(t.Tokens); i++ {
		k := t.Tokens[i]
		if k.English == "or" && i > from && !or {
			out, from, or = append(out, Span{ValueBegin, from, i}), i+1, true
			continue
		}
		if i-from > 2 || slices.Contains(k.Means, "heading") || slices.Contains(k.Means, "cue") || k.Class == 'V' && i == from {
			return found
		}
		switch {
		case k.Stop == ',' && !or:
			if i+1 < len(t.Tokens) && t.Tokens[i+1].English == "or" {
				continue
			}
			out, from = append(out, Span{ValueBegin, from, i + 1}), i+1
		case ends(k.Stop) && or && len(out) > 1:
			behind := slices.DeleteFunc(slices.Clone(found), func(s Span) bool { return s.From <= i })
			return append(append(out, Span{ValueBegin, from, i + 1}), behind...)
		case k.Stop != 0:
			return found
		}
	}
	return found
}

// apart cuts columns that are nothing but words to ask with, "where and when" are two, and the last two that rows are found by: "by title, author or genre".
func (t Text) apart(found []Span) (out []Span) {
	for _, s := range found {
		and := slices.IndexFunc(t.Tokens[s.From:s.To], func(k Token) bool { return k.English == "and" })
		asks := func(i int) bool {
			return slices.Contains([]string{"who", "what", "when", "where", "why"}, t.Tokens[i].English)
		}
		usual := func(i int) bool { return slices.Contains(t.Tokens[i].Means, "heading") }
		or := s.To == s.From+3 && t.Tokens[s.From+1].English == "or" && usual(s.From) && usual(s.From+2) && t.by(s.From)
		if s.Label.column() && s.To == s.From+3 && (or || and == 1 && asks(s.From) && asks(s.From+2)) {
			out = append(out, Span{s.Label, s.From, s.From + 1}, Span{s.Label, s.From + 2, s.To})
			continue
		}
		out = append(out, s)
	}
	return out
}

// by reports whether "by" stands a few words before a word in its sentence.
func (t Text) by(i int) bool {
	for far := i - 8; i > max(0, far) && !ends(t.Tokens[i-1].Stop); i-- {
		if t.Tokens[i-1].English == "by" {
			return true
		}
	}
	return false
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
