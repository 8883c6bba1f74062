package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/publish"
)

type sampleBody struct {
	ID              string    `json:"id" doc:"As in the call log."`
	At              time.Time `json:"at"`
	Tool            string    `json:"tool"`
	Outcome         string    `json:"outcome" enum:"ok,error,invalid,timeout,rate_limited"`
	DurationMS      float64   `json:"durationMs"`
	Client          string    `json:"client"`
	ProtocolVersion string    `json:"protocolVersion"`
	Arguments       string    `json:"arguments" doc:"JSON, the first 16 KiB."`
	ArgumentsBytes  int       `json:"argumentsBytes" doc:"Of the whole arguments."`
	Result          string    `json:"result" doc:"JSON, the first 64 KiB: the JSON-RPC response's result or error."`
	ResultBytes     int       `json:"resultBytes" doc:"Of the whole result."`
}

func sampleOf(c platform.CallSample) sampleBody {
	return sampleBody{ID: c.ID, At: c.At, Tool: c.Tool, Outcome: c.Outcome, DurationMS: milliseconds(c.Duration), Client: c.Client, ProtocolVersion: c.ProtocolVersion,
		Arguments: c.Arguments, ArgumentsBytes: c.ArgumentsBytes, Result: c.Result, ResultBytes: c.ResultBytes}
}

func (a *API) registerListSamples() {
	register(a, action{ID: "list-samples", Method: http.MethodGet, Path: "/apps/{id}/samples", Tag: "Observe", Access: editors, Costly: true,
		Summary: "List sampled calls", Description: "Calls with what was asked and answered, newest first; empty while sampling is off. Of many calls at once some are kept. " +
			"A page with long samples has fewer items than its limit."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[sampleBody], error) {
			samples, next, err := a.Calls.Samples(ctx, by.Workspace, in.ID, publish.Page{Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(samples, next, sampleOf), nil
		})
}
