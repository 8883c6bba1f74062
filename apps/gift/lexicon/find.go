package lexicon

import (
	"strings"

	"berth/apps/gift/inplace"
	"berth/platform/text"
)

// Found is an entry in a text: its words are tokens[From:To].
type Found struct {
	*Entry
	From, To int
	Sure     float64 // 1, less when words were corrected
}

// Find returns the phrases in tokens from left to right, none inside another. mended[i] says that word i was misspelled;
// nil means that none was.
func (l *Lexicon) Find(tokens []text.Token, mended []bool) []Found {
	var found []Found
	var f finder
	for i := 0; i < len(tokens); {
		e, n := l.longestAt(tokens, i, &f)
		if e == nil {
			i++
			continue
		}
		if e.idle() {
			i += n
			continue
		}
		hit := Found{Entry: e, From: i, To: i + n, Sure: 1}
		for j := i; j < i+n && mended != nil; j++ {
			if mended[j] {
				hit.Sure = 0.8
			}
		}
		found = append(found, hit)
		i += n
	}
	return found
}

// idle reports whether a phrase means nothing, so that its words do not stand for what they are like.
func (e *Entry) idle() bool { return len(e.Concepts) == 0 && e.Age == nil && e.Price == nil }

// keys are tokens spelled as the lexicon's keys: the first n words of text are text[:ends[n-1]].
type keys struct {
	text string
	room []byte
	ends [longest]int
}

func (k *keys) spell(tokens []text.Token, part func(*text.Token) string) {
	k.room = k.room[:0]
	for i := range tokens {
		if i > 0 {
			k.room = append(k.room, ' ')
		}
		k.room = append(k.room, likeness(part(&tokens[i]), i)...)
		k.ends[i] = len(k.room)
	}
	k.text = string(k.room)
}

func (k *keys) first(n int) string { return k.text[:k.ends[n-1]] }

// finder is what Find needs in one run.
type finder struct{ words, stems keys }

func (l *Lexicon) longestAt(tokens []text.Token, at int, f *finder) (*Entry, int) {
	begins, known := l.first.Find(tokens[at].Stem)
	if !known {
		return nil, 0
	}
	most := min(int(l.most[begins]), len(tokens)-at)
	for n := 1; n < most; n++ { // a phrase does not go on behind a comma
		if tokens[at+n].Before > text.None {
			most = n
		}
	}
	f.words.spell(tokens[at:at+most], spelling)
	f.stems.spell(tokens[at:at+most], stem)
	spelled, stemmed := among(l.keys, &f.words, most), among(l.stems, &f.stems, most)
	for n := most; n > 0; n-- {
		if i := spelled[n-1]; i >= 0 {
			return l.entry(i, l.keys.At(i)), n
		}
		if i := stemmed[n-1]; i >= 0 {
			of := l.stem(i)
			if e := l.entry(of, l.keys.At(of)); inflected(e.words, tokens[at:at+n]) && !l.differs(e.words, tokens[at:at+n]) {
				return e, n
			}
		}
	}
	return nil, 0
}

// among returns which of all texts the first n words of k are, for each n up to most, less than 0 for none. It stops where none begins so.
func among(all inplace.Texts, k *keys, most int) (places [longest]int) {
	for n := range places {
		places[n] = -1
	}
	for n := 1; n <= most; n++ {
		s := k.first(n)
		i, known := all.Seek(s)
		if i == all.Len() {
			break
		}
		if known == s {
			places[n-1] = i
		} else if !strings.HasPrefix(known, s) {
			break
		}
	}
	return places
}

// differs reports whether a word is spelled otherwise in a phrase and means nothing as it is spelled: "likes watching" is no love of watches.
func (l *Lexicon) differs(words string, tokens []text.Token) bool {
	i := -1
	for w := range strings.SplitSeq(words, " ") {
		if i++; w == tokens[i].Word {
			continue
		}
		if n, known := l.keys.Find(tokens[i].Word); known && l.entry(n, tokens[i].Word).idle() {
			return true
		}
	}
	return false
}

// inflected reports whether the words differ only in a grammatical ending: "play" and "plays", not "playful".
func inflected(words string, tokens []text.Token) bool {
	i := -1
	for w := range strings.SplitSeq(words, " ") {
		i++
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
