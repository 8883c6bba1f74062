package tagger

import "strconv"

// OfSpan calls yield for the features of a span as the topic, among columns that were found.
func OfSpan(t Text, s Span, found []Span, yield func(uint32)) {
	f := func(parts ...string) { yield(hash(parts...)) }
	first, last, before, behind := t.Tokens[s.From], t.Tokens[s.To-1], t.at(s.From-1), t.at(s.To)
	p := t.place(s.From)
	n := bucket(s.To - s.From)
	f("bias")
	f("n", n, t.Language)
	classes, english := "", ""
	for i := s.From; i < s.To; i++ {
		k := t.Tokens[i]
		classes += string(k.Class)
		english += " " + k.english(t.Language)
		f("i", k.english(t.Language))
		f("ic", string(k.Class))
		for _, m := range k.Means {
			f("im", m)
		}
		if i+1 < s.To {
			f("is", string(k.Stop), t.Language)
			f("ii", k.english(t.Language), string(t.Tokens[i+1].Class))
		}
	}
	f("all", english)
	f("classes", classes, t.Language)
	f("classes2", classes, string(before.Class), string(behind.Class), string(before.Stop), string(last.Stop))
	f("first", first.english(t.Language), n)
	f("firsts", t.Language, first.Stem)
	f("last", last.english(t.Language), n)
	f("lasts", t.Language, last.Stem)
	f("ending", t.Language, ending(last.Folded, 2))
	f("ending1", t.Language, ending(first.Folded, 1), n)
	for n := 3; n < 7 && n < len(last.Folded); n++ {
		f("endings", t.Language, ending(last.Folded, n))
		f("endings1", t.Language, ending(first.Folded, n))
	}
	f("before", before.english(t.Language), string(before.Stop))
	f("before2", t.at(s.From-2).english(t.Language), before.english(t.Language))
	f("before3", t.at(s.From-3).english(t.Language), t.at(s.From-2).english(t.Language), before.english(t.Language))
	f("beforec", string(t.at(s.From-2).Class), string(before.Class), string(before.Stop), string(first.Class))
	f("behind", behind.english(t.Language), string(last.Stop))
	f("behind2", behind.english(t.Language), t.at(s.To+1).english(t.Language))
	f("behindc", string(behind.Class), string(t.at(s.To+1).Class), string(last.Stop), string(last.Class))
	f("both", before.english(t.Language), behind.english(t.Language), string(last.Stop))
	for _, m := range before.Means {
		f("beforem", m, string(before.Stop))
		for _, x := range first.Means {
			f("beforemm", m, x)
		}
	}
	for _, m := range t.at(s.From - 2).Means {
		f("before2m", m, string(before.Class))
	}
	for _, m := range behind.Means {
		f("behindm", m, string(last.Stop))
	}
	for _, m := range t.at(s.To + 1).Means {
		f("behind2m", m, string(behind.Class))
	}
	for _, m := range last.Means {
		f("lastm", m, n)
		f("lastmc", m, string(behind.Class), string(last.Stop))
	}
	for _, m := range first.Means {
		f("firstm", m, n)
	}
	f("capital", t.Language, strconv.FormatBool(last.Capital), string(last.Class), strconv.FormatBool(s.From == 0))
	f("place", bucket(p.sentence), bucket(p.segment), strconv.FormatBool(p.colon), strconv.FormatBool(p.bracket))
	f("place2", bucket(p.sentence), bucket(p.inside), string(before.Class))
	f("trigger", p.trigger, bucket(p.far))
	f("trigger2", p.trigger, before.english(t.Language))
	f("opens", p.opens, bucket(p.inside))
	f("given", strconv.FormatBool(t.Given), bucket(p.sentence))
	t.around(s, found, f)
	columns, next := 0, -1
	for _, c := range found {
		if c.Label == ColumnBegin || c.Label == FieldBegin {
			if columns++; c.From >= s.To && next < 0 {
				next = c.From - s.To
			}
		}
	}
	f("columns", bucket(columns), bucket(next))
	if next >= 0 && next < 4 {
		between := ""
		for i := s.To; i < s.To+next; i++ {
			between += " " + t.Tokens[i].english(t.Language)
		}
		f("between", between, string(last.Stop))
	}
	nouns := 0
	for i := range s.From {
		if t.Tokens[i].Class == 'N' {
			nouns++
		}
	}
	f("nouns", bucket(nouns), string(before.Class))
	t.ofPart(s, found, next, f)
}

// ofPart calls f for the features of the part between two stops in which a span stands, and of what lies between it and the first column behind it,
// next words away, below 0 where there is none.
func (t Text) ofPart(s Span, found []Span, next int, f func(...string)) {
	from, to := s.From, s.To
	for from > 0 && !separates(t.Tokens[from-1].Stop) {
		from--
	}
	for to < len(t.Tokens) && !separates(t.Tokens[to-1].Stop) {
		to++
	}
	ahead, aheadActs := t.classes(from, s.From)
	rest, restActs := t.classes(s.To, to)
	starts, stops := string(t.at(from-1).Stop), string(t.Tokens[to-1].Stop)
	if from == 0 {
		starts = "^"
	}
	acts := strconv.FormatBool(aheadActs) + strconv.FormatBool(restActs)
	f("part", ending(ahead, 4), rest[:min(3, len(rest))], stops)
	f("part1", bucket(len(ahead)), bucket(len(rest)), starts, stops)
	f("part2", ending(ahead, 4), starts)
	f("part3", rest[:min(4, len(rest))], stops)
	f("acts", acts, starts, stops)

	column := make([]bool, len(t.Tokens))
	for _, c := range found {
		for i := c.From; i < c.To; i++ {
			column[i] = true
		}
	}
	before, between, outside, inside := 0, 0, 0, 0 // nouns before it, and up to the first column; its last word again
	for i := range t.Tokens {
		if i >= s.From && i < s.To {
			continue
		}
		k := &t.Tokens[i]
		if k.Stem == t.Tokens[s.To-1].Stem {
			if column[i] {
				inside++
			} else {
				outside++
			}
		}
		if k.Class != 'N' || column[i] || i > 0 && t.Tokens[i-1].Class == 'N' && t.Tokens[i-1].Stop == 0 {
			continue
		}
		if i < s.From {
			before++
		} else if i < s.To+next {
			between++
		}
	}
	stopsBetween := ""
	for i := s.To - 1; i < s.To+next && len(stopsBetween) < 4; i++ {
		if c := t.Tokens[i].Stop; c != 0 {
			stopsBetween += string(c)
		}
	}
	if next < 0 {
		between, stopsBetween = 9, "none"
	}
	f("again", bucket(outside), bucket(inside))
	f("nouns1", bucket(before), bucket(between))
	f("nouns2", bucket(between), stopsBetween)
	f("nouns3", bucket(before), starts, stops, acts)
	f("nouns4", bucket(between), acts, stops)
}

// around calls f for what stands further off in the sentence of a span: its verbs and its first words, and where there are columns.
func (t Text) around(s Span, found []Span, f func(...string)) {
	from, to := s.From, s.To
	left, far, right := "", 0, ""
	for ; from > 0 && !ends(t.Tokens[from-1].Stop); from-- {
		if left == "" && t.acts(from-1) {
			left, far = t.Tokens[from-1].english(t.Language), s.From-from+1
		}
	}
	for ; to < len(t.Tokens) && !ends(t.Tokens[to-1].Stop); to++ {
		if right == "" && t.acts(to) {
			right = t.Tokens[to].english(t.Language)
		}
	}
	where, columns := columnsAround(s, found, from, to)
	before, last, opens := t.at(s.From-1), t.Tokens[s.To-1], t.Tokens[from].english(t.Language)
	f("left", left, bucket(far))
	f("left2", left, before.english(t.Language))
	f("right", right, bucket(s.To-s.From))
	f("leftright", left, right)
	f("around", where, bucket(t.place(s.From).sentence), bucket(columns))
	f("around2", where, string(before.Class), left)
	f("around3", where, t.place(s.From).opens)
	for _, m := range last.Means {
		f("aroundm", where, m)
	}
	f("sentence", opens, t.at(from+1).english(t.Language), bucket(s.From-from))
	f("sentence2", opens, bucket(s.From-from), where)
}

// acts reports whether a word is a verb.
func (t Text) acts(i int) bool {
	c := t.Tokens[i].Class
	return c == 'V' || c == 'X' || c == 'I'
}

// columnsAround says where columns stand, seen from a span whose sentence has the words [from, to): a digit for each place that has
// some. It returns how many there are.
func columnsAround(s Span, found []Span, from, to int) (where string, columns int) {
	var has [8]bool
	for _, c := range found {
		if !c.Label.column() {
			continue
		}
		columns++
		at := 0 // behind it
		switch {
		case c.From < from:
			at = 3 // in a sentence before
		case c.From < s.From:
			at = 1 // before it
		case c.From >= to:
			at = 2 // in a sentence behind
		}
		if c.Label == FieldBegin {
			at += 4
		}
		has[at] = true
	}
	for i, is := range has {
		if is {
			where += strconv.Itoa(i)
		}
	}
	return where, columns
}

// classes returns the classes of the words from up to to, and whether one of them is a verb.
func (t Text) classes(from, to int) (classes string, acts bool) {
	all := make([]byte, to-from)
	for i := range all {
		class := t.Tokens[from+i].Class
		all[i] = class
		acts = acts || t.acts(from+i)
	}
	return string(all), acts
}
