package http

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/request"
)

// seenOf is of how many calls one is told to Options.Seen.
const seenOf = 100

// Check calls a tool of a release with its example, for nobody, and returns what was answered. What was kept is not asked for. It is
// UNAUTHENTICATED where the request says who calls, and nothing is sent. No error repeats what an upstream has said.
func (e *Executor) Check(ctx context.Context, c platform.ToolCheck) (platform.Answered, error) {
	t, err := e.tool(c.Tool.Handler.Config)
	if err != nil {
		return platform.Answered{}, err
	}
	if slices.ContainsFunc(t.request.Placeholders(), func(one request.Placeholder) bool { return one.Source == request.User }) {
		return platform.Answered{}, platform.Errorf(platform.CodeUnauthenticated, "The request says who calls: it cannot be checked for nobody.")
	}
	a, err := e.ask(ctx, t, appkit.Call{Workspace: c.Workspace, App: c.App, Slug: c.Slug, Tool: c.Tool.Name, Arguments: c.Tool.Example, Now: e.Now().UTC()})
	if err != nil {
		return platform.Answered{}, err
	}
	answer, err := e.exchange(ctx, a)
	if err != nil {
		return platform.Answered{}, err
	}
	value, err := a.read(answer)
	if err != nil {
		if answer.Status >= 200 && answer.Status < 300 {
			return platform.Answered{}, platform.Errorf(platform.CodeUpstream, "The server behind this tool answered what cannot be read: neither JSON nor text.")
		}
		about := ""
		if name := statusText(answer.Status); name != "" {
			about = " (" + name + ")"
		}
		return platform.Answered{}, platform.Errorf(platform.CodeUpstream, "The server behind this tool answered %d%s.", answer.Status, about)
	}
	got := t.reported(value)
	if _, err := a.shaper.shape(ctx, value); err != nil {
		if got.Problem, err = t.unshown(err); err != nil {
			return platform.Answered{}, err
		}
	}
	return got, nil
}

// reported is an answer with what is shown of it.
func (t *tool) reported(value any) platform.Answered {
	got := platform.Answered{Value: valueOf(value)}
	switch {
	case t.result.fields != nil:
		got.Reads = t.result.fields.Reads(value)
	case t.result.program != nil && t.Layout != "":
		got.Unnamed = "Which fields of the widget this changes cannot be named, because the tool uses jq"
	case t.result.program != nil:
		got.Unnamed = "What this changes of the tool's answer cannot be named, because the tool uses jq"
	case t.Layout != "":
		got.Unnamed = "The widget shows the answer as it is: what has changed there has changed in the widget"
	default:
		got.Unnamed = "The tool passes the answer on as it is: what has changed there has changed in the tool's answer"
	}
	return got
}

// unshown says why nothing of an answer can be shown. What a program says may repeat the answer: it is left out.
func (t *tool) unshown(err error) (string, error) {
	shown := (*platform.Error)(nil)
	if !errors.As(err, &shown) {
		return "", fmt.Errorf("shape answer: %w", err)
	}
	if t.result.program != nil {
		return "The jq program makes nothing of the answer that can be shown.", nil
	}
	return shown.Msg, nil
}

// tell tells of one answer in a hundred.
func (e *Executor) tell(a *asking, value any) {
	if e.Seen == nil || rand.N(seenOf) > 0 {
		return
	}
	e.Seen(platform.CallAnswered{Workspace: a.call.Workspace, App: a.call.App, Tool: a.call.Tool, Config: a.config, Answered: a.reported(value)})
}
