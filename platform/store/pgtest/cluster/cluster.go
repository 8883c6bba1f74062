// Package cluster starts private PostgreSQL servers from local binaries. It must not know what they are used for.
package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNoPostgres says that there are no binaries to start.
var ErrNoPostgres = errors.New("no PostgreSQL: install its server binaries (Debian: apt-get install postgresql)")

// Forgetful are settings of a server that forgets durability: its data ends with the program.
var Forgetful = []string{"fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal",
	"max_wal_senders=0", "shared_buffers=64MB", "autovacuum=off", "max_connections=300", "log_min_messages=error"}

// supervise runs the server until standard input ends, which it does when this program ends, however it ends. Then it
// stops the server and removes its folder, which is $0; the server's command line is "$@".
const supervise = `trap '' INT TERM HUP
"$@" <&- & server=$!
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$0"`

// Start starts a server that only this machine can reach, with its files in a new folder of parent ("": where temporary files are) and
// the settings ("name=value") on top of PostgreSQL's own, and returns the address of its empty database. The server runs until lifeline is closed or this program ends, however it
// ends, and removes its folder soon after. If lifeline is dropped, the garbage collector closes it.
func Start(parent string, settings ...string) (address *url.URL, lifeline io.Closer, err error) {
	bin, err := binaries()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(parent, "berth-pg-")
	if err != nil {
		return nil, nil, fmt.Errorf("make folder for PostgreSQL: %w", err)
	}
	as, err := account(dir)
	if err != nil {
		return nil, nil, err
	}
	data := filepath.Join(dir, "data")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
		"--locale=C", "--no-sync", "--no-instructions")
	initdb.Dir, initdb.SysProcAttr = dir, as.attributes()
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), os.RemoveAll(dir))
	}
	args := []string{"-c", supervise, dir, filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses="}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	server := exec.CommandContext(context.Background(), "/bin/sh", args...) // it outlasts this call
	server.Dir, server.SysProcAttr = dir, as.attributes()
	var output bytes.Buffer
	server.Stderr = &output
	if lifeline, err = server.StdinPipe(); err != nil {
		return nil, nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	if err := server.Start(); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("start PostgreSQL: %w", err), os.RemoveAll(dir))
	}
	u := &url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: url.Values{"host": {dir}, "sslmode": {"disable"}}.Encode()}
	if err := await(ctx, u.String()); err != nil {
		return nil, nil, fmt.Errorf("PostgreSQL does not answer: %w: %s", err, output.String())
	}
	return u, lifeline, nil
}

func await(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, address)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// binaries finds the folder of the newest server binaries.
func binaries() (string, error) {
	candidates := []string{}
	if path, err := exec.LookPath("initdb"); err == nil {
		candidates = append(candidates, filepath.Dir(path))
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return "", fmt.Errorf("look for PostgreSQL: %w", err)
		}
		slices.Reverse(found)
		candidates = append(candidates, found...)
	}
	for _, dir := range candidates {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir, nil
		}
	}
	return "", ErrNoPostgres
}

// owner is the account that the server runs under; the zero value is the program's own.
type owner struct{ uid, gid uint32 }

// account gives dir to the account that the server will run under: a server refuses to run as root.
func account(dir string) (owner, error) {
	if os.Geteuid() != 0 {
		return owner{}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return owner{}, fmt.Errorf("find an account for PostgreSQL, which does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return owner{}, fmt.Errorf("read account of PostgreSQL: %w", err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return owner{}, fmt.Errorf("read account of PostgreSQL: %w", err)
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return owner{}, fmt.Errorf("give folder to PostgreSQL: %w", err)
	}
	return owner{uint32(uid), uint32(gid)}, nil
}
