package search_test

import (
	"testing"

	"berth/apps/gift/search"
)

// The answer says when a description is not English.
func TestForeign(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]bool{
		"Meine Schwester wird 30 und liebt Töpfern":                            true,
		"mi madre tiene 60 años y le gusta la jardinería":                      true,
		"mon frère aime le vélo et la bière":                                   true,
		"mia zia ama il teatro e la musica lirica":                             true,
		"minha mãe adora plantas e o mar":                                      true,
		"mijn zus houdt van lezen en van de zee":                               true,
		"моя мама любит читать и вязать":                                       true,
		"父は釣りが好きです":                                                            true,
		"mijn vader houdt van vissen":                                          true,
		"Kız kardeşim yemek yapmayı seviyor":                                   true,
		"moje sestra miluje vaření":                                            true,
		"minun äitini rakastaa puutarhanhoitoa":                                true,
		"a nővérem szeret főzni":                                               true,
		"sora mea adoră să gătească":                                           true,
		"dada yangu anapenda kupika":                                           true,
		"kakak saya suka memasak":                                              true,
		"Min syster älskar att laga mat":                                       true,
		"thích nấu ăn":                                                         true,
		"mẹ tôi thích nấu ăn":                                                  true,
		"moja mama lubi gotować i czytać książki":                              true,
		"moj brat voli nogomet":                                                true,
		"min bror elsker at spille guitar":                                     true,
		"fishing dad 60":                                                       false,
		"gamer":                                                                false,
		"brother 12 minecraft fortnite":                                        false,
		"PlayStation Xbox Zelda":                                               false,
		"girlfriend hygge ikigai":                                              false,
		"Stray Kids, Ateez, Seventeen":                                         false,
		"Uniqlo Muji Anker":                                                    false,
		"gardenning choclate knitttng":                                         false,
		"my dad luvs fihsing an gardn":                                         false,
		"presnt for 11 yr old girl likes horses and tik tok":                   false,
		"Glühwein lover":                                                       false,
		"a keen cyclist, teenage son":                                          false,
		"lol idk tbh":                                                          false,
		"my sister loves pottery":                                              false,
		"my dad, 60, golf":                                                     false,
		"wife; jazz, opera, yoga":                                              false,
		"my Spanish teacher loves el flamenco and la paella":                   false,
		"a friend in Rio de Janeiro who is learning German and reads Die Zeit": false,
		"": false,
	} {
		if got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 3}).Foreign; got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
}
