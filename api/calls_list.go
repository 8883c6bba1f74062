package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/publish"
)

// CallReader reads the call log. An app of another workspace is APP_NOT_FOUND.
type CallReader interface {
	// Calls lists newest first.
	Calls(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, q platform.CallQuery) ([]platform.CallRecord, string, error)
	CallStats(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, w platform.CallWindow) (platform.CallStats, error)
	// Samples lists newest first.
	Samples(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, page publish.Page) ([]platform.CallSample, string, error)
	// CountCalls leaves out apps without calls; complete is false when some calls are not in the counts.
	CountCalls(ctx context.Context, ws platform.WorkspaceID, since time.Time) (counts []platform.AppCalls, complete bool, err error)
}

type listCallsInput struct {
	AppListInput
	Outcome         string    `query:"outcome" enum:"ok,error,invalid,timeout,rate_limited" doc:"Only calls that ended so."`
	Tool            string    `query:"tool" maxLength:"128" doc:"Only calls of this tool."`
	Client          string    `query:"client" maxLength:"100" doc:"Only calls of this client, by its whole name."`
	ProtocolVersion string    `query:"protocolVersion" maxLength:"32" doc:"Only calls in this version of MCP."`
	Since           time.Time `query:"since" doc:"Only calls that began then or later."`
	After           string    `query:"after" maxLength:"36" doc:"Id of a call: only those above it in the list. To follow the log, ask with the id of the newest call seen."`
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
	return callBody{ID: c.ID, At: c.At, Tool: c.Tool, Outcome: c.Outcome, DurationMS: milliseconds(c.Duration),
		Client: c.Client, ProtocolVersion: c.ProtocolVersion, Bytes: c.Bytes}
}

// milliseconds returns a duration in milliseconds, to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

func (a *API) registerListCalls() {
	register(a, action{ID: "list-calls", Method: http.MethodGet, Path: "/apps/{id}/calls", Tag: "Observe", Access: viewers, Costly: true,
		Summary: "List calls", Description: "The call log, newest first. It holds no arguments and no results. Calls made through another replica may show up some seconds late, " +
			"below newer ones. Of an app and hour so many are listed (BERTH_LIMIT_CALL_LOG), failures besides; the statistics count all. " +
			"A page may have fewer calls than its limit and a nextCursor all the same, where few calls match."},
		func(ctx context.Context, by platform.Actor, in *listCallsInput) (*listOutput[callBody], error) {
			calls, next, err := a.Calls.Calls(ctx, by.Workspace, in.ID, platform.CallQuery{
				CallFilter: platform.CallFilter{Outcome: in.Outcome, Tool: in.Tool, Client: in.Client, ProtocolVersion: in.ProtocolVersion, Since: in.Since},
				After:      in.After, Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(calls, next, callOf), nil
		})
}
