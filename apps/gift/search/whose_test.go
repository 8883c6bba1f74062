package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// Other people in the sentence are not the recipient, and their ages are not the recipient's.
func TestWhoseGift(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{
		"a mother of two kids (4 and 7) who loves running":             "running",
		"my sister, whose son is 5, loves baking":                      "baking",
		"my brother is going to be a dad, he likes woodworking":        "woodworking",
		"Mom loves knitting and her grandchildren (3 and 6)":           "knitting",
		"my aunt has three boys, 4, 6 and 9, and loves jazz":           "jazz",
		"my sister has a toddler who loves dinosaurs; she likes yoga":  "yoga",
		"a father of twins who plays golf":                             "golf",
		"my friend, whose kids are 2 and 5, is mad about sailing":      "sailing",
		"a dad of a 4 year old who plays chess":                        "chess",
		"my colleague is about to become a grandmother, loves pottery": "pottery",
		"my wife, we have a 3-year-old daughter, loves embroidery":     "embroidery",
		"my boss raising two teenage sons, plays the piano":            "piano",
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		if a.Age != nil && a.Age.Low < 18 {
			t.Errorf("%s: aged %v", description, *a.Age)
		}
		n := 0
		for _, h := range a.Hits {
			if h.Ages[1] < 18 {
				t.Errorf("%s: %s is for children", description, h.Key)
			}
			if slices.Contains(h.Interests, want) {
				n++
			}
		}
		if n < 2 {
			t.Errorf("%s: %d for %s in %v; %s", description, n, want, keys(a.Hits), e.Explain(description))
		}
	}
	for description, age := range map[string]int{"my best friend is turning 40 and loves beer": 40, "my sister (her kids are 4 and 7) is 36": 36, "girl, 8, her brother is 5": 8, "my niece is 9": 9} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Age == nil || a.Age.Low != age {
			t.Errorf("%s: aged %v", description, a.Age)
		}
	}
}

// What a child's parents want is no present for them, nor is what they give together, or what somebody does with the kids.
func TestParentsHaveASay(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, word := range map[string]string{
		"for a 14yo boy who plays football, mum wants no screens, €35":                      "",
		"4 yr old girl loves unicorns, mum is fed up with glitter, $20":                     "",
		"my nephew, 5, loves drums, his parents beg for nothing loud":                       "your nephew",
		"present for the crossing lady at school who is retiring, all parents chip in":      "",
		"For the lady at the library who reads to the kids, something handmade, 15 dollars": "",
		"my mum wants something for her garden, $30":                                        "your mum",
	} {
		if a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}); a.Word != word {
			t.Errorf("%s: for %q, aged %v: %v", description, a.Word, a.Age, keys(a.Hits))
		}
	}
}

// Nothing costs more at its upper end than may be spent, unless nothing costs as little; then the answer says so.
func TestBudgetIsALimit(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, most := range map[string]int{
		"my dad loves woodworking, under $30": 30, "secret santa, £10": 13, "my niece, 9, horses, below 20 euros": 22, "wife, pottery and wine, max $25": 25,
		"namorada, gatos, até R$ 100": 18, "a teenager who skates, $15 tops": 15,
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10})
		if len(a.Hits) != 10 || a.Beyond {
			t.Errorf("%s: %d gifts, beyond the budget: %v", description, len(a.Hits), a.Beyond)
		}
		for _, h := range a.Hits {
			if h.Price[1] > most {
				t.Errorf("%s: %s costs %v", description, h.Key, h.Price)
			}
		}
	}
	a := e.Recommend(t.Context(), search.Request{Description: "my dad loves woodworking, under $2", Limit: 5})
	if !a.Beyond || len(a.Hits) == 0 {
		t.Fatalf("under $2: %+v", a)
	}
	for _, h := range a.Hits {
		if h.Price[1] > 20 {
			t.Errorf("under $2: %s costs %v", h.Key, h.Price)
		}
	}
}

// What was given does not come back, however it is named, and what stands beside it does.
func TestGivenNeverComesBack(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct{ description, past, never, some string }{
		{"my girlfriend loves yoga", "Blue Lululemon yoga mat, Christmas 2022", "mat", "yoga"},
		{"I gave her a yoga mat last year. My sister loves yoga", "", "mat", "yoga"},
		{"not another yoga mat please, my flatmate teaches yoga", "", "mat", "yoga"},
		{"my brother plays bass, he has a tuner already", "", "tuner", "bass-and-guitar"},
		{"my mum loves knitting, she already has a yarn bowl and a needle set", "", "bowl", "knitting"},
		{"my dad loves coffee", "a red thermos mug with his name on it", "mug", "coffee"},
		{"my wife loves candles and reading; no more candles though", "", "candle", "reading"},
		{"my aunt loves embroidery. I bought her a scarf for her birthday and a candle at Christmas", "", "scarf", "embroidery"},
		{"my uncle loves whisky", "set of two whisky glasses from Scotland", "glasses", "whisky"},
	} {
		r := search.Request{Description: c.description, Limit: 10}
		if c.past != "" {
			r.Past = []string{c.past}
		}
		hits, met := e.Recommend(t.Context(), r).Hits, false
		for _, h := range hits {
			if search.Is(h.Gift, c.never) {
				t.Errorf("%s, given %q: %s", c.description, c.past, h.Name)
			}
			met = met || slices.Contains(h.Interests, c.some)
		}
		if !met {
			t.Errorf("%s, given %q: nothing for %s in %v", c.description, c.past, c.some, keys(hits))
		}
	}
}

// Feeding each list back gives a full list of gifts nobody has seen, for eight rounds, and for the first ones of what they love.
func TestRoundsDoNotRunOut(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, love := range map[string]string{
		"my dad who loves woodworking, under $60": "woodworking", "mum, 60, gardening and tea": "gardening", "my niece is 9 and loves horses, $30": "", "boyfriend who climbs": "climbing",
	} {
		r, seen := search.Request{Description: description, Limit: 5}, map[string]bool{}
		for round := range 8 {
			a := e.Recommend(t.Context(), r)
			if len(a.Hits) != 5 || a.Fallback {
				t.Errorf("%s, round %d: %d gifts, fallback %v", description, round, len(a.Hits), a.Fallback)
			}
			if round < 2 && love != "" && !slices.ContainsFunc(a.Hits, func(h search.Hit) bool { return slices.Contains(h.Interests, love) }) {
				t.Errorf("%s, round %d: nothing for %s in %v", description, round, love, keys(a.Hits))
			}
			names := ""
			for _, h := range a.Hits {
				if seen[h.Key] {
					t.Errorf("%s, round %d: %s again", description, round, h.Key)
				}
				seen[h.Key] = true
				names += h.Name + "; "
				if a.Budget != nil && h.Price[1] > a.Budget.High {
					t.Errorf("%s, round %d: %s costs %v", description, round, h.Key, h.Price)
				}
			}
			r.Past = append(r.Past, names)
		}
	}
}

// A star moves at least three of the next five gifts, and towards what was starred.
func TestAStarMovesTheList(t *testing.T) {
	t.Parallel()
	e := engine(t)
	gifts, _ := parts(t)
	for _, description := range []string{
		"my dad who loves woodworking and chess", "a friend who loves gardening, cooking and photography", "my sister, 34, sails, bakes and reads crime novels", "mum, 60, who likes tea, walking and her dog",
		"boyfriend who climbs and cooks", "colleague who likes cats and coffee, under $40",
	} {
		plain := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, star := range plain {
			next := e.Recommend(t.Context(), search.Request{Description: description, Starred: []string{star.ID()}, Limit: 5}).Hits
			news, alike := 0, 0
			for _, h := range next {
				if !slices.ContainsFunc(plain, func(p search.Hit) bool { return p.Key == h.Key }) {
					news++
				}
				if common(h.Gift, star.Gift) {
					alike++
				}
			}
			left := 0 // gifts for the same interests that could be shown
			for _, g := range gifts {
				if slices.ContainsFunc(g.Interests, func(i string) bool { return slices.Contains(star.Interests, i) }) && g.Price[1] <= 40 &&
					!slices.ContainsFunc(plain, func(p search.Hit) bool { return p.Key == g.Key }) {
					left++
				}
			}
			if news < 3 || alike < min(3, left-2) { // some of those are for other people
				t.Errorf("%s, starred %s: %d new, %d alike of %d: %v", description, star.Key, news, alike, left, keys(next))
			}
		}
	}
}

// Rounds with stars, which leave out by name what was shown and not starred, show nothing again and do not skip what fits next.
func TestStarredRounds(t *testing.T) {
	t.Parallel()
	e := engine(t)
	next := 0 // gifts that would have come next without a star
	for _, description := range []string{"my dad who loves woodworking and chess", "my sister, 34, sails, bakes and reads crime novels", "colleague who likes cats and coffee, under $40"} {
		r, seen, names := search.Request{Description: description, Limit: 5}, map[string]bool{}, []string(nil)
		plain := e.Recommend(t.Context(), r).Hits
		for round := range 6 {
			a := e.Recommend(t.Context(), r)
			if len(a.Hits) != 5 || round > 0 && !a.Starred {
				t.Errorf("%s, round %d: %v", description, round, keys(a.Hits))
			}
			for at, h := range a.Hits {
				if seen[h.Key] {
					t.Errorf("%s, round %d: %s again", description, round, h.Key)
				}
				if seen[h.Key] = true; at == 0 {
					r.Starred = append(r.Starred, h.ID())
				} else {
					names = append(names, h.Name)
				}
			}
			switch round {
			case 0:
				plain = e.Recommend(t.Context(), search.Request{Description: description, Past: []string{joinNames(plain)}, Limit: 5}).Hits
			case 1:
				next += count(a.Hits, func(h search.Hit) bool { return slices.Contains(keys(plain), h.Key) })
			}
			r.Past = []string{strings.Join(names, "; ")}
		}
	}
	if next == 0 {
		t.Error("what would have come next is never shown")
	}
}

func joinNames(hits []search.Hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, h.Name)
	}
	return strings.Join(all, "; ")
}

func common(a, b catalogue.Gift) bool {
	return slices.ContainsFunc(slices.Concat(a.Interests, a.Situations, a.Categories), func(s string) bool {
		return slices.Contains(slices.Concat(b.Interests, b.Situations, b.Categories), s)
	})
}

// Whose parents are spoken of is who gets the present, and of their age.
func TestParentsOfAChildAreAside(t *testing.T) {
	t.Parallel()
	a := engine(t).Recommend(t.Context(), search.Request{Description: "present for a boy turning 3, no noise please, his parents live upstairs from us", Limit: 5})
	if a.Age == nil || a.Age.Low != 3 {
		t.Errorf("age %v", a.Age)
	}
	for _, h := range a.Hits {
		if h.Ages[0] > 3 {
			t.Errorf("%s is for people from %d on", h.Key, h.Ages[0])
		}
	}
}
