package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"berth/platform/appkit"
	"berth/test/conformance"
	"berth/test/conformance/fixture"
)

// startWithFixture serves in this process, with the conformance suite's app among the seeded ones.
func startWithFixture(t *testing.T, apps ...appkit.App) *process {
	t.Helper()
	var c cli
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--addr=127.0.0.1:0", "--data-dir=" + t.TempDir(), "--admin-key=" + adminKey, "--log-level=warn"}); err != nil {
		t.Fatal(err)
	}
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p, done := &process{t: t}, make(chan error, 1)
	banner, out := io.Pipe()
	go func() {
		err := serve(ctx, &c.settings, &console{out: out, err: writerFunc(p.write)}, apps)
		done <- err
		_ = out.CloseWithError(io.EOF) // a pipe closes without error
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the server ended: %v\n%s", err, p.output())
		}
	})
	lines := bufio.NewScanner(banner)
	for p.url == "" && lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "Address   "); ok {
			p.url = address
		}
	}
	go func() { _, _ = io.Copy(io.Discard, banner) }() // the rest of what a person would read
	if p.url == "" {
		t.Fatalf("the server is not ready:\n%s", p.output())
	}
	return p
}

func TestConformance(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	p := startWithFixture(t, fixture.New())
	kit.Suites(t, p.publishApp("Harbour").MCPURL, p.url+"/servers/"+fixture.Slug+"/mcp")
}

func TestOfficialClients(t *testing.T) {
	t.Parallel()
	kit := conformance.New(t, "../../test/conformance")
	p := startWithFixture(t, fixture.New())
	kit.Clients(t, p.publishApp("Harbour").MCPURL, "search_products")
}
