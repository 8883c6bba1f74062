package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// startPostgres starts a private server that forgets durability, and answers the address of its empty database.
func startPostgres(ctx context.Context) (url string, stop func() error, err error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", nil, err
	}
	if len(found) == 0 {
		path, err := exec.LookPath("initdb")
		if err != nil {
			return "", nil, errors.New("there is no PostgreSQL: run make setup")
		}
		found = []string{path}
	}
	bin := filepath.Dir(found[len(found)-1])
	dir, err := os.MkdirTemp("", "berth-load-pg-")
	if err != nil {
		return "", nil, err
	}
	var as []string
	if os.Geteuid() == 0 { // which PostgreSQL refuses to run as
		if err := exec.CommandContext(ctx, "chown", "nobody", dir).Run(); err != nil {
			return "", nil, fmt.Errorf("give folder to nobody: %w", err)
		}
		as = []string{"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"}
	}
	run := func(args ...string) error {
		args = append(slices.Clone(as), args...)
		cmd := exec.CommandContext(context.WithoutCancel(ctx), args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", args[len(as)], err, out)
		}
		return nil
	}
	data, ctl := filepath.Join(dir, "data"), filepath.Join(bin, "pg_ctl")
	if err := run(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
		return "", nil, err
	}
	if err := run(ctl, "start", "-w", "-D", data, "-l", filepath.Join(dir, "log"), "-o", "-c listen_addresses='' -c fsync=off -k "+dir); err != nil {
		return "", nil, err
	}
	stop = func() error { return errors.Join(run(ctl, "stop", "-D", data, "-m", "fast"), os.RemoveAll(dir)) }
	return "postgres:///postgres?user=postgres&host=" + dir, stop, nil
}
