package main

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// testCase is one description with the gifts that a person judged to fit.
type testCase struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	PastGifts   []string `json:"pastGifts"`
	Starred     []string `json:"starred"`  // keys
	Relevant    []string `json:"relevant"` // keys
}

//go:embed *.json
var files embed.FS

func load(half string) ([]testCase, error) {
	raw, err := files.ReadFile(half + ".json")
	var cases []testCase
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", half, err)
	}
	return cases, nil
}

// searcher returns the keys of the best gifts for a description, the best first.
type searcher func(testCase) []string

// figures are the measures of one case, or their means.
type figures struct{ hit1, hit5, ndcg5 float64 }

const depth = 5

func measure(cases []testCase, find searcher) (f figures) {
	for _, c := range cases {
		one := judge(c, find(c))
		f.hit1 += one.hit1 / float64(len(cases))
		f.hit5 += one.hit5 / float64(len(cases))
		f.ndcg5 += one.ndcg5 / float64(len(cases))
	}
	return f
}

// judge measures one search result; all relevant gifts count the same.
func judge(c testCase, found []string) (f figures) {
	gain, ideal := 0.0, 0.0
	for i, key := range found[:min(depth, len(found))] {
		if slices.Contains(c.Relevant, key) {
			gain += 1 / math.Log2(float64(i)+2)
			f.hit5 = 1
			if i == 0 {
				f.hit1 = 1
			}
		}
	}
	for i := range min(depth, len(c.Relevant)) {
		ideal += 1 / math.Log2(float64(i)+2)
	}
	f.ndcg5 = gain / ideal
	return f
}

func ours(engine *search.Engine) searcher {
	return func(c testCase) []string {
		r := search.Request{Description: c.Description, Past: c.PastGifts, Limit: depth}
		for _, key := range c.Starred {
			r.Starred = append(r.Starred, catalogue.Gift{Key: key}.ID())
		}
		var keys []string
		for _, h := range engine.Recommend(context.Background(), r).Hits {
			keys = append(keys, h.Key)
		}
		return keys
	}
}

// named is a search with its name in the report.
type named struct {
	name string
	find searcher
}

// searchers returns our search, and BM25 over the text that people read about a gift, without and with its facets.
func searchers(engine *search.Engine, gifts []catalogue.Gift) []named {
	read := newBM25(gifts, func(g catalogue.Gift) string { return g.Name + ". " + g.Brief + " " + g.Description })
	facets := newBM25(gifts, search.Prose)
	return []named{
		{"ours", ours(engine)},
		{"the learned embedding alone", func(c testCase) (keys []string) {
			for _, h := range engine.Nearest(c.Description, depth) {
				keys = append(keys, h.Key)
			}
			return keys
		}},
		{"BM25", func(c testCase) []string { return read.find(c.Description) }},
		{"BM25, facets as words", func(c testCase) []string { return facets.find(c.Description) }},
	}
}

func report(w io.Writer, engine *search.Engine, gifts []catalogue.Gift) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "half\tsearch\tdescriptions\thit@1\thit@5\tnDCG@5\n")
	all := searchers(engine, gifts)
	for _, half := range []string{"development", "heldout"} {
		cases, err := load(half)
		if err != nil {
			return err
		}
		for _, s := range all {
			f := measure(cases, s.find)
			fmt.Fprintf(table, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\n", half, s.name, len(cases), f.hit1, f.hit5, f.ndcg5)
		}
	}
	return table.Flush()
}

// look lists the development descriptions with the gifts that were found for them, the worst first.
func look(w io.Writer, engine *search.Engine) error {
	cases, err := load("development")
	if err != nil {
		return err
	}
	find := ours(engine)
	slices.SortStableFunc(cases, func(a, b testCase) int { return cmp.Compare(judge(a, find(a)).ndcg5, judge(b, find(b)).ndcg5) })
	for _, c := range cases {
		found := find(c)
		fmt.Fprintf(w, "\n%.2f %s: %s\n  past %q starred %q\n  %s\n", judge(c, found).ndcg5, c.ID, c.Description, c.PastGifts, c.Starred, engine.Explain(c.Description))
		for _, key := range found {
			mark := " "
			if slices.Contains(c.Relevant, key) {
				mark = "*"
			}
			fmt.Fprintf(w, "  %s %s\n", mark, key)
		}
	}
	return nil
}
