package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// What a sentence says was given does not come back, however and in whichever language it is said.
func TestGivenInTheSentence(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for line := range strings.Lines(`
mom who's into gardening. Last year: gloves. Year before: secateurs = glove secateurs
my mum loves gardening, previous gifts: gloves, watering can = glove can
my mum loves gardening. Last Christmas it was gloves, before that a watering can = glove can
mum loves gardening. Gloves were last year's present = glove
my sister loves gardening. She got gloves from my brother = glove
wife, gardening, we did secateurs last year = secateurs
brother loves gaming; he got headphones from me last year = headphones headset
my dad loves coffee. Already given: mug, grinder = mug grinder
dad, coffee fan. In 2023 he received a mug from us = mug
my wife loves yoga. For her birthday she got a yoga mat = mat
my sister loves yoga. A yoga mat was her Christmas present = mat
my husband loves coffee. The mug I gave him last year was a hit = mug
my boyfriend loves climbing. Last time: chalk bag = bag
my brother loves cooking. Past gifts include a knife and an apron = knife apron
my brother loves cooking. We went with an apron last Christmas = apron
my brother loves cooking. I ended up getting him an apron last year = apron
my brother loves cooking. His last present from us was an apron = apron
my brother loves cooking. He was gifted an apron = apron
my brother loves cooking. He received an apron for his birthday = apron
my brother loves cooking. apron - done that already = apron
my brother loves cooking. An apron he has = apron
my brother loves cooking. Apron? Gave him that in 2022 = apron
my brother loves cooking. did an apron two years ago = apron
my brother loves cooking. 2023: apron, 2024: cookbook = apron cookbook
my brother loves cooking (last year: apron) = apron
my brother loves cooking. He's had an apron and a wok from us already = apron wok
my brother loves cooking; an apron was what he got last year = apron
my brother loves cooking. I presented him with an apron last year = apron
my brother loves cooking. so far he's had an apron = apron
my sister loves candles and reading. Previously: candle = candle
my sister loves knitting. Presents she's already had: yarn bowl, needle set = bowl
my dad loves gardening. Last birthday I went for gloves = glove
my dad loves gardening. Gloves last year, secateurs the year before = glove secateurs
minha mãe adora jardinagem, ano passado dei luvas = glove
minha mãe adora jardinagem, já dei luvas e um regador = glove can
minha irmã ama café; no natal passado ganhou uma caneca = mug
meu pai adora cozinhar. Da última vez: avental, faca = apron knife
meu avô, jardinagem. Luvas foram o presente do ano passado = glove
a mi madre le encanta la jardinería, le regalé guantes = glove
mi padre, jardinería, regalos anteriores: guantes y regadera = glove can
a mi hermana le encanta el yoga, ya tiene una esterilla = mat
a mi novia le encanta el yoga, la esterilla ya la tiene = mat
a mi abuela le gusta cocinar, la navidad pasada recibió un delantal = apron
ma mère adore le jardinage, je lui ai offert des gants = glove
mon frère adore le café, à Noël dernier on lui a offert une tasse = mug
mon père aime cuisiner, déjà offert : tablier, couteau = apron knife
ma mère aime cuisiner, la dernière fois c'était un tablier = apron
meine Mutter liebt Gartenarbeit, letztes Jahr habe ich ihr Handschuhe geschenkt = glove
mein Bruder liebt Kaffee, Tasse hat er schon bekommen = mug
meine Schwester liebt Yoga, Yogamatte hat sie schon = mat
mein Vater gärtnert gern, letztes Jahr gab es Handschuhe, davor eine Gießkanne = glove can
Opa kocht gern. Schon geschenkt: Schürze, Messer = apron knife
mia madre ama il giardinaggio, le ho regalato dei guanti = glove
mia sorella ama lo yoga, ha già un tappetino = mat
mia nonna ama cucinare, a Natale scorso ha ricevuto un grembiule = apron
mio fratello ama cucinare, il grembiule ce l'ha già = apron
`) {
		description, given, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			continue
		}
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 10}).Hits {
			for noun := range strings.FieldsSeq(given) {
				if search.Is(h.Gift, noun) {
					t.Errorf("%s: %s; %s", description, h.Name, e.Explain(description))
				}
			}
		}
	}
}

// What happened last year, and what somebody has or does besides, is no present.
func TestNotGiven(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, love := range map[string]string{
		"my mum retired last year, gardening and fishing":               "gardening",
		"my brother started running last year":                          "running",
		"my dad got into woodworking last year":                         "woodworking",
		"she had a hip operation last year and loves jigsaws":           "jigsaws",
		"he took up sailing two years ago":                              "sailing",
		"He had a heart attack last year and likes to cook":             "cooking",
		"my uncle got a Garmin watch last Christmas and runs every day": "running",
		"Her old bike was stolen last year, she loves cycling":          "cycling",
		"my dad got a telescope last year and is mad about the stars":   "astronomy",
		"past gifts she loved were books, she reads crime novels":       "crime-fiction",
		"last year we went hiking together and she loved it":            "hiking",
	} {
		hits := five(t, e, description)
		if count(hits, func(h search.Hit) bool { return slices.Contains(h.Interests, love) }) < 2 {
			t.Errorf("%s: %v; %s", description, keys(hits), e.Explain(description))
		}
	}
}
