package main

import (
	"context"
	_ "embed" // judged.txt
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// judgedText has what people said of gifts for sentences: a sentence behind "= ", and below it the keys of gifts that fit behind "+ " and of
// those that do not behind "- ". The gifts are a pool: the first ones of the lists that the search gave at some time.
//
//go:embed judged.txt
var judgedText string

// judgedSentence is a sentence with what was said of gifts for it, by key.
type judgedSentence struct {
	text string
	fits map[string]bool
}

// readJudged reads judged.txt's form, which taught.txt and reading.txt have too; a key that is judged twice for a sentence counts as it was judged last.
func readJudged(text string) ([]*judgedSentence, error) {
	var all []*judgedSentence
	known := map[string]*judgedSentence{}
	var at *judgedSentence
	n := 0
	for line := range strings.Lines(text) {
		n++
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case mark == "" || strings.HasPrefix(mark, "#"):
		case mark == "=":
			if at = known[rest]; at == nil {
				at = &judgedSentence{rest, map[string]bool{}}
				known[rest], all = at, append(all, at)
			}
		case at != nil && (mark == "+" || mark == "-"):
			for _, key := range strings.Fields(rest) {
				at.fits[key] = mark == "+"
			}
		default:
			return nil, fmt.Errorf("read judged sentences: line %d: %q begins with none of = + - #", n, line)
		}
	}
	return all, nil
}

// hits returns the first n gifts that are found for the sentence.
func (s *judgedSentence) hits(engine *search.Engine, n int) []search.Hit {
	return engine.Recommend(context.Background(), search.Request{Description: s.text, Limit: n}).Hits
}

// mark returns + for a gift that was judged to fit, - for one that was not, and ? for one that nobody has judged.
func (s *judgedSentence) mark(h search.Hit) string {
	switch yes, judged := s.fits[h.Key]; {
	case !judged:
		return "?"
	case yes:
		return "+"
	}
	return "-"
}

// goodList is how many of five gifts must fit in a good list.
const goodList = 4

// reportJudged writes how many of the lists for judged sentences are good. A list of which some gifts were never judged is good, bad or open.
func reportJudged(w io.Writer, engine *search.Engine) error {
	all, err := readJudged(judgedText)
	if err != nil {
		return err
	}
	good, open, fit, unjudged := 0, 0, 0, 0
	for _, s := range all {
		marks := ""
		for _, h := range s.hits(engine, depth) {
			marks += s.mark(h)
		}
		fits, unknown := strings.Count(marks, "+"), strings.Count(marks, "?")
		fit, unjudged = fit+fits, unjudged+unknown
		switch {
		case fits >= goodList:
			good++
		case fits+unknown >= goodList:
			open++
		}
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\nsentences\tgood lists\topen\tgifts of %d that fit\tunjudged\n%d\t%d\t%d\t%.3f\t%d\n", depth, len(all), good, open,
		float64(fit)/float64(max(1, depth*len(all)-unjudged)), unjudged)
	return table.Flush()
}

// pool writes the gifts among the first n of each list that nobody has judged, for somebody to judge.
func pool(w io.Writer, engine *search.Engine, n int) error {
	all, err := readJudged(judgedText)
	if err != nil {
		return err
	}
	for _, s := range all {
		hits := slices.DeleteFunc(s.hits(engine, n), func(h search.Hit) bool { return s.mark(h) != "?" })
		if len(hits) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n= %s\n", s.text)
		for _, h := range hits {
			fmt.Fprintf(w, "%s: %s\n", h.Key, summary(h.Gift))
		}
	}
	return nil
}

// lookJudged lists the judged sentences whose lists are not known to be good, with a mark for each gift.
func lookJudged(w io.Writer, engine *search.Engine) error {
	all, err := readJudged(judgedText)
	if err != nil {
		return err
	}
	for _, s := range all {
		marks, lines := "", ""
		for _, h := range s.hits(engine, depth) {
			marks += s.mark(h)
			lines += fmt.Sprintf("  %s %s: %s\n", s.mark(h), h.Key, summary(h.Gift))
		}
		if strings.Count(marks, "+") < goodList {
			fmt.Fprintf(w, "\n%s\n  %s\n%s", s.text, engine.Explain(s.text), lines)
		}
	}
	return nil
}

// summary is what somebody needs to know of a gift to judge it.
func summary(g catalogue.Gift) string {
	return fmt.Sprintf("%s ($%d-%d, ages %d-%d): %s", g.Name, g.Price[0], g.Price[1], g.Ages[0], g.Ages[1], g.Brief)
}
