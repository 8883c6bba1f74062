// Package native runs the tools of apps that are written in Go. It knows apps by their appkit contract alone and must
// not know which ones there are.
package native

import (
	"context"
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

// Kind is the handler kind of native tools. Their Ref is "slug/handler".
const Kind = "native"

// Executor runs native tools. It implements runtime.Executor and runtime.Failer and is safe for concurrent use.
type Executor struct {
	apps map[string]app
}

type app struct {
	appkit.App
	handlers map[string]appkit.ToolFunc
}

// New makes an executor for the apps; two with one slug are an error.
func New(apps ...appkit.App) (*Executor, error) {
	e := &Executor{apps: make(map[string]app, len(apps))}
	for _, a := range apps {
		if _, twice := e.apps[a.Slug()]; twice {
			return nil, fmt.Errorf("register app: there are two with the slug %q", a.Slug())
		}
		e.apps[a.Slug()] = app{App: a, handlers: a.Handlers()}
	}
	return e, nil
}

// Kind implements runtime.Executor.
func (e *Executor) Kind() string { return Kind }

// Find returns an error unless the app and its handler are in this binary.
func (e *Executor) Find(ref platform.HandlerRef) error {
	_, err := e.handler(ref.Ref)
	return err
}

// Execute implements runtime.Executor.
func (e *Executor) Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	run, err := e.handler(ref.Ref)
	if err != nil {
		return appkit.Result{}, err
	}
	return run(ctx, call)
}

// Failure implements runtime.Failer: ok is false when the app has no words of its own for failures.
func (e *Executor) Failure(ref platform.HandlerRef, tool string, failure *platform.Error) (result appkit.Result, ok bool) {
	slug, _, _ := strings.Cut(ref.Ref, "/")
	f, ok := e.apps[slug].App.(appkit.Failer)
	if !ok {
		return appkit.Result{}, false
	}
	return f.Failure(tool, failure), true
}

func (e *Executor) handler(ref string) (appkit.ToolFunc, error) {
	slug, name, _ := strings.Cut(ref, "/")
	run := e.apps[slug].handlers[name]
	if run == nil {
		return nil, fmt.Errorf("find handler %q: this binary does not have it", ref)
	}
	return run, nil
}
