// Package runs lets work outlive the call that asked for it: the same call made again joins what still runs, or takes what has come
// of it, on whichever replica, and clients that know tasks follow it by its id. Work that is done before anybody grows impatient is
// recorded nowhere.
package runs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

// The bounds of runs. MaxResult and keepArgs are in bytes, as JSON.
const (
	MaxResult    = 256 << 10
	MaxOfCaller  = 5  // open at a time, of a caller who is known
	MaxOfApp     = 50 // open at a time
	keepArgs     = 64 << 10
	keep         = time.Hour        // an outcome, for who follows a task
	joinFor      = 10 * time.Minute // an outcome, for who makes the same call again
	taskAfter    = 10 * time.Second // a client that knows tasks gets one, if it need not wait for less
	lease        = 15 * time.Second // without renewal a process counts as gone
	renewEvery   = 5 * time.Second
	pollEvery    = 400 * time.Millisecond
	maxAttempts  = 3
	storeTimeout = 10 * time.Second // of what no request waits for
)

// Settle is how long the other replicas may take to hear of a run before its caller is told to call again.
const Settle = pollEvery + 100*time.Millisecond

// State is what has become of a run; the names are those of MCP's tasks.
type State string

// Working and InputRequired are open, the others final. Completed has a result, even if that says that the tool failed; Failed has
// none that the tool has made.
const (
	Working       State = "working"
	InputRequired State = "input_required"
	Completed     State = "completed"
	Failed        State = "failed"
	Cancelled     State = "cancelled"
)

// Run is work that is recorded. Times are UTC.
type Run struct {
	ID         string // run_ and 32 hexadecimal digits, which cannot be guessed
	App        platform.AppID
	Tool       string
	Caller     string // "" = nobody in particular: whoever holds the id may see it
	Key        string // equal in calls that are the same; "" = nobody joins it
	State      State
	Version    int    // grows with each change
	Owner      string // the process that works
	LeaseUntil time.Time
	Attempt    int
	Task       bool                       // a client follows it by its id
	Arguments  json.RawMessage            // nil = not kept
	Round      int                        // of questions to the client
	Answers    map[string]json.RawMessage // to those of this round, by the names that the tool gave them
	Outcome    *Outcome                   // nil while State is Working or Cancelled; with InputRequired it holds the questions
	Taken      bool                       // somebody has been told the outcome
	CreatedAt  time.Time
	ChangedAt  time.Time
	ExpiresAt  time.Time
}

// Outcome is what a call has come to.
type Outcome struct {
	Result appkit.Result
	Label  string // platform.OutcomeOK and so on
	Fault  *Fault // what the client gets as an error of the protocol, nil = Result is an answer
}

// Fault is an error of JSON-RPC.
type Fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Change is what one replica hears of the changes of all.
type Change struct {
	ID, Key string
	State   State
	Version int
	Owner   string
	Taken   bool
}

// Store holds runs for all replicas. An unknown or expired run is NOT_FOUND.
type Store interface {
	// RecordRun adds a run. It is LIMIT_REACHED where its caller, unless that is "", or its app has so many open ones already.
	RecordRun(ctx context.Context, r Run, ofCaller, ofApp int) error
	// Run returns a run of the app.
	Run(ctx context.Context, app platform.AppID, id string) (Run, error)
	// RunByKey returns the newest run of the app with the key that is working, or whose outcome came since and is not taken.
	RunByKey(ctx context.Context, app platform.AppID, key string, since time.Time) (Run, error)
	// RunsChanged lists what has changed since then, oldest first. A renewed lease is no change.
	RunsChanged(ctx context.Context, since time.Time) ([]Change, error)
	// MoveRun stores a run if nobody has changed it since it was read, as its Version says, and returns it as it is now.
	MoveRun(ctx context.Context, r Run) (now Run, moved bool, err error)
	// RenewRuns extends the leases of a process that have not run out.
	RenewRuns(ctx context.Context, owner string, until time.Time) error
	// ReleaseRuns ends the leases of a process.
	ReleaseRuns(ctx context.Context, owner string) error
}

// Options are what a Service is made of.
type Options struct {
	Store   Store
	Wait    time.Duration // after which a caller is told to call again
	Timeout time.Duration // of one run, which the work keeps by itself
	Settle  time.Duration // see Settle; 0 where there is one process
	Now     func() time.Time
	Log     *slog.Logger
}

// Service runs work. It is safe for concurrent use.
type Service struct {
	Options
	owner string // this process, among all that there ever were

	mu      sync.Mutex
	flights map[string]*flight // by key
	running map[string]*flight // recorded, by id
	known   map[string]known   // recorded anywhere, by key
	seen    map[string]seen    // changes, by id
	waiting map[string]chan struct{}
	stopped chan struct{} // closed when this process stops

	joined, lost, recorded atomic.Uint64
}

type known struct {
	id string
	at time.Time
}

type seen struct {
	version int
	at      time.Time
}

// Stats counts runs: Running are recorded and worked at by this process. The others only grow.
type Stats struct {
	Running                int
	Recorded, Joined, Lost uint64
}

// New makes a service. Call Run to follow other replicas.
func New(o Options) *Service {
	return &Service{Options: o, owner: random(16), flights: map[string]*flight{}, running: map[string]*flight{}, known: map[string]known{},
		seen: map[string]seen{}, waiting: map[string]chan struct{}{}, stopped: make(chan struct{})}
}

// Stats returns the present numbers.
func (s *Service) Stats() Stats {
	s.mu.Lock()
	running := len(s.running)
	s.mu.Unlock()
	return Stats{Running: running, Recorded: s.recorded.Load(), Joined: s.joined.Load(), Lost: s.lost.Load()}
}

func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// isLost reports whether the process that works has gone.
func (r Run) isLost(now time.Time) bool { return r.State == Working && !r.LeaseUntil.After(now) }

// open reports whether the run may still come to something.
func (r Run) open() bool { return r.State == Working || r.State == InputRequired }

// Questions returns what the run waits for its client to answer. Names are never used twice in a run.
func (r Run) Questions() map[string]appkit.InputRequest {
	if r.State != InputRequired || r.Outcome == nil {
		return nil
	}
	open := map[string]appkit.InputRequest{}
	for name, q := range r.Outcome.Result.InputRequests {
		if _, answered := r.Answers[name]; !answered {
			open[r.prefix()+name] = q
		}
	}
	return open
}

func (r Run) prefix() string { return strconv.Itoa(r.Round) + ":" }

// asked returns the name that the tool gave to a question, "" when it is not open.
func (r Run) asked(name string) string {
	own, ok := strings.CutPrefix(name, r.prefix())
	if _, open := r.Questions()[name]; !ok || !open {
		return ""
	}
	return own
}

// TTL is how long after it was made the run is kept.
func (r Run) TTL() time.Duration { return r.ExpiresAt.Sub(r.CreatedAt) }

// PollAfter is when it makes sense to ask for the run again.
func (r Run) PollAfter(now time.Time) time.Duration {
	switch age := now.Sub(r.CreatedAt); {
	case age < 30*time.Second:
		return time.Second
	case age < 2*time.Minute:
		return 2 * time.Second
	}
	return 5 * time.Second
}

// ended returns the run with its outcome.
func (s *Service) ended(r Run, state State, o *Outcome) Run {
	r.State, r.Outcome, r.Arguments, r.Answers = state, o, nil, nil
	if state == InputRequired {
		r.Round++
	}
	r.ExpiresAt = s.Now().Add(keep)
	return r
}

// failure is the outcome of a run that came to nothing for a reason of ours.
func failure(msg string) *Outcome {
	return &Outcome{Result: appkit.Failure(platform.Errorf(platform.CodeExecution, "%s", msg)), Label: platform.OutcomeError, Fault: &Fault{Code: -32603, Message: msg}}
}

const (
	lostText       = "The server that ran this tool stopped before it was done. It is not known how far it came; nothing was tried again."
	largeText      = "The tool was done, but its result is larger than 256 KiB, which is more than is kept for later."
	unreadableText = "The tool's answer could not be read."
	cancelledText  = "The call was cancelled."
)
