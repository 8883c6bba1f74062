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

// CallFilter selects calls. A field with its zero value selects all.
type CallFilter struct {
	Outcome, Tool, Client, ProtocolVersion string    // must be equal
	Since                                  time.Time // at this time or later
}

// Matches reports whether the filter selects the call.
func (f CallFilter) Matches(r CallRecord) bool {
	is := func(wanted, have string) bool { return wanted == "" || wanted == have }
	return is(f.Outcome, r.Outcome) && is(f.Tool, r.Tool) && is(f.Client, r.Client) && is(f.ProtocolVersion, r.ProtocolVersion) &&
		!r.At.Before(f.Since)
}

// CallQuery is a page of an app's call log: Limit 1–200, Cursor "" for the start.
type CallQuery struct {
	CallFilter
	After  string // id of a call: only those before it in the list, which are newer
	Limit  int
	Cursor string
}

// AppCalls counts the calls of one app.
type AppCalls struct {
	App           AppID
	Calls, Errors int // errors are calls of any outcome but ok
	LastAt        time.Time
}

// CallWindow is a stretch of time up to now, in buckets of equal size that begin at whole multiples of it in UTC.
type CallWindow struct {
	Name    string // "24h"
	Bucket  time.Duration
	Buckets int // the last one contains the present time
}

// CallWindows returns the windows that statistics are made for, the shortest first.
func CallWindows() []CallWindow {
	return []CallWindow{
		{"1h", time.Minute, 60}, {"24h", 30 * time.Minute, 48}, {"7d", 3 * time.Hour, 56}, {"30d", 12 * time.Hour, 60},
	}
}

// Since returns the beginning of the window whose last bucket contains now.
func (w CallWindow) Since(now time.Time) time.Time {
	return now.UTC().Truncate(w.Bucket).Add(-time.Duration(w.Buckets-1) * w.Bucket)
}

// The outcomes of a call, as they appear in the call log and in metrics.
const (
	OutcomeOK          = "ok"
	OutcomeError       = "error"        // the tool answered isError, failed, panicked or was cancelled
	OutcomeInvalid     = "invalid"      // the arguments were not valid
	OutcomeTimeout     = "timeout"      // took longer than BERTH_CALL_TIMEOUT
	OutcomeRateLimited = "rate_limited" // refused by a limit
)

// KnownOutcome reports whether outcome is one of the above.
func KnownOutcome(outcome string) bool {
	switch outcome {
	case OutcomeOK, OutcomeError, OutcomeInvalid, OutcomeTimeout, OutcomeRateLimited:
		return true
	}
	return false
}
