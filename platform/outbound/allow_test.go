package outbound_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"berth/platform/outbound"
)

func allow(t *testing.T, entries ...string) outbound.Allow {
	t.Helper()
	a, err := outbound.ParseAllow(entries)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func allowing(t *testing.T, entries ...string) *http.Client {
	t.Helper()
	c := outbound.New(outbound.Options{Allow: allow(t, entries...), Timeout: 10 * time.Second, MaxBytes: 1000})
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func TestParseAllow(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{"", "*", "*.example.com", "http://a.example", "a.example/", "a.example:", "a.example:x", "a.example:0", "a.example:70000", "10.0.0.0/33", "10.0.0.0/", "a/8", "u@a.example", "a b", "a.example?x",
		`"a.example"`, "'a.example'", `"a.example`, "a.example;b.example", "a.example|b.example"} {
		if _, err := outbound.ParseAllow([]string{"ok.example", entry}); err == nil || !strings.Contains(err.Error(), strconv.Quote(entry)) {
			t.Errorf("%q is taken: %v", entry, err)
		}
	}
	if _, err := outbound.ParseAllow([]string{"my_api-2.internal:8080", "Bücher.example", "[fd00::1%eth0]", "fe80::1%eth0", "10.0.0.7:80"}); err != nil {
		t.Error(err)
	}
	if _, err := outbound.ParseAllow([]string{"http://a.example/"}); err == nil || !strings.Contains(err.Error(), "without scheme and path") {
		t.Errorf("an address: %v", err)
	}
}

// What a client may reach is what the operator has listed, however an address is spelled.
func TestOnlyWhatIsListedIsReached(t *testing.T) {
	t.Parallel()
	at := server(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })
	port := ":" + at.Port()
	for _, c := range []struct {
		entry, host string
		reached     bool
	}{
		{"127.0.0.1" + port, "127.0.0.1" + port, true}, {"127.0.0.1", "127.0.0.1" + port, true}, {"localhost", "LOCALHOST" + port, true}, {"127.0.0.0/8", "localhost" + port, true},
		{"127.0.0.0/8", "[::ffff:127.0.0.1]" + port, true}, {"::ffff:127.0.0.0/104", "127.0.0.1" + port, true}, {"127.0.0.1/32", "127.0.0.1" + port, true},
		{"127.0.0.1:1", "127.0.0.1" + port, false}, {"localhost", "127.0.0.1" + port, false}, {"127.0.0.1", "localhost" + port, false},
		{"127.0.0.1", "[::ffff:127.0.0.1]" + port, false}, {"127.0.0.1", "127.0.0.2" + port, false}, {"10.0.0.0/8", "127.0.0.1" + port, false}, {"127.0.0.2/32", "localhost" + port, false},
		{"a.example", "127.0.0.1" + port, false}, {"::1", "127.0.0.1" + port, false},
	} {
		got, err := get(t, allowing(t, c.entry), "http://"+c.host+"/")
		if (err == nil && got == "hello") != c.reached || !c.reached && !errors.Is(err, outbound.ErrAddress) {
			t.Errorf("%s with %s: %q, %v", c.host, c.entry, got, err)
		}
	}
}

// A public server is asked by https on port 443 alone. The address is decided on before anything is sent, so these tests need none.
func TestPublicServersAreAskedByHTTPS(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://1.1.1.1/", "http://1.1.1.1:443/", "https://1.1.1.1:8443/", "http://[2606:4700::1111]/"} {
		if _, err := get(t, allowing(t, "127.0.0.1"), address); !errors.Is(err, outbound.ErrPlain) {
			t.Errorf("%s: %v", address, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://1.1.1.1/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := allowing(t).Do(r); !errors.Is(err, context.Canceled) {
		t.Errorf("https://1.1.1.1 is refused: %v", err)
	}
}

func TestRedirectsAreAnswers(t *testing.T) {
	t.Parallel()
	other := server(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	at := server(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.String(), http.StatusFound) })
	c := outbound.New(outbound.Options{Named: []*url.URL{at, other}, NoRedirects: true, Timeout: 10 * time.Second, MaxBytes: 1000})
	defer c.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at.String(), strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Body.Close(); resp.StatusCode != http.StatusFound {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// What somebody gives as an address is judged when it is saved, and again when it is dialled: the first is for people.
func TestRefusal(t *testing.T) {
	t.Parallel()
	const form, private, plain = "must be an address", "must be a public server", "must begin with https://"
	for address, want := range map[string]string{
		"https://hooks.example.com/x?y=1": "", "https://hooks.example.com:443/": "", "https://1.1.1.1/": "", "HTTPS://A.example/": "",
		"": form, "x": form, "ftp://a.example/": form, "https:///x": form, "https:a.example": form, "javascript:alert(1)": form, "https://a b/": form, "//a.example": form, "https://[::1": form,
		"https://u:p@a.example/": "must have no user", "https://a.example/#x": "must have no #", "https://a.example/#": "must have no #",
		"http://a.example/": plain, "https://a.example:8443/": plain, "http://a.example:443/": plain, "http://1.1.1.1/": plain,
		"https://127.0.0.1/": private, "https://localhost/": private, "https://LOCALHOST./": private, "https://x.localhost/": private, "https://[::1]/": private, "https://[::ffff:127.0.0.1]/": private,
		"https://[64:ff9b::7f00:1]/": private, "https://10.0.0.1/": private, "https://192.168.1.1/": private, "https://169.254.169.254/latest": private, "https://metadata.google.internal/": private,
		"https://[fe80::1%25eth0]/": private, "https://[fd00::1]/": private, "https://2130706433/": private, "https://0x7f000001/": private, "https://127.1/": private, "https://0177.0.0.1/": private,
		"https://0/": private, "https://intranet/": private, "https://db.local/": private, "https://100.64.0.1/": private, "https://0.0.0.0/": private,
	} {
		if got := allow(t).Refusal(address); !strings.HasPrefix(got, want) || got != "" && want == "" {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	listed := allow(t, "127.0.0.1:9000", "hooks.internal", "10.1.0.0/16")
	for address, taken := range map[string]bool{
		"http://127.0.0.1:9000/x": true, "https://127.0.0.1:9000/": true, "http://hooks.internal/": true, "http://hooks.internal:8080/": true, "http://10.1.2.3:80/": true,
		"http://name.example.com/": true, // may lead into 10.1.0.0/16
		"http://127.0.0.1:9001/":   false, "http://localhost:9000/": false, "http://10.2.0.1/": false, "http://1.1.1.1/": false, "https://other.internal/": false,
	} {
		if got := listed.Refusal(address); (got == "") != taken {
			t.Errorf("%s: %q", address, got)
		}
	}
}

// A name that leads to another address the second time leads nowhere: the address is looked at when it is dialled.
func TestNamesAreResolvedBeforeTheyAreJudged(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the server was reached") }))
	defer s.Close()
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := get(t, allowing(t, "10.0.0.0/8"), "http://localhost:"+port+"/"); !errors.Is(err, outbound.ErrAddress) {
		t.Errorf("localhost: %v", err)
	}
}
