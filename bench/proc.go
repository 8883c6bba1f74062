package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// clockTick is USER_HZ: what /proc counts time in. Linux reports 100 to user space on every architecture.
const clockTick = 10 * time.Millisecond

// bench is one run: where things are and how servers are started.
type bench struct {
	options
	taskset string // path, "" = processes are not pinned
	self    string // this program, which is also the floor and the mcp-go server
	berth   string // the binary under test
	dir     string // scratch
	out     *os.File
}

func (b *bench) printf(format string, args ...any) { fmt.Fprintf(b.out, format, args...) }

// pin keeps the load generator on core 1, away from the servers on core 0.
func (b *bench) pin(ctx context.Context) {
	path, err := exec.LookPath("taskset")
	if err != nil || runtime.NumCPU() < 2 || runtime.GOOS != "linux" {
		return
	}
	if exec.CommandContext(ctx, path, "-a", "-c", "-p", "1", strconv.Itoa(os.Getpid())).Run() == nil {
		b.taskset = path
		runtime.GOMAXPROCS(1)
	}
}

// process is a running server.
type process struct {
	cmd  *exec.Cmd
	addr string
	log  *bytes.Buffer // what it printed, for the error when it ends early
	done chan error
}

// start runs a server on core 0 with one processor for Go, in an environment of its own. With ready, it waits until the
// server is ready.
func (b *bench) start(ctx context.Context, addr string, env []string, ready func(context.Context) error, args ...string) (*process, error) {
	if b.taskset != "" {
		args = append([]string{b.taskset, "-c", "0"}, args...)
	}
	p := &process{cmd: exec.CommandContext(ctx, args[0], args[1:]...), addr: addr, log: &bytes.Buffer{}, done: make(chan error, 1)}
	p.cmd.Env = append([]string{"GOMAXPROCS=1"}, env...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(args[0]), err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	deadline, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := ready(deadline)
		if err == nil {
			return p, nil
		}
		select {
		case exit := <-p.done:
			p.done <- exit
			return nil, fmt.Errorf("%s ended: %w\n%s", filepath.Base(args[len(args)-1]), exit, p.log)
		case <-deadline.Done():
			return nil, errors.Join(fmt.Errorf("not ready: %w", err), p.stop())
		case <-time.After(time.Millisecond):
		}
	}
}

// listening returns a check that addr accepts connections.
func listening(addr string) func(context.Context) error {
	return func(ctx context.Context) error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		if err == nil {
			err = conn.Close()
		}
		return err
	}
}

// answering returns a check that GET url answers 200.
func answering(url string) func(context.Context) error {
	return func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", url, response.Status)
		}
		return nil
	}
}

// stop asks the server to end and waits for it.
func (p *process) stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	select {
	case err := <-p.done:
		p.done <- err
		return nil
	case <-time.After(20 * time.Second):
		return errors.Join(errors.New("the server did not stop in 20 s"), p.cmd.Process.Kill())
	}
}

// cpu returns the time that the process has spent in user and kernel code (proc(5), /proc/pid/stat).
func (p *process) cpu() (time.Duration, error) { return cpuOf(strconv.Itoa(p.cmd.Process.Pid)) }

func cpuOf(pid string) (time.Duration, error) {
	raw, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	// The name may hold anything, so fields are counted from its closing parenthesis: state is field 3, utime 14.
	_, after, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0, fmt.Errorf("unknown form of /proc/%s/stat", pid)
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * clockTick, errors.Join(err1, err2)
}

// rss returns the resident memory of the process in bytes.
func (p *process) rss() (int64, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(raw), "VmRSS:")
	kib, err := strconv.ParseInt(strings.Fields(after + " 0")[0], 10, 64)
	return kib << 10, err
}

// machineBusy returns the time that all processes of the machine have spent on its processors.
func machineBusy() (time.Duration, error) {
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	var busy int64
	for i, field := range strings.Fields(line)[1:] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		if i != 3 && i != 4 && i < 8 { // idle, iowait; guest time is within user time
			busy += n
		}
	}
	return time.Duration(busy) * clockTick, nil
}

// freeAddr returns a loopback address that nobody listens on.
func freeAddr(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return l.Addr().String(), l.Close()
}
