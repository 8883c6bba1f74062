package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// Options are what a Runtime is made of.
type Options struct {
	Executors []Executor
	Timeout   time.Duration // of one call; 0 = none
	Limiter   *Limiter
	Log       *slog.Logger
	Trace     Trace // nil = calls make no spans
}

// Trace begins a span below the one in ctx; end is called when the work is done. Names are fixed: never a slug or a tool.
type Trace func(ctx context.Context, name string) (inner context.Context, end func())

// Runtime runs tools. Safe for concurrent use.
type Runtime struct {
	executors map[string]Executor
	timeout   time.Duration
	limiter   *Limiter
	log       *slog.Logger
	trace     Trace
	workers   workers
}

// New makes a Runtime; two executors of one kind are an error of the program.
func New(o Options) *Runtime {
	r := &Runtime{executors: map[string]Executor{}, timeout: o.Timeout, limiter: o.Limiter, log: o.Log, trace: o.Trace, workers: newWorkers()}
	for _, e := range o.Executors {
		if _, twice := r.executors[e.Kind()]; twice {
			panic("runtime: two executors of kind " + e.Kind()) // a fault in wiring, seen at start
		}
		r.executors[e.Kind()] = e
	}
	return r
}

// Close ends the idle workers; a worker that runs a call ends after that call. Call Close once; later calls are still served.
func (r *Runtime) Close() { close(r.workers.closed) }

// Failer is an Executor whose apps word their failures themselves. ok false means the platform's own shape.
type Failer interface {
	Failure(ref platform.HandlerRef, tool string, failure *platform.Error) (result appkit.Result, ok bool)
}

// Fixer is an Executor some of whose answers depend on nothing but the release: neither on arguments nor on the caller or the
// time. data is the part of ref.Config that is the answer's structuredContent.
type Fixer interface {
	Fixed(ref platform.HandlerRef) (data json.RawMessage, ok bool)
}

// Fixed reports whether the tool's answer depends on nothing but the release, and which part of its configuration is its
// structuredContent.
func (r *Runtime) Fixed(tool *platform.ToolSpec) (data json.RawMessage, ok bool) {
	f, ok := r.executors[tool.Handler.Kind].(Fixer)
	if !ok {
		return nil, false
	}
	return f.Fixed(tool.Handler)
}

// Admit asks the limits whether caller may call the app now: nil or RATE_LIMITED.
func (r *Runtime) Admit(app platform.AppID, caller string) error {
	return r.limiter.Allow(app, caller)
}

// Refused counts what the limits have refused since the start: calls of one caller, and calls of one app.
func (r *Runtime) Refused() (callers, apps uint64) { return r.limiter.Refused() }

// Invoke runs the tool under the deadline, with panics recovered. It always returns a result that may be shown to the
// caller: what went wrong inside is in the log only.
func (r *Runtime) Invoke(ctx context.Context, tool *platform.ToolSpec, call appkit.Call) (result appkit.Result, outcome string) {
	if r.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.timeout)
		defer cancel()
	}
	if r.trace != nil {
		var end func()
		ctx, end = r.trace(ctx, "invoke")
		defer end()
	}
	type answer struct {
		result appkit.Result
		err    error
	}
	executor, ok := r.executors[tool.Handler.Kind]
	if !ok {
		r.fault(ctx, call, fmt.Errorf("no executor of kind %q", tool.Handler.Kind))
		return r.failure(tool, platform.Errorf(platform.CodeExecution, "This tool cannot run right now.")), platform.OutcomeError
	}
	call.Config = tool.Handler.Config
	done := make(chan answer, 1)
	r.workers.run(func() {
		defer func() {
			if v := recover(); v != nil {
				done <- answer{err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
			}
		}()
		res, err := executor.Execute(ctx, tool.Handler, call)
		done <- answer{res, err}
	})
	select {
	case a := <-done:
		return r.conclude(ctx, tool, call, a.result, a.err)
	case <-ctx.Done():
		// A handler that finished at the same moment still counts.
		select {
		case a := <-done:
			return r.conclude(ctx, tool, call, a.result, a.err)
		default:
			return r.conclude(ctx, tool, call, appkit.Result{}, ctx.Err())
		}
	}
}

func (r *Runtime) conclude(ctx context.Context, tool *platform.ToolSpec, call appkit.Call, result appkit.Result, err error) (appkit.Result, string) {
	var known *platform.Error
	switch {
	case err == nil && result.IsError:
		return result, platform.OutcomeError
	case err == nil:
		return result, platform.OutcomeOK
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r.failure(tool, platform.Errorf(platform.CodeTimeout, "The tool did not finish within %s.", r.timeout)), platform.OutcomeTimeout
	case ctx.Err() != nil:
		return r.failure(tool, platform.Errorf(platform.CodeExecution, "The call was cancelled.")), platform.OutcomeError
	case errors.As(err, &known) && known.Code != platform.CodeInternal && known.Code != platform.CodeUnavailable:
		if known.Err != nil {
			r.fault(ctx, call, err)
		}
		return r.failure(tool, known), platform.OutcomeError
	}
	r.fault(ctx, call, err)
	return r.failure(tool, platform.Errorf(platform.CodeExecution, "The tool failed. Please try again.")), platform.OutcomeError
}

// Invalid is the result for arguments that do not fit the tool's schema: each wrong field is named.
func (r *Runtime) Invalid(tool *platform.ToolSpec, problems []platform.Problem) appkit.Result {
	return r.failure(tool, &platform.Error{Code: platform.CodeInvalidInput, Msg: "The arguments are not valid.", Fields: problems})
}

func (r *Runtime) failure(tool *platform.ToolSpec, failure *platform.Error) appkit.Result {
	if f, ok := r.executors[tool.Handler.Kind].(Failer); ok {
		if result, ok := f.Failure(tool.Handler, tool.Name, failure); ok {
			return result
		}
	}
	return appkit.Failure(failure)
}

func (r *Runtime) fault(ctx context.Context, call appkit.Call, err error) {
	r.log.ErrorContext(ctx, "tool failed", "slug", call.Slug, "tool", call.Tool, "error", err)
}
