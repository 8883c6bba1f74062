package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
)

// Probe calls a tool of a release as a client of the modern era would, through the same path as a real call, and
// answers what went over the wire. The release need not be live: documents are those of its views that are stored
// nowhere. The call is made for principal and logged as made by the client "builder".
func (e *Edge) Probe(ctx context.Context, s platform.Served, documents []platform.Document, principal platform.Principal,
	tool string, arguments json.RawMessage) (platform.Exchange, error) {
	if s.Slug == "" {
		s.Slug = "draft"
	}
	for _, d := range documents {
		if _, err := e.documents.add(d); err != nil {
			return platform.Exchange{}, fmt.Errorf("keep document: %w", err)
		}
	}
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	body, err := encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": mcp.MethodToolsCall, "params": map[string]any{
		"name": tool, "arguments": arguments,
		"_meta": map[string]any{
			mcp.MetaKeyProtocolVersion: versions[0], mcp.MetaKeyClientCapabilities: struct{}{},
			mcp.MetaKeyClientInfo: mcp.Implementation{Name: "berth-builder", Version: "1"},
		},
	}})
	if err != nil {
		return platform.Exchange{}, fmt.Errorf("encode call: %w", err)
	}
	x := platform.Exchange{Method: http.MethodPost, URL: e.mcpURL(s.Slug), Body: body, Headers: map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": versions[0], "Mcp-Method": string(mcp.MethodToolsCall),
	}}
	if encoded, ok := mcp.EncodeHeaderValue(tool); ok {
		x.Headers["Mcp-Name"] = encoded
	}
	r, err := http.NewRequestWithContext(context.WithValue(ctx, probeKey{}, probe{principal}), x.Method, x.URL, bytes.NewReader(body))
	if err != nil {
		return platform.Exchange{}, fmt.Errorf("make request: %w", err)
	}
	for name, value := range x.Headers {
		r.Header.Set(name, value)
	}
	w := newRecorder()
	start := e.Now()
	e.servePost(w, r, newApp(e, &s))
	x.Duration = e.Now().Sub(start)
	x.Response, x.Bytes = bytes.TrimSpace(w.body.Bytes()), w.body.Len()
	if !json.Valid(x.Response) {
		return platform.Exchange{}, fmt.Errorf("answer with status %d is not JSON", w.status)
	}
	return x, nil
}
