package platform

import "time"

// How much is kept of an app's calls while sampling is on: bytes of each text, and the number of newest calls.
const (
	MaxSampleArguments = 16 << 10
	MaxSampleResult    = 64 << 10
	MaxSamples         = 200
)

// How long samples may be kept, in days.
const (
	MinSampleDays     = 1
	MaxSampleDays     = 30
	DefaultSampleDays = 7
)

// Sampling says whether arguments and results of an app's calls are kept. It is off by default.
type Sampling struct {
	Enabled       bool
	RetentionDays int
	Since         time.Time // when it was turned on, zero when it is off
}

// CallSample is a call with its arguments and its result, each cut to its maximum length.
type CallSample struct {
	CallRecord                         // without Bytes when it was stored
	Arguments, Result           string // JSON, unless it was cut; Result is the JSON-RPC response's result or error
	ArgumentsBytes, ResultBytes int    // before they were cut
}

// MaySample reports whether an author may keep the arguments and results of such an app's calls. People tell an app that
// ships with the server something about themselves and others, and its workspace neither made it nor can change it.
func MaySample(origin Origin, m Manifest) bool { return origin == OriginAuthored && !m.Personal() }

// Personal reports whether the app deals with data of single persons: it may ask who calls, or it keeps what it is
// told. Nobody else may read what its calls say.
func (m Manifest) Personal() bool {
	for _, t := range m.Tools {
		if !t.Hints.ReadOnly {
			return true
		}
	}
	return m.Access == AccessPerson || m.Access == AccessMixed
}
