// Package openai asks servers that speak the OpenAI API, whoever runs them. What such a server writes is never part of an
// error: it may hold what was sent, the key for one. The package must not know what is asked.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"berth/platform/outbound"
)

// maxAnswer bounds the body of an answer, in bytes.
const maxAnswer = 2 << 20

// Options say where a server is. All fields but Key are required.
type Options struct {
	BaseURL *url.URL // with the version: "https://api.example.com/v1"
	Model   string
	Key     string        // "" for a server that asks for none
	Timeout time.Duration // of one exchange
}

// Client asks one model. Safe for concurrent use.
type Client struct {
	http interface {
		Do(*http.Request) (*http.Response, error)
	}
	chat  string
	model string
	key   string
}

// New makes a Client. The server may be on this machine or in this network, since the operator named it.
func New(o Options) *Client {
	return &Client{
		http: outbound.New(outbound.Options{Named: []*url.URL{o.BaseURL}, Timeout: o.Timeout, MaxBytes: maxAnswer}),
		chat: o.BaseURL.JoinPath("chat", "completions").String(), model: o.Model, key: o.Key,
	}
}

// Errors of a server that was reached.
var (
	ErrRefused = errors.New("the model refused to answer")
	ErrCut     = errors.New("the answer was cut off")
	ErrNoText  = errors.New("the answer holds no text")
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Complete has the model continue a conversation: turns are the user's and the model's by turns, the user's first and last.
// The answer is the text of one that fits the JSON Schema, as far as the server keeps to it. A timeout is
// context.DeadlineExceeded.
func (c *Client) Complete(ctx context.Context, system string, turns []string, schema json.RawMessage) (string, error) {
	messages := []message{{"system", system}}
	for i, text := range turns {
		messages = append(messages, message{[]string{"user", "assistant"}[i%2], text})
	}
	body, err := json.Marshal(map[string]any{
		"model": c.model, "messages": messages,
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "answer", "strict": false, "schema": schema}},
	})
	if err != nil {
		return "", fmt.Errorf("encode request: %w", err)
	}
	var answer struct {
		Choices []struct {
			Message struct {
				Content *string
				Refusal *string
			}
			FinishReason string `json:"finish_reason"`
		}
	}
	if err := c.post(ctx, c.chat, body, &answer); err != nil {
		return "", err
	}
	if len(answer.Choices) == 0 {
		return "", ErrNoText
	}
	choice := answer.Choices[0]
	switch {
	case choice.Message.Refusal != nil && *choice.Message.Refusal != "":
		return "", ErrRefused
	case choice.FinishReason == "length" || choice.FinishReason == "content_filter":
		return "", ErrCut
	case choice.Message.Content == nil || *choice.Message.Content == "":
		return "", ErrNoText
	}
	return *choice.Message.Content, nil
}

// post sends JSON and reads the JSON of a successful answer.
func (c *Client) post(ctx context.Context, at string, body []byte, into any) (err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, at, bytes.NewReader(body))
	if err != nil {
		return errors.New("make request: the address is malformed")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("ask the model: %w", plain(err))
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the model's server answers with status %d", resp.StatusCode)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("read the answer: %w", plain(err))
	}
	if json.Unmarshal(raw, into) != nil {
		return errors.New("the model's server answers no JSON of the expected form")
	}
	return nil
}

// plain says what kind of failure it was: the text of others may hold what the server wrote, or the operator's address.
func plain(err error) error {
	var timeout interface{ Timeout() bool }
	dial := (*net.OpError)(nil)
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return context.DeadlineExceeded
	case errors.As(err, &dial) && dial.Op == "dial":
		return errors.New("there is no connection")
	}
	for _, known := range []error{outbound.ErrAddress, outbound.ErrRedirect, outbound.ErrTooLarge, io.ErrUnexpectedEOF} {
		if errors.Is(err, known) {
			return known
		}
	}
	return errors.New("the exchange broke off")
}
