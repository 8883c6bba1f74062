package berth

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"berth/platform"
	"berth/platform/appkit"
)

type activityIn struct {
	in
	App    string `json:"app"`
	Window string `json:"window"`
}

type activityOut struct {
	Window   string          `json:"window" doc:"The time up to now that figures are of."`
	Totals   json.RawMessage `json:"totals" jsonschema:"type=object" doc:"Calls, errors, how long they took."`
	Outcomes json.RawMessage `json:"outcomes" jsonschema:"type=array"`
	Tools    json.RawMessage `json:"tools" jsonschema:"type=array"`
	Clients  json.RawMessage `json:"clients" jsonschema:"type=array"`
	Failures []members       `json:"failures" doc:"The newest calls that failed."`
	Releases json.RawMessage `json:"releases" jsonschema:"type=array" doc:"The newest releases."`
	onward
}

// failed are the outcomes of calls that failed, but for limits.
var failed = []string{platform.OutcomeError, platform.OutcomeInvalid, platform.OutcomeTimeout}

func (c *caller) activity(ctx context.Context, in activityIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	window := cmp.Or(in.Window, "7d")
	out := activityOut{Failures: []members{}, onward: onward{notice,
		"try_app calls a tool with the arguments of a call that failed; update_app mends the draft.", c.link(v.ID, "observe")}}
	if err := c.get(ctx, path("apps", v.ID, "stats")+"?"+url.Values{"window": {window}}.Encode(), &out); err != nil {
		return appkit.Result{}, err
	}
	for _, outcome := range failed {
		var calls struct{ Items []members }
		if err := c.get(ctx, path("apps", v.ID, "calls")+"?"+url.Values{"outcome": {outcome}, "limit": {"10"}}.Encode(), &calls); err != nil {
			return appkit.Result{}, err
		}
		out.Failures = append(out.Failures, calls.Items...)
	}
	var releases struct{ Items json.RawMessage }
	if err := c.get(ctx, path("apps", v.ID, "releases")+"?limit=10", &releases); err != nil {
		return appkit.Result{}, err
	}
	out.Releases = releases.Items
	return said(fmt.Sprintf("How %q was used in the last %s.", v.Name, out.Window), out.onward, out)
}

type secretIn struct {
	in
	App   string   `json:"app"`
	Name  string   `json:"name"`
	Hosts []string `json:"hosts"`
}

type secretOut struct {
	URL       string `json:"url" doc:"The form. It works once, and for the person who asked."`
	ExpiresAt string `json:"expiresAt" doc:"RFC 3339, UTC."`
	onward
}

func (c *caller) secretLink(ctx context.Context, in secretIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	address, until, err := c.rest.SecretLink(ctx, c.by, platform.AppID(v.ID), platform.Secret{Name: in.Name, Hosts: in.Hosts})
	if err != nil {
		return appkit.Result{}, err
	}
	out := secretOut{URL: address, ExpiresAt: stamp(until), onward: onward{"",
		"Give the person this link: they enter the value there, signed in as themselves, within ten minutes. Never ask for the value in the chat.", c.link(v.ID, "secrets")}}
	return said(fmt.Sprintf("A form for the secret %s of %q, which is sent to its hosts alone.", in.Name, v.Name), out.onward, out)
}
