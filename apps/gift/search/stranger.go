package search

import (
	_ "embed" // liked.txt
	"slices"
	"strings"
)

// stranger reports whether the description says nothing about what somebody likes, is like or lives with.
func (q *query) stranger() bool {
	for c, w := range q.want {
		if share(c.Facet) > 0 && w >= 0.3 {
			return false
		}
	}
	return true
}

// equips returns how well a gift with an interest that is gear fits: a bicycle bell is of little use to somebody of whom nobody says
// that they cycle. A gift is first of all for its first interest: a cricket bat kit is not for woodworkers.
func (q *query) equips(p *profile, stranger bool) float64 {
	first := p.gears[0] == p.interest
	switch {
	case stranger:
		return 0.7
	case first && q.weights[p.interest] < 0.25:
		return 0.6
	case !first || slices.ContainsFunc(p.gears, func(i int) bool { return q.weights[i] >= 0.25 }):
		return 1
	}
	return 0.8
}

//go:embed liked.txt
var likedLines string

// likedKeys returns the keys of the gifts in liked.txt.
func likedKeys() map[string]bool {
	keys := map[string]bool{}
	for line := range strings.Lines(likedLines) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			keys[line] = true
		}
	}
	return keys
}

// gear reports whether the gifts of a pastime are mostly for those who follow it.
func gear(interest string) bool {
	switch interest {
	case "archery", "badminton-and-tennis", "baseball", "basketball", "bass-and-guitar", "beekeeping", "bookbinding",
		"canoe-and-kayak", "cats", "chess", "chickens-and-smallholding", "climbing", "coding", "cosplay", "cricket",
		"crochet", "cross-stitch", "cycling", "dogs", "drones", "drums", "electronics", "embroidery",
		"fantasy-and-tabletop", "fishing", "football", "golf", "hockey", "horses", "ice-skating", "knitting",
		"leatherwork", "martial-arts", "model-making", "motorcycles", "music-production", "needlework", "opera",
		"pets-small", "piano", "quilting", "rabbits", "railways", "reptiles-and-fish", "rowing", "rugby", "running",
		"sailing", "sewing", "skateboarding", "skiing-and-snowboarding", "sneakers", "stamps-and-coins", "surfing",
		"swimming", "trading-cards", "triathlon", "vegan-food", "volleyball", "water-sports", "weightlifting",
		"wild-swimming", "woodworking", "darts", "snooker-and-pool", "boxing", "gymnastics", "boules-and-bowls", "folk-instruments",
		"strings-and-winds", "metal-detecting", "hunting-and-shooting", "caged-birds", "roller-skating", "caravans-and-boats",
		"chefs-kitchen", "courts-and-law", "medicine-and-care", "uniformed-services", "trades", "driving-for-a-living", "accounting", "childcare",
		"tattoos", "farm-and-tractors", "horror", "rock-and-metal", "country-music", "pop-music", "aviation", "mermaids-and-fairies", "unicorns-and-princesses",
		"favourite-animals", "bread", "whisky", "beer", "wine", "cocktails", "gin-and-rum", "pirates", "dinosaurs":
		return true
	}
	return false
}
