// Package fetch gets OpenAPI documents by their addresses.
package fetch

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"berth/platform"
	"berth/platform/openapi"
	"berth/platform/outbound"
)

const (
	timeout = 10 * time.Second
	connect = 3 * time.Second
)

// Fetcher implements openapi.Fetcher over guarded connections. It is safe for concurrent use.
type Fetcher struct {
	client interface {
		Do(r *http.Request) (*http.Response, error)
	}
}

// New makes a fetcher that reaches public servers and what is allowed besides. resolver looks names up; nil = the system's.
func New(allow outbound.Allow, resolver *net.Resolver) *Fetcher {
	return &Fetcher{outbound.New(outbound.Options{Allow: allow, Timeout: timeout, Connect: connect, MaxBytes: openapi.MaxDocument, Resolver: resolver})}
}

// Fetch implements openapi.Fetcher.
func (f *Fetcher) Fetch(ctx context.Context, address string) (data []byte, from string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return nil, "", refused("must be an address such as https://api.example.com/openapi.json", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, "", refused("is no address that can be asked", err)
	}
	r.Header.Set("Accept", "application/json, application/yaml;q=0.9, */*;q=0.5")
	resp, err := f.client.Do(r)
	if err != nil {
		return nil, "", fault(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, "", refused("answers with status "+strconv.Itoa(resp.StatusCode)+", and no document", nil)
	}
	if data, err = io.ReadAll(resp.Body); err != nil {
		return nil, "", fault(ctx, err)
	}
	return data, resp.Request.URL.String(), nil
}

// fault says why there is no document, without what only the operator may know.
func fault(ctx context.Context, err error) error {
	var (
		dns      *net.DNSError
		timedOut net.Error
	)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, outbound.ErrAddress):
		return refused("leads into a private network, which is not asked", err)
	case errors.Is(err, outbound.ErrPlain):
		return refused("must begin with https:// and name no port", err)
	case errors.Is(err, outbound.ErrRedirect):
		return refused("leads to another host: give the address where the document is", err)
	case errors.Is(err, outbound.ErrTooLarge):
		return refused("holds more than 10 MiB", err)
	case errors.As(err, &dns):
		return refused("names a host that nobody knows", err)
	case errors.As(err, &timedOut) && timedOut.Timeout():
		return refused("did not answer in 10 seconds", err)
	}
	return refused("cannot be reached", err)
}

func refused(why string, cause error) error {
	e := platform.Invalid([]platform.Problem{{Location: "body.url", Message: why}})
	e.Err = cause
	return e
}
