package berth

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"time"

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
	Since    time.Time       `json:"since"`
	Totals   json.RawMessage `json:"totals" jsonschema:"type=object" doc:"Calls, errors, how long they took."`
	Outcomes json.RawMessage `json:"outcomes" jsonschema:"type=array"`
	Tools    json.RawMessage `json:"tools" jsonschema:"type=array"`
	Clients  json.RawMessage `json:"clients" jsonschema:"type=array"`
	Failures []failure       `json:"failures" doc:"Calls of that time that failed, the newest first: at most ten of each outcome."`
	Releases json.RawMessage `json:"releases" jsonschema:"type=array" doc:"The newest releases."`
	onward
}

// failure is a call that failed, as the call log shows it, and why.
type failure struct {
	ID         string      `json:"id"`
	At         time.Time   `json:"at"`
	Tool       string      `json:"tool"`
	Outcome    string      `json:"outcome"`
	Why        string      `json:"why" doc:"The kind of failure; where the author keeps samples of calls, what the tool answered."`
	DurationMS json.Number `json:"durationMs" jsonschema:"type=number"`
	Client     string      `json:"client" doc:"What it calls itself; “builder” for tries."`
}

// kinds say why calls of an outcome failed, as far as the call log knows, but for limits.
var kinds = []struct{ outcome, why string }{
	{platform.OutcomeError, "The tool answered that it failed."},
	{platform.OutcomeInvalid, "The arguments did not fit the tool's input."},
	{platform.OutcomeTimeout, "The tool took longer than a call may take."},
}

// spans are the windows in words.
var spans = map[string]string{"1h": "hour", "24h": "day", "7d": "7 days", "30d": "30 days"}

func (c *caller) activity(ctx context.Context, in activityIn) (appkit.Result, error) {
	v, err := c.find(ctx, in.App)
	if err != nil {
		return appkit.Result{}, err
	}
	window := cmp.Or(in.Window, "7d")
	out := activityOut{onward: onward{notice, "update_app changes the draft; publish_app makes the change public.", c.link(v.ID, "observe")}}
	if err := c.get(ctx, path("apps", v.ID, "stats")+"?"+url.Values{"window": {window}}.Encode(), &out); err != nil {
		return appkit.Result{}, err
	}
	var told bool
	if out.Failures, told, err = c.failures(ctx, v.ID, out.Since); err != nil {
		return appkit.Result{}, err
	}
	switch {
	case len(out.Failures) > 0 && told:
		out.Next = "try_app calls a tool again with such arguments; update_app mends the draft."
	case len(out.Failures) > 0:
		out.Next = "try_app shows what a tool answers now. What calls were answered is kept once a person turns samples on, at the link. update_app mends the draft."
	}
	var figures struct{ Calls, Errors int }
	if err := json.Unmarshal(out.Totals, &figures); err != nil {
		return appkit.Result{}, fmt.Errorf("read figures: %w", err)
	}
	var releases struct{ Items json.RawMessage }
	if err := c.get(ctx, path("apps", v.ID, "releases")+"?limit=10", &releases); err != nil {
		return appkit.Result{}, err
	}
	out.Releases = releases.Items
	sentence := fmt.Sprintf("In the last %s, tools of %q were called %s; %d of these calls failed.",
		spans[window], v.Name, platform.Count(figures.Calls, "time"), figures.Errors)
	return said(sentence, out.onward, out)
}

// failures returns the newest calls since then that failed, and whether all say what was answered.
func (c *caller) failures(ctx context.Context, id string, since time.Time) (all []failure, told bool, err error) {
	all = []failure{}
	for _, kind := range kinds {
		var calls struct{ Items []failure }
		query := url.Values{"outcome": {kind.outcome}, "since": {since.Format(time.RFC3339Nano)}, "limit": {"10"}}
		if err := c.get(ctx, path("apps", id, "calls")+"?"+query.Encode(), &calls); err != nil {
			return nil, false, err
		}
		for _, f := range calls.Items {
			f.Why = kind.why
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int { return b.At.Compare(a.At) })
	if len(all) == 0 {
		return all, true, nil
	}
	answers, err := c.answers(ctx, id)
	told = true
	for i, f := range all {
		said, ok := answers[f.ID]
		if told = told && ok; ok {
			all[i].Why = said
		}
	}
	return all, told, err
}

// maxWhy bounds what is told of one answer, in bytes.
const maxWhy = 500

// answers returns what failing calls were answered, by the ids of the calls, where the author keeps samples and the caller may read them. It is
// what clients were told: causes that are kept from them are kept from here.
func (c *caller) answers(ctx context.Context, id string) (map[string]string, error) {
	var samples struct {
		Items []struct{ ID, Outcome, Result string }
	}
	err := c.get(ctx, path("apps", id, "samples")+"?limit=200", &samples)
	if platform.IsCode(err, platform.CodeForbidden) { // viewers see no samples
		err = nil
	}
	said := map[string]string{}
	for _, s := range samples.Items {
		var answer struct {
			Content []struct{ Text string }
			Message string
		}
		if s.Outcome == platform.OutcomeOK || json.Unmarshal([]byte(s.Result), &answer) != nil { // or it was cut
			continue
		}
		for _, block := range answer.Content {
			answer.Message += block.Text
		}
		if answer.Message != "" {
			said[s.ID] = platform.Clip(answer.Message, maxWhy)
		}
	}
	return said, err
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
