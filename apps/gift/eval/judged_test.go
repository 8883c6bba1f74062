package main

import (
	"testing"

	"berth/apps/gift/catalogue"
)

func TestJudgedIsSound(t *testing.T) {
	t.Parallel()
	all, err := readJudged(judgedText)
	if err != nil {
		t.Fatal(err)
	}
	gifts, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, g := range gifts {
		known[g.Key] = true
	}
	if len(all) < 300 {
		t.Errorf("%d sentences", len(all))
	}
	for _, s := range all {
		for key := range s.fits {
			if !known[key] {
				t.Errorf("%s: there is no gift %q", s.text, key)
			}
		}
	}
}

func TestReadJudged(t *testing.T) {
	t.Parallel()
	all, err := readJudged("# note\n= dad, likes tea\n+ a b\n- c\n\n= mum\n= dad, likes tea\n- b\n")
	if err != nil || len(all) != 2 || all[0].text != "dad, likes tea" {
		t.Fatal(all, err)
	}
	if f := all[0].fits; !f["a"] || f["b"] || f["c"] || len(f) != 3 || len(all[1].fits) != 0 {
		t.Errorf("the later judgement counts: %v", f)
	}
	for _, bad := range []string{"+ a", "= x\na b"} {
		if _, err := readJudged(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
