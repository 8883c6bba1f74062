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

var errNoPostgres = errors.New("no PostgreSQL: install its server binaries, or pass -postgres with the URL of an empty database")

// postgres answers the database that -postgres names, or starts a private server with its default settings, fsync
// included.
func (b *bench) postgres(ctx context.Context) (url string, stop func() error, err error) {
	if b.postgresURL != "" {
		return b.postgresURL, func() error { return nil }, nil
	}
	bin, err := postgresBinaries()
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "berth-bench-pg-")
	if err != nil {
		return "", nil, err
	}
	data := filepath.Join(dir, "data")
	as := []string{} // PostgreSQL refuses to run as root
	if os.Geteuid() == 0 {
		if err := exec.CommandContext(ctx, "chown", "nobody", dir).Run(); err != nil {
			return "", nil, fmt.Errorf("give folder to nobody: %w", err)
		}
		as = []string{"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"}
	}
	run := func(args ...string) error {
		args = append(slices.Clone(as), args...)
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", args[len(as)], err, out)
		}
		return nil
	}
	ctl, log := filepath.Join(bin, "pg_ctl"), filepath.Join(dir, "log")
	stop = func() error { return errors.Join(run(ctl, "stop", "-D", data, "-m", "fast"), os.RemoveAll(dir)) }
	err = errors.Join(run(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"))
	if err == nil {
		err = run(ctl, "start", "-w", "-D", data, "-l", log, "-o", "-c listen_addresses='' -k "+dir)
	}
	return "postgres:///postgres?user=postgres&host=" + dir, stop, err
}

func postgresBinaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errNoPostgres
	}
	return filepath.Dir(path), nil
}
