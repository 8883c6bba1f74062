package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
)

// WindowInput is the stretch of time that statistics are about.
type WindowInput struct {
	Window string `query:"window" enum:"1h,24h,7d,30d" default:"24h" doc:"The time up to now."`
}

func (in WindowInput) window() platform.CallWindow {
	windows := platform.CallWindows()
	for _, w := range windows {
		if w.Name == in.Window {
			return w
		}
	}
	return windows[0] // huma has checked the name
}

type statsInput struct {
	AppInput
	WindowInput
}

// CallFigures sums up calls. It is exported for bucketBody, which embeds it.
type CallFigures struct {
	Calls  int      `json:"calls"`
	Errors int      `json:"errors" doc:"Calls with any outcome but ok."`
	P50MS  *float64 `json:"p50Ms" doc:"Half of the calls took no longer; null without calls."`
	P95MS  *float64 `json:"p95Ms"`
	Bytes  int64    `json:"bytes" doc:"Of the responses."`
}

type bucketBody struct {
	At time.Time `json:"at" doc:"Its beginning."`
	CallFigures
}

type groupBody struct {
	Value  string `json:"value"`
	Calls  int    `json:"calls"`
	Errors int    `json:"errors"`
}

type statsBody struct {
	Window           string       `json:"window" enum:"1h,24h,7d,30d"`
	Since            time.Time    `json:"since"`
	Until            time.Time    `json:"until"`
	BucketSeconds    int          `json:"bucketSeconds"`
	Complete         bool         `json:"complete" doc:"All calls of the window are counted; else the newest ones, 50,000 at most."`
	CountedSince     time.Time    `json:"countedSince" doc:"From when on calls are counted."`
	Totals           CallFigures  `json:"totals"`
	NotListed        int          `json:"notListed" doc:"Calls in these figures that the list of calls leaves out, since it lists so many of an app and hour."`
	Series           []bucketBody `json:"series" doc:"Oldest first, with the buckets without calls; the last one holds now."`
	Outcomes         []groupBody  `json:"outcomes" doc:"These and the next: the most frequent first, 20 at most."`
	Tools            []groupBody  `json:"tools"`
	Clients          []groupBody  `json:"clients" doc:"By what they call themselves; “builder” for test calls."`
	ProtocolVersions []groupBody  `json:"protocolVersions"`
}

func figuresOf(f platform.CallFigures) CallFigures {
	b := CallFigures{Calls: f.Calls, Errors: f.Errors, Bytes: f.Bytes}
	if f.Calls > 0 {
		p50, p95 := milliseconds(f.P50), milliseconds(f.P95)
		b.P50MS, b.P95MS = &p50, &p95
	}
	return b
}

func groupsOf(groups []platform.CallGroup) []groupBody {
	list := make([]groupBody, 0, len(groups))
	for _, g := range groups {
		list = append(list, groupBody(g))
	}
	return list
}

func statsOf(s platform.CallStats) statsBody {
	b := statsBody{Window: s.Window.Name, Since: s.Since, Until: s.Until, BucketSeconds: int(s.Window.Bucket / time.Second), Complete: s.Complete,
		CountedSince: s.CountedSince, Totals: figuresOf(s.Totals), NotListed: s.NotListed, Outcomes: groupsOf(s.Outcomes), Tools: groupsOf(s.Tools),
		Clients: groupsOf(s.Clients), ProtocolVersions: groupsOf(s.ProtocolVersions)}
	for _, step := range s.Series {
		b.Series = append(b.Series, bucketBody{At: step.At, CallFigures: figuresOf(step.CallFigures)})
	}
	return b
}

type statsOutput struct{ Body statsBody }

func (a *API) registerAppStats() {
	register(a, action{ID: "get-app-stats", Method: http.MethodGet, Path: "/apps/{id}/stats", Tag: "Observe", Access: viewers, Costly: true,
		Summary: "Sum up an app's calls", Description: "Counted from the call log, with test calls. Calls made through another replica may be missing for some seconds."},
		func(ctx context.Context, by platform.Actor, in *statsInput) (*statsOutput, error) {
			s, err := a.Calls.CallStats(ctx, by.Workspace, in.ID, in.window())
			if err != nil {
				return nil, err
			}
			return &statsOutput{Body: statsOf(s)}, nil
		})
}
