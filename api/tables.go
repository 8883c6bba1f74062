package api

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/tables"
)

// Tables is everything that the API asks of package rows. An app of another workspace is APP_NOT_FOUND.
type Tables interface {
	Tables(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]platform.Table, error)
	Table(ctx context.Context, ref platform.TableRef) (platform.Table, error)
	CreateTable(ctx context.Context, by platform.Actor, app platform.AppID, t platform.Table) (platform.Table, error)
	ChangeTable(ctx context.Context, by platform.Actor, app platform.AppID, name string, c rows.TableChange) (platform.Table, error)
	DeleteTable(ctx context.Context, by platform.Actor, app platform.AppID, name string) error

	Rows(ctx context.Context, ref platform.TableRef, q rows.Query) (tables.Page, error)
	Row(ctx context.Context, ref platform.TableRef, id platform.RowID) (platform.Row, error)
	InsertRows(ctx context.Context, by platform.Actor, app platform.AppID, table string, values []json.RawMessage) ([]platform.Row, error)
	UpdateRow(ctx context.Context, by platform.Actor, at rows.Target, values json.RawMessage) (platform.Row, error)
	DeleteRow(ctx context.Context, by platform.Actor, at rows.Target) (platform.Row, error)

	Import(ctx context.Context, by platform.Actor, app platform.AppID, table string, f rows.File) (rows.Outcome, error)
	Undo(ctx context.Context, by platform.Actor, app platform.AppID, table string) (rows.Undone, error)
	ExportCSV(ctx context.Context, t platform.Table, ref platform.TableRef, w io.Writer) error
	ExportJSON(ctx context.Context, ref platform.TableRef, w io.Writer) error
}

// TableInput names a table.
type TableInput struct {
	AppInput
	Table string `path:"table" maxLength:"63" example:"breads"`
}

func (in TableInput) ref(by platform.Actor) platform.TableRef {
	return platform.TableRef{Workspace: by.Workspace, App: in.ID, Name: in.Table}
}

type columnBody struct {
	Name     string              `json:"name" doc:"^[a-z][a-z0-9_]{0,62}$, and not id."`
	Title    string              `json:"title,omitempty" doc:"What people read; empty = the name."`
	Type     platform.ColumnType `json:"type" doc:"What its cells hold."`
	Required bool                `json:"required,omitempty"`
	Unique   bool                `json:"unique,omitempty" doc:"Over all rows; with ownedRows among those of one person, and not among rows whose owner is null. E-mail addresses and the hosts of URLs are the same in any case, as in filters; in a row that was stored when they were not, from its next change on."`
	Values   []string            `json:"values,omitempty" doc:"Of the type enum, in the order in which they sort."`
	Currency string              `json:"currency,omitempty" doc:"Of the type money, ISO 4217."`
}

// TransformSchema implements huma.SchemaTransformer. The types are shown alone: package rows checks them, with all else of a table.
func (columnBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["type"].Extensions = map[string]any{"enum": tables.Types()}
	return s
}

type tableBody struct {
	Name      string       `json:"name"`
	Title     string       `json:"title"`
	Columns   []columnBody `json:"columns"`
	OwnedRows bool         `json:"ownedRows" doc:"Each row belongs to the person who made it; tools show and change that person's alone."`
	Rows      int          `json:"rows" doc:"How many there are."`
	CreatedAt time.Time    `json:"createdAt"`
	UpdatedAt time.Time    `json:"updatedAt" doc:"Of the last change of the table or of its rows."`
}

type tableOutput struct{ Body tableBody }

func tableOf(t platform.Table) tableBody {
	b := tableBody{Name: t.Name, Title: t.Title, Columns: []columnBody{}, OwnedRows: t.OwnedRows, Rows: t.Rows, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt}
	for _, c := range t.Columns {
		b.Columns = append(b.Columns, columnBody(c))
	}
	return b
}

func columnsOf(list []columnBody) []platform.Column {
	columns := make([]platform.Column, len(list))
	for i, c := range list {
		columns[i] = platform.Column(c)
	}
	return columns
}
