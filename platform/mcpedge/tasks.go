package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/mcpedge/wire"
	"berth/platform/runs"
)

// The methods of the tasks extension.
const (
	getTask    = "tasks/get"
	updateTask = "tasks/update"
	cancelTask = "tasks/cancel"
)

// serveTask answers the methods of the tasks extension, for apps whose calls may become tasks. It returns false for any other message.
func (x *exchange) serveTask() bool {
	m := x.message
	if !x.modern || !x.app.hasTasks() {
		return false
	}
	switch m.Method {
	case getTask, updateTask, cancelTask:
	case string(mcp.MethodSubscriptionsListen): // none is sent of tasks, but who asks must know them
		if !bytes.Contains(m.Params, []byte(`"taskIds"`)) || x.knowsTasks() {
			return false
		}
	default:
		return false
	}
	x.turn.End()
	if problem := x.answerTask(); problem != nil {
		x.fail(m.ID, problem)
	}
	return true
}

func (x *exchange) answerTask() *wire.Error {
	m := x.message
	if !x.knowsTasks() {
		return missingCapability(tasksExtension)
	}
	var p struct {
		TaskID         *string                    `json:"taskId"`
		InputResponses map[string]json.RawMessage `json:"inputResponses"`
	}
	if json.Unmarshal(m.Params, &p) != nil || p.TaskID == nil || m.Method == updateTask && p.InputResponses == nil {
		return wire.InvalidParams("Invalid params: taskId must be a string, and inputResponses of tasks/update an object.")
	}
	if strings.TrimSpace(get(x.r.Header, "Mcp-Name")) != *p.TaskID {
		return headerMismatch("Mcp-Name header does not match params.taskId")
	}
	if err := x.edge.Runtime.Admit(x.app.id, x.caller()); err != nil {
		return x.limited(err)
	}
	ctx, who := x.context(), runs.Reader{App: x.app.id, Caller: x.person(), ID: *p.TaskID}
	var run runs.Run
	var err error
	switch m.Method {
	case getTask:
		run, err = x.edge.Runs.Get(ctx, who, x.again)
		if t := x.app.tool(run.Tool); err == nil && t != nil && x.lacks(t) != nil {
			err = platform.Errorf(platform.CodeNotFound, "The tool asks for more than this caller has.")
		}
	case updateTask:
		err = x.edge.Runs.Update(ctx, who, p.InputResponses, x.again)
	case cancelTask:
		err = x.edge.Runs.Cancel(ctx, who)
	}
	switch {
	case err == nil && m.Method == getTask:
		x.writeTaskObject(x.detailed(&run))
		return nil
	case err == nil:
		x.writeTaskObject(map[string]any{})
		return nil
	case platform.IsCode(err, platform.CodeNotFound):
		return wire.InvalidParams("Invalid params: there is no such task, or it is kept no longer.")
	case platform.IsCode(err, platform.CodeInvalidInput):
		return wire.InvalidParams("Invalid params: " + platform.AsError(err).Msg)
	}
	x.edge.Log.ErrorContext(ctx, "task not answered", "method", m.Method, "error", err)
	return internal()
}

// again returns the call with which a run goes on, of the release that is live now. A tool that is gone fails.
func (x *exchange) again(r runs.Run) runs.Call {
	t := x.app.tool(r.Tool)
	if t == nil || !t.long || len(t.problems(r.Arguments, nil)) > 0 {
		return runs.Call{App: x.app.id, Tool: r.Tool, Work: gone}
	}
	call := x.invocation(t.name)
	call.Arguments = r.Arguments
	call.Progress, call.Log = func(float64, float64, string) {}, func(string, any) {}
	c := x.longCall(t, call)
	c.Caller, c.Heard = r.Caller, nil
	return c
}

// gone is the work of a tool that there is no more.
func gone(context.Context, runs.Input) runs.Outcome {
	failure := platform.Errorf(platform.CodeExecution, "The app no longer has this tool as it was when it was called.")
	return runs.Outcome{Result: appkit.Failure(failure), Label: platform.OutcomeError}
}

// writeTask answers a call that goes on as a task (CreateTaskResult).
func (x *exchange) writeTask(r *runs.Run) {
	out := x.taskObject(r)
	out["resultType"] = "task"
	x.writeTaskObject(out)
}

// taskObject has the members that every task has.
func (x *exchange) taskObject(r *runs.Run) map[string]any {
	return map[string]any{
		"taskId": r.ID, "status": r.State, "createdAt": r.CreatedAt.UTC().Format(time.RFC3339Nano), "lastUpdatedAt": r.ChangedAt.UTC().Format(time.RFC3339Nano),
		"ttlMs": r.TTL().Milliseconds(), "pollIntervalMs": r.PollAfter(x.edge.Now()).Milliseconds(),
	}
}

// detailed is a task with what it has come to (DetailedTask).
func (x *exchange) detailed(r *runs.Run) map[string]any {
	out := x.taskObject(r)
	switch {
	case r.State == runs.InputRequired:
		asked := map[string]any{}
		for name, q := range r.Questions() {
			asked[name] = map[string]any{"method": q.Method, "params": q.Params}
		}
		out["inputRequests"] = asked
	case r.Outcome == nil:
	case r.Outcome.Fault != nil:
		out["error"], out["statusMessage"] = r.Outcome.Fault, r.Outcome.Fault.Message
	default:
		result := r.Outcome.Result
		if t := x.app.tool(r.Tool); t != nil {
			result = x.app.withTemplate(t, result)
		}
		out["result"] = json.RawMessage(appendResult(nil, x.release().info, result, x.modern))
	}
	return out
}

// writeTaskObject writes a result of the extension.
func (x *exchange) writeTaskObject(out map[string]any) {
	if out["resultType"] == nil {
		out["resultType"] = mcp.ResultTypeComplete
	}
	out["_meta"] = map[string]any{mcp.MetaKeyServerInfo: x.release().info}
	body, err := wire.Encode(out)
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "task not encoded", "error", err)
		x.fail(x.message.ID, internal())
		return
	}
	x.status = http.StatusOK
	x.writeResult(nil, body, nil)
}
