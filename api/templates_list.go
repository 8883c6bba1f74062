package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/schema/form"
)

// templateBody has the names of an app's editable fields: POST /apps takes them as they are.
type templateBody struct {
	templateFields
	content contentBody
}

type templateFields struct {
	Slug    string                `json:"slug" doc:"Names it; the address of the app that ships with it, where one does."`
	Shipped bool                  `json:"shipped" doc:"Whether an app ships with it, at that slug."`
	Preview string                `json:"preview" doc:"A small picture of the first tool's layout as a data: URL."`
	Tables  []platform.TableDraft `json:"tables" doc:"The tables of the app, with rows that say that they are examples."`
}

// MarshalJSON implements json.Marshaler.
func (b templateBody) MarshalJSON() ([]byte, error) { return together(b.templateFields, b.content) }

// Schema implements huma.SchemaProvider.
func (templateBody) Schema(r huma.Registry) *huma.Schema {
	return component(r, "Template", func() form.Schema { return form.Written(templateFields{}).And(proposedForm()) })
}

func (a *API) templateOf(t publish.Template) templateBody {
	b := templateBody{content: proposedOf(t.Draft),
		templateFields: templateFields{Slug: t.Slug, Shipped: t.Shipped, Tables: append([]platform.TableDraft{}, t.Tables...)}}
	for _, l := range a.Apps.AuthorLayouts() {
		if l.Name == t.Draft.Tools[0].Layout {
			b.Preview = l.Preview
		}
	}
	return b
}

func (a *API) registerListTemplates() {
	register(a, action{ID: "list-templates", Method: http.MethodGet, Path: "/templates", Tag: "Apps", Access: viewers, Summary: "List templates",
		Description: "Complete drafts to start from, the same in every workspace. POST /apps with a template's fields but slug, shipped and preview makes an app of it."},
		func(_ context.Context, _ platform.Actor, in *ListQuery) (*listOutput[templateBody], error) {
			return cut(*in, a.Apps.AuthorTemplates(), func(t publish.Template) string { return t.Slug }, a.templateOf)
		})
}
