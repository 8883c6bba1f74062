package feed

import (
	"sync/atomic"
	"time"
)

// State tells how far a Follower is behind. It is safe for concurrent use.
type State struct {
	listening atomic.Bool
	checked   atomic.Pointer[time.Time]
}

// Listening reports whether notifications arrive.
func (s *State) Listening() bool { return s.listening.Load() }

// Lag returns the time since the follower last knew every change: sweepEvery at most while all is well, 0 before the first
// time.
func (s *State) Lag(now time.Time) time.Duration {
	if at := s.checked.Load(); at != nil {
		return max(0, now.Sub(*at))
	}
	return 0
}

func (s *State) caughtUp() {
	now := time.Now()
	s.checked.Store(&now)
}
