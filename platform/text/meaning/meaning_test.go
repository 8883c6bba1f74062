package meaning_test

import (
	"strings"
	"testing"

	"berth/platform/text/meaning"
)

func vector(t *testing.T, words string) meaning.Vector {
	t.Helper()
	var v meaning.Vector
	for w := range strings.FieldsSeq(words) {
		word, ok := meaning.Look(w)
		if !ok {
			t.Fatalf("%s is not known", w)
		}
		word.AddTo(&v, word.Weight())
	}
	if !v.Unit() {
		t.Fatalf("%q has no vector", words)
	}
	return v
}

// Words that mean nearly the same are nearer to each other than to others.
func TestNearness(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"kayak", "canoe", "opera"}, {"pottery", "ceramics", "football"}, {"whisky", "whiskey", "yoga"}, {"crochet", "knitting", "sailing"},
		{"violin", "cello", "bicycle"}, {"puppy", "kitten", "teapot"}, {"guitar strings", "banjo", "lettuce"}, {"astronomy telescope", "stars planets", "cooking recipes"},
	} {
		a, near, far := vector(t, c[0]), vector(t, c[1]), vector(t, c[2])
		if a.Dot(&near) <= a.Dot(&far)+0.1 {
			t.Errorf("%s: %.2f to %s, %.2f to %s", c[0], a.Dot(&near), c[1], a.Dot(&far), c[2])
		}
	}
}

func TestLook(t *testing.T) {
	t.Parallel()
	if n := meaning.Len(); n < 50_000 {
		t.Errorf("%d words", n)
	}
	for _, w := range []string{"the", "zebra", "aa", "knitting", "kombucha", "macrame"} {
		if _, ok := meaning.Look(w); !ok {
			t.Errorf("%s is not known", w)
		}
	}
	for _, w := range []string{"", "a b", "\n", "qqqzzz", "Knitting", "\xff", "zzzzzzzz", strings.Repeat("a", 1000)} {
		if _, ok := meaning.Look(w); ok {
			t.Errorf("%q is known", w)
		}
	}
	often, _ := meaning.Look("the")
	rarely, _ := meaning.Look("kombucha")
	if often.Weight() > 0.1 || rarely.Weight() < 0.9 {
		t.Errorf("weights %.2f and %.2f", often.Weight(), rarely.Weight())
	}
	var v meaning.Vector
	rarely.AddTo(&v, 2)
	if d := v.Dot(&v); d < 3.9 || d > 4.1 {
		t.Errorf("length² %v, want 4", d)
	}
}

// Looking words up copies nothing.
func TestNothingIsCopied(t *testing.T) {
	var v meaning.Vector
	if n := testing.AllocsPerRun(100, func() {
		if w, ok := meaning.Look("gardening"); ok {
			w.AddTo(&v, w.Weight())
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCommonIsTakenOut(t *testing.T) {
	t.Parallel()
	all := []meaning.Vector{vector(t, "the gift garden"), vector(t, "the gift music"), vector(t, "the gift football")}
	common := meaning.Common(all)
	for i := range all {
		before := all[i].Dot(&common)
		if !all[i].Without(&common) || before < 0.5 {
			t.Errorf("%d: %v in common", i, before)
		}
		if d := all[i].Dot(&common); d > 1e-3 || d < -1e-3 {
			t.Errorf("%d: %v is left", i, d)
		}
	}
	var zero meaning.Vector
	if zero.Unit() || zero.Without(&common) {
		t.Error("zeros have a direction")
	}
	if none := meaning.Common(nil); none != zero {
		t.Error("nothing has something in common")
	}
}

// A vector in less memory is nearly the same: its cosines differ by less than a hundredth.
func TestSmall(t *testing.T) {
	t.Parallel()
	garden, music := vector(t, "gardening roses and herbs"), vector(t, "piano concert")
	for _, v := range []*meaning.Vector{&garden, &music} {
		small := v.Small()
		var back meaning.Vector
		small.AddTo(&back)
		for _, o := range []*meaning.Vector{&garden, &music} {
			if a, b, c := v.Dot(o), small.Dot(o), back.Dot(o); max(a-b, b-a) > 0.01 || max(b-c, c-b) > 1e-5 {
				t.Errorf("cosine %v became %v and %v", a, b, c)
			}
		}
	}
	var zero meaning.Vector
	if small := zero.Small(); small.Dot(&garden) != 0 {
		t.Error("zeros have a direction")
	}
}
