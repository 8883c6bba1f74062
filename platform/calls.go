package platform

import "time"

// CallRecord is one line of the call log. It holds no arguments and no results.
type CallRecord struct {
	ID              string
	App             AppID
	At              time.Time
	Tool            string
	Outcome         string // OutcomeOK and so on
	Duration        time.Duration
	Client          string // clientInfo.name as claimed, at most 100 characters; "builder" for test calls
	ProtocolVersion string
	Bytes           int // of the response
}

// CallFilter narrows a list of calls. The zero value of a field narrows nothing.
type CallFilter struct {
	Outcome, Tool, Client, ProtocolVersion string    // exactly
	Since                                  time.Time // not before
}

// Matches reports whether the call is one that is looked for.
func (f CallFilter) Matches(r CallRecord) bool {
	is := func(wanted, have string) bool { return wanted == "" || wanted == have }
	return is(f.Outcome, r.Outcome) && is(f.Tool, r.Tool) && is(f.Client, r.Client) && is(f.ProtocolVersion, r.ProtocolVersion) &&
		!r.At.Before(f.Since)
}

// CallQuery is a page of an app's call log: Limit 1–200, Cursor "" for the start.
type CallQuery struct {
	CallFilter
	After  string // id of a call: only those that stand before it, which are newer
	Limit  int
	Cursor string
}

// AppCalls counts the calls of one app.
type AppCalls struct {
	App           AppID
	Calls, Errors int // errors are calls of any outcome but ok
	LastAt        time.Time
}

// CallWindow is a stretch of time up to now, in buckets of one size that begin at whole multiples of it in UTC.
type CallWindow struct {
	Name    string // "24h"
	Bucket  time.Duration
	Buckets int // the last one holds now
}

// CallWindows are those that statistics are made for, the shortest first.
func CallWindows() []CallWindow {
	return []CallWindow{
		{"1h", time.Minute, 60}, {"24h", 30 * time.Minute, 48}, {"7d", 3 * time.Hour, 56}, {"30d", 12 * time.Hour, 60},
	}
}

// Since is when the window that ends with now's bucket begins.
func (w CallWindow) Since(now time.Time) time.Time {
	return now.UTC().Truncate(w.Bucket).Add(-time.Duration(w.Buckets-1) * w.Bucket)
}

// Outcomes of a call, as they stand in the call log and in metrics.
const (
	OutcomeOK          = "ok"
	OutcomeError       = "error"        // the tool answered isError, failed, panicked or was cancelled
	OutcomeInvalid     = "invalid"      // the arguments were not valid
	OutcomeTimeout     = "timeout"      // over BERTH_CALL_TIMEOUT
	OutcomeRateLimited = "rate_limited" // refused by a limit
)

// KnownOutcome reports whether outcome is one of those.
func KnownOutcome(outcome string) bool {
	switch outcome {
	case OutcomeOK, OutcomeError, OutcomeInvalid, OutcomeTimeout, OutcomeRateLimited:
		return true
	}
	return false
}
