package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/rows"
)

type updateRowInput struct {
	RowInput
	IfMatch string `header:"If-Match" maxLength:"500" doc:"The ETag of the state that the change is meant for."`
	Body    struct {
		Values json.RawMessage `json:"values" doc:"Cells by name of column; those that are absent stay, and null empties one."`
	}
}

func (a *API) registerUpdateRow() {
	register(a, action{ID: "update-row", Method: http.MethodPatch, Path: "/apps/{id}/tables/{table}/rows/{rowId}", Tag: "Tables", Access: editors,
		Summary: "Change cells of a row"},
		func(ctx context.Context, by platform.Actor, in *updateRowInput) (*rowOutput, error) {
			target, err := a.targetRow(ctx, by, in.RowInput, in.IfMatch)
			if err != nil {
				return nil, err
			}
			r, err := a.Tables.UpdateRow(ctx, by, target, in.Body.Values)
			return &rowOutput{rowETag(r), rowOf(r)}, under(err, inValues)
		})
}

// targetRow returns the row that a change is meant for, with the revision that If-Match asks for.
func (a *API) targetRow(ctx context.Context, by platform.Actor, in RowInput, ifMatch string) (rows.Target, error) {
	to := rows.Target{Scope: rows.Scope{TableRef: in.ref(by)}, ID: in.Row}
	if anyState(ifMatch) {
		return to, nil
	}
	present, err := a.Tables.Row(ctx, in.ref(by), in.Row)
	if err != nil {
		return to, err
	}
	if to.Rev = present.Rev; !matches(ifMatch, rowETag(present)) {
		return to, platform.Errorf(platform.CodePreconditionFailed, "The row has changed since it was read.")
	}
	return to, nil
}
