package outbound

import (
	"context"
	"net"
	"net/http"
)

// Socket makes a client that reaches the Unix socket at path and nothing else, whatever host its requests name. Access is
// controlled by the permissions of the file and its folder.
func Socket(path string) *http.Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
}
