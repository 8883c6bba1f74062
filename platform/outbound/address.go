package outbound

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// dialer opens connections to listed hosts and networks, and to public addresses on the port of https.
type dialer struct {
	Options
	allow Allow
	plain bool // for http, which only what is listed may be asked by
}

// dial looks at each address that the name resolves to when it is dialled, so that no later look-up can change it.
func (d dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	n := net.Dialer{Timeout: d.Connect, Resolver: d.Resolver}
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("read address: %w", err)
	}
	if !d.allow.host(name, port) {
		n.Control = func(_, resolved string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(resolved)
			switch {
			case err == nil && d.allow.network(to.Addr()):
				return nil
			case err != nil || !Public(to.Addr()):
				return fmt.Errorf("%s: %w", resolved, ErrAddress)
			case d.plain || to.Port() != httpsPort:
				return fmt.Errorf("%s: %w", resolved, ErrPlain)
			}
			return nil
		}
	}
	return n.DialContext(ctx, network, address)
}

// special returns blocks of the IANA special-purpose registries, and one more, for which netip has no method. IPv6 outside
// 2000::/3 is not global unicast, which refuses the well-known NAT64 prefix 64:ff9b::/96 and all of its IPv4 addresses.
func special() []netip.Prefix {
	var blocks []netip.Prefix
	for _, block := range []string{
		"0.0.0.0/8",        // this network
		"100.64.0.0/10",    // behind a carrier's NAT; one cloud serves its metadata there
		"168.63.129.16/32", // another cloud's agent for its machines
		"192.0.0.0/24",     // protocol assignments
		"192.0.2.0/24",     // documentation
		"192.88.99.0/24",   // 6to4 relays
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"240.0.0.0/4",      // reserved, and broadcast
		"2001::/23",        // protocol assignments, Teredo for one, which holds an IPv4 address
		"2001:db8::/32",    // documentation
		"2002::/16",        // 6to4, which holds an IPv4 address
		"3fff::/20",        // documentation
	} {
		blocks = append(blocks, netip.MustParsePrefix(block))
	}
	return blocks
}

// Public reports whether an address belongs to the public Internet: it is not of this machine or its networks, and not set
// apart for another purpose.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" {
		return false
	}
	if a.Is6() && !netip.MustParsePrefix("2000::/3").Contains(a) {
		return false
	}
	for _, block := range special() {
		if block.Contains(a) {
			return false
		}
	}
	return true
}
