package berth

import (
	"encoding/json"
	"maps"
	"slices"

	"berth/platform"
)

// members are the members of a JSON object.
type members = map[string]json.RawMessage

// appView is what the tools read of an app. Fields has all of it, as REST shows it, without what stands in its tools too.
type appView struct {
	ID          string
	Name        string
	Slug        *string `json:"mcpSlug"`
	Status      string
	Origin      string
	Access      platform.Access
	MCPURL      *string `json:"mcpUrl"`
	LiveVersion *int
	DraftAhead  bool
	Tools       []toolView

	etag   string
	fields members
}

func (v *appView) UnmarshalJSON(raw []byte) error {
	type plain appView
	if err := json.Unmarshal(raw, (*plain)(v)); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &v.fields); err != nil {
		return err
	}
	for name := range platform.FlatFields() {
		delete(v.fields, name)
	}
	return nil
}

// toolView is what is read of a tool of a draft.
type toolView struct {
	Name    string
	Layout  *string `json:"layoutTemplate"`
	Handler struct {
		Kind    string
		Request json.RawMessage
	}
	Mode     platform.Mode
	Example  json.RawMessage
	MockData json.RawMessage
}

// hasData reports whether the tool has data of its own.
func (t *toolView) hasData() bool { return len(t.MockData) > 0 && string(t.MockData) != "null" }

// arguments returns those to try the tool with, as its author has set them.
func (t *toolView) arguments() json.RawMessage {
	if len(t.Example) == 0 || string(t.Example) == "null" {
		return json.RawMessage("{}")
	}
	return t.Example
}

// tool returns the first tool that is wanted, the zero value when there is none.
func (v *appView) tool(wanted func(toolView) bool) toolView {
	if at := slices.IndexFunc(v.Tools, wanted); at >= 0 {
		return v.Tools[at]
	}
	return toolView{}
}

func (v *appView) has(tool string) bool {
	return slices.ContainsFunc(v.Tools, func(t toolView) bool { return t.Name == tool })
}

// without returns the app without the data of those tools, and what to say of that, "" where none has any.
func (v *appView) without(data func(toolView) bool) (shown members, notice string) {
	var tools []members
	_ = json.Unmarshal(v.fields["tools"], &tools) // which have been read
	for i, t := range v.Tools {
		if t.hasData() && data(t) {
			delete(tools[i], "mockData")
			notice = leftOut
		}
	}
	if notice == "" {
		return v.fields, ""
	}
	shown = maps.Clone(v.fields)
	shown["tools"], _ = json.Marshal(tools) // which have been JSON
	return shown, notice
}

// every is the data of all tools.
func every(toolView) bool { return true }

// long returns whose data are left out where all are shown that there is room for: where they are long together, those of all tools but one.
// Those of a tool without a name, which nobody could ask for, are not.
func (v *appView) long(but string) func(toolView) bool {
	bytes := 0
	for _, t := range v.Tools {
		bytes += len(t.MockData)
	}
	return func(t toolView) bool { return bytes > longData && t.Name != "" && t.Name != but }
}

// lacks lists the names of tools that the app no longer has, and of those that it has without the data that they had.
func (v *appView) lacks(before appView) (gone, bare []string) {
	for _, was := range before.Tools {
		switch {
		case was.Name == "":
		case !v.has(was.Name):
			gone = append(gone, was.Name)
		case was.hasData() && !slices.ContainsFunc(v.Tools, func(t toolView) bool { return t.Name == was.Name && t.hasData() }):
			bare = append(bare, was.Name)
		}
	}
	return gone, bare
}
