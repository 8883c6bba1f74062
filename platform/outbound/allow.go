package outbound

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Allow is what an operator allows besides public servers: hosts and networks, over http as well. The zero value is nothing. It
// is immutable and safe for concurrent use.
type Allow struct {
	hosts    []host
	networks []netip.Prefix
}

// host is a name or an address as a URL spells it.
type host struct {
	name string // lower case
	port string // "" = every port
}

// ParseAllow reads entries of the form host[:port] or CIDR. An entry names what it spells: 127.0.0.1 is not localhost, 127.0.0.0/8
// is every name that leads there. The error names the first entry that is neither.
func ParseAllow(entries []string) (Allow, error) {
	var a Allow
	for _, entry := range entries {
		entry = strings.ToLower(strings.TrimSpace(entry))
		if strings.Contains(entry, "/") {
			network, err := netip.ParsePrefix(entry)
			if err != nil {
				return Allow{}, fmt.Errorf("%q is no network: want one such as 10.0.0.0/8 or fd00::/8, or a host without scheme and path such as api.internal:8080", entry)
			}
			if ip := network.Addr(); ip.Is4In6() && network.Bits() >= 96 {
				network = netip.PrefixFrom(ip.Unmap(), network.Bits()-96)
			}
			a.networks = append(a.networks, network.Masked())
			continue
		}
		h, ok := parseHost(entry)
		if !ok || strings.ContainsFunc(h.name, unspeakable) {
			return Allow{}, fmt.Errorf("%q is no host: want one such as api.internal, 10.0.0.7:8080 or [fd00::1]:8080", entry)
		}
		a.hosts = append(a.hosts, h)
	}
	return a, nil
}

func parseHost(entry string) (host, bool) {
	if ip, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
		return host{name: ip.String()}, true
	}
	u, err := url.Parse("//" + entry)
	if err != nil || u.Host != entry || u.Hostname() == "" || strings.HasSuffix(entry, ":") || strings.ContainsAny(entry, "*?#@ ") {
		return host{}, false
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return host{}, false
		}
	}
	return host{spelled(u.Hostname()), u.Port()}, true
}

// unspeakable reports whether no name of a host holds a character: an entry with one is quoted, or two with another separator.
func unspeakable(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.:%", r) // : and % stand in addresses of IPv6
}

// spelled returns a host as entries are compared: lower case, addresses in their shortest form.
func spelled(name string) string {
	name = strings.ToLower(name)
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.String()
	}
	return name
}

// host reports whether a host and port, as a URL spells them, are listed.
func (a Allow) host(name, port string) bool {
	name = spelled(name)
	return slices.ContainsFunc(a.hosts, func(h host) bool { return h.name == name && (h.port == "" || h.port == port) })
}

// network reports whether an address is in a listed network.
func (a Allow) network(ip netip.Addr) bool {
	ip = ip.Unmap()
	return slices.ContainsFunc(a.networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// Refusal says why nothing may be sent to an address that somebody gave, "" = it may: as far as that can be said before its name
// is resolved. Whoever sends is refused again by the client, at the address that is dialled.
func (a Allow) Refusal(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.Opaque != "":
		return "must be an address such as https://example.com/path"
	case u.User != nil:
		return "must have no user or password in it"
	case u.Fragment != "" || strings.Contains(address, "#"):
		return "must have no # and nothing behind it"
	}
	switch err := a.refuses(u); {
	case errors.Is(err, ErrAddress):
		return "must be a public server: this address is of a private network"
	case err != nil:
		return "must begin with https:// and use port 443"
	}
	return ""
}

// refuses returns ErrAddress or ErrPlain for an address that may not be asked, as far as that can be said before its name is
// resolved.
func (a Allow) refuses(u *url.URL) error {
	if a.host(u.Hostname(), portOf(u)) {
		return nil
	}
	ip, err := netip.ParseAddr(u.Hostname())
	switch literal := err == nil; {
	case literal && a.network(ip):
		return nil
	case literal && !Public(ip), !literal && local(u.Hostname()):
		return ErrAddress
	case !literal && len(a.networks) > 0:
		return nil // its name may lead into one of them
	case u.Scheme != "https" || portOf(u) != "443":
		return ErrPlain
	}
	return nil
}

// local reports whether a name can only be one of this machine or its network.
func local(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".internal") || strings.HasSuffix(name, ".local") {
		return true
	}
	last := name[strings.LastIndexByte(name, '.')+1:] // of an address in an old spelling, such as 127.1 or 0x7f000001
	_, err := strconv.ParseUint(last, 0, 64)
	return err == nil || !strings.Contains(name, ".")
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
