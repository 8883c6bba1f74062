package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
)

type appCallsBody struct {
	AppID      platform.AppID `json:"appId"`
	Calls      int            `json:"calls"`
	Errors     int            `json:"errors" doc:"Calls with any outcome but ok."`
	LastCallAt time.Time      `json:"lastCallAt"`
}

type appsStatsOutput struct {
	Body struct {
		Window   string         `json:"window" enum:"1h,24h,7d,30d"`
		Since    time.Time      `json:"since"`
		Complete bool           `json:"complete" doc:"False when some calls of the window are not in the counts, which are then too low."`
		Items    []appCallsBody `json:"items" doc:"Apps without calls are left out."`
	}
}

func (a *API) registerAppsStats() {
	register(a, action{ID: "list-app-stats", Method: http.MethodGet, Path: "/stats/apps", Tag: "Observe", Access: viewers, Costly: true,
		Summary: "Count the calls of all apps", Description: "Of the workspace's apps, as many as it has, on one page. The window's beginning is exact to within a second."},
		func(ctx context.Context, by platform.Actor, in *WindowInput) (*appsStatsOutput, error) {
			w, out := in.window(), &appsStatsOutput{}
			since := w.Since(a.Now())
			counts, complete, err := a.Calls.CountCalls(ctx, by.Workspace, since)
			if err != nil {
				return nil, err
			}
			out.Body.Window, out.Body.Since, out.Body.Complete, out.Body.Items = w.Name, since, complete, make([]appCallsBody, 0, len(counts))
			for _, c := range counts {
				out.Body.Items = append(out.Body.Items, appCallsBody{AppID: c.App, Calls: c.Calls, Errors: c.Errors, LastCallAt: c.LastAt})
			}
			return out, nil
		})
}
