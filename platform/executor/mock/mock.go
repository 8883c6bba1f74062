// Package mock answers tools with data that is part of the release. It performs no I/O and reads no clock: equal calls have
// equal answers, so that a transport may compute them once.
package mock

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
)

// Kind is the handler kind of mock tools.
const Kind = platform.DefaultKind

// Config is what a mock tool returns, whatever its arguments.
type Config struct {
	Data json.RawMessage `json:"data"` // structuredContent, a JSON object
	Text string          `json:"text"` // what the model reads
	// Fill says that Text has placeholders for arguments, which each call fills; Count is how many entries Data holds, for them.
	Fill  bool `json:"fill,omitempty"`
	Count *int `json:"count,omitempty"`
}

// Input is the schema of the arguments, word for word that of spec 002, "Tool Input Schema".
const Input = executor.MessageInput

// Executor runs mock tools. It implements executor.Kind and is safe for concurrent use.
type Executor struct{}

// Kind implements executor.Kind.
func (Executor) Kind() string { return Kind }

// Form implements executor.Kind: the kind is all that there is to say.
func (Executor) Form() executor.Form { return executor.NewForm[struct{}](Kind, nil) }

// Plan implements executor.Kind: structuredContent must be an object (MCP 2025-11-25, Tools), and a client without widgets
// needs a text.
func (Executor) Plan(tool platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	data, text := in.MockData(tool), tool.ResponseText
	_, problems := executor.ParseText(text)
	if at := bytes.TrimSpace(data); len(at) == 0 || at[0] != '{' {
		problems = append(problems, platform.Problem{Location: "mockData", Message: "must be an object"})
	}
	c := Config{Data: data, Text: text}
	if strings.TrimSpace(text) == "" {
		c.Text = c.said()
	} else {
		l, _ := in.Layout(tool.Layout)
		c.resolve(l.List)
	}
	return executor.Plan{
		Config: c.prepared(),
		Input:  json.RawMessage(Input),
		Hints:  platform.Hints{ReadOnly: true, Idempotent: true},
	}, problems
}

// Differences implements executor.Kind.
func (Executor) Differences(from, to platform.ToolSpec) []executor.Difference {
	was, _ := decode(from.Handler.Config) // one that cannot be read is like an empty one
	is, _ := decode(to.Handler.Config)
	var found []executor.Difference
	if words := executor.TextInWords(was.Text, is.Text); words != "" {
		found = append(found, executor.Difference{Field: "responseText", Title: "Text for the model", Text: words})
	}
	if words := executor.DataInWords(was.Data, is.Data); words != "" {
		found = append(found, executor.Difference{Field: "mockData", Title: "Data", Text: words})
	}
	return found
}

// Fixed implements runtime.Fixer: nothing but the release decides the answer, unless its text repeats an argument.
func (Executor) Fixed(ref platform.HandlerRef) (data json.RawMessage, ok bool) {
	c, err := decode(ref.Config)
	at := bytes.Index(ref.Config, c.Data)
	if err != nil || at < 0 || c.Fill {
		return nil, false
	}
	return ref.Config[at : at+len(c.Data)], true
}

// Execute implements executor.Kind.
func (Executor) Execute(_ context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	c, err := decode(ref.Config)
	if err != nil {
		return appkit.Result{}, err
	}
	if c.Fill {
		c.fill(call.Arguments)
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
