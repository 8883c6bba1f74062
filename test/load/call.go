package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"

	"berth/platform"
)

// call is one call of a tool. may matches the refusals that are allowed; nil means that the call has to succeed.
type call struct {
	slug, tool string
	arguments  map[string]any
	meta       map[string]any // of the request
	key        string         // of the person who calls; "" = nobody in particular
	may        *regexp.Regexp
}

// answer is what a call returned.
type answer struct {
	gone    bool // the app is not published
	refused bool
	content json.RawMessage // structuredContent
	meta    json.RawMessage
}

// leak matches text that shows how the server is made: stacks, queries, paths.
var leak = regexp.MustCompile(`goroutine \d+ \[|\.go:\d+|runtime error|panic:|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+\w+|SQLSTATE|sqlite|pgx|violates \w+ constraint|(?:/tmp|/root|/home|/work|/usr|/var)/|berth/(?:apps|platform|api|cmd)`)

// dial sends the call to one of the servers, in one of the eras, and checks what must hold for every answer.
func (t *traffic) dial(ctx context.Context, c call) (answer, error) {
	version := []string{"2025-11-25", "2026-07-28"}[rand.IntN(2)]
	meta := map[string]any{"io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": map[string]any{}}
	for name, value := range c.meta {
		meta[name] = value
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": c.tool, "arguments": c.arguments, "_meta": meta}})
	if err != nil {
		return answer{}, err
	}
	server := t.servers[rand.IntN(len(t.servers))]
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, platform.NewAddresses("http://"+server.addr).Address(c.slug).MCP, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": c.tool} {
		r.Header.Set(name, value)
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	began := time.Now()
	status, raw, err := server.send(r)
	if err != nil {
		return answer{}, err
	}
	t.gates.saw(c.slug, began, time.Now(), status == http.StatusNotFound)
	t.counted(c, time.Since(began), status)
	return c.read(status, raw)
}

// read parses the response; an error is something that must not happen.
func (c call) read(status int, raw []byte) (answer, error) {
	if found := leak.Find(raw); found != nil {
		return answer{}, fmt.Errorf("the answer holds %q: %.600s", found, raw)
	}
	var message struct {
		Error  json.RawMessage
		Result *struct {
			StructuredContent json.RawMessage
			Meta              json.RawMessage `json:"_meta"`
			IsError           bool
		}
	}
	if err := json.Unmarshal(raw, &message); err != nil {
		return answer{}, fmt.Errorf("%d with no JSON: %.300s", status, raw)
	}
	switch {
	case status == http.StatusNotFound && bytes.Contains(message.Error, []byte(`"APP_NOT_FOUND"`)):
		return answer{gone: true}, nil
	case status != http.StatusOK || message.Result == nil:
		return answer{}, fmt.Errorf("%d: %.300s", status, raw)
	case message.Result.IsError && (c.may == nil || !c.may.Match(message.Result.StructuredContent)):
		return answer{}, fmt.Errorf("refused: %.300s", message.Result.StructuredContent)
	}
	return answer{refused: message.Result.IsError, content: message.Result.StructuredContent, meta: message.Result.Meta}, nil
}
