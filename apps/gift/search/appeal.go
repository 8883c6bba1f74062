package search

import (
	_ "embed" // appeal.txt
	"fmt"
	"math"
	"strconv"
	"strings"

	"berth/apps/gift/catalogue"
)

// forAppeal is how much it counts that a gift was found sensible sooner than others.
const forAppeal = 0.35

// Appealing returns what a gift's score becomes by its appeal: how much sooner than others it was found sensible where it came up, as log odds.
func Appealing(score, appeal float64) float64 { return score * math.Exp(forAppeal*appeal) }

// forTold is the least appeal of what takes for granted what was said of somebody of whom nothing else is: that they are a maid of honour.
const forTold = 1

// weigh changes the scores of the gifts that are chosen from by their appeal, and puts the best first. What somebody has appeals no more to them.
func (e *Engine) weigh(fit *fitter, ranked []scored) []scored {
	for i, s := range ranked {
		appeal, p := e.appeal[s.gift], &e.profiles[s.gift]
		switch {
		case fit.stranger && len(p.assumes) > 0 && fit.trust.of(p) == 1:
			appeal = max(appeal, forTold)
		case fit.toHave(s.gift, p) < 1:
			appeal = min(appeal, 0)
		}
		ranked[i].score = Appealing(s.score, appeal)
	}
	sortScored(ranked)
	return ranked
}

// Scores returns those of gifts for a description, by their keys, whatever their appeal, without the gifts that must not be suggested.
func (e *Engine) Scores(description string, keys []string) map[string]float64 {
	h := e.hear(Request{Description: description})
	defer h.q.space.back()
	var able []int
	for _, key := range keys {
		if i := e.place(catalogue.Gift{Key: key}.UUID()); i >= 0 && !h.out[i] {
			able = append(able, i)
		}
	}
	all := make(map[string]float64, len(able))
	for _, s := range e.reach(h.q, able, h.fit, h.base, nil, 0) {
		all[e.gifts.Key(s.gift)] = s.score
	}
	return all
}

//go:embed appeal.txt
var appealLines string

// appeals returns what appeal.txt says of each gift, and 0 of those that it does not have.
func appeals(gifts []catalogue.Gift) ([]float64, error) {
	of := map[string]float64{}
	value := 0.0
	for line := range entries(appealLines) {
		if said, ok := strings.CutPrefix(line, "["); ok {
			var err error
			if value, err = strconv.ParseFloat(strings.TrimSuffix(said, "]"), 64); err != nil {
				return nil, fmt.Errorf("read appeal.txt: %w", err)
			}
			continue
		}
		of[line] = value
	}
	all := make([]float64, len(gifts))
	for i, g := range gifts {
		all[i] = of[g.Key]
	}
	return all, nil
}
