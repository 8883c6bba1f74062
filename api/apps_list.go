package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

type listAppsInput struct {
	ListQuery
	Status platform.Status `query:"status" enum:"draft,published" doc:"Only apps with this status."`
	Text   string          `query:"q" maxLength:"200" doc:"Looked for in name, description, slug and tool name, in any case, and also where these have accents and it has none."`
}

func (a *API) registerListApps() {
	register(a, action{ID: "list-apps", Method: http.MethodGet, Path: "/apps", Tag: "Apps", Access: viewers,
		Summary: "List apps", Description: "Newest first. A page of apps with much data has fewer items than its limit."},
		func(ctx context.Context, by platform.Actor, in *listAppsInput) (*listOutput[appBody], error) {
			apps, next, err := a.Apps.List(ctx, by.Workspace, publish.AppQuery{
				Status: in.Status, Text: in.Text, Page: publish.Page{Limit: in.Limit, Cursor: in.Cursor}})
			if err != nil {
				return nil, err
			}
			return newList(apps, next, a.appOf), nil
		})
}
