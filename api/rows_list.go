package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/rows"
)

type listRowsInput struct {
	TableInput
	ListQuery
	Q      string   `query:"q" maxLength:"500" doc:"Words that a row should have."`
	Filter []string `query:"filter,explode" maxItems:"40" doc:"A column, one of = != < <= > >= and ~ (contains), and a value: price<=5. Repeatable; all must fit."`
	Sort   string   `query:"sort" maxLength:"2000" doc:"Columns, a descending one with a minus before it: -price,name. The default is the order in which rows were made."`
}

type rowsBody struct {
	Items      []rowBody `json:"items"`
	NextCursor *string   `json:"nextCursor" doc:"Asks for the next page; null on the last."`
	Total      int       `json:"total" doc:"How many rows fit."`
}

type rowsOutput struct{ Body rowsBody }

func (a *API) registerListRows() {
	register(a, action{ID: "list-rows", Method: http.MethodGet, Path: "/apps/{id}/tables/{table}/rows", Tag: "Tables", Access: viewers,
		Summary: "List rows", Description: "Empty cells fit only != and come last in every order."},
		func(ctx context.Context, by platform.Actor, in *listRowsInput) (*rowsOutput, error) {
			page, err := a.Tables.Rows(ctx, in.ref(by), rows.Query{Text: in.Q, Filters: in.Filter, Sort: in.Sort, Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			shown := newList(page.Rows, page.Next, rowOf).Body
			return &rowsOutput{rowsBody{shown.Items, shown.NextCursor, page.Count}}, nil
		})
}
