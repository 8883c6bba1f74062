// Package fetch gets what clients publish about themselves over guarded connections: their documents, and their keys.
package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/authorization/clients"
	"berth/platform/outbound"
)

const timeout = 3 * time.Second // of all of it: a person waits, and hosts give up after ten

// Fetcher implements clients.Fetcher. It is safe for concurrent use.
type Fetcher struct {
	most   int64
	client interface {
		Do(r *http.Request) (*http.Response, error)
	}
}

// New makes a fetcher of at most that many bytes, which reaches public servers and what is allowed besides, and follows no redirects. resolver
// looks names up; nil = the system's.
func New(most int64, allow outbound.Allow, resolver *net.Resolver) *Fetcher {
	return &Fetcher{most, outbound.New(outbound.Options{Allow: allow, NoRedirects: true, Timeout: timeout, Connect: timeout, MaxBytes: most, Resolver: resolver})}
}

// Fetch implements clients.Fetcher.
func (f *Fetcher) Fetch(ctx context.Context, address, etag string) (clients.Answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return clients.Answer{}, &platform.Error{Code: platform.CodeInvalidInput, Msg: "has no address that can be asked", Err: err}
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Berth")
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	resp, err := f.client.Do(r)
	if err != nil {
		return clients.Answer{}, f.fault(err)
	}
	defer resp.Body.Close()
	a := clients.Answer{Status: resp.StatusCode, Type: resp.Header.Get("Content-Type"), ETag: resp.Header.Get("ETag"), CacheControl: resp.Header.Get("Cache-Control")}
	if a.Status != http.StatusOK {
		return a, nil
	}
	if a.Body, err = io.ReadAll(resp.Body); err != nil {
		return clients.Answer{}, f.fault(err)
	}
	return a, nil
}

// fault says why there is no answer, without what only the operator may know.
func (f *Fetcher) fault(err error) error {
	var (
		dns      *net.DNSError
		cert     *tls.CertificateVerificationError
		timedOut net.Error
	)
	e := &platform.Error{Code: platform.CodeUnavailable, Msg: "cannot be reached", Err: err}
	switch {
	case errors.Is(err, outbound.ErrAddress):
		e.Code, e.Msg = platform.CodeInvalidInput, "is in a private network, which is not asked"
	case errors.Is(err, outbound.ErrPlain):
		e.Code, e.Msg = platform.CodeInvalidInput, "is not asked: public servers are asked by https on port 443 alone"
	case errors.Is(err, outbound.ErrTooLarge):
		e.Code, e.Msg = platform.CodeInvalidInput, fmt.Sprintf("answers more than %d KiB", f.most>>10)
	case errors.As(err, &dns):
		e.Msg = "is not found: nobody knows its name"
	case errors.As(err, &cert):
		e.Msg = "has no valid certificate"
	case errors.As(err, &timedOut) && timedOut.Timeout():
		e.Msg = "did not answer in time"
	}
	return e
}
