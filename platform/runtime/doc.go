// Package runtime finds the live release of a slug and runs its tools. It knows releases and executors; it must not
// know HTTP, MCP or the database.
package runtime

import (
	"context"

	"berth/platform"
	"berth/platform/appkit"
)

// Source returns what is live. A slug without a live release is APP_NOT_FOUND, one whose app is suspended SUSPENDED.
type Source interface {
	Live(ctx context.Context, slug string) (*platform.Served, error)
	Document(ctx context.Context, digest string) (platform.Document, error)
}

// Executor runs the tools of one handler kind.
type Executor interface {
	Kind() string
	// Execute runs the tool; call.Config is the tool's HandlerRef.Config.
	Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error)
}

// CallLog takes one record per call; it never blocks.
type CallLog interface {
	Record(platform.CallRecord)
}

// Sampler keeps what was asked and answered in the calls of those apps whose authors have turned it on. Its methods never
// block; Wanted is asked at every call.
type Sampler interface {
	Wanted(app platform.AppID) bool
	Sample(platform.CallSample)
}
