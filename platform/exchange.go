package platform

import (
	"encoding/json"
	"time"
)

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
