//go:build unix

package main

import (
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestASecondSIGTERMChangesNothing: supervisors send it to a process and then to its group.
func TestASecondSIGTERMChangesNothing(t *testing.T) {
	t.Parallel()
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, 10*time.Second, func() string {
		if status, _ := p.get("/healthz", "*/*"); status != http.StatusServiceUnavailable {
			return "it does not stop"
		}
		return ""
	})
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}
}

// TestAClosedTerminalStopsTheServer as SIGTERM does, but below nohup.
func TestAClosedTerminalStopsTheServer(t *testing.T) {
	t.Parallel()
	// A program that this one starts ignores what this one does, which may run below nohup itself.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP)
	p := start(t, "BERTH_DATA_DIR="+t.TempDir())
	signal.Stop(heard)
	if code := p.end(syscall.SIGHUP); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.out.String())
	}

	p = startAs(t, exec.Command("nohup", os.Args[0], "serve"), "BERTH_DATA_DIR="+t.TempDir())
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	p.publishApp("Goes on")
	if status, _ := p.get("/healthz", "*/*"); status != http.StatusOK {
		t.Errorf("below nohup it stops: %d", status)
	}
}

// TestALogThatNobodyReads: the program behind the pipe has ended, as a collector of logs does that is restarted.
func TestALogThatNobodyReads(t *testing.T) {
	t.Parallel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `exec "$0" serve 2>&3`, os.Args[0])
	cmd.ExtraFiles = []*os.File{write}
	p := startAs(t, cmd, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_LOG_LEVEL=debug")
	if err := errors.Join(write.Close(), read.Close()); err != nil {
		t.Fatal(err)
	}
	for range 3 { // each is logged
		if status, _ := p.get("/healthz", "*/*"); status != http.StatusOK {
			t.Errorf("%d", status)
		}
	}
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestAStopDuringTheStartIsNoFailure: the database takes the connection and says nothing.
func TestAStopDuringTheStartIsNoFailure(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	var said strings.Builder
	cmd := exec.CommandContext(t.Context(), os.Args[0], "serve")
	cmd.Stderr = &said
	cmd.Env = append(os.Environ(), "TEST_BERTH_PROCESS=1", "BERTH_ADDR=127.0.0.1:0",
		"BERTH_DATABASE_URL=postgres://berth@"+listener.Addr().String()+"/berth?sslmode=disable&connect_timeout=60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, said.String())
	}
	if got := said.String(); !strings.Contains(got, "stopped before it was ready") || !strings.Contains(got, "context canceled") {
		t.Errorf("it does not say what was broken off: %s", got)
	}
}
