// Package drift tells authors when the answers of the servers behind their tools no longer look as they did: it asks with each tool's
// example, records how the answer looks, and compares. It keeps no values of answers, and knows neither the database nor HTTP.
package drift

import (
	"context"
	"time"

	"berth/platform"
	"berth/platform/drift/shape"
)

// State is what a check has found.
type State string

// A tool is unknown until it is checked; it is failing where its server, or what is made of its answer, fails.
const (
	OK      State = "ok"
	Changed State = "changed"
	Failing State = "failing"
	Unknown State = "unknown"
)

// Kept is what is known of a tool.
type Kept struct {
	Tool        string
	Version     int          // of the release that Shape was recorded for
	Shape       *shape.Shape // nil = not recorded
	State       State
	Differences []shape.Difference
	CheckedAt   time.Time // zero = not yet
	DueAt       time.Time // when it is checked next
}

// Due is a tool that is to be checked. At tells one claim from the next.
type Due struct {
	Workspace platform.WorkspaceID
	App       platform.AppID
	Tool      string
	At        time.Time
}

// Store keeps what is known, for all replicas.
type Store interface {
	// Drift lists what is known of an app's tools, also of tools that are no more.
	Drift(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Kept, error)
	// UpdateDrift stores what next makes of what is known of a tool, an empty Kept where nothing is. It changes nothing where another
	// version has become live, or next returns false. It is FORBIDDEN to whoever may not edit, and of apps that ship inside.
	UpdateDrift(ctx context.Context, by platform.Actor, at Place, next func(Kept) (Kept, bool)) error
	// DriftDue lists at most so many tools that are due, some of each workspace before more of one.
	DriftDue(ctx context.Context, most int) ([]Due, error)
	// ClaimDrift has a tool due again then, and reports whether nobody else was faster.
	ClaimDrift(ctx context.Context, due Due, until time.Time) (bool, error)
	// DropDrift forgets a tool that is no longer live.
	DropDrift(ctx context.Context, due Due) error
}

// Place is a tool of a version of an app.
type Place struct {
	App     platform.AppID
	Version int
	Tool    string
}

// Apps finds what is live; CONFLICT where nothing is. Implemented by publish.Service.
type Apps interface {
	Live(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Served, []platform.Document, error)
}

// Upstreams calls a tool of a release. It is UNAUTHENTICATED where the request says who calls; no error and no problem repeats what an
// upstream has said. Implemented by the executor of kind http.
type Upstreams interface {
	Kind() string
	Check(ctx context.Context, c platform.ToolCheck) (platform.Answered, error)
}

// Checked reports whether a tool is checked: it is live, asks another server, changes nothing, and has an example.
func (s *Service) checked(t platform.ToolSpec) bool {
	return t.Handler.Kind == s.Upstreams.Kind() && t.Hints.ReadOnly && t.Mode != platform.ModeMock && len(t.Example) > 0
}

// judged is what a check makes of what is known. err is why there is no answer.
func judged(k Kept, version int, got platform.Answered, now *shape.Shape, err error) Kept {
	if k.Version != version { // what was recorded says nothing of this release
		k = Kept{Version: version}
	}
	k.Differences = nil
	switch {
	case platform.IsCode(err, platform.CodeUnauthenticated):
		k.State = Unknown
		k.Differences = []shape.Difference{{Message: platform.AsError(err).Msg}}
		return k
	case err != nil:
		k.State = Failing
		k.Differences = []shape.Difference{{Message: platform.AsError(err).Msg}}
		return k
	}
	k.State = OK
	if k.Shape != nil {
		if k.Differences = shape.Compare(k.Shape, now, got.Reads, got.Unnamed); len(k.Differences) > 0 {
			k.State = Changed
		}
	}
	if got.Problem != "" {
		if k.State == OK {
			k.State = Failing
		}
		k.Differences = append(k.Differences, shape.Difference{Message: got.Problem})
	}
	switch {
	case k.State != OK:
	case k.Shape == nil:
		k.Shape = now
	default:
		k.Shape = shape.Merge(k.Shape, now)
	}
	return k
}

// widened is what the answer of a call makes of what is known; false where it says nothing new.
func widened(k Kept, version int, got platform.Answered, now *shape.Shape) (Kept, bool) {
	if k.Version != version {
		k = Kept{Version: version, State: Unknown}
	}
	if k.Shape == nil {
		return k, false
	}
	if found := shape.Compare(k.Shape, now, got.Reads, got.Unnamed); len(found) > 0 {
		changes := k.State != Changed
		if changes {
			k.State, k.Differences = Changed, found
		}
		return k, changes
	}
	wider := shape.Merge(k.Shape, now)
	if shape.Same(k.Shape, wider) {
		return k, false
	}
	k.Shape = wider
	return k, true
}
