package api

import (
	"context"
	"encoding/json"
	"net/http"

	"berth/platform"
)

// Prober calls a tool of a release, live or not, along the path of real calls, and returns what was sent and received.
type Prober interface {
	Probe(ctx context.Context, p platform.Probe) (platform.Exchange, error)
}

type testAppInput struct {
	AppInput
	Body struct {
		Tool      string         `json:"tool,omitempty" maxLength:"64" doc:"The tool to call; the default is the app's first."`
		Arguments map[string]any `json:"arguments" doc:"What a model would send."`
		Release   string         `json:"release,omitempty" enum:"draft,live" default:"draft"`
		Version   string         `json:"protocolVersion,omitempty" enum:"2026-07-28,2025-11-25,2025-06-18,2025-03-26" default:"2026-07-28" doc:"Of MCP: the call is made as its clients make it."`
	}
	RawBody []byte
}

type testAppOutput struct {
	Body struct {
		Request    exchangeRequest `json:"request"`
		Response   json.RawMessage `json:"response" doc:"The JSON-RPC response."`
		DurationMS float64         `json:"durationMs"`
		Bytes      int             `json:"bytes" doc:"Of the response."`
	}
}

type exchangeRequest struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

func (a *API) registerTestApp() {
	register(a, action{ID: "test-app", Method: http.MethodPost, Path: "/apps/{id}/test", Tag: "Apps", Access: editors, Costly: true, OwnTime: true,
		Summary:     "Call the app's tool",
		Description: "Answers the exact MCP exchange, made through the same path as a real call and logged as made by the client “builder”."},
		func(ctx context.Context, by platform.Actor, in *testAppInput) (*testAppOutput, error) {
			release := a.Apps.Trial
			if in.Body.Release == "live" {
				release = a.Apps.Live
			}
			served, documents, err := release(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, a.named(ctx, by, in.ID, err)
			}
			tool := in.Body.Tool
			if tools := served.Manifest.Tools; tool == "" && len(tools) > 0 {
				tool = tools[0].Name
			}
			// The arguments go out as they came in: a decoded number could lose digits.
			var body struct {
				Arguments json.RawMessage `json:"arguments"`
			}
			if err := json.Unmarshal(in.RawBody, &body); err != nil {
				return nil, platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON.")
			}
			x, err := a.Prober.Probe(ctx, platform.Probe{Served: served, Documents: documents, Principal: by.Principal, Tool: tool,
				Arguments: body.Arguments, ProtocolVersion: in.Body.Version})
			if err != nil {
				return nil, err
			}
			out := &testAppOutput{}
			out.Body.Request = exchangeRequest{Method: x.Method, URL: x.URL, Headers: x.Headers, Body: x.Body}
			out.Body.Response, out.Body.Bytes = x.Response, x.Bytes
			out.Body.DurationMS = milliseconds(x.Duration)
			return out, nil
		})
}
