package mcpedge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

// Probe calls a tool of a release as a client of the given version of MCP would, on the same path as a real call, and
// returns what was sent and received. The log names the client "builder".
func (e *Edge) Probe(ctx context.Context, p platform.Probe) (platform.Exchange, error) {
	s := p.Served
	if s.Slug == "" {
		s.Slug = "draft"
	}
	if p.ProtocolVersion == "" {
		p.ProtocolVersion = wire.Versions[0]
	}
	if !slices.Contains(wire.Versions, p.ProtocolVersion) {
		return platform.Exchange{}, platform.Errorf(platform.CodeBadRequest, "This server speaks MCP %s.", strings.Join(wire.Versions, ", "))
	}
	for _, d := range p.Documents {
		if _, err := e.documents.Add(d); err != nil {
			return platform.Exchange{}, fmt.Errorf("keep document: %w", err)
		}
	}
	x, err := e.probed(p, s.Slug)
	if err != nil {
		return platform.Exchange{}, err
	}
	r, err := http.NewRequestWithContext(context.WithValue(ctx, probeKey{}, probe{p.Principal}), x.Method, x.URL, bytes.NewReader(x.Body))
	if err != nil {
		return platform.Exchange{}, fmt.Errorf("make request: %w", err)
	}
	for name, value := range x.Headers {
		r.Header.Set(name, value)
	}
	a, err := newApp(e, &s)
	if err != nil {
		return platform.Exchange{}, err
	}
	w := newRecorder()
	start := e.Now()
	e.servePost(w, r, a)
	x.Duration = e.Now().Sub(start)
	x.Response, x.Bytes = bytes.TrimSpace(w.body.Bytes()), w.body.Len()
	if !json.Valid(x.Response) {
		return platform.Exchange{}, fmt.Errorf("answer with status %d is not JSON", w.status)
	}
	return x, nil
}

// probed returns the request of a probe. Versions before 2026-07-28 do not name themselves in the body, and are served
// without a session.
func (e *Edge) probed(p platform.Probe, slug string) (platform.Exchange, error) {
	if len(p.Arguments) == 0 {
		p.Arguments = json.RawMessage("{}")
	}
	params := map[string]any{"name": p.Tool, "arguments": p.Arguments}
	x := platform.Exchange{Method: http.MethodPost, URL: e.Address(slug).MCP, Headers: map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": p.ProtocolVersion,
	}}
	if p.ProtocolVersion == wire.Versions[0] {
		params["_meta"] = map[string]any{
			mcp.MetaKeyProtocolVersion: wire.Versions[0], mcp.MetaKeyClientCapabilities: struct{}{},
			mcp.MetaKeyClientInfo: mcp.Implementation{Name: builderName, Version: "1"},
		}
		x.Headers["Mcp-Method"] = string(mcp.MethodToolsCall)
		if encoded, ok := mcp.EncodeHeaderValue(p.Tool); ok {
			x.Headers["Mcp-Name"] = encoded
		}
	}
	var err error
	if x.Body, err = wire.Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": mcp.MethodToolsCall, "params": params}); err != nil {
		return platform.Exchange{}, fmt.Errorf("encode call: %w", err)
	}
	return x, nil
}
