// Package post sends webhooks over HTTP.
package post

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	"berth/platform/outbound"
)

const (
	timeout   = 10 * time.Second  // of one attempt, shorter than webhooks.Lease
	maxAnswer = math.MaxInt64 - 1 // which nobody reads
)

// Poster sends messages. It is safe for concurrent use.
type Poster struct {
	client interface {
		Do(r *http.Request) (*http.Response, error)
	}
}

// New makes a poster that reaches public servers and what is allowed besides.
func New(allow outbound.Allow) *Poster {
	return &Poster{outbound.New(outbound.Options{Allow: allow, NoRedirects: true, Timeout: timeout, MaxBytes: maxAnswer})}
}

// Post implements webhooks.Post.
func (p *Poster) Post(ctx context.Context, address string, headers map[string]string, body string) (status int, fault string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return 0, "could not be sent: the address is not valid"
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return 0, reason(err)
	}
	resp.Body.Close()
	return resp.StatusCode, ""
}

// reason says why there was no answer, without what only the operator may know.
func reason(err error) string {
	timedOut := net.Error(nil)
	dns := (*net.DNSError)(nil)
	switch {
	case errors.Is(err, outbound.ErrAddress):
		return "was not sent: the address leads into a private network"
	case errors.Is(err, outbound.ErrPlain):
		return "was not sent: a public server is asked by https on port 443 alone"
	case errors.As(err, &dns):
		return "was not sent: the host's name is not known"
	case errors.As(err, &timedOut) && timedOut.Timeout():
		return "was not answered within 10 seconds"
	}
	return "was not sent: no connection to the server, or its certificate is not valid"
}
