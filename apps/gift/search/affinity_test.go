package search_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// What was hardly ever found sensible comes behind what was, where both fit as well; what takes for granted that was said stays.
func TestAppeal(t *testing.T) {
	t.Parallel()
	if low, high := search.Appealing(0.5, -1), search.Appealing(0.5, 1); low >= 0.5 || high <= 0.5 || search.Appealing(0.5, 0) != 0.5 {
		t.Errorf("0.5 becomes %v and %v", low, high)
	}
	e := engine(t)
	dull := []string{"travel-mug-that-fits-under-a-coffee-machine", "phone-cable-trio-in-a-felt-pouch", "puzzle-a-day-wall-calendar-for-clever-heads"}
	for _, description := range []string{
		"thank you gift for my dog walker, about 30 dollars", "small present for my landlady, 70, £25", "a birthday present for my new neighbour, 20 euros",
	} {
		for _, key := range keys(five(t, e, description)) {
			if slices.Contains(dull, key) {
				t.Errorf("%s: %s, which hardly anybody found sensible", description, key)
			}
		}
	}
}

// Scores are told of gifts that may be suggested, and of no others.
func TestScores(t *testing.T) {
	t.Parallel()
	scores := engine(t).Scores("my dad loves fishing, no mugs please", []string{"fishing-mug-with-a-tall-story", "book-of-fishing-tales-from-river-and-sea", "no-such-gift"})
	for key, score := range scores {
		if key != "book-of-fishing-tales-from-river-and-sea" || score <= 0.3 {
			t.Errorf("%s has %v", key, score)
		}
	}
	if len(scores) != 1 {
		t.Errorf("scores: %v", scores)
	}
}

// What a description says of a person has names, each once and in order, whose weights are of length 1.
func TestSigns(t *testing.T) {
	t.Parallel()
	signs := engine(t).Signs("my sister, 34, loves pottery, hates coffee, up to $40")
	sum, names := 0.0, []string{}
	for _, s := range signs {
		sum += s.Weight * s.Weight
		names = append(names, s.Name)
	}
	for _, want := range []string{"aged 24", "interest/pottery", "money 5", "not interest/coffee", "recipient/sister", "potteri"} {
		if !slices.Contains(names, want) {
			t.Errorf("%q is missing in %q", want, names)
		}
	}
	if math.Abs(sum-1) > 1e-9 || !slices.IsSorted(names) || len(slices.Compact(names)) != len(signs) {
		t.Errorf("length %v of %q", sum, names)
	}
}

// affinity.txt says something of gifts that there are, once.
func TestAffinityIsOfGifts(t *testing.T) {
	t.Parallel()
	gifts, _ := parts(t)
	left := map[string]bool{}
	for i := range gifts {
		left[gifts[i].Key] = true
	}
	raw, err := os.ReadFile("affinity.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, found := strings.Cut(string(raw), "\n[gifts]\n")
	for line := range strings.Lines(lines) {
		key, _, _ := strings.Cut(line, "\t")
		if !left[key] {
			t.Errorf("%s is no gift, or stands twice", key)
		}
		delete(left, key)
	}
	if !found {
		t.Error("there are no gifts")
	}
}
