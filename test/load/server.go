package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"

	"berth/test/double"
)

const adminKey = "load-admin-key-0123456789abcdef0123456789abcdef"

// server is one running replica.
type server struct {
	cmd         *exec.Cmd
	addr, admin string
	http        *http.Client
	log         *double.Log
	done        chan error
}

// connections is the maximum number of workers: each keeps a connection of its own.
const connections = 256

// start runs the binary with the settings and waits until it is ready.
func start(ctx context.Context, binary string, env []string) (*server, error) {
	s := &server{cmd: exec.CommandContext(ctx, binary, "serve"), log: &double.Log{}, done: make(chan error, 1)}
	s.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	for _, addr := range []*string{&s.addr, &s.admin} {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		*addr = l.Addr().String()
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
	s.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "BERTH_ADDR=" + s.addr, "BERTH_ADMIN_ADDR=" + s.admin, "BERTH_ADMIN_KEY=" + adminKey,
		"BERTH_LIMIT_CALLER_RPM=0", "BERTH_LIMIT_BOOKINGS=0", "BERTH_LOG_FORMAT=json", "BERTH_LOG_LEVEL=warn"}, env...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { s.done <- s.cmd.Wait() }()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	wait, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	for {
		if _, err := s.get(wait, "http://"+s.addr+"/readyz"); err == nil {
			return s, nil
		}
		select {
		case <-tick.C:
		case err := <-s.done:
			return nil, fmt.Errorf("the server ended: %w\n%s", err, s.log)
		case <-wait.Done():
			return nil, errors.Join(fmt.Errorf("the server is not ready:\n%s", s.log), s.cmd.Process.Kill())
		}
	}
}

// faulty matches a line of the log that shows a fault of ours.
var faulty = regexp.MustCompile(`(?m)^.*("level":"ERROR"|^panic: |DATA RACE).*$`)

// stop ends the server, which must succeed, and searches its log for faults.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("the server has ended by itself: %w\n%s", err, s.log)
	}
	if err := <-s.done; err != nil {
		return fmt.Errorf("the server ended: %w\n%s", err, s.log)
	}
	if lines := faulty.FindAllString(s.log.String(), 5); lines != nil {
		return fmt.Errorf("the server logged:\n%s", strings.Join(lines, "\n"))
	}
	return nil
}

// goroutines returns how many goroutines the server has.
func (s *server) goroutines(ctx context.Context) (n int, err error) {
	raw, err := s.get(ctx, "http://"+s.admin+"/metrics")
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(raw, "\ngo_goroutines ")
	_, err = fmt.Sscan(after, &n)
	return n, err
}

func (s *server) get(ctx context.Context, url string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	status, raw, err := s.send(r)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("GET %s: %d", url, status)
	}
	return string(raw), err
}

func (s *server) send(r *http.Request) (status int, body []byte, err error) {
	response, err := s.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, errors.Join(err, response.Body.Close())
}

// rest makes one REST call with the key, anonymously without one, and decodes its answer into out.
func (s *server) rest(ctx context.Context, key, path string, in, out any) error {
	method, body := http.MethodGet, io.Reader(nil)
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return err
		}
		method, body = http.MethodPost, bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://"+s.addr+"/api/v1"+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	status, raw, err := s.send(r)
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: %d %.300s", method, path, status, raw)
	}
	if err != nil || out == nil {
		return err
	}
	return json.Unmarshal(raw, out)
}
