package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/gift/search"
)

// The gift is for whom it is expressly for, and has the age of that person, not of who asks.
func TestReadsForWhom(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]search.Person{
		"my brother's wife gave birth last week, want something for the newborn": {Word: "the newborn", Age: &search.Span{Low: 0, High: 0}},
		"my cousin just had a baby boy, a present for the little one":            {Age: &search.Span{Low: 0, High: 0}},
		"I'm 15 and want to get my grandma something nice":                       {Word: "your grandma", Age: &search.Span{Low: 60, High: 95}},
		"im 12 and need a gift for my friend who is turning 13":                  {Word: "your friend", Age: &search.Span{Low: 13, High: 13}},
		"ich bin 14 und suche etwas für meine Schwester, sie wird 18":            {Word: "your sister", Age: &search.Span{Low: 18, High: 18}},
		"thank you for our son's swimming coach":                                 {Word: "your son's swimming coach"},
		"regalo para la profesora de mi hijo":                                    {Word: "your teacher"},
		"mia sorella ha appena avuto un bambino, qualcosa per il piccolo":        {Age: &search.Span{Low: 0, High: 0}},
		"tengo 15 años y busco algo para mi amiga, 20 años":                      {Word: "your friend", Age: &search.Span{Low: 20, High: 20}},
		"present for a 1st birthday, the mum asked for no plastic toys":          {Age: &search.Span{Low: 1, High: 1}},
		"girl, 7, into slime, her dad has forbidden slime":                       {Age: &search.Span{Low: 7, High: 7}},
		"a friend who is 6 months sober":                                         {Word: "a friend"},
		"my son 10 has a scooter":                                                {Word: "your son", Age: &search.Span{Low: 10, High: 10}},
		"my sister became a mum, a treat for the new mum and not the baby":       {Word: "the new mum"},
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Person
		got.Loves = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Rough sums are no ages, and what everybody gives is added up.
func TestReadsRoughSums(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]search.Person{
		"girlfriend, nothing too big, 30-ish euros":               {Budget: &search.Span{Low: 9, High: 33}},
		"my friend's brother lends us his van, thanks, around 35": {Budget: &search.Span{Low: 17, High: 42}},
		"collègue, une quarantaine d'euros":                       {Budget: &search.Span{Low: 22, High: 53}},
		"their 40th anniversary, they have a book of the 30th":    {},
		"anniversaire de mariage de mes parents, 35 ans":          {},
		"stepbrother 31, has a truck":                             {Age: &search.Span{Low: 31, High: 31}},
		"friend, 40ish, loves gin, 25ish":                         {Age: &search.Span{Low: 40, High: 49}, Budget: &search.Span{Low: 7, High: 25}},
		"flatmate who paints, christmas, 20ish":                   {Budget: &search.Span{Low: 6, High: 20}},
		"seven of us and everybody gives 10 dollars, boss":        {Budget: &search.Span{Low: 21, High: 70}},
		"we are 12 colleagues and each chips in 4 dollars, boss":  {Budget: &search.Span{Low: 14, High: 48}},
		"my sister, 22, 40 dollars":                               {Age: &search.Span{Low: 22, High: 22}, Budget: &search.Span{Low: 12, High: 40}},
		"daughter, 10, $25, loves drawing":                        {Age: &search.Span{Low: 10, High: 10}, Budget: &search.Span{Low: 7, High: 25}},
		"she likes climbing and cats. like 15-20":                 {Budget: &search.Span{Low: 15, High: 20}},
		"my friend plays the guitar and likes a beer. 25 or so":   {Budget: &search.Span{Low: 7, High: 25}},
		"coach, from the whole team, 23 kids 3 dollars each":      {Budget: &search.Span{Low: 20, High: 69}},
		"we're 6 friends pooling 20 dollars each for a colleague": {Budget: &search.Span{Low: 36, High: 120}},
		"brother, $20 - $30":                                      {Budget: &search.Span{Low: 20, High: 30}},
		"aunt, 30 – 40 dollars":                                   {Budget: &search.Span{Low: 30, High: 40}},
		"my son, 15, loves chess, around 40":                      {Age: &search.Span{Low: 15, High: 15}, Budget: &search.Span{Low: 20, High: 48}},
		"for my dad, loves wine, about 100":                       {Budget: &search.Span{Low: 50, High: 120}},
	} {
		got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Person
		got.Loves, got.Word = nil, ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// What is refused or there already stays away, and the pastime stays.
func TestPastimeStays(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, c := range []struct{ description, pastime, never string }{
		{"girlfriend loves skiing, but not skis, she is fussy about those", "skiing-and-snowboarding", ""},
		{"dad loves golf but please no golf balls", "golf", "golf-balls-sleeve-and-pencil-book"},
		{"padre ha già tutti gli attrezzi, ama il fai da te", "diy", "magnetic-wristband"},
		{"nephew, 8, mad about football, his parents have banned screens", "football", "football-video-game"},
		{"brother who loves chocolate and hiking, allergic to wool and nuts", "hiking", "praline-box"},
		{"niece, 4, loves dinosaurs, no toys that need batteries", "dinosaurs", "walking-dinosaur"},
		{"he already has a dslr and two lenses", "photography", ""},
		{"sister knits, she has tons of yarn", "knitting", "hand-dyed-sock-yarn"},
		{"grandpa is diabetic, likes playing cards", "poker-and-card-games", "low-carb-diabetic-cookbook"},
		{"birdwatcher, has good binoculars", "birdwatching", "binoculars-for-the-night-and-the-stadium"},
		{"uncle keeps bees, he loves beekeeping and has all the equipment", "beekeeping", "beekeeper-smoker-and-tool"},
	} {
		hits := e.Recommend(t.Context(), search.Request{Description: c.description, Limit: 5}).Hits
		serve := 0
		for _, h := range hits {
			if slices.Contains(h.Interests, c.pastime) {
				serve++
			}
		}
		if serve < 2 || slices.Contains(keys(hits), c.never) {
			t.Errorf("%s: %v; %s", c.description, keys(hits), e.Explain(c.description))
		}
	}
}

// Sums are read from a mere sign, a guess, what one could go to, and a bare figure behind what somebody loves.
func TestReadsBareSums(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]*search.Span{
		"housemate who knits, <15":                               {0, 15},
		"Mitbewohnerin strickt gern, <15 €":                      {0, 17},
		"cousin paints. ~40":                                     {20, 48},
		"cousin paints, ≤ 30":                                    {0, 30},
		"new neighbour, loves herbs. Maybe 20?":                  {6, 20},
		"meine Nachbarin mag Kräuter. Vielleicht 20?":            {6, 20},
		"ma voisine aime les herbes. Peut-être 20 ?":             {6, 20},
		"mi vecina adora las plantas. Quizás 20?":                {6, 20},
		"la mia vicina ama le piante. Forse 20?":                 {6, 20},
		"minha vizinha adora plantas. Talvez 20?":                {6, 20},
		"my wife loves sailing and tea. We could go up to 180.":  {0, 180},
		"sister who sews, could stretch to 70":                   {0, 70},
		"puedo llegar a 70, a mi hermana le gusta la costura":    {0, 70},
		"posso arrivare a 70, mia sorella ama cucire":            {0, 70},
		"boyfriend loves surfing, 45":                            {13, 45},
		"mein Freund liebt Surfen, 45":                           {13, 45},
		"boyfriend loves surfing, 43":                            nil,
		"gf who climbs 4 times a week, 40":                       {12, 40},
		"husband, football fan and homebrewer, 50":               {15, 50},
		"my niece is 14, into anime, hates pink. 35":             {10, 35},
		"colleague loves cheese, farewell, 40":                   {12, 40},
		"friend getting married to a baker, 100":                 {30, 100},
		"thanks for the neighbour, she has two cats. about 15":   {7, 18},
		"coach of the volleyball team, parents give 80 together": {24, 80},
		"my boss, opera lover, the team has 150":                 {45, 150},
		"coworker leaving for Japan, we collected 60":            {18, 60},
		"birthday gift for dad, 70":                              nil,
		"a present for my wife, 45":                              nil,
		"my colleague, 40":                                       nil,
		"my grandma loves whist, 85":                             nil,
		"my son likes judo, 10":                                  nil,
		"my colleague is maybe 40, loves tea":                    nil,
		"my cousin, ~30, loves tea":                              nil,
		"my cousin, 45, loves surfing":                           nil,
	} {
		if diff := cmp.Diff(want, e.Recommend(t.Context(), search.Request{Description: description, Limit: 3}).Budget); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Whole kinds of things are refused by one word.
func TestRefusesKinds(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, never := range map[string][]string{
		"my flatmate loves plants but her cat eats plants":                          {"plant"},
		"friend who likes reading and plants, her rabbit eats everything green":     {"plant"},
		"pour la maîtresse de mon fils, rien à manger":                              {"food"},
		"un regalo per due bambini di 3 e 6 anni, niente schermi":                   {"computer"},
		"student, 17, flies home soon, no liquids or food":                          {"food", "drink", "bath-and-body"},
		"stepson, 12, plays basketball, not another screen thing":                   {"computer"},
		"my sister just had a baby, something for her and not for the baby":         {"baby"},
		"une amie vient d'accoucher, quelque chose pour elle et pas pour le bébé":   {"baby"},
		"mother in law can't use her right hand, she likes audiobooks and knitting": {"craft-kit", "musical-instrument"},
		"nonna, 80 anni, niente candele e niente cibo, ama i fiori":                 {"food"},
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits {
			if slices.ContainsFunc(h.Categories, func(c string) bool { return slices.Contains(never, c) }) {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
	}
}

// Those who look after others by their work get what one gives to people from work, whoever they look after; somebody who is one stays who
// they are.
func TestThoseWhoCare(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{
		"something for the nurses who looked after my aunt":         "colleague",
		"my grandad's carer, likes puzzles, 20 pounds":              "colleague",
		"the care assistant who visits my dad, likes baking":        "colleague",
		"our school's janitor loves cricket, 15":                    "colleague",
		"für die Altenpflegerin meines Opas, mag Kaffee":            "colleague",
		"pour l'auxiliaire de vie de mon père, elle aime le jardin": "colleague",
		"para el cuidador de mi padre, le gusta el café":            "colleague",
		"para o cuidador do meu pai, gosta de café":                 "colleague",
		"per la badante di mio padre, ama il caffè":                 "colleague",
		"my cousin is a nurse and bakes":                            "cousin",
		"my grandson, 16, wants to be a paramedic":                  "grandson",
		"my wife, a paramedic, loves jazz":                          "wife",
	} {
		// what is asked before must leave no trace: phrases are shared by all requests
		if got := e.Explain(description); strings.Contains(got, "recipient/colleague ") != (want == "colleague") {
			t.Errorf("%s: %s", description, got)
		}
	}
	if a := e.Recommend(t.Context(), search.Request{Description: "my gran's carer, likes tea", Limit: 5}); a.Age != nil {
		t.Errorf("the carer is as old as whom they look after: %v", a.Age)
	}
}

// Bans of whole kinds and what a body, a home or a belief allows, in six languages: nothing found is about that or says it.
func TestLimitsOfLives(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, never := range map[string]string{
		"naming day gift for my nephew, 1, his parents aren't religious":       "spirituality",
		"cadeau de baptême pour mon filleul, les parents ne sont pas croyants": "spirituality",
		"Taufgeschenk für mein Patenkind, die Eltern sind nicht religiös":      "spirituality",
		"regalo di battesimo per mio nipote, i genitori non sono religiosi":    "spirituality",
		"regalo de bautizo para mi sobrino, los padres no son religiosos":      "spirituality",
		"presente de batismo, os pais não são religiosos":                      "spirituality",
		"niece, 10, loves Minecraft and drawing, nothing electronic":           "computer batteries drones coding",
		"Nichte, 10, mag Minecraft und Zeichnen, nichts Elektronisches":        "computer batteries drones coding",
		"nièce de 10 ans, Minecraft et dessin, rien d'électronique":            "computer batteries drones coding",
		"sobrina de 10 años, Minecraft y dibujo, nada electrónico":             "computer batteries drones coding",
		"nipote di 10 anni, Minecraft e disegno, niente di elettronico":        "computer batteries drones coding",
		"sobrinha de 10 anos, Minecraft e desenho, nada eletrônico":            "computer batteries drones coding",
		"vegan flatmate who loves tea and chocolate":                           "animal-products dairy meat leather wool beekeeping",
		"my godmother can no longer walk far, she loves birds":                 "hiking running climbing",
		"meine Patentante ist schlecht zu Fuß, sie liebt Vögel":                "hiking running climbing",
		"ma marraine marche difficilement, elle aime les oiseaux":              "hiking running climbing",
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 8})
		if len(a.Hits) < 5 {
			t.Errorf("%s: only %v", description, keys(a.Hits))
		}
		for _, h := range a.Hits {
			about := slices.Concat(h.Interests[:min(2, len(h.Interests))], h.Categories, h.Contains)
			if slices.ContainsFunc(about, func(s string) bool { return slices.Contains(strings.Fields(never), s) }) {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
	}
}

// Whoever does for long, teaches or has all of what they love gets nothing that is made for beginners.
func TestExpertsAreNoBeginners(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for _, description := range []string{
		"my uncle teaches crochet and embroidery, 40 dollars",
		"semi-pro archer, 28, my cousin, up to $60",
		"my wife has everything for silver jewellery making already, 60",
		"meine Tante unterrichtet Häkeln, 40 Euro",
		"ma tante enseigne le crochet, 40 euros",
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			if slices.Contains(h.Assumes, "beginner") {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
	}
}

// Who only watches a sport gets nothing to do it with, and who watches birds gets what one watches them with.
func TestWatchersDoNotPlay(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, sport := range map[string]string{
		"my granddad watches tennis all day long":              "badminton-and-tennis",
		"my nana follows the snooker on telly, 30 pounds":      "snooker-and-pool",
		"aunt who loves golf on TV":                            "golf",
		"mein Großvater schaut jeden Abend Fußball":            "football",
		"mon grand-père regarde le tennis à la télé, 40 euros": "badminton-and-tennis",
		"mio zio guarda il ciclismo in tv, 40 euro":            "cycling",
		"mi abuelo ve el fútbol en la tele":                    "football",
	} {
		a := e.Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		served := 0
		for _, h := range a.Hits {
			if h.Interests == nil || h.Interests[0] != sport {
				continue
			}
			served++
			if slices.Contains([]string{"sport", "tool", "class", "fitness", "bicycle"}, h.Categories[0]) {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
		if served < 2 {
			t.Errorf("%s: %v; %s", description, keys(a.Hits), e.Explain(description))
		}
	}
	played := e.Recommend(t.Context(), search.Request{Description: "my granddad plays tennis all day long", Limit: 10}).Hits
	if !slices.ContainsFunc(played, func(h search.Hit) bool { return h.Categories[0] == "sport" }) {
		t.Errorf("who plays gets nothing to play with: %v", keys(played))
	}
}
