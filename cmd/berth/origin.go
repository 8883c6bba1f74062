package main

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// hostName matches names as they stand in a URL: labels of ASCII, those of other scripts in their form xn--….
var hostName = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$`)

// canonicalOrigin returns scheme and host of an http or https address as browsers and clients spell them: in lower case, without the port
// that the scheme has anyway. It reports whether the address holds nothing else.
func canonicalOrigin(text string) (origin string, ok bool) {
	u := webAddress(text)
	if u == nil || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.Path != "" && u.Path != "/" || strings.HasSuffix(u.Host, ":") {
		return "", false
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0) {
		return "", false
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.Is6() && ip.Zone() == "" {
		host = "[" + ip.String() + "]"
	} else if len(host) > 253 || !hostName.MatchString(host) {
		return "", false
	}
	if port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		host += ":" + port
	}
	return (&url.URL{Scheme: u.Scheme, Host: host}).String(), true
}
