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
	"strconv"
	"time"

	"berth/platform/outbound"
)

// Options say where a server is. All fields but Key are required. The server may be on this machine or in this network,
// since the operator named it.
type Options struct {
	BaseURL *url.URL // with the version: "https://api.example.com/v1"
	Model   string
	Key     string        // sent as a bearer token; "" for a server that asks for none
	Timeout time.Duration // of one exchange
}

// client asks one endpoint of a server.
type client struct {
	http interface {
		Do(*http.Request) (*http.Response, error)
	}
	endpoint string
	model    string
	key      string
}

// newClient makes a client of the endpoint at path, whose answers have at most maxAnswer bytes.
func newClient(o Options, path string, maxAnswer int64) client {
	return client{
		http:     outbound.New(outbound.Options{Named: []*url.URL{o.BaseURL}, Timeout: o.Timeout, MaxBytes: maxAnswer}),
		endpoint: o.BaseURL.JoinPath(path).String(), model: o.Model, key: o.Key,
	}
}

// passingError is a failure that may not come again: of the network, of the server (5xx), or for its rate (429).
type passingError struct {
	error
	after time.Duration // the server's wish
}

func (e passingError) Unwrap() error { return e.error }

// post sends JSON and reads the JSON of a successful answer.
func (c client) post(ctx context.Context, request, answer any) (err error) {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
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
		return passingError{error: fmt.Errorf("ask the model: %w", plain(err))}
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
		err := fmt.Errorf("the model's server answers with status %d", resp.StatusCode)
		if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 {
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date or nothing is 0
			return passingError{err, time.Duration(max(0, seconds)) * time.Second}
		}
		return err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("read the answer: %w", plain(err))
	}
	if json.Unmarshal(raw, answer) != nil {
		return errors.New("the model's server answers no JSON of the expected form")
	}
	return nil
}

// plain returns an error that names the kind of failure only: the original text may hold what the server wrote, or its address.
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
	for _, known := range []error{outbound.ErrAddress, outbound.ErrPlain, outbound.ErrRedirect, outbound.ErrTooLarge, io.ErrUnexpectedEOF} {
		if errors.Is(err, known) {
			return known
		}
	}
	return errors.New("the exchange broke off")
}
