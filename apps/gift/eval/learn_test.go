package main

import (
	"bytes"
	"strings"
	"testing"
)

// A gift that is found sensible sooner than its score says has appeal, one that is not has less than none, and few verdicts say little.
func TestLearn(t *testing.T) {
	t.Parallel()
	var lists [][]verdict
	for i := range 40 {
		list := []verdict{{"loved", 0.5, 1}, {"shunned", 0.5, 0}, {"good", 0.9, 1}, {"bad", 0.2, 0}, {"so-so", 0.5, float64(i % 2)}}
		if i%4 == 0 {
			list[2].sensible, list[3].sensible = 0, 1
		}
		lists = append(lists, list)
	}
	m := learn(append(lists, []verdict{{"new", 0.5, 1}}))
	if a := m.appeal; m.weight <= 0 || a["loved"] < 1 || a["shunned"] > -1 || a["so-so"] != 0 || a["new"] <= 0 || a["new"] >= a["loved"] {
		t.Errorf("weight %v, appeal %v", m.weight, a)
	}
	var out bytes.Buffer
	reportLearned(&out, "these", lists, nil)
	if !strings.HasPrefix(out.String(), "these: 40 lists; ") {
		t.Error(out.String())
	}
}

func TestTaughtIsSound(t *testing.T) {
	t.Parallel()
	if all, err := readJudged(taughtText); err != nil || len(all) != 795 {
		t.Errorf("%d sentences: %v", len(all), err)
	}
}
