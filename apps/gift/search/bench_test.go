package search_test

import (
	"strings"
	"testing"

	"berth/apps/gift/search"
)

// Measures one recommendation that uses every part of a request. It should take 1 ms.
func BenchmarkRecommend(b *testing.B) {
	e := engine(b)
	r := search.Request{
		Description: "My grandmother is turning 85. She loves birdwatching, radio plays and her roses, hates crosswords, has bad arthritis in her hands, " +
			"already has a garden kneeler and can't eat nuts. Somewhere between $20 and $60 for Mother's Day, and nothing with alcohol pleese.",
		Past: []string{"a scarf", "bird feeder", "tea sampler", "box of chocolates", "rose bush"}, Limit: 10,
	}
	for _, h := range e.Recommend(b.Context(), r).Hits[:3] {
		r.Starred = append(r.Starred, h.ID())
	}
	for b.Loop() {
		e.Recommend(b.Context(), r)
	}
}

func BenchmarkNew(b *testing.B) {
	gifts, l := parts(b)
	for b.Loop() {
		if _, err := search.New(gifts, l, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// Measures the longest descriptions and past gifts that are made to cost much: each should stay within a few times the
// cost of a usual one.
func BenchmarkRecommendHostile(b *testing.B) {
	const longest, longestPast, mostPast = 2000, 200, 20
	e := engine(b)
	fill := func(s string, to int) string { return strings.Repeat(s, to/len(s)+1)[:to] }
	for name, part := range map[string]string{
		"things owned": "already has a scraf. ", "lists denied": "no a,", "lists hated": "hates a, b, ", "denied afterwards": "a not his thing ",
		"denials": "does not do no ", "denials of denials": "sensitive to not, tired of cant drink never no patience for ", "figures": "$1-2 or 3 to 4 ", "figures of children": "kids 1,2,3,",
		"interests": "tea cooking jazz golf yoga cats ", "misspelled": "gardenning choclate ", "possessive": "mum's ", "one word": "a",
	} {
		r := search.Request{Description: fill(part, longest), Limit: 10}
		for range mostPast {
			r.Past = append(r.Past, fill(part, longestPast))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				e.Recommend(b.Context(), r)
			}
		})
	}
}
