package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/runs"
	"berth/platform/schema"
)

const (
	// runKey is the member of a result's _meta that holds the id of the run that goes on.
	runKey = "berth/run"
	// againText is what a caller reads who has waited long enough, and aloneText one whom nobody could tell apart from others.
	againText = "still working; call again with the same arguments"
	aloneText = "still working; this goes on without you, and what comes of it cannot be told to callers who have not signed in. Do not call again: that would do it twice."
	emptyText = "Still working."
	// longAgo is how long ago who calls, and whether the app is served, must have been found out to be asked once more.
	longAgo = time.Second
)

// long reports whether calls of a tool may outlive their request. Those of an app that is in no database may not.
func (e *Edge) long(served *platform.Served, spec *platform.ToolSpec) bool {
	return e.Runs != nil && served.App != "" && e.Runtime.Long(spec)
}

// runLong runs a call that may take longer than its client waits. It sets x.task where the call goes on as a task.
func (x *exchange) runLong(ctx context.Context, t *tool, call appkit.Call) (appkit.Result, string) {
	c := x.longCall(t, call)
	answer, err := x.edge.Runs.Do(ctx, c)
	if err != nil {
		if cause := platform.AsError(err).Err; cause != nil {
			x.edge.Log.ErrorContext(ctx, "long call not joined", "error", cause)
		}
		return appkit.Failure(platform.AsError(err)), platform.OutcomeError
	}
	if err := x.stillAllowed(); err != nil {
		return appkit.Failure(platform.AsError(err)), platform.OutcomeError
	}
	switch {
	case answer.Run == nil:
		return answer.Outcome.Result, answer.Outcome.Label
	case c.Task:
		x.task = answer.Run
		return appkit.Result{}, platform.OutcomeOK
	}
	result := appkit.Result{Content: appkit.Text(againText), Meta: map[string]any{runKey: answer.Run.ID}}
	if answer.Run.Key == "" {
		result.Content = appkit.Text(aloneText)
	}
	if empty := schema.Empty(t.output, emptyText); empty != nil {
		result.Structured = empty
	}
	return result, platform.OutcomeOK
}

// longCall is a call as package runs knows it. Its work refers to nothing of the exchange, which it may outlive.
func (x *exchange) longCall(t *tool, call appkit.Call) runs.Call {
	spec, edge := x.spec(t), x.edge
	declared := call.Client.Capabilities
	return runs.Call{
		App: x.app.id, Release: x.app.version, Tool: t.name, Caller: x.person(), Arguments: call.Arguments, Responses: call.InputResponses, State: call.RequestState,
		ReadOnly: spec.Hints.ReadOnly, Again: spec.Hints.ReadOnly || spec.Hints.Idempotent, Task: x.knowsTasks(), Heard: call.Progress,
		Work: func(ctx context.Context, in runs.Input) runs.Outcome {
			call := call
			call.Arguments, call.InputResponses, call.RequestState, call.Progress = in.Arguments, in.Responses, in.State, in.Progress
			result, label := edge.Runtime.Invoke(ctx, spec, call)
			return runs.Outcome{Result: result, Label: label, Fault: faultOf(result, declared)}
		},
	}
}

// faultOf returns the error of the protocol that a task fails with for a result, nil when the result can be told.
func faultOf(r appkit.Result, declared map[string]json.RawMessage) *runs.Fault {
	capability := r.MissingCapability
	if capability == "" {
		capability = undeclared(r.InputRequests, declared)
	}
	switch {
	case capability != "":
		e := missingCapability(capability)
		return &runs.Fault{Code: e.Code, Message: e.Message, Data: e.Data}
	case r.RequestState != "" && len(r.InputRequests) == 0:
		e := internal()
		return &runs.Fault{Code: e.Code, Message: e.Message}
	}
	return nil
}

// person returns who calls, "" for nobody in particular.
func (x *exchange) person() string { return string(x.principal.User) }

// stillAllowed finds out whether the caller may still see an answer that was long in the making.
func (x *exchange) stillAllowed() error {
	if x.edge.Now().Sub(x.start) < longAgo {
		return nil
	}
	ctx := x.context()
	a, err := x.edge.find(ctx, x.app.slug)
	if platform.IsCode(err, platform.CodeAppNotFound) || platform.IsCode(err, platform.CodeSuspended) {
		return err
	}
	if err != nil {
		a = x.app // as it is served while the database is away
	}
	p, d := x.edge.authenticate(x.id, x.r, a)
	if d == nil && p.User != x.principal.User || d != nil && (d.status == http.StatusUnauthorized || d.status == http.StatusForbidden) {
		return platform.Errorf(platform.CodeUnauthenticated, "The token with which this call began is not valid any more.")
	}
	return nil
}

// tasksExtension is the extension by which clients follow long calls (specification of ext-tasks, 2026-07-28).
const tasksExtension = "io.modelcontextprotocol/tasks"

// hasTasks reports whether calls of the app may become tasks.
func (a *app) hasTasks() bool {
	return slices.ContainsFunc(a.tools, func(t tool) bool { return t.long })
}

// knowsTasks reports whether the client has declared in this request that it follows tasks.
func (x *exchange) knowsTasks() bool {
	raw := x.message.Meta.Capabilities
	if !x.modern || !bytes.Contains(raw, []byte(tasksExtension)) {
		return false
	}
	var declared struct {
		Extensions map[string]json.RawMessage `json:"extensions"`
	}
	return json.Unmarshal(raw, &declared) == nil && len(declared.Extensions[tasksExtension]) > 0 && string(declared.Extensions[tasksExtension]) != "null"
}
