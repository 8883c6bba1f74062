package outbound

import (
	"context"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
)

type hostsKey struct{}

// WithHosts returns a context whose requests are sent to these hosts alone, each "host" or "host:port"; without a port, on that of
// the scheme. Anything else is refused with ErrHost or ErrRedirect before a name is looked up, and so is what can only be of a
// private network. Redirects may lead from one to another, and from http to https: whatever leaves the origin of the first request
// loses its headers but for those that any request may have, and a request with a body is not sent on.
func WithHosts(ctx context.Context, hosts ...string) context.Context {
	all := make([]host, 0, len(hosts))
	for _, entry := range hosts {
		if h, ok := parseHost(strings.ToLower(entry)); ok {
			all = append(all, h)
		}
	}
	return context.WithValue(ctx, hostsKey{}, all)
}

func hostsOf(ctx context.Context) (all []host, ok bool) {
	all, ok = ctx.Value(hostsKey{}).([]host)
	return all, ok
}

// admits refuses a request to a host that its context does not name.
func (a Allow) admits(r *http.Request) error {
	hosts, ok := hostsOf(r.Context())
	if !ok {
		return nil
	}
	if !among(hosts, r.URL) {
		return ErrHost
	}
	return a.refuses(r.URL)
}

// among reports whether an address is at one of the hosts.
func among(hosts []host, u *url.URL) bool {
	name := spelled(u.Hostname())
	return slices.ContainsFunc(hosts, func(h host) bool {
		return h.name == name && (h.port == portOf(u) || h.port == "" && portOf(u) == portOf(&url.URL{Scheme: u.Scheme}))
	})
}

// follow decides on redirects. Without WithHosts it refuses those to another scheme, host or port, which would get what the
// request holds, such as a key.
func follow(next *http.Request, via []*http.Request) error {
	first := via[0].URL
	if len(via) > maxRedirects {
		return ErrRedirect
	}
	hosts, named := hostsOf(next.Context())
	next.Header.Del("Referer") // the address before may hold a key
	same := func(u *url.URL) bool { return u.Scheme == first.Scheme && endpoint(u) == endpoint(first) }
	left := !same(next.URL) || slices.ContainsFunc(via, func(r *http.Request) bool { return !same(r.URL) })
	switch {
	case !left:
		return nil
	case !named || !among(hosts, next.URL) || next.URL.Scheme != "https" && via[len(via)-1].URL.Scheme == "https":
		return ErrRedirect
	case next.Body != nil && next.Body != http.NoBody:
		return ErrRedirect
	}
	for name := range next.Header {
		if !slices.Contains([]string{"Accept", "Accept-Language", "User-Agent"}, textproto.CanonicalMIMEHeaderKey(name)) {
			delete(next.Header, name)
		}
	}
	return nil
}
