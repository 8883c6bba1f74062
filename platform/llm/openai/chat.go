// Package openai asks servers that speak the OpenAI API, whoever runs them: a chat model, an embedding model.
package openai

import (
	"context"
	"strings"

	"berth/platform/llm"
	"berth/platform/llm/exchange"
)

// Chat has one model converse, by POST /chat/completions. It implements llm.Wire.
type Chat struct{ *exchange.Client }

// NewChat makes a Chat of a server, whose base has the version ("https://api.openai.com/v1"); it does not ask anything yet.
func NewChat(s exchange.Server, model string) *Chat {
	return &Chat{exchange.New(s, model, exchange.MaxAnswer)}
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type completion struct {
	Choices []struct {
		Message struct {
			Content string // "" is null, too
			Refusal string
		}
		FinishReason string `json:"finish_reason"`
	}
	Usage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	}
}

// Send implements llm.Wire.
func (c *Chat) Send(ctx context.Context, r llm.Request, plain bool) (llm.Answer, error) {
	messages := []message{}
	if r.System != "" {
		messages = append(messages, message{"system", r.System})
	}
	for _, m := range r.Messages() {
		role := "user"
		if m.FromModel {
			role = "assistant"
		}
		messages = append(messages, message{role, m.Text})
	}
	request := map[string]any{"model": c.Model, "messages": messages}
	if r.MaxTokens > 0 {
		request[c.limit()] = r.MaxTokens
	}
	if r.Temperature != nil {
		request["temperature"] = *r.Temperature
	}
	if r.Schema != nil {
		request["response_format"] = format(r, plain)
	}
	var answer completion
	if err := c.Post(ctx, "chat/completions", c.Server.Bearer(), request, &answer); err != nil {
		return llm.Answer{Usage: llm.Usage{Calls: 1}}, err
	}
	out := llm.Answer{Usage: llm.Usage{Calls: 1, Input: answer.Usage.Prompt, Output: answer.Usage.Completion}}
	if len(answer.Choices) == 0 {
		return out, llm.NewFailure(llm.Provider, "the answer holds no choice")
	}
	choice := answer.Choices[0]
	text := spoken(choice.Message.Content)
	switch {
	case choice.Message.Refusal != "":
		return out, llm.NewFailure(llm.Refused, "the model refused to answer")
	case choice.FinishReason == "content_filter":
		return out, llm.NewFailure(llm.Content, "the provider's filter withheld the answer")
	case choice.FinishReason == "length":
		return out, llm.NewFailure(llm.Length, "the answer was cut off")
	case text == "":
		return out, llm.NewFailure(llm.Provider, "the answer holds no text")
	}
	out.Text = text
	return out, nil
}

// spoken removes the thoughts that some models write before their answer, between <think> and </think>. They are no part of it, and may
// repeat what the model alone is told. Where the question itself ended with <think>, there is only their end; without one, nothing is left.
func spoken(text string) string {
	const begin, end = "<think>", "</think>"
	thoughts, answer, ended := strings.Cut(text, end)
	if strings.HasPrefix(strings.TrimSpace(text), begin) || ended && !strings.Contains(thoughts, begin) {
		return strings.TrimSpace(answer)
	}
	return text
}

// limit is the name of the field that bounds an answer: OpenAI's own models no longer take the one that others know.
func (c *Chat) limit() string {
	if strings.HasSuffix(c.Server.Base.Hostname(), "api.openai.com") {
		return "max_completion_tokens"
	}
	return "max_tokens"
}

// dialect is that of strict schemas: every field required, no bounds (which servers take or refuse by their version).
func dialect() llm.Dialect { return llm.Dialect{AllRequired: true} }

// format asks for JSON. A schema that the strict form cannot say is sent as it is, as a hint.
func format(r llm.Request, plain bool) map[string]any {
	if plain {
		return map[string]any{"type": "json_object"}
	}
	schema, strict := dialect().Project(r.Schema)
	if !strict {
		schema = r.Schema
	}
	return map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "answer", "strict": strict, "schema": schema}}
}
