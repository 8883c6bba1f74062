package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

type checkOutput struct {
	Body struct {
		Problems []platform.Problem `json:"problems"`
		Shows    []showsBody        `json:"shows,omitempty" doc:"What the widgets of tools show of the columns of their tables; absent = no widget shows rows."`
	}
}

// showsBody is what the widget of one tool shows of its table.
type showsBody struct {
	Tool   string          `json:"tool"`
	Hidden []string        `json:"hidden" doc:"Columns that are shown nowhere, in the order of the table."`
	Map    json.RawMessage `json:"map" doc:"The field map by which the others are shown, the author's or by name and type; null = no map says it, as for a chart."`
}

func showsOf(o publish.Offer) (all []showsBody) {
	for i, s := range o.Shows {
		if s != nil {
			all = append(all, showsBody{Tool: o.App.Draft.Tools[i].Name, Hidden: append([]string{}, s.Hidden...), Map: orNull(s.Map)})
		}
	}
	return all
}

func (a *API) registerCheckApp() {
	register(a, action{ID: "check-app", Method: http.MethodGet, Path: "/apps/{id}/check", Tag: "Apps", Access: viewers, Costly: true,
		Summary: "Check a draft", Description: "Everything for which publishing would be refused, and forms whose tool is missing or does not fit, " +
			"which keep only an app with several tools from being published."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*checkOutput, error) {
			o, err := a.Apps.Check(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			out := &checkOutput{}
			out.Body.Problems = append([]platform.Problem{}, flatOf(o.App).at(append(o.Problems, o.Warnings...))...)
			out.Body.Shows = showsOf(o)
			return out, nil
		})
}
