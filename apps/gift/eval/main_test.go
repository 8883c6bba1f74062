package main

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
)

const figuresFile = "figures.txt"

var update = flag.Bool("update", false, "write "+figuresFile)

// What `make eval` prints is stated beside it, so that a change shows what it did to the search.
func TestFiguresAreStated(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(&out, what{}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(figuresFile, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stated, err := os.ReadFile(figuresFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(stated) != out.String() {
		t.Errorf("the figures are\n%s\nand %s says\n%s\nrun go test ./apps/gift/eval -update", out.String(), figuresFile, stated)
	}
}

// The least that the search must reach on the descriptions that nobody tunes for.
const (
	leastHit5 = 0.85
	leastLead = 0.25 // over BM25, also over the one with facets
)

func TestSearchIsGood(t *testing.T) {
	t.Parallel()
	hit5 := map[string]float64{}
	engine, gifts, err := open(true)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := load("heldout")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range searchers(engine, gifts) {
		hit5[s.name] = measure(cases, s.find).hit5
	}
	if hit5["ours"] < leastHit5 || hit5["ours"]-hit5["BM25"] < leastLead || hit5["ours"]-hit5["BM25, facets as words"] < leastLead {
		t.Errorf("hit@5 on the held-out half: %v", hit5)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	c := testCase{Relevant: []string{"a", "b", "c"}}
	for found, want := range map[string]figures{
		"a b c d e": {1, 1, 1}, "x y z v w": {0, 0, 0}, "x a": {0, 1, 0.296}, "a": {1, 1, 0.469}, "x y z v a": {0, 1, 0.181}, "x y z v w a": {0, 0, 0},
	} {
		got := judge(c, strings.Fields(found))
		if got.hit1 != want.hit1 || got.hit5 != want.hit5 || got.ndcg5-want.ndcg5 > 0.001 || want.ndcg5-got.ndcg5 > 0.001 {
			t.Errorf("%s: %v, want %v", found, got, want)
		}
	}
}

// Every description has judged gifts, and they exist.
func TestCasesAreSound(t *testing.T) {
	t.Parallel()
	gifts, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	known, ids := map[string]bool{}, map[string]bool{}
	for _, g := range gifts {
		known[g.Key] = true
	}
	n := 0
	for _, half := range []string{"development", "heldout"} {
		cases, err := load(half)
		if err != nil {
			t.Fatal(err)
		}
		n += len(cases)
		for _, c := range cases {
			if ids[c.ID] || len(c.Relevant) == 0 || len(c.Description) < 3 {
				t.Errorf("%s: its id stands twice, or it has no description or no judgement", c.ID)
			}
			ids[c.ID] = true
			for _, key := range append(c.Relevant, c.Starred...) {
				if !known[key] {
					t.Errorf("%s: there is no gift %q", c.ID, key)
				}
			}
		}
	}
	if n < 150 {
		t.Errorf("%d descriptions, want 150", n)
	}
}
