package main

import (
	"cmp"
	_ "embed" // reading.txt, reading_apart.txt
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"berth/apps/gift/lexicon"
	"berth/apps/gift/search"
	"berth/platform/text"
)

// What descriptions say that somebody loves, as strangers read them, in the form of judged.txt: the interests of whom the gift is for behind "+ ",
// and those that a gift must not be about behind "- ". readingText is to tune the lexicon by; of readingApart only the figures are looked at.
var (
	//go:embed reading.txt
	readingText string
	//go:embed reading_apart.txt
	readingApart string
)

// surely is from which weight on an interest counts as read.
const surely = 0.5

// reportReading writes how many of the interests that somebody has are read from their description, and how many of those that are read they have.
func reportReading(w io.Writer, engine *search.Engine) error {
	all, err := readJudged(readingApart)
	if err != nil {
		return err
	}
	said, read, right := 0, 0, 0
	for _, s := range all {
		for _, loves := range s.fits {
			if loves {
				said++
			}
		}
		for interest, weight := range engine.Interests(s.text) {
			if weight < surely {
				continue
			}
			read++
			if s.fits[interest] {
				right++
			}
		}
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\ndescriptions kept apart\tinterests said\tof these read\tof those read, said\n%d\t%d\t%.3f\t%.3f\n",
		len(all), said, float64(right)/float64(max(1, said)), float64(right)/float64(max(1, read)))
	return table.Flush()
}

// leastStood is in how many descriptions a phrase stands at least, and leastHeld in which part of them its meaning holds, so as not to be listed.
const leastStood, leastHeld = 3, 1. / 3

// reportPhrases lists the meanings of the lexicon's phrases that hold in few of the descriptions of reading.txt where the phrases stand.
func reportPhrases(w io.Writer, l *lexicon.Lexicon) error {
	all, err := readJudged(readingText)
	if err != nil {
		return err
	}
	type meaning struct {
		phrase   string
		interest string
	}
	type count struct {
		meaning
		weight       float64
		stood, holds int
		example      string
	}
	counts := map[meaning]*count{}
	for _, s := range all {
		for _, f := range l.Find(text.Tokens(s.text), nil) {
			for _, c := range f.Concepts {
				if c.Facet != "interest" {
					continue
				}
				m := meaning{f.Phrase, c.Value}
				if counts[m] == nil {
					counts[m] = &count{meaning: m, weight: c.Weight}
				}
				counts[m].stood++
				if _, said := s.fits[c.Value]; said {
					counts[m].holds++
				} else {
					counts[m].example = s.text
				}
			}
		}
	}
	var few []*count
	for _, c := range counts {
		if c.stood >= leastStood && float64(c.holds) < leastHeld*float64(c.stood) {
			few = append(few, c)
		}
	}
	slices.SortFunc(few, func(a, b *count) int {
		return cmp.Or(b.stood-b.holds-a.stood+a.holds, cmp.Compare(a.phrase, b.phrase), cmp.Compare(a.interest, b.interest))
	})
	for _, c := range few {
		fmt.Fprintf(w, "%s = interest/%s %g: %d of %d; %s\n", c.phrase, c.interest, c.weight, c.holds, c.stood, c.example)
	}
	return nil
}
