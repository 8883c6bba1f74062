// Command load puts load on each tool of the apps that ship inside while they are unpublished and published again, and
// reports what must not happen: an error other than 404, an answer that shows how the server is made, a goroutine that
// stays, a time that is given twice, a task that is lost. It starts the real binary, first on SQLite, then as two
// replicas on PostgreSQL, and knows only what a client can see.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"berth/platform/store/pgtest/cluster"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("load", flag.ContinueOnError)
	duration := f.Duration("duration", 30*time.Second, "length of the load in all, half of it on each engine")
	workers := f.Int("workers", 16, "clients that call at once")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "berth-load-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary := filepath.Join(dir, "berth")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/berth").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	postgres, lifeline, err := cluster.Start("", cluster.Forgetful...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lifeline.Close()) }()
	engines := []struct {
		name     string
		replicas int
		env      []string
	}{
		{"SQLite", 1, []string{"BERTH_DATA_DIR=" + filepath.Join(dir, "data")}},
		{"PostgreSQL, two replicas", 2, []string{"BERTH_DATABASE_URL=" + postgres.String()}},
	}
	for _, e := range engines {
		fmt.Printf("%s, %s, %d clients\n", e.name, *duration/2, *workers)
		if err := try(ctx, binary, e.replicas, e.env, load{length: *duration / 2, workers: *workers}); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

// load says how much load one engine gets.
type load struct {
	length  time.Duration
	workers int
}

// try starts the replicas, puts load on them, and checks what they answered.
func try(ctx context.Context, binary string, replicas int, env []string, l load) (err error) {
	var servers []*server
	defer func() {
		for _, s := range servers {
			err = errors.Join(err, s.stop())
		}
	}()
	for range replicas {
		s, err := start(ctx, binary, env)
		if err != nil {
			return err
		}
		servers = append(servers, s)
	}
	t, err := newTraffic(ctx, servers)
	if err != nil {
		return err
	}
	before, err := t.settle(ctx, nil)
	if err != nil {
		return err
	}
	t.run(ctx, l)
	t.report(os.Stdout)
	after, err := t.settle(ctx, before)
	if err != nil {
		return err
	}
	fmt.Printf("  goroutines %v before, %v after\n", before, after)
	return errors.Join(t.wrong(), t.gates.judge(replicas > 1), t.tasks.judge(ctx, t), t.appointments.judge(ctx, t))
}
