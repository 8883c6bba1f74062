// Package visit asks an app and its authorization server, at their public address, what package doctor wants to know.
package visit

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"berth/platform/authorization/doctor"
	"berth/platform/outbound"
)

const (
	patience = 10 * time.Second // for one answer: what clients wait
	allTime  = 30 * time.Second // for all of them
	maxBytes = 256 << 10        // of an answer
	atOnce   = 4
)

// Visitor implements api.Visitor. It asks this server by its public address, as clients reach it. It is safe for concurrent use.
type Visitor struct {
	client interface {
		Do(r *http.Request) (*http.Response, error)
	}
}

// New makes a Visitor. Beside public servers it reaches the public address of this one alone, which the operator has named.
func New(publicURL string) (*Visitor, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("read public URL: %w", err)
	}
	return &Visitor{outbound.New(outbound.Options{Named: []*url.URL{u}, NoRedirects: true, Timeout: patience, MaxBytes: maxBytes})}, nil
}

// Ask sends requests and returns the answers by the names of the requests. What nobody has answered is a zero Answer.
func (v *Visitor) Ask(ctx context.Context, requests []doctor.Request) map[string]doctor.Answer {
	ctx, cancel := context.WithTimeout(ctx, allTime)
	defer cancel()
	answers := make([]doctor.Answer, len(requests))
	var all errgroup.Group
	all.SetLimit(atOnce)
	for i, r := range requests {
		all.Go(func() error {
			answers[i] = v.ask(ctx, r)
			return nil
		})
	}
	_ = all.Wait() // nothing fails: no answer is an answer
	out := make(map[string]doctor.Answer, len(requests))
	for i, r := range requests {
		out[r.Name] = answers[i]
	}
	return out
}

func (v *Visitor) ask(ctx context.Context, r doctor.Request) doctor.Answer {
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, strings.NewReader(r.Body))
	if err != nil {
		return doctor.Answer{}
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return doctor.Answer{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return doctor.Answer{}
	}
	return doctor.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}
}
