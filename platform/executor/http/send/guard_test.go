package send_test

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	upstream "berth/platform/executor/http"
	"berth/platform/executor/http/send"
	"berth/platform/outbound"
	"berth/platform/request/outgoing"
)

func sender(t *testing.T, r *net.Resolver, allowed ...string) *send.Sender {
	t.Helper()
	allow, err := outbound.ParseAllow(allowed)
	if err != nil {
		t.Fatal(err)
	}
	return send.New(allow, r)
}

// names is a name server that gives each name its addresses; of several lists, one after the other.
type names struct {
	mu    sync.Mutex
	of    map[string][][]string
	asked map[string]int
}

// resolver looks names up here and nowhere else.
func (n *names) resolver(t *testing.T) *net.Resolver {
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
func (n *names) answer(question []byte) []byte {
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

func (n *names) next(name string, kind byte) ([]string, bool) {
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

// all is how often each name was asked for.
func (n *names) all() map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.asked)
}

// canary is a server of this machine that nobody may reach. It says whether somebody has connected.
func canary(t *testing.T) (port string, reached func() bool) {
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

// private are addresses of this machine, however they can be written, and names that lead to it.
func private() []string {
	return []string{
		"127.0.0.1", "127.0.0.2", "2130706433", "017700000001", "0x7f000001", "0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0177.0.0.1", "0177.0.0.01", "127.1", "127.0.1", "0", "0.0.0.0", "00.00.00.00",
		"127.0.0.1.", "127.1.", "2130706433.", "localhost", "LOCALHOST", "localhost.", "LocalHost.", "x.localhost", "x.localhost.", "127.0.0.1%00", "127.0.0.1%2e",
		"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]",
		"[2002:7f00:1::]", "[2001:0:7f00:1::]", "[::1%25lo]", "[fe80::1%25lo]", "[::1%lo]", "①②⑦.⓪.⓪.①", "127。0。0。1", "１２７.0.0.1", "ⓛocalhost", "localhost%2e",
		"private.test", "private.test.", "both.test", "later.test", "mapped.test", "nat64.test", "six.test", "link.test", "any.test",
	}
}

func dns() *names {
	return &names{of: map[string][][]string{
		"private.test": {{"127.0.0.1"}}, "both.test": {{"1.1.1.1", "127.0.0.1", "::1", "2606:4700::1111"}}, "later.test": {{"1.1.1.1", "2606:4700::1111"}, {"127.0.0.1", "::1"}},
		"mapped.test": {{"::ffff:127.0.0.1"}}, "nat64.test": {{"64:ff9b::7f00:1"}}, "six.test": {{"::1"}}, "link.test": {{"169.254.169.254", "fe80::1"}}, "any.test": {{"0.0.0.0", "::"}},
	}}
}

// What only this machine reaches sees no byte, however it is spelled: asked for itself, as where a redirect leads, and as a host
// that a secret names. In the second turn names are looked up, since a network is listed.
func TestNoByteReachesThisMachine(t *testing.T) {
	t.Parallel()
	port, reached := canary(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	}))
	defer front.Close()
	at := front.Listener.Addr().String()
	unlooked, looked := dns(), dns()
	for turn, s := range []*send.Sender{sender(t, unlooked.resolver(t), at), sender(t, looked.resolver(t), at, "10.1.0.0/16")} {
		for _, host := range private() {
			for _, scheme := range []string{"http", "https"} {
				to := scheme + "://" + host + ":" + port + "/"
				hosts := []string{at, host + ":" + port, strings.ToLower(host), "localhost:" + port, "127.0.0.1:" + port}
				for range 3 { // a name may lead elsewhere the next time
					for way, address := range map[string]string{"straight": to, "redirected": front.URL + "/?to=" + url.QueryEscape(to)} {
						a, err := s.Send(t.Context(), upstream.Message{Filled: outgoing.Filled{Method: "GET", URL: address}, Hosts: hosts})
						if err == nil || reached() {
							t.Fatalf("turn %d, %s: %s was reached: %+v, %v", turn, way, to, a, err)
						}
						if fault := (*upstream.Fault)(nil); !errors.As(err, &fault) || fault.Reason == upstream.Slow || fault.Reason == upstream.Broken && way == "straight" {
							t.Errorf("turn %d, %s: %s: %v", turn, way, to, err)
						}
					}
				}
			}
		}
	}
	if asked := unlooked.all(); len(asked) > 0 {
		t.Errorf("looked up %v, whose port alone says that they may not be asked", asked)
	}
	asked := looked.all()
	for _, name := range []string{"private.test", "both.test", "later.test", "six.test"} {
		if asked[name+"\x01"]+asked[name+"\x1c"] < 4 {
			t.Errorf("%s was looked up %v times: the test tries nothing", name, asked)
		}
	}
}
