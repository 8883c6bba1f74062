package api

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/schema/form"
)

// shownDraft is a draft as the API shows it: every field, and those of its first tool by the names that they have there.
type shownDraft map[string]any

func shownOf(d platform.Draft) shownDraft {
	out, first := form.Show(d), form.Show(d.Tools[0])
	for name, field := range platform.FlatFields() {
		out[name] = first[field]
	}
	return out
}

// shownForm is the schema of a shownDraft.
func shownForm() form.Schema {
	draft, tool := form.Shown(platform.Draft{}), form.Shown(platform.ToolDraft{})
	draft = draft.With("themeVariables", is("Theme", "What is absent is the default.")).
		With("tools", draft.Field("tools").Of(is("DraftTool", "Of a seeded app what it says of them, without the code that runs them.")))
	for _, name := range slices.Sorted(maps.Keys(platform.FlatFields())) {
		draft = draft.With(name, tool.Field(platform.FlatFields()[name])).Require(name)
	}
	return draft
}

// contentBody is what an author writes, as POST /apps takes it. Its tools are one, by the flat names.
type contentBody shownDraft

func contentOf(d platform.Draft) contentBody {
	out := contentBody(shownOf(d))
	delete(out, "tools")
	delete(out, "mcpSlug")
	return out
}

// Schema implements huma.SchemaProvider.
func (contentBody) Schema(r huma.Registry) *huma.Schema {
	return component(r, "Content", contentForm)
}

// proposedOf is a draft that nobody has saved, as POST /apps takes it: where its tools are not one that the flat names can tell,
// they are listed.
func proposedOf(d platform.Draft) contentBody {
	out := contentOf(d)
	if !d.Flat() {
		out["tools"] = shownOf(d)["tools"]
	}
	return out
}

func proposedForm() form.Schema {
	tools := shownForm().Field("tools")
	tools["description"] = "Where there are several, or one that does more than show data; toolName and its like are the first one's."
	return contentForm().With("tools", tools)
}

func contentForm() form.Schema { return shownForm().Without("tools", "mcpSlug") }

// together encodes two objects, neither of which is empty, as one.
func together(a, b any) ([]byte, error) {
	first, err := platform.PlainJSON(a)
	if err != nil {
		return nil, err
	}
	second, err := platform.PlainJSON(b)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(first[:len(first)-1]), []byte(","), []byte(second[1:])), nil
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}
