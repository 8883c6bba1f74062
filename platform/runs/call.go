package runs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"berth/platform"
)

// Call is one call of a tool.
type Call struct {
	App       platform.AppID
	Release   int
	Tool      string
	Caller    string          // who calls, "" = nobody in particular
	Arguments json.RawMessage // a JSON object
	Responses map[string]json.RawMessage
	State     string // what the tool wants back with Responses
	ReadOnly  bool   // it changes nothing: callers who are nobody in particular may join each other
	Again     bool   // it may be run again when it is not known how far it came
	Task      bool   // its client follows tasks
	Work      Work
	// Heard gets the progress of the work until Do returns, and perhaps a moment longer. Values may stand still.
	Heard func(progress, total float64, message string)

	waiter *waiter // who waits, nil = nobody
}

// waiter is somebody who waits for work.
type waiter struct {
	heard func(progress, total float64, message string) // nil = does not listen
}

// Work does what is called for, until ctx ends, under a deadline of its own.
type Work func(ctx context.Context, in Input) Outcome

// Input is what work is done with.
type Input struct {
	Arguments json.RawMessage
	Responses map[string]json.RawMessage
	State     string
	Progress  func(progress, total float64, message string)
}

// Answer is what a caller is told: the outcome, or the run that goes on, which is recorded.
type Answer struct {
	Outcome Outcome
	Run     *Run // nil = Outcome is there
}

// key is equal in calls that are the same, "" for one that is like no other.
func (c Call) key() string {
	if c.Caller == "" && !c.ReadOnly {
		return ""
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(c.Arguments))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return ""
	}
	var responses any
	if c.Responses != nil {
		responses = c.Responses
	}
	canonical, err := platform.AppendJSON(nil, []any{string(c.App), c.Release, c.Tool, c.Caller, value, responses, c.State}) // members of objects are sorted
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:16])
}

// Do runs a call, joins the same one, or takes its outcome. It returns when there is an outcome, when the caller has waited long
// enough, or when ctx ends, which cancels the work unless somebody else waits for it or was told to call again. An error is for the
// caller to read, and nothing goes on.
func (s *Service) Do(ctx context.Context, c Call) (Answer, error) {
	key := c.key()
	c.waiter = &waiter{c.Heard}
	wait := s.Wait
	if c.Task {
		wait = min(wait, taskAfter)
	}
	patience := time.NewTimer(wait)
	defer patience.Stop()
	for {
		f, joined := s.enter(ctx, c, key)
		switch {
		case joined:
			return s.await(ctx, c, f, patience)
		case f != nil: // what it came to is being recorded, which takes long while the store is away
			select {
			case <-f.settled:
			case <-ctx.Done():
				return Answer{Outcome: *failure(cancelledText)}, nil
			}
		default:
			answer, again, err := s.rejoin(ctx, c, key, patience)
			if !again {
				return answer, err
			}
		}
	}
}

// enter joins the same call, or starts it. Not joined is one that is ending, and one that is recorded and not work of this process,
// which is nil.
func (s *Service) enter(ctx context.Context, c Call, key string) (f *flight, joined bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if key != "" {
		if f := s.flights[key]; f != nil {
			if f.finished || f.cancelled {
				return f, false
			}
			f.join(c.waiter)
			s.joined.Add(1)
			return f, true
		}
		if _, ok := s.known[key]; ok {
			return nil, false
		}
	}
	return s.takeOff(ctx, c, key, Input{Arguments: c.Arguments, Responses: c.Responses, State: c.State}), true
}

// await waits for work of this process.
func (s *Service) await(ctx context.Context, c Call, f *flight, patience *time.Timer) (Answer, error) {
	ready := patience.C
	recorded := false
	for {
		select {
		case <-f.done:
			s.leave(f, c.waiter)
			return Answer{Outcome: f.outcome}, nil
		case <-ctx.Done():
			s.leave(f, c.waiter)
			return Answer{Outcome: *failure(cancelledText)}, nil
		case <-ready:
		}
		if !recorded {
			err := s.record(ctx, f, c.Task)
			if platform.IsCode(err, platform.CodeLimitReached) {
				s.leave(f, c.waiter)
				return Answer{}, err
			}
			if err != nil { // without the database nothing can be promised: whoever waits goes on
				s.Log.WarnContext(ctx, "a long call is not recorded", "error", err)
				ready = nil
				continue
			}
			if recorded = true; s.Settle > 0 {
				patience.Reset(s.Settle)
				continue
			}
		}
		if s.tell(f, c.waiter) {
			run := *f.run
			return Answer{Run: &run}, nil
		}
		ready = nil // it is done
	}
}

// record stores a flight as a run, once.
func (s *Service) record(ctx context.Context, f *flight, task bool) error {
	f.recording.Lock()
	defer f.recording.Unlock()
	if f.over() {
		return nil
	}
	if f.run != nil {
		if task && !f.run.Task {
			f.run.Task = true // stored with what comes of it
		}
		return nil
	}
	now := s.Now()
	run := Run{ID: "run_" + random(16), App: f.call.App, Tool: f.call.Tool, Caller: f.call.Caller, Key: f.key, State: Working, Version: 1,
		Owner: s.owner, LeaseUntil: now.Add(lease), Attempt: 1, Task: task, CreatedAt: now, ChangedAt: now, ExpiresAt: now.Add(s.Timeout + keep)}
	if len(f.call.Arguments) <= keepArgs {
		run.Arguments = f.call.Arguments
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer stop()
	if err := s.Store.RecordRun(ctx, run, MaxOfCaller, MaxOfApp); err != nil {
		return err
	}
	s.recorded.Add(1)
	f.run = &run
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[run.ID] = f
	if f.key != "" {
		s.known[f.key] = known{run.ID, now}
	}
	return nil
}

// callText says which call it is, for the log.
func callText(r Run) string { return r.Tool + " attempt " + strconv.Itoa(r.Attempt) }
