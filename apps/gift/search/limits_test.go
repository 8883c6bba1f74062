package search_test

import (
	"slices"
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// What somebody may not eat is told by many words.
func TestDietsInWords(t *testing.T) {
	t.Parallel()
	heeded(t, []limit{
		{"with nuts perhaps", said("chocolate", "pastry", "caramel", " nut", "truffle", "praline"), []string{
			"our son's piano teacher, older gentleman, loves opera, allergic to nuts, 25 euros",
			"host gift for a dinner, hostess is nut allergic and keeps bees, £20",
			"neighbour fed our cat, nut allergy in the house, £15",
		}},
		{"salty", said("salt", "smoked", "crisps", "crackers", "olives"), []string{
			"my uncle's not allowed salt, loves cooking, £40",
			"uncle 63 just had heart surgery, likes trains, nothing salty or sugary please",
			"prenda para o pai, ele gosta de cozinhar, não pode comer sal, 25 euros",
		}},
		{"sweet", func(g catalogue.Gift) bool { return hasAny(g.Contains, "sugar") }, []string{"uncle 63 just had heart surgery, likes trains, nothing salty or sugary please"}},
		{"sticky", said("caramel", "toffee", "gums", "mochi", "peel", "popcorn"), []string{
			"niece 13 just got braces, loves sweets, £15",
			"kid 12, girl, runs cross country, sweet tooth but braces, £20",
			"grandpa, 88, likes toffee but has dentures, £20",
		}},
		{"hard to bite", said("shortbread", "crisps", "nuts", "sandwich", "biscuits"), []string{
			"mum can only eat soft food after her operation, loves tea, £25",
			"6 year old having tonsils out, likes dinosaurs and stickers, soft foods only",
		}},
		{"not kosher", func(g catalogue.Gift) bool {
			return g.Categories[0] == "food" && !slices.Contains(g.Situations, "kosher") && !hasAny(g.Interests, "halal-and-kosher")
		},
			[]string{"hanukkah for grandma, 78, plays mahjong, kosher, £30"}},
	})
}

// Who bakes without wheat gets what is made for it, and who loves chocolate chocolate.
func TestDietsLeaveWhatIsLoved(t *testing.T) {
	t.Parallel()
	e := engine(t)
	if n := count(five(t, e, "girl 12 celiac loves baking, $30"), func(h search.Hit) bool { return slices.Contains(h.Situations, "gluten-free") }); n == 0 {
		t.Error("nothing without gluten")
	}
	if n := count(five(t, e, "my teacher has a nut allergy, loves chocolate, £15"), func(h search.Hit) bool { return slices.Contains(h.Interests, "chocolate") }); n < 2 {
		t.Error("no chocolate")
	}
	if read := e.Explain("dad isn't allowed sugar any more, loves baking, £30"); !strings.Contains(read, "avoid sugar") || !strings.Contains(read, "recipient/father") {
		t.Error(read)
	}
}

// Where there is no room there are no ornaments, where nobody believes no Bibles, and where somebody sits before a screen too long none.
func TestRoomScreensAndFaith(t *testing.T) {
	t.Parallel()
	heeded(t, []limit{
		{"to stand about", func(g catalogue.Gift) bool {
			return hasAny(g.Categories, "decor collectible") || said("framed", "frame ")(g)
		}, []string{
			"golden wedding gift for my parents, they ballroom dance and have no room for ornaments",
			"my gran loves birds, there's no room left for ornaments, £25",
			"my uncle needs nothing and wants nothing, likes jazz, £50",
			"gift for newlyweds who asked for nothing, both like cycling holidays",
			"auntie's cottage has no space left for ornaments, loves gardens, £30",
			"aunt has nowhere to put anything, loves tea, £20",
			"60th for my sister, wild swims, wants no clutter",
		}},
		{"for a screen", func(g catalogue.Gift) bool {
			return hasAny(g.Contains, "screens") || hasAny(g.Categories, "computer") || said("credit", "controller")(g)
		}, []string{
			"friend's kid 11, plays minecraft non stop, mum begs for something offline, $30",
			"son 13 on the xbox all day, want to get him off the screen, £40",
			"nephew 10 loves roblox, his mum wants something without a screen, $30",
			"son turns 12, loves coding but spends too long at the computer already, 60 euros",
		}},
		{"of faith", func(g catalogue.Gift) bool { return hasAny(g.Interests, "spirituality") || said("angel", "bible")(g) }, []string{
			"christening for a boy whose parents aren't churchgoers, £40",
			"baby girl christening, parents not religious much, 60 euros",
			"Christening present for twin boys, parents are not very religious, £40 each",
		}},
		{"a living plant", func(g catalogue.Gift) bool { return g.Categories[0] == "plant" && said("succulent", "cacti")(g) },
			[]string{"friend who's obsessed with houseplants but her cat eats them, $35"}},
		{"of chocolate", func(g catalogue.Gift) bool { return hasAny(g.Interests, "chocolate") },
			[]string{"the vet who saved our dog, likes chocolate but i want something else, £25"}},
		{"scented", func(g catalogue.Gift) bool { return hasAny(g.Contains, "scent") },
			[]string{"for my hairdresser before maternity leave, likes candles but pregnant so careful with smells"}},
		{"loud", said("stomp", "whistle"), []string{"9yo who is autistic, loves maps, noise sensitive, £25", "mon petit-fils de 3 ans, voisins en dessous, 20 euros"}},
	})
	e := engine(t)
	if n := count(five(t, e, "for a 14yo boy who plays football, mum wants no screens, €35"), func(h search.Hit) bool { return hasAny(h.Categories, "game") }); n == 0 {
		t.Error("a game of cards is no screen")
	}
}
