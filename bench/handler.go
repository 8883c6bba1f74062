package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/identity"
	"berth/platform/store"
)

// handlers measures what the native tools of rows cost by themselves, in a process of their own on core 0, and sets
// their targets: three quarters of mcp-go's cost, plus that.
func (b *bench) handlers(ctx context.Context, rows []row) error {
	cost := map[string]float64{}
	for i := range rows {
		r := &rows[i]
		if r.tool == "" {
			continue
		}
		if _, known := cost[r.tool]; !known {
			got, err := b.handler(ctx, r.tool)
			if err != nil {
				return fmt.Errorf("measure %s: %w", r.tool, err)
			}
			cost[r.tool] = got
		}
		r.Handler = cost[r.tool]
		r.Target = .75*r.Cells["mcp-go"].CPU + r.Handler
	}
	return nil
}

func (b *bench) handler(ctx context.Context, tool string) (float64, error) {
	dir, err := b.temp("handler")
	if err != nil {
		return 0, err
	}
	args := []string{b.self, "run-handler", dir, tool, b.duration.String(), strconv.Itoa(b.rounds)}
	if b.taskset != "" {
		args = append([]string{b.taskset, "-c", "0"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = []string{"GOMAXPROCS=1"}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}

// runHandler calls one tool of the todo app without platform or HTTP around it, on a database of its own that holds
// what Berth's holds, and writes the CPU time of one call in microseconds: the median of the rounds.
func runHandler(ctx context.Context, dir, tool string, d time.Duration, rounds int) error {
	log := slog.New(slog.DiscardHandler)
	s, err := store.Open(ctx, store.Options{DataDir: dir, Log: log, Now: time.Now})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // the folder is thrown away
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	caller, err := keyOfOwner(ctx, identity.New(identity.Options{Store: s, Log: log, Now: time.Now, SignUp: "open", PublicURL: "http://127.0.0.1"}))
	if err != nil {
		return err
	}
	call := appkit.Call{Principal: caller, Slug: "todo"}
	tools := todo.New(s).Handlers()
	take := func(a ask) error { // what to call
		var p struct {
			Arguments json.RawMessage `json:"arguments"`
		}
		err := json.Unmarshal([]byte("{"+a.params+"}"), &p)
		call.Tool, call.Arguments = a.name, p.Arguments
		return err
	}
	run := func() error {
		call.Now = time.Now()
		result, err := tools[call.Tool](ctx, call)
		if err == nil && result.IsError {
			err = fmt.Errorf("%s failed: %v", call.Tool, result.Structured)
		}
		return err
	}
	p := person{user: string(caller.User), task: 1} // the first of a new database
	for _, title := range taskTitles {
		if err := errors.Join(take(p.addTask(title)), run()); err != nil {
			return err
		}
	}
	measured := p.listTasks()
	if tool == "update_task" {
		measured = p.updateTask()
	}
	if err := take(measured); err != nil {
		return err
	}
	var all []float64
	for round := -1; round < rounds; round++ {
		before, err := cpuOf("self")
		if err != nil {
			return err
		}
		n := 0
		for end := time.Now().Add(d); time.Now().Before(end); n++ {
			if err := run(); err != nil {
				return err
			}
		}
		after, err := cpuOf("self")
		if err != nil {
			return err
		}
		if round >= 0 {
			all = append(all, micros(after-before)/float64(n))
		}
	}
	_, err = fmt.Fprintln(os.Stdout, median(all))
	return err
}

// keyOfOwner makes the first owner with an API key, and returns whom the key stands for.
func keyOfOwner(ctx context.Context, people *identity.Service) (platform.Principal, error) {
	const key = "the-key-of-a-database-that-is-thrown-away"
	if _, _, err := people.EnsureOwner(ctx); err != nil {
		return platform.Principal{}, err
	}
	if err := people.EnsureAdminKey(ctx, key); err != nil {
		return platform.Principal{}, err
	}
	return people.Authenticate(ctx, key, platform.Resource{})
}
