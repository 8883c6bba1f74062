package main

import (
	"time"

	"berth/platform"
	"berth/platform/ratelimit"
)

// budgets limit how often one person may call the REST API, over all keys and browsers of the person.
type budgets struct {
	costly, write, publish, generate *ratelimit.Limiter[platform.UserID]
}

func newBudgets(s *settings) budgets {
	limit := func(rpm int, refusal string) *ratelimit.Limiter[platform.UserID] {
		return ratelimit.New[platform.UserID](rpm, refusal, time.Now)
	}
	return budgets{
		costly:   limit(s.LimitCostlyRPM, "You have asked for much in a short time."),
		write:    limit(s.LimitWriteRPM, "You have changed much in a short time."),
		publish:  limit(s.LimitPublishRPM, "You have published often in a short time."),
		generate: limit(s.LimitGenerateRPM, "You have asked for many drafts."),
	}
}

// watchRefusals adds to the metrics what limits, passwords and suspensions refuse.
func (p *parts) watchRefusals() {
	p.metrics.WatchRefusals(func() uint64 { return p.identity.SignInStats().Failed }, p.edge.Suspended)
	for name, refused := range map[string]func() uint64{
		"caller":   func() uint64 { callers, _ := p.runtime.Refused(); return callers },
		"app":      func() uint64 { _, apps := p.runtime.Refused(); return apps },
		"signin":   func() uint64 { return p.identity.SignInStats().LimitedSignIns },
		"signup":   func() uint64 { return p.identity.SignInStats().LimitedSignUps },
		"costly":   p.budgets.costly.Refused,
		"write":    p.budgets.write.Refused,
		"publish":  p.budgets.publish.Refused,
		"generate": p.budgets.generate.Refused,
	} {
		p.metrics.WatchLimit(name, refused)
	}
}
