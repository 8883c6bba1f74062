package lexicon

import (
	"strings"

	"berth/apps/gift/text"
)

// Found is an entry in a text: its words are tokens[From:To].
type Found struct {
	*Entry
	From, To int
	Sure     float64 // 1, less when words had to be mended
}

// Find answers the phrases in tokens from left to right, none inside another. mended[i] says that word i was misspelled;
// nil means none was.
func (l *Lexicon) Find(tokens []text.Token, mended []bool) []Found {
	var found []Found
	var key strings.Builder
	for i := 0; i < len(tokens); {
		e, n := l.longestAt(tokens, i, &key)
		if e == nil {
			i++
			continue
		}
		f := Found{Entry: e, From: i, To: i + n, Sure: 1}
		for j := i; j < i+n && mended != nil; j++ {
			if mended[j] {
				f.Sure = 0.8
			}
		}
		found = append(found, f)
		i += n
	}
	return found
}

func (l *Lexicon) longestAt(tokens []text.Token, at int, key *strings.Builder) (*Entry, int) {
	most := min(l.first[tokens[at].Stem], len(tokens)-at)
	for n := 1; n < most; n++ { // a phrase does not go on in the next sentence
		if tokens[at+n].Before == text.Stop {
			most = n
		}
	}
	for n := most; n > 0; n-- {
		if e := l.exact[join(key, tokens[at:at+n], func(t text.Token) string { return t.Word })]; e != nil {
			return e, n
		}
		if e := l.stems[join(key, tokens[at:at+n], func(t text.Token) string { return t.Stem })]; e != nil && inflected(e.words, tokens[at:at+n]) {
			return e, n
		}
	}
	return nil, 0
}

func join(b *strings.Builder, tokens []text.Token, part func(text.Token) string) string {
	b.Reset()
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(likeness(part(t), i))
	}
	return b.String()
}

// inflected reports whether the words differ in nothing but an ending of grammar: "play" and "plays", not "playful".
func inflected(words []string, tokens []text.Token) bool {
	for i, w := range words {
		a, b := likeness(w, i), likeness(tokens[i].Word, i)
		for a != "" && b != "" && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		if !ending(a) || !ending(b) {
			return false
		}
	}
	return true
}

func ending(s string) bool {
	switch s {
	case "", "s", "es", "e", "y", "ies", "ied", "d", "ed", "er", "ers", "r", "rs", "ing", "ings", "ying":
		return true
	}
	return len(s) > 1 && (ending3(s[1:])) // "run" and "running"
}

func ending3(s string) bool { return s == "ing" || s == "ed" || s == "er" || s == "ers" }
