package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// Whoever drinks no more gets nothing with alcohol, and nothing about the drink they loved.
func TestWhoDrinksNoMore(t *testing.T) {
	t.Parallel()
	heeded(t, []limit{{"of alcohol", func(g catalogue.Gift) bool {
		return hasAny(g.Contains, "alcohol") ||
			!slices.Contains(g.Situations, "quit-drinking") && len(g.Interests) > 0 && hasAny(g.Interests[:1], "wine beer whisky gin-and-rum cocktails")
	}, []string{
		"boss's birthday, 50, golf and red wine but he's given up the wine, $100",
		"my dad loves whisky but he's off it now, 64, £50",
		"aunt likes gin but is on medication now, £25",
		"my mum's best friend who drives her to hospital, likes gin but she's on tablets now, £25",
		"brother in law loved wine, has given up the booze, likes cooking, £40",
		"father in law turns 80, loves brandy but the doctor says no more, £50",
		"grandpa likes brandy but his liver says no, 78, £30",
		"my boss has quit the beer, likes cycling, £40",
		"mon oncle aime le vin mais il ne boit plus, 40 euros",
	}}})
}

// A drink that nobody gave up stays, whoever is a doctor or takes tablets.
func TestWhoStillDrinks(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, drink := range map[string]string{
		"dad loves whisky and is a doctor, £50":                          "whisky",
		"uncle off to the beer festival, loves beer, £40":                "beer",
		"friend on tablets all day as a designer, loves beer, £25":       "beer",
		"wife and I want to thank our neighbours, they like wine, £25":   "wine",
		"mum loves wine, no more candles please, she gave up sugar, £30": "wine",
	} {
		if n := count(five(t, e, description), func(h search.Hit) bool { return slices.Contains(h.Interests, drink) }); n < 2 {
			t.Errorf("%s: %v; %s", description, keys(five(t, e, description)), e.Explain(description))
		}
	}
}
