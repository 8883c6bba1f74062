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
