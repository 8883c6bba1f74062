package platform

import (
	"encoding/json"
	"time"
)

// Probe is a call of a tool of a release, live or not. Documents are those of the release's views that are not stored
// anywhere.
type Probe struct {
	Served          Served
	Documents       []Document
	Principal       Principal // on whose behalf the call is made
	Tool            string
	Arguments       json.RawMessage // nil = {}
	ProtocolVersion string          // of MCP; "" = the newest
}

// Exchange is one MCP exchange as it went over the wire.
type Exchange struct {
	Method   string
	URL      string
	Headers  map[string]string
	Body     json.RawMessage
	Response json.RawMessage // the JSON-RPC response
	Duration time.Duration
	Bytes    int // of the response
}

// ToolProbe is a call of a tool of a draft by its author, who wants to see what it asks of another server.
type ToolProbe struct {
	Workspace WorkspaceID
	App       AppID
	Slug      string
	Tool      ToolDraft
	Arguments json.RawMessage // nil = {}
	Principal Principal       // on whose behalf the call is made
}

// Upstream is what a tool asked of another server, what came back, and what its widget would show. Secrets are three dots.
type Upstream struct {
	Request  UpstreamMessage
	Status   int
	Response UpstreamMessage // Headers and Body alone
	Data     json.RawMessage // nil = none; Problems say why
	Problems []Problem
	Duration time.Duration
	Steps    []Step
}

// UpstreamMessage is an HTTP request or response. Body is JSON: what is text is a string, and what is empty is null.
type UpstreamMessage struct {
	Method, URL string
	Headers     map[string]string
	Body        json.RawMessage
}

// Step is a part of an exchange.
type Step struct {
	Name     string // connect, wait, read, shape
	Duration time.Duration
}

// ToolCheck is a call of a tool of a release, with its example, on nobody's behalf: to see how the answer looks.
type ToolCheck struct {
	Workspace WorkspaceID
	App       AppID
	Slug      string
	Tool      ToolSpec
}

// Answered is what another server answered a tool of a release.
type Answered struct {
	Value   any    // decoded JSON, or a text, without secrets; it is shared and must not be changed
	Problem string // why nothing of it can be shown, a sentence without words of the answer; "" = it can
	Reads   []Read // what of it is shown, where the release says so
	Unnamed string // why Reads does not say what is shown, a sentence without its full stop; "" = it does
}

// Read says that a field of what is shown comes from a place of an answer.
type Read struct {
	Pointer []string // the steps; "*" is each entry of a list
	Field   string   // "" = all entries
	Empty   bool     // it is the list of the entries, and null, which is one without entries
}

// CallAnswered is what another server answered a call of a tool; Config is that of the handler which was called.
type CallAnswered struct {
	Workspace WorkspaceID
	App       AppID
	Tool      string
	Config    json.RawMessage
	Answered
}
