package fetch_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"berth/platform"
	"berth/platform/openapi"
	"berth/platform/openapi/fetch"
	"berth/platform/outbound"
)

// server answers on this machine, and counts who asked.
func server(t *testing.T) (base string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	mux := http.NewServeMux()
	mux.HandleFunc("/openapi.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"openapi":"3.0.0"}`)) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/openapi.json", http.StatusFound) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://localhost.:1/openapi.json", http.StatusFound)
	})
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(strings.Repeat("a", openapi.MaxDocument+1)))
	})
	mux.HandleFunc("/words", func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = c.Close() }()
		_, _ = c.Write([]byte("HTTP/1.1 404 \x1b[31mcall 555 now\r\nContent-Length: 0\r\n\r\n"))
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

func TestFetch(t *testing.T) {
	t.Parallel()
	base, _ := server(t)
	allow, err := outbound.ParseAllow([]string{strings.TrimPrefix(base, "http://")})
	if err != nil {
		t.Fatal(err)
	}
	f := fetch.New(allow, nil)
	for path, want := range map[string]string{"/openapi.json": "/openapi.json", "/moved": "/openapi.json"} {
		data, from, err := f.Fetch(t.Context(), base+path)
		if err != nil || string(data) != `{"openapi":"3.0.0"}` || from != base+want {
			t.Errorf("%s: %s from %s, %v", path, data, from, err)
		}
	}
	for path, want := range map[string]string{"/away": "another host", "/none": "404", "/words": "status 404, and no document", "/large": "10 MiB"} {
		_, _, err := f.Fetch(t.Context(), base+path)
		e := platform.AsError(err)
		if e.Code != platform.CodeInvalidConfig || e.Fields[0].Location != "body.url" || !strings.Contains(e.Fields[0].Message, want) {
			t.Errorf("%s: %+v", path, e)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := f.Fetch(ctx, base+"/openapi.json"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// What only this network reaches is not asked, however it is spelled.
func TestNobodyReachesThisNetwork(t *testing.T) {
	t.Parallel()
	base, asked := server(t)
	_, port, err := net.SplitHostPort(strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	f := fetch.New(outbound.Allow{}, nil)
	for _, address := range []string{
		base + "/openapi.json", "http://127.0.0.1:" + port, "http://localhost:" + port, "http://localhost.:" + port, "http://2130706433:" + port, "http://0x7f000001:" + port,
		"http://0177.0.0.1:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://[::1]:" + port, "http://0.0.0.0:" + port, "https://127.0.0.1:" + port, "http://user:pass@127.0.0.1:" + port,
		"file:///etc/passwd", "ftp://127.0.0.1/", "//127.0.0.1:" + port, "http://169.254.169.254/latest", "", "https://", "http://127.0.0.1:" + port + "/\r\n",
	} {
		_, _, err := f.Fetch(t.Context(), address)
		if e := platform.AsError(err); e.Code != platform.CodeInvalidConfig || len(e.Fields) != 1 || strings.Contains(e.Fields[0].Message, "127.0.0.1") {
			t.Errorf("%q: %+v", address, e)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests arrived", n)
	}
}
