package api

import (
	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/schema/form"
)

// draftFields is the form of what changes a draft; package publish reads it.
type draftFields struct{}

// Schema implements huma.SchemaProvider.
func (draftFields) Schema(r huma.Registry) *huma.Schema {
	return component(r, "DraftFields", withProposal(draftForm()).Changes())
}

// draftForm is the form of a draft in which the fields of its first tool stand too.
func draftForm() form.Schema {
	draft, tool := form.Sent(platform.Draft{}), form.Sent(platform.ToolDraft{})
	for name, field := range flatFields() {
		draft = draft.With(name, tool.Field(field))
	}
	return draft
}

// newApp is a draft with a name.
type newApp struct{}

// Schema implements huma.SchemaProvider.
func (newApp) Schema(r huma.Registry) *huma.Schema {
	return component(r, "NewApp", withProposal(draftForm()).Nullable())
}

// overrideFields are the fields of a draft that a publish may bring along.
type overrideFields struct{}

// Schema implements huma.SchemaProvider.
func (overrideFields) Schema(r huma.Registry) *huma.Schema {
	return component(r, "OverrideFields", draftForm().Changes().Only("toolName", "toolDescription"))
}

// parts are the components that forms of drafts refer to.
func parts(r huma.Registry) {
	component(r, "Theme", form.Sent(platform.Theme{}))
	component(r, "DraftTool", form.Shown(platform.ToolDraft{}))
}

// component puts a schema into the OpenAPI document under a name, and returns a reference to it.
func component(r huma.Registry, name string, s form.Schema) *huma.Schema {
	r.Map()[name] = &huma.Schema{Extensions: s}
	return &huma.Schema{Ref: components + name}
}

const components = "#/components/schemas/"

// is returns a reference to a component.
func is(name, description string) form.Schema {
	return form.Schema{"$ref": components + name, "description": description}
}
