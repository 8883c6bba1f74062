package mcpedge

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Guard decides which Host and which Origin a request may carry (specification 2026-07-28, transports: DNS
// rebinding). The zero value allows neither.
type Guard struct {
	origins  []string // lower case, scheme://host[:port]
	host     string   // of the public URL, without port
	exact    string   // of the public URL, with its port
	loopback bool     // the server listens on loopback only
}

// NewGuard allows the origin of publicURL, ChatGPT's, Claude's and those in allowed; while the server listens on
// loopback it also allows loopback origins, and refuses a Host that is neither loopback nor that of publicURL.
func NewGuard(publicURL *url.URL, allowed []string, loopback bool) *Guard {
	g := &Guard{host: strings.ToLower(publicURL.Hostname()), exact: publicURL.Host, loopback: loopback}
	for _, o := range append([]string{publicURL.Scheme + "://" + publicURL.Host, "https://chatgpt.com", "https://claude.ai"}, allowed...) {
		g.origins = append(g.origins, strings.ToLower(strings.TrimSuffix(o, "/")))
	}
	return g
}

// HostAllowed reports whether the server may serve the request's Host.
func (g *Guard) HostAllowed(r *http.Request) bool {
	if !g.loopback || r.Host == g.exact {
		return true
	}
	host := hostname(r.Host)
	return isLoopback(host) || strings.EqualFold(host, g.host)
}

// OriginAllowed reports whether a page of the request's Origin may call. A request without an Origin is allowed.
func (g *Guard) OriginAllowed(r *http.Request) bool {
	values := r.Header.Values("Origin")
	if len(values) == 0 {
		return true
	}
	if len(values) > 1 {
		return false
	}
	origin := strings.ToLower(values[0])
	if slices.Contains(g.origins, origin) {
		return true
	}
	if !g.loopback {
		return false
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Path == "" && u.User == nil && isLoopback(u.Hostname())
}

// hostname returns the host without its port. A suffix after ":" that is not a number is part of the host.
func hostname(hostport string) string {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil || strings.Trim(port, "0123456789") != "" {
		host = hostport
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
