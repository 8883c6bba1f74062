// Package send sends the requests of tools of the kind http.
package send

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	upstream "berth/platform/executor/http"
	"berth/platform/outbound"
)

const (
	timeout = time.Minute     // of one exchange: calls bring shorter ones
	connect = 3 * time.Second // to connect, and again for the handshake of TLS
	idle    = 32              // connections that are kept to one host
)

// Sender implements upstream.Sender over guarded connections. It is safe for concurrent use.
type Sender struct {
	client interface {
		Do(r *http.Request) (*http.Response, error)
	}
}

// New makes a sender that reaches public servers and what is allowed besides. resolver looks names up; nil = the system's.
func New(allow outbound.Allow, resolver *net.Resolver) *Sender {
	return &Sender{outbound.New(outbound.Options{Allow: allow, Connect: connect, MaxBytes: upstream.MaxAnswer, Idle: idle, Resolver: resolver})}
}

// Send implements upstream.Sender.
func (s *Sender) Send(ctx context.Context, m upstream.Message) (upstream.Answer, error) {
	sending, cancel := context.WithTimeout(outbound.WithHosts(ctx, m.Hosts...), timeout)
	defer cancel()
	if m.Method == http.MethodGet || m.Method == http.MethodHead {
		sending = httptrace.WithClientTrace(sending, (&once{}).trace())
	}
	clock := stopwatch{}
	if m.Timed {
		sending = httptrace.WithClientTrace(sending, clock.trace())
	}
	var body io.Reader
	if m.Body != nil {
		body = bytes.NewReader(m.Body)
	}
	r, err := http.NewRequestWithContext(sending, m.Method, m.URL, body)
	if err != nil {
		return upstream.Answer{}, &upstream.Fault{Reason: upstream.Refused, Message: "was not asked: the address is not valid"}
	}
	for name, value := range m.Headers {
		r.Header[name] = []string{value} // in canonical form
	}
	clock.begin = time.Now()
	resp, err := s.client.Do(r)
	if err != nil {
		return upstream.Answer{}, fault(ctx, err)
	}
	defer resp.Body.Close()
	a := upstream.Answer{Status: resp.StatusCode, Headers: resp.Header, RetryAfter: retryAfter(resp.Header.Get("Retry-After"))}
	if a.Body, err = readAll(resp); err != nil {
		return upstream.Answer{}, fault(ctx, err)
	}
	a.Steps = clock.steps(time.Now())
	return a, nil
}

// readAll reads a body, which the client bounds.
func readAll(resp *http.Response) ([]byte, error) {
	if n := resp.ContentLength; n > 0 && n <= upstream.MaxAnswer && resp.Request.Method != http.MethodHead {
		body := make([]byte, n)
		_, err := io.ReadFull(resp.Body, body)
		return body, err
	}
	return io.ReadAll(resp.Body)
}

// retryAfter reads seconds or a time (RFC 9110 §10.2.3); 0 = neither.
func retryAfter(value string) time.Duration {
	if n, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// fault says why there is no answer, without what only the operator may know: addresses, and words of the upstream.
func fault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var (
		dns      *net.DNSError
		op       *net.OpError
		timedOut net.Error
		cert     *tls.CertificateVerificationError
	)
	refused := func(message string) error { return &upstream.Fault{Reason: upstream.Refused, Message: message} }
	unreachable := func(message string) error {
		return &upstream.Fault{Reason: upstream.Unreachable, Message: message}
	}
	switch {
	case errors.Is(err, outbound.ErrRedirect):
		return refused("sent us elsewhere, or round in circles: redirects are followed three times, within the hosts of the tool and its secrets")
	case errors.Is(err, outbound.ErrHost):
		return refused("sent us to a host that is not the tool's")
	case errors.Is(err, outbound.ErrAddress):
		return refused("was not asked: its address is in a private network")
	case errors.Is(err, outbound.ErrPlain):
		return refused("was not asked: public servers are asked by https on port 443 alone")
	case errors.Is(err, outbound.ErrTooLarge):
		return upstream.TooLarge()
	case errors.As(err, &dns):
		return unreachable("was not found: nobody knows its name")
	case errors.As(err, &cert):
		return unreachable("was not asked: its certificate is not valid")
	case errors.As(err, &op) && op.Op == "dial":
		return unreachable("did not take the connection")
	case errors.As(err, &timedOut) && timedOut.Timeout():
		return unreachable("did not take the connection in time")
	}
	return &upstream.Fault{Reason: upstream.Broken, Message: "broke the connection, or answered no HTTP"}
}

// once keeps the transport from sending again what only reads: where a connection that was kept breaks, it would do so over each
// of the others that it has kept. Whether a request is sent again is for the caller to say.
type once struct{ sent atomic.Bool }

func (o *once) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(c httptrace.GotConnInfo) {
			if secure, ok := c.Conn.(*tls.Conn); ok && secure.ConnectionState().NegotiatedProtocol == "h2" {
				return // which others use too, and over which only what the server has not looked at is sent again
			}
			if o.sent.Swap(true) {
				_ = c.Conn.Close() // is kept no longer either
			}
		},
		GotFirstResponseByte: func() { o.sent.Store(false) }, // a redirect is another request
	}
}

// stopwatch measures the steps of a request.
type stopwatch struct{ begin, connected, answered time.Time }

func (w *stopwatch) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn:              func(httptrace.GotConnInfo) { w.connected = time.Now() },
		GotFirstResponseByte: func() { w.answered = time.Now() },
	}
}

func (w *stopwatch) steps(end time.Time) upstream.Steps {
	if w.connected.IsZero() || w.answered.IsZero() {
		return upstream.Steps{}
	}
	return upstream.Steps{Connect: w.connected.Sub(w.begin), Wait: w.answered.Sub(w.connected), Read: end.Sub(w.answered)}
}
