package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// Where it is said what somebody loves, no more than two of five gifts are for anybody, whatever the occasion is.
func TestFewPresentsAreForAnybody(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, loves := range map[string][]string{
		"coworker who does triathlons, farewell present from the team, 80 euros": {"triathlon", "running", "cycling", "swimming"},
		"my friend is a sculptor, retirement present, about 60 dollars":          {"sculpture"},
		"a colleague who loves drones, farewell, around 40 dollars":              {"drones"},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		general := 0
		for _, h := range hits {
			if !slices.ContainsFunc(h.Interests, func(i string) bool { return slices.Contains(loves, i) }) {
				general++
			}
		}
		if len(hits) != 5 || general > 2 {
			t.Errorf("%s: %d are for anybody: %v", description, general, keys(hits))
		}
	}
}

// What is forgotten for the day, or given up, is not said to be loved either.
func TestForgottenIsNotLoved(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string][]string{
		"my mum is retiring, she works as a nurse, loves tea, £30": {"tea"},
		"retirement of our electrician uncle, loves golf, £30":     {"golf"},
		"my dad loves whisky and golf but he's off the whisky now": {"golf"},
	} {
		if loves := e.Recommend(t.Context(), search.Request{Description: description, Limit: 1}).Loves; !slices.Equal(loves, want) {
			t.Errorf("%s: loves %q, want %q", description, loves, want)
		}
	}
}

// Small children's passions, and those of grown-ups for a few dollars, bring at least so many gifts of them.
func TestSmallPassionsAreServed(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]struct {
		loved string
		least int
	}{
		"my son is 6 and mad about fishing, under 15 dollars":    {"fishing", 2},
		"niece 8 loves guinea pigs, around £15":                  {"pets-small", 4},
		"grandson 5 wants to be a detective, $20":                {"crime-fiction", 3},
		"5 year old who is obsessed with sharks, under £8":       {"sea-animals", 2},
		"Something for a space mad 5 year old under 10 dollars":  {"space", 2},
		"my daughter, 5, sings all day long, 20 euros":           {"singing", 3},
		"boy of 10, tractors and the farm, no toys, £20":         {"farm-and-tractors", 3},
		"five year old niece loves cars, £8":                     {"cars", 2},
		"birdwatcher colleague, under £10":                       {"birdwatching", 2},
		"dad goes fishing, has all the gear, 12 dollars":         {"fishing", 2},
		"cyclist colleague, secret santa under $10":              {"cycling", 2},
		"my friend loves cats and gin, £5":                       {"gin-and-rum", 1},
		"dad is a keen birder with all the optics already, £100": {"birdwatching", 4},
	} {
		hits := five(t, e, description)
		if n := count(hits, func(h search.Hit) bool { return slices.Contains(h.Interests, want.loved) }); n < want.least {
			t.Errorf("%s: %d gifts are for %s, want %d: %v", description, n, want.loved, want.least, keys(hits))
		}
	}
}

// What few play or make brings its own gifts where it is said, and none where its neighbour is.
func TestRareCraftsAreServed(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for assumed, sentences := range map[string][2]string{
		"mahjong":      {"mum plays mahjong every thursday, $60", "mum plays board games every thursday, $60"},
		"padel":        {"my wife plays padel, up to 40 euros", "my wife plays badminton, up to 40 euros"},
		"netball":      {"netball captain, 14, £20", "fitness fan, 14, £20"},
		"roller-derby": {"roller derby girl, 24, $30", "my sister, 24, goes roller skating, $30"},
		"banjo":        {"my friend plays the banjo, about $30", "my friend plays the accordion, about $30"},
		"brass":        {"my sister plays trumpet, $30", "my sister plays the flute, $30"},
		"ice-fishing":  {"He goes ice fishing every winter, 50 dollars", "He goes fishing every summer, 50 dollars"},
		"weaving":      {"sister weaves on her own loom, £40", "sister does needlework, £40"},
		"mosaic":       {"mosaic making aunt, $40", "aunt who makes ceramics, $40"},
		"bollywood":    {"uncle's into old Bollywood songs, $30", "uncle's into old film songs, $30"},
		"fifth-year":   {"wooden anniversary gift for my husband, $70", "anniversary gift for my husband, $70"},
	} {
		for i, description := range sentences {
			hits := five(t, e, description)
			if got := slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, assumed) }); got != (i == 0) {
				t.Errorf("%s: a gift assumes %s: %v; %v", description, assumed, got, keys(hits))
			}
		}
	}
}

// What somebody loves brings no gift for a neighbour of it: not every racket is for tennis, and not every singer is from Korea.
func TestNeighboursAreNotMeant(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, not := range map[string]string{
		"my husband plays padel, 60 to 100 euros":      "tennis",
		"my girlfriend loves ABBA, around $40":         "k-pop",
		"my aunt loves lipstick and wine, $30":         "hair",
		"my uncle plays bridge every week, up to $40":  "poker",
		"best friend, ice hockey, $35":                 "field-hockey",
		"friend who boulders and has a bulldog, €35":   "slim-dog",
		"grandma loves orchids, around $35":            "bonsai",
		"my brother is a firefighter and plays golf":   "recruit",
		"my wife drives an old Mini and likes jazz":    "new-driver",
		"my sister loves musicals and Bake Off, 30 $$": "k-drama",
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		if slices.ContainsFunc(hits, func(h search.Hit) bool { return slices.Contains(h.Assumes, not) }) {
			t.Errorf("%s: a gift assumes %s: %v", description, not, keys(hits))
		}
	}
	for description, first := range map[string]string{
		"my brother loves F1, around $40":                     "motor-racing",
		"boyfriend, Chicago Bears fan, up to $60":             "american-football",
		"my wife is a scuba diver, up to $100":                "diving",
		"my best friend loves BTS, turning 18, $40":           "pop-music",
		"work friend likes gin and her two cats, £25":         "cats",
		"grandma loves opera, believe it or not, and bonsai":  "orchids-and-bonsai",
		"my mate supports West Ham and brews beer, 60 pounds": "football",
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		if !slices.ContainsFunc(hits, func(h search.Hit) bool { return len(h.Interests) > 0 && h.Interests[0] == first }) {
			t.Errorf("%s: nothing for %s: %v; %s", description, first, keys(hits), e.Explain(description))
		}
	}
}

// A range of sums is none of thousands, and words for little money are a limit.
func TestSmallSumsAndRanges(t *testing.T) {
	t.Parallel()
	e := engine(t)
	if got := e.Recommend(t.Context(), search.Request{Description: "my dad likes golf. 70-100 dollars", Limit: 1}).Budget; got == nil || *got != (search.Span{Low: 70, High: 100}) {
		t.Errorf("70-100 dollars is read as %v", got)
	}
	for _, description := range []string{"neighbour, has a cat, something small", "my grandpa bowls and likes crosswords, nothing expensive", "my piano teacher, not expensive"} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			if h.Price[1] > 45 {
				t.Errorf("%s: %s costs %v", description, h.Key, h.Price)
			}
		}
	}
}

// Two gifts of one list are not one under two names.
func TestNoTwins(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, word := range map[string]string{
		"my husband loves Liverpool FC and beer, 40 quid": "scarf",
		"my sister loves climbing, around 40 euros":       "chalk",
		"mother, true crime and crime novels, $30":        "bestseller",
	} {
		n := 0
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, h := range hits {
			if strings.Contains(strings.ToLower(h.Name), word) {
				n++
			}
		}
		if n > 1 {
			t.Errorf("%s: %d times %s: %v", description, n, word, keys(hits))
		}
	}
}

// Words mean what their sentence makes of them.
func TestMeaningsOfWords(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]struct {
		loves []string
		not   string
	}{
		"mother-in-law, watches Montalbano, loves tulips":    {[]string{"crime fiction"}, "watches"},
		"my boss, sailing and watches, 55":                   {[]string{"sailing", "watches"}, ""},
		"my sister (31, doctor) who plays padel":             {[]string{"badminton and tennis"}, "science fiction"},
		"my brother loves Lego, Star Wars and IPAs":          {[]string{"lego and bricks", "science fiction"}, ""},
		"my dad loves smoking brisket and American football": {[]string{"american football"}, "football"},
	} {
		loves := e.Recommend(t.Context(), search.Request{Description: description, Limit: 1}).Loves
		for _, l := range want.loves {
			if !slices.Contains(loves, l) {
				t.Errorf("%s: loves %v, want %s", description, loves, l)
			}
		}
		if slices.Contains(loves, want.not) {
			t.Errorf("%s: loves %v, not %s", description, loves, want.not)
		}
	}
	if a := e.Recommend(t.Context(), search.Request{Description: "friend plays Catan with us, lives in 30 m2. 40€", Limit: 1}); a.Age != nil {
		t.Errorf("30 m2 is an age: %v", a.Age)
	}
	if got := e.Recommend(t.Context(), search.Request{Description: "my boss sails, group of 10 giving $10 each", Limit: 1}).Budget; got == nil || got.High != 100 {
		t.Errorf("ten at $10 are read as %v", got)
	}
}

// A diet is a limit: it does not take the places of what somebody loves.
func TestDietsAreNoPastimes(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, first := range map[string]string{
		"daughter-in-law, yoga teacher, vegan, around 50 dollars": "yoga",
		"friend, vegan, loves photography, about 40 dollars":      "photography",
	} {
		n := 0
		hits := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits
		for _, h := range hits {
			if len(h.Interests) > 0 && h.Interests[0] == first {
				n++
			}
		}
		if n < 3 {
			t.Errorf("%s: %d gifts for %s: %v", description, n, first, keys(hits))
		}
	}
}
