package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// Options are what a Runtime is made of.
type Options struct {
	Executors  []Executor
	Timeout    time.Duration // of one call; 0 = none
	RunTimeout time.Duration // of one call of an executor that is a LongRunner; 0 = none
	Limiter    *Limiter
	Log        *slog.Logger
	Trace      Trace // nil = calls make no spans
}

// LongRunner is an Executor whose calls wait for other servers, so that they may take longer.
type LongRunner interface{ RunsLong() }

// Trace begins a span below the one in ctx; end is called when the work is done. Names are fixed: never a slug or a tool.
type Trace func(ctx context.Context, name string) (inner context.Context, end func())

// Runtime runs tools. Safe for concurrent use.
type Runtime struct {
	options   Options
	executors map[string]Executor
	workers   workers
}

// New makes a Runtime; two executors of one kind are an error of the program.
func New(o Options) *Runtime {
	r := &Runtime{options: o, executors: map[string]Executor{}, workers: newWorkers()}
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
	ref, _ := handlerOf(tool)
	f, ok := r.executors[ref.Kind].(Fixer)
	if !ok {
		return nil, false
	}
	return f.Fixed(ref)
}

// Admit asks the limits whether caller may call the app now: nil or RATE_LIMITED.
func (r *Runtime) Admit(app platform.AppID, caller string) error {
	return r.options.Limiter.Allow(app, caller)
}

// Refused counts what the limits have refused since the start: calls of one caller, and calls of one app.
func (r *Runtime) Refused() (callers, apps uint64) { return r.options.Limiter.Refused() }

// Invoke runs the tool under the deadline, with panics recovered. It always returns a result that may be shown to the
// caller: what went wrong inside is in the log only. A tool in mode mock is answered by what stands in for its handler, and so
// is one in mode live-or-mock whose handler fails otherwise than by the arguments, which the caller can mend; the result says so.
func (r *Runtime) Invoke(ctx context.Context, tool *platform.ToolSpec, call appkit.Call) (result appkit.Result, outcome string) {
	if r.options.Trace != nil {
		var end func()
		ctx, end = r.options.Trace(ctx, "invoke")
		defer end()
	}
	ref, mocked := handlerOf(tool)
	result, outcome = r.run(ctx, tool, ref, call)
	failed := outcome != platform.OutcomeOK && outcome != platform.OutcomeInvalid
	if failed && !mocked && tool.Mode == platform.ModeLiveOrMock && len(tool.Mock) > 0 && ctx.Err() == nil {
		result, outcome = r.run(ctx, tool, standIn(tool), call)
		mocked = true
	}
	if mocked {
		meta := map[string]any{mockKey: true}
		maps.Copy(meta, result.Meta)
		result.Meta = meta
	}
	return result, outcome
}

// mockKey is the member of a result's _meta that says that a mock handler stood in.
const mockKey = "berth/mock"

// handlerOf returns what answers the tool, and whether that stands in for its own handler.
func handlerOf(tool *platform.ToolSpec) (ref platform.HandlerRef, mocked bool) {
	if tool.Mode == platform.ModeMock && len(tool.Mock) > 0 {
		return standIn(tool), true
	}
	return tool.Handler, false
}

func standIn(tool *platform.ToolSpec) platform.HandlerRef {
	return platform.HandlerRef{Kind: platform.DefaultKind, Config: tool.Mock}
}

// Long reports whether calls of the tool may take longer than a client waits.
func (r *Runtime) Long(tool *platform.ToolSpec) bool {
	ref, mocked := handlerOf(tool)
	return r.long(ref.Kind) || tool.Long && !mocked
}

func (r *Runtime) long(kind string) bool {
	_, long := r.executors[kind].(LongRunner)
	return long
}

func (r *Runtime) run(ctx context.Context, tool *platform.ToolSpec, ref platform.HandlerRef, call appkit.Call) (result appkit.Result, outcome string) {
	if limit := r.limit(tool, ref.Kind); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	type answer struct {
		result appkit.Result
		err    error
	}
	executor, ok := r.executors[ref.Kind]
	if !ok {
		r.fault(ctx, call, fmt.Errorf("no executor of kind %q", ref.Kind))
		return r.failure(tool, platform.Errorf(platform.CodeExecution, "This tool cannot run right now.")), platform.OutcomeError
	}
	call.Config = ref.Config
	done := make(chan answer, 1)
	r.workers.run(func() {
		defer func() {
			if v := recover(); v != nil {
				done <- answer{err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
			}
		}()
		res, err := executor.Execute(ctx, ref, call)
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

// limit bounds a call of a tool by a handler of a kind; 0 = nothing does.
func (r *Runtime) limit(tool *platform.ToolSpec, kind string) time.Duration {
	if r.long(kind) || tool.Long && kind == tool.Handler.Kind {
		return r.options.RunTimeout
	}
	return r.options.Timeout
}

func (r *Runtime) conclude(ctx context.Context, tool *platform.ToolSpec, call appkit.Call, result appkit.Result, err error) (appkit.Result, string) {
	var known *platform.Error
	switch {
	case err == nil && result.IsError:
		return result, platform.OutcomeError
	case err == nil:
		return result, platform.OutcomeOK
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r.failure(tool, platform.Errorf(platform.CodeTimeout, "The tool did not finish within %s.", r.limit(tool, tool.Handler.Kind))), platform.OutcomeTimeout
	case ctx.Err() != nil:
		return r.failure(tool, platform.Errorf(platform.CodeExecution, "The call was cancelled.")), platform.OutcomeError
	case errors.As(err, &known) && known.Code != platform.CodeInternal && known.Code != platform.CodeUnavailable:
		if known.Err != nil {
			r.fault(ctx, call, err)
		}
		outcome := platform.OutcomeError
		switch known.Code {
		case platform.CodeTimeout:
			outcome = platform.OutcomeTimeout
		case platform.CodeInvalidInput:
			outcome = platform.OutcomeInvalid
		}
		return r.failure(tool, known), outcome
	}
	r.fault(ctx, call, err)
	if errors.Is(err, context.DeadlineExceeded) { // of a part of the work, or a connection that keeps to the call's own time has noticed first
		return r.failure(tool, platform.Errorf(platform.CodeTimeout, "The tool did not finish in time.")), platform.OutcomeTimeout
	}
	msg := "The tool failed. Please try again."
	if platform.IsCode(err, platform.CodeUnavailable) { // a full disk, say: to try again does not help
		msg = known.Msg
	}
	return r.failure(tool, platform.Errorf(platform.CodeExecution, "%s", msg)), platform.OutcomeError
}

// Invalid is the result for arguments that do not fit the tool's schema. It names each wrong field with what would be right;
// of an authored tool it says besides that nothing was done, so that a model corrects itself and calls again.
func (r *Runtime) Invalid(tool *platform.ToolSpec, problems []platform.Problem) appkit.Result {
	msg := "The arguments are not valid."
	if tool.Handler.Ref == "" { // apps in Go have the words of their documents
		msg = "The arguments are not valid, so nothing was done. Mend these and call again:"
	}
	return r.failure(tool, &platform.Error{Code: platform.CodeInvalidInput, Msg: msg, Fields: problems})
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
	r.options.Log.ErrorContext(ctx, "tool failed", "slug", call.Slug, "tool", call.Tool, "error", err)
}
