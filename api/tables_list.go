package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type listTablesInput struct {
	AppInput
	ListQuery
}

func (a *API) registerListTables() {
	register(a, action{ID: "list-tables", Method: http.MethodGet, Path: "/apps/{id}/tables", Tag: "Tables", Access: viewers,
		Summary: "List the tables of an app", Description: "The oldest first. Rows belong to an app, not to a release: a change is live at once."},
		func(ctx context.Context, by platform.Actor, in *listTablesInput) (*listOutput[tableBody], error) {
			list, err := a.Tables.Tables(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, list, func(t platform.Table) string { return t.Name }, tableOf)
		})
}
