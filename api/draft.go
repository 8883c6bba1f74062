package api

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/schema/form"
)

// draftFields is the form of what changes a draft; package publish reads it.
type draftFields struct{}

// Schema implements huma.SchemaProvider.
func (draftFields) Schema(r huma.Registry) *huma.Schema {
	return component(r, "DraftFields", func() form.Schema { return withProposal(draftForm()).Changes() })
}

// draftForm is the form of a draft in which the fields of its first tool stand too.
func draftForm() form.Schema {
	draft, tool := form.Sent(platform.Draft{}), form.Sent(platform.ToolDraft{})
	draft = draft.With("tools", draft.Field("tools").Of(tool.With("handler", handler())))
	for name, field := range platform.FlatFields() {
		draft = draft.With(name, tool.Field(field))
	}
	return draft
}

// newApp is a draft with a name.
type newApp struct{}

// Schema implements huma.SchemaProvider.
func (newApp) Schema(r huma.Registry) *huma.Schema {
	return component(r, "NewApp", func() form.Schema { return withProposal(draftForm()).Nullable() })
}

// overrideFields are the fields of a draft that a publish may bring along.
type overrideFields struct{}

// Schema implements huma.SchemaProvider.
func (overrideFields) Schema(r huma.Registry) *huma.Schema {
	return component(r, "OverrideFields", func() form.Schema { return draftForm().Changes().Only("toolName", "toolDescription") })
}

// parts are the components that forms of drafts refer to.
func (a *API) parts(r huma.Registry) {
	component(r, "Theme", func() form.Schema { return form.Sent(platform.Theme{}) })
	component(r, "DraftTool", func() form.Schema { return form.Shown(platform.ToolDraft{}).With("handler", handler()) })
	kinds, refs := []any{}, map[string]any{}
	for _, kind := range slices.Sorted(maps.Keys(a.Handlers)) {
		name := strings.ToUpper(kind[:1]) + kind[1:] + "Handler"
		component(r, name, func() form.Schema { return a.Handlers[kind] })
		kinds, refs[kind] = append(kinds, map[string]any{"$ref": components + name}), components+name
	}
	component(r, "Handler", func() form.Schema {
		return form.Schema{"oneOf": kinds, "discriminator": map[string]any{"propertyName": "kind", "mapping": refs}}
	})
}

// handler refers to the form of a tool's handler, which is that of its kind.
func handler() form.Schema {
	return is("Handler", form.Sent(platform.ToolDraft{}).Field("handler")["description"])
}

// component returns a reference to the schema of that name in the OpenAPI document. Unless it is there already, it makes it.
func component(r huma.Registry, name string, made func() form.Schema) *huma.Schema {
	if r.Map()[name] == nil {
		r.Map()[name] = &huma.Schema{Extensions: made()}
	}
	return &huma.Schema{Ref: components + name}
}

const components = "#/components/schemas/"

// is returns a reference to a component.
func is(name string, description any) form.Schema {
	return form.Schema{"$ref": components + name, "description": description}
}
