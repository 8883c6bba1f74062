package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type deleteRowInput struct {
	RowInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that is to be deleted."`
}

func (a *API) registerDeleteRow() {
	register(a, action{ID: "delete-row", Method: http.MethodDelete, Path: "/apps/{id}/tables/{table}/rows/{rowId}", Tag: "Tables", Access: editors, Summary: "Delete a row"},
		func(ctx context.Context, by platform.Actor, in *deleteRowInput) (*emptyOutput, error) {
			target, err := a.targetRow(ctx, by, in.RowInput, in.IfMatch)
			if err == nil {
				_, err = a.Tables.DeleteRow(ctx, by, target)
			}
			return nil, err
		})
}
