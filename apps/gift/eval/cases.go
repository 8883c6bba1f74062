package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var cases []testCase
	if err == nil {
		err = json.Unmarshal(raw, &cases)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", half, err)
	}
	return cases, nil
}

// searcher answers the keys of the best gifts for a description, the best first.
type searcher func(testCase) []string

// figures are the means over cases.
type figures struct{ hit1, hit5, ndcg5 float64 }

const depth = 5

func measure(cases []testCase, find searcher) (f figures, missed []testCase) {
	for _, c := range cases {
		found := find(c)
		found = found[:min(depth, len(found))]
		gain, ideal, hit := 0.0, 0.0, false
		for i, key := range found {
			if slices.Contains(c.Relevant, key) {
				gain += 1 / math.Log2(float64(i)+2)
				hit = true
				if i == 0 {
					f.hit1++
				}
			}
		}
		for i := range min(depth, len(c.Relevant)) {
			ideal += 1 / math.Log2(float64(i)+2)
		}
		if hit {
			f.hit5++
		} else {
			missed = append(missed, c)
		}
		f.ndcg5 += gain / ideal
	}
	n := float64(len(cases))
	return figures{f.hit1 / n, f.hit5 / n, f.ndcg5 / n}, missed
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

func report(w io.Writer, engine *search.Engine, gifts []catalogue.Gift, misses bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "half\tsearch\tdescriptions\thit@1\thit@5\tnDCG@5\n")
	plain := newBM25(gifts)
	for _, half := range []string{"development", "heldout"} {
		cases, err := load(half)
		if err != nil {
			return err
		}
		if len(cases) == 0 {
			fmt.Fprintf(table, "%s\tthere is no %s.json\n", half, half)
			continue
		}
		for _, s := range []struct {
			name string
			find searcher
		}{{"ours", ours(engine)}, {"BM25", func(c testCase) []string { return plain.find(c.Description) }}} {
			f, missed := measure(cases, s.find)
			fmt.Fprintf(table, "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\n", half, s.name, len(cases), f.hit1, f.hit5, f.ndcg5)
			if misses && half == "development" && s.name == "ours" {
				for _, c := range missed {
					fmt.Fprintf(w, "missed %s: %s\n  past %q\n  got %v\n  want %v\n", c.ID, c.Description, c.PastGifts, s.find(c), c.Relevant)
				}
			}
		}
	}
	return table.Flush()
}
