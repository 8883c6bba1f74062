package drift

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"berth/platform"
	"berth/platform/drift/shape"
	"berth/platform/ratelimit"
)

const (
	poll      = time.Minute
	together  = 8 // checks of one replica at a time
	lease     = 2 * time.Minute
	appRPM    = 20 // checks a minute of one app
	mostFresh = 256
	mostSeen  = 4 // answers of calls that wait; one may be a megabyte
)

// worker is what happens by itself.
type worker struct {
	fresh chan release // that has become live
	seen  chan platform.CallAnswered
	again chan struct{} // something is due
	apps  *ratelimit.Limiter[platform.AppID]
	tools *ratelimit.Limiter[Place]
}

// release is an app with something new live.
type release struct {
	workspace platform.WorkspaceID
	app       platform.AppID
}

func newWorker(now func() time.Time) worker {
	return worker{fresh: make(chan release, mostFresh), seen: make(chan platform.CallAnswered, mostSeen), again: make(chan struct{}, 1),
		apps: ratelimit.New[platform.AppID](appRPM, "", now), tools: ratelimit.New[Place](1, "", now)}
}

// Released has the tools checked of a release that has become live. It does not wait.
func (s *Service) Released(ws platform.WorkspaceID, app platform.AppID) {
	select {
	case s.worker.fresh <- release{ws, app}:
	default: // they are checked when somebody calls them
	}
}

// Seen takes the answer of a call to see how it looks. It does not wait: where there are many, most are let go.
func (s *Service) Seen(answer platform.CallAnswered) {
	select {
	case s.worker.seen <- answer:
	default:
	}
}

// Run checks tools once a day, and those of new releases soon, and looks at answers of calls, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { s.listen(ctx) })
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		s.round(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.worker.again:
		}
	}
}

// listen takes what others say.
func (s *Service) listen(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case r := <-s.worker.fresh:
			if err := s.enrol(ctx, r); err != nil {
				s.failed(ctx, err)
			}
		case answer := <-s.worker.seen:
			if err := s.look(ctx, answer); err != nil {
				s.failed(ctx, err)
			}
		}
	}
}

func (s *Service) failed(ctx context.Context, err error) {
	if ctx.Err() == nil {
		s.Log.WarnContext(ctx, "how answers look is not checked", "error", err)
	}
}

// ourselves is who checks what nobody asks for.
func ourselves(ws platform.WorkspaceID) platform.Actor {
	return platform.Actor{Principal: platform.Principal{Kind: platform.KindSystem, Workspace: ws}}
}

// enrol has all tools of what is live checked soon.
func (s *Service) enrol(ctx context.Context, r release) error {
	live, err := s.live(ctx, r.workspace, r.app)
	if err != nil {
		return err
	}
	for _, t := range live.Manifest.Tools {
		if s.checked(t) {
			if err := s.soon(ctx, live, t.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// soon makes a tool due. What is known of it stays until it is checked.
func (s *Service) soon(ctx context.Context, live platform.Served, tool string) error {
	err := s.Store.UpdateDrift(ctx, ourselves(live.Workspace), Place{live.App, live.Version, tool}, func(k Kept) (Kept, bool) {
		if k.Version == live.Version {
			return k, false
		}
		return Kept{Tool: tool, Version: live.Version, State: Unknown, DueAt: s.Now()}, true
	})
	select {
	case s.worker.again <- struct{}{}:
	default:
	}
	return err
}

// look compares the answer of a call with what is recorded. A tool that nothing is known of is checked soon.
func (s *Service) look(ctx context.Context, answer platform.CallAnswered) error {
	if soon := s.worker.tools.Allow(Place{App: answer.App, Tool: answer.Tool}); soon != nil {
		return nil //nolint:nilerr // one has been looked at a moment ago
	}
	live, err := s.live(ctx, answer.Workspace, answer.App)
	if err != nil {
		return err
	}
	for _, t := range live.Manifest.Tools {
		if t.Name != answer.Tool || !s.checked(t) || string(t.Handler.Config) != string(answer.Config) { // it may be another release
			continue
		}
		known := false
		now := shape.Of(answer.Value)
		err := s.Store.UpdateDrift(ctx, ourselves(live.Workspace), Place{live.App, live.Version, t.Name}, func(k Kept) (Kept, bool) {
			known = k.Version == live.Version
			next, changes := widened(k, live.Version, answer.Answered, now)
			return next, changes
		})
		if err != nil || known {
			return err
		}
		return s.soon(ctx, live, t.Name)
	}
	return nil
}

// round checks what is due.
func (s *Service) round(ctx context.Context) {
	due, err := s.Store.DriftDue(ctx, together)
	if err != nil {
		s.failed(ctx, err)
		return
	}
	var checks sync.WaitGroup
	defer checks.Wait()
	for _, d := range due {
		checks.Go(func() {
			if err := s.serve(ctx, d); err != nil {
				s.failed(ctx, err)
			}
		})
	}
	if len(due) == together {
		select {
		case s.worker.again <- struct{}{}:
		default:
		}
	}
}

// serve checks one tool that is due, if nobody else does. A replica that dies meanwhile leaves it to the others.
func (s *Service) serve(ctx context.Context, d Due) error {
	now := s.Now()
	until := now.Add(lease)
	busy := s.worker.apps.Allow(d.App) != nil
	if ours, err := s.Store.ClaimDrift(ctx, d, until); err != nil || !ours || busy {
		return err
	}
	d.At = until
	live, err := s.live(ctx, d.Workspace, d.App)
	if platform.IsCode(err, platform.CodeAppNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, t := range live.Manifest.Tools {
		switch {
		case t.Name != d.Tool:
		case s.checked(t):
			return s.check(ctx, ourselves(d.Workspace), live, t)
		case t.Mode == platform.ModeMock: // it may be switched back
			_, err := s.Store.ClaimDrift(ctx, d, now.Add(every))
			return err
		}
	}
	return s.Store.DropDrift(ctx, d)
}

// next is when a tool is checked again: not all of those that were checked together.
func next(now time.Time) time.Time { return now.Add(every - rand.N(time.Hour)) }
