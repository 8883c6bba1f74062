package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

// templateBody has the names of an app's editable fields: POST /apps takes them as they are.
type templateBody struct {
	Slug string `json:"slug" doc:"Of the app that ships with it."`
	ContentFields
	Preview string `json:"preview" doc:"A small picture of the layout as a data: URL."`
}

func (a *API) templateOf(t publish.Template) templateBody {
	b := templateBody{Slug: t.Slug, ContentFields: contentOf(t.Draft)}
	for _, l := range a.Apps.AuthorLayouts() {
		if l.Name == t.Draft.Tools[0].Layout {
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
