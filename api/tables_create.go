package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/rows"
)

type newTableBody struct {
	Name      string       `json:"name" doc:"^[a-z][a-z0-9_]{0,62}$. It stays."`
	Title     string       `json:"title,omitempty"`
	Columns   []columnBody `json:"columns"`
	OwnedRows bool         `json:"ownedRows,omitempty" doc:"Each row belongs to the person who made it. It stays."`
}

func (b newTableBody) table() platform.Table {
	return platform.Table{Name: b.Name, Title: b.Title, Columns: columnsOf(b.Columns), OwnedRows: b.OwnedRows}
}

type createTableInput struct {
	AppInput
	Body newTableBody
}

func (a *API) registerCreateTable() {
	register(a, action{ID: "create-table", Method: http.MethodPost, Path: "/apps/{id}/tables", Tag: "Tables", Access: editors, Status: http.StatusCreated,
		Summary: "Make a table", Description: "An app has at most 20, of at most 40 columns each.",
		Check: checking(func(b newTableBody) []platform.Problem { return rows.CheckTable(b.table()) })},
		func(ctx context.Context, by platform.Actor, in *createTableInput) (*tableOutput, error) {
			t, err := a.Tables.CreateTable(ctx, by, in.ID, in.Body.table())
			return &tableOutput{tableOf(t)}, err
		})
}
