package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// What somebody did for a living, what happened to whoever asks and where those work who are thanked are no wishes; what an allergy, a home
// or a dislike rules out is not given.
func TestNothingIsGivenFor(t *testing.T) {
	t.Parallel()
	e := engine(t)
	of := func(list func(g *catalogue.Gift) []string, values ...string) func(g *catalogue.Gift) bool {
		return func(g *catalogue.Gift) bool {
			return slices.ContainsFunc(values, func(v string) bool { return slices.Contains(list(g), v) })
		}
	}
	interests := func(g *catalogue.Gift) []string { return g.Interests }
	situations := func(g *catalogue.Gift) []string { return g.Situations }
	categories := func(g *catalogue.Gift) []string { return g.Categories }
	contains := func(g *catalogue.Gift) []string { return g.Contains }
	assumes := func(g *catalogue.Gift) []string { return g.Assumes }
	for description, wrong := range map[string]func(g *catalogue.Gift) bool{
		"dad, 64, retired electrician, needs nothing":                            of(interests, "trades", "electronics"),
		"my mother, 67, a retired nurse, travels in a camper van":                of(interests, "medicine-and-care"),
		"our vet's receptionist who was so kind when we lost our dog":            of(situations, "pet-loss"),
		"physio who was so patient with me after my knee operation, £15":         of(situations, "recovering-from-surgery"),
		"something for the ladies at the hospice, £30":                           of(situations, "care-home", "chemo-or-long-illness"),
		"the staff of my gran's nursing home, a thank you":                       of(situations, "care-home"),
		"grandma, 79, just moved into a care home, loves gardening":              of(categories, "kitchen", "tool", "furniture"),
		"my gran, 88, lives in a nursing home, sharp as a tack":                  of(assumes, "memory-loss"),
		"wife who likes jewellery but is allergic to nickel, up to $60":          of(contains, "nickel"),
		"nana, 75, loves jazz, no flowers please":                                of(categories, "plant"),
		"grandparents who own everything, no more ornaments please":              of(categories, "decor", "collectible"),
		"my mum, 69, nothing to wear and nothing that needs dusting":             of(categories, "clothing", "decor"),
		"granny, 90, plays bridge every week":                                    of(assumes, "poker"),
		"nana, 75, plays lawn bowls":                                             of(assumes, "petanque"),
		"my grandmother in Poland, 83, prays a lot and loves flowers":            of(assumes, "esoteric"),
		"my aunt, allergic to everything: nuts, dust, cats. She likes poems":     of(interests, "cats"),
		"our cleaner, from Ukraine, Christmas, around 15 euros":                  of(situations, "lives-abroad"),
		"thank you for the man upstairs who fixed my bike, loves whisky":         of(interests, "cycling"),
		"uncle, 68, lung cancer, used to run marathons, likes podcasts":          of(interests, "running"),
		"father in law retires as a bus driver, 65, loves trains":                of(interests, "driving-for-a-living"),
		"nurse on the stroke unit, thank you, £15":                               of(situations, "limited-mobility", "in-hospital"),
		"carers at my mum's home, they get too much chocolate, £40":              of(interests, "chocolate"),
		"my parents, 70 and 72, want no things at all, they like wine":           of(categories, "kitchen", "book", "decor"),
		"thank you for the chemo nurses":                                         of(situations, "chemo-or-long-illness"),
		"grandad, 84, cannot go out, watches westerns":                           of(interests, "watches"),
		"old teacher, 83, blind now, loved Shakespeare":                          of(categories, "lighting", "photo"),
		"my neighbour, 60, a hoarder, nothing that stays, likes baseball":        of(categories, "game", "tool", "book"),
		"father in law, 70, retired plumber, has everything":                     of(assumes, "retired"),
		"grandpa, 79, his eyesight is getting bad, used to be a carpenter, $60":  of(contains, "sharp"),
		"stepdad, 65, electrician all his life, now restores old radios, $70":    of(interests, "trades"),
		"thank you for the nurse who took care of my mum in hospital, 20 pounds": of(situations, "in-hospital", "recovering-from-surgery"),
		"neighbours, both retired, helped us repair our fence, they play bridge": of(interests, "diy", "martial-arts"),
		"physio who got me walking again, 40, loves surfing, $30":                of(interests, "walking", "hiking"),
		"my dad is hard of hearing and alone since mum died, likes birds":        of(situations, "bereaved"),
		"my father is a widower, 70, loves fishing and cooking, $80":             of(situations, "bereaved"),
		"elderly couple next door, they gave us vegetables all summer, $25":      of(interests, "gardening", "barbecue"),
		"my husband's parents, both doctors, are hosting us for a week":          of(interests, "medicine-and-care"),
		"my mother is 90 and feels lonely in the evenings":                       of(categories, "class", "membership"),
		"roommate of my grandma at the nursing home, small gift, $10":            of(situations, "whole-staff"),
		"something for a friend whose cat had to be put down":                    of(categories, "game"),
		"boss who broke her ankle skiing, get well from the team":                of(interests, "skiing-and-snowboarding"),
		"my nan has just gone into a care home, she misses her garden":           of(categories, "tool", "kitchen"),
		"celiac sister who loves to bake, $45":                                   of(interests, "bread"),
		"my nephew is 5 and has way too many toys already, $40":                  of(categories, "toy", "puzzle"),
		"first birthday since her divorce, my sister, 41, loves dancing":         of(categories, "baby", "toy"),
		"my son is 8, hates loud noise and scratchy clothes, loves maps":         of(categories, "clothing"),
		"father in law, red wine lover, was told to cut down on alcohol":         of(interests, "wine"),
		"mom, 70, macular degeneration, loved cross-stitch and jigsaws":          of(categories, "craft-kit", "drawing"),
		"aunt who cares for her husband with dementia, 68":                       of(situations, "memory-loss"),
		"couple who bought a house and have everything for the kitchen, $60":     of(categories, "kitchen"),
		"a friend moving to a van with her dog, everything has to be tiny":       of(categories, "furniture", "plant"),
		"mum, mother's day, she quilts, has arthritis in her hands lately":       of(interests, "second-hand", "stand-up-comedy"),
		"male colleague, 50, he sails, we have a pool of $90":                    of(interests, "snooker-and-pool"),
		"thank you for my son's speech therapist, 25 dollars":                    of(interests, "psychology"),
		"friend backpacking through Asia for six months, photography":            of(categories, "book"),
		"my yoga teacher, 45, is allergic to incense, 25 euros":                  of(contains, "scent"),
		"dad, beekeeper, 75, is getting too weak for the hives":                  of(categories, "tool"),
		"my sister, 29, loves metal concerts":                                    of(interests, "classical-music"),
		"granny, 85, in a nursing home, loves folk music and cats":               of(categories, "musical-instrument"),
		"grandmother turning 95, loves roses and politics":                       of(categories, "ticket", "experience"),
		"cousin, 22, got his pilot licence, $40":                                 of(interests, "railways"),
		"my boss only drinks herbal tea and loves orchids, secret santa, $15":    of(interests, "beer"),
		"friend is expecting twins, adores coffee and crime novels":              of(contains, "caffeine"),
		"roommate goes to Japan for a year, gamer, $30":                          of(interests, "japanese-culture"),
		"step-grandfather, 77, used to golf, likes old westerns":                 of(interests, "golf"),
		"my mum's carer from the Philippines, Christmas, £20":                    of(interests, "travel"),
		"my grandma's physiotherapist, a small thank you":                        of(interests, "fitness", "weightlifting"),
		"dad turns 60, cyclist with a shed full of bikes, $75":                   of(categories, "safety", "tool"),
		"my choir director retires, 50 dollars":                                  of(categories, "class"),
		"mother in law, 71, has a greenhouse and every plant under the sun":      of(categories, "plant"),
		"hosts in Japan, my present has to fit in a suitcase":                    of(categories, "travel", "furniture"),
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			if wrong(&h.Gift) {
				t.Errorf("%s: %s; %s", description, h.Key, e.Explain(description))
			}
		}
	}
}

// "Something small", and a thank-you to somebody who is no friend, cost little.
func TestSmallThingsCostLittle(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, most := range map[string]int{
		"something small for my neighbour who loves cats": 36, "a small token for my aunt, she bakes": 36, "thank you for our cleaner": 60, "our landlady bakes for us, thank you": 60,
	} {
		for _, h := range e.Recommend(t.Context(), search.Request{Description: description, Limit: 5}).Hits {
			if h.Price[1] > most {
				t.Errorf("%s: %s costs %v", description, h.Key, h.Price)
			}
		}
	}
}
