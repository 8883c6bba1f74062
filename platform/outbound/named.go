package outbound

import (
	"context"
	"fmt"
	"net"
)

// Named returns a function that opens connections to one host and port, which the operator has named in a setting and which may be on this
// machine or in this network, and to nothing else: any other address is ErrAddress. It is for what does not speak HTTP.
func Named(name, port string) func(ctx context.Context, network, address string) (net.Conn, error) {
	only := Allow{hosts: []host{{spelled(name), port}}}
	d := dialer{Options: Options{Connect: dialTimeout}, allow: only}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if to, at, err := net.SplitHostPort(address); err != nil || !only.host(to, at) {
			return nil, fmt.Errorf("%s: %w", address, ErrAddress)
		}
		return d.dial(ctx, network, address)
	}
}
