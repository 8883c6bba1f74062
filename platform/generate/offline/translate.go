package offline

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed glossary.json
var glossaryJSON []byte

// glossary replaces the common words of a language by English ones, so that its descriptions can be read like English
// ones. It knows words, not grammar; words that it lacks are not changed.
type glossary struct {
	words     map[string]string
	compounds bool // the language joins words into one
}

// maxGloss is how many words of a description one entry may replace.
const maxGloss = 4

// loadGlossaries reads "word:english" pairs; _ joins words, * marks an adjective that comes after its noun.
func loadGlossaries() (map[string]*glossary, error) {
	var lists map[string]string
	if err := json.Unmarshal(glossaryJSON, &lists); err != nil {
		return nil, fmt.Errorf("read glossary: %w", err)
	}
	all := map[string]*glossary{}
	for code, list := range lists {
		g := &glossary{words: map[string]string{}, compounds: code == "de"}
		all[code] = g
		for pair := range strings.FieldsSeq(list) {
			own, english, ok := strings.Cut(pair, ":")
			if !ok {
				return nil, fmt.Errorf("read glossary: %q has no English word", pair)
			}
			g.words[strings.ReplaceAll(own, "_", " ")] = strings.ReplaceAll(english, "_", " ")
		}
	}
	return all, nil
}

// gloss is one or more words of a description and their English.
type gloss struct {
	from, to  int // words of the description
	english   string
	known     bool
	adjective bool
}

// match returns the gloss that begins at the i-th word.
func (g *glossary) match(ws []word, i int) gloss {
	for n := min(maxGloss, len(ws)-i); n > 0; n-- {
		parts := make([]string, 0, n)
		for _, x := range ws[i : i+n] {
			parts = append(parts, x.folded)
		}
		if english, ok := g.words[strings.Join(parts, " ")]; ok {
			bare := strings.TrimSuffix(english, "*")
			return gloss{from: i, to: i + n, english: bare, known: true, adjective: bare != english}
		}
	}
	if english, ok := g.words[strings.TrimSuffix(ws[i].folded, "n")]; ok && g.compounds {
		return gloss{from: i, to: i + 1, english: strings.TrimSuffix(english, "*"), known: true} // the dative plural: Büchern
	}
	if english := g.compound(ws[i].folded); english != "" {
		return gloss{from: i, to: i + 1, english: english, known: true}
	}
	return gloss{from: i, to: i + 1, english: ws[i].raw}
}

// speaks reports whether the i-th word belongs to the language and not to English.
func (g *glossary) speaks(ws []word, i int) bool {
	if g == nil {
		return false
	}
	m := g.match(ws, i)
	return m.known && m.english != ws[i].folded
}

// compound translates a word that consists of two known ones: Hochzeitsfotos, Fahrradverleih.
func (g *glossary) compound(folded string) string {
	for cut := 4; g.compounds && cut+4 <= len(folded); cut++ {
		second, ok := g.words[folded[cut:]]
		if !ok || strings.HasSuffix(second, "*") {
			continue
		}
		for _, link := range []string{"", "s", "n", "en"} {
			first := strings.TrimSuffix(folded[:cut], link)
			if first == folded[:cut] && link != "" {
				continue
			}
			if english, ok := g.words[first]; ok {
				return english + " " + second
			}
		}
	}
	return ""
}

// translated is a description in English words, and where each word comes from.
type translated struct {
	prompt string
	origin []int  // of each word of prompt, the word of the description; -1 for none
	ws     []word // of the description
	known  int    // words that the glossary has
}

// translate translates a description into English, word by word.
func (l *lexicon) translate(prompt, code string) translated {
	g := l.glossaries[code]
	t := translated{ws: words(prompt)}
	var glosses []gloss
	for i := 0; i < len(t.ws); {
		next := g.match(t.ws, i)
		if last := len(glosses) - 1; next.adjective && last >= 0 && glosses[last].known && !l.empties[glosses[last].english] && t.ws[next.from-1].stop == 0 {
			glosses = append(glosses[:last], next, glosses[last])
		} else {
			glosses = append(glosses, next)
		}
		i = next.to
	}
	var b strings.Builder
	for i, x := range glosses {
		english := x.english
		if english == "for" && i+1 < len(glosses) && l.action(glosses[i+1].english) != "" {
			english = "to" // in "an app to search doctors"
		}
		for range words(english) {
			t.origin = append(t.origin, x.from)
		}
		if x.known {
			t.known++
		}
		end := x
		if i+1 < len(glosses) && glosses[i+1].from < x.from {
			end = glosses[i+1] // an adjective that was moved
		}
		b.WriteString(english)
		stop := t.ws[end.to-1].stop
		if x.from != end.from {
			stop = 0
		}
		if i > 0 && glosses[i-1].adjective && glosses[i-1].from > x.from {
			stop = t.ws[glosses[i-1].to-1].stop
		}
		if stop != 0 {
			b.WriteByte(stop)
		}
		b.WriteByte(' ')
	}
	t.prompt = strings.TrimSpace(b.String())
	if len(words(t.prompt)) != len(t.origin) {
		t.origin = nil
	}
	return t
}

// title returns the subject in the description's own words, without the users and without columns.
func (t translated) title(w *wish) string {
	if t.origin == nil || len(t.origin) != len(w.words) {
		return ""
	}
	from := slices.IndexFunc(w.words, func(x word) bool {
		return len(x.folded) > 1 && !w.lex.empty(x) && !w.lex.glue(x.folded) && x.part != partAside &&
			(w.lex.action(x.root) == "" || x.root != x.folded || slices.Contains([]string{"chart", "list", "order", "book"}, x.root))
	})
	if from < 0 {
		return ""
	}
	to := from + 1
	for to < len(w.words) && to-from < 7 && w.words[to-1].stop == 0 && !w.lex.details[w.words[to].folded] && !w.shownAs(to) {
		to++
	}
	for to > from+1 && w.lex.glue(w.words[to-1].folded) {
		to--
	}
	low, high := slices.Min(t.origin[from:to]), slices.Max(t.origin[from:to])
	var raw []string
	for _, x := range t.ws[low : high+1] {
		raw = append(raw, x.raw)
	}
	return strings.ReplaceAll(strings.Join(raw, " "), " d ", " d’")
}

// shownAs reports whether the i-th word names a layout after "as", "in a" or "on a".
func (w *wish) shownAs(i int) bool {
	how := func(j int) bool { return slices.Contains([]string{"as", "in", "on"}, w.folded(j)) }
	return w.lex.layoutWord(w.words[i]) && (how(i-1) || w.lex.articles[w.folded(i-1)] && how(i-2))
}

// asked returns the language in which a description wants its answers, "" for none.
func (l *lexicon) asked(ws []word) (code string, ok bool) {
	text := roots(ws)
	for _, t := range l.Languages {
		if slices.ContainsFunc(t.Asked, func(p string) bool { return strings.Contains(text, p) }) {
			return strings.TrimPrefix(t.Code, "en"), true
		}
	}
	return "", false
}

// written returns the language of a description by its commonest words, "" for English or an unknown one.
func (l *lexicon) written(ws []word) (code string) {
	english, foreign := 0, 0
	for _, x := range ws {
		switch {
		case l.english[x.folded]:
			english++
		case !l.shared[x.folded]:
			foreign++
		}
	}
	most := sure * min(max(1, english), foreign-1)
	for _, t := range l.Languages {
		n, common, g := 0, set(t.Common), l.glossaries[t.Code]
		for i, x := range ws {
			switch {
			case l.english[x.folded]:
			case l.shared[x.folded]:
				if g != nil && g.match(ws, i).known {
					n++
				}
			case common[x.folded] || g.speaks(ws, i):
				n += sure
			}
		}
		if n > most && n >= sure {
			code, most = t.Code, n
		}
	}
	return code
}

// sure is how many shared words count as much as one that only one language has.
const sure = 8
