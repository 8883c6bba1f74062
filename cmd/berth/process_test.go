package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"berth/test/double"
)

const adminKey = "an-admin-key-of-the-tests-long-enough"

// TestMain lets the test binary be the server: real processes without a second build.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_BERTH_PROCESS") == "1" {
		limitFiles()
		c := cli{settings: settings{cold: os.Getenv("TEST_BERTH_WARM") != "1"}}
		os.Exit(untilSignal(func(ctx context.Context) int { return c.run(ctx, os.Args[1:], os.Stdout, os.Stderr) }))
	}
	// Most tests wait for other processes most of the time; startup and nodes see to it that few of them work at once.
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil { // -parallel comes later and wins
		panic(err)
	}
	os.Exit(m.Run())
}

// startup has room for as many servers as can start at once without being in each other's way. nodes has room for one program of
// Node, which may bring a browser.
var startup, nodes = make(chan struct{}, runtime.GOMAXPROCS(0)), make(chan struct{}, 1)

// enter waits for room and returns what gives it back.
func enter(room chan struct{}) (leave func()) {
	room <- struct{}{}
	return func() { <-room }
}

// process is one running server.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	url  string
	done chan struct{}
	err  error
	out  double.Log
}

// start runs a server on a free port and waits until it says that it is ready. env are further settings; with TEST_BERTH_WARM=1 it
// is ready when the gift app's index is. When the test ends, so does the server; where the race detector watches it, it has seen nothing.
func start(t *testing.T, env ...string) *process {
	t.Helper()
	return startAs(t, exec.Command(os.Args[0], "serve"), env...)
}

// startAs is start with a command that becomes the server.
func startAs(t *testing.T, cmd *exec.Cmd, env ...string) *process {
	t.Helper()
	defer enter(startup)()
	p := &process{t: t, cmd: cmd, done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "TEST_BERTH_PROCESS=1", "BERTH_ADDR=127.0.0.1:0", "BERTH_ADMIN_KEY="+adminKey, "BERTH_LOG_LEVEL=warn")
	p.cmd.Env = append(p.cmd.Env, env...)
	pipe, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = &p.out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.kill()
		if said := p.out.String(); strings.Contains(said, "WARNING: DATA RACE") {
			t.Errorf("%s", said)
		}
	})
	ready := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(pipe)
		for lines.Scan() {
			fmt.Fprintln(&p.out, lines.Text())
			if _, address, ok := strings.Cut(lines.Text(), "Address   "); ok {
				ready <- address
			}
		}
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	select {
	case p.url = <-ready:
	case <-p.done:
		t.Fatalf("the server ended: %v\n%s", p.err, p.out.String())
	case <-ctx.Done():
		t.Fatalf("the server is not ready:\n%s", p.out.String())
	}
	return p
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill() // may have ended
	<-p.done
}

// stop sends SIGTERM and returns the exit code.
func (p *process) stop() int {
	p.t.Helper()
	return p.end(syscall.SIGTERM)
}

// end sends a signal that stops the server, and returns the exit code.
func (p *process) end(signal os.Signal) int {
	p.t.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(p.t.Context(), 20*time.Second) // it takes 14 s at most, and those that deploy it give it 20
	defer stop()
	select {
	case <-p.done:
	case <-ctx.Done():
		p.t.Fatalf("still running 20 s after %s", signal)
	}
	return p.cmd.ProcessState.ExitCode()
}

// rest calls the REST API with the admin key and decodes the answer into out, when it is not nil.
func (p *process) rest(method, path string, body, out any) int {
	p.t.Helper()
	status, raw, err := p.try(method, path, body)
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s", method, path, err, p.out.String())
	}
	if out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			p.t.Fatalf("%s %s: %d %s", method, path, status, raw)
		}
	}
	return status
}

// try calls the REST API with the admin key, or as the header says that is given by its name and value.
func (p *process) try(method, path string, body any, credential ...string) (int, []byte, error) {
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		reader = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+"/api/v1"+path, reader)
	if err != nil {
		return 0, nil, err
	}
	if credential == nil {
		credential = []string{"Authorization", "Bearer " + adminKey}
	}
	r.Header.Set(credential[0], credential[1])
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return send(r)
}

func send(r *http.Request) (int, []byte, error) {
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	if closed := resp.Body.Close(); err == nil {
		err = closed
	}
	return resp.StatusCode, raw, err
}

// app is what the tests read of the REST API's App.
type app struct {
	ID             string
	MCPSlug        string `json:"mcpSlug"`
	Status         string
	Origin         string
	PublishVersion int
	LiveVersion    *int
	MCPURL         string `json:"mcpUrl"`
	UIURL          string `json:"uiUrl"`
	DraftAhead     bool
}

// publishApp creates and publishes an app with the name.
func (p *process) publishApp(name string) app {
	p.t.Helper()
	var a app
	if status := p.rest("POST", "/apps", map[string]any{"name": name}, &a); status != http.StatusCreated {
		p.t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", map[string]any{"toolName": "search_products",
		"toolDescription": "Search products. Use when somebody looks for a product. Needs what they look for."}, &a); status != http.StatusOK {
		p.t.Fatalf("publish: %d", status)
	}
	return a
}

// mcp sends one modern request and returns status and result or error.
func (p *process) mcp(slug, method, name, params string, headers ...string) (status int, answer string) {
	p.t.Helper()
	status, answer, err := p.tryMCP(slug, method, name, params, headers...)
	if err != nil {
		p.t.Fatalf("%v\n%s", err, p.out.String())
	}
	return status, answer
}

func (p *process) tryMCP(slug, method, name, params string, headers ...string) (status int, answer string, err error) {
	if params != "" {
		params += ","
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`, method, params)
	r, err := http.NewRequestWithContext(p.t.Context(), "POST", p.url+"/servers/"+slug+"/mcp", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("MCP-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", method)
	if name != "" {
		r.Header.Set("Mcp-Name", name)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	status, raw, err := send(r)
	return status, string(raw), err
}

// serving returns the version that the app at the slug serves, "" when the server answers 404.
func (p *process) serving(slug string) string {
	p.t.Helper()
	status, answer := p.mcp(slug, "server/discover", "", "")
	if status == http.StatusNotFound {
		return ""
	}
	_, after, _ := strings.Cut(answer, `"version":"`)
	return strings.SplitN(after, `"`, 2)[0]
}

// readiness returns the status of /readyz.
func (p *process) readiness(t *testing.T) int {
	t.Helper()
	status, _ := p.get("/readyz", "*/*")
	return status
}

// metric returns the value of a metric that has no labels, and whether there is one.
func (p *process) metric(name string) (value float64, found bool) {
	p.t.Helper()
	_, all := p.get("/metrics", "*/*")
	for line := range strings.Lines(all) {
		text, ok := strings.CutPrefix(line, name+" ")
		if !ok {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		return value, true
	}
	return 0, false
}

// soon is what servers are given to hear of something, which takes milliseconds where they run alone: less than it would take
// until they find out by themselves, which is 5 s for whom a credential belongs to, and more for the rest. Rows alone they look at
// anew after half a second, whether or not they have heard of a change.
const soon = 4 * time.Second

// eventually waits until check returns "". When the time is over it fails with what check returned last.
func eventually(t *testing.T, within time.Duration, check func() string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), within)
	defer stop()
	tick := time.NewTicker(within / 100) // seldom enough for the limits
	defer tick.Stop()
	for last := check(); last != ""; last = check() {
		select {
		case <-ctx.Done():
			t.Fatalf("after %s: %s", within, last)
		case <-tick.C:
		}
	}
}
