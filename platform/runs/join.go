package runs

import (
	"context"
	"time"

	"berth/platform"
)

// rejoin is for a call that is recorded, and that no work of this process is for: it waits for another process, or takes the outcome.
// again says that there is nothing to join any more.
func (s *Service) rejoin(ctx context.Context, c Call, key string, patience *time.Timer) (answer Answer, again bool, err error) {
	run, err := s.Store.RunByKey(ctx, c.App, key, s.Now().Add(-joinFor))
	if platform.IsCode(err, platform.CodeNotFound) {
		s.forget(key)
		return Answer{}, true, nil
	}
	if err != nil {
		return Answer{}, false, unknown(err)
	}
	s.joined.Add(1)
	for waited := false; ; waited = true {
		switch {
		case run.isLost(s.Now()):
			f, now, err := s.revive(ctx, run, c, key)
			if err != nil {
				return Answer{}, false, unknown(err)
			}
			if f != nil {
				answer, err := s.await(ctx, c, f, patience)
				return answer, false, err
			}
			run = now
			continue
		case run.State == Cancelled || run.State == InputRequired:
			s.forget(key)
			return Answer{}, true, nil
		case run.State != Working:
			taken := run
			taken.Taken = true
			_, mine, err := s.Store.MoveRun(ctx, taken)
			if err != nil {
				return Answer{}, false, unknown(err)
			}
			s.forget(key)
			if !mine && !waited { // somebody else was quicker
				return Answer{}, true, nil
			}
			return Answer{Outcome: *run.Outcome}, false, nil
		}
		switch s.waitFor(ctx, run.ID, patience) {
		case left:
			return Answer{Outcome: *failure(cancelledText)}, false, nil
		case impatient:
			return Answer{Run: &run}, false, nil
		}
		if run, err = s.Store.Run(ctx, c.App, run.ID); err != nil {
			return Answer{}, false, unknown(err)
		}
	}
}

// unknown is what a caller reads when it cannot be found out what has become of a call.
func unknown(err error) error {
	return &platform.Error{Code: platform.CodeExecution, Msg: "It cannot be told right now what has become of this call. Please try again shortly.", Err: err}
}

// end is why somebody does not wait any more.
type end int

const (
	changed   end = iota // or it is time to look
	impatient            // has waited long enough
	left                 // hung up
)

// waitFor waits until the run of another process has changed, or somebody should look.
func (s *Service) waitFor(ctx context.Context, id string, patience *time.Timer) end {
	s.mu.Lock()
	news := s.waiting[id]
	if news == nil {
		news = make(chan struct{})
		s.waiting[id] = news
	}
	s.mu.Unlock()
	look := time.NewTimer(renewEvery) // a lease that ends is no change
	defer look.Stop()
	select {
	case <-news:
	case <-look.C:
	case <-patience.C:
		return impatient
	case <-ctx.Done():
		return left
	}
	return changed
}

// revive goes on with a run whose process has gone, if the call allows it; else the run has failed. It returns the flight that
// somebody has joined, or else the run as it is now.
func (s *Service) revive(ctx context.Context, r Run, c Call, key string) (*flight, Run, error) {
	again := c.Again && r.Attempt < maxAttempts
	to := s.ended(r, Failed, failure(lostText))
	if again {
		to = s.mine(r)
	}
	now, moved, err := s.Store.MoveRun(ctx, to)
	if err != nil {
		return nil, r, err
	}
	if !moved { // another process has done so
		now, err = s.Store.Run(ctx, r.App, r.ID)
		return nil, now, err
	}
	s.lost.Add(1)
	if !again {
		return nil, now, nil
	}
	return s.resume(ctx, now, c, key, Input{Arguments: c.Arguments, Responses: c.Responses, State: c.State}), now, nil
}

// mine returns the run as this process works at it.
func (s *Service) mine(r Run) Run {
	r.State, r.Owner, r.LeaseUntil, r.Outcome = Working, s.owner, s.Now().Add(lease), nil
	r.Attempt++
	r.ExpiresAt = s.Now().Add(s.Timeout + keep)
	return r
}

// resume starts work at a run that is this process's, and joins it.
func (s *Service) resume(ctx context.Context, r Run, c Call, key string, in Input) *flight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.flights[key]; key != "" && f != nil {
		key = "" // the same call has begun anew
	}
	f := s.takeOff(ctx, c, key, in)
	f.recording.Lock() // nobody else knows the flight
	f.run = &r
	f.recording.Unlock()
	f.told = true
	s.running[r.ID] = f
	return f
}

func (s *Service) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, key)
}
