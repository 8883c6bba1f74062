package search_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"berth/apps/gift/search"
)

func keys(hits []search.Hit) []string {
	var all []string
	for _, h := range hits {
		all = append(all, h.Key)
	}
	return all
}

// A past gift is not suggested, whatever words describe it.
func TestPastGifts(t *testing.T) {
	t.Parallel()
	e := engine(t)
	const key = "japanese-pull-saw"
	ask := func(past ...string) []string {
		return keys(e.Recommend(t.Context(), search.Request{Description: "my dad who loves woodworking", Past: past, Limit: 40}).Hits)
	}
	if !slices.Contains(ask(), key) {
		t.Fatalf("%s is not found at all: %v", key, ask())
	}
	for _, past := range []string{"Japanese pull saw", "japanese saw", "pull-saw", "a really nice Japanese pull saw from that shop in Kyoto", "pul saw", "Japan pull saw", "JAPANESE PULL SAW!!"} {
		if slices.Contains(ask(past), key) {
			t.Errorf("%q: comes again", past)
		}
	}
	for _, past := range []string{"", "   ", "a scarf", "something nice", "語", "book about Japanese gardens", "the"} {
		if !slices.Contains(ask(past), key) {
			t.Errorf("%q: takes the saw away", past)
		}
	}
	owned := keys(e.Recommend(t.Context(), search.Request{Description: "my dad who loves woodworking. He already has a pull saw.", Limit: 40}).Hits)
	if slices.Contains(owned, key) {
		t.Error("what he has already comes again")
	}
}

func TestStars(t *testing.T) {
	t.Parallel()
	e := engine(t)
	r := search.Request{Description: "a friend who loves gardening, cooking and photography", Limit: 10}
	share := func(a search.Answer, interest string) int {
		n := 0
		for _, h := range a.Hits {
			if slices.Contains(h.Interests, interest) {
				n++
			}
		}
		return n
	}
	plain := e.Recommend(t.Context(), r)
	if plain.Starred {
		t.Error("stars have a say without any")
	}
	for _, h := range plain.Hits {
		if slices.Contains(h.Interests, "photography") {
			r.Starred = append(r.Starred, h.ID())
		}
	}
	if len(r.Starred) == 0 {
		t.Fatalf("nothing to star: %v", keys(plain.Hits))
	}
	starred := e.Recommend(t.Context(), r)
	if !starred.Starred || share(starred, "photography") <= share(plain, "photography") {
		t.Errorf("starring photographs gives %v, before %v", keys(starred.Hits), keys(plain.Hits))
	}
	r.Starred = []string{"01234567-89ab-4def-8123-456789abcdef"}
	if a := e.Recommend(t.Context(), r); a.Starred || !slices.Equal(keys(a.Hits), keys(plain.Hits)) {
		t.Error("the star of a gift that nobody knows has a say")
	}
}

func TestVariety(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{"my mum loves gardening", "a friend who cooks", "my dad likes cars", "my sister reads a lot and paints", "wife, likes tea, cats and yoga"} {
		kinds, interests := map[string]int{}, map[string]bool{}
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, h := range hits {
			kinds[h.Categories[0]]++
			for _, i := range h.Interests {
				interests[i] = true
			}
		}
		if len(hits) != 5 || len(kinds) < 3 {
			t.Errorf("%s: %v are of %d kinds", description, keys(hits), len(kinds))
		}
		if description == "wife, likes tea, cats and yoga" && !(interests["tea"] && interests["cats"] && interests["yoga"]) {
			t.Errorf("%s: %v leave out an interest", description, keys(hits))
		}
	}
}

func TestBudgetAndAgeHold(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, most := range map[string]int{"my dad loves woodworking, under $20": 24, "mum, 60, gardening, up to £30": 47, "coworker who likes coffee, max 15 euros": 21} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits {
			if h.Price[0] > most {
				t.Errorf("%s: %s costs %v", description, h.Key, h.Price)
			}
		}
	}
	for description, age := range map[string]int{"my nephew is 5 and loves animals": 5, "grandmother, 88, loves music": 88, "14-year-old who loves drawing": 14, "baby, 8 months old": 0} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits {
			if h.Ages[0] > age+2 || h.Ages[1] < age-8 {
				t.Errorf("%s: %s is for %v", description, h.Key, h.Ages)
			}
		}
	}
}

func TestFallback(t *testing.T) {
	t.Parallel()
	e := engine(t)
	a := e.Recommend(t.Context(), search.Request{Description: "qqq zzz", Past: []string{"socks"}, Limit: 5})
	if !a.Fallback || a.Above != 0 || len(a.Hits) != 5 || a.Searched != e.Len() {
		t.Errorf("%+v", a)
	}
	kinds := map[string]bool{}
	for _, h := range a.Hits {
		kinds[h.Categories[0]] = true
		if slices.Contains(h.Contains, "alcohol") {
			t.Errorf("%s is for everybody", h.Key)
		}
	}
	if len(kinds) != 5 {
		t.Errorf("the popular ideas are of %d kinds", len(kinds))
	}
}

func TestCountsAreTrue(t *testing.T) {
	t.Parallel()
	e := engine(t)
	a := e.Recommend(t.Context(), search.Request{Description: "my dad who loves woodworking", Limit: 10})
	narrow := e.Recommend(t.Context(), search.Request{Description: "my dad who loves woodworking, under $12", Limit: 10})
	if a.Searched != e.Len() || a.Above < len(a.Hits) || a.Above <= narrow.Above {
		t.Errorf("%d of %d, and %d of %d with little money", a.Above, a.Searched, narrow.Above, narrow.Searched)
	}
}

// When only the recipient's relation is known, no gift supposes that they cycle or sew.
func TestStrangersGetNoGear(t *testing.T) {
	t.Parallel()
	e := engine(t)
	const bell, pins = "bell-for-the-handlebars-with-a-tune-of-its-own", "magnetic-pin-dish"
	for description, want := range map[string][2]bool{
		"coworker I barely know, secret santa under 20":          {false, false},
		"coworker who loves cycling, secret santa under 30":      {true, false},
		"coworker who sews and quilts, secret santa under 25":    {false, true},
		"my neighbor looked after our cat, a little thank you":   {false, false},
		"my best mate's dog died":                                {false, false},
		"he is in training for his first ironman, nothing fancy": {false, false},
	} {
		got := keys(e.Recommend(t.Context(), search.Request{Description: description, Limit: 8}).Hits)
		if found := [2]bool{slices.Contains(got, bell), slices.Contains(got, pins)}; found != want {
			t.Errorf("%s: bell and pins are %v, want %v: %v", description, found, want, got)
		}
	}
}

// When only the recipient's relation is known, the gifts are ones that most people like: different ones for different
// people.
func TestStrangersGetWhatMostPeopleLike(t *testing.T) {
	t.Parallel()
	e := engine(t)
	seen := map[string]int{}
	descriptions := []string{"mom", "coworker", "a teenage girl", "3 year old", "grandpa", "secret santa under 20", "girlfriend, anniversary", "host gift"}
	for _, description := range descriptions {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		if a.Fallback || len(a.Hits) != 5 {
			t.Errorf("%s: %+v", description, a)
		}
		for _, h := range a.Hits {
			seen[h.Key]++
		}
	}
	for key, n := range seen {
		if 2*n > len(descriptions) {
			t.Errorf("%s comes for %d of %d", key, n, len(descriptions))
		}
	}
}

// When the person loves several things, each gets a gift.
func TestEveryLoveIsServed(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, loves := range map[string][]string{
		"my dad likes crosswords, history documentaries and a good whisky": {"crosswords-and-sudoku", "history", "whisky"},
		"my best friend loves dancing and cocktails":                       {"ballet-and-dance", "cocktails"},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, love := range loves {
			if !slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Interests, love) }) {
				t.Errorf("%s: nothing for %s in %v", description, love, keys(hits))
			}
		}
	}
}

// The gifts of liked.txt and safe.txt are in the catalogue.
func TestListedGiftsExist(t *testing.T) {
	t.Parallel()
	gifts, _ := parts(t)
	known := map[string]bool{}
	for _, g := range gifts {
		known[g.Key] = true
	}
	for _, name := range []string{"liked.txt", "safe.txt"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(string(raw)) {
			switch line = strings.TrimSpace(line); {
			case line == "" || line[0] == '#' || line[0] == '[':
			case known[line]:
				found++
			default:
				t.Errorf("%s: there is no gift %q", name, line)
			}
		}
		if found == 0 {
			t.Errorf("%s names no gift", name)
		}
	}
}

// "free" of something means that it is not wanted, unless the lexicon has a meaning for the whole phrase.
func TestPlasticFree(t *testing.T) {
	t.Parallel()
	loves := engine(t).Recommend(t.Context(), search.Request{Description: "she is plastic free and makes her own soap", Limit: 5}).Loves
	if !slices.Contains(loves, "zero waste") {
		t.Errorf("loves %v, want zero waste among them", loves)
	}
}

// Each pastime that somebody surely has brings a gift of its own, first of all for it, and no list has the same thing twice.
func TestNoPastimeIsLeftOut(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, pastimes := range map[string][]string{
		"my brother loves chess and tennis and houseplants, under $60": {"chess", "badminton-and-tennis", "houseplants"},
		"mi hermana adora la cerámica y el surf":                       {"pottery", "surfing"},
		"ma tante adore l'opéra et la broderie, 50 euros":              {"opera", "embroidery"},
		"mein Onkel liebt Züge und Angeln":                             {"railways", "fishing"},
		"mia cugina ama il teatro e i gatti, 40 euro":                  {"theatre", "cats"},
		"meu pai adora xadrez e jardinagem":                            {"chess", "gardening"},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, p := range pastimes {
			if !slices.ContainsFunc(hits, func(h search.Hit) bool { return len(h.Interests) > 0 && h.Interests[0] == p }) {
				t.Errorf("%s: nothing for %s: %v; %s", description, p, keys(hits), e.Explain(description))
			}
		}
		mugs := 0
		for _, h := range hits {
			if strings.Contains(h.Name, "mug") || strings.Contains(h.Name, "cup") {
				mugs++
			}
		}
		if mugs > 1 {
			t.Errorf("%s: %d mugs: %v", description, mugs, keys(hits))
		}
	}
}

// Requests that are answered at once, one after another in the same memory, do not see each other.
func TestRecommendIsTheSameAmongOthers(t *testing.T) {
	t.Parallel()
	e := engine(t)
	requests := []search.Request{
		{Description: "My dad is 67 and loves gardening, under $40", Limit: 10}, {Description: "a girl of 5 who loves dinosaurs", Limit: 60},
		{Description: "gift ideas", Limit: 5}, {Description: "my wife, 30, yoga and tea, $20-50", Past: []string{"yoga mat", "tea sampler"}, Limit: 10},
	}
	first := make([]search.Answer, len(requests))
	for i := range requests {
		if i == 3 {
			requests[i].Starred = []string{first[0].Hits[0].ID()}
		}
		first[i] = e.Recommend(t.Context(), requests[i])
	}
	var others sync.WaitGroup
	for at := range 8 {
		others.Go(func() {
			for i := range 3 * len(requests) {
				of := (at + i) % len(requests)
				if got := e.Recommend(t.Context(), requests[of]); !reflect.DeepEqual(got, first[of]) {
					t.Errorf("%q has another answer among others", requests[of].Description)
				}
			}
		})
	}
	others.Wait()
}
