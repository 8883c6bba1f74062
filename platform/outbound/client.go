// Package outbound makes the clients with which Berth asks other servers. It is the only place that dials, so that nothing
// makes Berth talk to what only its own network can reach: no setting of an author, no name that resolves to another
// address the second time, and no redirect. It must not know what is asked, or of whom.
package outbound

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Errors of a guarded client; find them with errors.Is.
var (
	// ErrAddress is a host that resolves to an address which is not public.
	ErrAddress = errors.New("the address is not a public one")
	// ErrPlain is a public server that is asked by http, or on another port than 443.
	ErrPlain = errors.New("a public server is asked by https on port 443 alone")
	// ErrRedirect is a redirect to another scheme, host or port, or one too many.
	ErrRedirect = errors.New("the redirect leads elsewhere")
	// ErrTooLarge is a response with more bytes than allowed.
	ErrTooLarge = errors.New("the response is too large")
	// ErrEndless is a request that nothing bounds in time.
	ErrEndless = errors.New("the request has no deadline")
	// ErrHost is a host that the request's context does not name; see WithHosts.
	ErrHost = errors.New("the host is none of those that may be asked")
)

const (
	dialTimeout  = 10 * time.Second
	idleTimeout  = 90 * time.Second
	maxHeader    = 64 << 10
	maxRedirects = 3
	maxIdle      = 8 // connections that are kept to one host
	maxIdleInAll = 512
	httpsPort    = 443
)

// Options say what a client may do. MaxBytes is required.
type Options struct {
	// Named are addresses that the operator wrote into a setting: their very host and port may be on this machine or in this
	// network.
	Named []*url.URL
	// Allow is what the operator allows besides. All other servers must be public, and are asked by https on port 443.
	Allow Allow
	// NoRedirects makes a redirect the answer, as any other status.
	NoRedirects bool
	// Timeout bounds one exchange, from the look-up of the name to the last byte of the body. 0 = the context of each request
	// does, which costs less: without a deadline it fails with ErrEndless.
	Timeout time.Duration
	// MaxBytes bounds the body of a response as it is read, after decompression; beyond it reading fails with ErrTooLarge.
	MaxBytes int64
	// Connect bounds the look-up of a name together with the connection, and the handshake of TLS; 0 = 10 seconds.
	Connect time.Duration
	// Idle is how many connections to one host are kept; 0 = 8.
	Idle int
	// Resolver looks names up; nil = the system's.
	Resolver *net.Resolver
}

// New makes a guarded client, safe for concurrent use. It takes no proxy from the environment, keeps no cookies, follows
// redirects within scheme, host and port only, unless WithHosts names more, and checks every address after its name is resolved,
// when it is dialled.
func New(o Options) *http.Client {
	if o.MaxBytes <= 0 {
		panic("outbound: a client needs a limit of bytes")
	}
	allow := Allow{hosts: slices.Clone(o.Allow.hosts), networks: o.Allow.networks}
	for _, u := range o.Named {
		allow.hosts = append(allow.hosts, host{spelled(u.Hostname()), portOf(u)})
	}
	o.Connect, o.Idle = cmp.Or(o.Connect, dialTimeout), cmp.Or(o.Idle, maxIdle)
	c := &http.Client{Timeout: o.Timeout, CheckRedirect: follow,
		Transport: capped{limit: o.MaxBytes, timed: o.Timeout > 0, allow: allow, plain: transport(o, dialer{o, allow, true}), secure: transport(o, dialer{o, allow, false})}}
	if o.NoRedirects {
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return c
}

func transport(o Options, d dialer) *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            d.dial,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    o.Idle,
		MaxIdleConns:           maxIdleInAll,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    o.Connect,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// endpoint returns the host and port that a request to u is sent to.
func endpoint(u *url.URL) string { return net.JoinHostPort(strings.ToLower(u.Hostname()), portOf(u)) }

// capped bounds what is read of a response, and tells http from https, for which other addresses are allowed.
type capped struct {
	plain, secure *http.Transport
	allow         Allow
	limit         int64
	timed         bool // by the client
}

func (c capped) RoundTrip(r *http.Request) (*http.Response, error) {
	if _, ends := r.Context().Deadline(); !ends && !c.timed {
		return nil, ErrEndless
	}
	if err := c.allow.admits(r); err != nil {
		return nil, err
	}
	by := c.plain
	if r.URL.Scheme == "https" {
		by = c.secure
	}
	resp, err := by.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if resp.ContentLength > c.limit {
		return nil, errors.Join(fmt.Errorf("%d bytes: %w", resp.ContentLength, ErrTooLarge), resp.Body.Close())
	}
	resp.Body = &body{ReadCloser: resp.Body, left: c.limit}
	return resp, nil
}

// CloseIdleConnections is what http.Client's method of that name calls.
func (c capped) CloseIdleConnections() {
	c.plain.CloseIdleConnections()
	c.secure.CloseIdleConnections()
}

type body struct {
	io.ReadCloser
	left int64
}

// Read returns ErrTooLarge once there is more than was allowed.
func (b *body) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1] // one byte more tells that there is more
	}
	n, err := b.ReadCloser.Read(p)
	if int64(n) > b.left {
		n, b.left = int(b.left), 0
		return n, ErrTooLarge
	}
	b.left -= int64(n)
	return n, err
}
