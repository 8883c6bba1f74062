package search_test

import (
	"slices"
	"testing"

	"berth/apps/gift/search"
)

// Who has all that a pastime takes, or is particular about it, gets something to taste, to read or to go to for it, and no more gear.
func TestWhoHasTheGearGetsNoMore(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, loved := range map[string]string{
		"brother, 44, triathlete, has every gadget, $100":                       "triathlon",
		"uncle, 58, fly fishing, very picky about his gear":                     "fishing",
		"my friend, 34, DIY man, owns every tool there is":                      "diy",
		"uncle keeps bees and has everything that goes with it, $60":            "beekeeping",
		"man of 45, cyclist, already owns every gadget, up to $120":             "cycling",
		"dad, 57, loves barbecue, has a smoker, a gas grill and fifteen rubs":   "barbecue",
		"my mum knits and has enough yarn for three lives":                      "knitting",
		"brother, 38, collects vinyl, no idea what he already has":              "vinyl-records",
		"dad loves fishing and has more rods than sense":                        "fishing",
		"regalo para mi hermano de 35, corredor, lo tiene todo, hasta 50 euros": "running",
		"our son's tennis coach, 14 families give 5 dollars each":               "badminton-and-tennis",
		"an old friend turns 50, we used to climb together":                     "climbing",
	} {
		gear := count(five(t, e, description), func(h search.Hit) bool {
			return len(h.Interests) > 0 && h.Interests[0] == loved && !slices.Contains(h.Traits, "has-everything") &&
				slices.Contains([]string{"sport", "tool", "outdoors", "bicycle", "fitness", "craft-kit", "garden", "audio"}, h.Categories[0])
		})
		if gear > 0 {
			t.Errorf("%s: %d gifts are gear: %v; %s", description, gear, keys(five(t, e, description)), e.Explain(description))
		}
	}
}

// Gear stays a fine gift for who does not have it all: that much is said of something else, or they only own one thing of it.
func TestGearIsGivenToOthers(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, loved := range map[string]string{
		"brother, 44, cyclist, $100":                        "cycling",
		"my mum knits, she has two cats":                    "knitting",
		"dad loves fishing, says he doesn't need anything":  "fishing",
		"my sister climbs every week and has time all day":  "climbing",
		"husband, 40, brews beer, has all day on Saturdays": "beer",
	} {
		if gear := count(five(t, e, description), func(h search.Hit) bool {
			return slices.Contains(h.Interests, loved) &&
				slices.Contains([]string{"sport", "tool", "outdoors", "bicycle", "fitness", "craft-kit", "kitchen", "clothing", "bag"}, h.Categories[0])
		}); gear == 0 {
			t.Errorf("%s: no gear: %v", description, keys(five(t, e, description)))
		}
	}
}
