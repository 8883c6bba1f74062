// Package echo answers as a model would, without one: it fills the form that is asked for from the message, the same way each time,
// and fails when the message says so. It asks nobody.
package echo

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/llm"
)

// Name is what the model is called.
const Name = "echo"

// slowest is how long a message may ask to wait.
const slowest = 5 * time.Minute

// Model implements llm.Wire.
type Model struct{}

// Send implements llm.Wire. What it takes is counted in words.
func (Model) Send(ctx context.Context, r llm.Request, _ bool) (llm.Answer, error) {
	a := llm.Answer{Usage: llm.Usage{Calls: 1, Input: words(r)}}
	message, known := understood(r)
	message, orders := obeyed(message)
	if err := platform.Wait(ctx, orders.wait); err != nil {
		return a, err
	}
	switch {
	case orders.failure != nil:
		return a, orders.failure
	case r.Schema != nil && (orders.bad || orders.badOnce && len(r.Turns) == 1):
		a.Text = "This is not the JSON that was asked for."
	case r.Schema != nil:
		text, err := filled(r.Schema, append([]string{message}, known...))
		if err != nil {
			return a, llm.NewFailure(llm.Schema, err.Error())
		}
		a.Text = text
	default:
		a.Text = strings.Join(append([]string{message}, known...), "\n\n")
	}
	a.Usage.Output = len(strings.Fields(a.Text))
	return a, nil
}

// orders are what a message tells the model to do.
type orders struct {
	wait         time.Duration
	failure      error
	bad, badOnce bool
}

// obeyed reads the orders at the beginning of a message, and returns the rest of it.
func obeyed(message string) (rest string, o orders) {
	for rest = strings.TrimSpace(message); strings.HasPrefix(rest, "!"); {
		order, after, _ := strings.Cut(rest, " ")
		after = strings.TrimSpace(after)
		switch order {
		case "!slow":
			length, more, _ := strings.Cut(after, " ")
			d, err := time.ParseDuration(length)
			if err != nil {
				return rest, o
			}
			o.wait, after = min(max(d, 0), slowest), strings.TrimSpace(more)
		case "!error":
			o.failure = &llm.Failure{Reason: llm.Provider, Cause: errors.New("the message asks for an error")}
		case "!refuse":
			o.failure = llm.NewFailure(llm.Refused, "the message asks for a refusal")
		case "!length":
			o.failure = llm.NewFailure(llm.Length, "the message asks for an answer that breaks off")
		case "!content":
			o.failure = llm.NewFailure(llm.Content, "the message asks to be withheld")
		case "!badjson":
			o.bad = true
		case "!badjson-once":
			o.badOnce = true
		default:
			return rest, o
		}
		rest = after
	}
	if rest == "" {
		rest = Name
	}
	return rest, o
}

// understood returns the message of a request, and what there is to know about it, each as a text.
func understood(r llm.Request) (message string, known []string) {
	var data struct {
		Arguments json.RawMessage   `json:"arguments"`
		Knowledge []json.RawMessage `json:"knowledge"`
	}
	if r.Data == nil || json.Unmarshal(r.Data, &data) != nil {
		return r.Turns[0], nil
	}
	var said struct{ Message string }
	if json.Unmarshal(data.Arguments, &said) != nil || said.Message == "" {
		said.Message = strings.Join(texts(data.Arguments), " ")
	}
	for _, row := range data.Knowledge {
		if text := strings.Join(texts(row), ": "); text != "" {
			known = append(known, text)
		}
	}
	return said.Message, known
}

func words(r llm.Request) int {
	n := len(strings.Fields(r.System)) + len(strings.Fields(string(r.Schema)))
	for _, m := range r.Messages() {
		n += len(strings.Fields(m.Text))
	}
	return n
}
