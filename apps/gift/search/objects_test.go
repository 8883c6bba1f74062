package search_test

import (
	"strings"
	"testing"
)

// Words mean what those beside them make of them: what is ridden, run or walked, where something is, and what only looks like another word.
func TestReadsWordsByThoseBeside(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]string{ // what is read at more than a third, and behind "- " what is not
		"my uncle rides a moped to work and likes opera, $30":              "interest/opera - interest/horses",
		"niece, 9, rides her scooter everywhere, $20":                      "interest/skateboarding - interest/horses",
		"she rides the train for two hours, likes knitting, $25":           "interest/knitting - interest/horses",
		"my daughter, 12, rides ponies, $30":                               "interest/horses",
		"my mum runs on coffee and patience, 55, $30":                      "interest/coffee - interest/running",
		"sister runs the local brownies and loves jazz, $30":               "interest/jazz - interest/running",
		"son, 4, loves his marble run, $25":                                "- interest/running",
		"my aunt runs a marathon in June, $25":                             "interest/running",
		"boy, 6, our garden is huge, likes bugs, $25":                      "interest/insects - interest/gardening",
		"my parents built a hot tub in their garden, $70":                  "interest/baths - interest/gardening",
		"my wife is always in her garden, $40":                             "interest/gardening",
		"dad loved the trip we had last year, likes golf, $40":             "interest/golf - category/personalised",
		"girl, 12, loves to fish, and watching hummingbirds, $30":          "interest/fishing interest/birdwatching - interest/watches",
		"cousin, chess club, loves to draw, 40 francs":                     "interest/chess interest/drawing - interest/music-production situation/lives-abroad",
		"must be light to post, my aunt sings, $15":                        "interest/singing - category/lighting",
		"my friend paints landscapes, $30":                                 "interest/painting - interest/gardening",
		"cousin is a competitive body builder, 29, $40":                    "interest/weightlifting - interest/trades interest/diy",
		"nan watches the racing on telly, $25":                             "interest/horses - interest/cycling interest/motor-racing",
		"my brother plays the pipes in a pipe band, $60":                   "interest/folk-instruments - interest/drums",
		"niece is a goalie in soccer, 12, $30":                             "interest/football - interest/hockey",
		"nephew plays goalie in ice hockey, 11, $30":                       "interest/hockey - interest/football",
		"boy, 8, plays goalie, has gloves, $30":                            "interest/football - interest/hockey trait/always-cold category/winter",
		"mum started boxing, has gloves, $40":                              "interest/boxing - trait/always-cold category/winter",
		"my gran wants warm gloves, $20":                                   "category/winter",
		"niece, 4, is mad on ice skating, has skates, $25":                 "interest/ice-skating - interest/skateboarding",
		"great aunt follows every soap on telly, $20":                      "interest/tv-series - interest/soap-making",
		"my parents bought a camper for their retirement, $80":             "interest/caravans-and-boats - interest/camping",
		"boy, 7, folds paper planes all day, $15":                          "interest/origami - interest/aviation interest/travel",
		"brother had a stroke, left hand weak, loves chess, $50":           "interest/chess - situation/left-handed",
		"aunt is learning sign language, $30":                              "interest/languages - situation/hearing-loss",
		"our friend is from Texas and loves barbecue, $50":                 "interest/barbecue - situation/lives-abroad situation/hot-climate",
		"teacher of my autistic son, she loves the seaside, $50":           "- trait/fidgety",
		"my autistic son, 8, loves trains, $30":                            "trait/fidgety interest/railways",
		"my brother, I dropped his camera, he likes jazz, $40":             "interest/jazz - interest/photography",
		"my brother takes his camera everywhere, $40":                      "interest/photography",
		"my tennis partner turns 40, $25":                                  "interest/badminton-and-tennis - recipient/partner",
		"my partner plays tennis, $25":                                     "interest/badminton-and-tennis recipient/partner",
		"goddaughter's confirmation, 14, plays the flute, $40":             "interest/strings-and-winds - recipient/baby",
		"my friend's daughter's christening, $40":                          "recipient/baby",
		"son, 13, broke his wrist last year, skateboards, $40":             "interest/skateboarding - occasion/get-well",
		"son, 13, broke his wrist last week, skateboards, $40":             "occasion/get-well",
		"boyfriend, small room, space is nil, likes chess, $40":            "situation/no-space - interest/space",
		"sister, juggling three kids and a job, loves opera, $30":          "interest/opera - interest/magic-tricks",
		"my boss runs a tight ship and loves golf, $30":                    "interest/golf - interest/sailing",
		"dad takes cat naps and likes railways, $25":                       "interest/railways - interest/cats",
		"my friend has been a rock this year, likes sewing, $25":           "interest/sewing - interest/geology interest/rock-and-metal",
		"grandma, 72, goes to the gym, $40":                                "interest/fitness - interest/weightlifting",
		"mum likes watching the stars, lives in the city, $90":             "interest/astronomy - interest/watches",
		"sister likes blue and cooking, $50":                               "interest/cooking - interest/vinyl-records",
		"zia ama i viaggi in treno, 70 anni, 30 euro":                      "interest/travel - interest/fitness",
		"my colleague manages a shop and collects stamps, no kidding, $40": "interest/stamps-and-coins - recipient/boss recipient/child trait/fashionable",
	} {
		read := wanted(t, e, description)
		yes, no, _ := strings.Cut(want, "- ")
		for concept := range strings.FieldsSeq(yes) {
			if read[concept] <= 0.34 {
				t.Errorf("%s: %s is not read: %v", description, concept, read)
			}
		}
		for concept := range strings.FieldsSeq(no) {
			if read[concept] > 0.34 {
				t.Errorf("%s: %s is read: %v", description, concept, read)
			}
		}
	}
}
