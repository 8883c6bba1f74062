package words

import (
	"slices"
	"strings"

	"berth/platform/generate/tagger"
)

// Beginnings of words by which people leave something of theirs, and words between a heading and what can be chosen for it.
var (
	leaving = strings.Fields("leave leaves laiss hinterlass hinterläss hinterlas angeb dej deix lasci")
	among   = strings.Fields("from among between aus zwischen parmi entre tra fra")
)

func beginsWith(k tagger.Token, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(k.Folded, b) })
}

func joining(k tagger.Token) bool { return k.English == "and" || k.English == "or" }

func usual(k tagger.Token) bool {
	return slices.Contains(k.Means, "heading") || slices.Contains(k.Means, "cue")
}

func theirOwn(k tagger.Token) bool {
	return slices.Contains([]string{"their", "your", "his", "her", "its", "my", "our"}, k.English)
}

// theirs makes columns of usual headings that somebody leaves, "leave their name and phone", where they are part of no span or of the topic.
func (g *Grammar) theirs(tokens []tagger.Token, spans []tagger.Span) []tagger.Span {
	for i := range tokens {
		if !beginsWith(tokens[i], leaving) || tokens[i].Stop != 0 {
			continue
		}
		from := i + 1
		for from < len(tokens) && tokens[from].Stop == 0 && (g.Articles[tokens[from].English] || g.Pronouns[tokens[from].English] ||
			theirOwn(tokens[from])) {
			from++
		}
		var left []tagger.Span
		to := from
		for ; to < len(tokens) && from > i+1; to++ {
			k := tokens[to]
			if joining(k) && k.Stop == 0 {
				continue
			}
			if !usual(k) {
				break
			}
			if left = append(left, tagger.Span{Label: tagger.ColumnBegin, From: to, To: to + 1}); k.Stop != 0 && k.Stop != ',' {
				to++
				break
			}
		}
		within := func(s tagger.Span) bool { return s.From < to && s.To > from }
		if (len(left) > 1 || len(left) > 0 && theirOwn(tokens[from-1])) && !slices.ContainsFunc(spans, func(s tagger.Span) bool { return within(s) && s.Label != tagger.Topic }) {
			spans = inOrder(append(slices.DeleteFunc(slices.Clone(spans), within), left...))
		}
	}
	return spans
}

// chosen makes a column with its values of what a sentence lets people choose from: "choose the course: pottery, drawing", "on choisit un plat parmi salade et
// tarte". What the description begins with is the topic where that was found in it.
func (g *Grammar) chosen(tokens []tagger.Token, spans []tagger.Span) []tagger.Span {
	at := slices.IndexFunc(tokens, func(k tagger.Token) bool {
		return beginsWith(k, choosing) && !beginsWith(k, []string{"parmi", "option", "chos"})
	})
	if at < 0 || at+1 < len(tokens) && tokens[at+1].Folded == "up" { // a pick-up
		return spans
	}
	head, values, to := g.offer(tokens, at)
	within := func(s tagger.Span) bool { return s.From < to && s.To > head.From }
	valued := slices.ContainsFunc(spans, func(s tagger.Span) bool { return within(s) && s.Label == tagger.ValueBegin })
	lost := slices.ContainsFunc(spans, func(s tagger.Span) bool { return within(s) && s.Label == tagger.Topic })
	if head.To <= head.From || len(values) < 2 && (len(values) > 0 || !lost) || valued {
		return spans
	}
	spans = slices.DeleteFunc(slices.Clone(spans), within)
	if len(values) > 1 {
		if !slices.ContainsFunc(spans, func(s tagger.Span) bool { return s.Label == tagger.ColumnBegin }) { // there is no list that had others
			for i, s := range spans {
				if s.Label == tagger.FieldBegin {
					spans[i].Label = tagger.ColumnBegin
				}
			}
		}
		spans = append(append(spans, head), values...)
	}
	if first := slices.IndexFunc(tokens, func(k tagger.Token) bool { return k.Stop != 0 }) + 1; lost && first <= min(at, 4) && g.names(tokens[:first]) {
		spans = append(slices.DeleteFunc(spans, func(s tagger.Span) bool { return s.From < first }), tagger.Span{Label: tagger.Topic, To: first})
	}
	return inOrder(spans)
}

// offer returns the words that name what is chosen, those that can be chosen, and where they end.
func (g *Grammar) offer(tokens []tagger.Token, at int) (head tagger.Span, values []tagger.Span, to int) {
	head = tagger.Span{Label: tagger.ColumnBegin, From: at + 1}
	for at := at + 1; at < len(tokens)-1 && tokens[at].Stop == 0 && !strings.HasPrefix(tokens[at+1].Folded, "qu") && (g.Articles[tokens[at].English] || theirOwn(tokens[at])); at++ {
		head.From++
	}
	to = head.From
	for ; to < len(tokens) && to < head.From+5; to++ {
		if slices.Contains(among, tokens[to].Folded) {
			head.To = to
			to++
			break
		} else if tokens[to].Stop == ':' {
			to++
			head.To = to
			break
		} else if tokens[to].Stop != 0 {
			return head, nil, to
		}
	}
	if head.To == 0 {
		return head, nil, to
	}
	ends := func(k tagger.Token) bool {
		return beginsWith(k, leaving) || slices.Contains(around, k.Folded) || slices.ContainsFunc(k.Means, func(m string) bool {
			return m == "details" || m == "people" || m == "pronoun" || strings.HasPrefix(m, "act=")
		})
	}
	for from := to; to < len(tokens); to++ {
		k := tokens[to]
		joins := joining(k) && to > from
		if joins || ends(k) {
			if to > from {
				values = append(values, tagger.Span{Label: tagger.ValueBegin, From: from, To: to})
			}
			if from = to + 1; !joins {
				break
			}
			continue
		}
		if k.Stop != 0 || to == len(tokens)-1 {
			values = append(values, tagger.Span{Label: tagger.ValueBegin, From: from, To: to + 1})
			if from = to + 1; k.Stop != ',' && k.Stop != '/' {
				to++
				break
			}
			if from < len(tokens) && joining(tokens[from]) { // ", or"
				from, to = from+1, to+1
			}
		}
	}
	column := func(s tagger.Span) bool {
		return s.To-s.From > 3 || usual(tokens[s.To-1]) || usual(tokens[s.From]) || strings.ContainsRune("()", rune(tokens[s.To-1].Stop))
	}
	if slices.ContainsFunc(values, column) { // what they choose by
		return head, values[:1], to
	}
	return head, values, to
}

// names reports whether words name something, and are none that say what is to be done, or by whom.
func (g *Grammar) names(tokens []tagger.Token) bool {
	return !slices.ContainsFunc(tokens, func(k tagger.Token) bool {
		return g.Commands[k.English] || beginsWith(k, leaving) || slices.Contains(k.Means, "pronoun")
	})
}

func inOrder(spans []tagger.Span) []tagger.Span {
	slices.SortStableFunc(spans, func(a, b tagger.Span) int { return a.From - b.From })
	return spans
}
