package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"berth/platform/store/pgtest"
)

// A server that has stopped leaves nothing running, whatever its clients were in the middle of.
func TestStoppingLeavesNoGoroutine(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func() string{
		"sqlite":   func() string { return "--data-dir=" + t.TempDir() },
		"postgres": func() string { return "--database-url=" + pgtest.Empty(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			label := t.Name()
			// Goroutines inherit the labels of those that start them.
			stopped := make(chan error, 1)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			address := make(chan string, 1)
			argument := database()
			go pprof.Do(ctx, pprof.Labels("server", label), func(ctx context.Context) {
				stopped <- serveOnce(ctx, &console{out: addressOf(address), err: io.Discard}, "--log-level=error", argument)
			})
			select {
			case url := <-address:
				useAndHangUp(t, url)
			case err := <-stopped:
				t.Fatal(err)
			}
			stop()
			if err := <-stopped; err != nil {
				t.Fatal(err)
			}
			left := labelled(t, label)
			for deadline := time.Now().Add(5 * time.Second); left != "" && time.Now().Before(deadline); left = labelled(t, label) {
				runtime.Gosched() // those that were told to end may still be on their way out
			}
			if left != "" {
				t.Errorf("still running:\n%s", left)
			}
		})
	}
}

// serveOnce runs a server in this process until ctx ends.
func serveOnce(ctx context.Context, speak *console, arguments ...string) error {
	var c cli
	parser, err := kong.New(&c)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(append([]string{"--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--admin-key=" + adminKey}, arguments...)); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	return serve(ctx, &c.settings, speak, nil)
}

// addressOf takes the address out of the banner.
type addressOf chan<- string

func (a addressOf) Write(b []byte) (int, error) {
	if _, rest, ok := strings.Cut(string(b), "Address   "); ok {
		url, _, _ := strings.Cut(rest, "\n")
		a <- url
	}
	return len(b), nil
}

// useAndHangUp calls the server in every way that starts something, and leaves in the middle of some.
func useAndHangUp(t *testing.T, url string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_doctors","arguments":{"city":"Natal"}}}`
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/servers/medical/mcp", call}, {"POST", "/servers/nobody/mcp", call}, {"GET", "/readyz", ""}, {"GET", "/api/v1/apps", ""},
		{"POST", "/api/v1/apps", `{"name":"x"}`}, {"GET", "/servers/gift", ""},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+adminKey)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("MCP-Protocol-Version", "2025-11-25")
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode >= 500 {
			t.Errorf("%s %s answers %d", c.method, c.path, answer.StatusCode)
		}
	}
	for _, half := range []string{"POST /servers/gift/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", "GET / HT", ""} {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, half); err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
	}
}

// labelled returns the stacks of the goroutines that the server of that label has started.
func labelled(t *testing.T, label string) string {
	t.Helper()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		t.Fatal(err)
	}
	var found []string
	for stack := range strings.SplitSeq(profile.String(), "\n\n") {
		if strings.Contains(stack, `"server":"`+label+`"`) {
			found = append(found, stack)
		}
	}
	return strings.Join(found, "\n\n")
}
