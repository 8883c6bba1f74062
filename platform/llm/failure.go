package llm

import (
	"context"
	"errors"
	"time"

	"berth/platform"
)

// Reason says why there is no answer, in one word for programs (contract §9).
type Reason string

// The reasons. Refused is the model's own no, Content the provider's filter, Length an answer that broke off, Schema one that does
// not have the form that was asked for, Budget one that was not asked for. Provider is everything else.
const (
	Provider Reason = "provider"
	Refused  Reason = "refused"
	Schema   Reason = "schema"
	Budget   Reason = "budget"
	Length   Reason = "length"
	Content  Reason = "content"
)

// Failure is why a provider gave no answer, for the leaves to return. Cause never holds what was asked or answered, nor a key.
type Failure struct {
	Reason Reason
	// Passing may not come again: of the network, of the server, or for its rate. After is the server's wish, 0 = none.
	Passing bool
	After   time.Duration
	// Form is a request whose form the provider does not take.
	Form bool
	// Setup is what is wrong with how a model was set up, which asking again does not change; "" = nothing.
	Setup string
	Cause error
}

// NewFailure makes a failure of the provider's that comes again.
func NewFailure(reason Reason, cause string) *Failure {
	return &Failure{Reason: reason, Cause: errors.New(cause)}
}

// Error implements error. Who may see it is who runs the server.
func (f *Failure) Error() string { return string(f.Reason) + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Error returns a failure as it crosses packages: LLM_ERROR with the reason in its details, and a sentence that anybody may read.
func (reason Reason) Error(cause error) *platform.Error {
	return &platform.Error{Code: platform.CodeLLM, Msg: reason.sentence(), Details: map[string]any{"reason": reason}, Err: cause}
}

func (reason Reason) sentence() string {
	switch reason {
	case Refused:
		return "The language model declined to answer this. Ask in other words."
	case Schema:
		return "The language model's answer did not have the form that is shown here, not even at the second try. Try again."
	case Budget:
		return "What this app, or its workspace, may use of language models is used up for this month."
	case Length:
		return "The language model's answer was too long and broke off. Ask for less."
	case Content:
		return "The language model's provider withheld the answer for its content. Ask in other words."
	}
	return "The language model gave no answer. Try again later."
}

// Timeout is the error of a question that was not answered in time.
func Timeout(cause error) *platform.Error {
	return &platform.Error{Code: platform.CodeTimeout, Msg: "The language model did not answer in time. Try again.", Err: cause}
}

// known returns the error of a model for what went wrong with a provider, nil for nothing.
func known(ctx context.Context, err error) error {
	var f *Failure
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return Timeout(err)
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		return context.Canceled
	case errors.As(err, &f) && f.Reason == Provider:
		told := Provider.Error(f.Cause)
		if f.Setup != "" {
			told.Msg = "The language model gave no answer: " + f.Setup + ". This is for whoever has set it up to mend."
		}
		return told
	case errors.As(err, &f): // nothing is wrong with the server or with Berth, which the log would be for
		return f.Reason.Error(nil)
	}
	return Provider.Error(err)
}
