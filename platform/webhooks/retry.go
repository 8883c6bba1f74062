package webhooks

import (
	"fmt"
	"time"

	"berth/platform"
)

const (
	// GiveUp is how long after its event a delivery is tried.
	GiveUp = 24 * time.Hour
	// Lease is how long a claim holds: a replica that dies leaves its deliveries to the others. Longer than any attempt.
	Lease = 15 * time.Second
)

// after returns how long a delivery waits that has failed that often.
func after(attempts int) time.Duration {
	steps := []time.Duration{3 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour}
	return steps[min(max(attempts, 1), len(steps))-1]
}

// pause returns how long a server is left alone that has failed that often, one time after the other: long enough that one that is
// away costs little, and so short that it is seen at once when it is back.
func pause(failures int) time.Duration {
	return min(3*time.Second<<min(failures, 4), 30*time.Second)
}

// Claim is a delivery that this replica is to make.
type Claim struct {
	Webhook  platform.WebhookID
	Event    string
	Attempt  int // from 1
	URL      string
	Sealed   []byte // the secret
	Body     string
	At       time.Time // of the event
	Claimed  time.Time
	Failures int // of the server, one after the other
}

// Settlement is what becomes of a claim.
type Settlement struct {
	State    State
	DueAt    time.Time // of a pending one
	Status   int
	Error    string
	Answered bool          // the server is well
	Pause    time.Duration // its server is left alone for so long, 0 = it is not
}

// settle decides what becomes of a claim after an attempt: status is that of the answer, 0 = there was none because of fault.
func settle(c Claim, status int, fault string, now time.Time) Settlement {
	s := Settlement{State: Delivered, Status: status, Error: fault, DueAt: now}
	switch {
	case fault == "" && status >= 200 && status < 300:
		s.Answered = true
		return s
	case fault == "" && status >= 300 && status < 400:
		s.Error = fmt.Sprintf("answered with a redirect (%d), which is not followed", status)
	case fault == "":
		s.Error = fmt.Sprintf("answered with status %d", status)
	}
	wait := after(c.Attempt)
	if s.State, s.DueAt = Pending, now.Add(wait); s.DueAt.Sub(c.At) > GiveUp {
		s.State = Failed
	}
	if status == 0 || status >= 500 || status == 408 || status == 429 {
		s.Pause = pause(c.Failures)
	} else {
		s.Answered = true
	}
	return s
}
