// Package anthropic asks models by Anthropic's Messages API.
package anthropic

import (
	"context"
	"strings"

	"berth/platform/llm"
	"berth/platform/llm/exchange"
)

const (
	version = "2023-06-01" // of the API, which each request has to name
	longest = 4096         // tokens of an answer where the request says nothing, since the API demands a number
)

// Messages has one model converse, by POST /v1/messages. It implements llm.Wire.
type Messages struct{ *exchange.Client }

// New makes Messages of a server, whose base has no version ("https://api.anthropic.com"); it does not ask anything yet.
func New(s exchange.Server, model string) *Messages {
	return &Messages{exchange.New(s, model, exchange.MaxAnswer)}
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type answer struct {
	Content []struct {
		Type, Text string
	}
	StopReason string `json:"stop_reason"`
	Usage      struct {
		Input    int `json:"input_tokens"`
		Created  int `json:"cache_creation_input_tokens"`
		Read     int `json:"cache_read_input_tokens"`
		Produced int `json:"output_tokens"`
	}
}

// Send implements llm.Wire.
func (c *Messages) Send(ctx context.Context, r llm.Request, plain bool) (llm.Answer, error) {
	var messages []message
	for _, m := range r.Messages() {
		role := "user"
		if m.FromModel {
			role = "assistant"
		}
		messages = append(messages, message{role, m.Text})
	}
	most := r.MaxTokens
	if most == 0 {
		most = longest
	}
	request := map[string]any{"model": c.Model, "max_tokens": most, "messages": messages}
	if r.Schema != nil && !plain {
		if schema, ok := dialect().Project(r.Schema); ok {
			request["output_config"] = map[string]any{"format": map[string]any{"type": "json_schema", "schema": schema}}
		} else {
			r.System = r.Plain().System
		}
	}
	if r.System != "" {
		request["system"] = r.System
	}
	if r.Temperature != nil {
		request["temperature"] = *r.Temperature
	}
	var got answer
	err := c.Post(ctx, "v1/messages", map[string]string{"x-api-key": c.Server.Key, "anthropic-version": version}, request, &got)
	if err != nil {
		return llm.Answer{Usage: llm.Usage{Calls: 1}}, err
	}
	return got.read()
}

func (a answer) read() (llm.Answer, error) {
	out := llm.Answer{Usage: llm.Usage{Calls: 1, Input: a.Usage.Input + a.Usage.Created + a.Usage.Read, Output: a.Usage.Produced}}
	var text strings.Builder
	for _, part := range a.Content {
		if part.Type == "text" {
			text.WriteString(part.Text)
		}
	}
	switch a.StopReason {
	case "refusal":
		return out, llm.NewFailure(llm.Refused, "the model refused to answer")
	case "max_tokens", "model_context_window_exceeded":
		return out, llm.NewFailure(llm.Length, "the answer was cut off")
	}
	if out.Text = text.String(); out.Text == "" {
		return out, llm.NewFailure(llm.Provider, "the answer holds no text")
	}
	return out, nil
}

// dialect has no bounds of numbers, texts and lists.
func dialect() llm.Dialect { return llm.Dialect{Keywords: []string{"format"}} }
