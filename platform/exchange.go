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
