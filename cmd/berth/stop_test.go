package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// loop calls the app on one connection for as long as the server leaves it open, then on a new one, until it can no longer
// connect. It counts the answers, and returns an error when a call gets none although the server had accepted its
// connection.
func (p *process) loop(slug string, answered *atomic.Int64) error {
	address := strings.TrimPrefix(p.url, "http://")
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	request := fmt.Sprintf("POST /servers/%s/mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"MCP-Protocol-Version: 2025-11-25\r\nContent-Length: %d\r\n\r\n%s", slug, address, len(body), body)
	for {
		conn, err := net.DialTimeout("tcp", address, 10*time.Second)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		if err := converse(conn, request, answered); err != nil {
			return errors.Join(err, conn.Close())
		}
		if err := conn.Close(); err != nil {
			return err
		}
	}
}

// converse sends the request again and again until an answer says that it is the connection's last one.
func converse(conn net.Conn, request string, answered *atomic.Int64) error {
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return err
	}
	answers := bufio.NewReader(conn)
	for n := 1; ; n++ {
		if _, err := io.WriteString(conn, request); err != nil {
			return fmt.Errorf("send request %d of a connection: %w", n, err)
		}
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			return fmt.Errorf("read answer %d of a connection: %w", n, err)
		}
		_, err = io.Copy(io.Discard, answer.Body)
		if err = errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
			return fmt.Errorf("answer %d of a connection: %s: %w", n, answer.Status, err)
		}
		answered.Add(1)
		if answer.Close {
			return nil
		}
	}
}

// TestStopUnderLoadLosesNoCall stops servers that twenty clients call without pause.
func TestStopUnderLoadLosesNoCall(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("who connects while the listener closes is reset here")
	}
	dir := "BERTH_DATA_DIR=" + t.TempDir()
	for stop := range 5 {
		p := start(t, dir, "BERTH_LIMIT_CALLER_RPM=0")
		if stop == 0 {
			p.publishApp("Busy")
		}
		var answered atomic.Int64
		var clients sync.WaitGroup
		for range 20 {
			clients.Go(func() {
				if err := p.loop("busy", &answered); err != nil {
					t.Errorf("stop %d: a call was lost: %v", stop, err)
				}
			})
		}
		eventually(t, 10*time.Second, func() string {
			if n := answered.Load(); n < 200 {
				return fmt.Sprintf("%d calls", n)
			}
			return ""
		})
		before := answered.Load()
		if code := p.stop(); code != 0 {
			t.Errorf("stop %d: exit code %d\n%s", stop, code, p.out.String())
		}
		clients.Wait()
		if after := answered.Load(); after == before {
			t.Errorf("stop %d: nobody was served while it stopped", stop)
		}
	}
}

// TestLastAnswersOfAStop: while the server stops, it accepts, answers, says that the answer is its connection's last one,
// and sends proxies elsewhere.
func TestLastAnswersOfAStop(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	get := func(path string) (status int, last bool) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", p.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, answer.Close
	}
	if status, last := get("/healthz"); status != 200 || last {
		t.Fatalf("/healthz of a server that runs: %d, last: %t", status, last)
	}
	address := strings.TrimPrefix(p.url, "http://")
	if exit, out := command(t, "health", "--addr", address); exit != 0 {
		t.Errorf("berth health of a server that runs: exit code %d, %s", exit, out)
	}
	code := make(chan int, 1)
	go func() { code <- p.stop() }()
	eventually(t, soon, func() string {
		if status, last := get("/healthz"); status != 503 || !last {
			return fmt.Sprintf("/healthz of a stopping server: %d, last: %t", status, last)
		}
		return ""
	})
	if status, last := get("/livez"); status != 200 || !last {
		t.Errorf("/livez of a stopping server: %d, last: %t", status, last)
	}
	if exit, out := command(t, "health", "--addr", address); exit != 1 { // it may have stopped before the command has begun
		t.Errorf("berth health of a stopping server: exit code %d, %s", exit, out)
	}
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, p.out.String())
	}
}

// TestClosedListenerHasLostNobody closes a listener to which clients have connected that nobody has accepted.
func TestClosedListenerHasLostNobody(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("who connects while the listener closes is reset here")
	}
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{TCPListener: tcp, counted: &connections{}}
	const clients = 3
	for range clients {
		conn, err := net.Dial("tcp", tcp.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := conn.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(l.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	for i := range clients {
		conn, err := l.Accept()
		if err != nil {
			t.Fatalf("client %d: %v", i, err)
		}
		if n, err := conn.Read(make([]byte, 9)); n != 1 || err != nil {
			t.Errorf("client %d: %d bytes, %v", i, n, err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
	if conn, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after the last: %v, %v", conn, err)
	}
	if conn, err := net.Dial("tcp", tcp.Addr().String()); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a closed listener takes connections: %v, %v", conn, err)
	}
}

// gated is a listener whose Accept waits.
type gated struct {
	*listener
	open chan struct{}
}

func (g gated) Accept() (net.Conn, error) {
	<-g.open
	return g.listener.Accept()
}

// TestStopWaitsForWhoHasNotBeenAccepted: a client that has connected and that nobody counts yet is served.
func TestStopWaitsForWhoHasNotBeenAccepted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("who connects while the listener closes is reset here")
	}
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	var arriving connections
	public, open := &listener{TCPListener: tcp, counted: &arriving}, make(chan struct{})
	server := &http.Server{Handler: http.NotFoundHandler(), ConnState: arriving.state, ReadHeaderTimeout: time.Minute}
	conn, err := net.Dial("tcp", tcp.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	served, finished := make(chan struct{}), make(chan error, 1)
	early, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond) // in which a stop that does not wait would be over
	defer cancel()
	go func() {
		defer close(served)
		_ = server.Serve(gated{public, open}) // until it is closed
	}()
	go func() {
		arriving.finish(t.Context(), public, served)
		finished <- server.Shutdown(t.Context())
	}()
	select {
	case err := <-finished:
		t.Fatalf("stopped before it has accepted who had connected: %v", err)
	case <-early.Done():
	}
	close(open)
	if err := <-finished; err != nil {
		t.Fatal(err)
	}
	if answer, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 404 ") {
		t.Errorf("the answer: %q, %v", answer, err)
	}
}

// TestCallsThatAStopCutsAreAnswered: a call that takes longer than a stop does is told to stop, and says so to its caller.
func TestCallsThatAStopCutsAreAnswered(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_LLM_PROVIDER=echo")
	var a app
	tool := map[string]any{"name": "ask", "description": "Answers. Use when somebody asks.", "layoutTemplate": nil, "handler": map[string]any{"kind": "llm", "answer": "text"}}
	if status := p.rest("POST", "/apps", map[string]any{"name": "Slow", "tools": []any{tool}}, &a); status != http.StatusCreated {
		t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, nil); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	answers := make(chan string, 1)
	go func() {
		status, answer, err := p.tryMCP("slow", "tools/call", "ask", `"name":"ask","arguments":{"message":"!slow 40s"}`)
		answers <- fmt.Sprint(status, answer, err)
	}()
	eventually(t, 10*time.Second, func() string {
		if requests, _ := p.metric("berth_http_requests_in_flight"); requests != 2 { // with the one that asks
			return fmt.Sprintf("%v requests are in flight", requests)
		}
		return ""
	})
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}
	if got := <-answers; !strings.HasPrefix(got, "200") || !strings.Contains(got, `"isError":true`) {
		t.Errorf("the call was answered %s", got)
	}
}
