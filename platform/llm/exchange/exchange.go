// Package exchange sends a question to a provider of models and reads its answer, as JSON over HTTP. What a server writes is never
// part of an error: it may hold what was sent, the key for one. It must not know what is asked.
package exchange

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
	"strconv"
	"time"

	"berth/platform/llm"
	"berth/platform/outbound"
	"berth/platform/redact"
)

// longest bounds an exchange whose caller sets no deadline.
const longest = 10 * time.Minute

// Server says where a provider is, and how it may be reached.
type Server struct {
	Base *url.URL
	Key  string // "" for one that asks for none
	// Named is whether the operator has named the server, so that it may be on this machine or in this network. Allow is what the
	// operator allows besides, for servers that others name.
	Named bool
	Allow outbound.Allow
}

// Bearer returns the headers that most servers know a key by.
func (s Server) Bearer() map[string]string {
	if s.Key == "" {
		return nil
	}
	return map[string]string{"Authorization": "Bearer " + s.Key}
}

// Doer sends one request.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Client asks one server for one model. It is safe for concurrent use.
type Client struct {
	Server Server
	Model  string
	HTTP   Doer             // replaced by tests
	clean  *redact.Redactor // takes the key out of answers, which callers of tools read
}

// MaxAnswer bounds the body of what a model answers, in bytes.
const MaxAnswer = 2 << 20

// New makes a client whose answers have at most maxBytes bytes; it asks nothing yet. It follows no redirect, which would carry the key
// elsewhere.
func New(s Server, model string, maxBytes int64) *Client {
	o := outbound.Options{Allow: s.Allow, NoRedirects: true, Timeout: longest, MaxBytes: maxBytes}
	if s.Named {
		o.Named = []*url.URL{s.Base}
	}
	return &Client{Server: s, Model: model, HTTP: outbound.New(o), clean: redact.New(s.Key)}
}

// Post sends JSON to a path below the server's base, and reads the JSON of a successful answer. Errors are a *llm.Failure,
// context.Canceled or context.DeadlineExceeded.
func (c *Client) Post(ctx context.Context, path string, headers map[string]string, request, answer any) (err error) {
	body, err := json.Marshal(request)
	if err != nil {
		return &llm.Failure{Reason: llm.Provider, Cause: errors.New("the question cannot be encoded")}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Server.Base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return llm.NewFailure(llm.Provider, "the address is malformed")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	resp, err := c.HTTP.Do(r)
	if err != nil {
		return broken(err, true)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
		return refusal(resp)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return broken(err, false)
	}
	if !c.clean.Clean(raw) {
		raw = []byte(c.clean.Text(string(raw)))
	}
	if json.Unmarshal(raw, answer) != nil {
		return llm.NewFailure(llm.Provider, "the model's server answers no JSON of the expected form")
	}
	return nil
}

// refusal says what a status means.
func refusal(resp *http.Response) error {
	f := llm.NewFailure(llm.Provider, fmt.Sprintf("the model's server answers with status %d", resp.StatusCode))
	switch status := resp.StatusCode; {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		f.Cause, f.Setup = fmt.Errorf("the model's server refuses the key (status %d)", status), "its server refuses the key"
	case status == http.StatusNotFound:
		f.Cause, f.Setup = errors.New("the model's server knows no such model or address (status 404)"), "its server knows no such model or address"
	case status == http.StatusBadRequest || status == http.StatusUnprocessableEntity:
		f.Form = true
	case status == http.StatusTooManyRequests || status >= 500: // 529 is one provider's word for being overloaded
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date or nothing is 0
		f.Passing, f.After = true, time.Duration(max(0, seconds))*time.Second
	}
	return f
}

// broken returns an error that names the kind of failure only: the original text may hold what the server wrote, or its address.
func broken(err error, passing bool) error {
	var timeout interface{ Timeout() bool }
	dial := (*net.OpError)(nil)
	f := llm.NewFailure(llm.Provider, "the exchange with the model's server broke off")
	f.Passing = passing
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return context.DeadlineExceeded
	case errors.As(err, &dial) && dial.Op == "dial":
		f.Cause = errors.New("there is no connection to the model's server")
	}
	for _, known := range []error{outbound.ErrAddress, outbound.ErrPlain, outbound.ErrRedirect, outbound.ErrTooLarge} {
		if errors.Is(err, known) {
			f.Cause, f.Passing = known, false
		}
	}
	return f
}
