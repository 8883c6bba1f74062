package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/publish"
)

// CallReader reads the call log of an app, newest first. An app of another workspace is APP_NOT_FOUND.
type CallReader interface {
	Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallRecord, string, error)
}

type callBody struct {
	ID              string    `json:"id"`
	At              time.Time `json:"at"`
	Tool            string    `json:"tool"`
	Outcome         string    `json:"outcome" enum:"ok,error,invalid,timeout,rate_limited"`
	DurationMS      float64   `json:"durationMs"`
	Client          string    `json:"client" doc:"What the client calls itself; “builder” for test calls."`
	ProtocolVersion string    `json:"protocolVersion"`
	Bytes           int       `json:"bytes" doc:"Of the response."`
}

func callOf(c platform.CallRecord) callBody {
	return callBody{ID: c.ID, At: c.At, Tool: c.Tool, Outcome: c.Outcome, DurationMS: float64(c.Duration) / float64(time.Millisecond),
		Client: c.Client, ProtocolVersion: c.ProtocolVersion, Bytes: c.Bytes}
}

func (a *API) registerListCalls() {
	register(a, action{ID: "list-calls", Method: http.MethodGet, Path: "/apps/{id}/calls", Tag: "Apps", Access: viewers,
		Summary: "List calls", Description: "The call log, newest first. It holds no arguments and no results. Calls made through another replica may show up some seconds late."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[callBody], error) {
			calls, next, err := a.Calls.Calls(ctx, by.Workspace, in.ID, publish.Page{Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(calls, next, callOf), nil
		})
}
