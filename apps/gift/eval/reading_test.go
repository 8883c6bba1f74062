package main

import (
	"bytes"
	"slices"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// What descriptions say is said in the words of the vocabulary, and nothing that is kept apart is tuned by.
func TestReadingsAreSound(t *testing.T) {
	t.Parallel()
	words, err := catalogue.Words()
	if err != nil {
		t.Fatal(err)
	}
	tuned := map[string]bool{}
	for _, file := range []string{readingText, readingApart} {
		all, err := readJudged(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) < 500 {
			t.Errorf("%d descriptions", len(all))
		}
		for _, s := range all {
			if file == readingApart && tuned[s.text] {
				t.Errorf("%q is kept apart, and is not", s.text)
			}
			tuned[s.text] = true
			for interest := range s.fits {
				if !slices.Contains(words.Interests, interest) {
					t.Errorf("%q: there is no interest %q", s.text, interest)
				}
			}
		}
	}
}

// A meaning that hardly ever holds is listed, and one that mostly holds is not.
func TestPhrasesThatMislead(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := reportPhrases(&out, search.ShippedWords().Lexicon); err != nil {
		t.Fatal(err)
	}
	if listed := out.String(); !bytes.Contains(out.Bytes(), []byte("\npoetry = interest/reading ")) || bytes.Contains(out.Bytes(), []byte("\nknitting = interest/knitting ")) {
		t.Errorf("listed are\n%.2000s", listed)
	}
}
