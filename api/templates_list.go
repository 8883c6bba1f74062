package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

// templateBody has the names of an app's editable fields: POST /apps takes them as they are.
type templateBody struct {
	Slug            string          `json:"slug" doc:"Of the app that ships with it."`
	Name            string          `json:"name"`
	Description     string          `json:"description"`
	ToolName        string          `json:"toolName"`
	ToolDescription string          `json:"toolDescription"`
	LayoutTemplate  string          `json:"layoutTemplate"`
	ThemeVariables  platform.Theme  `json:"themeVariables"`
	MockData        json.RawMessage `json:"mockData"`
	ResponseText    string          `json:"responseText"`
	SystemPrompt    string          `json:"systemPrompt"`
	Preview         string          `json:"preview" doc:"A small picture of the layout as a data: URL."`
}

func (a *API) templateOf(t publish.Template) templateBody {
	d := t.Draft
	b := templateBody{Slug: t.Slug, Name: d.Name, Description: d.Description, ToolName: d.ToolName, ToolDescription: d.ToolDescription,
		LayoutTemplate: d.Layout, ThemeVariables: d.Theme, MockData: d.MockData, ResponseText: d.ResponseText, SystemPrompt: d.SystemPrompt}
	for _, l := range a.Apps.AuthorLayouts() {
		if l.Name == d.Layout {
			b.Preview = l.Preview
		}
	}
	return b
}

func (a *API) registerListTemplates() {
	register(a, action{ID: "list-templates", Method: http.MethodGet, Path: "/templates", Tag: "Apps", Access: viewers, Summary: "List templates",
		Description: "Complete drafts to start from, the same in every workspace. POST /apps with a template's fields makes an app of it."},
		func(_ context.Context, _ platform.Actor, in *ListQuery) (*listOutput[templateBody], error) {
			return cut(*in, a.Apps.AuthorTemplates(), func(t publish.Template) string { return t.Slug }, a.templateOf)
		})
}
