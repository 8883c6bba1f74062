package main

import (
	"bytes"
	"os"
	"testing"

	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
)

// What ships was learned of the corpus that stands beside it, every line of which can be read.
func TestTheModelIsOfTheCorpus(t *testing.T) {
	t.Parallel()
	digest, err := digestOf("../corpus")
	if err != nil {
		t.Fatal(err)
	}
	model, err := os.ReadFile("../model.bin")
	if err != nil || len(model) < tagger.Digest || !bytes.Equal(model[:tagger.Digest], digest) {
		t.Errorf("model.bin is not of the corpus: run go run ./platform/generate/tagger/learn (%v)", err)
	}
	g, err := words.New()
	if err != nil {
		t.Fatal(err)
	}
	lines, faults := corpus(g, "../corpus")
	alone, more := headings(g, "../corpus/headings.tsv")
	if faults = append(faults, more...); len(faults) > 0 || len(lines) < 3000 || len(alone) < 2000 {
		t.Errorf("%d lines, %d headings, %q", len(lines), len(alone), faults)
	}
}

// A reader that learned from other lines finds the columns of most lines, and of which kind an app is. Each is trained on few lines, so that
// the test is quick; the whole corpus teaches more.
func TestWhatIsLearnedHoldsForOtherLines(t *testing.T) {
	t.Parallel()
	g, err := words.New()
	if err != nil {
		t.Fatal(err)
	}
	all, _ := corpus(g, "../corpus")
	var train, other []line
	for i, l := range all {
		if i%180%5 == 0 && i%180 <= 15 {
			if err := l.cut(g); err != nil {
				t.Fatalf("%s: %v", l.where, err)
			}
		}
		switch i % 180 {
		case 0, 5, 10:
			train = append(train, l)
		case 15:
			other = append(other, l)
		}
	}
	m := learn(train, nil)
	columns, kinds := 0, 0
	for _, l := range other {
		right := map[string]bool{"columns": true, "kind": true}
		for _, f := range wrong(m, l) {
			for name := range right {
				if len(f) > len(name) && f[:len(name)] == name {
					right[name] = false
				}
			}
		}
		if right["columns"] {
			columns++
		}
		if right["kind"] {
			kinds++
		}
	}
	if 100*columns < 50*len(other) || 100*kinds < 45*len(other) {
		t.Errorf("of %d lines the columns of %d and the kind of %d are right", len(other), columns, kinds)
	}
}
