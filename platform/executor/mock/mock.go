// Package mock answers the tool of an authored app with data that is part of the release. It performs no I/O and reads
// no clock: equal calls have equal answers, so that a transport may compute them once.
package mock

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/appkit"
)

// Kind is the handler kind of mock tools.
const Kind = "mock"

// Config is what a mock tool returns, whatever its arguments.
type Config struct {
	Data json.RawMessage `json:"data"` // structuredContent, a JSON object
	Text string          `json:"text"` // what the model reads
}

// Executor runs mock tools. It implements runtime.Executor and is safe for concurrent use.
type Executor struct{}

// Kind implements runtime.Executor.
func (Executor) Kind() string { return Kind }

// Check implements runtime.Executor: structuredContent must be an object (MCP 2025-11-25, Tools), and a client without
// widgets needs a text.
func (Executor) Check(tool platform.ToolSpec) []platform.Problem {
	c, err := decode(tool.Handler.Config)
	if err != nil {
		return []platform.Problem{{Location: "body.mockData", Message: "cannot be read"}}
	}
	var problems []platform.Problem
	if data := bytes.TrimSpace(c.Data); len(data) == 0 || data[0] != '{' {
		problems = append(problems, platform.Problem{Location: "body.mockData", Message: "must be an object"})
	}
	if c.Text == "" {
		problems = append(problems, platform.Problem{Location: "body.responseText", Message: "must not be empty"})
	}
	return problems
}

// Execute implements runtime.Executor.
func (Executor) Execute(_ context.Context, ref platform.HandlerRef, _ appkit.Call) (appkit.Result, error) {
	c, err := decode(ref.Config)
	if err != nil {
		return appkit.Result{}, err
	}
	return appkit.Result{Content: appkit.Text(c.Text), Structured: c.Data}, nil
}

func decode(raw json.RawMessage) (Config, error) {
	var c Config
	if err := json.Unmarshal(raw, &c); err != nil {
		return Config{}, fmt.Errorf("read mock config: %w", err)
	}
	return c, nil
}
