package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/rows"
)

type updateTableInput struct {
	TableInput
	Body struct {
		Title   Field[string]       `json:"title,omitzero"`
		Columns Field[[]columnBody] `json:"columns,omitzero" doc:"In place of all columns."`
	}
}

func (a *API) registerUpdateTable() {
	register(a, action{ID: "update-table", Method: http.MethodPatch, Path: "/apps/{id}/tables/{table}", Tag: "Tables", Access: editors,
		Summary: "Change the title and the columns of a table",
		Description: "A column of another type takes over the cells that can be read as that type. 409 where the rows do not bear what the columns ask, and where a tool of " +
			"the draft or of what is live uses a column that would go or get another type. " +
			"The last import can be taken back afterwards as long as the columns hold the rows from before it as they were."},
		func(ctx context.Context, by platform.Actor, in *updateTableInput) (*tableOutput, error) {
			change := rows.TableChange{Title: in.Body.Title.pointer()}
			if in.Body.Columns.Set {
				columns := columnsOf(in.Body.Columns.Value)
				change.Columns = &columns
			}
			t, err := a.Tables.ChangeTable(ctx, by, in.ID, in.Table, change)
			return &tableOutput{tableOf(t)}, err
		})
}
