package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// attackers is how many connections send large bodies.
const attackers = 150

// atOnce is how many bytes are sent at once. The system does not interrupt a write of a megabyte for the client on the same core, which would then wait for
// that as well as for the server: on loopback the sender also does what the network card of a server does, for milliseconds.
const atOnce = 16 << 10

// attacked says what became of the bodies: handled or refused for what they hold, and answered with 503.
type attacked struct{ answered, busy int64 }

// startAttack sends the raw request again and again on all connections, in a process of its own, until ctx ends. It returns at once; wait
// returns when the process has ended. It shares core 1 with the client whose calls are timed: the system lets it run only when
// nobody else wants to (SCHED_IDLE), since the client would else wait for it, for a slice of 3 ms, as well as for the server.
func (b *bench) startAttack(ctx context.Context, addr string, raw []byte, length time.Duration) (wait func() (attacked, error), err error) {
	file, err := os.CreateTemp(b.dir, "attack-")
	if err != nil {
		return nil, err
	}
	_, err = file.Write(raw)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	var out attacked
	args := []string{b.self, "run-attack", addr, file.Name(), length.String()}
	if path, err := exec.LookPath("chrt"); err == nil && runtime.GOOS == "linux" {
		args = append([]string{path, "--idle", "0"}, args...)
	} else {
		b.printf("no chrt: the attack is not the last to run, so that others' p99 counts waiting for it, too\n")
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = []string{"GOMAXPROCS=1"}
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() (attacked, error) {
		_, err := fmt.Fscan(pipe, &out.answered, &out.busy)
		if ended := cmd.Wait(); err == nil {
			err = ended
		}
		return out, err
	}, nil
}

// runAttack is the process that startAttack starts. It writes what became of the bodies.
func runAttack(ctx context.Context, addr, file string, length time.Duration) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var answered, busy atomic.Int64
	var all sync.WaitGroup
	for range attackers {
		all.Go(func() {
			for ctx.Err() == nil {
				switch status := sendRaw(ctx, addr, raw); status {
				case 0:
				case http.StatusServiceUnavailable:
					busy.Add(1)
				default:
					answered.Add(1)
				}
			}
		})
	}
	all.Wait()
	_, err = fmt.Fprintln(os.Stdout, answered.Load(), busy.Load())
	return err
}

// sendRaw sends a request on a connection of its own and returns the status, 0 when there is none.
func sendRaw(ctx context.Context, addr string, raw []byte) int {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return 0
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })()
	go func() { // the answer may come before all is sent
		for rest := raw; len(rest) > 0; {
			n, err := conn.Write(rest[:min(len(rest), atOnce)])
			if rest = rest[n:]; err != nil {
				return
			}
		}
	}()
	answer := make([]byte, 4096)
	n, _ := io.ReadAtLeast(conn, answer, len("HTTP/1.1 200"))
	var status int
	if _, err := fmt.Sscanf(string(answer[:n]), "HTTP/1.1 %d", &status); err != nil {
		return 0
	}
	return status
}
