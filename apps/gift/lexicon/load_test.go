package lexicon

import "testing"

// What several lines say of one phrase is put together in any order: all that it means, and the surest age and price.
func TestLinesOfOnePhrase(t *testing.T) {
	t.Parallel()
	one, other := "first day out = situation/retiring 1, age/60-70 0.8\n", "first day out = interest/hiking 0.5, age/60-65 0.8, price/10-20 0.4\n"
	for _, text := range []string{one + other, other + one} {
		l := loader{exact: map[string]*Entry{}, stems: map[string]*Entry{}, first: map[string]int{}}
		if err := l.read(text); err != nil {
			t.Fatal(err)
		}
		for _, e := range l.exact {
			if len(e.Concepts) != 2 || e.Age == nil || e.Age.High != 65 || e.Price == nil || e.Price.High != 20 {
				t.Errorf("%+v, age %+v, price %+v", e, e.Age, e.Price)
			}
		}
	}
}
