package search_test

import (
	"strings"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// What goes by post or in a suitcase neither breaks nor needs somebody to be here, and through the controls go no blades.
func TestWhatIsCarried(t *testing.T) {
	t.Parallel()
	local := func(g catalogue.Gift) bool { return hasAny(g.Categories, "ticket experience class spa") }
	fragile := said("framed", "mug", "cup", "glass", "terracotta", "watering can", "bookends")
	heeded(t, []limit{
		{"an outing here", local, []string{
			"grandma who loves bingo and her garden gnomes, 79, needs to be posted to Ireland, 30 euros",
			"my cousin lives in Canada, it must go in the post, likes baking, £25",
			"needs to be sent to New Zealand, for my sister who loves gardening, $40",
			"colleague's farewell, she is from japan, likes english gardens, 50 pounds, has to fit in suitcase",
			"has to squeeze into my rucksack, for a host in Peru who cooks, £20",
			"colleague 61, retiring to Spain to paint, £90 from all of us",
		}},
		{"fragile or heavy", fragile, []string{
			"something for my aunt in Ireland that posts flat, she loves cats, £15",
			"my penpal in Brazil loves drawing, has to survive the post, $20",
			"daughter 19 studying abroad, homesick, loves our dog, must be posted to Canada, £35",
			"present for my host family in Japan, it has to go in my suitcase, they like tea and cooking, £30",
			"christmas for a colleague in Germany, posting from UK, runner, £15",
		}},
		{"a blade", func(g catalogue.Gift) bool { return hasAny(g.Contains, "sharp") || said("scissors", "knife")(g) }, []string{
			"for a friend in Berlin, I only have hand luggage, she cooks a lot, 30 euros",
			"the host family i stayed with in Spain, they love cooking and football, must fit in my hand luggage, £30",
		}},
		{"luggage", func(g catalogue.Gift) bool { return hasAny(g.Categories, "bag travel") },
			[]string{"for my host family in Japan, it has to go in my suitcase, they like tea, £30"}},
	})
}

// A suitcase that is wanted, and work with parcels, are no limit.
func TestWhatIsNotCarried(t *testing.T) {
	t.Parallel()
	e := engine(t)
	if n := count(five(t, e, "sister loves travel, wants a new suitcase, £60"), func(h search.Hit) bool { return hasAny(h.Categories, "bag travel") }); n < 2 {
		t.Errorf("%d gifts for travel", n)
	}
	for _, description := range []string{"my husband works for the post office, likes running, £30", "aunt sends post cards, loves stamps, £20"} {
		if read := e.Explain(description); strings.Contains(read, "avoid posted") {
			t.Error(read)
		}
	}
}
