package search_test

import (
	"strings"
	"testing"
)

// What a reader found to be taken for something else: "up" is no word for alcohol that is given up, nor seventy a number of bottles.
func TestWordsThatMisled(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]struct{ is, not string }{
		"My dad quit smoking and loves whisky":                                 {"interest/whisky 1.00", "avoid alcohol"},
		"He gave up meat and loves beer":                                       {"interest/beer 1.00", "avoid alcohol"},
		"My sister loves wine but can't have any nuts":                         {"interest/wine 1.00", "avoid alcohol"},
		"My husband loves wine and takes pills for his back":                   {"interest/wine 1.00", "avoid alcohol"},
		"My brother has given up the beer":                                     {"not avoid alcohol, beer", "interest/beer 1"},
		"dad loves whisky hes nearly 70":                                       {"interest/whisky 1.00", "hoards [{"},
		"My son plays lots of football already":                                {"interest/football 0.90", "[{footbal"},
		"sister in law with a baby shower next week":                           {"occasion/baby-shower 1.00", "new-baby"},
		"sister with a baby on the way":                                        {"situation/expecting 1.00", "new-baby"},
		"My vegan partner loves tea":                                           {"recipient/partner 0.90", "recipient/friend"},
		"Gift for my neighbours, husband and wife, both love wine":             {"recipient/couple 0.90", "in-laws"},
		"My brother runs on Sundays":                                           {"interest/running 0.70", "nothing"},
		"My dad is forever in his garden":                                      {"interest/gardening 0.80", "nothing"},
		"My mum retired but will carry on painting":                            {"interest/painting 0.90", "avoid bulky"},
		"My aunt loves writing but her flat is too small":                      {"interest/writing 1.00", "low-vision"},
		"My wife loves books so much, she already has the new Rooney novel":    {"interest/reading 0.75", "hoards [{"},
		"My retired aunt weaves, $40":                                          {"words retired aunt weaves", "nothing"},
		"My daughter can't read the notes yet, plays piano":                    {"interest/piano 1.00", "interest/reading"},
		"My brother loves golf, but I want something different from the balls": {"interest/golf 1.00", "not golf"},
		"niece is excited about her first visit to the zoo":                    {"interest/animals 0.90", "host-thank-you"},
		"my husband wants nothing more than to sail":                           {"interest/sailing 1.00", "ornaments"},
		"she loves musical comedy films, my friend":                            {"interest/theatre", "stand-up"},
	} {
		read := e.Explain(description)
		if !strings.Contains(read, want.is) || strings.Contains(read, want.not) {
			t.Errorf("%s: want %q, not %q: %s", description, want.is, want.not, read)
		}
	}
}
