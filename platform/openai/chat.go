package openai

import (
	"context"
	"encoding/json"
	"errors"
)

// maxCompletion bounds the body of an answer, in bytes.
const maxCompletion = 2 << 20

// Chat has one model converse. It is safe for concurrent use.
type Chat struct{ client }

// NewChat makes a Chat; it does not ask anything yet.
func NewChat(o Options) *Chat { return &Chat{newClient(o, "chat/completions", maxCompletion)} }

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Complete has the model continue a conversation, in which user and model alternate; the first and the last turn are the
// user's. It returns a text that fits the JSON Schema, as far as the server keeps to it. A timeout is
// context.DeadlineExceeded.
func (c *Chat) Complete(ctx context.Context, system string, turns []string, schema json.RawMessage) (string, error) {
	messages := []message{{"system", system}}
	for i, text := range turns {
		messages = append(messages, message{[]string{"user", "assistant"}[i%2], text})
	}
	var answer struct {
		Choices []struct {
			Message struct {
				Content string // "" is null, too
				Refusal string
			}
			FinishReason string `json:"finish_reason"`
		}
	}
	err := c.post(ctx, map[string]any{
		"model": c.model, "messages": messages,
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "answer", "strict": false, "schema": schema}},
	}, &answer)
	if err != nil {
		return "", err
	}
	if len(answer.Choices) == 0 {
		return "", errors.New("the answer holds no choice")
	}
	choice := answer.Choices[0]
	switch {
	case choice.Message.Refusal != "":
		return "", errors.New("the model refused to answer")
	case choice.FinishReason == "length" || choice.FinishReason == "content_filter":
		return "", errors.New("the answer was cut off")
	case choice.Message.Content == "":
		return "", errors.New("the answer holds no text")
	}
	return choice.Message.Content, nil
}
