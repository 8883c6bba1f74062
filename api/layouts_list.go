package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/view"
)

type listLayoutsInput struct{ ListQuery }

type layoutBody struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	DataSchema  json.RawMessage `json:"dataSchema" doc:"JSON Schema of the data."`
	Sample      json.RawMessage `json:"sample" doc:"Data that fits."`
	Preview     string          `json:"preview" doc:"A small picture as a data: URL."`
	List        *string         `json:"list" doc:"The field of the data that holds the entries; null where the layout has none."`
}

func layoutOf(l view.Layout) layoutBody {
	return layoutBody{Name: l.Name, Title: l.Title, Description: l.Description, DataSchema: l.DataSchema, Sample: l.Sample, Preview: l.Preview, List: textOrNull(l.List)}
}

func (a *API) registerListLayouts() {
	register(a, action{ID: "list-layouts", Method: http.MethodGet, Path: "/layouts", Tag: "Apps", Access: viewers, Summary: "List layouts"},
		func(_ context.Context, _ platform.Actor, in *listLayoutsInput) (*listOutput[layoutBody], error) {
			return cut(in.ListQuery, a.Apps.AuthorLayouts(), func(l view.Layout) string { return l.Name }, layoutOf)
		})
}
