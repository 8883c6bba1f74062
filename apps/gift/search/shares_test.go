package search_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/gift/search"
)

// What several people give together adds up; what several people get is shared out.
func TestShares(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]*search.Span{
		"we are five colleagues putting in $15 each for our boss, who retires": {22, 75},
		"there are six of us, $10 each, for a friend who cycles":               {18, 60},
		"from 20 families, 2 dollars each, for the crossing guard":             {12, 40},
		"between four friends we give 20 dollars each, she gets married":       {24, 80},
		"Somos seis y ponemos 10 € cada uno para un compañero":                 {19, 66},
		"regalo para mi jefe, somos ocho y ponemos 10 euros":                   {26, 88},
		"what could our book club of eight women give Anne, 5 euros each":      {13, 44},
		"all eight grandchildren can give, 10 euros each, for grandma":         {26, 88},
		"wir sind zu sechst und geben je 10 Euro für eine Kollegin":            {19, 66},
		"nous sommes quatre et donnons 15 euros chacun pour une collègue":      {19, 66},
		"siamo in cinque e mettiamo 20 euro a testa per un collega":            {33, 110},
		"professora de inglês, 5 pais dando 20 reais cada um":                  {5, 18},
		"Lehrerin zum Abschied, 20 Kinder geben je 2 Euro":                     {13, 44},
		"we're eight people at 15 each, for our boss":                          {36, 120},
		"siamo in otto a 15 euro, per il mio capo":                             {39, 132},
		"24 small gifts for an advent calendar, my wife, 96 dollars in total":  {1, 4},
		"20 little presents for my wife's advent calendar, around $80 total":   {2, 5},
		"we are 6 grandchildren at 30 euros each, for our grandparents":        {59, 198},
		"per i nonni, siamo in 4 nipoti e mettiamo 40 euro ciascuno":           {52, 176},
		"boss is leaving, team of nine, 12 dollars each":                       {32, 108},
		"for the whole team (8 people), 6 dollars each":                        {1, 6},
		"on est trois à donner 50 euros, mes parents":                          {49, 165},
		"our CEO turns 50, five managers pooling 60 dollars each":              {90, 300},
		"20 dollars from each of the 6 of us, for my brother":                  {36, 120},
		"on est 10 à donner 8 euros, un collègue":                              {26, 88},
		"regalo para mi jefa, 8 personas a 10 euros":                           {26, 88},
		"100 dollars for four bridesmaids":                                     {7, 25},
		"a priest, he loves football, group of 20, 10 euro each":               {66, 220},
		"choir director retiring, 30 singers, 5 euros each":                    {49, 165},
		"mi jefa se jubila, somos 12 y ponemos 10 euros":                       {39, 132},
		"6 friends sharing, 10 dollars each, for a friend who turns 40":        {18, 60},
		"maîtresse de CP, fin d'année, 25 parents à 3 euros":                   {24, 83},
		"for a group of 6, 10 dollars each":                                    {3, 10},
		"bridesmaids x4, budget of $100 altogether":                            {7, 25},
		"four nieces, 10 dollars each":                                         {3, 10},
		"$300 between the four of us for their wedding":                        {90, 300},
		"we are four to join in, 20 dollars each, for a colleague":             {24, 80},
		"collègue, on est quatre à participer, 20 € chacun":                    {26, 88},
		"wir sind zu fünft und machen mit, je 20 Euro, für eine Kollegin":      {33, 110},
		"somos cuatro a participar, 20 € cada uno, para un compañero":          {26, 88},
		"participamos cuatro, 20 € cada uno, para un compañero":                {26, 88},
		"somos quatro a participar, 20 € cada um, para uma colega":             {26, 88},
		"siamo in quattro a partecipare, 20 € a testa, per un collega":         {26, 88},
		"twin boys, 40 dollars for both":                                       {12, 40},
		"60 dollars for 3 kids, one thing to share":                            {18, 60},
	} {
		if diff := cmp.Diff(want, e.Recommend(t.Context(), search.Request{Description: description, Limit: 3}).Budget); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Where many give together and nobody says how much, a trifle would not do.
func TestManyGiveMoreThanTrifles(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, h := range five(t, e, "kindergarten teacher, end of year, we are 18 families, no mugs") {
		if h.Price[1] < 20 {
			t.Errorf("%s costs %v", h.Key, h.Price)
		}
	}
}

// What is refused is not suggested, in whatever words and in six languages: a line of refusals.txt is a description and what no gift
// may contain, be about or be called.
func TestRefusals(t *testing.T) {
	t.Parallel()
	e := engine(t)
	raw, err := os.ReadFile("testdata/refusals.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		description, never, _ := strings.Cut(strings.TrimSpace(line), " | ")
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 10})
		if a.Fallback || len(a.Hits) == 0 {
			t.Errorf("%s: nothing fits", description)
		}
		for _, h := range a.Hits {
			about := slices.Concat(h.Interests[:min(2, len(h.Interests))], h.Categories, h.Contains, strings.Fields(strings.ToLower(h.Name)))
			for _, never := range strings.Fields(never) {
				if slices.Contains(about, never) {
					t.Errorf("%s: %s has %s, %s", description, h.Key, never, e.Explain(description))
				}
			}
		}
	}
}

// What follows from a diet, an illness or an allergy is left out, though nobody says so.
func TestImplied(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct{ description, never string }{
		{"my grandpa doesn't drink and likes crosswords", "alcohol beer wine whisky cocktails"},
		{"my brother quit drinking, he likes barbecues", "alcohol beer wine whisky cocktails"},
		{"mon père ne boit plus, il aime la pétanque", "alcohol beer wine whisky cocktails"},
		{"nonna diabetica che fa l'uncinetto", "sugar chocolate"},
		{"my mum can't have sugar and loves treats", "sugar chocolate"},
		{"my deaf friend loves gadgets and evenings in", "music karaoke"},
		{"my granddad is blind and loves company", "book jigsaws photo"},
		{"vegan friend who loves a good table", "animal-products dairy meat leather wool cheese beekeeping"},
		{"a friend who can't eat garlic, onions, dairy", "dairy"},
		{"toddler of 2 who loves music, nothing noisy please", "strobe-or-noise musical-instrument"},
		{"Oma ist Diabetikerin, keine Schokolade", "sugar chocolate"},
		{"mi suegra es celíaca y le gusta la cocina", "gluten"},
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 10}).Hits {
			if slices.Contains(h.Situations, "low-vision") {
				continue // made for just this
			}
			for _, never := range strings.Fields(c.never) {
				if slices.Contains(slices.Concat(h.Interests[:min(2, len(h.Interests))], h.Categories, h.Contains), never) {
					t.Errorf("%s: %s has %s", c.description, h.Key, never)
				}
			}
		}
	}
}
