package outbound_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"berth/platform/outbound"
)

// server is a server on this machine that counts who reached it.
func server(t *testing.T, h http.HandlerFunc) (at *url.URL) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func client(t *testing.T, named ...*url.URL) *http.Client {
	t.Helper()
	c := outbound.New(outbound.Options{Named: named, Timeout: 10 * time.Second, MaxBytes: 1000})
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func get(t *testing.T, c *http.Client, at string) (string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.215.14": true, "2606:4700::1111": true, "2a00:1450:4001::1": true, "::ffff:1.1.1.1": true,
		"127.0.0.1": false, "127.8.8.8": false, "0.0.0.0": false, "0.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.100.100.200": false, "168.63.129.16": false, "192.0.0.192": false,
		"192.0.2.1": false, "198.18.0.1": false, "203.0.113.9": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false,
		"::": false, "::1": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "64:ff9b::7f00:1": false,
		"64:ff9b:1::1": false, "2002:7f00:1::": false, "2001:0:7f00:1::": false, "2001:db8::1": false, "3fff::1": false, "fec0::1": false,
		"172.32.0.1": true, "100.128.0.1": true, "2001:4860:4860::8888": true,
	} {
		if got := outbound.Public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is public: %v, want %v", address, got, want)
		}
	}
	if outbound.Public(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// What only this machine reaches is refused however it is written, a name that resolves to it included, before a byte is sent.
func TestWhatIsNotPublicIsNotReached(t *testing.T) {
	t.Parallel()
	at := server(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was reached") })
	port := at.Port()
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "2130706433", "0x7f000001"} {
		_, err := get(t, client(t), "http://"+host+":"+port+"/")
		if err == nil {
			t.Errorf("%s was reached", host)
		}
		if dns := (*net.DNSError)(nil); !errors.Is(err, outbound.ErrAddress) && !errors.As(err, &dns) {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"169.254.169.254", "10.255.255.1", "[fd00:ec2::254]"} {
		if _, err := get(t, client(t), "http://"+host+"/latest/meta-data"); !errors.Is(err, outbound.ErrAddress) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestANamedHostIsReachedAndNoOther(t *testing.T) {
	t.Parallel()
	at := server(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	other := server(t, func(http.ResponseWriter, *http.Request) { t.Error("the other server was reached") })
	if got, err := get(t, client(t, at), at.String()); err != nil || got != "hello" {
		t.Errorf("the named server answers %q, %v", got, err)
	}
	byName := &url.URL{Scheme: "http", Host: "LOCALHOST:" + at.Port()}
	if got, err := get(t, client(t, byName), "http://localhost:"+at.Port()); err != nil || got != "hello" {
		t.Errorf("the server named localhost answers %q, %v", got, err)
	}
	// Naming one port, or one spelling, names no other.
	for _, host := range []string{other.Host, "localhost:" + at.Port()} {
		if _, err := get(t, client(t, at), "http://"+host); !errors.Is(err, outbound.ErrAddress) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestRedirectsStay(t *testing.T) {
	t.Parallel()
	other := server(t, func(http.ResponseWriter, *http.Request) { t.Error("the other server was reached") })
	at := server(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/here":
			http.Redirect(w, r, "/there", http.StatusTemporaryRedirect)
		case "/there":
			_, _ = io.WriteString(w, "there")
		case "/elsewhere":
			http.Redirect(w, r, other.String(), http.StatusFound)
		case "/tls":
			http.Redirect(w, r, "https://"+r.Host+"/", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		}
	})
	c := client(t, at, other) // even to a named one: it would get what was meant for the first
	if got, err := get(t, c, at.String()+"/here"); err != nil || got != "there" {
		t.Errorf("a redirect within the server: %q, %v", got, err)
	}
	for _, path := range []string{"/elsewhere", "/tls", "/file", "/round"} {
		if _, err := get(t, c, at.String()+path); !errors.Is(err, outbound.ErrRedirect) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestResponsesAreCapped(t *testing.T) {
	t.Parallel()
	at := server(t, func(w http.ResponseWriter, r *http.Request) {
		size := map[string]int{"/fits": 1000, "/declared": 1001, "/streamed": 100_000, "/bomb": 100_000}[r.URL.Path]
		content := bytes.Repeat([]byte("x"), size)
		switch r.URL.Path {
		case "/streamed":
			_ = http.NewResponseController(w).Flush() // no Content-Length
		case "/bomb":
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			_, _ = z.Write(content)
			_ = z.Close()
			content = packed.Bytes()
			w.Header().Set("Content-Encoding", "gzip")
		}
		_, _ = w.Write(content)
	})
	c := client(t, at)
	if got, err := get(t, c, at.String()+"/fits"); err != nil || len(got) != 1000 {
		t.Errorf("what fits: %d bytes, %v", len(got), err)
	}
	for _, path := range []string{"/declared", "/streamed", "/bomb"} {
		if got, err := get(t, c, at.String()+path); !errors.Is(err, outbound.ErrTooLarge) || len(got) > 1000 {
			t.Errorf("%s: %d bytes, %v", path, len(got), err)
		}
	}
}

func TestASlowServerIsLeft(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	at := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = io.WriteString(w, "begun")
			_ = http.NewResponseController(w).Flush()
		}
		<-released
	})
	t.Cleanup(func() { close(released) }) // before the server closes, which waits for its handlers
	c := outbound.New(outbound.Options{Named: []*url.URL{at}, Timeout: 100 * time.Millisecond, MaxBytes: 1000})
	for _, path := range []string{"/", "/body"} {
		_, err := get(t, c, at.String()+path)
		if e := net.Error(nil); !errors.As(err, &e) || !e.Timeout() {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Without a timeout of its own a client asks nothing that has no end, and leaves a slow server when the request does.
func TestRequestsEnd(t *testing.T) {
	t.Parallel()
	at := server(t, func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	c := outbound.New(outbound.Options{Named: []*url.URL{at}, MaxBytes: 1000})
	ask := func(ctx context.Context) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := c.Do(r)
		if err != nil {
			return err
		}
		_, err = io.ReadAll(resp.Body)
		return errors.Join(err, resp.Body.Close())
	}
	if err := ask(t.Context()); !errors.Is(err, outbound.ErrEndless) {
		t.Errorf("without a deadline: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := ask(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a slow server: %v", err)
	}
}

func TestNoProxyIsTakenFromTheEnvironment(t *testing.T) {
	proxy := server(t, func(http.ResponseWriter, *http.Request) { t.Error("the proxy was asked") })
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.String())
	}
	dns := (*net.DNSError)(nil) // nobody has that name: only a proxy could answer
	if got, err := get(t, client(t, proxy), "http://nobody.invalid/"); !errors.As(err, &dns) {
		t.Errorf("not asked for the name itself: %q, %v", got, err)
	}
}
