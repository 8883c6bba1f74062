package double

import (
	"context"
	"maps"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Names is a name server that gives each name its addresses; of several lists, one after the other.
type Names struct {
	mu    sync.Mutex
	of    map[string][][]string
	asked map[string]int
}

// Resolver looks names up here and nowhere else.
func (n *Names) Resolver(t *testing.T) *net.Resolver {
	t.Helper()
	n.asked = map[string]int{}
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if size > 12 {
				_, _ = conn.WriteTo(n.answer(buf[:size]), from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// answer makes the answer to a question (RFC 1035 §4).
func (n *Names) answer(question []byte) []byte {
	at, labels := 12, []string(nil)
	for at < len(question) && question[at] != 0 {
		size := int(question[at])
		labels = append(labels, string(question[at+1:at+1+size]))
		at += 1 + size
	}
	kind := question[at+2]
	question = question[:at+5]
	addresses, known := n.next(strings.Join(labels, "."), kind)
	out := append([]byte{question[0], question[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question[12:]...)
	if !known {
		out[3] = 0x83
	}
	for _, address := range addresses {
		ip := netip.MustParseAddr(address)
		raw := ip.AsSlice()
		if (kind == 1) != (len(raw) == 4) {
			continue
		}
		out = append(out, 0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 0, 0, byte(len(raw)))
		out = append(out, raw...)
		out[7]++
	}
	return out
}

func (n *Names) next(name string, kind byte) ([]string, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	lists, ok := n.of[strings.ToLower(name)]
	if !ok {
		return nil, false
	}
	i := n.asked[name+string(kind)]
	n.asked[name+string(kind)]++
	return lists[min(i, len(lists)-1)], true
}

// Asked returns how often each name was asked for: the name and a byte, 1 for addresses of IPv4 and 28 for those of IPv6.
func (n *Names) Asked() map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.asked)
}

// Canary is a server of this machine that nobody may reach. It says whether somebody has connected.
func Canary(t *testing.T) (port string, reached func() bool) {
	t.Helper()
	var count atomic.Int32
	first, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ = net.SplitHostPort(first.Addr().String())
	all := []net.Listener{first}
	for _, also := range []string{"[::1]:" + port} {
		if l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp6", also); err == nil {
			all = append(all, l)
		}
	}
	for _, l := range all {
		t.Cleanup(func() { _ = l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				count.Add(1)
				_ = conn.Close()
			}
		}()
	}
	return port, func() bool { return count.Load() > 0 }
}

// PrivateHosts returns addresses of this machine, however they can be written, and names of PrivateNames that lead to it.
func PrivateHosts() []string {
	return []string{
		"127.0.0.1", "127.0.0.2", "2130706433", "017700000001", "0x7f000001", "0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0177.0.0.1", "0177.0.0.01", "127.1",
		"127.0.1", "0", "0.0.0.0", "00.00.00.00", "127.0.0.1.", "127.1.", "2130706433.", "localhost", "LOCALHOST", "localhost.", "LocalHost.", "x.localhost",
		"x.localhost.", "127.0.0.1%00", "127.0.0.1%2e", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]",
		"[2001:0:7f00:1::]", "[::1%25lo]", "[fe80::1%25lo]", "[::1%lo]", "①②⑦.⓪.⓪.①", "127。0。0。1", "１２７.0.0.1", "ⓛocalhost", "localhost%2e", "private.test",
		"private.test.", "both.test", "later.test", "mapped.test", "nat64.test", "six.test", "link.test", "any.test",
	}
}

// PrivateNames returns a name server whose names lead to this machine, some of them at the second time alone.
func PrivateNames() *Names {
	return &Names{of: map[string][][]string{
		"private.test": {{"127.0.0.1"}}, "both.test": {{"1.1.1.1", "127.0.0.1", "::1", "2606:4700::1111"}},
		"later.test":  {{"1.1.1.1", "2606:4700::1111"}, {"127.0.0.1", "::1"}},
		"mapped.test": {{"::ffff:127.0.0.1"}}, "nat64.test": {{"64:ff9b::7f00:1"}}, "six.test": {{"::1"}},
		"link.test": {{"169.254.169.254", "fe80::1"}}, "any.test": {{"0.0.0.0", "::"}},
	}}
}
