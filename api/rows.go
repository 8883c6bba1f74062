package api

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
)

// RowInput names a row.
type RowInput struct {
	TableInput
	Row platform.RowID `path:"rowId" maxLength:"100"`
}

type rowBody struct {
	ID        platform.RowID `json:"id"`
	Values    cells          `json:"values" doc:"The cells that are not empty, by name of column."`
	Owner     *string        `json:"owner" doc:"The id, for this app, of the person whose row it is; null for rows that were made over this API or by nobody who is known."`
	CreatedAt time.Time      `json:"createdAt"`
	UpdatedAt time.Time      `json:"updatedAt"`
}

// cells are those of a row, by name of column.
type cells json.RawMessage

// MarshalJSON implements json.Marshaler.
func (c cells) MarshalJSON() ([]byte, error) { return json.RawMessage(c).MarshalJSON() }

// Schema implements huma.SchemaProvider: what a cell holds is a matter of its column.
func (cells) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

type rowOutput struct {
	ETag string `header:"ETag" doc:"Names this state of the row for If-Match."`
	Body rowBody
}

func rowOf(r platform.Row) rowBody {
	return rowBody{ID: r.ID, Values: cells(r.Values), Owner: textOrNull(r.Owner), CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

func rowETag(r platform.Row) string { return `"` + strconv.FormatInt(r.Rev, 10) + `"` }

// under puts the problems of an error under the place of what they are about.
func under(err error, place func(location string) string) error {
	var e *platform.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return err
	}
	moved := *e
	moved.Fields = slices.Clone(e.Fields)
	for i, p := range e.Fields {
		moved.Fields[i].Location = place(p.Location)
	}
	return &moved
}

// inValues locates what is wrong with the values of a row.
func inValues(location string) string {
	if location == "" {
		return "body.values"
	}
	return "body.values." + location
}

// inRows locates what is wrong with the values of one of the rows, which are located by [n].column.
func inRows(location string) string {
	row, column, _ := strings.Cut(location, "].")
	return strings.TrimSuffix("body.rows"+strings.TrimSuffix(row, "]")+"].values."+column, ".")
}
