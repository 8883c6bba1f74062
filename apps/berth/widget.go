package berth

import (
	"context"
	"encoding/json"
	"net/url"
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

// tools returns the tools of the draft.
func (v *appView) tools() (all []toolView) {
	_ = json.Unmarshal(v.fields["tools"], &all) // as REST shows them
	return all
}

// first returns the first tool with a widget, the zero value when there is none.
func (v *appView) first() toolView {
	for _, t := range v.tools() {
		if t.Layout != nil {
			return t
		}
	}
	return toolView{}
}

// resultOf returns the result in a JSON-RPC response, nil when there is none.
func resultOf(response json.RawMessage) json.RawMessage {
	var r struct{ Result json.RawMessage }
	_ = json.Unmarshal(response, &r) // an answer of the edge
	return r.Result
}

// shown returns what a tool answers that reads the draft's own rows, nil for another one: nothing else is called without being asked for.
func (c *caller) shown(ctx context.Context, v appView, t toolView) (json.RawMessage, error) {
	if t.Handler.Kind != "query" || t.Mode == platform.ModeMock {
		return nil, nil
	}
	var x struct{ Response json.RawMessage }
	if err := c.send(ctx, "POST", path("apps", v.ID, "test"), map[string]any{"tool": t.Name, "arguments": c.example(v, t.Name)}, &x); err != nil {
		return nil, err
	}
	return resultOf(x.Response), nil
}

// withWidget adds the document of a tool's widget, and what it shows: the tool's own result, or with nil the draft's data. A document that cannot
// be had now is left out: what was done is done.
func (c *caller) withWidget(ctx context.Context, v appView, t toolView, shown json.RawMessage, result appkit.Result) appkit.Result {
	if t.Layout == nil {
		return result
	}
	page, err := c.rest.Ask(ctx, c.by, platform.RESTCall{Method: "GET", Path: path("apps", v.ID, "preview") + "?" + url.Values{"tool": {t.Name}}.Encode()})
	if err != nil || page.Status >= 400 {
		return result
	}
	arguments := t.Example
	if len(arguments) == 0 || string(arguments) == "null" {
		arguments = json.RawMessage("{}")
	}
	draft := map[string]any{"html": string(page.Body), "app": v.ID, "tool": t.Name, "arguments": arguments}
	if shown != nil {
		draft["result"] = shown
	}
	result.Meta = map[string]any{draftKey: draft}
	return result
}
