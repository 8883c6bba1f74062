package runs

import (
	"context"
	"encoding/json"
	"maps"

	"berth/platform"
)

// Reader is who asks for a run by its id.
type Reader struct {
	App    platform.AppID
	Caller string // as in Call
	ID     string
}

// maxAnswers bounds what a client may answer to the questions of one round, in bytes.
const maxAnswers = 256 << 10

// errNone does not tell whether somebody else has such a run.
func errNone() error {
	return platform.Errorf(platform.CodeNotFound, "There is no such task, or it is kept no longer.")
}

func (s *Service) find(ctx context.Context, who Reader) (Run, error) {
	if len(who.ID) != len("run_")+32 {
		return Run{}, errNone()
	}
	r, err := s.Store.Run(ctx, who.App, who.ID)
	if platform.IsCode(err, platform.CodeNotFound) || err == nil && r.Caller != "" && r.Caller != who.Caller {
		return Run{}, errNone()
	}
	return r, err
}

// Get returns a run, and counts its outcome as told. again returns the call with which a run is gone on with whose process has gone;
// a run of what may not be run again has failed then.
func (s *Service) Get(ctx context.Context, who Reader, again func(Run) Call) (Run, error) {
	r, err := s.find(ctx, who)
	if err != nil {
		return r, err
	}
	if r.isLost(s.Now()) {
		c := again(r)
		c.Again = c.Again && r.Arguments != nil
		c.Arguments = r.Arguments
		f, now, err := s.revive(ctx, r, c, r.Key)
		if f != nil {
			s.leave(f, nil)
		}
		return now, err
	}
	if !r.open() && !r.Taken {
		taken := r
		taken.Taken = true
		if _, _, err := s.Store.MoveRun(ctx, taken); err != nil { // the same call takes it once more
			s.Log.WarnContext(ctx, "an outcome is not marked as told", "error", err)
		}
	}
	return r, nil
}

// Update answers questions of a run. Answers to what is not asked are ignored; when all are there the run goes on, with the call that
// again returns.
func (s *Service) Update(ctx context.Context, who Reader, answers map[string]json.RawMessage, again func(Run) Call) error {
	for {
		r, err := s.find(ctx, who)
		if err != nil {
			return err
		}
		to, size := r, 0
		to.Answers = map[string]json.RawMessage{}
		maps.Copy(to.Answers, r.Answers)
		for name, answer := range answers {
			if own := r.asked(name); own != "" {
				to.Answers[own] = answer
			}
		}
		for _, answer := range to.Answers {
			size += len(answer)
		}
		if size > maxAnswers {
			return platform.Errorf(platform.CodeInvalidInput, "The answers are larger than 256 KiB.")
		}
		if len(to.Answers) == len(r.Answers) {
			return nil
		}
		in := Input{Arguments: r.Arguments, Responses: to.Answers, State: r.Outcome.Result.RequestState}
		complete := len(to.Questions()) == 0
		if complete {
			to = s.mine(to)
			to.Answers = nil
		}
		now, moved, err := s.Store.MoveRun(ctx, to)
		if err != nil {
			return err
		}
		if !moved {
			continue
		}
		if complete {
			s.leave(s.resume(ctx, now, again(now), "", in), nil)
		}
		return nil
	}
}

// Cancel ends a run, if it is open. Whichever process works at it hears of it.
func (s *Service) Cancel(ctx context.Context, who Reader) error {
	for {
		r, err := s.find(ctx, who)
		if err != nil || !r.open() {
			return err
		}
		_, moved, err := s.Store.MoveRun(ctx, s.ended(r, Cancelled, nil))
		if err != nil {
			return err
		}
		if moved {
			s.stop(r.ID)
			return nil
		}
	}
}

// stop ends the work of this process at a run, if it is any.
func (s *Service) stop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.running[id]; f != nil && !f.finished {
		f.cancelled = true
		f.cancel()
	}
}
