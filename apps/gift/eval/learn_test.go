package main

import (
	"bytes"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// A gift that is found sensible sooner than its score says appeals to whom it was found sensible for, and hardly to others; what nobody judged
// appeals by what it has in common with what was.
func TestLearn(t *testing.T) {
	t.Parallel()
	gift := func(key, interest string) catalogue.Gift {
		return catalogue.Gift{Key: key, Name: key, Interests: []string{interest}, Ages: [2]int{0, 99}}
	}
	gifts := []catalogue.Gift{gift("rod", "fishing"), gift("yarn", "knitting"), gift("dull", "mugs"), gift("reel", "fishing"), gift("loved", "cake")}
	signs := func(names ...string) (all []search.Sign) {
		for _, name := range names {
			all = append(all, search.Sign{Name: name, Weight: 0.7})
		}
		return all
	}
	angler, knitter := signs("angler", "he"), signs("knitter", "she")
	var examples []example
	for range 200 {
		examples = append(examples,
			example{angler, []verdict{{0, -1, 1}, {1, -1, 0}, {2, -1, 0}, {4, -1, 1}}},
			example{knitter, []verdict{{0, -1, 0}, {1, -1, 1}, {2, -1, 0}, {4, -1, 1}}})
	}
	m := learn(gifts, examples)
	appeal := func(signs []search.Sign, gift int) float64 { return m.appeal(sum(m.ofSigns, m.rows(signs)), gift) }
	for _, c := range []struct {
		what       string
		more, less float64
	}{
		{"a rod to an angler rather than yarn", appeal(angler, 0), appeal(angler, 1)},
		{"yarn to a knitter rather than a rod", appeal(knitter, 1), appeal(knitter, 0)},
		{"cake to anybody rather than what is dull", appeal(nil, 4), appeal(nil, 2)},
		{"a reel, which nobody judged, to an angler rather than a knitter", appeal(angler, 3), appeal(knitter, 3)},
	} {
		if c.more < c.less+0.2 {
			t.Errorf("%s: %.2f, %.2f", c.what, c.more, c.less)
		}
	}
	if again := learn(gifts, examples); again.appeal(nil, 4) != m.appeal(nil, 4) {
		t.Error("learned anew it is another model")
	}
	var out bytes.Buffer
	m.write(&out, gifts)
	for _, want := range []string{"[units]\t", "\n[signs]\nangler\t", "\n[gifts]\nrod\t"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

func TestTaughtIsSound(t *testing.T) {
	t.Parallel()
	all, err := readJudged(taughtText)
	if err != nil || len(all) != 2895 {
		t.Errorf("%d sentences: %v", len(all), err)
	}
}
