package lexicon

import (
	"testing"

	"berth/platform/text"
)

// What several lines say of one phrase is put together in any order: all that it means, and the surest age and price.
func TestLinesOfOnePhrase(t *testing.T) {
	t.Parallel()
	one, other := "first day out = situation/retiring 1, age/60-70 0.8\n", "first day out = interest/hiking 0.5, age/60-65 0.8, price/10-20 0.4\n"
	for _, lines := range []string{one + other, other + one} {
		l := loader{exact: map[string]*Entry{}, stems: map[string]*Entry{}, first: map[string]int{}}
		if err := l.read(lines); err != nil {
			t.Fatal(err)
		}
		for _, e := range l.exact {
			if len(e.Concepts) != 2 || e.Age == nil || e.Age.High != 65 || e.Price == nil || e.Price.High != 20 {
				t.Errorf("%+v, age %+v, price %+v", e, e.Age, e.Price)
			}
		}
	}
}

// What means nothing is found as nothing, and its other forms are not lost by it.
func TestNothing(t *testing.T) {
	t.Parallel()
	watches := "likes watches = interest/watches 1\nwatching = nothing\n"
	for _, lines := range []string{"fish = nothing\nfishing = interest/fishing 1\n" + watches, watches + "fishing = interest/fishing 1\nfish = nothing\n"} {
		loads := loader{exact: map[string]*Entry{}, stems: map[string]*Entry{}, first: map[string]int{}}
		if err := loads.read(lines); err != nil {
			t.Fatal(err)
		}
		l := Open(loads.pack())
		for words, want := range map[string]int{"a fish tank": 0, "she fishes": 1, "he loves fishing": 1, "she liked watches": 1, "she likes watching birds": 0} {
			if found := l.Find(text.Tokens(words), nil); len(found) != want {
				t.Errorf("%s: %v, want %d", words, found, want)
			}
		}
	}
}
