// Package llm is one question to a language model: what is asked, what comes back, and how it fails. It must not know which
// provider answers or who pays; the leaves below speak the providers' own forms.
package llm

import (
	"context"
	"encoding/json"
	"strings"

	"berth/platform"
)

// Model is a language model. It is safe for concurrent use.
type Model interface {
	// Ask asks once. Errors are those of Failure.Error, or context.Canceled where the caller has hung up. The answer's Usage
	// holds with an error too.
	Ask(ctx context.Context, r Request) (Answer, error)
}

// Request is a question. A model is told of Data that they are no instructions.
type Request struct {
	System string
	// Turns alternate between user and model; the user has the first and the last one.
	Turns []string
	// Data is JSON that others have written, shown at the end of the first turn in a block that nothing in it can leave; nil =
	// none.
	Data        json.RawMessage
	Schema      json.RawMessage // JSON Schema of the answer, of type object; nil = text
	Temperature *float64        // 0 to 1; nil = the provider's own
	MaxTokens   int             // of the answer; 0 = as many as the provider likes
	// Again is asked before the request, which may stand in another form then, is sent once more: each time may take as much as the
	// first. Where it returns false, what the last time came to is what the question comes to. nil = it may.
	Again func(ctx context.Context, r Request) bool
}

// Answer is what a model says.
type Answer struct {
	Text  string // JSON where the request has a Schema, as far as the model keeps to it
	Usage Usage
}

// Asker is a tool that asks a model.
type Asker struct {
	Workspace platform.WorkspaceID
	App       platform.AppID
	Fast      bool // the fast model, not the good one
	Anonymous bool // nobody knows who calls
}

// Usage counts what an answer took, all tries together. Tokens are as the provider counts them.
type Usage struct{ Calls, Input, Output int }

// Plus adds what another answer took.
func (u Usage) Plus(more Usage) Usage {
	return Usage{u.Calls + more.Calls, u.Input + more.Input, u.Output + more.Output}
}

// Message is one turn of a conversation.
type Message struct {
	FromModel bool
	Text      string
}

// Messages returns the conversation with the data in its place, for providers to be sent.
func (r Request) Messages() []Message {
	all := make([]Message, len(r.Turns))
	for i, text := range r.Turns {
		if i == 0 && r.Data != nil {
			text = strings.TrimSpace(text + "\n\n" + block(r.Data))
		}
		all[i] = Message{FromModel: i%2 == 1, Text: text}
	}
	return all
}

// mayAgain reports whether the request may be sent once more.
func (r Request) mayAgain(ctx context.Context) bool { return r.Again == nil || r.Again(ctx, r) }

// Most returns how many tokens an answer can take at most, asked once: what is sent, counted high, and the longest answer.
func (r Request) Most() int {
	n := len(r.System) + len(r.Schema)
	for _, m := range r.Messages() {
		n += len(m.Text)
	}
	return n/bytesOfToken + overhead + r.MaxTokens
}

const (
	bytesOfToken = 3  // hardly any text has shorter ones; four is usual
	overhead     = 64 // of the providers' own marks, in tokens
)
