package tagger

import (
	"strconv"
	"strings"
	"unicode"
)

// OfText calls yield for the features of a text, with the spans that were found in it.
func OfText(t Text, found []Span, yield func(uint32)) {
	seen := map[uint32]bool{}
	f := func(parts ...string) {
		if h := hash(parts...); !seen[h] {
			seen[h] = true
			yield(h)
		}
	}
	label := make([]Label, len(t.Tokens))
	first, columns := -1, 0
	for _, s := range found {
		for i := s.From; i < s.To; i++ {
			label[i] = s.Label
		}
		if s.Label == ColumnBegin {
			if columns++; first < 0 {
				first = s.From
			}
		}
	}
	f("bias")
	f("given", strconv.FormatBool(t.Given))
	f("columns", bucket(columns))
	f("size", bucket(len(t.Tokens)/3))
	has := map[Label]bool{}
	for _, s := range found {
		has[s.Label] = true
		last := t.Tokens[s.To-1]
		kind := strconv.Itoa(int(s.Label))
		if s.Label != ColumnBegin || s.From == first {
			f("span", kind, t.Tokens[s.From].english(t.Language))
			f("span1", kind, last.english(t.Language))
			f("span2", kind, t.at(s.From-1).english(t.Language), string(t.at(s.From-1).Stop))
			f("span3", kind, bucket(s.To-s.From), string(last.Class))
			f("span4", kind, t.at(s.From-2).english(t.Language), t.at(s.From-1).english(t.Language))
			for i := s.From; i < s.To; i++ {
				for _, m := range t.Tokens[i].Means {
					f("spanm", kind, m)
				}
				f("spani", kind, t.Tokens[i].english(t.Language))
				for n := 4; n < 8 && n < len(t.Tokens[i].Folded); n++ {
					f("spane", kind, t.Language, ending(t.Tokens[i].Folded, n))
				}
			}
		} else {
			f("col", last.english(t.Language))
			for _, m := range last.Means {
				f("colm", m)
			}
		}
	}
	for _, l := range []Label{Topic, Sent, ColumnBegin, FieldBegin} {
		f("has", strconv.Itoa(int(l)), strconv.FormatBool(has[l]))
	}
	f("shape", strconv.FormatBool(t.Given), strconv.FormatBool(has[Topic]), bucket(columns), strconv.FormatBool(has[FieldBegin]), strconv.FormatBool(has[Sent]))
	f("shape2", strconv.FormatBool(t.Given), bucket(columns), bucket(len(t.Tokens)/6))
	t.doers(f)
	if first >= 0 {
		p := t.place(first)
		f("lead", p.trigger, bucket(p.far))
		f("lead2", strconv.FormatBool(p.colon), strconv.FormatBool(p.bracket), bucket(p.sentence), t.at(first-1).english(t.Language), string(t.at(first-1).Stop))
		f("lead3", strconv.FormatBool(p.colon), bucket(columns), strconv.FormatBool(has[Topic]))
		f("lead4", strconv.FormatBool(p.colon), strconv.FormatBool(p.sentence > 0), strconv.FormatBool(p.bracket))
	}
	for i, k := range t.Tokens {
		zone := "0"
		if label[i] != Other {
			zone = strconv.Itoa(int(label[i]))
		}
		if columns > 0 && i > first && label[i] == Other {
			zone = "after"
		}
		b, n := t.at(i-1), t.at(i+1)
		if label[i] == Other || label[i] == Topic {
			f("w", k.english(t.Language))
			f("wz", k.english(t.Language), zone)
			f("s", t.Language, k.Stem)
			for n := 3; n < 6 && n < len(k.Folded); n++ {
				f("we", t.Language, ending(k.Folded, n))
			}
			f("ww", b.english(t.Language), k.english(t.Language), string(b.Stop))
			f("www", t.at(i-2).english(t.Language), b.english(t.Language), k.english(t.Language))
			f("wn", k.english(t.Language), string(n.Class), string(k.Stop))
			for _, m := range k.Means {
				f("m", m)
				f("mz", m, zone)
				f("me", m, b.english(t.Language))
				f("en", m, n.english(t.Language))
				for _, x := range n.Means {
					f("mm", m, x, string(k.Stop))
				}
			}
			f("cs", string(b.Class), string(k.Class), string(n.Class))
		}
	}
	for i := range min(3, len(t.Tokens)) {
		f("start", strconv.Itoa(i), t.Tokens[i].english(t.Language))
		f("startc", strconv.Itoa(i), string(t.Tokens[i].Class))
		for _, m := range t.Tokens[i].Means {
			f("startm", strconv.Itoa(i), m)
		}
	}
}

// doers calls f for who does what: a word for people, and the verbs behind it.
func (t Text) doers(f func(...string)) {
	for i, k := range t.Tokens {
		who := ""
		for _, m := range k.Means {
			if m == "people" || m == "pronoun" || m == "each" || m == "vague" {
				who = max(who, m)
			}
		}
		if who == "" {
			continue
		}
		before := t.at(i - 1).english(t.Language)
		for j := i + 1; j < min(i+7, len(t.Tokens)) && !ends(t.Tokens[j-1].Stop); j++ {
			v, act := t.Tokens[j], ""
			for _, m := range v.Means {
				if strings.HasPrefix(m, "act=") {
					act = max(act, m)
				}
			}
			if act == "" && v.Class != 'V' {
				continue
			}
			f("who", k.english(t.Language), v.english(t.Language))
			f("whob", before, v.english(t.Language))
			if act != "" {
				f("whoa", who, act)
				f("whoba", before, act)
				f("whoka", k.english(t.Language), act)
			}
		}
	}
}

// OfHeading calls yield for the features of a column's heading.
func OfHeading(language string, heading []Token, yield func(uint32)) {
	f := func(parts ...string) { yield(hash(parts...)) }
	f("bias")
	f("n", bucket(len(heading)))
	for i, k := range heading {
		at := "mid"
		switch {
		case len(heading) == 1:
			at = "only"
		case i == 0:
			at = "first"
		case i == len(heading)-1:
			at = "last"
		}
		f("e", k.english(language))
		f("ea", at, k.english(language))
		f("s", language, k.Stem)
		f("c", at, language, string(k.Class))
		for _, m := range k.Means {
			f("m", m)
			f("ma", at, m)
		}
		for n := 3; n <= 5 && n < len(k.Folded); n++ {
			f("x", language, at, ending(k.Folded, n))
			f("b", language, at, k.Folded[:n])
		}
		f("x", language, at, k.Folded)
		if i > 0 {
			f("ee", heading[i-1].english(language), k.english(language))
		}
	}
}

// OfLanguage calls yield for the features of a text by which its language is told: its words, and what they begin and end with.
func OfLanguage(text string, yield func(uint32)) {
	f := func(parts ...string) { yield(hash(parts...)) }
	f("bias")
	seen := map[string]bool{}
	for i, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if i > 300 {
			break
		}
		if seen[w] || len(w) > 40 {
			continue
		}
		seen[w] = true
		f("w", w)
		r := []rune(" " + w + " ")
		for n := 0; n+3 <= len(r); n++ {
			f("3", string(r[n:n+3]))
		}
	}
}
