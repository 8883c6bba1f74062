package runs

import (
	"bytes"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/appkit"
)

// encoded is an Outcome as it is stored.
type encoded struct {
	Content           []appkit.Content               `json:"content,omitempty"`
	Structured        json.RawMessage                `json:"structured,omitempty"`
	Meta              map[string]any                 `json:"meta,omitempty"`
	IsError           bool                           `json:"isError,omitempty"`
	InputRequests     map[string]appkit.InputRequest `json:"inputRequests,omitempty"`
	RequestState      string                         `json:"requestState,omitempty"`
	MissingCapability string                         `json:"missingCapability,omitempty"`
	Label             string                         `json:"label"`
	Fault             *Fault                         `json:"fault,omitempty"`
}

// Encode returns the outcome as JSON for a Store.
func (o Outcome) Encode() (string, error) {
	r := o.Result
	var structured json.RawMessage
	if r.Structured != nil {
		text, err := platform.PlainJSON(r.Structured)
		if err != nil {
			return "", fmt.Errorf("encode structured content: %w", err)
		}
		structured = json.RawMessage(text)
	}
	return platform.PlainJSON(encoded{r.Content, structured, r.Meta, r.IsError, r.InputRequests, r.RequestState, r.MissingCapability, o.Label, o.Fault})
}

// keepable returns the outcome, or one that says why it cannot be kept.
func (o Outcome) keepable() Outcome {
	text, err := o.Encode()
	switch {
	case err != nil:
		return *failure(unreadableText)
	case len(text) > MaxResult:
		return *failure(largeText)
	}
	return o
}

// Decode reads what Encode has returned.
func Decode(text string) (Outcome, error) {
	var e encoded
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	if err := d.Decode(&e); err != nil {
		return Outcome{}, fmt.Errorf("decode outcome of a run: %w", err)
	}
	o := Outcome{Result: appkit.Result{Content: e.Content, Meta: e.Meta, IsError: e.IsError, InputRequests: e.InputRequests, RequestState: e.RequestState,
		MissingCapability: e.MissingCapability}, Label: e.Label, Fault: e.Fault}
	if len(e.Structured) > 0 {
		o.Result.Structured = e.Structured
	}
	return o, nil
}
