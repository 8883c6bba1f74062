package api

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
)

type newRowBody struct {
	Values json.RawMessage `json:"values" doc:"Cells by name of column."`
}

type newRowsBody struct {
	Values json.RawMessage `json:"values,omitempty" doc:"Of one row: cells by name of column."`
	Rows   []newRowBody    `json:"rows,omitempty" minItems:"1" maxItems:"1000" doc:"Several rows, all or none, instead of values."`
}

func (b newRowsBody) problems() []platform.Problem {
	if (b.Values == nil) == (b.Rows == nil) {
		return []platform.Problem{{Location: "body", Message: "must have either values, of one row, or rows"}}
	}
	return nil
}

// createdRows is a row, or several.
type createdRows struct {
	one  *rowBody
	many []rowBody
}

type severalRows struct {
	Items []rowBody `json:"items"`
}

// MarshalJSON implements json.Marshaler.
func (c createdRows) MarshalJSON() ([]byte, error) {
	if c.one != nil {
		return json.Marshal(c.one)
	}
	return json.Marshal(severalRows{c.many})
}

// Schema implements huma.SchemaProvider.
func (createdRows) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[rowBody](), true, ""), r.Schema(reflect.TypeFor[severalRows](), true, "")}}
}

type createRowsInput struct {
	TableInput
	Body newRowsBody
}

type createRowsOutput struct {
	ETag string `header:"ETag" doc:"Of one row."`
	Body createdRows
}

// maxRowsBody is how long a body with many rows may be, in bytes (contract §7).
const maxRowsBody = 20 << 20

func (a *API) registerCreateRows() {
	register(a, action{ID: "create-rows", Method: http.MethodPost, Path: "/apps/{id}/tables/{table}/rows", Tag: "Tables", Access: editors, Status: http.StatusCreated,
		MaxBody: maxRowsBody, Summary: "Add a row, or up to 1,000", Description: "All or none. Answers the row, or the rows as items in their order. " +
			"A row has at most 16 KiB. A cell that must be unique and is not: 409.",
		Check: checking(newRowsBody.problems)},
		func(ctx context.Context, by platform.Actor, in *createRowsInput) (*createRowsOutput, error) {
			if found := in.Body.problems(); len(found) > 0 {
				return nil, platform.Invalid(found)
			}
			values, place := []json.RawMessage{in.Body.Values}, func(location string) string {
				if len(location) > 3 { // [0].column
					return inValues(location[4:])
				}
				return inValues("")
			}
			if in.Body.Rows != nil {
				values, place = make([]json.RawMessage, len(in.Body.Rows)), inRows
				for i, r := range in.Body.Rows {
					values[i] = r.Values
				}
			}
			made, err := a.Tables.InsertRows(ctx, by, in.ID, in.Table, values)
			if err != nil {
				return nil, under(err, place)
			}
			if in.Body.Rows == nil {
				row := rowOf(made[0])
				return &createRowsOutput{ETag: rowETag(made[0]), Body: createdRows{one: &row}}, nil
			}
			return &createRowsOutput{Body: createdRows{many: newList(made, "", rowOf).Body.Items}}, nil
		})
}
