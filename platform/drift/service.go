package drift

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/drift/shape"
	"berth/platform/ratelimit"
)

const (
	checkTime = 48 * time.Second // of one check; a tool has 45 s
	askedRPM  = 6                // times a minute that the tools of one app are checked because somebody asks
	every     = 24 * time.Hour
)

// Options are what a Service is made of. All are required.
type Options struct {
	Store     Store
	Apps      Apps
	Upstreams Upstreams
	Now       func() time.Time
	Log       *slog.Logger
}

// Service checks tools. It is safe for concurrent use.
type Service struct {
	Options
	asked  *ratelimit.Limiter[platform.AppID]
	worker worker
}

// New makes a service. What it does by itself, Run does.
func New(o Options) *Service {
	return &Service{Options: o, worker: newWorker(o.Now),
		asked: ratelimit.New[platform.AppID](askedRPM, "The tools of this app have been checked often in a short time.", o.Now)}
}

// Report returns what is known of the live tools that are checked, in the order of the release: none where nothing is live.
func (s *Service) Report(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]Kept, error) {
	live, err := s.live(ctx, ws, app)
	if err != nil {
		return nil, err
	}
	return s.report(ctx, live)
}

func (s *Service) report(ctx context.Context, live platform.Served) ([]Kept, error) {
	known, err := s.Store.Drift(ctx, live.Workspace, live.App)
	if err != nil {
		return nil, err
	}
	all := []Kept{}
	for _, t := range live.Manifest.Tools {
		if !s.checked(t) {
			continue
		}
		one := Kept{Tool: t.Name, State: Unknown}
		for _, k := range known {
			if k.Tool == t.Name && k.Version == live.Version {
				one = k
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// live finds what is live, without tools where nothing is.
func (s *Service) live(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (platform.Served, error) {
	live, _, err := s.Apps.Live(ctx, ws, app)
	if platform.IsCode(err, platform.CodeConflict) {
		return platform.Served{Workspace: ws, App: app}, nil
	}
	return live, err
}

// Check checks the live tools of an app now, at once, and returns the report. The first check records how answers look.
func (s *Service) Check(ctx context.Context, by platform.Actor, app platform.AppID) ([]Kept, error) {
	live, err := s.live(ctx, by.Workspace, app)
	if err != nil {
		return nil, err
	}
	if err := s.asked.Allow(app); err != nil {
		return nil, err
	}
	var checks sync.WaitGroup
	errs := make([]error, len(live.Manifest.Tools)) // an app has few
	for i, t := range live.Manifest.Tools {
		if s.checked(t) {
			checks.Go(func() { errs[i] = s.check(ctx, by, live, t) })
		}
	}
	checks.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s.report(ctx, live)
}

// check checks one tool.
func (s *Service) check(ctx context.Context, by platform.Actor, live platform.Served, t platform.ToolSpec) error {
	timed, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	got, err := s.Upstreams.Check(timed, platform.ToolCheck{Workspace: live.Workspace, App: live.App, Slug: live.Slug, Tool: t})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if known := (*platform.Error)(nil); err != nil && !errors.As(err, &known) {
		if timed.Err() == nil {
			return err
		}
		err = platform.Errorf(platform.CodeTimeout, "The server behind this tool did not answer in time.")
	}
	var now *shape.Shape
	if err == nil {
		now = shape.Of(got.Value)
	}
	return s.Store.UpdateDrift(ctx, by, Place{live.App, live.Version, t.Name}, func(k Kept) (Kept, bool) {
		k = judged(k, live.Version, got, now, err)
		k.Tool, k.CheckedAt, k.DueAt = t.Name, s.Now(), next(s.Now())
		return k, true
	})
}
