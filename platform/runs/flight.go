package runs

import (
	"context"
	"slices"
	"sync"
	"time"
)

// flight is work that this process does. Fields without a comment of their own belong to the service's lock.
type flight struct {
	key     string // never changes, like the next four
	call    Call
	cancel  context.CancelFunc
	done    chan struct{} // closed when there is an outcome
	settled chan struct{} // closed when that is recorded, if it is

	outcome Outcome // set before done is closed

	recording sync.Mutex
	run       *Run // guarded by recording; nil = not recorded

	waiters   int
	told      bool // somebody was told to come again
	finished  bool
	cancelled bool
	gone      bool // the process stops: another one may go on

	hearing sync.Mutex
	heard   []*waiter // those who listen, guarded by hearing
}

// takeOff starts work, which goes on when ctx ends, and joins it: who calls hears of it from the start. The caller holds the lock.
func (s *Service) takeOff(ctx context.Context, c Call, key string, in Input) *flight {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &flight{key: key, call: c, cancel: cancel, done: make(chan struct{}), settled: make(chan struct{})}
	if key != "" {
		s.flights[key] = f
	}
	in.Progress = f.report
	f.join(c.waiter)
	go s.fly(ctx, f, in)
	return f
}

func (s *Service) fly(ctx context.Context, f *flight, in Input) {
	defer f.cancel()
	f.outcome = f.call.Work(ctx, in)
	s.mu.Lock()
	f.finished = true
	taken, cancelled, gone := f.waiters > 0, f.cancelled, f.gone
	close(f.done)
	s.mu.Unlock()
	f.recording.Lock() // waits for one that has begun
	run := f.run
	f.recording.Unlock()
	if run != nil && !gone {
		s.land(context.WithoutCancel(ctx), *run, f.outcome, taken, cancelled)
	}
	s.mu.Lock()
	if s.flights[f.key] == f {
		delete(s.flights, f.key)
	}
	if run != nil {
		delete(s.running, run.ID)
		if s.known[f.key].id == run.ID && (taken || cancelled) {
			delete(s.known, f.key)
		}
	}
	s.mu.Unlock()
	close(f.settled)
}

// land records what a run came to. It tries for as long as nobody else may take the run for lost.
func (s *Service) land(ctx context.Context, r Run, o Outcome, taken, cancelled bool) {
	o = o.keepable()
	to := s.ended(r, Completed, &o)
	switch {
	case cancelled:
		to = s.ended(r, Cancelled, nil)
	case o.Fault != nil:
		to.State = Failed
	case r.Task && len(o.Result.InputRequests) > 0:
		to = s.ended(r, InputRequired, &o)
		to.Arguments = r.Arguments
	}
	to.Taken = taken
	for end := s.Now().Add(lease); ; {
		asked, stop := context.WithTimeout(ctx, storeTimeout)
		_, moved, err := s.Store.MoveRun(asked, to)
		stop()
		if err == nil {
			if !moved {
				s.Log.InfoContext(ctx, "a run was over for others before it was done", "run", callText(r))
			}
			return
		}
		if s.Now().After(end) {
			s.Log.ErrorContext(ctx, "what a run came to is not recorded", "run", callText(r), "error", err)
			return
		}
		select {
		case <-s.stopped:
			return // another process may go on
		case <-time.After(time.Second):
		}
	}
}

// over reports whether nobody can join the flight any more.
func (f *flight) over() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// join adds somebody who waits. The caller holds the service's lock.
func (f *flight) join(w *waiter) {
	f.waiters++
	if w != nil && w.heard != nil {
		f.hearing.Lock()
		f.heard = append(slices.Clone(f.heard), w)
		f.hearing.Unlock()
	}
}

// part is for somebody who does not wait any more. The caller holds the service's lock.
func (f *flight) part(w *waiter) {
	f.waiters--
	f.hearing.Lock()
	f.heard = slices.DeleteFunc(slices.Clone(f.heard), func(other *waiter) bool { return other == w })
	f.hearing.Unlock()
}

func (f *flight) report(progress, total float64, message string) {
	f.hearing.Lock()
	heard := f.heard
	f.hearing.Unlock()
	for _, w := range heard {
		w.heard(progress, total, message)
	}
}

// leave is for who has waited. The last who leaves work that nobody was told to come back for ends it.
func (s *Service) leave(f *flight, w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.part(w)
	if f.waiters == 0 && !f.told && !f.finished {
		f.cancelled = true
		f.cancel()
	}
}

// tell is for who is told to come again. It returns false when the outcome is there.
func (s *Service) tell(f *flight, w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.finished {
		return false
	}
	f.part(w)
	f.told = true
	return true
}
