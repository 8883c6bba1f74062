package platform

import "time"

// What is kept of an app's calls while sampling is on: so many bytes of each text, and so many of the newest calls.
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

// CallSample is a call with what was asked and answered, each cut to its greatest length.
type CallSample struct {
	CallRecord                         // without Bytes when it was stored
	Arguments, Result           string // JSON, unless it was cut; Result is the JSON-RPC response's result or error
	ArgumentsBytes, ResultBytes int    // before they were cut
}

// MaySample reports whether an author may keep what the calls of such an app say. People tell an app that ships with the
// server something about themselves and others, and its workspace neither made it nor can change it.
func MaySample(origin Origin, m Manifest) bool { return origin == OriginAuthored && !m.Personal() }

// Personal reports whether the app deals with data of single persons: only people may call it, or it keeps what it is
// told. What its calls say is nobody else's business.
func (m Manifest) Personal() bool {
	for _, t := range m.Tools {
		if !t.Hints.ReadOnly {
			return true
		}
	}
	return m.Access == AccessPerson
}
