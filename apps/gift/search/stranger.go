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

// equips returns how well a gift with these interests fits: a bicycle bell is of little use to a stranger of whom nobody
// says that they cycle.
func equips(interests []string, stranger bool) float64 {
	if stranger && slices.ContainsFunc(interests, gear) {
		return 0.7
	}
	return 1
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
		"wild-swimming", "woodworking":
		return true
	}
	return false
}
