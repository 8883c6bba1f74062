package ratelimit

import "net/netip"

// Network returns what stands for one customer among the addresses of clients: the address, or for IPv6 its /64. "" stands for
// what is no address.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
