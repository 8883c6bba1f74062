package search

import (
	"cmp"
	_ "embed" // turns.txt
	"slices"
	"strings"

	"berth/apps/gift/lexicon"
	"berth/platform/text"
)

// scope says whether a word is meant as wanted, disliked, owned and so on.
type scope uint8

const (
	plain    scope = iota
	cue            // it decides how the following words are meant
	denial         // it says that the following words are not wanted
	disliked       // "hates …", "no …", "allergic to …"
	had            // "already has …"
	lacking        // "has no …"
	before         // "… is a no-go"
	either         // "isn't allowed …", and "… isn't allowed" where nothing follows
)

// phrase is a run of words that decides how the following words are meant; plain means that it is no denial, although it
// begins like one.
type phrase struct {
	words []string
	means scope
}

// turns returns the phrases of turns.txt, the longest first.
func turns() []phrase {
	var all []phrase
	now := plain
	for line := range entries(turnLines) {
		switch {
		case strings.HasPrefix(line, "[plain]"):
			now = plain
		case strings.HasPrefix(line, "[disliked]"):
			now = disliked
		case strings.HasPrefix(line, "[had]"):
			now = had
		case strings.HasPrefix(line, "[before]"):
			now = before
		case strings.HasPrefix(line, "[either]"):
			now = either
		case strings.HasPrefix(line, "[lacks]"):
			now = lacking
		default:
			all = append(all, phrase{strings.Fields(line), now})
		}
	}
	slices.SortFunc(all, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(len(b.words), len(a.words)), slices.Compare(a.words, b.words))
	})
	return all
}

//go:embed turns.txt
var turnLines string

// turnIndex finds the phrase of turns.txt that begins at a word.
type turnIndex map[string][]phrase

func newTurnIndex() turnIndex {
	index := turnIndex{}
	for _, p := range turns() {
		index[p.words[0]] = append(index[p.words[0]], p)
	}
	return index
}

func (x turnIndex) at(tokens []text.Token, i int) (p phrase, ok bool) {
	for _, p := range x[tokens[i].Word] {
		if i+len(p.words) <= len(tokens) && slices.EqualFunc(p.words, tokens[i:i+len(p.words)], func(w string, t text.Token) bool { return w == t.Word }) {
			return p, true
		}
	}
	return phrase{}, false
}

// ends reports whether a word ends a denial: the words after it are about a person, or about something liked.
func ends(word string) bool {
	return oneOf(word, "but she he they who i we that which because since so however though although is are was loves love likes like enjoys enjoy "+
		"adores adore prefers prefer wants needs into works lives plays collects turns turning always just has have likes fan yet instead only would "+
		"reads cooks budget under if when while please")
}

// scopes returns how each word is meant. A phrase that the lexicon knows as a whole, such as "doesn't drink", keeps its
// own meaning.
func (x turnIndex) scopes(tokens []text.Token, found []lexicon.Found) []scope {
	s := make([]scope, len(tokens))
	within := make([]int, len(tokens)) // for words after the first of a phrase of the lexicon: the end of that phrase
	for _, f := range found {
		for i := f.From; i < f.To; i++ {
			within[i] = f.To
		}
	}
	now := plain
	for i := 0; i < len(tokens); {
		t := tokens[i]
		switch {
		case now == disliked && (t.Before == text.Comma || tokens[i-1].Word == "everything") && allergen(tokens, i): // "allergic to everything: nuts, cats"
		case t.Before == text.Stop || t.Before == text.Comma && now != plain && !goesOn(tokens, i) && !(now == disliked && diet(tokens, i)):
			now = plain
		}
		p, turn := x.at(tokens, i)
		whole := within[i] > 0 && within[i]-i > 1 // the lexicon has a phrase of several words here
		switch {
		case turn && whole && within[i]-i >= len(p.words): // the lexicon's own denial
			for end := within[i]; i < end; i++ {
				s[i] = cue
			}
			if now = plain; deniesOn(tokens, i) || goesOnHating(tokens, i, p) || i < len(tokens) && oneOf(p.words[0], "allergic allergy allergies") && allergen(tokens, i) {
				now = disliked
			}
		case turn && i > 0 && t.Before == text.None && oneOf(t.Word, "hating hater haters") && within[i-1] > 0 && !oneOf(tokens[i-1].Word, people):
			s[i-1], s[i], now = disliked, cue, plain // "my yoga-hating mother"
			i++
		case turn:
			if to := i + len(p.words); p.means == either && to < len(tokens) && tokens[to].Before == text.None && !ends(tokens[to].Word) {
				p.means = disliked
			} else if p.means == either {
				p.means = before
			}
			if p.means == disliked && afterwards(tokens, i+len(p.words), s, i) {
				p.means = plain
			}
			how := cue
			if p.means == disliked {
				how = denial
			}
			for end := i + len(p.words); i < end; i++ {
				s[i] = how
			}
			if now = p.means; now == before {
				deny(tokens, s, i-len(p.words))
				now = plain
			}
		case now == disliked && qualifies(tokens, i):
			pardon(tokens, s, i)
			i++
		default:
			if now != plain && (ends(t.Word) && !example(tokens, i) || oneOf(t.Word, "it them") ||
				t.Word == "for" && i+1 < len(tokens) && s[i-1] != denial && oneOf(tokens[i+1].Word, people+" my our a the")) && !whole {
				now = plain
			}
			s[i] = now
			i++
		}
	}
	free(tokens, s, within)
	already(tokens, s)
	referred(tokens, s)
	return s
}

// example reports whether "like" at word i only names examples: "hates clichés like roses", but not "hates jazz but I like soul".
func example(tokens []text.Token, i int) bool {
	return i > 0 && tokens[i].Word == "like" && tokens[i].Before == text.None && !oneOf(tokens[i-1].Word, "i we they you who and but would does do really also both")
}

// deniesOn reports whether a denial that the lexicon knows as a whole goes on at word i: "doesn't want anything | with batteries", "no
// scented | candles", "allergic to wool | and nuts".
func deniesOn(tokens []text.Token, i int) bool {
	return i < len(tokens) && tokens[i].Before == text.None && (oneOf(tokens[i].Word, "with containing made that") ||
		oneOf(tokens[i].Word, "and or nor") && i > 1 && oneOf(tokens[i-2].Word, "hates hate detests dislikes") && i+1 < len(tokens) && !ends(tokens[i+1].Word) ||
		oneOf(tokens[i-1].Word, "scented perfumed smelly") ||
		oneOf(tokens[i].Word, "and or nor") && i+2 < len(tokens) && oneOf(tokens[i+1].Word, "most many some all") && irritant(tokens[i+2]) ||
		oneOf(tokens[i].Word, "and or nor") && i+1 < len(tokens) && irritant(tokens[i+1]))
}

// goesOnHating reports whether "and" at word i adds something to what a phrase of the lexicon says is hated: "hates loud noise | and slime".
func goesOnHating(tokens []text.Token, i int, p phrase) bool {
	return i+1 < len(tokens) && tokens[i].Before == text.None && oneOf(p.words[0], "hates hate detests dislikes loathes") &&
		oneOf(tokens[i].Word, "and or nor") && !ends(tokens[i+1].Word)
}

// qualifies reports whether word i, behind something refused, says with what alone it is: "no toys with batteries".
func qualifies(tokens []text.Token, i int) bool {
	return i > 0 && i+1 < len(tokens) && tokens[i].Before == text.None && tokens[i+1].Before == text.None &&
		(oneOf(tokens[i].Word, "with containing") || oneOf(tokens[i].Word, "that which") &&
			oneOf(tokens[i+1].Word, "need needs require requires make makes contain contains have has run runs"))
}

// pardon takes back the refusal of what stands right before word i, since only some of it is refused.
func pardon(tokens []text.Token, s []scope, i int) {
	s[i] = denial
	for at := i - 1; at >= 0 && s[at] == disliked; at-- {
		s[at] = lacking
		if tokens[at].Before > text.None {
			break
		}
	}
}

// already handles "has a tuner already", where what says that it is not wanted comes last.
func already(tokens []text.Token, s []scope) {
	for i := range tokens {
		if !oneOf(tokens[i].Word, "already") || i == 0 || tokens[i].Before > text.None {
			continue
		}
		for j := i - 1; j >= max(0, i-7) && tokens[j+1].Before == text.None; j-- {
			begins := j == 0 || tokens[j].Before > text.None
			if oneOf(tokens[j].Word, "has have owns own got hes shes with") || begins && oneOf(tokens[j].Word, "lots loads tons plenty heaps") && tokens[j+1].Word == "of" {
				for k := j + 1; k < i; k++ {
					s[k] = had
				}
				break
			}
		}
	}
}

// deny marks what stands before word from, back to where its clause begins, as disliked.
func deny(tokens []text.Token, s []scope, from int) {
	for i := from - 1; i >= max(0, from-reach); i-- {
		if s[i] == plain {
			s[i] = disliked
		}
		if tokens[i].Before >= text.Comma || ends(tokens[i].Word) || tokens[i].Word == "but" {
			break
		}
	}
}

// referred handles what a denial names only by "it", and what is out: "loves football but can't play it", "whisky's out".
func referred(tokens []text.Token, s []scope) {
	for i := 2; i < len(tokens); i++ {
		switch {
		case oneOf(tokens[i].Word, "it them") && slices.Contains(s[max(0, i-3):i], denial):
			at := i - 1
			for at > 0 && s[at] != plain || oneOf(tokens[at].Word, "but he she they though obviously sadly") && at > 0 {
				at--
			}
			if at+1 < len(tokens) && oneOf(tokens[at+1].Word, "but though") && s[at] == plain {
				s[at] = disliked
			}
		case tokens[i].Word == "out" && tokens[i].Before == text.None && (i+1 == len(tokens) || tokens[i+1].Before > text.None || oneOf(tokens[i+1].Word, "since because as for")):
			at := i - 1
			if oneOf(tokens[at].Word, "is are") {
				at--
			} else if !tokens[at].Possessive {
				continue
			}
			s[at] = disliked
		}
	}
}

// reach is how many words a list, or the words that a denial refers to, may have. It bounds the work for a description
// that consists only of denials.
const reach = 24

// goesOn reports whether the comma before tokens[at] belongs to a list that "and", "or" or "nor" closes.
func goesOn(tokens []text.Token, at int) bool {
	words := 0
	for i := at; i < min(len(tokens), at+reach); i++ {
		t := tokens[i]
		if i > at && t.Before == text.Stop || t.Word != "or" && t.Word != "and" && ends(t.Word) {
			return false
		}
		if t.Word == "or" || t.Word == "nor" {
			return true
		}
		if t.Word == "and" { // "hates jazz, opera and golf", but not "hates jazz, is sixty and loves golf"
			return i+1 < len(tokens) && !ends(tokens[i+1].Word)
		}
		if words++; t.Before == text.Comma && i > at {
			words = 1
		}
		if words > 3 {
			return false
		}
	}
	return false
}

// diet reports whether word at begins words that stand alone between commas, one of them a food that gifts contain, as in "can't eat
// garlic, onions, dairy".
func diet(tokens []text.Token, at int) bool {
	for i := at; i < min(len(tokens), at+reach) && (i+1 >= len(tokens) || tokens[i+1].Before > text.None); i++ {
		if oneOf(container(tokens[i].Stem), "nuts dairy gluten meat sugar") {
			return true
		}
		if ends(tokens[i].Word) || i+1 < len(tokens) && tokens[i+1].Before == text.Stop {
			return false
		}
	}
	return false
}

// allergen reports whether word i, which stands alone, is something that people are often allergic to.
func allergen(tokens []text.Token, i int) bool {
	return tokens[i].Before > text.None && (i+1 == len(tokens) || tokens[i+1].Before > text.None || oneOf(tokens[i+1].Word, "and or")) && irritant(tokens[i])
}

// irritant reports whether people are often allergic to what a word names.
func irritant(t text.Token) bool {
	return container(t.Stem) != "" || oneOf(t.Word, "dust cats dogs horses rabbits birds pollen feathers latex nickel bees eggs fish shellfish soy candles")
}

// afterwards handles "cooking is not her thing", where the denial comes last. from is where the denial begins, at the
// position after it.
func afterwards(tokens []text.Token, at int, s []scope, from int) bool {
	if at+1 >= len(tokens) || !slices.Contains([]string{"his", "her", "their", "my"}, tokens[at].Word) && tokens[at].Word != "for" {
		return false
	}
	if !slices.Contains([]string{"thing", "cup", "jam", "style", "taste", "him", "her", "them"}, tokens[at+1].Word) {
		return false
	}
	deny(tokens, s, from)
	return true
}

// free handles "nut-free", "fragrance free" and "peanut allergy", but not what the lexicon knows as a whole: "plastic-free".
func free(tokens []text.Token, s []scope, within []int) {
	for i := 1; i < len(tokens); i++ {
		switch tokens[i].Word {
		case "free", "allergy", "allergies", "allergic", "intolerance", "intolerant":
			if s[i-1] == plain && tokens[i].Before == text.None && (i+1 == len(tokens) || !oneOf(tokens[i+1].Word, "to of")) && (within[i] == 0 || within[i-1] != within[i]) {
				s[i-1] = disliked
			}
		}
	}
}
