package berth

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

// widget is the view that shows the widget of a draft, and draftKey the member of a result's _meta in which it finds it: there models do not
// read it.
const (
	widget   = "draft"
	draftKey = "berth/draft"
)

// views are those of the app. The pictures of samples come from this server, where hosts let widgets load them: by https.
func (a *app) views() []platform.ViewSpec {
	var csp platform.CSP
	if strings.HasPrefix(a.PublicURL, "https://") {
		csp.Resource = []string{strings.TrimSuffix(a.PublicURL, "/")}
	}
	return []platform.ViewSpec{{Name: widget, CSP: csp, URI: "ui://widget/berth-draft.html", Layout: widget, Title: "Draft",
		Description: "The widget of the draft, as its users will see it. There is no need to repeat in text what it shows.", PrefersBorder: true}}
}

// toolView is what is read of a tool of a draft.
type toolView struct {
	Name    string
	Layout  *string `json:"layoutTemplate"`
	Handler struct{ Kind string }
	Mode    platform.Mode
	Example json.RawMessage
}

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

// lacks lists the names of tools that the app no longer has, and of those that it has without the data that they had.
func (v *appView) lacks(before appView) (gone, bare []string) {
	data := v.withData()
	for _, name := range before.withData() {
		if !slices.Contains(data, name) && v.has(name) {
			bare = append(bare, name)
		}
	}
	for _, was := range before.Tools {
		if was.Name != "" && !v.has(was.Name) {
			gone = append(gone, was.Name)
		}
	}
	return gone, bare
}

func (v *appView) has(tool string) bool {
	return slices.ContainsFunc(v.Tools, func(t toolView) bool { return t.Name == tool })
}

// withData lists the names of the tools that have data of their own.
func (v *appView) withData() (names []string) {
	var tools []struct {
		Name     string
		MockData json.RawMessage
	}
	_ = json.Unmarshal(v.fields["tools"], &tools) // which have been read
	for _, t := range tools {
		if len(t.MockData) > 0 && string(t.MockData) != "null" {
			names = append(names, t.Name)
		}
	}
	return names
}

// exchanged is what a tool answered: a response of JSON-RPC.
type exchanged struct {
	Response struct {
		Result json.RawMessage // none = nil
		Error  *struct{ Message string }
	}
	DurationMS json.Number
}

// try calls a tool of the draft, or of another release.
func (c *caller) try(ctx context.Context, id, tool string, arguments json.RawMessage, release string) (x exchanged, err error) {
	body := map[string]any{"tool": tool, "arguments": arguments}
	if release != "" {
		body["release"] = release
	}
	return x, c.send(ctx, "POST", path("apps", id, "test"), body, &x)
}

// shown returns what a tool answers that reads the draft's own rows, nil for another one: nothing else is called without being asked for.
func (c *caller) shown(ctx context.Context, v appView, t toolView) (json.RawMessage, error) {
	if t.Handler.Kind != "query" || t.Mode == platform.ModeMock {
		return nil, nil
	}
	x, err := c.try(ctx, v.ID, t.Name, t.arguments(), "")
	return x.Response.Result, err
}

// withWidget adds the document of a tool's widget, and what it shows: the tool's own result, or with nil the draft's data. release is the one that
// answered, "" = the draft. A document that cannot be had now is left out: what was done is done.
func (c *caller) withWidget(ctx context.Context, v appView, t toolView, release string, shown json.RawMessage, result appkit.Result) appkit.Result {
	if t.Layout == nil {
		return result
	}
	page, err := c.rest.Ask(ctx, c.by, platform.RESTCall{Method: "GET", Path: path("apps", v.ID, "preview") + "?" + url.Values{"tool": {t.Name}}.Encode()})
	if err != nil || page.Status >= 400 {
		return result
	}
	draft := map[string]any{"html": string(page.Body), "app": v.ID, "workspace": c.by.Workspace, "tool": t.Name, "arguments": t.arguments()}
	if release != "" {
		draft["release"] = release
	}
	if shown != nil {
		draft["result"] = shown
	}
	result.Meta = map[string]any{draftKey: draft}
	return result
}
