package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/directory"
	"berth/platform/publish"
)

type readinessBody struct {
	ID     string           `json:"id" example:"privacy"`
	Client directory.Client `json:"client" enum:"chatgpt,claude,both" doc:"Whose directory asks."`
	Title  string           `json:"title"`
	Status directory.Status `json:"status" enum:"ok,todo,warning" doc:"todo: a directory would refuse the app; warning: it may ask, or only a person can tell."`
	Detail string           `json:"detail"`
	Field  *string          `json:"field" doc:"Where to mend it: a field of the app, or “listing.” and a field of its listing; null when it is none."`
}

type readinessOutput struct {
	Body struct {
		Items []readinessBody `json:"items"`
		Ready struct {
			ChatGPT bool `json:"chatgpt"`
			Claude  bool `json:"claude"`
		} `json:"ready" doc:"Nothing is left to do, as far as a program can tell."`
	}
}

func readinessOf(i directory.Item) readinessBody {
	return readinessBody{ID: i.ID, Client: i.Client, Title: i.Title, Status: i.Status, Detail: i.Detail, Field: textOrNull(i.Field)}
}

// judge checks an app against what directories ask of it.
func (a *API) judge(o publish.Offer) []directory.Item {
	return directory.Check(directory.App{PublicURL: a.PublicURL, Live: o.App.LiveVersion > 0, Ahead: o.App.DraftAhead(),
		Manifest: o.Manifest, Listing: o.Listing, Problems: flatOf(o.App).at(o.Problems)})
}

func (a *API) registerReadiness() {
	register(a, action{ID: "get-readiness", Method: http.MethodGet, Path: "/apps/{id}/readiness", Tag: "Directories", Access: viewers, Costly: true,
		Summary: "Is the app ready for a directory?", Description: "What the directories of ChatGPT and Claude ask, computed from the draft and the listing."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*readinessOutput, error) {
			o, err := a.Apps.Offer(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			items, out := a.judge(o), &readinessOutput{}
			out.Body.Ready.ChatGPT, out.Body.Ready.Claude = directory.Ready(items, directory.ChatGPT), directory.Ready(items, directory.Claude)
			for _, i := range items {
				out.Body.Items = append(out.Body.Items, readinessOf(i))
			}
			return out, nil
		})
}
