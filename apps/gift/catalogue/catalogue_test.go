package catalogue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
)

func load(t *testing.T) ([]catalogue.Gift, catalogue.Vocabulary) {
	t.Helper()
	gifts, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	words, err := catalogue.Words()
	if err != nil {
		t.Fatal(err)
	}
	return gifts, words
}

func TestCatalogueIsSound(t *testing.T) {
	t.Parallel()
	gifts, words := load(t)
	for _, wrong := range check(gifts, words) {
		t.Error(wrong)
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	gifts, words := load(t)
	good := gifts[0]
	for want, spoil := range map[string]func(*catalogue.Gift){
		"the key must be": func(g *catalogue.Gift) { g.Key = "No Key" },
		"name has":        func(g *catalogue.Gift) { g.Name = strings.Repeat("x", 61) },
		"brief has":       func(g *catalogue.Gift) { g.Brief = "Short." },
		"say where": func(g *catalogue.Gift) {
			g.Guidance = "Pick a hot-swap layout; tactile switches are quieter for shared rooms than clicky ones."
		},
		"must begin":            func(g *catalogue.Gift) { g.Guidance = "~ " + g.Guidance },
		"plain text":            func(g *catalogue.Gift) { g.Description = strings.Replace(g.Description, " ", " <b>", 1) },
		"not in the vocabulary": func(g *catalogue.Gift) { g.Interests = []string{"basket-weaving-on-mars"} },
		"stands twice":          func(g *catalogue.Gift) { g.Occasions = []string{"birthday", "birthday"} },
		"price":                 func(g *catalogue.Gift) { g.Price = [2]int{50, 20} },
		"ages":                  func(g *catalogue.Gift) { g.Ages = [2]int{50, 20} },
		"alcohol starts":        func(g *catalogue.Gift) { g.Contains, g.Ages = []string{"alcohol"}, [2]int{12, 99} },
		"small parts start":     func(g *catalogue.Gift) { g.Contains, g.Ages = []string{"small-parts"}, [2]int{1, 99} },
		"to be found by":        func(g *catalogue.Gift) { g.Interests, g.Traits, g.Situations = nil, nil, nil },
		"categories has 0":      func(g *catalogue.Gift) { g.Categories = nil },
	} {
		bad := good
		spoil(&bad)
		if wrong := check([]catalogue.Gift{bad}, words); len(wrong) == 0 || !strings.Contains(strings.Join(wrong, "\n"), want) {
			t.Errorf("%s: got %q", want, wrong)
		}
	}
	if wrong := check([]catalogue.Gift{good, good}, words); len(wrong) != 2 {
		t.Errorf("the same gift twice: %q", wrong)
	}
	other := good
	other.Key, other.Name = "another", good.Name+"s"
	if wrong := check([]catalogue.Gift{good, other}, words); len(wrong) != 1 || !strings.Contains(wrong[0], "is nearly that of") {
		t.Errorf("nearly the same name: %q", wrong)
	}
}

// The minimums for a catalogue of this size, so that there are gifts for everybody.
const (
	leastGifts       = 1200
	leastOfInterest  = 3
	leastOfOccasion  = 7
	leastOfRecipient = 20
	leastOfPrice     = 0.08 // share of gifts in each price band
	leastOfAge       = 50
)

func TestCatalogueIsBalanced(t *testing.T) {
	t.Parallel()
	gifts, words := load(t)
	if len(gifts) < leastGifts {
		t.Errorf("%d gifts, want %d", len(gifts), leastGifts)
	}
	count := func(of func(catalogue.Gift) []string) map[string]int {
		n := map[string]int{}
		for _, g := range gifts {
			for _, v := range of(g) {
				n[v]++
			}
		}
		return n
	}
	for _, facet := range []struct {
		name  string
		known []string
		of    func(catalogue.Gift) []string
		least int
	}{
		{"interests", words.Interests, func(g catalogue.Gift) []string { return g.Interests }, leastOfInterest},
		{"occasions", words.Occasions, func(g catalogue.Gift) []string { return g.Occasions }, leastOfOccasion},
		{"recipients", words.Recipients, func(g catalogue.Gift) []string { return g.Recipients }, leastOfRecipient},
		{"traits", words.Traits, func(g catalogue.Gift) []string { return g.Traits }, 10},
		{"situations", words.Situations, func(g catalogue.Gift) []string { return g.Situations }, 5},
		{"categories", words.Categories, func(g catalogue.Gift) []string { return g.Categories }, 5},
		{"ages", []string{"0-2", "3-5", "6-9", "10-12", "13-17", "18-29", "30-64", "65+"}, ages, leastOfAge},
		{"prices", []string{"under 20", "20-60", "60-150", "above 150"}, price, int(leastOfPrice * float64(len(gifts)))},
	} {
		n := count(facet.of)
		var line []string
		for _, v := range facet.known {
			line = append(line, fmt.Sprintf("%s %d", v, n[v]))
			if n[v] < facet.least {
				t.Errorf("%s: %s has %d gifts, want %d", facet.name, v, n[v], facet.least)
			}
		}
		t.Logf("%s: %s", facet.name, strings.Join(line, ", "))
	}
	t.Logf("%d gifts", len(gifts))
}

func ages(g catalogue.Gift) []string {
	var bands []string
	for _, b := range []struct {
		name      string
		low, high int
	}{{"0-2", 0, 2}, {"3-5", 3, 5}, {"6-9", 6, 9}, {"10-12", 10, 12}, {"13-17", 13, 17}, {"18-29", 18, 29}, {"30-64", 30, 64}, {"65+", 65, 120}} {
		if g.Ages[0] <= b.high && g.Ages[1] >= b.low {
			bands = append(bands, b.name)
		}
	}
	return bands
}

func price(g catalogue.Gift) []string {
	middle := (g.Price[0] + g.Price[1]) / 2
	bands := []string{"under 20", "20-60", "60-150", "above 150"}
	at, _ := slices.BinarySearch([]int{20, 60, 150}, middle+1)
	return bands[at : at+1]
}

func TestIDsAreStable(t *testing.T) {
	t.Parallel()
	if got, want := (catalogue.Gift{Key: "japanese-pull-saw"}).ID(), "680710c3"; !strings.HasPrefix(got, want) {
		t.Errorf("id %s, want %s…", got, want)
	}
}

func TestPriceRanges(t *testing.T) {
	t.Parallel()
	for price, want := range map[[2]int]string{{5, 15}: "budget", {10, 40}: "moderate", {25, 75}: "moderate", {80, 120}: "premium", {150, 900}: "premium"} {
		if got := (catalogue.Gift{Price: price}).PriceRange(); got != want {
			t.Errorf("%v: %s, want %s", price, got, want)
		}
	}
}
