package tagger

import (
	"slices"
	"testing"
)

// some are the weights of some features of one class.
type some map[uint32]float64

func (w some) Add(feature uint32, scores []float64) { scores[0] += w[feature] }

// What is sent is no topic although it fits as one, where something else fits as the topic; two that overlap are never taken together.
func TestTheTopicAndWhatIsSentFitTogether(t *testing.T) {
	t.Parallel()
	text := Text{Language: "en"}
	for _, w := range []string{"see", "cakes", "send", "orders"} {
		text.Tokens = append(text.Tokens, Token{Folded: w, Stem: w, English: w, Class: 'N'})
	}
	is := func(words string) uint32 { return hash("all", words) }
	for _, c := range []struct {
		topic, sent some
		want        []Span
	}{
		{some{is(" orders"): 2, is(" cakes"): 1.5}, some{is(" orders"): 1}, []Span{{Topic, 1, 2}, {Sent, 3, 4}}},
		{some{is(" orders"): 2, is(" cakes"): 0.5}, some{is(" orders"): 1}, []Span{{Topic, 3, 4}}},
		{some{is(" orders"): 2}, some{is(" send orders"): 1}, []Span{{Topic, 3, 4}}},
		{some{is(" orders"): -1}, some{is(" orders"): 1}, []Span{{Sent, 3, 4}}},
		{some{is(" orders"): -1}, some{}, nil},
	} {
		m := &Model{Topic: c.topic, Sent: c.sent}
		if got := m.about(text, nil); !slices.Equal(got, c.want) {
			t.Errorf("%v %v: %v, not %v", c.topic, c.sent, got, c.want)
		}
	}
}
